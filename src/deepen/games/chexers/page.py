"""Chexers on the page: its scene, its tools, its maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

from deepen.drawing.scene import Cell, Map, Point, Scene, Shape, Tool
from deepen.errors import InputError
from deepen.games.chexers.board import (
    EXITS,
    HEXES,
    RADIUS,
    Hex,
    hexes,
    is_on_board,
)
from deepen.games.chexers.rules import Chexers
from deepen.puzzle import Words

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

SIZE = 30.0  # from the middle of a hex to a corner
MARGIN = 20.0
# Over the edge in each colour's direction, in the order of a hex's corners from the top.
SIDES = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
OUTWARD = {"red": ((1, -1), (1, 0)), "green": ((0, 1), (-1, 1)), "blue": ((-1, 0), (0, -1))}


def scene(puzzle: Chexers) -> Scene:
    """The board with its pieces, blocks and exits."""
    width, height = 7 * sqrt(3) * SIZE + 2 * MARGIN, 11 * SIZE + 2 * MARGIN
    count = len(puzzle.pieces)
    return Scene(
        view=(-width / 2, -height / 2, width, height),
        title=f"{count} {puzzle.colour} piece{'s' * (count != 1)} to lead off the board",
        cells=tuple(_cell(puzzle, place) for place in HEXES),
        before=tuple(_exits(puzzle)),
    )


def _cell(puzzle: Chexers, place: Hex) -> Cell:
    q, r = place
    first = max(-RADIUS, -RADIUS - r)  # of the row
    x, y = _centre(place)
    content, style = "free", "field"
    things: tuple[Shape, ...] = ()
    if place in puzzle.blocks:
        content, style = "block", "field wall"
    elif place in puzzle.pieces:
        content = f"{puzzle.colour} piece"
        things = (
            Shape("circle", (x, y, SIZE * 0.6), f"piece {puzzle.colour}"),
            Shape("text", (x, y, SIZE * 0.62), f"glyph {puzzle.colour}", puzzle.colour[0].upper()),
        )
    if place in hexes(EXITS[puzzle.colour]) and content != "block":
        content += ", exit"
    return Cell(
        f"{q},{r}",
        f"{q}, {r}: {content}",
        r + RADIUS,
        q - first,
        Shape("polygon", tuple(part for corner in _corners(place) for part in corner), style),
        things,
    )


def _exits(puzzle: Chexers) -> Iterator[Shape]:
    for q, r in hexes(int(puzzle.board.exits)):
        corners = _corners((q, r))
        for way, (dq, dr) in enumerate(SIDES):
            if (dq, dr) in OUTWARD[puzzle.colour] and not is_on_board((q + dq, r + dr)):
                ends = (*corners[way], *corners[(way + 1) % 6])
                yield Shape("line", ends, f"exit {puzzle.colour}")


def _centre(place: Hex) -> Point:
    q, r = place
    return sqrt(3) * SIZE * (q + r / 2), 1.5 * SIZE * r


def _corners(place: Hex) -> list[Point]:
    """From the top, with the clock."""
    x, y = _centre(place)
    half, high = SIZE * sqrt(3) / 2, SIZE / 2
    return [
        (x, y - SIZE),
        (x + half, y - high),
        (x + half, y + high),
        (x, y + SIZE),
        (x - half, y + high),
        (x - half, y - high),
    ]


def moved(before: Chexers, after: Chexers) -> tuple[Shape, ...]:
    """An arrow from where a piece was to where it is, or over the edge."""
    gone = set(before.pieces) - set(after.pieces)
    come = set(after.pieces) - set(before.pieces)
    if not gone:
        return ()
    source = gone.pop()
    x1, y1 = _centre(source)
    if come:
        return (Shape("arrow", (x1, y1, *_centre(come.pop()))),)
    x2, y2 = _centre(_outside(before.colour, source))
    return (Shape("arrow", (x1, y1, x1 + 0.8 * (x2 - x1), y1 + 0.8 * (y2 - y1))),)


def _outside(colour: str, place: Hex) -> Hex:
    ways = [(place[0] + dq, place[1] + dr) for dq, dr in OUTWARD[colour]]
    return next(way for way in ways if not is_on_board(way))


def edit(puzzle: Chexers, tool: str, cells: Sequence[str]) -> Chexers:
    """The board after a click: what is there already is taken away."""
    if tool in EXITS:
        return Chexers(tool, puzzle.pieces, puzzle.blocks)
    if tool == "clear":
        return Chexers(puzzle.colour, (), ())
    places = [_place(cell) for cell in cells]
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


def _place(cell: str) -> Hex:
    places = {f"{q},{r}": (q, r) for q, r in HEXES}
    if cell not in places:
        raise InputError(f"there is no hex '{cell}' on the board")
    return places[cell]


def maps(puzzle: Chexers) -> dict[str, Map]:
    """How far each hex is from leaving."""
    from deepen.games.chexers.svg import distance_map

    far = distance_map(puzzle)
    free = [place for place in HEXES if place not in puzzle.blocks]
    return {
        "relaxed: least actions to leave from here": {f"{q},{r}": far.get((q, r)) for q, r in free}
    }


def occupied(puzzle: Chexers, state: Words) -> list[str]:
    """The cells with a piece."""
    return [f"{q},{r}" for q, r in puzzle.cells(state)]
