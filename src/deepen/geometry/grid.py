"""Boards of squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from deepen._arguments import shown
from deepen.errors import InputError, RuleError
from deepen.look import Layer, Look, Piece, Place, Point, Size, size_of

__all__ = ["Grid"]

GROUNDS = ("lines", "tray", "holes")
FIRST_NAMES = ("", "a", "A", "1")
_ASIDE = 0.28  # from the edge of the board to the middle of a name


class Grid(Look):
    """A board of squares, numbered row by row.

    It gives boards the constants `rows`, `columns`, `cells` and `next`: `board.next[cell, way]` is
    the cell above, on the left, on the right or below, -1 outside.

    Args:
        rows, columns: numbers, or names of constants of the board; unless given, they are what the
            text of a position says.
        named: what the first column and the first row are called, "a", "A" or "1"; "" for no name.
            Names are written beside the board, and cells are called by them.
        upwards: rows are named from below, and the names of columns stand there.
        ground: what the cells are on: "lines" around them, a "tray" for tiles, or a wall with
            "holes" for discs.

    The other arguments are the attributes of `Look`.

    >>> import deepen
    >>> class Walk(deepen.Puzzle):
    ...     '''Reach the flag.'''
    ...     class State(deepen.State):
    ...         man = deepen.Cell("cells")
    ...     look = deepen.Grid(layers={
    ...         "flag": deepen.Piece("flag", "F"), "man": deepen.Piece("man", "@")
    ...     })
    ...     actions = ("up", "left", "right", "down")
    ...     def successors(board, state):
    ...         for way in range(4):
    ...             if board.next[state.man, way] >= 0:
    ...                 child = state.copy()
    ...                 child.man = board.next[state.man, way]
    ...                 yield way, child
    ...     def is_goal(board, state):
    ...         return state.man in board.flag
    >>> puzzle = Walk({"man": 0}, {"rows": 2, "columns": 3, "flag": {5}})
    >>> deepen.solve(puzzle).cost
    3
    """

    def __init__(
        self,
        rows: Size = "rows",
        columns: Size = "columns",
        *,
        layers: Mapping[str, Layer] | None = None,
        pieces: Sequence[Piece] = (),
        both: Mapping[tuple[str, ...], str] | None = None,
        free: str = ".",
        click: str | None = None,
        also: Sequence[str] = (),
        named: tuple[str, str] = ("", ""),
        upwards: bool = False,
        ground: str = "lines",
    ) -> None:
        self.rows, self.columns = rows, columns
        self.named, self.upwards, self.ground = tuple(named), upwards, ground
        super().__init__(layers, pieces, both, free, click, also)

    def constants(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """`rows`, `columns`, `cells` and `next`."""
        rows, columns = size_of(self.rows, given), size_of(self.columns, given)
        found = {"rows": rows, "columns": columns, "cells": rows * columns}
        return {**found, "next": _beside(rows, columns)}

    def places(self, constants: Mapping[str, Any]) -> Sequence[Place]:
        """The squares, row by row."""
        rows, columns = size_of(self.rows, constants), size_of(self.columns, constants)
        return _squares(rows, columns, self.named, self.upwards)

    def names_beside(self, constants: Mapping[str, Any]) -> Sequence[tuple[str, Point]]:
        """The names of columns and rows, where they have some."""
        rows, columns = size_of(self.rows, constants), size_of(self.columns, constants)
        level = rows + _ASIDE if self.upwards else -_ASIDE
        above = [(name_from(self.named[0], i), (i + 0.5, level)) for i in range(columns)]
        left = [
            (name_from(self.named[1], _rank(i, rows, self.upwards)), (-_ASIDE, i + 0.5))
            for i in range(rows)
        ]
        return (*(above if self.named[0] else ()), *(left if self.named[1] else ()))

    @property
    def size_names(self) -> tuple[str, ...]:
        """Those of rows and columns that are no numbers."""
        return tuple(size for size in (self.rows, self.columns) if isinstance(size, str))

    def sizes_of(self, rows: Sequence[int]) -> dict[str, int]:
        """Rows and columns, whatever they are called."""
        found = {}
        for size, count, what in (
            (self.rows, len(rows), "rows"),
            (self.columns, max(rows), "columns"),
        ):
            if isinstance(size, str):
                found[size] = count
            elif size != count:
                raise InputError(f"the board has {size} {what}, and the text has {count}")
        return found

    def _check(self) -> None:
        super()._check()
        for value, known, what in (
            (self.ground, GROUNDS, "ground"),
            *((first, FIRST_NAMES, "named") for first in self.named),
        ):
            if value not in known:
                raise RuleError(f"the look has {what}={shown(value)}; there are: {known}")


def name_from(first: str, number: int) -> str:
    """What the row or column of that number is called, where the first one is called so.

    >>> name_from("a", 2), name_from("a", 27), name_from("1", 2), name_from("", 2)
    ('c', 'ab', '3', '')
    """
    if first in ("", "1"):
        return str(number + 1) if first else ""
    rest, letter = divmod(number, 26)
    return (name_from(first, rest - 1) if rest else "") + chr(ord(first) + letter)


def _rank(row: int, rows: int, upwards: bool) -> int:
    """The number of a row in the order of names."""
    return rows - 1 - row if upwards else row


@cache
def _beside(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    return tuple(
        tuple(
            (row + down) * columns + column + right
            if 0 <= row + down < rows and 0 <= column + right < columns
            else -1
            for down, right in steps
        )
        for row in range(rows)
        for column in range(columns)
    )


@cache
def _squares(rows: int, columns: int, named: tuple[str, ...], upwards: bool) -> tuple[Place, ...]:
    return tuple(
        Place(
            *_called(_rank(row, rows, upwards), column, columns, named, upwards),
            row,
            column,
            (column + 0.5, row + 0.5),
            ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)),
        )
        for row in range(rows)
        for column in range(columns)
    )


def _called(
    row: int, column: int, columns: int, named: tuple[str, ...], upwards: bool
) -> tuple[str, str]:
    """The name of a square, and what is spoken of where it is."""
    first, second = (name_from(*each) for each in zip(named, (column, row), strict=True))
    if first and second:
        return (f"{first},{second}",) * 2 if first.isdecimal() else (f"{first}{second}",) * 2
    letters = "abcdefghijklmnopqrstuvwxyz"
    name = f"{letters[column]}{row + 1}" if columns <= 26 else f"{row + 1},{column + 1}"
    if upwards:
        return name, f"column {column + 1}, row {row + 1} from below"
    return name, f"row {row + 1}, column {column + 1}"
