"""Calling rules as the plain functions that they are: what `puzzles` and `games` share.

Every value is checked, so that what reaches the engine is always well formed, and every error names
the user's own line.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from deepen._arguments import shown
from deepen.compiler.abi import SUCCESSOR_LIMIT, VALUE_LIMIT
from deepen.diagnosis.failures import line_of_return, raised_error, rule_error, value_error
from deepen.diagnosis.hints import state_in_words, value_in_words, yield_hint
from deepen.errors import RuleError
from deepen.interpreter.word_functions import WordFunctions
from deepen.packing.actions import as_rules_see
from deepen.packing.field_errors import NO_BRACKETS
from deepen.packing.machine_word import Word, as_truth, wrapped
from deepen.packing.packed import Packed
from deepen.state import State

Successor = tuple[int, tuple[int, ...], int, int]
"""For the engine: an action, the words of a state, the cost, an estimate."""

_MASK = (1 << 64) - 1


class Interpreter:
    """The rules of one puzzle or game, asked about states as the engine has them.

    Args:
        packed: whose rules.
        width: the words of a state in the engine, which may be more than the rules use.
    """

    def __init__(self, packed: Packed, width: int) -> None:
        self.packed = packed
        self.width = width
        self.padding = (0,) * (width - packed.state_words)
        self.fields = packed.packing.state
        self.twin = WordFunctions()

    def state(self, words: tuple[int, ...]) -> Any:
        """A state as rules see it."""
        if self.fields is not None:
            return self._field_state(words, (Word, as_truth))
        if self.packed.state_words == 1:
            return Word(wrapped(words[0]))
        return tuple(Word(wrapped(word)) for word in words[: self.packed.state_words])

    def _field_state(self, words: Sequence[int], numbers: Any) -> State:
        kind, layout = self.packed.State, self.fields
        assert kind is not None
        assert layout is not None
        return kind.of_words(layout, words[: layout.words], numbers)

    def words(self, state: Any) -> tuple[int, ...]:
        """A state as the engine has it."""
        if self.fields is not None:
            return tuple(state.words) + self.padding
        words = (state,) if self.packed.state_words == 1 else state
        return tuple(int(word) & _MASK for word in words) + self.padding

    def start_words(self) -> list[int]:
        """The start state as the engine has it."""
        start = self.packed.start
        if self.fields is not None:
            return [*start.words, *self.padding]
        words = (start,) if isinstance(start, int) else start
        return [*words, *self.padding]

    def shown(self, state: Any) -> Any:
        """A state as users see it."""
        return self.shown_words(self.words(state))

    def shown_words(self, words: Sequence[int]) -> Any:
        """A state of the engine as users see it."""
        if self.fields is not None:
            return self._field_state(words, (int, bool))
        count = self.packed.state_words
        return words[0] if count == 1 else tuple(words[:count])

    def action(self, number: int) -> Any:
        """An action of the engine as rules have it: the same number, or a tuple."""
        declared = self.packed.packing.actions
        return number if declared is None else declared.given(number)

    def rule_action(self, number: int) -> Any:
        """The same as rules see it, in words."""
        return as_rules_see(self.action(number), Word, as_truth)

    def action_number(self, function: Callable[..., Any], line: int, action: Any) -> int:
        """An action that a rule yields, as the engine has it."""
        declared = self.packed.packing.actions
        if declared is None:
            if not is_value(action):
                raise self.wrong_part(function, line, "action", action)
            return int(action)
        number = declared.number(action)
        if number is None:
            raise value_error(function, line, declared.refusal(action), "")
        return number

    def shown_action(self, state: Any, number: int, child: Any) -> Any:
        """An action of the engine as people write it; the states are those that users see."""
        return self.packed.describe_action(state, self.action(number), child)

    def told(self, rule: str, words: Sequence[int]) -> tuple[Word, ...]:
        """What a rule is told of a position besides its state."""
        return ()

    def call(self, function: Callable[..., Any], state: Any, *more: Any) -> Any:
        """What a rule returns for a state."""
        try:
            return self.twin(function)(self.packed.board, state, *more)
        except RuleError:
            raise
        except Exception as error:
            raise raised_error(function, error, self.shown(state), 2 + len(more)) from error

    def yielded(
        self, function: Callable[..., Any], state: Any, hint: str, *more: Any
    ) -> Iterator[Any]:
        """What a rule yields for a state, each with the line that yields it."""
        generator = self.call(function, state, *more)
        if not inspect.isgenerator(generator):
            raise self.wrong_result(function, (state, *more), generator, hint)
        for count in range(SUCCESSOR_LIMIT + 1):
            try:
                value = next(generator)
            except StopIteration:
                return
            except RuleError:
                raise
            except Exception as error:
                raise raised_error(function, error, self.shown(state), 2 + len(more)) from error
            assert generator.gi_frame is not None  # it has just yielded
            line = generator.gi_frame.f_lineno
            if count == SUCCESSOR_LIMIT:
                raise value_error(
                    function, line, f"more than {SUCCESSOR_LIMIT} successors of one state",
                    "Does the generator end?",
                )  # fmt: skip
            yield line, value

    def is_state(self, state: Any) -> bool:
        """Whether a rule may yield or return this as a state."""
        if self.fields is not None:
            return isinstance(state, State) and state.is_like(self.fields)
        count = self.packed.state_words
        words = (state,) if count == 1 else state
        is_one = isinstance(words, (tuple, list)) and len(words) == count
        return is_one and all(map(is_int, words))

    def yield_hint(self, part: str, value: Any) -> str:
        """What a rule must yield in place of this."""
        return yield_hint(type(self.packed), part, value_in_words(value))

    def wrong_part(
        self, function: Callable[..., Any], line: int, part: str, value: Any
    ) -> RuleError:
        """A rule that yields what cannot be an action, a state, and so on."""
        wanted = f", not {state_in_words(type(self.packed))}" if part == "state" else ""
        reason = f"yields the {part} {shown(value)}{wanted}"
        if inspect.ismethod(value):
            reason = f"yields {NO_BRACKETS} as the {part}{wanted}"
        return value_error(function, line, reason, self.yield_hint(part, value))

    def wrong_result(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], value: Any, hint: str
    ) -> RuleError:
        """A rule that returns what it must not."""
        line = line_of_return(self.twin(function), self.packed.board, *arguments)
        return value_error(function, line, f"returns {shown(value)}", hint)

    def wrong_rule(self, rule: str, reason: str, hint: str) -> RuleError:
        """A rule that is wrong as a whole, whatever it returns at which line."""
        return rule_error(getattr(type(self.packed), rule).function, reason, hint)


def is_int(value: Any) -> bool:
    """A whole number, of Python's or of numpy's; a truth value is 0 or 1."""
    if isinstance(value, int):
        return True
    return getattr(getattr(value, "dtype", None), "kind", "") in ("i", "u", "b")


def is_value(value: Any) -> bool:
    """An integer that fits where the engine keeps actions, costs and estimates."""
    return is_int(value) and 0 <= value <= VALUE_LIMIT
