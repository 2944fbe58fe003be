"""Sliding tiles as a scene: the tiles, the arrow of a move, how far each tile is from home."""

from __future__ import annotations

from deepen.drawing.scene import Cell, Map, Point, Scene, Shape
from deepen.games.tiles.rules import Tiles

SIZE = 80.0
MARGIN = 12.0
INSET = 3.0


def scene(puzzle: Tiles) -> Scene:
    """The tiles; those that are where they belong are marked."""
    rows, columns = puzzle.rows, puzzle.columns
    tiles = puzzle.cells(puzzle.start)
    wrong = sum(tile != cell for cell, tile in enumerate(tiles) if tile)
    return Scene(
        view=(-MARGIN, -MARGIN, columns * SIZE + 2 * MARGIN, rows * SIZE + 2 * MARGIN),
        title=f"{rows} × {columns} tiles, {wrong or 'none'} out of place",
        cells=tuple(_cell(cell, tile, columns) for cell, tile in enumerate(tiles)),
        behind=(Shape("rect", (-6, -6, columns * SIZE + 12, rows * SIZE + 12, 12), "frame"),),
    )


def _cell(cell: int, tile: int, columns: int) -> Cell:
    row, column = divmod(cell, columns)
    left, top, side = column * SIZE + INSET, row * SIZE + INSET, SIZE - 2 * INSET
    content = "the gap"
    things: tuple[Shape, ...] = ()
    if tile:
        home = " marked" if tile == cell else ""
        content = f"tile {tile}{', in place' if home else ''}"
        x, y = _centre(cell, columns)
        things = (
            Shape("rect", (left, top, side, side, 8), f"piece tile{home}"),
            Shape("text", (x, y, SIZE * 0.4), f"glyph tile{home}", str(tile)),
        )
    return Cell(
        str(cell),
        f"row {row + 1}, column {column + 1}: {content}",
        row,
        column,
        Shape("rect", (left, top, side, side, 8), "field" if tile else "field gap"),
        things,
    )


def _centre(cell: int, columns: int) -> Point:
    row, column = divmod(cell, columns)
    return (column + 0.5) * SIZE, (row + 0.5) * SIZE


def moved(before: Tiles, after: Tiles) -> tuple[Shape, ...]:
    """An arrow from the tile that slides to the gap."""
    old, new = (puzzle.cells(puzzle.start).index(0) for puzzle in (before, after))
    if old == new:
        return ()
    return (Shape("arrow", (*_centre(new, before.columns), *_centre(old, before.columns))),)


def maps(puzzle: Tiles) -> dict[str, Map]:
    """How far each tile is from its place."""
    columns = puzzle.columns
    return {
        "manhattan: each tile's steps to its place": {
            str(cell): abs(cell // columns - tile // columns) + abs(cell % columns - tile % columns)
            for cell, tile in enumerate(puzzle.cells(puzzle.start))
            if tile
        }
    }
