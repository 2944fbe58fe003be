"""Methods of an `ObjectPuzzle` or `ObjectGame`: what they must give before a search goes on."""

from __future__ import annotations

from typing import Any

from deepen._arguments import shown
from deepen.diagnosis.failures import method_error
from deepen.errors import RuleError
from deepen.interpreter.calls import Numbering


def start_of(owner: Any) -> Any:
    """Its start state; `start` is easily made a value where it is a method."""
    if callable(owner.start):
        return owner.start()
    value = shown(owner.start)
    hint = f"Write a method, `def start(self): return {value}`."
    raise method_error(owner, "start", f"is {value}, not a method", hint)


def no_actions(owner: Any, state: Any, actions: Any) -> RuleError:
    """A method `actions` that returned what has none."""
    reason = f"returned {shown(actions)} for the state {shown(state)}"
    hint = "Return a list of actions, an empty one where there are none; or yield them."
    return method_error(owner, "actions", reason, hint)


def number_of(states: Numbering, owner: Any, method: str, state: Any) -> int:
    """The number of a state that a method has returned."""
    try:
        return states.of(state)
    except TypeError as error:
        raise unhashable(owner, method, state, error) from None


def unhashable(owner: Any, method: str, state: Any, error: TypeError) -> RuleError | TypeError:
    """What a state that cannot be a key means; the error itself where it is somebody else's."""
    try:
        hash(state)
    except TypeError:
        reason = f"returned {shown(state)}, and a {type(state).__name__} cannot be a state"
        hint = "States must be hashable: make it a tuple, a frozenset or a frozen dataclass."
        return method_error(owner, method, reason, hint)
    return error
