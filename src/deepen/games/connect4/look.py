"""How Connect Four looks: stones in a wall with holes, four in a row marked.

In a terminal, ● is the first player and ○ the second, ◆ and ◇ where they have four in a row.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import deepen
from deepen.games.connect4.board import Shape, fours
from deepen.puzzle import Words
from deepen.rules import bits

if TYPE_CHECKING:
    from deepen.drawing.scene import Scene
    from deepen.games.connect4.rules import Connect4

SIGNS = ("●", "○")
PLAYERS = (("Red", "red"), ("Yellow", "yellow"))
"""What pictures call them, and the colours of their stones."""

LOOK = deepen.Grid(
    pieces=[
        deepen.Piece(name, sign, "disc", colour, marked=four)
        for (name, colour), sign, four in zip(PLAYERS, SIGNS, "◆◇", strict=True)
    ],
    free="·",
    click="column",
    named=("1", ""),
    upwards=True,
    ground="holes",
)


def contents(game: Connect4, state: Words) -> dict[int, str]:
    """The stones where they lie."""
    return {
        cell: name
        for (name, _), stones in zip(PLAYERS, game.stones_of(state), strict=True)
        for cell in _cells(stones, game.shape)
    }


def marked(game: Connect4, state: Words) -> dict[int, str]:
    """The stones that are part of four in a row."""
    found = [fours(stones, game.shape) for stones in game.stones_of(state)]
    return dict.fromkeys(_cells(found[0] | found[1], game.shape), "in a row of four")


def _cells(squares: int, shape: Shape) -> list[int]:
    places = map(shape.place, bits(squares))
    return [(shape.rows - row) * shape.columns + column - 1 for column, row in places]


def title(game: Connect4) -> str:
    """Who has won or is to move."""
    if game.winner is not None:
        return f"{PLAYERS[game.winner][0]} has won"
    return "a draw" if game.is_over else f"{PLAYERS[game.to_move][0]} to move"


def scene(game: Connect4, drawn: Scene) -> Scene:
    """With a dot on the stone that was dropped last."""
    if not game.played:
        return drawn
    from deepen.drawing.scene import Shape  # lazy: start-up

    taken = game.shape.column(game.played[-1]) & (game.stones[0] | game.stones[1])
    (top,) = _cells(taken & -taken, game.shape)  # the top of a column is in its lower bits
    x, y, _ = drawn.cells[top].outline.at
    return replace(drawn, before=(Shape("circle", (x, y, 6), "last"),))
