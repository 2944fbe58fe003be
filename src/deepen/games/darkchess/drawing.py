"""Positions as pictures for a terminal:

      A B C D E F G H
    1 . . c . . . n .      R  a black piece
    2 . . . . R . . .      n  a red one
    3 . # . . . . . p      #  a duck
    4 . r . . . . n .      .  an empty square

In colour, red pieces are red, black ones stand out and ducks stand back.
"""

from __future__ import annotations

from deepen.games.darkchess.board import DUCK, EMPTY, FILES, RANKS
from deepen.games.darkchess.rules import Darkchess

WALL = "#"


def draw(puzzle: Darkchess, markup: bool = False) -> str:
    """A board, 17 columns wide; `markup` gives the pieces their colours."""
    lines = ["  A B C D E F G H"]
    for rank in range(RANKS):
        row = puzzle.squares[FILES * rank : FILES * (rank + 1)]
        lines.append(f"{rank + 1} {' '.join(_painted(letter, markup) for letter in row)}")
    return "\n".join(lines)


def _painted(letter: str, markup: bool) -> str:
    sign = WALL if letter == DUCK else letter
    if not markup or letter == EMPTY:
        return sign
    style = "dim" if letter == DUCK else "bold red" if letter.islower() else "bold cyan"
    return f"[{style}]{sign}[/{style}]"
