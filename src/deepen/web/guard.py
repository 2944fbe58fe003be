"""Who may ask, how much may be asked, and the headers of every answer.

Other pages of the same browser could reach a server on this machine. So the name that a request
uses for us (`Host`) must be ours, which keeps out names that somebody points at this address; and a
page that asks (`Origin`) must have come from here.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from deepen.web.problems import problem
from deepen.web.protocol import MOST_BYTES

TOO_LONG = problem(413, f"a request may have {MOST_BYTES} bytes")
_LONGEST_NUMBER = 20

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Stands before the application.

    Args:
        app: what it guards.
        host: where the server listens. On a loopback address only names of this machine's own are
            answered; else also any numeric address, which nobody can point elsewhere, and the name
            of this machine.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        self.app = app
        self.names = {"localhost", host.lower()}
        self.is_local = is_loopback(host)
        if not self.is_local:
            self.names.add(socket.gethostname().lower())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        answer = self._refusal(Headers(scope=scope))
        if answer is None and scope["type"] == "http":
            body = await _body(receive)
            if body is None:
                return  # nobody waits any more
            if len(body) > MOST_BYTES:
                answer = TOO_LONG
            if scope["method"] == "HEAD":  # the same as GET; the server itself sends no body then
                scope = {**scope, "method": "GET"}
            receive = _replayed(body, receive)
        await (answer or self.app)(scope, receive, _with_headers(send))

    def _refusal(self, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return problem(421, "this server does not answer to that name")
        origin = headers.get("origin")
        if origin is not None and _place(origin) != host.lower():
            return problem(403, "requests from other pages are not answered")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > _LONGEST_NUMBER or int(length) > MOST_BYTES:
            return TOO_LONG
        return None

    def _is_ours(self, host: str) -> bool:
        name = _name(host) if _is_plain(host) else ""
        return name in self.names or (is_loopback(name) if self.is_local else _is_address(name))


async def _body(receive: Receive) -> bytes | None:
    """All of a request, or the beginning of one that is too long; None where it is broken off."""
    body = b""
    while len(body) <= MOST_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return body


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Says once more what was read already, and then what is new."""
    unread = [body]

    async def receiver() -> Message:
        if unread:
            return {"type": "http.request", "body": unread.pop(), "more_body": False}
        return await receive()

    return receiver


def _with_headers(send: Send) -> Send:
    async def sender(message: Message) -> None:
        if message["type"].endswith("http.response.start"):  # a WebSocket may be refused by one
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sender


def _name(host: str) -> str:
    """Of a host and perhaps a port; nothing where it is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:  # brackets without an address
        return ""


def _place(origin: str) -> str:
    """The host and perhaps the port of a page; nothing where it is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _is_plain(host: str) -> bool:
    """Whether it is a name or an address and perhaps a port, and nothing else."""
    return all(sign.isalnum() or sign in "-._:[]" for sign in host)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    """Whether a name or address is this machine, as only it itself calls it."""
    return name == "localhost" or (_is_address(name) and ipaddress.ip_address(name).is_loopback)
