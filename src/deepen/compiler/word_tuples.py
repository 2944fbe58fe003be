"""Tuples of numbers: of a length that Numba knows, and of one that it does not. Imports Numba.

So a rule may write `s[:i] + (x,) + s[i + 1 :]` and `tuple(cells)`, and give as a state what that
makes, or a list.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, overload, type_callable

from deepen.compiler.integers import is_number, stand_in
from deepen.compiler.sequences import FlatType, items_of, maker

WORDS = FlatType((tuple,), types.int64)
"""A tuple of numbers."""
as_words = maker(WORDS)


def is_word_list(kind: Any) -> bool:
    """Whether it is a list or a tuple of whole numbers whose length is known when a rule runs."""
    if isinstance(kind, FlatType):
        return is_number(kind.item)
    return isinstance(kind, types.List) and is_number(kind.dtype)


def is_words(kind: Any) -> bool:
    """Whether it is a tuple of numbers whose length is known."""
    return isinstance(kind, types.BaseTuple) and all(map(is_number, kind))


def is_any_words(kind: Any) -> bool:
    """Whether it is a tuple of numbers of either kind."""
    return is_words(kind) or kind == WORDS


def words_of(values: Any) -> Any:
    """A tuple of numbers as one whose length is not known."""
    raise NotImplementedError("exists only in compiled code")


@overload(words_of, strict=False)
def _words_of(values: Any) -> Any:
    if values == WORDS:
        return lambda values: values
    if is_words(values):
        length = len(values)

        def from_tuple(values: Any) -> Any:
            items = np.empty(length, np.int64)
            _store(items, values)
            return as_words(items)

        return from_tuple
    if not isinstance(values, types.IterableType) or not is_number(values.iterator_type.yield_type):
        return None

    def from_values(values: Any) -> Any:
        found = [types.int64(value) for value in values]
        items = np.empty(len(found), np.int64)
        for i in range(len(found)):
            items[i] = found[i]
        return as_words(items)

    return from_values


@overload(stand_in(tuple, 1), strict=False)
def _tuple(a: Any) -> Any:
    if isinstance(a, types.BaseTuple):
        return lambda a: a
    if isinstance(a, types.IterableType) and is_number(a.iterator_type.yield_type):
        return lambda a: words_of(a)  # noqa: PLW0108 -- overloaded
    return lambda a: tuple(a)  # noqa: PLW0108 -- Numba's own


@intrinsic
def _store(context: Any, items: Any, values: Any) -> Any:
    """Writes a tuple of numbers into an array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(items)(context, builder, arguments[0]).data
        for i, kind in enumerate(values):
            word = context.cast(builder, builder.extract_value(arguments[1], i), kind, types.int64)
            builder.store(word, cgutils.gep(builder, data, i))
        return context.get_dummy_value()

    return types.void(items, values), generate


@overload(operator.getitem, strict=False)
def _slice(values: Any, i: Any) -> Any:
    if is_words(values) and isinstance(i, types.SliceType):
        return lambda values, i: words_of(values)[i]
    return None


@overload(operator.add, strict=False)
def _add(a: Any, b: Any) -> Any:
    if WORDS not in (a, b) or not (is_any_words(a) and is_any_words(b)):
        return None

    def joined(a: Any, b: Any) -> Any:
        first, second = items_of(words_of(a)), items_of(words_of(b))
        items = np.empty(len(first) + len(second), np.int64)
        for i in range(len(first)):  # soon compiled, unlike an assignment to slices
            items[i] = first[i]
        for i in range(len(second)):
            items[len(first) + i] = second[i]
        return as_words(items)

    return joined


def _comparable(a: Any, b: Any) -> bool:
    is_number_table = isinstance(a, FlatType) and a == b and is_number(a.item)
    return is_number_table or (WORDS in (a, b) and is_any_words(a) and is_any_words(b))


def _declare_comparison(compare: Callable[[Any, Any], Any]) -> None:
    """As Python compares tuples: by the first items that differ, then by length."""

    @overload(compare)
    def _choose(a: Any, b: Any) -> Any:
        if not _comparable(a, b):
            return None

        def compared(a: Any, b: Any) -> Any:
            for i in range(min(len(a), len(b))):
                if a[i] != b[i]:
                    return compare(a[i], b[i])
            return compare(len(a), len(b))

        def compared_words(a: Any, b: Any) -> Any:
            return compare(words_of(a), words_of(b))

        return compared if a == b else compared_words


for _compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
    _declare_comparison(_compare)


@type_callable(operator.contains)
def _type_contains(context: Any) -> Any:
    """Whether a number is in a tuple of numbers of several kinds, which Numba does not know."""

    def kind(numbers: Any, number: Any) -> Any:
        is_mixed = isinstance(numbers, types.Tuple) and len(numbers) > 0
        return types.boolean if is_mixed and all(map(is_number, (*numbers, number))) else None

    return kind


@lower_builtin(operator.contains, types.Tuple, types.Any)
def _contains(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    numbers, wanted = arguments
    kinds, kind = signature.args
    wanted = context.cast(builder, wanted, kind, types.int64)
    found: Any = llvm.Constant(llvm.IntType(1), 0)
    for i, each in enumerate(kinds):
        item = context.cast(builder, builder.extract_value(numbers, i), each, types.int64)
        found = builder.or_(found, builder.icmp_unsigned("==", item, wanted))
    return found
