"""The constants of a board without declared types: these are taken from the values."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from deepen._arguments import is_integer, shown
from deepen._signals import deferred
from deepen.errors import InputError
from deepen.packing.layout import CELLS, FieldKind

_WORD_BITS = 64
_SMALLEST = ("i2", "i4", "i8", "u8")


def inferred_fields(owner: str, values: Mapping[str, Any]) -> dict[str, FieldKind]:
    """A declaration for each constant; equal for values of equal shape and not too unequal size."""
    return {name: _kind_of(owner, name, value) for name, value in values.items()}


def _kind_of(owner: str, name: str, value: Any) -> FieldKind:
    if isinstance(value, (bool, int)):
        return "u8" if value >= 1 << 63 else "i8"
    if isinstance(value, float):
        return "f8"
    if _has_sets(value):
        return CELLS, _set_shape(owner, name, value)
    return _array_kind(owner, name, value)


def _has_sets(value: Any) -> bool:
    """Whether it is a set of cells, or a nested list of such sets."""
    if isinstance(value, (list, tuple)):
        return len(value) > 0 and _has_sets(value[0])
    return isinstance(value, Set)


def _set_shape(owner: str, name: str, value: Any) -> tuple[int, ...]:
    """The lengths of the lists, and last the words of each set, of the largest of them all."""
    if isinstance(value, (list, tuple)):
        inner = [_set_shape(owner, name, item) for item in value]
        if len({shape[:-1] for shape in inner}) > 1:
            raise _unusable(owner, name, value, "its rows differ in length")
        return (len(value), *inner[0][:-1], max(shape[-1] for shape in inner))
    is_cells = isinstance(value, Set) and all(is_integer(cell) and cell >= 0 for cell in value)
    if not is_cells:
        raise _unusable(owner, name, value, "a set holds cells, which are integers from 0 on")
    return (-(-(1 + max(map(int, value), default=0)) // _WORD_BITS),)


def _array_kind(owner: str, name: str, value: Any) -> FieldKind:
    with deferred():
        import numpy as np  # lazy: start-up

    try:
        array = np.asarray(value)
    except ValueError:
        raise _unusable(owner, name, value, "its rows differ in length") from None
    if array.size == 0:
        raise _unusable(owner, name, value, "it is empty, so its shape is not known")
    kind = {"b": "b1", "f": "f8"}.get(array.dtype.kind, "")
    if array.dtype.kind in "iuO":
        kind = _whole_kind(array)
    if not kind:
        raise _unusable(owner, name, value, "it is not made of integers")
    return (kind, array.shape) if array.ndim else kind


def _whole_kind(array: Any) -> str:
    """The smallest of a few types: fewer types are more often the same."""
    import numpy as np  # lazy: start-up

    if array.dtype.kind == "O" and not all(isinstance(item, int) for item in array.flat):
        return ""
    low, high = int(array.min()), int(array.max())
    for kind in _SMALLEST:
        limits = np.iinfo(kind)
        if limits.min <= low and high <= limits.max:
            return kind
    return ""


def _unusable(owner: str, name: str, value: Any, reason: str) -> InputError:
    return InputError(
        f"the board of {owner} has {shown(value)} as '{name}', and {reason}; a constant is an "
        "integer, a nested list or array of integers, or a set of cells"
    )
