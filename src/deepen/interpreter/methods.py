"""Calling methods of an `ObjectPuzzle` or `ObjectGame`: what `Objects` and `GameObjects` share.

The engine sees numbers; who has which is kept here, and what methods give is checked before.
"""

from __future__ import annotations

from types import MethodType
from typing import Any

from deepen._arguments import shown
from deepen.diagnosis.failures import method_error
from deepen.errors import RuleError

_START_HINT = "A class says `start = ...`, or its __init__ calls `super().__init__(start)`."


class Interner:
    """A number for each of some Python objects, equal for equal ones, in order of arrival."""

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.numbers: dict[Any, int] = {}

    def __getitem__(self, number: int) -> Any:
        return self.objects[number]

    def of(self, value: Any) -> int:
        """The number of an object."""
        number = self.numbers.setdefault(value, len(self.objects))
        if number == len(self.objects):
            self.objects.append(value)
        return number

    def of_any(self, value: Any) -> int:
        """The same; an object that cannot be hashed gets a number of its own each time."""
        try:
            return self.of(value)
        except TypeError:
            self.objects.append(value)
            return len(self.objects) - 1


def start_of(owner: Any) -> Any:
    """Its start state, which is easily forgotten, or made a method where it is a value."""
    start = getattr(owner, "start", None)
    if start is None:
        name = type(owner).__name__
        raise RuleError(f"{name} has no start", hint=f"Give it one: `{name}(start)`. {_START_HINT}")
    if isinstance(start, MethodType):
        raise method_error(owner, "start", "is a method, not a state", _START_HINT)
    return start


def no_actions(owner: Any, state: Any, actions: Any) -> RuleError:
    """A method `actions` that returned what has none."""
    reason = f"returned {shown(actions)} for the state {shown(state)}"
    hint = "Return a list of actions, an empty one where there are none; or yield them."
    return method_error(owner, "actions", reason, hint)


def number_of(states: Interner, owner: Any, name: str, state: Any) -> int:
    """The number of a state that a method has returned, or that is the start."""
    try:
        return states.of(state)
    except TypeError as error:
        raise unhashable(owner, name, state, error) from None


def unhashable(owner: Any, name: str, state: Any, error: TypeError) -> RuleError | TypeError:
    """What a state that cannot be a key means; the error itself where it is somebody else's."""
    try:
        hash(state)
    except TypeError:
        verb = "is" if name == "start" else "returned"
        reason = f"{verb} {shown(state)}, and a {type(state).__name__} cannot be a state"
        hint = "States must be hashable: make it a tuple, a frozenset or a frozen dataclass."
        return method_error(owner, name, reason, hint)
    return error
