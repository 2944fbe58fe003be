"""Connect Four on the page: the moves that clicks mean, the tools of the editor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deepen.drawing.scene import Tool
from deepen.errors import InputError
from deepen.games.connect4.look import PLAYERS as SIDES
from deepen.games.connect4.rules import Connect4
from deepen.looks.editing import cell_of
from deepen.looks.moves import moved
from deepen.looks.moves import targets as move_targets
from deepen.looks.scene import scene

__all__ = ["LEVELS", "RULES", "SCALE", "SIDES", "TITLE", "TOOLS"]
__all__ += ["edit", "meant", "move_targets", "moved", "scene"]

TITLE = "Connect Four"
RULES = (
    "Drop a stone into a column; it comes to rest on those below. Who first has four in a row, "
    "across, upright or slanted, wins, and the earlier the better: a win is worth 22 less the "
    "stones that the winner has placed, on the usual board."
)
SCALE = 6
SIZES = ((7, 6), (6, 5), (5, 4), (8, 6))
TOOLS = (
    Tool("drop", "Drop a stone", "d"),
    Tool("take", "Take the top stone", "t"),
    *(
        Tool(f"{columns}x{rows}", f"{columns} × {rows}", "", 0, group="Size")
        for columns, rows in SIZES
    ),
    Tool("clear", "Clear", cells=0),
)
LEVELS: Mapping[str, Mapping[str, Any]] = {
    "easy": {"plies": 24},
    "medium": {"plies": 14},
    "hard": {"plies": 6},
}


def meant(game: Connect4, cells: Sequence[str]) -> str:
    """The column of the cell."""
    return str(_column(game, cells[-1]))


def edit(game: Connect4, tool: str, cells: Sequence[str]) -> Connect4:
    """The position after a click."""
    columns, rows = game.shape
    if tool == "clear":
        return Connect4(columns=columns, rows=rows)
    if not cells:
        columns, rows = map(int, tool.split("x"))
        return Connect4(columns=columns, rows=rows)
    column = _column(game, cells[0])
    return game.play(str(column)) if tool == "drop" else _without_top(game, column)


def _without_top(game: Connect4, column: int) -> Connect4:
    if game.played and game.played[-1] == column:
        columns, rows = game.shape
        return Connect4(game.played[:-1], columns=columns, rows=rows, setup=game.setup)
    own = game.shape.column(column)
    taken = (game.stones[0] | game.stones[1]) & own
    if not taken:
        raise InputError(f"column {column} is empty")
    top = taken & -taken  # the top of a column is in its lower bits
    return Connect4(
        columns=game.shape.columns,
        rows=game.shape.rows,
        setup=(game.stones[0] & ~top, game.stones[1] & ~top),
    )


def _column(game: Connect4, cell: str) -> int:
    return cell_of(game, cell) % game.shape.columns + 1
