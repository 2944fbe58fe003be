"""Helpers of `deepen.rules` that are one instruction when they are compiled. Imports Numba."""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core.typing import signature
from numba.extending import lower_builtin, overload, type_callable

from deepen import rules
from deepen.compiler.integers import is_number


def _declare_bit_helper(function: Any, emit: Any) -> None:
    @type_callable(function)
    def _type(context: Any) -> Any:
        return lambda word: signature(types.int64, types.int64) if is_number(word) else None

    @lower_builtin(function, types.int64)
    def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return emit(builder, arguments[0])


_declare_bit_helper(rules.popcount, lambda builder, word: builder.ctpop(word))
_declare_bit_helper(
    rules.lowest, lambda builder, word: builder.cttz(word, llvm.Constant(llvm.IntType(1), 0))
)
_declare_bit_helper(rules._unsigned, lambda builder, word: word)
NATIVE_HELPERS = frozenset({rules.popcount, rules.lowest, rules._unsigned})

# By these the others can also be reached as `deepen.bits`; by their own names they are compiled
# like any other helper.
overload(rules.bit, strict=False)(lambda i: rules.bit)
overload(rules.bits, strict=False)(lambda word: rules.bits)
