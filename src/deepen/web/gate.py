"""Lets in only who knows the token: everything else of the server stands behind this.

Whoever opens the link with the token, or types it in, gets a cookie and needs it no more; programs
send it with each request, as `Authorization: Bearer TOKEN`. The cookie tells nothing of the token.

The cookie is Lax, not Strict: else a link to a position in a mail or a course would lead to the
question for the token again. Other pages can do nothing with it, see `guard`.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from deepen.web.problems import problem

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 12
"""Of a token that nobody has chosen: 59 bits, without letters that look alike."""

CLOSED = "this server asks for a token: open the link that its owner has given to you"
_POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>deepen</title>
<h1>deepen</h1>
<p>{sentence}
<form action="/">
<p><label>The token: <input name="token" type="password" autocomplete="off" autofocus></label>
<button>Enter</button>
</form>
</html>
"""


def new_token() -> str:
    """One that cannot be guessed, and can be typed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class Gate:
    """Stands before the application.

    Args:
        app: what it guards.
        token: what opens it.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app = app
        self.token = token.encode()
        self.pass_ = hmac.new(self.token, b"may enter", hashlib.sha256).hexdigest()
        # Cookies are for all servers of a machine, so each has a name of its own.
        self.cookie = f"deepen-{hmac.new(self.token, b'name', hashlib.sha256).hexdigest()[:8]}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        tried = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope.get("method") == "GET" and _same(tried.encode(), self.token):
            await self._welcome(scope["path"])(scope, receive, send)
        elif self._is_known(headers):
            await self.app(scope, receive, send)
        else:
            await _refusal(headers, tried)(scope, receive, send)

    def _is_known(self, headers: Headers) -> bool:
        cookies = cookie_parser(headers.get("cookie", ""))
        scheme, _, token = headers.get("authorization", "").partition(" ")
        has_pass = _same(cookies.get(self.cookie, "").encode(), self.pass_.encode())
        sent = token.strip().encode("latin-1")  # as headers are read
        return has_pass or (scheme.lower() == "bearer" and _same(sent, self.token))

    def _welcome(self, path: str) -> Response:
        """Gives the cookie, and leads to the same place without the token in its address."""
        place = f"/{quote(path.lstrip('/'))}"  # of this server, never `//another`
        headers = {"Location": place, "Cache-Control": "no-store"}
        answer = Response(status_code=303, headers=headers)
        answer.set_cookie(self.cookie, self.pass_, httponly=True, samesite="lax")
        return answer


def _refusal(headers: Headers, tried: str) -> Response:
    """For people, a page that asks for the token; for programs, a sentence."""
    sentence = "this is not the token" if tried else CLOSED
    if "text/html" in headers.get("accept", ""):
        page = _PAGE.format(sentence=f"{sentence[0].upper()}{sentence[1:]}.")
        return HTMLResponse(page, 401, {"Content-Security-Policy": _POLICY})
    return problem(401, sentence, {"WWW-Authenticate": "Bearer"})


def _same(given: bytes, right: bytes) -> bool:
    """Whether they are, in a time that does not tell how much of it is."""
    return hmac.compare_digest(given, right)
