"""Sliding tiles on the page: its tools, and what a click does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deepen.drawing.scene import Map, Tool
from deepen.errors import InputError
from deepen.games.tiles.notation import board
from deepen.games.tiles.rules import Tiles
from deepen.looks.editing import cell_of
from deepen.looks.moves import moved
from deepen.looks.scene import scene

__all__ = ["LEVELS", "RULES", "TITLE", "TOOLS", "VISITED"]
__all__ += ["edit", "maps", "moved", "named", "occupied", "scene"]

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


def named(action: str) -> str:
    """An action is where the gap goes; without that word, one would look for a tile."""
    return f"gap {action}"


def edit(puzzle: Tiles, tool: str, cells: Sequence[str]) -> Tiles:
    """The board after a click."""
    rows, columns = puzzle.rows, puzzle.columns
    tiles = puzzle.cells(puzzle.start)
    if tool == "swap":
        a, b = (cell_of(puzzle, cell) for cell in cells)
        tiles[a], tiles[b] = tiles[b], tiles[a]
    elif tool == "slide":
        _slide(tiles, columns, cell_of(puzzle, cells[0]))
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


def maps(puzzle: Tiles) -> dict[str, Map]:
    """How far each tile is from its place."""
    distance = puzzle.board.distance
    return {
        "manhattan: each tile's steps to its place": {
            str(cell): int(distance[tile, cell])
            for cell, tile in enumerate(puzzle.cells(puzzle.start))
            if tile
        }
    }


def occupied(puzzle: Tiles, state: Any) -> list[str]:
    """The gap's cell."""
    return [str(puzzle.cells(state).index(0))]
