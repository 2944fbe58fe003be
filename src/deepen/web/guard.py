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
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from deepen.web.protocol import MOST_BYTES

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
        self.is_local = _is_loopback(host)
        if not self.is_local:
            self.names.add(socket.gethostname().lower())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        problem = self._problem(Headers(scope=scope))
        if problem is None:
            await self.app(scope, _Limited(receive), _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": problem[1]})
        else:
            status, sentence = problem
            answer = JSONResponse({"error": sentence}, status)
            await answer(scope, receive, _with_headers(send))

    def _problem(self, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 421, "this server does not answer to that name"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return 403, "requests from other pages are not answered"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return 413, f"a request may have {MOST_BYTES} bytes"
        return None

    def _is_ours(self, host: str) -> bool:
        name = (urlsplit(f"//{host}").hostname or "") if _is_plain(host) else ""
        return name in self.names or (_is_loopback(name) if self.is_local else _is_address(name))


class _Limited:
    """Ends a request whose body is longer than it said or may be."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.left = MOST_BYTES

    async def __call__(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.left -= len(message.get("body", b""))
            if self.left < 0:
                return {"type": "http.disconnect"}
        return message


def _with_headers(send: Send) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return sender


def _is_plain(host: str) -> bool:
    """Whether it is a name or an address and perhaps a port, and nothing else."""
    return all(sign.isalnum() or sign in "-._:[]" for sign in host)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(name: str) -> bool:
    return name == "localhost" or (_is_address(name) and ipaddress.ip_address(name).is_loopback)
