"""How Chexers looks: pieces and blocks on hexes, thick edges where pieces leave.

In a terminal ● is a piece, ■ a block, ○ an exit, and ◉ a piece on one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import deepen
from deepen.games.chexers.board import EXITS, HEXES, RADIUS, hexes, is_on_board
from deepen.puzzle import Words

if TYPE_CHECKING:
    from deepen.drawing.scene import Scene, Shape
    from deepen.games.chexers.rules import Chexers

LOOK = deepen.Hex(
    RADIUS,
    pieces=[
        deepen.Piece("block", "■", "wall"),
        *(deepen.Piece(f"{colour} exit", "○", "text", colour) for colour in EXITS),
        *(
            deepen.Piece(f"{colour} piece", "●", "disc", colour, colour[0].upper())
            for colour in EXITS
        ),
    ],
    both={(f"{colour} exit", f"{colour} piece"): "◉" for colour in EXITS},
    free="·",
    axial=True,
)
NUMBERS = {place: number for number, place in enumerate(HEXES)}
"""The cell of each hex."""

ROOM = 10.0  # more than a look leaves around a board, for arrows over the edge
# In the order of a hex's corners from the top; and those over the edge, first where arrows go.
SIDES = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
OUTWARD = {"red": ((1, 0), (1, -1)), "green": ((0, 1), (-1, 1)), "blue": ((-1, 0), (0, -1))}


def contents(puzzle: Chexers, state: Words) -> dict[int, list[str]]:
    """Blocks, and pieces on or off exits."""
    found: dict[int, list[str]] = {NUMBERS[place]: ["block"] for place in puzzle.blocks}
    for name, places in (
        (f"{puzzle.colour} exit", hexes(int(puzzle.board.exits))),
        (f"{puzzle.colour} piece", puzzle.cells(state)),
    ):
        for place in places:
            found.setdefault(NUMBERS[place], []).append(name)
    return found


def title(puzzle: Chexers) -> str:
    """What is to be done."""
    count = len(puzzle.pieces)
    return f"{count} {puzzle.colour} piece{'s' * (count != 1)} to lead off the board"


def scene(puzzle: Chexers, drawn: Scene) -> Scene:
    """With the edges over which pieces leave."""
    left, top, width, height = drawn.view
    view = left - ROOM, top - ROOM, width + 2 * ROOM, height + 2 * ROOM
    return replace(drawn, view=view, before=tuple(_exits(puzzle, drawn)))


def _exits(puzzle: Chexers, drawn: Scene) -> Iterator[Shape]:
    from deepen.drawing.scene import Shape  # lazy: start-up

    for q, r in hexes(int(puzzle.board.exits)):
        corners = drawn.cells[NUMBERS[q, r]].outline.at
        for dq, dr in OUTWARD[puzzle.colour]:
            if not is_on_board((q + dq, r + dr)):
                way = 2 * SIDES.index((dq, dr))
                ends = (*corners, *corners)[way : way + 4]
                yield Shape("line", ends, f"exit {puzzle.colour}")
