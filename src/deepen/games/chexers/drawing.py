"""Boards as pictures for a terminal:

        · · · ○
       · · · · ○          ● a piece
      · · ● · · ■         ■ a block
     · · ■ ● · · ○        ○ an exit, ◉ with a piece on it
      · ● ■ · ■ ·         · any other free hex
       · · · · ·
        · · · ·

In colour, pieces and exits have that of the pieces, and blocks stand back.
"""

from __future__ import annotations

from deepen.games.chexers.board import EXITS, HEXES, RADIUS, mask
from deepen.games.chexers.rules import Chexers

PIECE, BLOCK, EXIT, PIECE_ON_EXIT, FREE = "●■○◉·"


def draw(puzzle: Chexers, markup: bool = False) -> str:
    """A board, 13 columns wide; `markup` gives pieces and exits their colour."""
    lines = []
    for row in range(-RADIUS, RADIUS + 1):
        places = [place for place in HEXES if place[1] == row]
        shown = [_painted(_sign(puzzle, mask([p])), puzzle.colour, markup) for p in places]
        lines.append(" " * abs(row) + " ".join(shown))
    return "\n".join(lines)


def _sign(puzzle: Chexers, place: int) -> str:
    is_exit = place & EXITS[puzzle.colour] != 0
    if place & mask(puzzle.pieces):
        return PIECE_ON_EXIT if is_exit else PIECE
    if place & mask(puzzle.blocks):
        return BLOCK
    return EXIT if is_exit else FREE


def _painted(sign: str, colour: str, markup: bool) -> str:
    if not markup or sign == FREE:
        return sign
    style = {BLOCK: "dim", EXIT: colour}.get(sign, f"bold {colour}")
    return f"[{style}]{sign}[/{style}]"
