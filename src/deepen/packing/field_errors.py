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
NO_BRACKETS = "a method without its brackets"
OTHER_SET = "a set of cells goes together with sets of whole numbers alone"


class FieldError(ValueError):
    """A value that a field cannot hold, or does not have."""


class FieldTypeError(TypeError):
    """A use that a field does not allow."""


class FieldAttributeError(AttributeError):
    """A method that a field does not have; the sentence says what to write in its place."""


class FieldIndexError(IndexError):
    """An index beyond the end of an array."""


class FieldKeyError(KeyError):
    """A cell that is not in a set."""

    def __str__(self) -> str:
        return str(self.args[0])


OF_FIELDS = (FieldError, FieldTypeError, FieldAttributeError, FieldIndexError, FieldKeyError)
"""What goes wrong with fields; their words say all."""


def no_field(name: str, known: Iterable[str]) -> str:
    """The sentence on a field that nobody has declared."""
    return f"{NO_STATE_FIELD}'{name}'; State declares: {', '.join(known)}"


# What Python's sets and lists have and fields do not, and what to write.
_OF_SETS = {
    "update": "`child.{0} |= other`",
    "difference_update": "`child.{0} -= other`",
    "intersection_update": "`child.{0} &= other`",
    "symmetric_difference_update": "`child.{0} ^= other`",
    "union": "`state.{0} | other`",
    "difference": "`state.{0} - other`",
    "intersection": "`state.{0} & other`",
    "symmetric_difference": "`state.{0} ^ other`",
    "issuperset": "`state.{0} >= other`",
    "pop": "`cell = min(child.{0})`, then `child.{0}.remove(cell)`",
    "append": "`child.{0}.add(cell)`",
}
_OF_ARRAYS = {
    "sort": "`child.{0} = sorted(child.{0})`",
    "reverse": "`child.{0} = child.{0}[::-1]`",
    "copy": "`state.{0}[:]`",
    "tolist": "`list(state.{0})`",
}
_LENGTHENING = ("append", "extend", "insert", "pop", "remove", "clear")
_CHANGING = ("add", "remove", "discard", "clear", "pop", "update")


def no_method_of_set(name: str, field: str) -> str:
    """The sentence on something that a set of cells in a state does not have."""
    known = "add, remove, discard, clear, copy, isdisjoint, issubset and bits"
    instead = _OF_SETS.get(name)
    advice = f"write {instead.format(field)}" if instead else f"it has {known}"
    return f"the field '{field}' is a set of cells, which has no `{name}`: {advice}"


def no_method_of_cells(name: str) -> str:
    """The same of a set that is no field."""
    if name in _CHANGING:
        return f"{FROZEN}: make another one, with |, &, - or ^"
    instead = _OF_SETS.get(name, "one of copy, isdisjoint, issubset and bits")
    return f"a set of cells has no `{name}`: write {instead.replace('state.{0}', 'cells')}"


def no_method_of_array(name: str, field: str) -> str:
    """The same of an array."""
    if name in _LENGTHENING:
        return (
            f"the field '{field}' is an array, which keeps its length, so it has no `{name}`: "
            f"write `child.{field}[i] = value`"
        )
    instead = _OF_ARRAYS.get(name)
    advice = f"write {instead.format(field)}" if instead else "it has index, count and bits"
    return f"the field '{field}' is an array, which has no `{name}`: {advice}"


def of_uncalled(name: str) -> str:
    """What is wrong with `child = state.copy`, where it is first seen: in `child.man`."""
    return f"`.{name}` of {NO_BRACKETS}"


def no_truth(place: Place) -> str:
    """The sentence on `if state.tiles:`."""
    name = place.name
    instead = f"any(state.{name})" if len(place.shape) == 1 else f"state.{name}[row, column]"
    return f"the field '{name}' is an array, which is neither true nor false: write `{instead}`"


def not_as_whole(place: Place, what: str) -> str:
    """The sentence on a value that cannot be assigned to all of a field."""
    wanted = "a set or a list of cells"
    if place.kind == "array":
        columns = f"{place.shape[-1]} integers"
        wanted = f"a list of {columns}"
        if len(place.shape) > 1:
            wanted = f"a list of {place.shape[0]} rows of {columns}"
    return f"the field '{place.name}' cannot be set to {what} as a whole: it takes {wanted}"


def no_values_for_copy(name: str = "field") -> str:
    """The sentence on `state.copy(man=3)`."""
    return (
        "copy() takes no values: write `child = state.copy()`, and then "
        f"`child.{name} = ...` for each that changes"
    )


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
