"""One heuristic on one instance: what the engine sees of it, and what can be shown of that."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from deepen import _core
from deepen.auditing.report import Counterexample, Inconsistency, WrongAnswer
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.rules import DEAD
from deepen.search.base import status_name
from deepen.search.limits import Limits
from deepen.search.options import SearchOptions
from deepen.search.prepared import prepare, prepare_space
from deepen.search.puzzles import PuzzleSearch
from deepen.solution import Solution

AnyPuzzle = Puzzle | ObjectPuzzle
FORWARD_SHARE = 0.6
"""Of a time limit, for seeing the states; the distances take less than the rest."""


@dataclass(frozen=True)
class Measurement:
    """One instance and everything that the engine found out about it."""

    puzzle: AnyPuzzle
    found: _core.RawAudit
    prepared: PuzzleSearch

    @property
    def complete(self) -> bool:
        """Whether the whole of it was seen."""
        return self.found.status == _core.Status.solved

    @property
    def status(self) -> str:
        """`complete`, or what ended it."""
        return "complete" if self.complete else status_name(self.found.status)

    @property
    def is_over(self) -> bool:
        """Whether some estimate is above the distance."""
        return self.found.nearest is not None


class HeuristicProbe:
    """A heuristic and how to ask about it.

    Args:
        heuristic: its name; None for the puzzle's default.
        compiled: False runs the rules in the interpreter.
        threads: how many work on one instance together.
    """

    def __init__(self, heuristic: str | None, compiled: bool = True, threads: int = 1) -> None:
        self.heuristic = heuristic
        self.compiled = compiled
        self.threads = threads

    def measure(self, puzzle: AnyPuzzle, limits: Limits) -> Measurement:
        """Sees all states that can be reached, or listed, and compares estimate and distance."""
        prepared = self.prepared(puzzle)
        every_state = getattr(puzzle, "every_state", tuple)
        found = prepared.audit(limits.with_share_of_time(FORWARD_SHARE), [*every_state()])
        return Measurement(puzzle, found, prepared)

    def prepared(self, puzzle: AnyPuzzle) -> PuzzleSearch:
        """A* with the heuristic, ready to run."""
        return self._prepared(puzzle, "astar", self.heuristic)

    def _prepared(self, puzzle: AnyPuzzle, algorithm: str, heuristic: str | None) -> PuzzleSearch:
        """A search that sees each state itself, not what may wrongly be taken for its image."""
        options = SearchOptions(
            algorithm,
            heuristic,
            compiled=self.compiled,
            threads=self.threads,
            symmetry=False,
        )
        return prepare(puzzle, options)

    def declared(self, puzzle: AnyPuzzle) -> tuple[str, tuple[str, ...]]:
        """The name of the heuristic, and what its author promises of it."""
        prepared = self.prepared(puzzle)
        promises = ("admissible",) * prepared.admissible + ("consistent",) * prepared.consistent
        return prepared.heuristic_name, promises

    def cheapest(self, puzzle: AnyPuzzle, limits: Limits) -> Solution:
        """A solution that no heuristic had a part in."""
        return self._prepared(puzzle, "uniform-cost", "zero").solve(limits)

    def astar(self, puzzle: AnyPuzzle, limits: Limits) -> Solution:
        """What A* with the heuristic answers."""
        return self.prepared(puzzle).solve(limits)

    def estimate(self, puzzle: AnyPuzzle) -> int | None:
        """What the heuristic says of the start; None if that there is no way."""
        return self.prepared(puzzle).estimate()

    def first_states(self, puzzle: AnyPuzzle, limits: Limits) -> list[Any]:
        """The states nearest to the start, as many as may be expanded."""
        prepared = prepare_space(puzzle, self.compiled)
        return prepared.states_in(prepared.reached(limits, keep_expanded=True).expanded_states)

    # What can be shown

    def counterexample(self, measured: Measurement, limits: Limits) -> Counterexample | None:
        """The wrong state that is nearest to a goal, as a puzzle of its own, with a way there."""
        if measured.found.nearest is None:
            return None
        words, h, distance = cast(tuple[list[int], int, int], measured.found.nearest)
        state = measured.prepared.state_of(words)
        puzzle = measured.puzzle.at(state)
        solution = self.cheapest(puzzle, replace(limits, on_progress=None))
        if solution.cost is not None:
            distance = min(distance, solution.cost)
        return Counterexample(
            puzzle=puzzle if self.estimate(puzzle) == finite(h) else measured.puzzle,
            state=state,
            h=finite(h),
            distance=distance,
            actions=solution.actions,
            states=solution.states,
        )

    def inconsistency(self, measured: Measurement) -> Inconsistency | None:
        """The action along which the heuristic falls most, from the start of a puzzle."""
        if measured.found.steepest is None:
            return None
        start, end, cost, h, child_h = cast(
            tuple[list[int], list[int], int, int, int], measured.found.steepest
        )
        prepared = measured.prepared
        state, child = prepared.state_of(start), prepared.state_of(end)
        puzzle = measured.puzzle.at(state)
        known = self.estimate(puzzle), self.estimate(measured.puzzle.at(child))
        same = known == (finite(h), finite(child_h))
        action = prepared.action_between(start, end, cost)
        shown = puzzle if same else measured.puzzle
        return Inconsistency(shown, state, action, child, cost, finite(h), finite(child_h))

    def wrong_answer(self, puzzle: AnyPuzzle, limits: Limits) -> WrongAnswer | None:
        """The puzzle, if A* answers it wrongly."""
        answer = self.astar(puzzle, limits)
        if answer.status not in ("solved", "unsolvable"):
            return None
        if answer.cost == 0:
            return None
        best = self.cheapest(puzzle, limits)
        if best.cost is None or best.cost == answer.cost:
            return None
        return WrongAnswer(
            puzzle, answer.cost, best.cost, answer.actions, best.actions, best.states
        )


def finite(value: int) -> int | None:
    """A number of the engine; None for its infinity."""
    return None if value == DEAD else value
