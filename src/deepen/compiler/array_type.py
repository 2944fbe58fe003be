"""Arrays in a state: what rules may do with them. Imports Numba."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
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
    lower_getattr,
    overload,
    type_callable,
)

from deepen.compiler.array_equality import is_direct
from deepen.compiler.field_code import (
    checked_index,
    constant,
    load_item,
    refuse_if,
    store_item,
)
from deepen.compiler.field_types import (
    ArrayType,
    check_number,
    chunks_of,
    fault,
    number_type,
    packed_chunks,
)
from deepen.compiler.index_loops import declare_indexed
from deepen.compiler.integers import is_number
from deepen.packing.field_errors import (
    STATE_IS_CONSTANT,
    TWO_INDICES,
    no_method_of_array,
    no_truth,
)
from deepen.packing.state_layout import Place


def _index_type(array: ArrayType, index: Any) -> Any:
    """The type that an index is taken as; None if it can be none."""
    if len(array.place.shape) == 1:
        return types.int64 if is_number(index) else None
    pair = types.UniTuple(types.int64, 2)
    is_pair = isinstance(index, types.BaseTuple) and len(index) == len(array.place.shape)
    if is_pair and all(map(is_number, index)):
        return pair
    raise TypingError(fault(f"the field '{array.place.name}' {TWO_INDICES}"))


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, arguments: Any, named: Any) -> Any:
        array, index = arguments
        if not isinstance(array, ArrayType) or isinstance(index, types.SliceType):
            return None
        kind = _index_type(array, index)
        return kind and signature(number_type(array.place), array, kind)


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, arguments: Any, named: Any) -> Any:
        array, index, value = arguments
        if not isinstance(array, ArrayType) or isinstance(index, types.SliceType):
            return None
        if array.constant:
            raise TypingError(fault(STATE_IS_CONSTANT))
        check_number(array.place, value)
        kind = _index_type(array, index)
        return kind and signature(types.void, array, kind, number_type(array.place))


def _flat(context: Any, builder: Any, place: Place, index: Any) -> Any:
    """The number of an item, by its one index or two."""
    if len(place.shape) == 1:
        return checked_index(context, builder, index, place.shape[0])
    row, column = (
        checked_index(context, builder, builder.extract_value(index, i), size)
        for i, size in enumerate(place.shape)
    )
    return builder.add(builder.mul(row, constant(place.shape[1])), column)


@lower_builtin(operator.getitem, ArrayType, types.Any)
def _get_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, (pointer, index) = signature.args[0].place, arguments
    return load_item(builder, pointer, place, _flat(context, builder, place, index))


@lower_builtin(operator.setitem, ArrayType, types.Any, types.Any)
def _set_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, (pointer, index, value) = signature.args[0].place, arguments
    flat = _flat(context, builder, place, index)
    store_item(context, builder, pointer, place, flat, value)
    return context.get_dummy_value()


@overload(operator.getitem)
def _get_slice(array: Any, index: Any) -> Any:
    if not isinstance(array, ArrayType) or not isinstance(index, types.SliceType):
        return None

    def values(array: Any, index: Any) -> Any:
        return [array[i] for i in range(len(array))][index]

    return values


@overload(operator.setitem)
def _set_slice(array: Any, index: Any, values: Any) -> Any:
    if not isinstance(array, ArrayType) or not isinstance(index, types.SliceType):
        return None
    if array.constant:
        raise TypingError(fault(STATE_IS_CONSTANT))

    def assign(array: Any, index: Any, values: Any) -> None:
        first, end, step = index.indices(len(array))
        places = range(first, end, step)
        if len(places) != len(values):
            raise ValueError("as many values as places")
        for i in range(len(places)):
            array[first + i * step] = values[i]

    return assign


declare_indexed(ArrayType)


def _refuse_truth(function: Any) -> None:
    @type_callable(function)
    def _type(context: Any) -> Any:
        def kind(array: Any) -> Any:
            if isinstance(array, ArrayType):
                raise TypingError(fault(no_truth(array.place)))

        return kind


for _asked in (bool, operator.not_):
    _refuse_truth(_asked)


# What is asked of all items at once


@infer_getattr
class _ArrayAttributes(AttributeTemplate):
    key = ArrayType

    @bound_function("Array.index")
    def resolve_index(self, array: Any, arguments: Any, named: Any) -> Any:
        kind = types.int64 if len(array.place.shape) == 1 else types.UniTuple(types.int64, 2)
        return signature(kind, types.int64, recvr=array)

    @bound_function("Array.count")
    def resolve_count(self, array: Any, arguments: Any, named: Any) -> Any:
        return signature(types.int64, types.int64, recvr=array)

    def resolve_bits(self, array: Any) -> Any:
        return array.bits_type

    def generic_resolve(self, array: Any, name: str) -> Any:
        raise TypingError(fault(no_method_of_array(name, array.place.name)))


@lower_getattr(ArrayType, "bits")
def _bits(context: Any, builder: Any, array: Any, pointer: Any) -> Any:
    return packed_chunks(builder, array, chunks_of(builder, array, pointer))


def _pattern(place: Place, number: int, item: int) -> int:
    """A word that has `item` in the place of every item of the so-manieth word of a field."""
    count = min(place.per_word, place.count - number * place.per_word)
    return sum(item << i * place.items.bits for i in range(count))


def _matches(builder: Any, array: Any, pointer: Any, value: Any) -> list[Any]:
    """For each word of an array, the top bits of those items that equal a value."""
    place, items = array.place, array.place.items
    wanted = builder.sub(value, constant(items.low))
    can_be = builder.icmp_unsigned("<=", wanted, constant(items.mask))
    top = 1 << items.bits - 1
    found = []
    for i, chunk in enumerate(chunks_of(builder, array, pointer)):
        ones, low, high = (constant(_pattern(place, i, item)) for item in (1, top - 1, top))
        differs = builder.xor(chunk, builder.mul(wanted, ones))
        # The top bit of an item is set in this if any of its bits is: nothing is carried further.
        filled = builder.or_(builder.add(builder.and_(differs, low), low), differs)
        equal = builder.and_(builder.not_(filled), high)
        found.append(builder.select(can_be, equal, constant(0)))
    return found


@lower_builtin("Array.index", ArrayType, types.int64)
def _index(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array = signature.args[0]
    place = array.place
    found: Any = constant(-1)
    matches = _matches(builder, array, *arguments)
    for i, match in reversed(list(enumerate(matches))):
        first = builder.cttz(match, llvm.Constant(llvm.IntType(1), 0))
        index = builder.add(
            builder.udiv(first, constant(place.items.bits)), constant(i * place.per_word)
        )
        is_here = builder.icmp_unsigned("!=", match, constant(0))
        found = builder.select(is_here, index, found)
    is_nowhere = builder.icmp_signed("<", found, constant(0))
    refuse_if(context, builder, is_nowhere, ValueError, "it is not in the array")
    if len(place.shape) == 1:
        return found
    columns = constant(place.shape[1])
    pair = [builder.udiv(found, columns), builder.urem(found, columns)]
    return cgutils.pack_array(builder, pair)


@lower_builtin("Array.count", ArrayType, types.int64)
def _count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    found: Any = constant(0)
    for match in _matches(builder, signature.args[0], *arguments):
        found = builder.add(found, builder.ctpop(match))
    return found


@infer_global(operator.contains)
class _Contains(AbstractTemplate):
    def generic(self, arguments: Any, named: Any) -> Any:
        array, value = arguments
        if isinstance(array, ArrayType) and isinstance(value, (types.Integer, types.Boolean)):
            return signature(types.boolean, array, types.int64)
        return None


@lower_builtin(operator.contains, ArrayType, types.int64)
def _contains(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    found: Any = constant(0)
    for match in _matches(builder, signature.args[0], *arguments):
        found = builder.or_(found, match)
    return builder.icmp_unsigned("!=", found, constant(0))


def _declare_fold(function: Any, implementation: Any) -> None:
    """A function of Python's over all items, such as `sum`."""

    @overload(function)
    def _choose(array: Any) -> Any:
        is_ours = isinstance(array, ArrayType) and len(array.place.shape) == 1
        return implementation if is_ours else None


