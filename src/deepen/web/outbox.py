"""What waits to be sent to one page, and never grows without end.

Who does not read is not listened to either: no further request is taken while much is unsent. What
is under way then still comes in, and that is a few answers at most. News are dropped by that time.
"""

from __future__ import annotations

import asyncio
from collections import deque

MOST_UNSENT = 256 << 10
"""Bytes beyond which a page must read before it is listened to."""
MOST_NEWS = 100
"""Messages beyond which news are dropped."""


class Outbox:
    """Messages in the order in which they go out."""

    def __init__(self) -> None:
        self._messages: deque[bytes] = deque()
        self._bytes = 0
        self._changed = asyncio.Event()

    def put(self, message: bytes, *, urgent: bool = False) -> None:
        """Adds a message: behind the others, or before them."""
        if urgent:
            self._messages.appendleft(message)
        else:
            self._messages.append(message)
        self._bytes += len(message)
        self._changed.set()

    def put_news(self, message: bytes) -> None:
        """Adds a message that nobody misses, unless many wait."""
        if len(self._messages) < MOST_NEWS and self._bytes < MOST_UNSENT:
            self.put(message)

    async def take(self) -> bytes:
        """The next message, as soon as there is one."""
        while not self._messages:
            await self._change()
        message = self._messages.popleft()
        self._bytes -= len(message)
        self._changed.set()
        return message

    async def room(self) -> None:
        """Waits until little is unsent."""
        while self._bytes >= MOST_UNSENT:
            await self._change()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()
