"""Interpreted rules see what compiled rules see: 64-bit integers and constant tables.

`Word` is an int that wraps around like a machine word, so that `compiled=False` gives the same
answers as compiled code, also where numbers leave the range. docs/rules.md says what each operator
means; `compiler.integers` says the same to the compiler.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

BOARD_IS_CONSTANT = "the board is constant and cannot be written"
NEGATIVE_POWER = "a whole number to a negative power"
NEGATIVE = "must not be negative"
NOT_WHOLE = "this float is no whole number of 64 bits"
_BITS = 64
_SIGN = 1 << 63
_MASK = (1 << 64) - 1


def wrapped(value: int) -> int:
    """The value as a signed 64-bit integer."""
    return ((value + _SIGN) & _MASK) - _SIGN


class Word(int):
    """A 64-bit integer, signed as in compiled code; `>>` shifts in zeros.

    It is also what rules know as `int`.
    """

    __slots__ = ()

    def __new__(cls, value: Any = 0) -> Word:
        if isinstance(value, float) and not -_SIGN <= value < _SIGN:
            raise ValueError(NOT_WHOLE)
        return int.__new__(cls, wrapped(int(value)))

    def __lt__(self, other: object) -> Any:
        return _compared(operator.lt, self, other)

    def __le__(self, other: object) -> Any:
        return _compared(operator.le, self, other)

    def __gt__(self, other: object) -> Any:
        return _compared(operator.gt, self, other)

    def __ge__(self, other: object) -> Any:
        return _compared(operator.ge, self, other)

    def __eq__(self, other: object) -> Any:
        return _compared(operator.eq, self, other)

    def __ne__(self, other: object) -> Any:
        return _compared(operator.ne, self, other)

    __hash__ = int.__hash__

    def __truediv__(self, other: Any) -> Any:
        return float(self) / float(other) if _is_whole(other) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        return float(other) / float(self) if _is_whole(other) else NotImplemented

    def __divmod__(self, other: int) -> tuple[int, int]:
        return self // other, self % other

    def __rdivmod__(self, other: int) -> tuple[int, int]:
        return Word(other) // self, Word(other) % self


class Truth(Word):
    """What a comparison gives: True or False to people, 1 or 0 to operators."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(int(self) != 0)

    __str__ = __repr__


_as_word: Callable[[int], Word] = partial(int.__new__, Word)
TRUE, FALSE = int.__new__(Truth, 1), int.__new__(Truth, 0)


def as_truth(value: object = False) -> Truth:
    """What rules know as `bool`."""
    return TRUE if value else FALSE


def _is_whole(value: object) -> bool:
    return hasattr(value, "__index__")  # an integer, perhaps one of numpy's


def _compared(compare: Callable[[Any, Any], bool], word: int, other: object) -> Any:
    if isinstance(other, float):  # compiled code has no number that is larger and as exact
        return as_truth(compare(float(word), other))
    if not _is_whole(other):
        return NotImplemented
    return as_truth(compare(int(word), wrapped(operator.index(other))))  # type: ignore[arg-type]


def _binary(name: str, compute: Callable[[int, int], int]) -> None:
    def forward(self: Word, other: Any) -> Any:
        if not _is_whole(other):
            return NotImplemented
        return _as_word(wrapped(compute(int(self), wrapped(operator.index(other)))))

    def reflected(self: Word, other: Any) -> Any:
        if not _is_whole(other):
            return NotImplemented
        return _as_word(wrapped(compute(wrapped(operator.index(other)), int(self))))

    setattr(Word, f"__{name}__", forward)
    setattr(Word, f"__r{name}__", reflected)


def _unary(name: str, compute: Callable[[int], int]) -> None:
    def method(self: Word) -> Word:
        return _as_word(wrapped(compute(int(self))))

    setattr(Word, f"__{name}__", method)


def _of_truths(name: str) -> None:
    """Two truth values make a third, as they do with Python's own."""
    of_words = getattr(Word, f"__{name}__")
    compute = getattr(operator, f"__{name}__")

    def method(self: Truth, other: Any) -> Any:
        if isinstance(other, (Truth, bool)):
            return as_truth(compute(int(self), int(other)))
        return of_words(self, other)

    setattr(Truth, f"__{name}__", method)
    setattr(Truth, f"__r{name}__", method)


def _power(word: int, by: int) -> int:
    if by < 0:
        raise ValueError(NEGATIVE_POWER)
    return pow(word, by, 1 << _BITS)


for _name in ("add", "sub", "mul", "mod", "and", "or", "xor"):
    _binary(_name, getattr(operator, f"__{_name}__"))
_binary("pow", _power)
# The one quotient that is no word is 0, as in compiled code.
_binary("floordiv", lambda word, by: 0 if (word, by) == (-_SIGN, -1) else word // by)
_binary("lshift", lambda word, count: word << count if 0 <= count < _BITS else 0)
_binary("rshift", lambda word, count: (word & _MASK) >> count if 0 <= count < _BITS else 0)
for _name in ("neg", "invert", "abs", "pos"):
    _unary(_name, getattr(operator, f"__{_name}__"))
for _name in ("and", "or", "xor"):
    _of_truths(_name)


def no_constant(name: str, known: Iterable[str]) -> str:
    """The sentence on something that a board does not have."""
    return f"the board has no field '{name}'; it has: {', '.join(known)}"


class Board:
    """The constants of a board as rules see them: `board.size`, `board.toggles[3]`."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.__dict__.update({name: as_words(value) for name, value in fields.items()})

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(no_constant(name, self.__dict__))

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(BOARD_IS_CONSTANT)


class Table:
    """An array of constants: indexed like a numpy array, read only."""

    __slots__ = ("_rows",)

    def __init__(self, rows: Sequence[Any]) -> None:
        self._rows = rows

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Table(self._rows[index])
        if not isinstance(index, tuple):
            return self._rows[index]
        value: Any = self
        for i in index:
            value = value[i]
        return value

    def __setitem__(self, index: object, value: object) -> None:
        raise TypeError(BOARD_IS_CONSTANT)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    @property
    def shape(self) -> tuple[int, ...]:
        inner = self._rows[0].shape if self._rows and isinstance(self._rows[0], Table) else ()
        return (Word(len(self)), *inner)

    @property
    def ndim(self) -> int:
        return Word(len(self.shape))

    @property
    def size(self) -> int:
        return sum(1 for _ in self._numbers())

    def sum(self) -> Any:
        return sum(self._numbers(), Word(0))

    def min(self) -> Any:
        return min(self._numbers())

    def max(self) -> Any:
        return max(self._numbers())

    def _numbers(self) -> Iterator[Any]:
        for row in self._rows:
            yield from row._numbers() if isinstance(row, Table) else (row,)


def as_words(value: Any) -> Any:
    """Nested lists of plain numbers as rules should see them."""
    if isinstance(value, list):
        return Table([as_words(item) for item in value])
    return Word(value) if type(value) is int else value
