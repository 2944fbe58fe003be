"""The Hashi duel on the page: the moves that clicks mean, the tools of the editor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deepen.drawing.scene import Tool
from deepen.errors import InputError
from deepen.games.hashi.board import BLANK, NEW_LABELS, WATER, Cell, Grid, name
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.rules import duel
from deepen.games.hashi.scene import SIDES, move_targets, moved, scene

__all__ = ["LEVELS", "RULES", "SCALE", "SIDES", "TITLE", "TOOLS"]
__all__ += ["edit", "meant", "move_targets", "moved", "scene"]

TITLE = "Hashi duel"
RULES = (
    "By turns, join two labelled islands of a row or column by a bridge, or give an island without "
    "a label a 3 or a 4. Bridges do not cross, at most two join a pair, and no island has more "
    "than its label says. Who completes an island wins as many points as its label, and the other "
    "loses them. When nobody can move, more points win. Click one island and then the other, or "
    "drag from one to the other."
)
SCALE = 6
SIZES = (3, 5, 7)
TOOLS = (
    *(Tool(sign, f"Island {sign}", sign, style="island", glyph=sign) for sign in "1234"),
    Tool(BLANK, "Island without label", BLANK, style="island blank", glyph="?"),
    Tool("erase", "Water", "x"),
    *(Tool(f"{size}x{size}", f"{size} × {size}", cells=0, group="Size") for size in SIZES),
)
LEVELS: Mapping[str, Mapping[str, Any]] = {
    "easy": {"size": 4, "islands": 6},
    "medium": {"size": 5, "islands": 9},
    "hard": {"size": 7, "islands": 14},
}


def meant(game: Hashi, cells: Sequence[str]) -> str:
    """The bridge between two islands, or a label for one that has none."""
    places = sorted(_place(game.grid, cell) for cell in cells)
    if len(places) == 2:
        return f"{name(places[0])}-{name(places[1])}"
    island = game.grid.number.get(places[0])
    if island is not None and game.position.labels[island]:
        raise InputError(f"no bridge can be built from {cells[0]} any more")
    return f"{cells[0]}={NEW_LABELS[0]}"


def edit(game: Hashi, tool: str, cells: Sequence[str]) -> Hashi:
    """The board after a click, without bridges; what is there already is taken away."""
    if not cells:
        size = int(tool.partition("x")[0])
        return duel([WATER * size] * size)
    row, column = _place(game.grid, cells[0])
    sign = WATER if tool in ("erase", game.grid.sign((row, column))) else tool
    rows = list(game.grid.rows)
    rows[row] = f"{rows[row][:column]}{sign}{rows[row][column + 1 :]}"
    return duel(rows)


def _place(grid: Grid, cell: str) -> Cell:
    places = {
        name((row, column)): (row, column)
        for row in range(grid.height)
        for column in range(grid.width)
    }
    if cell not in places:
        raise InputError(f"there is no cell '{cell}' on the board")
    return places[cell]
