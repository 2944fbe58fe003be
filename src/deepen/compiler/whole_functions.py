"""Functions of whole numbers that Numba does not have, or not as rules mean them. Imports Numba.

Of `math`, the methods of numbers, `any`, `all` and `reversed`. They give what Python gives, cut to
64 bits: `deepen.interpreter.word_functions` does just that.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload, overload_method, register_jitable

from deepen import rules
from deepen.compiler.integers import replace
from deepen.packing.machine_word import NEGATIVE

_ONE, _TWO = np.uint64(1), np.uint64(2)


@register_jitable
def _size(a: Any) -> Any:
    """The absolute value, without a sign: that of -2**63 has one bit more."""
    word = types.int64(a)
    return types.uint64(-word) if word < 0 else types.uint64(word)


@register_jitable
def _common(a: Any, b: Any) -> Any:
    """The greatest common divisor of two numbers without a sign."""
    while b != 0:
        a, b = b, a % b
    return a


def isqrt(a: Any) -> Any:
    word = types.int64(a)
    if word < 0:
        raise ValueError(NEGATIVE)
    root = types.int64(math.sqrt(word))  # at most one beside it
    while root > 3037000499 or root * root > word:
        root -= 1
    while root < 3037000499 and (root + 1) * (root + 1) <= word:
        root += 1
    return root


def gcd(a: Any, b: Any) -> Any:
    return types.int64(_common(_size(a), _size(b)))


def lcm(a: Any, b: Any) -> Any:
    first, second = _size(a), _size(b)
    if first == 0 or second == 0:
        return types.int64(0)
    return types.int64(first // _common(first, second) * second)


def factorial(a: Any) -> Any:
    if a < 0:
        raise ValueError(NEGATIVE)
    found = types.int64(1)
    for i in range(2, min(types.int64(a), 66) + 1):  # from there on, 64 factors 2
        found *= i
    return found


def perm(a: Any, b: Any) -> Any:
    total, taken = types.int64(a), types.int64(b)
    if total < 0 or taken < 0:
        raise ValueError(NEGATIVE)
    if taken > total:
        return types.int64(0)
    found = types.int64(1)
    for i in range(min(taken, 128)):  # 128 numbers in a row have 64 factors 2
        found *= total - i
    return found


def comb(a: Any, b: Any) -> Any:
    total, taken = types.int64(a), types.int64(b)
    if total < 0 or taken < 0:
        raise ValueError(NEGATIVE)
    taken = min(taken, total - taken)
    if taken < 0:
        return types.int64(0)
    # The odd parts, divided by a factor that undoes them among 64 bits; the factors 2 apart.
    found, twos = _ONE, 0
    for i in range(taken):
        above, below = types.uint64(total - i), types.uint64(i + 1)
        twos += rules.lowest(above) - rules.lowest(below)
        above >>= types.uint64(rules.lowest(above))
        below >>= types.uint64(rules.lowest(below))
        found *= above * _undone(below)
    return types.int64(found << types.uint64(twos)) if twos < 64 else types.int64(0)


@register_jitable
def _undone(odd: Any) -> Any:
    """What an odd number is to be multiplied by to give 1, in 64 bits; each turn doubles them."""
    found = odd
    for _ in range(5):
        found *= _TWO - odd * found
    return found


for _original, _compiled, _inputs in (
    (math.isqrt, isqrt, 1),
    (math.gcd, gcd, 2),
    (math.lcm, lcm, 2),
    (math.factorial, factorial, 1),
    (math.perm, perm, 2),
    (math.comb, comb, 2),
):
    replace(_original, _inputs, _compiled)


# Methods of numbers


def _declare_method(kind: Any) -> None:
    @overload_method(kind, "bit_length", strict=False)
    def _bit_length(a: Any) -> Any:
        def bit_length(a: Any) -> Any:
            left, found = _size(a), 0
            while left != 0:
                left >>= _ONE
                found += 1
            return found

        return bit_length

    @overload_method(kind, "bit_count", strict=False)
    def _bit_count(a: Any) -> Any:
        return lambda a: rules.popcount(types.int64(_size(a)))


for _kind in (types.Integer, types.Boolean):
    _declare_method(_kind)


# Any, all and reversed


@overload(any, strict=False)
def _any(values: Any) -> Any:
    if not isinstance(values, types.IterableType):
        return None

    def found(values: Any) -> Any:
        for value in values:  # noqa: SIM110 -- this is `any`
            if value:
                return True
        return False

    return found


@overload(all, strict=False)
def _all(values: Any) -> Any:
    if not isinstance(values, types.IterableType):
        return None

    def found(values: Any) -> Any:
        for value in values:  # noqa: SIM110 -- this is `all`
            if not value:
                return False
        return True

    return found


@overload(reversed, strict=False)
def _reversed(values: Any) -> Any:
    if isinstance(values, types.RangeType):

        def range_back(values: Any) -> Any:
            last = values.start + (len(values) - 1) * values.step
            return range(last, values.start - values.step, -values.step)

        return range_back
    if isinstance(values, (types.Set, types.Generator)):
        return None
    return lambda values: values[::-1]
