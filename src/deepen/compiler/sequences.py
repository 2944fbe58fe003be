"""Lists and tuples whose length is known only while a rule runs. Imports Numba.

Numba knows the length of every tuple and has no global lists. Both are here a type of our own over
arrays, which cannot be changed: `STEPS[i][j]`, `tuple(cells)`. What every such sequence can do is
written below in Python; `word_tuples` has what only tuples of numbers can.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.core.imputils import RefType, impl_ret_borrowed, iternext_impl, lower_constant
from numba.core.typing.typeof import typeof_impl
from numba.extending import (
    intrinsic,
    lower_builtin,
    overload,
    overload_method,
    register_jitable,
    register_model,
)
from numba.np.numpy_support import as_dtype

from deepen.compiler.constants import FlatConstant, NestedConstant
from deepen.compiler.integers import is_number


class SequenceType(types.IterableType):
    """A tuple or a list that cannot be changed.

    Attributes:
        kind: `tuple` or `list`: what it is to Python.
        item: the type of what it has.
        members: what it is made of, by name.
    """

    def __init__(self, kind: type, item: Any, name: str, **members: Any) -> None:
        self.kind, self.item, self.members = kind, item, members
        super().__init__(name=name)

    @property
    def iterator_type(self) -> Any:
        return SequenceIterator(self)


class FlatType(SequenceType):
    """Numbers, or rows of as many each."""

    def __init__(self, kinds: tuple[type, ...], dtype: Any) -> None:
        items = types.Array(dtype, len(kinds), "C", readonly=True)
        item = dtype if len(kinds) == 1 else FlatType(kinds[1:], dtype)
        name = " of ".join(kind.__name__ for kind in kinds)
        super().__init__(kinds[0], item, f"Flat({name} of {dtype})", items=items)


class NestedType(SequenceType):
    """Rows of different lengths."""

    def __init__(self, kind: type, rows: SequenceType) -> None:
        offsets = types.Array(types.int64, 1, "C", readonly=True)
        super().__init__(
            kind, rows, f"Nested({kind.__name__} of {rows})", offsets=offsets, rows=rows
        )


@register_model(FlatType)
@register_model(NestedType)
class _SequenceModel(models.StructModel):
    def __init__(self, manager: Any, kind: SequenceType) -> None:
        super().__init__(manager, kind, list(kind.members.items()))


@typeof_impl.register(FlatConstant)
def _type_of_flat(value: FlatConstant, context: Any) -> Any:
    dtypes = {"i": types.int64, "f": types.float64, "b": types.boolean}
    return FlatType(value.kinds, dtypes[value.items.dtype.kind])


@typeof_impl.register(NestedConstant)
def _type_of_nested(value: NestedConstant, context: Any) -> Any:
    return NestedType(value.kind, typeof_impl(value.items, context))


@lower_constant(FlatType)
def _lower_flat(context: Any, builder: Any, kind: Any, value: FlatConstant) -> Any:
    return struct_constant(context, builder, kind, items=value.items)


@lower_constant(NestedType)
def _lower_nested(context: Any, builder: Any, kind: Any, value: NestedConstant) -> Any:
    return struct_constant(context, builder, kind, offsets=value.offsets, rows=value.items)


def struct_constant(context: Any, builder: Any, kind: Any, **values: Any) -> Any:
    """A constant that is made of others, by the names of its members."""
    made = cgutils.create_struct_proxy(kind)(context, builder)
    for name, value in values.items():
        constant = context.get_constant_generic(builder, kind.members[name], value)
        setattr(made, name, constant)
    return made._getvalue()


def member(name: str) -> Any:
    """An intrinsic that takes a part out of what has `members`."""

    @intrinsic
    def take(context: Any, whole: Any) -> Any:
        kind = whole.members[name]

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            parts = cgutils.create_struct_proxy(whole)(context, builder, arguments[0])
            return impl_ret_borrowed(context, builder, kind, getattr(parts, name))

        return kind(whole), generate

    return take


def maker(kind: SequenceType) -> Any:
    """An intrinsic that makes a sequence of its members, one or two arrays or sequences."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(kind)(context, builder)
        for name, value in zip(kind.members, arguments, strict=True):
            setattr(made, name, value)
        return impl_ret_borrowed(context, builder, kind, made._getvalue())

    @intrinsic
    def make_one(context: Any, items: Any) -> Any:
        return kind(items), generate

    @intrinsic
    def make_two(context: Any, offsets: Any, rows: Any) -> Any:
        return kind(offsets, rows), generate

    return make_one if len(kind.members) == 1 else make_two


items_of, offsets_of, rows_of = map(member, ("items", "offsets", "rows"))


# What every sequence can do


@overload(len, strict=False)
def _len(values: Any) -> Any:
    if isinstance(values, FlatType):
        return lambda values: len(items_of(values))
    if isinstance(values, NestedType):
        return lambda values: len(offsets_of(values)) - 1
    return None


@register_jitable
def _place(i: Any, length: Any) -> Any:
    """Where an index points to, which may count from the end."""
    place = i + length if i < 0 else i
    if place < 0 or place >= length:
        raise IndexError("index out of range")
    return place


