"""How dark chess looks: full discs for Black, coins for Red, so that it is told without colour too.

In a terminal pieces are the letters of the notation, and # is a duck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import deepen
from deepen.games.darkchess.board import DUCK, EMPTY, FILES, KINDS, RANKS, REDS
from deepen.puzzle import Words

if TYPE_CHECKING:
    from deepen.games.darkchess.rules import Darkchess

WORDS = {
    "k": "general",
    "a": "advisor",
    "e": "elephant",
    "r": "chariot",
    "n": "horse",
    "c": "cannon",
    "p": "soldier",
}
NAMES = {
    **{letter: f"black {WORDS[letter.lower()]}" for letter in KINDS},
    **{letter: f"red {WORDS[letter]}" for letter in REDS},
    DUCK: "duck",
}
"""What pieces are called, by their letters."""


def look_of(texts: Mapping[str, str]) -> deepen.Grid:
    """The look with other texts on the pieces than their letters."""
    pieces = [
        deepen.Piece(NAMES[letter], letter, shape, colour, texts.get(letter, letter))
        for letters, shape, colour in ((KINDS, "disc", "black"), (REDS, "coin", "red"))
        for letter in letters
    ]
    duck = deepen.Piece(NAMES[DUCK], "#", "wall")
    return deepen.Grid(RANKS, FILES, pieces=[*pieces, duck], named=("A", "1"))


LOOK = look_of({})


def contents(puzzle: Darkchess, state: Words) -> dict[int, str]:
    """What stands on each square."""
    letters = enumerate(puzzle.letters(state))
    return {square: NAMES[letter] for square, letter in letters if letter != EMPTY}


def title(puzzle: Darkchess) -> str:
    """What is to be done."""
    reds = sum(letter in REDS for letter in puzzle.squares)
    return f"{reds} red piece{'s' * (reds != 1)} to capture"
