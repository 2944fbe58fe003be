"""What rules and users see of the arrays and sets in a state, in the interpreter.

A view reads and writes the words of its state; what an operator makes of sets is a set of its own
that never changes. Numbers are words to rules and plain integers to users. The compiler's twins of
these are in `compiler.array_type` and `compiler.set_type`; docs/fields.md says what each may do.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from deepen._arguments import shown
from deepen.packing.cells import Cells
from deepen.packing.field_errors import (
    NOT_FROM_BITS,
    TWO_INDICES,
    FieldAttributeError,
    FieldError,
    FieldIndexError,
    FieldKeyError,
    FieldTypeError,
    no_method_of_array,
    no_method_of_set,
    no_truth,
    not_as_whole,
    number,
    range_of,
)
from deepen.packing.state_layout import WORD_BITS, Place

if TYPE_CHECKING:
    from deepen.state import State

Item = TypeVar("Item", int, bool)
"""What an array holds."""
Index = int | tuple[int, int]
"""Of an item: its number, or its row and column."""
Rows = Iterable[Item] | Iterable[Iterable[Item]]
"""The items of an array, in rows if there are two indices."""


class View:
    """A field of a state that has several items."""

    __slots__ = ("_place", "_state")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, state: State, place: Place) -> None:
        self._state, self._place = state, place

    @property
    def bits(self) -> Any:
        """Its bits as they are packed, an integer, or a tuple of words if it takes more than 64."""
        chunks = [self._state._number(chunk) for chunk in self._chunks()]
        return chunks[0] if len(chunks) == 1 else tuple(chunks)

    @bits.setter
    def bits(self, bits: Any) -> None:
        chunks = bits if isinstance(bits, (tuple, list)) else (bits,)
        chunks = [operator.index(chunk) & (1 << WORD_BITS) - 1 for chunk in chunks]
        place = self._place
        if len(chunks) != place.spans:
            raise FieldError(f"{place.name}.bits are {place.spans} words, not {len(chunks)}")
        for i, chunk in enumerate(chunks):
            if chunk & ~place.chunk_mask(i):
                raise FieldError(f"{place.name}.bits cannot be {chunk}: there are fewer bits")
        if not place.is_full:
            raise FieldTypeError(f"{place.name}{NOT_FROM_BITS}")
        place.write_chunks(self._state._writable(), chunks)

    def _chunks(self) -> tuple[int, ...]:
        return self._place.chunks(self._state._words)


class ArrayView(View, Generic[Item]):
    """An array of bounded integers in a state: `state.tiles[3]`, `state.grid[row, column]`."""

    __slots__ = ()
    __hash__ = None

    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    @overload
    def __getitem__(self, index: Index) -> Item: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._all()[index]
        return self._item(self._flat(index))

    @overload
    def __setitem__(self, index: slice, value: Iterable[Item]) -> None: ...
    @overload
    def __setitem__(self, index: Index, value: Item) -> None: ...
    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            self._set_slice(index, list(value))
            return
        flat = self._flat(index)
        self._place.write(self._state._writable(), number(value, self._place), flat)

    def __len__(self) -> int:
        return self._place.shape[0]

    def __iter__(self) -> Iterator[Item]:
        self._one_index()
        return (self._item(i) for i in range(self._place.count))

    def __bool__(self) -> bool:
        raise FieldTypeError(no_truth(self._place))

    def __contains__(self, value: object) -> bool:
        return value in self._numbers()

    def __eq__(self, other: object) -> bool:
        if not hasattr(other, "__len__") or not hasattr(other, "__getitem__"):
            return NotImplemented
        return bool(self.tolist() == _as_lists(other))

    def index(self, value: int) -> Any:
        """Where a value is first: its index, or (row, column)."""
        for i, found in enumerate(self._numbers()):
            if found == value:
                return self._state._number(i) if len(self._place.shape) == 1 else self._pair(i)
        raise FieldError(f"the field '{self._place.name}' has no {shown(value)}")

    def count(self, value: int) -> int:
        """How often a value is there."""
        found: int = self._state._number(sum(found == value for found in self._numbers()))
        return found

    def tolist(self) -> list[Any]:
        """As plain integers, in rows if there are two indices."""
        numbers = [self._plain(found) for found in self._numbers()]
        if len(self._place.shape) == 1:
            return numbers
        columns = self._place.shape[1]
        return [numbers[i : i + columns] for i in range(0, len(numbers), columns)]

    def __repr__(self) -> str:
        return repr(self.tolist())

    if not TYPE_CHECKING:  # to type checkers, what it does not have is an error

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):  # Python asks, also while there is no place yet
                raise AttributeError(name)
            raise FieldAttributeError(no_method_of_array(name, self._place.name))

    def _plain(self, value: Any) -> int | bool:
        return bool(value) if self._place.items.is_truth else int(value)

    def _item(self, flat: int) -> Any:
        return self._state._shown(self._place, flat)

    def _numbers(self) -> Iterator[Any]:
        return (self._item(i) for i in range(self._place.count))

    def _all(self) -> list[Any]:
        self._one_index()
        return list(self)

    def _one_index(self) -> None:
        if len(self._place.shape) != 1:
            raise FieldTypeError(f"the field '{self._place.name}' {TWO_INDICES}")

    def _pair(self, flat: int) -> tuple[Any, Any]:
        row, column = divmod(flat, self._place.shape[1])
        return self._state._number(row), self._state._number(column)

    def _flat(self, index: Any) -> int:
        shape = self._place.shape
        if len(shape) == 1:
            return self._inrange_of(index, shape[0])
        if not isinstance(index, tuple) or len(index) != len(shape):
            raise FieldTypeError(f"the field '{self._place.name}' {TWO_INDICES}")
        row, column = (self._inrange_of(i, size) for i, size in zip(index, shape, strict=True))
        return row * shape[1] + column

    def _inrange_of(self, index: Any, size: int) -> int:
        found = operator.index(index)
        if not -size <= found < size:
            raise FieldIndexError(
                f"the field '{self._place.name}' has no index {found}: there are {size}"
            )
        return found + size if found < 0 else found

    def _set_slice(self, index: slice, values: list[Any]) -> None:
        self._one_index()
        places = range(self._place.count)[index]
        if len(places) != len(values):
            raise FieldError(f"{self._place.name}[...] is {len(places)} values, not {len(values)}")
        for i, value in zip(places, values, strict=True):
            self[i] = value

    def _assign(self, values: Any) -> None:
        """`state.tiles = ...`: copies every value."""
        for i, value in enumerate(self._fitting(values)):
            found = number(value, self._place)
            self._place.write(self._state._writable(), found, i)

    def _fitting(self, values: Any) -> list[Any]:
        """As many values as there are items, row after row."""
        place = self._place
        rows = values.tolist() if hasattr(values, "tolist") else list(values)
        if len(place.shape) == 1:
            if len(rows) != place.count:
                raise FieldError(
                    f"the field '{place.name}' has {place.count} values, not {len(rows)}"
                )
            return rows
        lengths = [len(row) if hasattr(row, "__len__") else None for row in rows]
        if lengths != [place.shape[1]] * place.shape[0]:
            raise FieldTypeError(not_as_whole(place, shown(rows)))
        return [value for row in rows for value in row]


class SetView(View, Cells):
    """A set of cells in a state: `cell in state.boxes`, `child.boxes.add(cell)`."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]
    _chunks = View._chunks
    bits = View.bits

    @property
    def _number(self) -> Any:
        return self._state._number

    def add(self, cell: int) -> None:
        """Puts a cell into the set."""
        self._place.write(self._state._writable(), 1, self._cell(cell))

    def remove(self, cell: int) -> None:
        """Takes a cell out of the set; it must be there."""
        if cell not in self:
            raise FieldKeyError(f"the field '{self._place.name}' has no {shown(cell)} to remove")
        self._place.write(self._state._writable(), 0, self._cell(cell))

    def discard(self, cell: int) -> None:
        """Takes a cell out of the set, if it is there."""
        words = self._state._writable()
        if cell in self:
            self._place.write(words, 0, operator.index(cell))

    def clear(self) -> None:
        """Takes all cells out."""
        self._assign(())

    if not TYPE_CHECKING:  # as above

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            raise FieldAttributeError(no_method_of_set(name, self._place.name))

    def __ior__(self, other: Set[Any]) -> SetView:
        return self._assign(self | other)

    def __iand__(self, other: Set[Any]) -> SetView:
        return self._assign(self & other)

    def __ixor__(self, other: Set[Any]) -> SetView:
        return self._assign(self ^ other)

    def __isub__(self, other: Set[Any]) -> SetView:
        return self._assign(self - other)

    def _assign(self, cells: Any) -> SetView:
        """`state.boxes = ...`: copies every cell."""
        chunks = [0] * self._place.spans
        for cell in cells:
            found = self._cell(cell)
            chunks[found // WORD_BITS] |= 1 << found % WORD_BITS
        self._place.write_chunks(self._state._writable(), chunks)
        return self

    def _cell(self, cell: Any) -> int:
        try:
            found = operator.index(cell)
        except TypeError:
            raise FieldTypeError(
                f"the field '{self._place.name}' holds cells, not {shown(cell)}"
            ) from None
        if not 0 <= found < self._place.count:
            raise FieldError(
                f"the field '{self._place.name}' cannot hold {found}: {range_of(self._place)}"
            )
        return found


def _as_lists(values: Any) -> Any:
    """Nested sequences as nested lists."""
    if hasattr(values, "tolist"):
        return values.tolist()
    return [_as_lists(item) if hasattr(item, "__len__") else item for item in values]
