"""Whether an array in a state equals another one, or a table of the board. Imports Numba.

Both have known places, so a loop is written down here: to let Numba compile one in Python takes as
long as a small rule. What else can be compared, lists and tuples, is left to `array_type`.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from deepen.compiler.field_code import constant, load_item
from deepen.compiler.field_types import ArrayType

_TRUTH = llvm.IntType(1)


def is_direct(array: Any, other: Any) -> bool:
    """Whether it is known here how to compare them."""
    if not isinstance(array, ArrayType):
        return False
    if isinstance(other, ArrayType):
        return bool(other.place.shape == array.place.shape)
    is_table = isinstance(other, types.Array) and isinstance(other.dtype, types.Integer)
    return is_table and other.layout == "C" and other.ndim == len(array.place.shape)


def _equal(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
    """Compares item by item until two differ."""
    (array, other), (pointer, value) = kinds, values
    same = cgutils.alloca_once_value(
        builder, _have_one_shape(context, builder, array, other, value)
    )
    with builder.if_then(builder.load(same)):
        ours = _reader(context, builder, array, pointer)
        theirs = _reader(context, builder, other, value)
        with cgutils.for_range(builder, constant(array.place.count)) as loop:
            is_other = builder.icmp_unsigned("!=", ours(loop.index), theirs(loop.index))
            with cgutils.if_unlikely(builder, is_other):
                builder.store(llvm.Constant(_TRUTH, 0), same)
                loop.do_break()
    return builder.load(same)


def _have_one_shape(context: Any, builder: Any, array: Any, other: Any, value: Any) -> Any:
    found: Any = llvm.Constant(_TRUTH, 1)
    if isinstance(other, types.Array):
        shape = context.make_array(other)(context, builder, value).shape
        for size, known in zip(
            cgutils.unpack_tuple(builder, shape), array.place.shape, strict=True
        ):
            found = builder.and_(found, builder.icmp_unsigned("==", size, constant(known)))
    return found


def _reader(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """A function that reads the item of a number as 64 bits."""
    if isinstance(kind, ArrayType):
        return lambda index: _widened(builder, load_item(builder, value, kind.place, index))
    data = context.make_array(kind)(context, builder, value).data
    return lambda index: context.cast(
        builder, builder.load(builder.gep(data, [index])), kind.dtype, types.int64
    )


def _widened(builder: Any, item: Any) -> Any:
    return builder.zext(item, llvm.IntType(64)) if item.type == _TRUTH else item


def _unequal(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
    return builder.not_(_equal(context, builder, kinds, values))


def _declare(compare: Any, decide: Any) -> None:
    @type_callable(compare)
    def _type(context: Any) -> Any:
        return lambda a, b: types.boolean if is_direct(a, b) or is_direct(b, a) else None

    @lower_builtin(compare, ArrayType, ArrayType)
    @lower_builtin(compare, ArrayType, types.Array)
    def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return decide(context, builder, signature.args, arguments)

    @lower_builtin(compare, types.Array, ArrayType)
    def _lower_turned(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return decide(context, builder, signature.args[::-1], arguments[::-1])


_declare(operator.eq, _equal)
_declare(operator.ne, _unequal)
