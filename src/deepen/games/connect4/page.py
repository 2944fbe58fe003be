"""Connect Four on the page: the scene, the moves that clicks mean, the tools of the editor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deepen.drawing import scene as web
from deepen.drawing.scene import Cell, MoveTarget, Point, Scene, Tool
from deepen.errors import InputError
from deepen.games.connect4.board import fours, landing
from deepen.games.connect4.rules import Connect4

TITLE = "Connect Four"
RULES = (
    "Drop a stone into a column; it comes to rest on those below. Who first has four in a row, "
    "across, upright or slanted, wins, and the earlier the better: a win is worth 22 less the "
    "stones that the winner has placed, on the usual board."
)
SIDES = (("Red", "red"), ("Yellow", "yellow"))
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

SIDE = 60.0
HOLE, STONE = 24.0, 20.0
MARGIN = 14.0
LINE = 26.0  # of column numbers


def scene(game: Connect4) -> Scene:
    """The board with its stones; four in a row are marked."""
    columns, rows = game.shape
    width, height = columns * SIDE, rows * SIDE
    return Scene(
        view=(-MARGIN, -MARGIN, width + 2 * MARGIN, height + MARGIN + LINE),
        title=_title(game),
        cells=tuple(
            _cell(game, column, row)
            for row in range(rows, 0, -1)
            for column in range(1, columns + 1)
        ),
        behind=(
            web.Shape("rect", (-6, -6, width + 12, height + 12, 14), "wall-of-holes"),
            *(
                web.Shape("text", ((c - 0.5) * SIDE, height + LINE / 2 + 3, 15), "note", str(c))
                for c in range(1, columns + 1)
            ),
        ),
    )


def _title(game: Connect4) -> str:
    if game.winner is not None:
        return f"{SIDES[game.winner][0]} has won"
    return "a draw" if game.is_over else f"{SIDES[game.to_move][0]} to move"


def _cell(game: Connect4, column: int, row: int) -> Cell:
    x, y = _centre(game, column, row)
    square = game.shape.square(column, row)
    content = "free"
    things: tuple[web.Shape, ...] = ()
    for (name, style), stones in zip(SIDES, game.stones, strict=True):
        if square & stones:
            won = bool(square & fours(stones, game.shape))
            content = f"{name}{', in a row of four' if won else ''}"
            things = _stone(x, y, style, won)
    return Cell(
        f"{column},{row}",
        f"column {column}, row {row} from below: {content}",
        game.shape.rows - row,
        column - 1,
        web.Shape("circle", (x, y, HOLE), "field hole"),
        things,
    )


def _stone(x: float, y: float, style: str, won: bool) -> tuple[web.Shape, ...]:
    """Smaller than its hole, and the second player's with a ring inside: so without colour too."""
    stone = [web.Shape("circle", (x, y, STONE), f"piece {style}{' won' if won else ''}")]
    if style == SIDES[1][1]:
        stone.append(web.Shape("circle", (x, y, STONE * 0.55), f"ring {style}"))
    return tuple(stone)


def _centre(game: Connect4, column: int, row: int) -> Point:
    return (column - 0.5) * SIDE, (game.shape.rows - row + 0.5) * SIDE


def moved(before: Connect4, after: Connect4) -> tuple[web.Shape, ...]:
    """A dot on the stone that was dropped."""
    new = (after.stones[0] | after.stones[1]) & ~(before.stones[0] | before.stones[1])
    if not new:
        return ()
    column, row = after.shape.place(new.bit_length() - 1)
    return (web.Shape("circle", (*_centre(after, column, row), 6), "last"),)


def move_targets(game: Connect4) -> list[MoveTarget]:
    """A click anywhere in a column drops a stone there; its value stands where it would land."""
    return [_target(game, move.action) for move in game.legal_moves()]


def _target(game: Connect4, column: int) -> MoveTarget:
    place = landing(game.stones[0] | game.stones[1], column, game.shape)
    spot = _centre(game, *game.shape.place(place.bit_length() - 1))
    picks = tuple(f"{column},{row}" for row in range(1, game.shape.rows + 1))
    return MoveTarget(str(column), spot, picks)


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
    columns, rows = game.shape
    cells = {f"{c},{r}": c for c in range(1, columns + 1) for r in range(1, rows + 1)}
    if cell not in cells:
        raise InputError(f"there is no square '{cell}' on the board")
    return cells[cell]
