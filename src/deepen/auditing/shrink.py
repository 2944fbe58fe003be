"""From a counterexample to a smallest one, and on to a puzzle that A* answers wrongly.

`smaller` makes of a puzzle some that have a little less. As long as one of those is a
counterexample too, or has a state that is one, it takes the place of the last.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from deepen.auditing.report import Counterexample, Inconsistency, WrongAnswer
from deepen.auditing.trial import AnyPuzzle, Measured, Trial
from deepen.search.limits import Limits

Smaller = Callable[[AnyPuzzle], Iterable[AnyPuzzle]]
Found = TypeVar("Found", Counterexample, Inconsistency, WrongAnswer)

NODES, WRONG_ANSWER_NODES = 100_000, 20_000
"""States of one smaller instance, and of one search that may be wrong: rather many than long."""
STARTS = 60
"""States of one instance from which A* is tried."""


class Clock:
    """A time that runs out; None never does."""

    def __init__(self, seconds: float | None) -> None:
        self.end = None if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float | None:
        """Seconds, 0 if none."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether the time has run out."""
        return self.end is not None and time.monotonic() >= self.end

    def sooner(self, seconds: float) -> Clock:
        """One that ends with this one, or after so many seconds."""
        return Clock(seconds if self.left is None else min(seconds, self.left))


class Shrinker:
    """Looks for less that is wrong in the same way.

    Args:
        trial: the heuristic.
        smaller: what makes a puzzle smaller; None if nothing does.
        limits: of a single search, without its time.
        clock: when to be content with what there is.
    """

    def __init__(self, trial: Trial, smaller: Smaller | None, limits: Limits, clock: Clock) -> None:
        self.trial = trial
        self.smaller = smaller
        self.limits = replace(limits, nodes=NODES, on_progress=None)
        self.clock = clock

    def _limits(self) -> Limits:
        return replace(self.limits, time=self.clock.left)

    def counterexamples(self, first: Counterexample) -> list[Counterexample]:
        """From the first to a smallest."""
        return self._shrunk(first, self._counterexample)

    def inconsistency(self, first: Inconsistency) -> Inconsistency:
        """A smallest."""
        return self._shrunk(first, self._inconsistency)[-1]

    def wrong_answer(self, first: WrongAnswer) -> WrongAnswer:
        """A smallest."""
        return self._shrunk(first, self._wrong_answer)[-1]

    def _shrunk(self, first: Found, look: Callable[[AnyPuzzle], Found | None]) -> list[Found]:
        chain = [first]
        while (less := self._first(self._less(chain[-1].puzzle), look)) is not None:
            chain.append(less)
        return chain

    def _less(self, puzzle: AnyPuzzle) -> Iterable[AnyPuzzle]:
        return () if self.smaller is None else self.smaller(puzzle)

    def _first(
        self, puzzles: Iterable[AnyPuzzle], look: Callable[[AnyPuzzle], Found | None]
    ) -> Found | None:
        for puzzle in puzzles:
            if self.clock.is_over:
                return None
            found = look(puzzle)
            if found is not None:
                return found
        return None

    def _counterexample(self, puzzle: AnyPuzzle) -> Counterexample | None:
        return self.trial.counterexample(self._measured(puzzle), self._limits())

    def _inconsistency(self, puzzle: AnyPuzzle) -> Inconsistency | None:
        return self.trial.inconsistency(self._measured(puzzle))

    def _wrong_answer(self, puzzle: AnyPuzzle) -> WrongAnswer | None:
        return self.trial.wrong_answer(puzzle, replace(self._limits(), nodes=WRONG_ANSWER_NODES))

    def _measured(self, puzzle: AnyPuzzle) -> Measured:
        return self.trial.measure(puzzle, self._limits())

    def first_wrong_answer(
        self, chain: Iterable[AnyPuzzle], more: Iterable[AnyPuzzle]
    ) -> WrongAnswer | None:
        """A puzzle that A* answers wrongly, made small.

        Args:
            chain: puzzles with a wrong state; A* may start from any state of theirs.
            more: others to try.
        """
        near = (start for puzzle in chain for start in self._starts(puzzle))
        found = self._first(near, self._wrong_answer) or self._first(more, self._wrong_answer)
        return None if found is None else self.wrong_answer(found)

    def _starts(self, puzzle: AnyPuzzle) -> Iterator[AnyPuzzle]:
        """The puzzle, and some that start at other states of it."""
        for state in self.trial.first_states(puzzle, replace(self.limits, nodes=STARTS)):
            yield puzzle.at(state)
