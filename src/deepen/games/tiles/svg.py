"""Sliding tiles as SVG: the board, with the tiles that are in place marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deepen.drawing.svg import INK, Picture
from deepen.games.tiles.rules import Tiles

SIDE = 64.0
INSET = 3.0
MARGIN = 14.0
FRAME, GAP = "#6b6255", "#e9e2d3"
TILE, HOME = "#f7ecd2", "#bcd9b4"


def board(puzzle: Tiles) -> str:
    """The tiles; one that is where it belongs is green and has a thick edge."""
    width, height = SIDE * puzzle.columns, SIDE * puzzle.rows
    picture = Picture(
        -MARGIN,
        -MARGIN,
        width + 2 * MARGIN,
        height + 2 * MARGIN,
        f"Sliding tiles, {puzzle.rows} × {puzzle.columns}",
        _described(puzzle),
    )
    picture.add(
        "rect", x=0, y=0, width=width, height=height, rx=10, fill=GAP, stroke=FRAME, stroke_width=6
    )
    for cell, tile in enumerate(puzzle.cells(puzzle.start)):
        if tile:
            _draw_tile(picture, puzzle, cell, tile)
    return str(picture)


PICTURES: Mapping[str, Callable[[Any], str]] = {"board": board}


def _draw_tile(picture: Picture, puzzle: Tiles, cell: int, tile: int) -> None:
    row, column = divmod(cell, puzzle.columns)
    left, top, side = SIDE * column + INSET, SIDE * row + INSET, SIDE - 2 * INSET
    home = tile == cell
    picture.add(
        "rect", x=left, y=top, width=side, height=side, rx=8, fill=HOME if home else TILE,
        stroke=INK, stroke_width=3 if home else 1,
    )  # fmt: skip
    picture.text(left + side / 2, top + side / 2, str(tile), 26, font_weight="bold")


def _described(puzzle: Tiles) -> str:
    cells = [str(tile) if tile else "gap" for tile in puzzle.cells(puzzle.start)]
    rows = [cells[i : i + puzzle.columns] for i in range(0, len(cells), puzzle.columns)]
    return "; ".join(f"Row {n}: {', '.join(row)}" for n, row in enumerate(rows, 1)) + "."


__all__ = ["PICTURES", "board"]
