"""Rules of puzzles in the interpreter, behind the same door as compiled ones.

The engine asks for successors as (action, words, cost, estimate). `InterpretedPuzzle` answers with
the rules of a `Puzzle`, `Objects` with the methods of an `ObjectPuzzle`, which is never compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deepen._arguments import shown
from deepen._core import PythonPuzzleRules
from deepen.compiler.abi import GOAL_FLAG, SUCCESSOR_LIMIT
from deepen.diagnosis.failures import method_error
from deepen.diagnosis.hints import return_hint, value_in_words, yield_hint
from deepen.errors import RuleError
from deepen.interpreter.calls import Successor, is_int, is_value
from deepen.interpreter.methods import no_actions, number_of, unhashable
from deepen.interpreter.objects import NumberedObjects
from deepen.interpreter.ways import OptionalRules
from deepen.packing.machine_word import Word
from deepen.puzzle import ObjectPuzzle, Puzzle, Step
from deepen.rules import Heuristic


class InterpretedPuzzle(OptionalRules):
    """The rules of a `Puzzle`."""

    def __init__(self, puzzle: Puzzle, heuristic: Heuristic | None, width: int) -> None:
        super().__init__(puzzle, width)
        self.puzzle = puzzle
        self.heuristic = heuristic

    def rules(self, canonical: bool = False) -> PythonPuzzleRules:
        """For the engine."""
        kind = type(self.puzzle)
        goes_back = kind.reversible or kind.predecessors is not None
        return PythonPuzzleRules(
            self.width,
            self.expand,
            self.is_goal,
            self.estimate if self.heuristic is not None else None,
            self.canonical if canonical and kind.canonical is not None else None,
            self.predecessors if goes_back else None,
            self.rank if self.puzzle.ranks is not None else None,
            self.unrank if self.puzzle.ranks is not None else None,
        )

    def legal_moves(self) -> list[Step]:
        """What can be done at the start, for people."""
        found = []
        for number, words, cost, _ in self.expand(tuple(self.start_words()), 0, along=False):
            there = self.shown_words(words)
            text = str(self.shown_action(self.puzzle.start, number, there))
            found.append(Step(text, self.action(number), there, cost))
        return found

    def retrace(self, words: tuple[int, ...]) -> None:
        """Asks everything about a state, for the error that it gives."""
        self.is_goal(words)
        estimate = self.estimate(words) if self.heuristic else 0
        for successor in self.expand(words, estimate, along=True):
            self.is_goal(successor[1])
        kind = type(self.puzzle)
        for rule in ("canonical", "predecessors"):
            if getattr(kind, rule) is not None:
                getattr(self, rule)(words)
        if self.puzzle.ranks is not None:
            self.unrank(self.rank(words))

    def is_goal(self, words: tuple[int, ...]) -> bool:
        function, state = type(self.puzzle).is_goal.function, self.state(words)
        value = self.call(function, state)
        if not is_int(value):
            hint = return_hint("is_goal", value_in_words(value))
            raise self.wrong_result(function, (state,), value, hint)
        return bool(value)

    def estimate(self, words: tuple[int, ...]) -> int:
        assert self.heuristic is not None
        return self._estimate(self.heuristic.function, self.state(words))

    def expand(self, words: tuple[int, ...], estimate: int, along: bool) -> list[Successor]:
        function, state = type(self.puzzle).successors.function, self.state(words)
        found: list[Successor] = []
        hint = f"successors must yield its successors. {self.yield_hint('', None)}"
        for line, value in self.yielded(function, state, hint):
            action, child, cost = self.checked_successor(function, line, value)
            words = self.words(child)
            h = self._child_estimate(state, estimate, action, child) if along else 0
            if along and self.is_goal(words):
                h |= GOAL_FLAG
            found.append((action, words, cost, h))
        return found

    def _child_estimate(self, state: Any, estimate: int, action: int, child: Any) -> int:
        if self.heuristic is None:
            return 0
        child = self.state(self.words(child))
        if self.heuristic.step is None:
            return self._estimate(self.heuristic.function, child)
        given = (Word(estimate), self.rule_action(action), child)
        return self._estimate(self.heuristic.step, state, *given)

    def _estimate(self, function: Callable[..., Any], *arguments: Any) -> int:
        value = self.call(function, *arguments)
        if not is_value(value):
            hint = return_hint("a heuristic", value_in_words(value))
            raise self.wrong_result(function, arguments, value, hint)
        return int(value)


class Objects(NumberedObjects):
    """The rules of an `ObjectPuzzle`, with its heuristic or without."""

    def __init__(self, puzzle: ObjectPuzzle, with_heuristic: bool = False) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle
        self.with_heuristic = with_heuristic

    def rules(self, canonical: bool = False) -> PythonPuzzleRules:
        """For the engine."""
        canonical = canonical and hasattr(self.puzzle, "canonical")
        goes_back = self.puzzle.reversible or hasattr(self.puzzle, "predecessors")
        return PythonPuzzleRules(
            1,
            self.expand,
            self.is_goal,
            self.estimate if self.with_heuristic else None,
            self.canonical if canonical else None,
            self.predecessors if goes_back else None,
        )

    def legal_moves(self) -> list[Step]:
        """What can be done at the start, for people."""
        start = (self.states.of(self.puzzle.start),)
        return [
            Step(str(self.actions[number]), self.actions[number], self.states[child[0]], cost)
            for number, child, cost, _ in self.expand(start, 0, along=False)
        ]

    def retrace(self, words: tuple[int, ...]) -> None:
        """Asks everything about a state, for the error that it gives."""
        self.is_goal(words)
        self.expand(words, 0, along=True)
        for rule in ("canonical", "predecessors"):
            if hasattr(self.puzzle, rule):
                getattr(self, rule)(words)

    def is_goal(self, words: tuple[int, ...]) -> bool:
        return self._is_goal(self.states[words[0]])

    def _is_goal(self, state: Any) -> bool:
        value: Any = self.puzzle.is_goal(state)
        if value is None:
            hint = return_hint("is_goal", value_in_words(None))
            raise method_error(self.puzzle, "is_goal", "returned None", hint)
        return bool(value)

    def estimate(self, words: tuple[int, ...]) -> int:
        return self._in_range(self.puzzle.heuristic(self.states[words[0]]), "heuristic")

    def expand(self, words: tuple[int, ...], estimate: int, along: bool) -> list[Successor]:
        state = self.states[words[0]]
        found: list[Successor] = []
        actions = self.puzzle.actions(state)
        try:
            actions = iter(actions)
        except TypeError:
            raise no_actions(self.puzzle, state, actions) from None
        for action in actions:
            child = self.puzzle.result(state, action)
            cost = self._in_range(self.puzzle.cost(state, action, child), "cost")
            h = 0
            if along and self.with_heuristic:
                h = self._in_range(self.puzzle.heuristic(child), "heuristic")
            if along and self._is_goal(child):
                h |= GOAL_FLAG
            if len(found) == SUCCESSOR_LIMIT:
                raise RuleError(f"more than {SUCCESSOR_LIMIT} actions in state {state!r}")
            try:
                found.append((self.actions.of_any(action), (self.states.of(child),), cost, h))
            except TypeError as error:
                raise unhashable(self.puzzle, "result", child, error) from None
        return found

    def canonical(self, words: tuple[int, ...]) -> tuple[int, ...]:
        """The state that stands for this one and its images."""
        puzzle: Any = self.puzzle
        found = puzzle.canonical(self.states[words[0]])
        return (number_of(self.states, puzzle, "canonical", found),)

    def predecessors(self, words: tuple[int, ...]) -> list[Successor]:
        """The states from which one action leads here, each with that action and its cost."""
        if self.puzzle.reversible:
            return self.expand(words, 0, along=False)
        puzzle: Any = self.puzzle
        here = self.states[words[0]]
        found: list[Successor] = []
        for yielded in puzzle.predecessors(here):
            if not isinstance(yielded, tuple) or len(yielded) != 2:
                reason = f"yielded {shown(yielded)} for the state {shown(here)}"
                raise method_error(puzzle, "predecessors", reason, "Yield `action, state`.")
            action, before = yielded
            number = number_of(self.states, puzzle, "predecessors", before)
            cost = self._in_range(puzzle.cost(before, action, here), "cost")
            found.append((self.actions.of_any(action), (number,), cost, 0))
        return found

    def goals(self) -> list[tuple[int, ...]]:
        """All goals, in the order of the method."""
        puzzle: Any = self.puzzle
        return [(number_of(self.states, puzzle, "goals", goal),) for goal in puzzle.goals()]

    def _in_range(self, value: Any, name: str) -> int:
        if not is_value(value):
            kind = value_in_words(value)
            hint = yield_hint(Puzzle, "cost", kind) if name == "cost" else return_hint(name, kind)
            raise method_error(self.puzzle, name, f"returned {shown(value)}", hint)
        return int(value)
