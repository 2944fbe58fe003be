"""Methods of an `ObjectPuzzle` or `ObjectGame`: what they must give before a search goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deepen._arguments import shown
from deepen._diagnose import method_error
from deepen.errors import RuleError


def start_of(owner: Any) -> Any:
    """Its start state; `start` is easily made a value where it is a method."""
    if callable(owner.start):
        return owner.start()
    value = shown(owner.start)
    hint = f"Write a method, `def start(self): return {value}`."
    raise method_error(owner, "start", f"is {value}, not a method", hint)


def actions_of(owner: Any, state: Any) -> Iterator[Any]:
    """The actions of a state, one by one."""
    actions = owner.actions(state)
    try:
        return iter(actions)
    except TypeError:
        reason = f"returned {shown(actions)} for the state {shown(state)}"
        hint = "Return a list of actions, an empty one where there are none; or yield them."
        raise method_error(owner, "actions", reason, hint) from None


def unhashable(owner: Any, method: str, state: Any, error: TypeError) -> RuleError | TypeError:
    """What a state that cannot be a key means; the error itself where it is somebody else's."""
    try:
        hash(state)
    except TypeError:
        reason = f"returned {shown(state)}, and a {type(state).__name__} cannot be a state"
        hint = "States must be hashable: make it a tuple, a frozenset or a frozen dataclass."
        return method_error(owner, method, reason, hint)
    return error
