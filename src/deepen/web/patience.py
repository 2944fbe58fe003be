"""The server's side of a connection, as uvicorn has it, but with an end to all waiting.

By itself uvicorn waits for ever for the rest of a request, and for somebody to read an answer. Here
a request, head and body, has some seconds to come in, and a client that takes nothing of what is
sent to it is cut off. A timer closes nothing gracefully: there is nobody to be graceful to.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

REQUEST_PATIENCE = 10.0
"""Seconds from the beginning of a request to its end."""
READER_PATIENCE = 20.0
"""Seconds in which a client must take at least something of what waits for it."""


class _WaitsForReader(asyncio.Protocol):
    """Of a connection: who takes nothing of what waits for it is cut off."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._reader = _Reader(cast(asyncio.Transport, transport))

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._reader.stop()


class HttpProtocol(_WaitsForReader, H11Protocol):
    """A connection over which requests come, up to the one that makes it a WebSocket."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._request = _Timer(REQUEST_PATIENCE, transport.abort)
        self._request.start()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        is_half = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if is_half and self.transport.get_protocol() is self:
            self._request.start()
        else:
            self._request.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._request.stop()


class SocketProtocol(_WaitsForReader, WebSocketsSansIOProtocol):
    """A WebSocket."""

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        _cut_off(self.transport)  # it only closes, which waits until all is read


class _Timer:
    """Does something after a time, unless it is stopped before."""

    def __init__(self, seconds: float, act: Callable[[], object]) -> None:
        self._seconds = seconds
        self._act = act
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Starts it; one that runs goes on."""
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(self._seconds, self._end)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _end(self) -> None:
        self._handle = None
        self._act()


class _Reader:
    """Cuts off one who takes nothing; one who is slow is given time."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._timer = _Timer(READER_PATIENCE, self._look)
        self._left = 0

    def start(self) -> None:
        """From now on something waits to be taken."""
        self._left = self._transport.get_write_buffer_size()
        self._timer.start()

    def stop(self) -> None:
        """It has been."""
        self._timer.stop()

    def _look(self) -> None:
        left = self._transport.get_write_buffer_size()
        if left >= self._left:
            _cut_off(self._transport)
        else:
            self.start()


def _cut_off(transport: asyncio.Transport) -> None:
    """Ends a connection, and lets the system forget what it still has for the other end."""
    connection = transport.get_extra_info("socket")
    if connection is not None:
        at_once = struct.pack("ii", 1, 0)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
    transport.abort()
