"""Chexers on the page: its tools, and what a click does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deepen.drawing.scene import Tool
from deepen.errors import InputError
from deepen.games.chexers.board import EXITS, HEXES, Hex
from deepen.games.chexers.marks import cells_of, maps, moved
from deepen.games.chexers.rules import Chexers
from deepen.looks.editing import cell_of
from deepen.looks.scene import scene
from deepen.puzzle import Words

__all__ = ["LEVELS", "RULES", "TITLE", "TOOLS", "VISITED"]
__all__ += ["edit", "maps", "moved", "occupied", "scene"]

TITLE = "Chexers"
RULES = (
    "Lead every piece off the board in as few actions as possible. A piece steps to a free "
    "neighbour, jumps straight over a piece or a block to the free hex beyond, or leaves from an "
    "exit, the thick edge in its colour. Blocks never move."
)
TOOLS = (
    Tool("piece", "Piece", "p"),
    Tool("block", "Block", "b"),
    Tool("erase", "Erase", "e"),
    Tool("move", "Move", "m", cells=2),
    *(Tool(colour, colour.capitalize(), cells=0, group="Colour") for colour in EXITS),
    Tool("clear", "Clear", cells=0),
)
LEVELS: Mapping[str, Mapping[str, Any]] = {
    "easy": {"pieces": 2, "blocks": 8},
    "medium": {"pieces": 4, "blocks": 12, "at_least": 14},
    "hard": {"pieces": 7, "blocks": 6, "at_least": 22},
}
VISITED = "how often a piece stood there in the states that the search expanded"


def edit(puzzle: Chexers, tool: str, cells: Sequence[str]) -> Chexers:
    """The board after a click: what is there already is taken away."""
    if tool in EXITS:
        return Chexers(tool, puzzle.pieces, puzzle.blocks)
    if tool == "clear":
        return Chexers(puzzle.colour, (), ())
    places = [HEXES[cell_of(puzzle, cell)] for cell in cells]
    pieces, blocks = set(puzzle.pieces), set(puzzle.blocks)
    if tool == "move":
        _move(pieces, blocks, *places)
    else:
        (place,) = places
        own = {"piece": pieces, "block": blocks, "erase": set()}[tool]
        is_there = place in own
        pieces.discard(place)
        blocks.discard(place)
        if not is_there:
            own.add(place)
    return Chexers(puzzle.colour, sorted(pieces), sorted(blocks))


def _move(pieces: set[Hex], blocks: set[Hex], source: Hex, target: Hex) -> None:
    own = pieces if source in pieces else blocks
    if source not in own:
        raise InputError(f"there is nothing on {source} to move")
    own.discard(source)
    pieces.discard(target)
    blocks.discard(target)
    own.add(target)


def occupied(puzzle: Chexers, state: Words) -> list[str]:
    """The cells with a piece."""
    return cells_of(puzzle.cells(state))
