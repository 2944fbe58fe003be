"""What can go wrong with the fields of a state, in words; the same compiled and not."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

from deepen._arguments import shown
from deepen.packing.state_layout import Place

STATE_IS_CONSTANT = "the state that a rule is given is constant"
ANSWER_IS_CONSTANT = "this state is constant: change a copy of it, `other = state.copy()`"
STATE_IS_COPIED = "a state is not made by calling its class"
TWO_INDICES = "has two indices: write `[row, column]`"
NOT_FROM_BITS = ".bits can be read alone: not all bits would be values"
NO_STATE_FIELD = "a state has no field "
FROZEN = "a set of the board, or one that an operator has made, is constant"
OTHER_SET = "a set of cells goes together with sets of the state and of the board alone"


class FieldError(ValueError):
    """A value that a field cannot hold, or does not have."""


class FieldTypeError(TypeError):
    """A use that a field does not allow."""


class FieldIndexError(IndexError):
    """An index beyond the end of an array."""


class FieldKeyError(KeyError):
    """A cell that is not in a set."""

    def __str__(self) -> str:
        return str(self.args[0])


OF_FIELDS = (FieldError, FieldTypeError, FieldIndexError, FieldKeyError)
"""What goes wrong with fields; their words say all."""


def no_field(name: str, known: Iterable[str]) -> str:
    """The sentence on a field that nobody has declared."""
    return f"{NO_STATE_FIELD}'{name}'; State declares: {', '.join(known)}"


def number(value: Any, place: Place) -> int:
    """A value for an item of a field, or the error that says why it is none."""
    items = place.items
    if items.is_truth and not isinstance(value, float):
        return int(bool(value))
    try:
        found = operator.index(value)
    except TypeError:
        raise FieldTypeError(
            f"the field '{place.name}' holds integers, not {shown(value)}"
        ) from None
    if not items.low <= found <= items.high:
        raise FieldError(f"the field '{place.name}' cannot hold {found}: {range_of(place)}")
    return found


def range_of(place: Place) -> str:
    """What a field holds."""
    what = "it holds cells" if place.kind == "set" else "its values are"
    low, high = (0, place.count - 1) if place.kind == "set" else (place.items.low, place.items.high)
    return f"{what} {low} to {high}"
