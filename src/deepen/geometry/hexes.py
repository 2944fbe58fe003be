"""Boards of hexagons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import sqrt
from typing import Any

from deepen.errors import InputError, RuleError
from deepen.geometry.grid import Grid
from deepen.look import Layer, Look, Piece, Place, Point, Size, size_of

__all__ = ["Hex"]


class Hex(Look):
    """A board of hexagons, numbered row by row: a hexagon itself, or a rhombus.

    It gives boards the constants `rows`, `columns` (of a rhombus), `radius` (of a hexagon), `cells`
    and `next`: `board.next[cell, way]` is the cell in one of six ways, from the upper right with
    the clock, -1 outside.

    Args:
        radius: rings around the middle of a hexagon; a number, or the name of a constant.
        rows, columns: of a rhombus, each row half a cell further right than the one above.
        axial: cells are called by two numbers, how far to the right and how far down they are
            from the middle of a hexagon, or from the first cell of a rhombus; else by a letter and
            a number.

    The other arguments are the attributes of `Look`.

    >>> import deepen
    >>> look = deepen.Hex(rows=3, columns=3, layers={"stones": deepen.Piece("stone", "O")})
    >>> look.constants({})["next"][4]
    (2, 5, 7, 6, 3, 1)
    """

    def __init__(
        self,
        radius: Size | None = None,
        *,
        rows: Size | None = None,
        columns: Size | None = None,
        layers: Mapping[str, Layer] | None = None,
        pieces: Sequence[Piece] = (),
        both: Mapping[tuple[str, ...], str] | None = None,
        free: str = ".",
        click: str | None = None,
        also: Sequence[str] = (),
        axial: bool = False,
    ) -> None:
        if (radius is None) == (rows is None and columns is None):
            raise RuleError("a Hex look has a radius, or rows and columns")
        self.radius = radius
        self.axial = axial
        self.rows = "rows" if rows is None else rows
        self.columns = "columns" if columns is None else columns
        super().__init__(layers, pieces, both, free, click, also)

    def constants(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The sizes, `cells` and `next`."""
        if self.radius is not None:
            radius = size_of(self.radius, given)
            sizes, cells = {"radius": radius}, _hexagon(radius)
        else:
            rows, columns = size_of(self.rows, given), size_of(self.columns, given)
            sizes, cells = {"rows": rows, "columns": columns}, _rhombus(rows, columns)
        return {**sizes, "cells": len(cells), "next": _around(cells)}

    def places(self, constants: Mapping[str, Any]) -> Sequence[Place]:
        """The hexagons, row by row."""
        if self.radius is not None:
            return _hexes(_hexagon(size_of(self.radius, constants)), self.axial)
        rows, columns = size_of(self.rows, constants), size_of(self.columns, constants)
        return _hexes(_rhombus(rows, columns), self.axial)

    def indent(self, row: int, length: int, widest: int) -> int:
        """Rows of a rhombus begin one after another; those of a hexagon are in the middle."""
        return row if self.radius is None else widest - length

    @property
    def size_names(self) -> tuple[str, ...]:
        """Of the radius, or of rows and columns, those that are no numbers."""
        sizes = (self.rows, self.columns) if self.radius is None else (self.radius,)
        return tuple(size for size in sizes if isinstance(size, str))

    def sizes_of(self, rows: Sequence[int]) -> dict[str, int]:
        """The radius, or rows and columns."""
        if self.radius is None:
            return Grid(self.rows, self.columns).sizes_of(rows)
        radius = len(rows) // 2
        if list(rows) != [len(row) for row in _by_rows(_hexagon(radius))]:
            raise InputError("the rows make no hexagon: each is one longer up to the middle")
        if isinstance(self.radius, str):
            return {self.radius: radius}
        if radius != self.radius:
            raise InputError(f"the board has {2 * self.radius + 1} rows, the text {len(rows)}")
        return {}


_SIX = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))

Axial = tuple[int, int]


@cache
def _hexagon(radius: int) -> tuple[Axial, ...]:
    span = range(-radius, radius + 1)
    return tuple((q, r) for r in span for q in span if abs(q + r) <= radius)


@cache
def _rhombus(rows: int, columns: int) -> tuple[Axial, ...]:
    return tuple((q, r) for r in range(rows) for q in range(columns))


def _by_rows(cells: Sequence[Axial]) -> list[list[Axial]]:
    rows = sorted({r for _, r in cells})
    return [[cell for cell in cells if cell[1] == row] for row in rows]


@cache
def _around(cells: tuple[Axial, ...]) -> tuple[tuple[int, ...], ...]:
    numbers = {cell: number for number, cell in enumerate(cells)}
    return tuple(tuple(numbers.get((q + dq, r + dr), -1) for dq, dr in _SIX) for q, r in cells)


@cache
def _hexes(cells: tuple[Axial, ...], axial: bool) -> tuple[Place, ...]:
    found = []
    for number, row in enumerate(_by_rows(cells)):
        for column, (q, r) in enumerate(row):
            x, y = q + r / 2, r * sqrt(3) / 2
            name = f"{'abcdefghijklmnopqrstuvwxyz'[column % 26]}{number + 1}"
            spoken = f"row {number + 1}, hex {column + 1}"
            name, spoken = (f"{q},{r}", f"{q}, {r}") if axial else (name, spoken)
            found.append(Place(name, spoken, number, column, (x, y), _six_corners(x, y)))
    return tuple(found)


def _six_corners(x: float, y: float) -> tuple[Point, ...]:
    """From the top, with the clock; hexes side by side are 1 apart."""
    half, high = 0.5, sqrt(3) / 6
    return (
        (x, y - 2 * high), (x + half, y - high), (x + half, y + high),
        (x, y + 2 * high), (x - half, y + high), (x - half, y - high),
    )  # fmt: skip
