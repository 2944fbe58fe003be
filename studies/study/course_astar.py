"""A* to the letter of a course's pseudo-code, with a queue that counts what it does.

What is closed stays closed: that is right only if the heuristic is consistent. The queue is the
usual one, a binary heap; an entry whose key was lowered stays in it and is skipped when it comes.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

DEAD = None
"""What an estimate returns where no goal can be reached."""


@dataclass
class Tally:
    """What a queue has done: operations, comparisons of keys, and its extremes."""

    added: int = 0
    popped: int = 0
    compared_to_add: int = 0
    compared_to_pop: int = 0
    longest: int = 0
    keys: set[int] = field(default_factory=set)


class Entry:
    """A key with its value; of equal keys the younger comes first."""

    comparisons = 0

    def __init__(self, key: int, age: int, value: Any) -> None:
        self.rank = (key, -age)
        self.key = key
        self.value = value

    def __lt__(self, other: Entry) -> bool:
        Entry.comparisons += 1
        return self.rank < other.rank


class PriorityQueue:
    """ADD, POP and GET as the pseudo-code names them."""

    def __init__(self) -> None:
        self.heap: list[Entry] = []
        self.keys: dict[Any, int] = {}
        self.tally = Tally()

    def __bool__(self) -> bool:
        return bool(self.keys)

    def __contains__(self, value: Any) -> bool:
        return value in self.keys

    def get(self, value: Any) -> int:
        return self.keys[value]

    def add(self, key: int, value: Any) -> None:
        before = Entry.comparisons
        heapq.heappush(self.heap, Entry(key, self.tally.added, value))
        self.keys[value] = key
        tally = self.tally
        tally.added += 1
        tally.compared_to_add += Entry.comparisons - before
        tally.longest = max(tally.longest, len(self.heap))
        tally.keys.add(key)

    def pop(self) -> Any:
        before = Entry.comparisons
        entry = heapq.heappop(self.heap)
        while self.keys.get(entry.value) != entry.key:
            entry = heapq.heappop(self.heap)
        del self.keys[entry.value]
        self.tally.popped += 1
        self.tally.compared_to_pop += Entry.comparisons - before
        return entry.value


@dataclass(frozen=True)
class Outcome:
    """The cost of the path found, or None; how many nodes were expanded; the queue's tally."""

    cost: int | None
    expanded: int
    tally: Tally


def course_astar(
    start: Hashable,
    is_goal: Callable[[Any], bool],
    successors: Callable[[Any], Iterable[tuple[Any, int]]],
    estimate: Callable[[Any], int | None],
) -> Outcome:
    """Searches; `successors` gives states and the costs of the actions that lead to them."""
    open_set, closed_set = PriorityQueue(), set()
    open_set.add(estimate(start) or 0, start)
    reached = {start: 0}
    while open_set:
        node = open_set.pop()
        closed_set.add(node)
        if is_goal(node):
            return Outcome(reached[node], len(closed_set) - 1, open_set.tally)
        for child, cost in successors(node):
            if child in closed_set:
                continue
            h = estimate(child)
            if h is DEAD:
                continue
            key = reached[node] + cost + h
            if child not in open_set or key < open_set.get(child):
                reached[child] = reached[node] + cost
                open_set.add(key, child)
    return Outcome(None, len(closed_set), open_set.tally)