@overload(operator.getitem, strict=False)
def _getitem(values: Any, i: Any) -> Any:
    if isinstance(values, SequenceType) and is_number(i):
        at = _reader(values)
        return lambda values, i: at(values, _place(types.int64(i), len(values)))
    if isinstance(values, SequenceType) and isinstance(i, types.SliceType):
        return _slicer(values, i.has_step)
    return None


def _reader(kind: SequenceType) -> Any:
    """A function that reads the item at a place that exists."""
    if isinstance(kind, NestedType):

        @register_jitable
        def row(values: Any, i: Any) -> Any:
            offsets = offsets_of(values)
            return rows_of(values)[offsets[i] : offsets[i + 1]]

        return row
    if not isinstance(kind.item, SequenceType):
        return register_jitable(lambda values, i: items_of(values)[i])
    make = maker(kind.item)
    return register_jitable(lambda values, i: make(items_of(values)[i]))


def _slicer(kind: SequenceType, has_step: bool) -> Any:
    if has_step and isinstance(kind.item, SequenceType):
        raise TypingError("rows are sliced with a step of 1 only")
    make = maker(kind)

    def of_rows(values: Any, i: Any) -> Any:
        start, stop, _ = i.indices(len(values))
        return make(offsets_of(values)[start : max(start, stop) + 1], rows_of(values))

    def of_items(values: Any, i: Any) -> Any:
        start, stop, _ = i.indices(len(values))
        return make(items_of(values)[start : max(start, stop)])

    if isinstance(kind, NestedType):
        return of_rows
    return _stepper(kind) if has_step else of_items


def _stepper(kind: SequenceType) -> Any:
    make, dtype = maker(kind), as_dtype(kind.item)

    def picked(values: Any, i: Any) -> Any:
        start, stop, step = i.indices(len(values))
        items = items_of(values)
        taken = np.empty(len(range(start, stop, step)), dtype)
        for k in range(len(taken)):
            taken[k] = items[start + k * step]
        return make(taken)

    return picked


def _length(values: Any) -> Any:
    return len(values)


class SequenceIterator(types.SimpleIteratorType):
    """Goes through a sequence."""

    def __init__(self, sequence: SequenceType) -> None:
        self.sequence = sequence
        super().__init__(f"iter({sequence})", sequence.item)


@register_model(SequenceIterator)
class _IteratorModel(models.StructModel):
    def __init__(self, manager: Any, kind: SequenceIterator) -> None:
        index = types.EphemeralPointer(types.int64)
        super().__init__(manager, kind, [("index", index), ("sequence", kind.sequence)])


@lower_builtin("getiter", SequenceType)
def _getiter(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    made = context.make_helper(builder, signature.return_type)
    made.index = cgutils.alloca_once_value(builder, context.get_constant(types.int64, 0))
    made.sequence = arguments[0]
    return impl_ret_borrowed(context, builder, signature.return_type, made._getvalue())


@lower_builtin("iternext", SequenceIterator)
@iternext_impl(RefType.NEW)
def _iternext(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    (kind,) = signature.args
    here = context.make_helper(builder, kind, value=arguments[0])
    index = builder.load(here.index)
    count = types.intp(kind.sequence)
    length = context.compile_internal(builder, _length, count, [here.sequence])
    is_valid = builder.icmp_signed("<", index, length)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        at = _reader(kind.sequence)
        read = kind.yield_type(kind.sequence, types.int64)
        value = context.compile_internal(builder, at, read, [here.sequence, index])
        result.yield_(value)
        builder.store(cgutils.increment_index(builder, index), here.index)


@overload(operator.contains, strict=False)
def _contains(values: Any, wanted: Any) -> Any:
    if not isinstance(values, SequenceType):
        return None

    def contains(values: Any, wanted: Any) -> Any:
        for value in values:  # noqa: SIM110 -- no `any` here
            if value == wanted:
                return True
        return False

    return contains


@overload_method(SequenceType, "count", strict=False)
def _count(values: Any, wanted: Any) -> Any:
    def count(values: Any, wanted: Any) -> Any:
        found = 0
        for value in values:
            if value == wanted:
                found += 1
        return found

    return count


@overload_method(SequenceType, "index", strict=False)
def _index(values: Any, wanted: Any) -> Any:
    def index(values: Any, wanted: Any) -> Any:
        for i in range(len(values)):
            if values[i] == wanted:
                return i
        raise ValueError("it is not in it")

    return index


_SUMMED_BY_NUMBA = (types.BaseTuple, types.List, types.ListType, types.Array, types.RangeType)


@overload(sum, strict=False)
def _sum(values: Any, start: Any = 0) -> Any:
    if not isinstance(values, types.IterableType) or isinstance(values, _SUMMED_BY_NUMBA):
        return None
    if not isinstance(values.iterator_type.yield_type, (types.Number, types.Boolean)):
        return None

    def total(values: Any, start: Any = 0) -> Any:
        found = start
        for value in values:
            found += value
        return found

    return total


@overload(bool, strict=False)
def _bool(values: Any) -> Any:
    return (lambda values: len(values) != 0) if isinstance(values, SequenceType) else None
