"""`deepen serve`."""

from __future__ import annotations

import errno
import socket
import threading
import webbrowser
from contextlib import suppress

from deepen.cli.printing import note
from deepen.errors import UsageError

INSTALL = "pip install 'deepen[web]'"


def run_serve(
    *,
    host: str,
    port: int,
    browser: bool,
    workers: int | None,
    time_limit: float | None,
    memory_limit: int | None,
) -> int:
    """Serves the page until Ctrl-C."""
    try:
        import uvicorn
        import websockets  # noqa: F401

        from deepen.web.listening import configured
        from deepen.web.server import create_app
        from deepen.web.settings import Settings
    except ImportError as error:
        raise UsageError(f"the page needs {error.name}, which is missing: {INSTALL}") from None
    given = {"workers": workers, "time_limit": time_limit, "memory_limit": memory_limit}
    chosen = {name: value for name, value in given.items() if value is not None}
    settings = Settings(host=host, port=port, **chosen)  # type: ignore[arg-type]
    listener = _listener(host, port)
    address = _address(host, listener.getsockname()[1])
    note(f"deepen is at {address} (Ctrl-C ends it)")
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    server = uvicorn.Server(configured(create_app(settings)))
    with suppress(KeyboardInterrupt):  # the usual end
        server.run(sockets=[listener])
    return 0


def _listener(host: str, port: int) -> socket.socket:
    """A socket that listens there; taken before anything else, so a taken port is told at once."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen()  # from now on browsers may come, and wait for the server to be ready
    except OSError as error:
        hint = "; --port chooses another" if error.errno == errno.EADDRINUSE else ""
        raise UsageError(f"cannot listen on {host} port {port}: {error.strerror}{hint}") from None
    return listener


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"
