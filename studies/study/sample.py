"""Searches of one kind over several puzzles, summed up; and their time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import geometric_mean

import deepen


@dataclass(frozen=True)
class Sample:
    """The searches of one kind over several puzzles."""

    found: list[deepen.Solution]

    @property
    def typical(self) -> float:
        return geometric_mean(max(1, one.expanded) for one in self.found)

    @property
    def worst(self) -> int:
        return max(one.expanded for one in self.found)

    @property
    def expanded(self) -> int:
        return sum(one.expanded for one in self.found)

    @property
    def generated(self) -> int:
        return sum(one.generated for one in self.found)

    @property
    def reopened(self) -> int:
        return sum(one.reopened for one in self.found)

    @property
    def unsolved(self) -> int:
        return sum(not one.solved for one in self.found)

    @property
    def costs(self) -> list[int]:
        return [one.cost or 0 for one in self.found]

    @property
    def peak_kib(self) -> float:
        return max(one.peak_bytes for one in self.found) / 1024

    @property
    def branching(self) -> float:
        """Successors of an expanded state."""
        return (self.generated - len(self.found)) / self.expanded


def cpu(solve: Callable[[], object], rounds: int = 3) -> float:
    """Seconds of this thread, the least of some rounds."""
    taken = []
    for _ in range(rounds):
        before = time.thread_time()
        solve()
        taken.append(time.thread_time() - before)
    return min(taken)
