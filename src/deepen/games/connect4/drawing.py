"""Positions as pictures for a terminal:

    · · · · · · ·
    · · · · · · ·
    · · · ○ · · ·        ● the first player, ◆ where it has four in a row
    · · ◆ ○ · · ·        ○ the second player, ◇
    · ○ ○ ◆ ● · ·        · a free square
    ● ● ● ○ ◆ ○ ·
    1 2 3 4 5 6 7

In colour, the first player is red and the second yellow.
"""

from __future__ import annotations

from deepen.games.connect4.board import fours
from deepen.games.connect4.rules import Connect4

SIGNS = ("●", "○")
FOUR_SIGNS = ("◆", "◇")
COLOURS = ("red", "yellow")
FREE = "·"


def draw(game: Connect4, markup: bool = False) -> str:
    """The position and the numbers of the columns; `markup` gives the stones their colour."""
    shape = game.shape
    columns = range(1, shape.columns + 1)
    lines = [
        " ".join(_sign(game, shape.square(column, row), markup) for column in columns)
        for row in range(shape.rows, 0, -1)
    ]
    numbers = " ".join(str(column % 10) for column in columns)
    return "\n".join([*lines, f"[dim]{numbers}[/dim]" if markup else numbers])


def _sign(game: Connect4, square: int, markup: bool) -> str:
    for stones, sign, four, colour in zip(game.stones, SIGNS, FOUR_SIGNS, COLOURS, strict=True):
        if square & stones:
            won = square & fours(stones, game.shape)
            shown = four if won else sign
            return f"[bold {colour}]{shown}[/bold {colour}]" if markup else shown
    return f"[dim]{FREE}[/dim]" if markup else FREE
