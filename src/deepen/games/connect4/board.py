"""The board as bits of a word: its squares, and stones that line up.

Columns stand side by side in the word, the top of each in its lower bits; above each top lies one
bit more, its mark, which is no square. `rules` draws the numbers. A line that leaves the board at
the top or the bottom comes upon a mark, where no stone is, so four in a row are found by shifts
alone, on the whole board at once.
"""

from __future__ import annotations

from typing import NamedTuple

from deepen.errors import InputError
from deepen.rules import bits

COLUMNS, ROWS = 7, 6
FOUR = 4
STATE_BITS = 63
"""One bit of a word is left for other things:"""
WINS_AT_ONCE = 1 << STATE_BITS
"""In a state, the player to move can."""


class Shape(NamedTuple):
    """The size of a board, and its bits."""

    columns: int = COLUMNS
    rows: int = ROWS

    @property
    def step(self) -> int:
        """Bits from a square to the one beside it."""
        return self.rows + 1

    @property
    def marks(self) -> int:
        """The bit above the top of each column."""
        return sum(1 << column * self.step for column in range(self.columns))

    @property
    def squares(self) -> int:
        """All bits that are squares."""
        return (1 << self.columns * self.step) - 1 & ~self.marks

    def column(self, number: int) -> int:
        """The squares of a column, 1 to `columns`."""
        return self.squares & (1 << number * self.step) - (1 << (number - 1) * self.step)

    def row(self, number: int) -> int:
        """The squares of a row, 1 at the bottom."""
        return self.marks << self.step - number

    def square(self, column: int, row: int) -> int:
        """The square of a column and a row, both from 1, rows from the bottom."""
        return 1 << column * self.step - row

    def place(self, number: int) -> tuple[int, int]:
        """Column and row of the square that is bit `number`."""
        column = number // self.step + 1
        return column, column * self.step - number

    def mirrored(self, word: int) -> int:
        """The same bits with left and right exchanged."""
        columns = [word >> i * self.step & (1 << self.step) - 1 for i in range(self.columns)]
        return sum(bits << i * self.step for i, bits in enumerate(reversed(columns)))

    @property
    def centre_first(self) -> list[int]:
        """The columns from the middle outwards, as good a first guess as any."""
        middle = (self.columns + 1) / 2
        return sorted(range(1, self.columns + 1), key=lambda column: abs(column - middle))

    def checked(self) -> Shape:
        """The same shape, or an error: a board has room for a four and fits into one word."""
        if min(self) < FOUR:
            raise InputError(
                f"a board of {self.columns} columns and {self.rows} rows is too small: "
                f"{FOUR} of each are the least"
            )
        if self.columns * self.step > STATE_BITS:
            raise InputError(
                f"a board of {self.columns} columns and {self.rows} rows is too large: columns "
                f"times (rows + 1) may be {STATE_BITS}, not {self.columns * self.step}"
            )
        return self


# Lines: helpers of the rules, which run compiled too


def fourths(stones: int, step: int) -> int:
    """Where one stone more makes four in a row; also squares that are taken, and bits off it."""
    found = stones >> 1 & stones >> 2 & stones >> 3
    return found | fourths_along(stones, step - 1) | fourths_along(stones, step) | fourths_along(
        stones, step + 1
    )  # fmt: skip


def fourths_along(stones: int, step: int) -> int:
    """The same for the lines of one direction, in which `step` leads from square to square."""
    once = step & 63  # it is less anyway, but then shifts compile to single instructions
    near, near_back = stones << once, stones >> once
    far, far_back = near << once, near_back >> once
    between = near & near_back & (far | far_back)
    return between | near & far & far << once | near_back & far_back & far_back >> once


# For people


def fours(stones: int, shape: Shape) -> int:
    """All stones that are part of four in a row."""
    found = 0
    for step in (1, shape.step - 1, shape.step, shape.step + 1):
        pairs = stones & stones >> step
        starts = pairs & pairs >> 2 * step
        for along in range(FOUR):
            found |= starts << along * step
    return found


def landing(taken: int, column: int, shape: Shape) -> int:
    """The square on which a stone comes to rest; 0 where the column is full."""
    free = shape.column(column) & ~taken
    return 1 << free.bit_length() - 1 if free else 0


def hanging(taken: int, shape: Shape) -> tuple[int, int] | None:
    """Column and row of a stone with nothing below it, if there is one."""
    loose = taken & ~(taken >> 1 | shape.row(1))
    return shape.place(next(bits(loose))) if loose else None
