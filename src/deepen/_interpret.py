"""Rules in the interpreter, behind the same door as compiled ones.

The engine asks for successors as (action, words, cost, estimate); these classes answer with the
user's own functions and check every value, so that what reaches the engine is always well formed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from deepen._core import GOAL_FLAG, SUCCESSOR_LIMIT, VALUE_LIMIT, PythonRules
from deepen._diagnose import line_of_return, raised_error, value_error
from deepen._words import Word, wrapped
from deepen.errors import RuleError
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.rules import Heuristic

Successor = tuple[int, tuple[int, ...], int, int]

_MASK = (1 << 64) - 1


class InterpretedPuzzle:
    """The rules of a `Puzzle`, run as the plain functions that they are."""

    def __init__(self, puzzle: Puzzle, heuristic: Heuristic | None, width: int) -> None:
        self.puzzle = puzzle
        self.heuristic = heuristic
        self.padding = (0,) * (width - puzzle.state_words)
        self.width = width

    def rules(self) -> PythonRules:
        """For the engine."""
        estimate = self.estimate if self.heuristic is not None else None
        return PythonRules(self.width, self.expand, self.is_goal, estimate)

    def is_goal(self, words: tuple[int, ...]) -> bool:
        function, state = type(self.puzzle).is_goal.function, self._state(words)
        value = self._call(function, state)
        if not (_is_int(value) or _is_truth(value)):
            raise self._wrong_result(function, (state,), value, "is_goal returns True or False.")
        return bool(value)

    def estimate(self, words: tuple[int, ...]) -> int:
        assert self.heuristic is not None
        return self._estimate(self.heuristic.function, self._state(words))

    def expand(self, words: tuple[int, ...], estimate: int, along: bool) -> list[Successor]:
        function = type(self.puzzle).successors.function
        state = self._state(words)
        found: list[Successor] = []
        generator = self._call(function, state)
        if not inspect.isgenerator(generator):
            hint = "successors must yield its successors: `yield action, state[, cost]`."
            raise self._wrong_result(function, (state,), generator, hint)
        while True:
            try:
                yielded = next(generator)
            except StopIteration:
                return found
            except RuleError:
                raise
            except Exception as error:
                raise raised_error(function, error, self._shown(state)) from error
            assert generator.gi_frame is not None  # it has just yielded
            line = generator.gi_frame.f_lineno
            if len(found) == SUCCESSOR_LIMIT:
                raise value_error(
                    function, line, f"more than {SUCCESSOR_LIMIT} successors of one state",
                    "Does the generator end?",
                )  # fmt: skip
            action, child, cost = self._checked_successor(function, line, yielded)
            words = self._words(child)
            h = self._child_estimate(state, estimate, action, child) if along else 0
            if along and self.is_goal(words):
                h |= GOAL_FLAG
            found.append((action, words, cost, h))

    def _state(self, words: tuple[int, ...]) -> Any:
        if self.puzzle.state_words == 1:
            return Word(wrapped(words[0]))
        return tuple(Word(wrapped(word)) for word in words[: self.puzzle.state_words])

    def _words(self, state: Any) -> tuple[int, ...]:
        words = (state,) if self.puzzle.state_words == 1 else state
        return tuple(int(word) & _MASK for word in words) + self.padding

    def _shown(self, state: Any) -> Any:
        words = self._words(state)[: self.puzzle.state_words]
        return words[0] if len(words) == 1 else words

    def _call(self, function: Callable[..., Any], state: Any, *more: Any) -> Any:
        try:
            return function(self.puzzle.board, state, *more)
        except RuleError:
            raise
        except Exception as error:
            raise raised_error(function, error, self._shown(state)) from error

    def _child_estimate(self, state: Any, estimate: int, action: int, child: Any) -> int:
        if self.heuristic is None:
            return 0
        child = self._state(self._words(child))
        if self.heuristic.step is None:
            return self._estimate(self.heuristic.function, child)
        given = (Word(estimate), Word(action), child)
        return self._estimate(self.heuristic.step, state, *given)

    def _checked_successor(
        self, function: Callable[..., Any], line: int, yielded: Any
    ) -> tuple[int, Any, int]:
        shape = "`yield action, state` or `yield action, state, cost`."
        if not isinstance(yielded, tuple) or len(yielded) not in (2, 3):
            raise value_error(function, line, f"yields {yielded!r}", shape)
        action, child, cost = yielded if len(yielded) == 3 else (*yielded, 1)
        count = self.puzzle.state_words
        words = (child,) if count == 1 else child
        if not isinstance(words, tuple) or len(words) != count or not all(map(_is_int, words)):
            raise value_error(function, line, f"yields the state {child!r}", shape)
        for value, name in ((action, "action"), (cost, "cost")):
            if not _is_int(value) or not 0 <= value <= VALUE_LIMIT:
                raise value_error(
                    function, line, f"yields the {name} {value!r}",
                    f"Actions and costs are integers from 0 to {VALUE_LIMIT}.",
                )  # fmt: skip
        return int(action), child, int(cost)

    def _estimate(self, function: Callable[..., Any], *arguments: Any) -> int:
        value = self._call(function, *arguments)
        if not (_is_int(value) or _is_truth(value)) or not 0 <= value <= VALUE_LIMIT:
            hint = f"An estimate is an integer from 0 to {VALUE_LIMIT}, which is deepen.DEAD."
            raise self._wrong_result(function, arguments, value, hint)
        return int(value)

    def _wrong_result(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], value: Any, hint: str
    ) -> RuleError:
        line = line_of_return(function, self.puzzle.board, *arguments)
        return value_error(function, line, f"returns {value!r}", hint)


class Objects:
    """The rules of an `ObjectPuzzle`; the engine sees the number of each state and action."""

    def __init__(self, puzzle: ObjectPuzzle) -> None:
        self.puzzle = puzzle
        self.states: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.actions: list[Any] = []
        self.action_numbers: dict[Any, int] = {}

    def rules(self, with_heuristic: bool) -> PythonRules:
        """For the engine."""
        self.with_heuristic = with_heuristic
        estimate = self.estimate if with_heuristic else None
        return PythonRules(1, self.expand, self.is_goal, estimate)

    def number(self, state: Any) -> int:
        """Equal states get equal numbers, in order of arrival."""
        number = self.numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def is_goal(self, words: tuple[int, ...]) -> bool:
        return bool(self.puzzle.is_goal(self.states[words[0]]))

    def estimate(self, words: tuple[int, ...]) -> int:
        return self._in_range(self.puzzle.heuristic(self.states[words[0]]), "heuristic")

    def expand(self, words: tuple[int, ...], estimate: int, along: bool) -> list[Successor]:
        state = self.states[words[0]]
        found: list[Successor] = []
        for action in self.puzzle.actions(state):
            child = self.puzzle.result(state, action)
            cost = self._in_range(self.puzzle.cost(state, action, child), "cost")
            h = 0
            if along and self.with_heuristic:
                h = self._in_range(self.puzzle.heuristic(child), "heuristic")
            if along and self.puzzle.is_goal(child):
                h |= GOAL_FLAG
            if len(found) == SUCCESSOR_LIMIT:
                raise RuleError(f"more than {SUCCESSOR_LIMIT} actions in state {state!r}")
            found.append((self._action_number(action), (self.number(child),), cost, h))
        return found

    def _action_number(self, action: Any) -> int:
        try:
            number = self.action_numbers.setdefault(action, len(self.actions))
        except TypeError:  # not hashable: it gets a number of its own each time
            number = len(self.actions)
        if number == len(self.actions):
            self.actions.append(action)
        return number

    def _in_range(self, value: Any, name: str) -> int:
        if not _is_int(value) or not 0 <= value <= VALUE_LIMIT:
            raise RuleError(
                f"{type(self.puzzle).__name__}.{name} returned {value!r}",
                hint=f"It must be an integer from 0 to {VALUE_LIMIT}.",
            )
        return int(value)


def _is_int(value: Any) -> bool:
    """An integer of Python's or, where a rule has a table of numpy's, one of those."""
    if isinstance(value, int):
        return not isinstance(value, bool)
    return getattr(getattr(value, "dtype", None), "kind", "") in ("i", "u")


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b"
