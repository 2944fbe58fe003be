"""Sets of cells: what rules may do with one of them. Imports Numba."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import PrimitiveModel
from numba.core.errors import TypingError
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing import signature
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    bound_function,
    infer_getattr,
    infer_global,
)
from numba.extending import (
    lower_builtin,
    lower_cast,
    lower_getattr,
    models,
    overload,
    register_model,
    type_callable,
)

from deepen.compiler.field_code import (
    I64,
    constant,
    load_item,
    refuse_if,
    store_chunks,
    store_item,
)
from deepen.compiler.field_types import (
    CellsIteratorType,
    CellsType,
    SetType,
    check_number,
    chunks_of,
    fault,
    is_set,
    packed_chunks,
)
from deepen.compiler.plain_sets import taken_as
from deepen.packing.field_errors import (
    OTHER_SET,
    STATE_IS_CONSTANT,
    no_method_of_cells,
    no_method_of_set,
)
from deepen.packing.state_layout import WORD_BITS

_TRUTH = llvm.IntType(1)


@register_model(CellsType)
class _CellsModel(PrimitiveModel):
    def __init__(self, manager: Any, cells: CellsType) -> None:
        super().__init__(manager, cells, llvm.ArrayType(I64, cells.spans))


def spans_of(kind: Any) -> int:
    """How many words a set has."""
    return int(kind.place.spans if isinstance(kind, SetType) else kind.spans)


def wide_chunks(builder: Any, kind: Any, value: Any, spans: int) -> list[Any]:
    """The words of a set, as many as asked for."""
    chunks = chunks_of(builder, kind, value)
    return [*chunks, *[constant(0)] * (spans - len(chunks))]


@lower_cast(SetType, CellsType)
@lower_cast(CellsType, CellsType)
def _cast(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return cgutils.pack_array(builder, wide_chunks(builder, given, value, wanted.spans))


# Asking


@infer_global(operator.contains)
class _Contains(AbstractTemplate):
    def generic(self, arguments: Any, named: Any) -> Any:
        cells, cell = arguments
        if is_set(cells) and isinstance(cell, types.Integer):
            return signature(types.boolean, cells, types.int64)
        return None


def _has(builder: Any, kind: Any, value: Any, cell: Any) -> Any:
    size = kind.place.count if isinstance(kind, SetType) else WORD_BITS * kind.spans
    is_cell = builder.icmp_unsigned("<", cell, constant(size))
    if isinstance(kind, SetType):
        safe = builder.select(is_cell, cell, constant(0))
        found = load_item(builder, value, kind.place, safe)
    else:
        found = constant(0)
        shift = builder.and_(cell, constant(WORD_BITS - 1))
        number = builder.lshr(cell, constant(6))
        for i, chunk in enumerate(chunks_of(builder, kind, value)):
            is_here = builder.icmp_unsigned("==", number, constant(i))
            found = builder.select(is_here, builder.lshr(chunk, shift), found)
    return builder.and_(is_cell, builder.trunc(found, _TRUTH))


@lower_builtin(operator.contains, SetType, types.int64)
@lower_builtin(operator.contains, CellsType, types.int64)
def _contains(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _has(builder, signature.args[0], *arguments)


@type_callable(len)
def _type_len(context: Any) -> Any:
    return lambda cells: types.int64 if is_set(cells) else None


@lower_builtin(len, SetType)
@lower_builtin(len, CellsType)
def _len(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    found: Any = constant(0)
    for chunk in chunks_of(builder, signature.args[0], arguments[0]):
        found = builder.add(found, builder.ctpop(chunk))
    return found


@type_callable(bool)
def _type_bool(context: Any) -> Any:
    return lambda cells: types.boolean if is_set(cells) else None


@lower_builtin(bool, SetType)
@lower_builtin(bool, CellsType)
def _bool(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return any_bit(builder, chunks_of(builder, signature.args[0], arguments[0]))


@type_callable(operator.not_)
def _type_not(context: Any) -> Any:
    return lambda cells: types.boolean if is_set(cells) else None


@lower_builtin(operator.not_, SetType)
@lower_builtin(operator.not_, CellsType)
def _not(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.not_(_bool(context, builder, signature, arguments))


def any_bit(builder: Any, chunks: list[Any]) -> Any:
    """Whether any cell is in words."""
    found: Any = constant(0)
    for chunk in chunks:
        found = builder.or_(found, chunk)
    return builder.icmp_unsigned("!=", found, constant(0))


# Loops, over the cells that there are when they begin


@register_model(CellsIteratorType)
class _IteratorModel(models.StructModel):
    def __init__(self, manager: Any, iterator: CellsIteratorType) -> None:
        members = [
            ("chunks", types.EphemeralArray(types.int64, iterator.spans)),
            ("number", types.EphemeralPointer(types.int64)),
        ]
        super().__init__(manager, iterator, members)


@lower_builtin("getiter", SetType)
@lower_builtin("getiter", CellsType)
def _get_iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    chunks = chunks_of(builder, signature.args[0], arguments[0])
    iterator = context.make_helper(builder, signature.return_type)
    iterator.chunks = cgutils.alloca_once(builder, I64, constant(len(chunks)))
    for i, chunk in enumerate(chunks):
        builder.store(chunk, builder.gep(iterator.chunks, [constant(i)]))
    iterator.number = cgutils.alloca_once_value(builder, constant(0))
    return iterator._getvalue()


@lower_builtin("iternext", CellsIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    if kind.spans > 1:
        _skip_empty(builder, iterator, kind.spans)
    number = builder.load(iterator.number) if kind.spans > 1 else constant(0)
    place = builder.gep(iterator.chunks, [number])
    chunk = builder.load(place)
    is_valid = builder.icmp_unsigned("!=", chunk, constant(0))
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        lowest = builder.cttz(chunk, llvm.Constant(_TRUTH, 1))
        result.yield_(builder.add(lowest, builder.mul(number, constant(WORD_BITS))))
        builder.store(builder.and_(chunk, builder.sub(chunk, constant(1))), place)


def _skip_empty(builder: Any, iterator: Any, spans: int) -> None:
    """Goes on to the first word that has a cell left; to the last if none has."""
    for _ in range(spans - 1):
        number = builder.load(iterator.number)
        chunk = builder.load(builder.gep(iterator.chunks, [number]))
        is_empty = builder.icmp_unsigned("==", chunk, constant(0))
        is_last = builder.icmp_unsigned("==", number, constant(spans - 1))
        step = builder.zext(builder.and_(is_empty, builder.not_(is_last)), I64)
        builder.store(builder.add(number, step), iterator.number)


# Attributes and methods


@infer_getattr
class _CellsAttributes(AttributeTemplate):
    key: Any = CellsType

    def resolve_bits(self, cells: Any) -> Any:
        return cells.bits_type

    @bound_function("Cells.copy")
    def resolve_copy(self, cells: Any, arguments: Any, named: Any) -> Any:
        return signature(CellsType(spans_of(cells)), recvr=cells)

    @bound_function("Cells.isdisjoint")
    def resolve_isdisjoint(self, cells: Any, arguments: Any, named: Any) -> Any:
        return _with_set(types.boolean, cells, arguments)

    @bound_function("Cells.issubset")
    def resolve_issubset(self, cells: Any, arguments: Any, named: Any) -> Any:
        return _with_set(types.boolean, cells, arguments)

    def generic_resolve(self, cells: Any, name: str) -> Any:
        raise TypingError(fault(no_method_of_cells(name)))


@infer_getattr
class _SetAttributes(_CellsAttributes):
    key = SetType

    @bound_function("CellSet.add")
    def resolve_add(self, cells: Any, arguments: Any, named: Any) -> Any:
        return _change_one(cells, arguments)

    @bound_function("CellSet.remove")
    def resolve_remove(self, cells: Any, arguments: Any, named: Any) -> Any:
        return _change_one(cells, arguments)

    @bound_function("CellSet.discard")
    def resolve_discard(self, cells: Any, arguments: Any, named: Any) -> Any:
        return _change_one(cells, arguments)

    @bound_function("CellSet.clear")
    def resolve_clear(self, cells: Any, arguments: Any, named: Any) -> Any:
        return _change(cells)

    def generic_resolve(self, cells: Any, name: str) -> Any:
        raise TypingError(fault(no_method_of_set(name, cells.place.name)))


def _with_set(result: Any, cells: Any, arguments: Any) -> Any:
    kinds = [taken_as(kind) for kind in arguments]
    if not all(kinds):
        raise TypingError(fault(OTHER_SET))
    return signature(result, *kinds, recvr=cells)


def _change_one(cells: Any, arguments: Any) -> Any:
    for cell in arguments:
        check_number(cells.place, cell)
    return _change(cells, types.int64)


def _change(cells: Any, *arguments: Any) -> Any:
    if cells.constant:
        raise TypingError(fault(STATE_IS_CONSTANT))
    return signature(types.void, *arguments, recvr=cells)


@lower_getattr(SetType, "bits")
@lower_getattr(CellsType, "bits")
def _bits(context: Any, builder: Any, cells: Any, value: Any) -> Any:
    return packed_chunks(builder, cells, chunks_of(builder, cells, value))


@lower_builtin("Cells.copy", SetType)
@lower_builtin("Cells.copy", CellsType)
def _copy(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return cgutils.pack_array(builder, chunks_of(builder, signature.args[0], arguments[0]))


@lower_builtin("CellSet.add", SetType, types.int64)
def _add(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, (pointer, cell) = signature.args[0].place, arguments
    is_beyond = builder.icmp_unsigned(">=", cell, constant(place.count))
    refuse_if(context, builder, is_beyond, ValueError, "a set cannot hold this")
    store_item(context, builder, pointer, place, cell, constant(1))
    return context.get_dummy_value()


@lower_builtin("CellSet.remove", SetType, types.int64)
def _remove(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind, (pointer, cell) = signature.args[0], arguments
    is_missing = builder.not_(_has(builder, kind, pointer, cell))
    refuse_if(context, builder, is_missing, KeyError, "it is not in the set")
    store_item(context, builder, pointer, kind.place, cell, constant(0))
    return context.get_dummy_value()


@lower_builtin("CellSet.discard", SetType, types.int64)
def _discard(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind, (pointer, cell) = signature.args[0], arguments
    with builder.if_then(_has(builder, kind, pointer, cell)):
        store_item(context, builder, pointer, kind.place, cell, constant(0))
    return context.get_dummy_value()


@lower_builtin("CellSet.clear", SetType)
def _clear(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    store_chunks(context, builder, arguments[0], signature.args[0].place, [])
    return context.get_dummy_value()


# Functions of Python's over all cells


def _declare_fold(function: Any, implementation: Any) -> None:
    @overload(function)
    def _choose(cells: Any) -> Any:
        return implementation if is_set(cells) else None


def _sum(cells: Any) -> Any:
    total = types.int64(0)
    for cell in cells:
        total += cell
    return total


def _min(cells: Any) -> Any:
    for cell in cells:
        return cell
    raise ValueError("a set without cells")


def _max(cells: Any) -> Any:
    most = -1
    for cell in cells:
        most = cell
    if most < 0:
        raise ValueError("a set without cells")
    return most


for _function, _implementation in ((sum, _sum), (min, _min), (max, _max)):
    _declare_fold(_function, _implementation)
