"""Global dicts and sets of whole numbers, or of tuples of them, as constants. Imports Numba.

Their keys are sorted and searched; where they are numbers without gaps, the first look finds them.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core.datamodel import models
from numba.core.imputils import lower_constant
from numba.core.typing.typeof import typeof_impl
from numba.extending import (
    intrinsic,
    lower_builtin,
    overload,
    overload_method,
    register_jitable,
    register_model,
)

from deepen.compiler.constants import DictConstant, KeysConstant
from deepen.compiler.integers import is_number
from deepen.compiler.sequences import member, struct_constant


class LookupType(types.IterableType):
    """A set, or a dict if it has values.

    Attributes:
        width: the numbers of a key that is a tuple; 0 for one that is a number.
    """

    def __init__(self, width: int, ordered: Any, values: Any = None) -> None:
        self.width = width
        keys = types.Array(types.int64, 2 if width else 1, "C", readonly=True)
        self.members = {"keys": keys, "ordered": ordered}
        if values is not None:
            self.members |= {"values": values[0], "ordered_values": values[1]}
        super().__init__(name=f"Lookup({width}, {ordered}, {values})")

    @property
    def iterator_type(self) -> Any:
        return self.members["ordered"].iterator_type


@register_model(LookupType)
class _LookupModel(models.StructModel):
    def __init__(self, manager: Any, kind: LookupType) -> None:
        super().__init__(manager, kind, list(kind.members.items()))


@typeof_impl.register(KeysConstant)
def _type_of_set(value: KeysConstant, context: Any) -> Any:
    return LookupType(_width(value.keys), typeof_impl(value.ordered, context))


@typeof_impl.register(DictConstant)
def _type_of_dict(value: DictConstant, context: Any) -> Any:
    values = typeof_impl(value.values, context), typeof_impl(value.ordered_values, context)
    return LookupType(_width(value.keys), typeof_impl(value.ordered, context), values)


def _width(keys: Any) -> int:
    return int(keys.shape[1]) if keys.ndim > 1 else 0


@lower_constant(LookupType)
def _lower(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    parts = {name: getattr(value, name) for name in kind.members}
    return struct_constant(context, builder, kind, **parts)


@lower_builtin("getiter", LookupType)
def _getiter(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    (kind,) = signature.args
    ordered = context.make_helper(builder, kind, value=arguments[0]).ordered
    go = signature.return_type(kind.members["ordered"])
    return context.get_function("getiter", go)(builder, [ordered])


keys_of, ordered_of, values_of, ordered_values_of = map(
    member, ("keys", "ordered", "values", "ordered_values")
)


@intrinsic
def _as_key(context: Any, key: Any) -> Any:
    """A number, or a tuple of numbers, all of 64 bits."""
    whole = types.int64 if is_number(key) else types.UniTuple(types.int64, len(key))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], key, whole)

    return whole(key), generate


def _takes(table: Any, key: Any) -> bool:
    if not isinstance(table, LookupType):
        return False
    if table.width == 0:
        return is_number(key)
    is_tuple = isinstance(key, types.BaseTuple) and len(key) == table.width
    return is_tuple and all(map(is_number, key))


@register_jitable
def _find_number(keys: Any, key: Any) -> Any:
    """Where a key is, -1 for one that is not there."""
    low, high = 0, len(keys)
    if high == 0:
        return -1
    guess = key - keys[0]
    if 0 <= guess < high and keys[guess] == key:
        return guess
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else -1


@register_jitable
def _order(keys: Any, i: Any, key: Any) -> Any:
    """Below 0, 0 or above as the tuple at a place comes before a key, is it or comes after."""
    for j in range(len(key)):
        if keys[i, j] != key[j]:
            return -1 if keys[i, j] < key[j] else 1
    return 0


@register_jitable
def _find_tuple(keys: Any, key: Any) -> Any:
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if _order(keys, middle, key) < 0:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and _order(keys, low, key) == 0 else -1


def _finder(table: LookupType) -> Any:
    find = _find_tuple if table.width else _find_number
    return register_jitable(lambda table, key: find(keys_of(table), _as_key(key)))


# What dicts and sets can do


@overload(len, strict=False)
def _len(table: Any) -> Any:
    return (lambda table: len(keys_of(table))) if isinstance(table, LookupType) else None


@overload(bool, strict=False)
def _bool(table: Any) -> Any:
    return (lambda table: len(table) != 0) if isinstance(table, LookupType) else None


@overload(operator.contains, strict=False)
def _contains(table: Any, key: Any) -> Any:
    if not _takes(table, key):
        return None
    find = _finder(table)
    return lambda table, key: find(table, key) >= 0


@overload(operator.getitem, strict=False)
def _getitem(table: Any, key: Any) -> Any:
    if not _takes(table, key) or "values" not in table.members:
        return None
    find = _finder(table)

    def item(table: Any, key: Any) -> Any:
        place = find(table, key)
        if place < 0:
            raise KeyError("no such key")
        return values_of(table)[place]

    return item


@overload_method(LookupType, "get", strict=False)
def _get(table: Any, key: Any, default: Any = None) -> Any:
    if not _takes(table, key) or "values" not in table.members:
        return None
    find = _finder(table)
    if default is None or isinstance(default, (types.NoneType, types.Omitted)):

        def item_or_none(table: Any, key: Any, default: Any = None) -> Any:
            place = find(table, key)
            return values_of(table)[place] if place >= 0 else None

        return item_or_none

    def item_or_default(table: Any, key: Any, default: Any = None) -> Any:
        place = find(table, key)
        return values_of(table)[place] if place >= 0 else default

    return item_or_default


@overload_method(LookupType, "keys", strict=False)
def _keys(table: Any) -> Any:
    is_dict = "values" in table.members
    return (lambda table: ordered_of(table)) if is_dict else None  # noqa: PLW0108 -- an intrinsic


@overload_method(LookupType, "values", strict=False)
def _values(table: Any) -> Any:
    is_dict = "values" in table.members
    return (lambda table: ordered_values_of(table)) if is_dict else None  # noqa: PLW0108


@overload_method(LookupType, "items", strict=False)
def _items(table: Any) -> Any:
    if "values" not in table.members:
        return None

    def items(table: Any) -> Any:
        keys, values = ordered_of(table), ordered_values_of(table)
        return [(keys[i], values[i]) for i in range(len(keys))]

    return items
