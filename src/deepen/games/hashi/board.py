"""The grid: its islands, the pairs of them that a bridge may join, and which bridges would cross.

Cells are (row, column) from 0; people call them by a letter for the column and a number for the
row, both from the top left: `a1` is (0, 0), `c2` is (1, 2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from string import ascii_lowercase
from typing import NamedTuple

from deepen.errors import InputError

WATER, BLANK = ".", "0"
SIGNS = ".01234"
MOST_CELLS = 1024
"""Of a board; one of 32 rows and columns, say. A state has room for 64 islands."""
NEW_LABELS = (3, 4)
"""What a player may write on an island that has no label."""

Cell = tuple[int, int]


class Pair(NamedTuple):
    """Two islands with only water between them, by their numbers; left before right, or top before
    bottom."""

    first: int
    second: int


@dataclass(frozen=True)
class Grid:
    """The board as it was given.

    Islands are numbered row by row, but those without a label come first: the rules keep a bit more
    for each of these, and so have all such bits in one place.

    Attributes:
        rows: a string for each row, with a sign for each cell.
    """

    rows: tuple[str, ...]

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.rows[0])

    def sign(self, cell: Cell) -> str:
        """What stands in a cell."""
        return self.rows[cell[0]][cell[1]]

    def holds(self, cell: Cell) -> bool:
        """Whether the cell is on the board."""
        return 0 <= cell[0] < self.height and 0 <= cell[1] < self.width

    @cached_property
    def islands(self) -> tuple[Cell, ...]:
        """The cell of each island."""
        cells = [(row, column) for row in range(self.height) for column in range(self.width)]
        found = [cell for cell in cells if self.sign(cell) != WATER]
        return tuple(sorted(found, key=lambda cell: self.sign(cell) != BLANK))

    @cached_property
    def labels(self) -> tuple[int, ...]:
        """The label of each island, 0 for none."""
        return tuple(int(self.sign(cell)) for cell in self.islands)

    @cached_property
    def blanks(self) -> int:
        """How many islands have no label."""
        return self.labels.count(0)

    @cached_property
    def number(self) -> dict[Cell, int]:
        """The number of the island in a cell."""
        return {cell: number for number, cell in enumerate(self.islands)}

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The islands that a bridge may join, in the order of the cells where they begin."""
        return tuple(
            Pair(self.number[cell], self.number[end])
            for cell in sorted(self.islands)
            for way in ((0, 1), (1, 0))
            if (end := self.next_island(cell, way)) is not None
        )

    @cached_property
    def crossings(self) -> tuple[tuple[int, ...], ...]:
        """For each pair the pairs whose bridges would cross its own."""
        over: dict[Cell, list[int]] = {}  # the pairs that each cell of water lies between
        for number, pair in enumerate(self.pairs):
            for cell in self.between(pair):
                over.setdefault(cell, []).append(number)
        found: list[list[int]] = [[] for _ in self.pairs]
        for numbers in over.values():
            if len(numbers) == 2:  # never more: one along the row and one along the column
                first, second = numbers
                found[first].append(second)
                found[second].append(first)
        return tuple(tuple(sorted(others)) for others in found)

    @cached_property
    def pairs_at(self) -> tuple[tuple[int, ...], ...]:
        """For each island the pairs that it belongs to."""
        found: list[list[int]] = [[] for _ in self.islands]
        for number, pair in enumerate(self.pairs):
            for island in pair:
                found[island].append(number)
        return tuple(map(tuple, found))

    def next_island(self, cell: Cell, way: Cell) -> Cell | None:
        """The first island in a direction from a cell."""
        return next((there for there in self.line(cell, way) if self.sign(there) != WATER), None)

    def line(self, cell: Cell, way: Cell) -> Iterator[Cell]:
        """The cells in a direction from a cell, without itself."""
        there = (cell[0] + way[0], cell[1] + way[1])
        while self.holds(there):
            yield there
            there = (there[0] + way[0], there[1] + way[1])

    def between(self, pair: Pair) -> list[Cell]:
        """The water between two islands."""
        first, second = self.islands[pair.first], self.islands[pair.second]
        way = (int(first[0] != second[0]), int(first[1] != second[1]))
        return list(takewhile(lambda cell: cell != second, self.line(first, way)))

    def pair_name(self, number: int) -> str:
        """A bridge as people write it: `a1-c1`."""
        return "-".join(name(self.islands[end]) for end in self.pairs[number])


def name(cell: Cell) -> str:
    """A cell as people call it.

    >>> name((0, 0)), name((11, 27))
    ('a1', 'ab12')
    """
    return f"{column_name(cell[1])}{cell[0] + 1}"


def column_name(column: int) -> str:
    """A column as people call it; after z comes aa."""
    rest, letter = divmod(column, len(ascii_lowercase))
    return (column_name(rest - 1) if rest else "") + ascii_lowercase[letter]


def column_number(letters: str) -> int:
    """The column of that name."""
    number = 0
    for letter in letters:
        number = number * len(ascii_lowercase) + ascii_lowercase.index(letter) + 1
    return number - 1


def mask(numbers: Iterable[int]) -> int:
    """A word with these bits set."""
    return sum(1 << number for number in numbers)


def check_rows(
    rows: Sequence[str],
    place: Callable[[int, int], str] = lambda row, cell: f"row {row + 1}, column {cell + 1}",
) -> None:
    """Raises an error where rows make no board; `place` names a cell by its row and number.

    The size comes first: what is too large is not looked at any further.
    """
    if not rows or not rows[0]:
        raise InputError("the board is empty: it has at least one row of one cell")
    if len(rows) * len(rows[0]) > MOST_CELLS:
        raise InputError(
            f"the board is too large: it has {len(rows)} row{'s' * (len(rows) != 1)} of "
            f"{len(rows[0])} cells, and {MOST_CELLS} cells are the most"
        )
    for row, cells in enumerate(rows):
        for cell, sign in enumerate(cells):
            if sign not in SIGNS:
                raise InputError(f"{place(row, cell)}: {_wrong(sign)}")
        have, want = len(cells), len(rows[0])
        if have != want:
            raise InputError(
                f"{place(row, min(have, want))}: this row has {have} cell{'s' * (have != 1)}, "
                f"the first has {want}"
            )


def _wrong(sign: str) -> str:
    if sign in "56789":
        return f"the label {sign} is too large, labels are 1 to 4"
    return f"{sign!r} is neither water (.) nor an island (1 to 4, or 0 without a label)"
