"""Boards of squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from deepen.errors import InputError
from deepen.look import Layer, Look, Piece, Place, Size, size_of

__all__ = ["Grid"]


class Grid(Look):
    """A board of squares, numbered row by row.

    It gives boards the constants `rows`, `columns`, `cells` and `next`: `board.next[cell, way]` is
    the cell above, on the left, on the right or below, -1 outside.

    Args:
        rows, columns: numbers, or names of constants of the board; unless given, they are what the
            text of a position says.

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
    ) -> None:
        self.rows, self.columns = rows, columns
        super().__init__(layers, pieces, both, free, click, also)

    def constants(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """`rows`, `columns`, `cells` and `next`."""
        rows, columns = size_of(self.rows, given), size_of(self.columns, given)
        found = {"rows": rows, "columns": columns, "cells": rows * columns}
        return {**found, "next": _beside(rows, columns)}

    def places(self, constants: Mapping[str, Any]) -> Sequence[Place]:
        """The squares, row by row."""
        return _squares(size_of(self.rows, constants), size_of(self.columns, constants))

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
def _squares(rows: int, columns: int) -> tuple[Place, ...]:
    return tuple(
        Place(
            _square_name(row, column, columns),
            f"row {row + 1}, column {column + 1}",
            row,
            column,
            (column + 0.5, row + 0.5),
            ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)),
        )
        for row in range(rows)
        for column in range(columns)
    )


def _square_name(row: int, column: int, columns: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return f"{letters[column]}{row + 1}" if columns <= 26 else f"{row + 1},{column + 1}"
