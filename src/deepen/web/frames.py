"""How the server and its worker processes talk: frames of bytes over pipes.

A frame is its length in 4 bytes, a letter for its kind, and JSON. The server hands answers of
workers on to browsers as they are, without reading them.
"""

from __future__ import annotations

import asyncio
from typing import BinaryIO

JOB, STOP = b"j", b"s"
"""From the server: do this; end what you do."""
PROGRESS, ANSWER, REFUSAL, DEFECT = b"p", b"a", b"r", b"d"
"""From a worker: news; the answer; a sentence on what is wrong with the request; or with us."""

ENDS = (ANSWER, REFUSAL, DEFECT)
_LENGTH = 4


def packed(kind: bytes, body: bytes = b"") -> bytes:
    """A frame."""
    return (1 + len(body)).to_bytes(_LENGTH, "big") + kind + body


async def read(stream: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """The next frame, in the server.

    Raises:
        IncompleteReadError: there is none, since the other end is gone.
    """
    size = int.from_bytes(await stream.readexactly(_LENGTH), "big")
    frame = await stream.readexactly(size)
    return frame[:1], frame[1:]


def read_blocking(stream: BinaryIO) -> tuple[bytes, bytes] | None:
    """The next frame, in a worker; None where the server is gone."""
    head = stream.read(_LENGTH)
    if len(head) < _LENGTH:
        return None
    frame = stream.read(int.from_bytes(head, "big"))
    return frame[:1], frame[1:]
