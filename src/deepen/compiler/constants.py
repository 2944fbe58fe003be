"""Tables that a rule finds under a global name: lists, tuples, dicts and sets, as arrays.

What is compiled reads arrays, so each becomes one or a few. What cannot, because of what is in it,
is told in words. Without Numba: `sequences` and `lookups` say what the arrays are to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Any

import numpy as np

from deepen.packing.machine_word import wrapped

MOST_BYTES = 10**6
"""Of an array inside of machine code: Numba refers to a larger one by its address."""
TOO_LARGE = f"has more than {MOST_BYTES} bytes"


class NotConstantError(Exception):
    """What keeps a value from being a constant of compiled rules: `has a string in it`."""


@dataclass(frozen=True, eq=False)
class FlatConstant:
    """Numbers, or rows of as many each; the kind of each dimension, `list` or `tuple`."""

    kinds: tuple[type, ...]
    items: np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class NestedConstant:
    """Rows of different lengths: row i has the items from offsets[i] to offsets[i + 1]."""

    kind: type
    offsets: np.ndarray[Any, Any]
    items: Constant


Constant = FlatConstant | NestedConstant


@dataclass(frozen=True, eq=False)
class KeysConstant:
    """A set: whole numbers, or tuples of as many each; sorted, to be searched."""

    keys: np.ndarray[Any, Any]
    ordered: FlatConstant


@dataclass(frozen=True, eq=False)
class DictConstant:
    """A dict: its sorted keys with the values in the same order; and both in that of the dict."""

    keys: np.ndarray[Any, Any]
    values: Constant
    ordered: FlatConstant
    ordered_values: Constant


_LARGE = 64  # numbers in a tuple, from which on Numba takes long for it


def as_constant(value: Any) -> Any:
    """What stands for a table in compiled rules; anything else, itself."""
    try:
        return table_of(value)
    except NotConstantError:  # Numba will say that it does not know it
        return value


def table_of(value: Any) -> Any:
    """The same, raising `NotConstantError` for a table that cannot be taken."""
    kind = type(value)
    if kind is dict:
        return constant_dict(value)
    if kind in (set, frozenset):
        return constant_set(value)
    if kind is list:
        return constant_sequence(value)
    if kind is tuple:
        return _constant_tuple(value)
    return value


def _constant_tuple(value: tuple[Any, ...]) -> Any:
    """A small tuple is left to Numba, which knows its length, unless its rows have many lengths."""
    if len(value) <= _LARGE and not any(isinstance(item, (tuple, list)) for item in value):
        return value
    found = constant_sequence(value)
    if not isinstance(found, FlatConstant) or set(found.kinds) != {tuple}:
        return found
    return value if found.items.size <= _LARGE else found


def constant_sequence(value: Sequence[Any]) -> Constant:
    """A list or a tuple as arrays."""
    kind, items = type(value), list(value)
    if all(map(_is_number, items)):
        return FlatConstant((kind,), _array(items))
    inner = {type(item) for item in items}
    if len(inner) > 1 or not inner <= {list, tuple}:
        raise NotConstantError(
            f"has {_in_words(next(x for x in items if not _is_number(x)))} in it"
        )
    rows = [constant_sequence(item) for item in items]
    flat = [row for row in rows if isinstance(row, FlatConstant) and _alike(row, rows[0])]
    if len(flat) == len(rows):
        stacked = np.stack([row.items for row in flat])
        return FlatConstant((kind, *flat[0].kinds), _frozen(stacked))
    offsets = _frozen(np.array([0, *accumulate(map(len, items))], np.int64))
    together = inner.pop()(chain.from_iterable(items))
    return NestedConstant(kind, offsets, constant_sequence(together))


def constant_set(value: set[Any] | frozenset[Any]) -> KeysConstant:
    """A set as arrays."""
    ordered = _keys(sorted(value) if _are_keys(value) else list(value))
    return KeysConstant(ordered.items, ordered)


def constant_dict(value: dict[Any, Any]) -> DictConstant:
    """A dict as arrays."""
    ordered = _keys(list(value))
    keys = sorted(value)
    values = [value[key] for key in keys]
    return DictConstant(
        _keys(keys).items,
        constant_sequence(values),
        ordered,
        constant_sequence(list(value.values())),
    )


def _keys(keys: list[Any]) -> FlatConstant:
    if not _are_keys(keys):
        raise NotConstantError(
            f"has {_in_words(next(x for x in keys if not _is_whole(x)))} as a key"
        )
    found = constant_sequence(keys)
    if not isinstance(found, FlatConstant) or found.items.dtype.kind != "i":
        raise NotConstantError("has keys of different lengths")
    return found


def _are_keys(keys: Any) -> bool:
    """Whether all are whole numbers of 64 bits, or all tuples of them."""
    if all(map(_is_whole, keys)):
        return True
    return all(type(key) is tuple and key and all(map(_is_whole, key)) for key in keys)


def _is_whole(value: Any) -> bool:
    is_number = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    return is_number and wrapped(int(value)) == value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating, np.bool_))


def _array(numbers: list[Any]) -> np.ndarray[Any, Any]:
    if any(isinstance(number, (float, np.floating)) for number in numbers):
        return _frozen(np.array(numbers, np.float64))
    if numbers and all(isinstance(number, (bool, np.bool_)) for number in numbers):
        return _frozen(np.array(numbers, np.bool_))
    return _frozen(np.array([wrapped(int(number)) for number in numbers], np.int64))


def _frozen(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if array.nbytes > MOST_BYTES:
        raise NotConstantError(TOO_LARGE)
    array = np.ascontiguousarray(array)
    array.flags.writeable = False
    return array


def _alike(row: FlatConstant, other: Any) -> bool:
    return (row.kinds, row.items.shape, row.items.dtype) == (
        other.kinds, other.items.shape, other.items.dtype,
    )  # fmt: skip


def _in_words(value: Any) -> str:
    name = type(value).__name__
    known = {"str": "a string", "NoneType": "None", "int": "a number"}
    return known.get(name, f"an {name}" if name[0] in "aeiou" else f"a {name}")
