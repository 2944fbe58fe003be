"""Interpreted rules see what compiled rules see: 64-bit integers and constant tables.

`Word` is an int that wraps around like a machine word, so that `compiled=False` gives the same
answers as compiled code, also where numbers leave the range.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

BOARD_IS_CONSTANT = "the board is constant and cannot be written"
_BITS = 64
_SIGN = 1 << 63
_MASK = (1 << 64) - 1


def wrapped(value: int) -> int:
    """The value as a signed 64-bit integer."""
    return ((value + _SIGN) & _MASK) - _SIGN


class Word(int):
    """A 64-bit integer, signed as in compiled code; `>>` shifts in zeros."""

    __slots__ = ()

    def __lt__(self, other: object) -> bool:
        return _compared(int.__lt__, self, other)

    def __le__(self, other: object) -> bool:
        return _compared(int.__le__, self, other)

    def __gt__(self, other: object) -> bool:
        return _compared(int.__gt__, self, other)

    def __ge__(self, other: object) -> bool:
        return _compared(int.__ge__, self, other)

    def __eq__(self, other: object) -> bool:
        return _compared(int.__eq__, self, other)

    def __ne__(self, other: object) -> bool:
        return _compared(int.__ne__, self, other)

    __hash__ = int.__hash__

    def __divmod__(self, other: int) -> tuple[int, int]:
        return self // other, self % other

    def __rdivmod__(self, other: int) -> tuple[int, int]:
        return Word(other) // self, Word(other) % self


def _compared(compare: Callable[[int, Any], bool], word: int, other: object) -> bool:
    return compare(word, wrapped(other) if isinstance(other, int) else other)


def _binary(name: str, compute: Callable[[int, int], int]) -> None:
    def forward(self: Word, other: Any) -> Any:
        if not hasattr(other, "__index__"):  # an integer, perhaps one of numpy's
            return NotImplemented
        return Word(wrapped(compute(int(self), int(other))))

    def reflected(self: Word, other: Any) -> Any:
        if not hasattr(other, "__index__"):
            return NotImplemented
        return Word(wrapped(compute(int(other), int(self))))

    setattr(Word, f"__{name}__", forward)
    setattr(Word, f"__r{name}__", reflected)


def _unary(name: str, compute: Callable[[int], int]) -> None:
    def method(self: Word) -> Word:
        return Word(wrapped(compute(int(self))))

    setattr(Word, f"__{name}__", method)


for _name in ("add", "sub", "mul", "mod", "pow", "and", "or", "xor"):
    _binary(_name, getattr(operator, f"__{_name}__"))
# The one quotient that is no word is 0, as in compiled code.
_binary("floordiv", lambda word, by: 0 if (word, by) == (-_SIGN, -1) else word // by)
_binary("lshift", lambda word, count: word << count if 0 <= count < _BITS else 0)
_binary("rshift", lambda word, count: (word & _MASK) >> count if 0 <= count < _BITS else 0)
for _name in ("neg", "invert", "abs", "pos"):
    _unary(_name, getattr(operator, f"__{_name}__"))


class Board:
    """The constants of a board as rules see them: `board.size`, `board.toggles[3]`."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.__dict__.update({name: as_words(value) for name, value in fields.items()})

    def __getattr__(self, name: str) -> Any:
        fields = ", ".join(self.__dict__) or "no field"
        raise AttributeError(f"the board has no field '{name}'; board_fields has: {fields}")

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(BOARD_IS_CONSTANT)


class Table:
    """An array field of the board: indexed like a numpy array, read only."""

    __slots__ = ("_rows",)

    def __init__(self, rows: Sequence[Any]) -> None:
        self._rows = rows

    def __getitem__(self, index: int | tuple[int, ...]) -> Any:
        if not isinstance(index, tuple):
            return self._rows[index]
        value: Any = self
        for i in index:
            value = value._rows[i]
        return value

    def __setitem__(self, index: object, value: object) -> None:
        raise TypeError(BOARD_IS_CONSTANT)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)


def as_words(value: Any) -> Any:
    """Nested lists of plain numbers as rules should see them."""
    if isinstance(value, list):
        return Table([as_words(item) for item in value])
    return Word(wrapped(value)) if type(value) is int else value
