"""Two sets of cells: operators and comparisons in rules. Imports Numba."""

from __future__ import annotations

import operator
from itertools import product
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.typing import signature
from numba.extending import lower_builtin, type_callable

from deepen.compiler.field_code import store_chunks
from deepen.compiler.field_types import CellsType, SetType, fault, is_set
from deepen.compiler.integers import own_operator
from deepen.compiler.plain_sets import taken_as
from deepen.compiler.set_type import any_bit, spans_of, wide_chunks
from deepen.packing.field_errors import STATE_IS_CONSTANT


def _for_two_sets(function: Any) -> Any:
    """Declares code for a function of two sets, whatever each of them is."""

    def declare(lower: Any) -> Any:
        for ours, theirs in product((SetType, CellsType), repeat=2):
            lower_builtin(function, ours, theirs)(lower)
        return lower

    return declare


def _pairs(builder: Any, kinds: Any, values: Any) -> list[Any]:
    spans = max(map(spans_of, kinds))
    wide = [wide_chunks(builder, *each, spans) for each in zip(kinds, values, strict=True)]
    return list(zip(*wide, strict=True))


def _as_sets(a: Any, b: Any) -> tuple[Any, ...] | None:
    """The types that two sets are taken as, one of them of cells; None for anything else."""
    if not is_set(a) and not is_set(b):
        return None
    kinds = taken_as(a), taken_as(b)
    return kinds if all(kinds) else None


def _without(builder: Any, ours: Any, theirs: Any) -> Any:
    return builder.and_(ours, builder.not_(theirs))


_COMBINE: dict[str, Any] = {
    "or_": lambda builder, a, b: builder.or_(a, b),
    "and_": lambda builder, a, b: builder.and_(a, b),
    "xor": lambda builder, a, b: builder.xor(a, b),
    "sub": _without,
}


def _declare_operator(name: str, combine: Any) -> None:
    function = own_operator(getattr(operator, name), is_set)

    @type_callable(function)
    def _type(context: Any) -> Any:
        def kind(a: Any, b: Any) -> Any:
            kinds = _as_sets(a, b)
            return kinds and signature(CellsType(max(map(spans_of, kinds))), *kinds)

        return kind

    @_for_two_sets(function)
    def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pairs = _pairs(builder, signature.args, arguments)
        return cgutils.pack_array(builder, [combine(builder, *pair) for pair in pairs])


def _declare_in_place(name: str, combine: Any) -> None:
    """`child.boxes |= more` changes the field; a set of its own becomes another one."""
    function = own_operator(getattr(operator, f"i{name.rstrip('_')}"), is_set)

    @type_callable(function)
    def _type(context: Any) -> Any:
        def kind(a: Any, b: Any) -> Any:
            kinds = _as_sets(a, b)
            if kinds is None:
                return None
            if isinstance(kinds[0], CellsType):
                return signature(CellsType(max(map(spans_of, kinds))), *kinds)
            if a.constant:
                raise TypingError(fault(STATE_IS_CONSTANT))
            return signature(a, *kinds)

        return kind

    @_for_two_sets(function)
    def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pairs = _pairs(builder, signature.args, arguments)
        chunks = [combine(builder, *pair) for pair in pairs]
        if isinstance(signature.args[0], CellsType):
            return cgutils.pack_array(builder, chunks)
        place = signature.args[0].place
        store_chunks(context, builder, arguments[0], place, chunks)
        return arguments[0]


for _name, _combine in _COMBINE.items():
    _declare_operator(_name, _combine)
    _declare_in_place(_name, _combine)


def _declare_comparison(compare: Any, decide: Any) -> None:
    @type_callable(compare)
    def _type(context: Any) -> Any:
        def kind(a: Any, b: Any) -> Any:
            kinds = _as_sets(a, b)
            return kinds and signature(types.boolean, *kinds)

        return kind

    @_for_two_sets(compare)
    def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return decide(builder, _pairs(builder, signature.args, arguments))


def _is_empty(builder: Any, pairs: list[Any], combine: Any) -> Any:
    return builder.not_(any_bit(builder, [combine(builder, *pair) for pair in pairs]))


def _equal(builder: Any, pairs: list[Any]) -> Any:
    return _is_empty(builder, pairs, _COMBINE["xor"])


def _within(builder: Any, pairs: list[Any]) -> Any:
    return _is_empty(builder, pairs, _without)


def _turned(pairs: list[Any]) -> list[Any]:
    return [(theirs, ours) for ours, theirs in pairs]


def _inside(builder: Any, pairs: list[Any]) -> Any:
    return builder.and_(_within(builder, pairs), builder.not_(_equal(builder, pairs)))


_declare_comparison(operator.eq, _equal)
_declare_comparison(operator.ne, lambda builder, pairs: builder.not_(_equal(builder, pairs)))
_declare_comparison(operator.le, _within)
_declare_comparison(operator.ge, lambda builder, pairs: _within(builder, _turned(pairs)))
_declare_comparison(operator.lt, _inside)
_declare_comparison(operator.gt, lambda builder, pairs: _inside(builder, _turned(pairs)))


@_for_two_sets("Cells.issubset")
def _issubset(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _within(builder, _pairs(builder, signature.args, arguments))


@_for_two_sets("Cells.isdisjoint")
def _isdisjoint(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _is_empty(builder, _pairs(builder, signature.args, arguments), _COMBINE["and_"])
