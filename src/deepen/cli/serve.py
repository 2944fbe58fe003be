"""`deepen serve`."""

from __future__ import annotations

import errno
import socket
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import typer

from deepen import games
from deepen.cli.completing import game_names
from deepen.cli.exit_codes import ANSWERED
from deepen.cli.kinds import load
from deepen.cli.options import MemoryLimit, TimeLimit
from deepen.cli.printing import note
from deepen.errors import UsageError
from deepen.games.example import no_examples
from deepen.games.protocol import AnyPackage

INSTALL = "pip install fastapi uvicorn websockets"
# Addresses that mean all of this machine's, and how it calls itself then.
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
_ANYBODY = "192.0.2.1"  # an address for examples, which nobody has


def run(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="Of your own, to be there too: my.py, my.py:Class, package.module:Class.",
            show_default=False,
            autocompletion=game_names,
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Read them again whenever their files are saved.")
    ] = False,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any that is free.")] = 8765,
    browser: Annotated[bool, typer.Option(help="Open a browser, or only say where.")] = True,
    token: Annotated[
        str | None,
        typer.Option(metavar="WORD", help="Let in only who knows it, or has the link with it."),
    ] = None,
    no_token: Annotated[
        bool, typer.Option("--no-token", help="Let everybody in, also from other machines.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Searches at a time; one a core.")
    ] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
) -> int:
    """\b
    deepen serve --port 8765 --time-limit 30 --memory-limit 512M
    deepen serve my.py --watch

    Open the page: solve puzzles, play games and compare heuristics in a browser. It is only for
    this machine unless --host says otherwise; then others need the link that is printed, with its
    token. The limits hold for each search: 60 seconds and 1 GiB unless told.
    """
    _check_token(token, no_token)
    packages = [load(name) for name in names or ()]
    own = [each for each in packages if each.NAME not in games.GAMES]
    for package in own:
        if not package.EXAMPLES:  # with which the page begins
            raise no_examples(package, otherwise="")
    if watch and not own:
        raise UsageError("--watch is for a game of your own: deepen serve my.py --watch")
    try:
        import uvicorn  # lazy: an extra
        import websockets  # noqa: F401, lazy: an extra

        from deepen.web.gate import new_token  # lazy: an extra
        from deepen.web.guard import is_loopback  # lazy: an extra
        from deepen.web.listening import configured  # lazy: an extra
        from deepen.web.server import create_app  # lazy: an extra
        from deepen.web.settings import Settings  # lazy: an extra
    except ImportError as error:
        raise UsageError(f"the page needs {error.name}, which is missing: {INSTALL}") from None
    if token is None and not no_token and not is_loopback(host):
        token = new_token()
    given = {"workers": workers, "time_limit": time_limit, "memory_limit": memory_limit}
    chosen = {name: value for name, value in given.items() if value is not None}
    settings = Settings(
        host=host,
        port=port,
        token=token,
        games={each.NAME: _typed(each) for each in own},
        watched=tuple(path for each in own for path in _files(each)) if watch else (),
        **chosen,  # type: ignore[arg-type]
    )
    listener = _listener(host, port)
    port = listener.getsockname()[1]
    place = _place(packages[0]) if packages else ""
    link = _address(host, port, token, place)
    note(f"deepen is at {link} (Ctrl-C ends it)")
    if host in _EVERYWHERE:
        note(f"for others in the network: {_address(_own_address(), port, token, place)}")
    if browser:
        threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
    server = uvicorn.Server(configured(create_app(settings)))
    with suppress(KeyboardInterrupt):  # the usual end
        server.run(sockets=[listener])
    return ANSWERED


def _typed(package: AnyPackage) -> str:
    """How worker processes find a game."""
    origin = getattr(package, "origin", None)
    return package.NAME if origin is None else str(origin.typed)


def _files(package: AnyPackage) -> tuple[Path, ...]:
    origin = getattr(package, "origin", None)
    return () if origin is None else tuple(origin.files)


def _place(package: AnyPackage) -> str:
    """Where on the page a game is."""
    return f"#/{'duel' if package.PLAYERS == 2 else 'puzzle'}/{quote(package.NAME, safe='')}"


def _check_token(token: str | None, no_token: bool) -> None:
    if token is not None and no_token:
        raise UsageError("--token and --no-token exclude each other")
    if token is not None and not token.strip():
        raise UsageError("a token has one character at least; --no-token lets everybody in")


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


def _own_address() -> str:
    """Where others in the network find this machine, as far as it knows."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_ANYBODY, 9))  # only looks for a way there: nothing is sent
        return str(probe.getsockname()[0])
    return socket.gethostname()


def _address(host: str, port: int, token: str | None = None, place: str = "") -> str:
    shown = _EVERYWHERE.get(host, f"[{host}]" if ":" in host else host)
    asked = "" if token is None else f"?token={quote(token, safe='')}"
    return f"http://{shown}:{port}" + (f"/{asked}{place}" if asked or place else "")
