"""The optional rules of a `Puzzle` in the interpreter: symmetry, the way back, goals."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from deepen._arguments import shown
from deepen.diagnosis.failures import raised_error, value_error
from deepen.errors import InputError, RuleError
from deepen.interpreter.calls import Successor, is_value
from deepen.interpreter.numbers import NumberedStates


class OptionalRules(NumberedStates):
    """What a puzzle may say besides what leads where; each is asked for only where there is one."""

    def canonical(self, words: tuple[int, ...]) -> tuple[int, ...]:
        """The state that stands for this one and its images."""
        state, function = self.state(words), self._function("canonical")
        return self._checked("canonical", function, (state,), self.call(function, state))

    def predecessors(self, words: tuple[int, ...]) -> list[Successor]:
        """The states from which one action leads here, each with that action and its cost."""
        if self.packed.reversible:
            return self.reached("successors", words)
        return self.reached("predecessors", words)

    def goals(self) -> list[tuple[int, ...]]:
        """All goals, in the order of the rule."""
        function = self._function("goals")
        found = []
        try:
            generator = self.twin(function)(self.packed.board)
            if not inspect.isgenerator(generator):
                raise value_error(
                    function, function.__code__.co_firstlineno, f"returns {shown(generator)}",
                    "goals must yield its goals, each as a start is given.",
                )  # fmt: skip
            for value in generator:
                assert generator.gi_frame is not None  # it has just yielded
                found.append(self._goal(function, generator.gi_frame.f_lineno, value))
        except RuleError:
            raise
        except Exception as error:
            raise raised_error(function, error, "any", 1) from error
        return found

    def _goal(self, function: Callable[..., Any], line: int, value: Any) -> tuple[int, ...]:
        try:
            goal = self.packed.checked_state(value)
        except InputError as error:
            reason = str(error).replace("the start state", "the goal")
            raise value_error(function, line, reason, "A goal is given as a start is.") from None
        return self.words(goal)

    def reached(self, rule: str, words: tuple[int, ...]) -> list[Successor]:
        """What a rule yields, without estimates."""
        function, found = self._function(rule), []
        hint = f"{rule} must yield its {rule}. {self.yield_hint('', None)}"
        for line, value in self.yielded(function, self.state(words), hint):
            action, other, cost = self.checked_successor(function, line, value)
            found.append((action, self.words(other), cost, 0))
        return found

    def checked_successor(
        self, function: Callable[..., Any], line: int, yielded: Any
    ) -> tuple[int, Any, int]:
        """An action, a state and a cost that a rule yields."""
        if not isinstance(yielded, tuple) or len(yielded) not in (2, 3):
            reason = f"yields {shown(yielded)}, not (action, state[, cost])"
            raise value_error(function, line, reason, self.yield_hint("", yielded))
        action, child, cost = yielded if len(yielded) == 3 else (*yielded, 1)
        if not self.is_state(child):
            raise self.wrong_part(function, line, "state", child)
        number = self.action_number(function, line, action)
        if not is_value(cost):
            raise self.wrong_part(function, line, "cost", cost)
        return number, child, int(cost)