def _sum(array: Any) -> Any:
    total = types.int64(0)
    for value in array:
        total += value
    return total


def _min(array: Any) -> Any:
    least = array[0]
    for value in array:
        if value < least:
            least = value
    return least


def _max(array: Any) -> Any:
    most = array[0]
    for value in array:
        if value > most:
            most = value
    return most


def _any(array: Any) -> Any:
    for value in array:
        if value:
            return True
    return False


def _all(array: Any) -> Any:
    for value in array:
        if not value:
            return False
    return True


for _function, _implementation in (
    (sum, _sum), (min, _min), (max, _max), (any, _any), (all, _all),
):  # fmt: skip
    _declare_fold(_function, _implementation)


_SEQUENCES = (types.BaseTuple, types.Array, types.List)


def _declare_equality(compare: Any, when_equal: bool) -> None:
    @overload(compare)
    def _choose(a: Any, b: Any) -> Any:
        if is_direct(a, b) or is_direct(b, a):
            return None
        if isinstance(b, ArrayType) and isinstance(a, _SEQUENCES):
            return lambda a, b: compare(b, a)
        if not isinstance(a, ArrayType) or not isinstance(b, (ArrayType, *_SEQUENCES)):
            return None

        def equal(a: Any, b: Any) -> Any:
            if len(a) != len(b):
                return not when_equal
            for i in range(len(a)):
                if a[i] != b[i]:
                    return not when_equal
            return when_equal

        return equal


_declare_equality(operator.eq, when_equal=True)
_declare_equality(operator.ne, when_equal=False)
