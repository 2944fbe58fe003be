"""Tables of sets of cells among the constants of a board: `board.lines[i]`. Imports Numba."""

from __future__ import annotations

import operator
from math import prod
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import OpaqueModel
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, models, register_model, type_callable

from deepen.compiler.field_code import WORDS, checked_index, constant, load_words
from deepen.compiler.field_types import CellsType


class SetTableType(types.IterableType):
    """Sets of cells by one index or more, each of so many words, one after the other."""

    def __init__(self, shape: tuple[int, ...], spans: int) -> None:
        self.shape, self.spans = shape, spans
        super().__init__(name=f"SetTable({shape}, {spans})")

    @property
    def iterator_type(self) -> Any:
        return SetTableIteratorType(self)


class SetTableIteratorType(types.SimpleIteratorType):
    """A loop over the sets, or rows of them."""

    def __init__(self, table: SetTableType) -> None:
        self.table = table
        super().__init__(f"iter({table.name})", _inside(table, 1))


@register_model(SetTableType)
class _TableModel(OpaqueModel):
    def get_value_type(self) -> Any:
        return WORDS

    get_data_type = get_argument_type = get_return_type = get_value_type


@register_model(SetTableIteratorType)
class _IteratorModel(models.StructModel):
    def __init__(self, manager: Any, iterator: SetTableIteratorType) -> None:
        members = [("table", iterator.table), ("index", types.EphemeralPointer(types.int64))]
        super().__init__(manager, iterator, members)


def sets_type(shape: tuple[int, ...]) -> Any:
    """Of a constant of this shape, the last part of which is the words of a set."""
    return CellsType(shape[0]) if len(shape) == 1 else SetTableType(shape[:-1], shape[-1])


def _inside(table: SetTableType, indices: int) -> Any:
    return sets_type((*table.shape[indices:], table.spans))


def _found(builder: Any, table: SetTableType, pointer: Any, indices: list[Any]) -> Any:
    """What is there; the indices are the table's."""
    offset: Any = constant(0)
    for index, size in zip(indices, table.shape, strict=False):
        offset = builder.add(builder.mul(offset, constant(size)), index)
    words = prod(table.shape[len(indices) :]) * table.spans
    place = builder.gep(pointer, [builder.mul(offset, constant(words))])
    if len(indices) < len(table.shape):
        return place
    return cgutils.pack_array(builder, load_words(builder, place, table.spans))


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, arguments: Any, named: Any) -> Any:
        table, index = arguments
        if not isinstance(table, SetTableType):
            return None
        if isinstance(index, types.Integer):
            return signature(_inside(table, 1), table, types.int64)
        is_tuple = isinstance(index, types.BaseTuple) and 0 < len(index) <= len(table.shape)
        if not is_tuple or not all(isinstance(part, types.Integer) for part in index):
            return None
        return signature(_inside(table, len(index)), table, types.UniTuple(types.int64, len(index)))


@lower_builtin(operator.getitem, SetTableType, types.Any)
def _get_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    (table, kind), (pointer, index) = signature.args, arguments
    given = [index]
    if kind != types.int64:
        given = [builder.extract_value(index, i) for i in range(len(kind))]
    checked = [
        checked_index(context, builder, each, size)
        for each, size in zip(given, table.shape, strict=False)
    ]
    return _found(builder, table, pointer, checked)


@type_callable(len)
def _type_len(context: Any) -> Any:
    return lambda table: types.int64 if isinstance(table, SetTableType) else None


@lower_builtin(len, SetTableType)
def _len(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return constant(signature.args[0].shape[0])


@lower_builtin("getiter", SetTableType)
def _get_iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    iterator = context.make_helper(builder, signature.return_type)
    iterator.table = arguments[0]
    iterator.index = cgutils.alloca_once_value(builder, constant(0))
    return iterator._getvalue()


@lower_builtin("iternext", SetTableIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    index = builder.load(iterator.index)
    is_valid = builder.icmp_unsigned("<", index, constant(kind.table.shape[0]))
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        result.yield_(_found(builder, kind.table, iterator.table, [index]))
        builder.store(builder.add(index, constant(1)), iterator.index)
