"""Integers that never wrap around: rules run on them to see whether a state fits its words.

`Exact` computes as `Word` does, except that nothing is lost: a result of more than 64 bits stays
what it is. A state that comes out of a rule with more bits than a word has would have lost them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from deepen.packing.machine_word import Board, Table, wrapped
from deepen.packing.packed import Packed

_WORD = 1 << 64
_SIGN = 1 << 63
_MOST_BITS = 4096


class EndlessError(Exception):
    """The number has grown past all reason, as hashes do: nothing can be said of this rule."""


class Exact(int):
    """An integer of any size, in the place of a `Word`."""

    __slots__ = ()
    __hash__ = int.__hash__


def _limited(value: int) -> Exact:
    if value.bit_length() > _MOST_BITS:
        raise EndlessError
    return Exact(value)


def _as_signed(value: int) -> int:
    """As compiled code would read it, if it fits a word."""
    return wrapped(value) if -_SIGN <= value < _WORD else value


def _shifted_left(value: int, count: int) -> int:
    if not 0 <= count <= _MOST_BITS:
        raise EndlessError
    return value << count


def _shifted_right(value: int, count: int) -> int:
    if not 0 <= count < _WORD.bit_length() - 1:  # a word has no bits left
        return 0
    return (value % _WORD if -_SIGN <= value < 0 else value) >> count


def _power(value: int, exponent: int) -> int:
    if abs(exponent) * value.bit_length() > _MOST_BITS:
        raise EndlessError
    return int(value**exponent)


def _binary(name: str, compute: Callable[[int, int], int], signed: bool = False) -> None:
    read: Callable[[int], int] = _as_signed if signed else int

    def forward(self: Exact, other: Any) -> Any:
        if not hasattr(other, "__index__"):
            return NotImplemented
        return _limited(compute(read(int(self)), read(int(other))))

    def reflected(self: Exact, other: Any) -> Any:
        if not hasattr(other, "__index__"):
            return NotImplemented
        return _limited(compute(read(int(other)), read(int(self))))

    setattr(Exact, f"__{name}__", forward)
    setattr(Exact, f"__r{name}__", reflected)


def _comparison(name: str) -> None:
    compare = getattr(operator, f"__{name}__")

    def method(self: Exact, other: Any) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        return compare(_as_signed(int(self)), _as_signed(int(other)))

    setattr(Exact, f"__{name}__", method)


def _unary(name: str) -> None:
    compute = getattr(operator, f"__{name}__")

    def method(self: Exact) -> Exact:
        return _limited(compute(int(self)))

    setattr(Exact, f"__{name}__", method)


for _name in ("add", "sub", "mul", "and", "or", "xor"):
    _binary(_name, getattr(operator, f"__{_name}__"))
for _name in ("floordiv", "mod"):
    _binary(_name, getattr(operator, f"__{_name}__"), signed=True)
_binary("pow", _power)
_binary("lshift", _shifted_left)
_binary("rshift", _shifted_right)
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    _comparison(_name)
for _name in ("neg", "invert", "abs", "pos"):
    _unary(_name)


def exact_board(packed: Packed) -> Board:
    """The constants of a board, with nothing to wrap around."""
    import numpy as np  # lazy: start-up

    record = np.frombuffer(packed.board_bytes, packed.packing.board.dtype)[0]
    board = Board({})
    board.__dict__.update(
        {name: _exact(record[name].tolist()) for name in packed.packing.board.kinds}
    )
    return board


def exact_state(state: Any) -> Any:
    """A state as users see it, with nothing to wrap around."""
    return tuple(map(Exact, state)) if isinstance(state, tuple) else Exact(state)


def lost_word(state: Any) -> int | None:
    """Of a state in exact numbers, a word that does not fit 64 bits, if there is one."""
    words = state if isinstance(state, tuple) else (state,)
    return next((int(word) for word in words if not -_WORD <= int(word) < _WORD), None)


def _exact(value: Any) -> Any:
    if isinstance(value, list):
        return Table([_exact(item) for item in value])
    return Exact(value) if type(value) is int else value
