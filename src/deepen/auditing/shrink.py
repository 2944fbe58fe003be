"""From a counterexample to a smallest one, and on to a puzzle that A* answers wrongly.

`smaller` makes of a puzzle some that have a little less. As long as one of those is a
counterexample too, or has a state that is one, it takes the place of the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from deepen.auditing.deadline import Deadline
from deepen.auditing.probe import AnyPuzzle, HeuristicProbe, Measurement
from deepen.auditing.report import Counterexample, Inconsistency, WrongAnswer
from deepen.search.limits import Limits

Smaller = Callable[[AnyPuzzle], Iterable[AnyPuzzle]]
Refutation = TypeVar("Refutation", Counterexample, Inconsistency, WrongAnswer)

NODES, WRONG_ANSWER_NODES = 100_000, 20_000
"""States of one smaller instance, and of one search that may be wrong: rather many than long."""
STARTS = 60
"""States of one instance from which A* is tried."""


class Shrinker:
    """Looks for less that is wrong in the same way.

    Args:
        probe: the heuristic.
        smaller: what makes a puzzle smaller; None if nothing does.
        limits: of a single search, without its time.
        deadline: when to be content with what there is.
    """

    def __init__(
        self, probe: HeuristicProbe, smaller: Smaller | None, limits: Limits, deadline: Deadline
    ) -> None:
        self.probe = probe
        self.smaller = smaller
        self.limits = replace(limits, nodes=NODES, on_progress=None)
        self.deadline = deadline

    def _limits(self) -> Limits:
        return replace(self.limits, time=self.deadline.left)

    def counterexamples(self, first: Counterexample) -> list[Counterexample]:
        """From the first to a smallest."""
        return self._shrunk(first, self._counterexample)

    def inconsistency(self, first: Inconsistency) -> Inconsistency:
        """A smallest."""
        return self._shrunk(first, self._inconsistency)[-1]

    def wrong_answer(self, first: WrongAnswer) -> WrongAnswer:
        """A smallest."""
        return self._shrunk(first, self._wrong_answer)[-1]

    def _shrunk(
        self, first: Refutation, look: Callable[[AnyPuzzle], Refutation | None]
    ) -> list[Refutation]:
        chain = [first]
        while (less := self._first(self._less(chain[-1].puzzle), look)) is not None:
            chain.append(less)
        return chain

    def _less(self, puzzle: AnyPuzzle) -> Iterable[AnyPuzzle]:
        return () if self.smaller is None else self.smaller(puzzle)

    def _first(
        self, puzzles: Iterable[AnyPuzzle], look: Callable[[AnyPuzzle], Refutation | None]
    ) -> Refutation | None:
        for puzzle in puzzles:
            if self.deadline.is_over:
                return None
            found = look(puzzle)
            if found is not None:
                return found
        return None

    def _counterexample(self, puzzle: AnyPuzzle) -> Counterexample | None:
        return self.probe.counterexample(self._measured(puzzle), self._limits())

    def _inconsistency(self, puzzle: AnyPuzzle) -> Inconsistency | None:
        return self.probe.inconsistency(self._measured(puzzle))

    def _wrong_answer(self, puzzle: AnyPuzzle) -> WrongAnswer | None:
        return self.probe.wrong_answer(puzzle, replace(self._limits(), nodes=WRONG_ANSWER_NODES))

    def _measured(self, puzzle: AnyPuzzle) -> Measurement:
        return self.probe.measure(puzzle, self._limits())

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
        for state in self.probe.first_states(puzzle, replace(self.limits, nodes=STARTS)):
            yield puzzle.at(state)
