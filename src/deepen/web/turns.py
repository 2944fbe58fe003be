"""Who is next: clients take turns, whatever each of them has asked for.

A client is an address. On the machine of the server itself, where everybody has the same one, it is
a page, and all programs that ask over HTTP are one more.
"""

from __future__ import annotations

import ipaddress
from collections import Counter, deque
from collections.abc import Iterator
from typing import Generic, TypeVar

from starlette.types import Scope

Waiting = TypeVar("Waiting")

LOCAL = "this machine"


class Turns(Generic[Waiting]):
    """A queue for each client, and a round in which they stand.

    Args:
        most_at_once: what one client may have under way; more of it waits, and others go first.
    """

    def __init__(self, most_at_once: int) -> None:
        self.most_at_once = most_at_once
        self._queues: dict[str, deque[Waiting]] = {}  # the client who is next comes first
        self._under_way: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def of(self, client: str) -> int:
        """What a client has waiting and under way."""
        return len(self._queues.get(client, ())) + self._under_way[client]

    def add(self, client: str, item: Waiting) -> None:
        """Puts something behind all else of its client."""
        self._queues.setdefault(client, deque()).append(item)

    def remove(self, client: str, item: Waiting) -> bool:
        """Takes something out, wherever it waits; whether it did."""
        queue = self._queues.get(client, deque())
        if item not in queue:
            return False
        queue.remove(item)
        if not queue:
            del self._queues[client]
        return True

    def take(self) -> Waiting | None:
        """What is next, under way from now on; None where there is nothing that may be."""
        for client, queue in self._queues.items():
            if self._under_way[client] < self.most_at_once:
                del self._queues[client]
                item = queue.popleft()
                if queue:
                    self._queues[client] = queue  # behind the others
                self._under_way[client] += 1
                return item
        return None

    def finish(self, client: str) -> None:
        """Something of a client is no longer under way."""
        self._under_way[client] -= 1
        if not self._under_way[client]:
            del self._under_way[client]

    def in_order(self) -> Iterator[Waiting]:
        """All that waits, round by round."""
        rounds = [deque(queue) for queue in self._queues.values()]
        while rounds:
            for queue in rounds:
                yield queue.popleft()
            rounds = [queue for queue in rounds if queue]


def client_of(scope: Scope) -> str:
    """Whose turn a request takes."""
    address, port = scope.get("client") or (LOCAL, 0)
    if not _is_this_machine(address):
        return str(address)
    return f"page {port}" if scope["type"] == "websocket" else LOCAL


def _is_this_machine(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True
