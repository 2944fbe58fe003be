"""Sets of cells that are no field of a state: constants of a board, and what operators make."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING, Any

from deepen.packing.field_errors import (
    OTHER_SET,
    FieldAttributeError,
    FieldError,
    FieldTypeError,
    no_method_of_cells,
)
from deepen.packing.state_layout import WORD_BITS

MOST_CELLS = 512
"""As many bits as the states of the engine have at most."""


class Cells(Set[int]):
    """A set of cells: a field of a state, a constant of a board, or what operators make of them."""

    __slots__ = ()
    _number: Any

    def _chunks(self) -> tuple[int, ...]:
        """A bit for each cell, in words."""
        raise NotImplementedError

    @property
    def bits(self) -> Any:
        """A bit for each cell, an integer, or a tuple of words for more than 64 cells."""
        chunks = [self._number(chunk) for chunk in self._chunks()]
        return chunks[0] if len(chunks) == 1 else tuple(chunks)

    def copy(self) -> Cells:
        """The same cells, as a set that never changes."""
        return FrozenCells(self._chunks(), self._number)

    def issubset(self, other: Iterable[int]) -> bool:
        """Whether every cell is in the other set too."""
        return bool(self <= _as_set(other))

    def __contains__(self, cell: object) -> bool:
        try:
            found = operator.index(cell)  # type: ignore[arg-type]
        except TypeError:
            return False
        word, place = divmod(found, WORD_BITS)
        chunks = self._chunks()
        return 0 <= word < len(chunks) and bool(chunks[word] >> place & 1)

    def __iter__(self) -> Iterator[int]:
        for number, chunk in enumerate(self._chunks()):
            left = chunk
            while left:
                yield self._number(WORD_BITS * number + (left & -left).bit_length() - 1)
                left &= left - 1

    def __len__(self) -> int:
        return sum(chunk.bit_count() for chunk in self._chunks())

    def _combined(self, other: Any, combine: Callable[[int, int], int]) -> Cells:
        if not isinstance(other, (Set, set, frozenset)):
            return NotImplemented  # type: ignore[no-any-return]
        ours, theirs = self._chunks(), _as_set(self._beside(other))._chunks()
        size = max(len(ours), len(theirs))
        pairs = zip(_wide(ours, size), _wide(theirs, size), strict=True)
        return FrozenCells([combine(a, b) for a, b in pairs], self._number)

    def __or__(self, other: Set[Any]) -> Cells:
        return self._combined(other, operator.or_)

    def __and__(self, other: Set[Any]) -> Cells:
        return self._combined(other, operator.and_)

    def __xor__(self, other: Set[Any]) -> Cells:
        return self._combined(other, operator.xor)

    def __sub__(self, other: Set[Any]) -> Cells:
        return self._combined(other, lambda a, b: a & ~b)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __rsub__(self, other: Set[Any]) -> Cells:
        found: Cells = _as_set(self._beside(other)) - self
        return found

    def __eq__(self, other: object) -> bool:  # tells type checkers that a plain set may be equal
        return super().__eq__(self._beside(other))

    def __le__(self, other: Set[Any]) -> bool:
        return super().__le__(self._beside(other))

    def __lt__(self, other: Set[Any]) -> bool:
        return super().__lt__(self._beside(other))

    def __ge__(self, other: Set[Any]) -> bool:
        return super().__ge__(self._beside(other))

    def __gt__(self, other: Set[Any]) -> bool:
        return super().__gt__(self._beside(other))

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Whether no cell is in the other set too."""
        return super().isdisjoint(self._beside(other))

    def _beside(self, other: Any) -> Any:
        """Another set; in rules, one of Python's must be such that compiled rules can take it."""
        if self._number is not int and isinstance(other, (set, frozenset)):
            for cell in other:
                if not isinstance(cell, int):
                    raise FieldTypeError(OTHER_SET)
                if not 0 <= cell < MOST_CELLS:
                    raise FieldError(f"no set of cells has {cell}: they are 0 to {MOST_CELLS - 1}")
        return other

    __hash__ = Set._hash

    def __repr__(self) -> str:
        return f"{{{', '.join(str(int(cell)) for cell in self)}}}"


class FrozenCells(Cells):
    """A set that never changes, as operators make it: `state.boxes | board.goals`."""

    __slots__ = ("_kept", "_number")
    __hash__ = Cells.__hash__

    def __init__(self, chunks: Sequence[int], as_number: Any = int) -> None:
        self._kept, self._number = tuple(chunks), as_number

    if not TYPE_CHECKING:  # to type checkers, what it does not have is an error

        def __getattr__(self, name: str) -> Any:
            raise FieldAttributeError(no_method_of_cells(name))

    def _chunks(self) -> tuple[int, ...]:
        return self._kept


def _as_set(value: Iterable[int]) -> Cells:
    if isinstance(value, Cells):
        return value
    bits = 0
    for cell in value:
        bits |= 1 << operator.index(cell)
    return FrozenCells([bits >> i & (1 << 64) - 1 for i in range(0, max(1, bits.bit_length()), 64)])


def _wide(chunks: Sequence[int], size: int) -> list[int]:
    return [*chunks, *[0] * (size - len(chunks))]
