"""Sliding tiles on the page: the scene, the tools, the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deepen.drawing.scene import Cell, Map, Point, Scene, Shape, Tool
from deepen.errors import InputError
from deepen.games.tiles.notation import board
from deepen.games.tiles.rules import Tiles

TITLE = "Sliding tiles"
RULES = (
    "Slide tiles into the gap until they stand in order, the gap in the corner above on the left. "
    "A tile beside the gap may slide into it. Half of all boards cannot be solved."
)
SIZES = ((2, 3), (3, 3), (3, 4), (4, 4), (5, 5))
TOOLS = (
    Tool("slide", "Slide", "s"),
    Tool("swap", "Swap", "w", cells=2),
    *(
        Tool(f"{rows}x{columns}", f"{rows} × {columns}", "", 0, group="Size")
        for rows, columns in SIZES
    ),
    Tool("clear", "In order", cells=0),
)
LEVELS: Mapping[str, Mapping[str, Any]] = {
    "easy": {"rows": 3, "columns": 3, "steps": 14},
    "medium": {"rows": 3, "columns": 3},
    "hard": {"rows": 4, "columns": 4, "steps": 90},
}
VISITED = "how often the gap was there in the states that the search expanded"

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
        home = " home" if tile == cell else ""
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


def named(action: str) -> str:
    """An action is where the gap goes; without that word, one would look for a tile."""
    return f"gap {action}"


def edit(puzzle: Tiles, tool: str, cells: Sequence[str]) -> Tiles:
    """The board after a click."""
    rows, columns = puzzle.rows, puzzle.columns
    tiles = puzzle.cells(puzzle.start)
    if tool == "swap":
        a, b = (_number(cell, tiles) for cell in cells)
        tiles[a], tiles[b] = tiles[b], tiles[a]
    elif tool == "slide":
        _slide(tiles, columns, _number(cells[0], tiles))
    else:
        if tool != "clear":
            rows, columns = map(int, tool.split("x"))
        tiles = list(range(rows * columns))
    return board(rows, columns, tiles)


def _slide(tiles: list[int], columns: int, cell: int) -> None:
    """All tiles from the cell up to the gap go one on."""
    gap = tiles.index(0)
    same_row, same_column = cell // columns == gap // columns, (cell - gap) % columns == 0
    if not same_row and not same_column:
        raise InputError(f"tile {tiles[cell]} is not in line with the gap, so it cannot slide")
    step = (1 if same_row else columns) * (1 if cell > gap else -1)
    for place in range(gap, cell, step):
        tiles[place], tiles[place + step] = tiles[place + step], 0


def _number(cell: str, tiles: Sequence[int]) -> int:
    if cell not in map(str, range(len(tiles))):
        raise InputError(f"there is no cell '{cell}' on the board")
    return int(cell)


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


def occupied(puzzle: Tiles, state: Any) -> list[str]:
    """The gap's cell."""
    return [str(puzzle.cells(state).index(0))]
