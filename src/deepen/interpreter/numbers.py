"""The rules `rank` and `unrank` in the interpreter, which a puzzle or a game may have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deepen.diagnosis.failures import raised_error
from deepen.diagnosis.hints import return_hint, value_in_words
from deepen.errors import RuleError
from deepen.interpreter.calls import Interpreter, is_int
from deepen.packing.machine_word import Word


class NumberedStates(Interpreter):
    """States by their numbers, where there are such rules."""

    packed: Any

    def rank(self, words: tuple[int, ...]) -> int:
        """The number of a state."""
        state, function = self.state(words), self._function("rank")
        found = self.call(function, state)
        if not is_int(found) or not 0 <= found < self.packed.ranks:
            hint = return_hint("rank", value_in_words(found))
            raise self.wrong_result(function, (state,), found, hint)
        return int(found)

    def unrank(self, number: int) -> tuple[int, ...]:
        """The state of a number."""
        blank = () if self.fields is None else (self.state((0,) * self.width),)
        function, given = self._function("unrank"), (Word(number), *blank)
        try:
            found = self.twin(function)(self.packed.board, *given)
        except RuleError:
            raise
        except Exception as error:
            raise raised_error(function, error, f"number {number}", 1 + len(given)) from error
        return self._checked("unrank", function, given, found)

    def _checked(
        self, rule: str, function: Callable[..., Any], given: tuple[Any, ...], found: Any
    ) -> tuple[int, ...]:
        """The words of a state that a rule returns."""
        if not self.is_state(found):
            hint = return_hint(rule, value_in_words(found))
            raise self.wrong_result(function, given, found, hint)
        return self.words(found)

    def _function(self, rule: str) -> Callable[..., Any]:
        declared: Callable[..., Any] = getattr(type(self.packed), rule).function
        return declared
