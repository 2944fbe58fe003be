"""Nobody is waited for without end: not who sends half a request, not who does not read."""

from __future__ import annotations

import base64
import http.client
import json
import os
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import compress, repeat

import pytest

from deepen.web import outbox, patience
from deepen.web.outbox import Outbox
from web_support import EASY, LONG_SEARCH, Served, serving, wait_for

HEAD = b"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
BODY = json.dumps({"game": "tiles", "text": EASY}).encode()
WHOLE = HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY
UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + base64.b64encode(bytes(16)) + b"\r\n"
)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patience, "REQUEST_PATIENCE", 0.5)
        patch.setattr(patience, "READER_PATIENCE", 0.5)
        with serving(keep_alive=1) as server:
            yield server


def connected(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=30)


def is_cut_off(client: socket.socket) -> bool:
    """Whether the other end is gone, before long; what it still had to say is read."""
    try:
        while client.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


def send_all(client: socket.socket, pieces: Iterable[bytes], pause: float = 0) -> None:
    for piece in pieces:
        client.sendall(piece)
        if pause:
            time.sleep(pause)


def status_of(client: socket.socket) -> int:
    """Of the answer, which is read to its end."""
    response = http.client.HTTPResponse(client)
    response.begin()
    response.read()
    return response.status


HALVES = [
    b"",
    b"G",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX",
    HEAD,
    HEAD + b"Content-Length: 100\r\n\r\n{",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    UPGRADE,
    WHOLE + b"GET / HTT",
]


def test_half_a_request_is_not_waited_for(served: Served) -> None:
    with ExitStack() as stack:  # all at once, so that the patience is waited for only once
        clients = [stack.enter_context(connected(served)) for _ in HALVES]
        for client, half in zip(clients, HALVES, strict=True):
            client.sendall(half)
        patient = [not is_cut_off(client) for client in clients]
    assert list(compress(HALVES, patient)) == []


def test_a_request_that_comes_drop_by_drop_is_not_waited_for(served: Served) -> None:
    drops = [bytes([byte]) for byte in WHOLE * 100]
    with connected(served) as client, pytest.raises(ConnectionError):
        send_all(client, drops, pause=0.02)


def test_what_is_in_time_is_answered_and_the_next_one_too(served: Served) -> None:
    with connected(served) as client:
        for _ in range(3):
            client.sendall(WHOLE[:50])
            time.sleep(0.3)
            client.sendall(WHOLE[50:])
            assert status_of(client) == 200


def test_a_search_may_take_longer_than_its_request(served: Served) -> None:
    body = json.dumps({**LONG_SEARCH, "time_limit": 1.2}).encode()
    head = HEAD.replace(b"position", b"solve") + b"Content-Length: %d\r\n\r\n" % len(body)
    with connected(served) as client:
        client.sendall(head + body)
        assert status_of(client) == 200


def test_a_page_that_only_listens_stays(served: Served) -> None:
    with served.line() as page:
        time.sleep(1.2)
        assert page.ask(verb="ping") is None


def frame(text: str) -> bytes:
    """A message as a browser sends it: short, and masked with zeros."""
    data = text.encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data)]) + bytes(4) + data


def test_a_page_that_does_not_read_is_cut_off_and_little_is_kept_for_it(
    served: Served, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    kept = []
    put = Outbox.put

    def watched(box: Outbox, message: bytes, *, urgent: bool = False) -> None:
        put(box, message, urgent=urgent)
        kept.append(box._bytes)

    monkeypatch.setattr(Outbox, "put", watched)
    before = _open_sockets()
    with connected(served) as client:
        client.sendall(UPGRADE + b"\r\n")
        assert client.recv(1 << 16).startswith(b"HTTP/1.1 101")
        asked = frame('{"id": 1, "message": {"verb": "gallery", "game": "chexers"}}')
        with pytest.raises(ConnectionError):
            send_all(client, repeat(asked, 1_000_000))
    assert max(kept) < outbox.MOST_UNSENT + 9 * 64_000, "and what was under way by then"
    wait_for(lambda: _open_sockets() <= before)
    assert "Traceback" not in capfd.readouterr().err


def test_a_program_that_does_not_read_is_cut_off(served: Served) -> None:
    before = _open_sockets()
    with connected(served) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ask = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        with pytest.raises(ConnectionError):
            send_all(client, repeat(ask, 1_000_000))
    wait_for(lambda: _open_sockets() <= before)


def test_text_that_is_none_is_one_line_in_the_terminal(
    served: Served, capfd: pytest.CaptureFixture[str]
) -> None:
    with connected(served) as client:
        client.sendall(UPGRADE + b"\r\n")
        assert client.recv(1 << 16).startswith(b"HTTP/1.1 101")
        client.sendall(bytes([0x81, 0x82, 0, 0, 0, 0, 0xC0, 0xC0]))
        assert is_cut_off(client)
    assert "Traceback" not in capfd.readouterr().err


def _open_sockets() -> int:
    """In this process, the server's among them."""
    files = "/proc/self/fd"
    return sum("socket" in _link(f"{files}/{name}") for name in os.listdir(files))


def _link(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return ""
