"""A server for tests: the whole application on a port of its own, in a thread of this process."""

from __future__ import annotations

import asyncio
import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import uvicorn
from websockets.sync.client import ClientConnection, connect

from deepen.web.jobs import Event, Job, Pool
from deepen.web.listening import configured
from deepen.web.server import create_app
from deepen.web.settings import Settings

Value = TypeVar("Value")

EASY = "1 2 0 3 4 5 6 7 8"
# Takes minutes: Korf's instance 88, the hardest of the hundred.
HARD = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4"
LONG_SEARCH = {"game": "tiles", "text": HARD, "algorithm": "idastar", "time_limit": 100}
PATIENCE = 60.0
JSON = {"Content-Type": "application/json"}


def run(work: Coroutine[Any, Any, Value]) -> Value:
    """Runs a coroutine, but not for ever."""
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


def wait_for(condition: Callable[[], bool]) -> None:
    """Until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.01)


class Diary:
    """Keeps what happens to a job."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._changed = asyncio.Event()

    def __call__(self, event: Event) -> None:
        self.events.append(event)
        self._changed.set()

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    async def until(self, *kinds: str) -> Any:
        """Waits for an event of one of these kinds; what it says."""
        while True:
            for event in self.events:
                if event.kind in kinds:
                    return json.loads(event.body)
            self._changed.clear()
            await self._changed.wait()


def begin(pool: Pool, verb: str = "solve", **arguments: Any) -> tuple[Job, Diary]:
    """Submits a job, by default one that takes long."""
    diary = Diary()
    return pool.submit(verb, arguments or LONG_SEARCH, diary), diary


class Served:
    """A running server."""

    def __init__(self, pool: Pool, port: int) -> None:
        self.pool = pool
        self.port = port
        self.address = f"http://127.0.0.1:{port}"

    @contextmanager
    def line(self, **options: Any) -> Iterator[Line]:
        """A WebSocket to it."""
        address = f"ws://127.0.0.1:{self.port}/socket"
        with connect(address, max_size=None, **options) as connection:
            yield Line(connection)


class Line:
    """A page's side of the WebSocket."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.number = 0

    def send(self, **message: Any) -> int:
        """Sends a request; its number."""
        self.number += 1
        self.connection.send(json.dumps({"id": self.number, "message": message}))
        return self.number

    def hear(self) -> dict[str, Any]:
        """The next message."""
        heard: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE))
        return heard

    def until(self, number: int, *kinds: str) -> Any:
        """The body of the next message about a request that is of one of these kinds."""
        while True:
            heard = self.hear()
            if heard["id"] == number and heard["kind"] in kinds:
                return heard["body"]

    def until_changed(self) -> None:
        """Waits to be told that the rules of a game have changed."""
        while self.hear()["kind"] != "changed":
            pass

    def ask(self, **message: Any) -> Any:
        """Sends a request; its answer."""
        return self.until(self.send(**message), "answer")

    def refusal(self, **message: Any) -> str:
        """Sends a request; what is wrong with it."""
        return str(self.until(self.send(**message), "failed"))


@contextmanager
def serving(keep_alive: int = 5, **settings: Any) -> Iterator[Served]:
    """A server with these settings, until the end of the context.

    For so many seconds it waits for another request after an answer; five are uvicorn's own choice.
    """
    pool = Pool(Settings(**{"port": 0, "workers": 1, "time_limit": 100.0, **settings}))
    config = configured(create_app(pool=pool))
    config.port = pool.settings.port
    config.timeout_keep_alive = keep_alive
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Served(pool, port)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


# HTTP


class Answer:
    """What came back."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.text = response.read().decode()

    @property
    def json(self) -> Any:
        return json.loads(self.text)


def ask(served: Served, method: str, path: str, body: str | None = None, **headers: str) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    try:
        connection.request(method, path, body, {**JSON, **headers})
        return Answer(connection.getresponse())
    finally:
        connection.close()


def post(served: Served, verb: str, **message: Any) -> Answer:
    return ask(served, "POST", f"/api/{verb}", json.dumps(message))


# The command


@contextmanager
def server(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command, and the address that it names."""
    command = [sys.executable, "-m", "deepen.cli", "serve", "--port", "0", "--no-browser", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        said = process.stderr.readline()
        assert said.startswith("deepen is at http://127.0.0.1:")
        yield process, said.split()[3]
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
