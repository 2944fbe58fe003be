"""What was found as data: all of it such as JSON takes, or the beginning for `repr`."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from numbers import Integral, Real
from typing import Any

from deepen.formatting.states import state_in_short
from deepen.state import State

_BRIEF = reprlib.Repr()
_BRIEF.maxlist = 4
_BRIEF.maxother = _BRIEF.maxstring = 40
_MOST_CHARACTERS = 200  # of a list
_MOST_OF_A_STATE = 40


def plain(value: Any) -> Any:
    """The same in numbers, texts, lists and dicts; of objects that are none, their text."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, (Integral, Real)):
        return int(value) if isinstance(value, Integral) else float(value)
    if isinstance(value, State):
        return value.as_dict()
    if is_dataclass(value):
        told = [each.name for each in fields(value) if each.metadata.get("told", True)]
        return {name: plain(getattr(value, name)) for name in told}
    return _plain_items(value)


def _plain_items(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, Set):
        return [plain(item) for item in _in_order(value)]
    return value.tolist() if hasattr(value, "tolist") else str(value)  # numpy's arrays


def _in_order(items: Set[Any]) -> list[Any]:
    try:
        return sorted(items)
    except TypeError:  # of several kinds
        return sorted(items, key=repr)


def answer_in_short(answer: Any) -> str:
    """A dataclass as it writes itself, long lists and objects cut."""
    shown = {field.name: getattr(answer, field.name) for field in fields(answer) if field.repr}
    said = ", ".join(f"{name}={_in_short(name, value)}" for name, value in shown.items())
    return f"{type(answer).__name__}({said})"


def _in_short(name: str, value: Any) -> str:
    if name == "states" and isinstance(value, list):
        shown = [state_in_short(state, _MOST_OF_A_STATE) for state in value[: _BRIEF.maxlist]]
        return f"[{', '.join(shown + ['...'] * (len(value) > len(shown)))}]"
    said = _BRIEF.repr(value)
    return said if len(said) <= _MOST_CHARACTERS else f"{said[: _MOST_CHARACTERS - 4]}...]"
