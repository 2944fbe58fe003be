"""Tables of sets of cells among the constants of a board: `board.lines[i]`. Imports Numba."""

from __future__ import annotations

import operator
from math import prod
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import OpaqueModel
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, register_model

from deepen.compiler.field_code import WORDS, checked_index, constant, load_words
from deepen.compiler.field_types import CellsType
from deepen.compiler.index_loops import IndexIteratorType, declare_indexed


class SetTableType(types.IterableType):
    """Sets of cells by one index or more, each of so many words, one after the other."""

    def __init__(self, shape: tuple[int, ...], spans: int) -> None:
        self.shape, self.spans = shape, spans
        super().__init__(name=f"SetTable({shape}, {spans})")

    @property
    def iterator_type(self) -> Any:
        return IndexIteratorType(self, _inside(self, 1))

    @property
    def length(self) -> int:
        return self.shape[0]

    def load(self, builder: Any, pointer: Any, index: Any) -> Any:
        return _found(builder, self, pointer, [index])


@register_model(SetTableType)
class _TableModel(OpaqueModel):
    def get_value_type(self) -> Any:
        return WORDS

    get_data_type = get_argument_type = get_return_type = get_value_type


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


declare_indexed(SetTableType)
