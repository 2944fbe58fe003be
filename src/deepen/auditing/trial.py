"""One heuristic on one instance: what the engine sees of it, and what can be shown of that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from deepen import _core
from deepen.auditing.report import Bite, Counterexample, Inconsistency
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.rules import DEAD
from deepen.search.prepared import (
    Prepared,
    PreparedObjects,
    PreparedPuzzle,
    checked_options,
    guarded,
    make_allowance,
    prepare,
)
from deepen.solution import Solution

AnyPuzzle = Puzzle | ObjectPuzzle
FORWARD_SHARE = 0.6
"""Of a time limit, for seeing the states; the distances take less than the rest."""


@dataclass(frozen=True)
class Limits:
    """What one instance may take."""

    time: float | None = None
    memory: int | None = None
    nodes: int | None = None
    on_progress: Callable[[_core.Progress], Any] | None = None
    cancel: _core.Cancel = field(default_factory=_core.Cancel)

    def allowance(self, share: float = 1.0) -> _core.SearchLimits:
        """As the engine wants it."""
        time = None if self.time is None else max(0.0, self.time * share)
        return make_allowance(time, self.memory, self.nodes, self.on_progress, self.cancel)


@dataclass(frozen=True)
class Measured:
    """One instance and everything that the engine found out about it."""

    puzzle: AnyPuzzle
    found: _core.RawAudit
    prepared: Prepared

    @property
    def complete(self) -> bool:
        """Whether the whole of it was seen."""
        return self.found.status == _core.Status.solved

    @property
    def status(self) -> str:
        """`complete`, or what ended it."""
        return "complete" if self.complete else self.found.status.name.replace("_", "-")

    @property
    def is_over(self) -> bool:
        """Whether some estimate is above the distance."""
        return self.found.nearest is not None


class Trial:
    """A heuristic and how to ask about it.

    Args:
        heuristic: its name; None for the puzzle's default.
        compiled: False runs the rules in the interpreter.
    """

    def __init__(self, heuristic: str | None, compiled: bool = True) -> None:
        self.heuristic = heuristic
        self.compiled = compiled

    def measure(self, puzzle: AnyPuzzle, limits: Limits) -> Measured:
        """Sees all states that can be reached, or listed, and compares estimate and distance."""
        prepared = self.prepared(puzzle, "astar", self.heuristic)
        starts = [prepared.start, *_listed(puzzle, prepared)]
        allowance = limits.allowance(FORWARD_SHARE)
        found = guarded(lambda: _core.audit(prepared.rules, starts, allowance), prepared.explain)
        return Measured(puzzle, found, prepared)

    def prepared(self, puzzle: AnyPuzzle, algorithm: str, heuristic: str | None) -> Prepared:
        """A search that is ready to run."""
        options = checked_options(puzzle, algorithm, None, None, True, True, "path", None)
        return prepare(puzzle, heuristic, options, self.compiled)

    def declared(self, puzzle: AnyPuzzle) -> tuple[str, tuple[str, ...]]:
        """The name of the heuristic, and what its author promises of it."""
        prepared = self.prepared(puzzle, "astar", self.heuristic)
        promise: Any = puzzle if prepared.heuristic_name == "heuristic" else None
        if isinstance(prepared, PreparedPuzzle):
            promise = prepared.puzzle.heuristic_named(self.heuristic)[1]
        if promise is None:  # no heuristic is the heuristic 0
            return "zero", ("admissible", "consistent")
        admissible = promise.admissible or promise.consistent
        names = ("admissible",) * admissible + ("consistent",) * promise.consistent
        return prepared.heuristic_name, names

    def cheapest(self, puzzle: AnyPuzzle, limits: Limits) -> Solution:
        """A solution that no heuristic had a part in."""
        return self.prepared(puzzle, "uniform-cost", "zero").run(limits.allowance())

    def astar(self, puzzle: AnyPuzzle, limits: Limits) -> Solution:
        """What A* with the heuristic answers."""
        return self.prepared(puzzle, "astar", self.heuristic).run(limits.allowance())

    def estimate(self, puzzle: AnyPuzzle) -> int | None:
        """What the heuristic says of the start; None if that there is no way."""
        return self.astar(puzzle, Limits(nodes=0)).initial_h

    # What can be shown

    def counterexample(self, measured: Measured, limits: Limits) -> Counterexample | None:
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

    def inconsistency(self, measured: Measured) -> Inconsistency | None:
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
        action = _action(prepared, tuple(start), tuple(end), cost)
        shown = puzzle if same else measured.puzzle
        return Inconsistency(shown, state, action, child, cost, finite(h), finite(child_h))

    def bite(self, puzzle: AnyPuzzle, limits: Limits) -> Bite | None:
        """The puzzle, if A* answers it wrongly."""
        answer = self.astar(puzzle, limits)
        if answer.status not in ("solved", "unsolvable"):
            return None
        if answer.cost == 0:
            return None
        best = self.cheapest(puzzle, limits)
        if best.cost is None or best.cost == answer.cost:
            return None
        return Bite(puzzle, answer.cost, best.cost, answer.actions, best.actions, best.states)


def finite(value: int) -> int | None:
    """A number of the engine; None for its infinity."""
    return None if value == DEAD else value


def _listed(puzzle: AnyPuzzle, prepared: Prepared) -> list[list[int]]:
    """All states, if the puzzle can list them."""
    every_state = getattr(puzzle, "every_state", None)
    if every_state is None:
        return []
    if isinstance(prepared, PreparedObjects):
        return [[prepared.objects.states.of(state)] for state in every_state()]
    assert isinstance(prepared, PreparedPuzzle)
    return [list(prepared.interpreted.words(state)) for state in every_state()]


def _action(prepared: Prepared, start: tuple[int, ...], end: tuple[int, ...], cost: int) -> Any:
    """The first action of that cost from one state to the other, as users see it."""
    if isinstance(prepared, PreparedObjects):
        actions = prepared.objects.expand(start, 0, along=False)
        number = next(a for a, words, c, _ in actions if (words, c) == (end, cost))
        return prepared.objects.actions[number]
    assert isinstance(prepared, PreparedPuzzle)
    actions = prepared.interpreted.expand(start, 0, along=False)
    number = next(a for a, words, c, _ in actions if (words, c) == (end, cost))
    state, child = prepared.state_of(start), prepared.state_of(end)
    return prepared.puzzle.describe_action(state, number, child)
