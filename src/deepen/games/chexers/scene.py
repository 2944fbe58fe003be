"""Chexers as a scene: hexes with pieces and blocks, exits, the arrow of a move, the map."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from deepen.drawing.scene import Cell, Map, Point, Scene, Shape
from deepen.games.chexers.board import EXITS, HEXES, RADIUS, Hex, flood, hexes, is_on_board
from deepen.games.chexers.rules import Chexers

SIZE = 30.0  # from the middle of a hex to a corner
MARGIN = 22.0
FAR = 0.86  # of the way to the next hex, over the edge: still in the picture
# In the order of a hex's corners from the top; and those over the edge, where arrows go first.
SIDES = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
OUTWARD = {"red": ((1, 0), (1, -1)), "green": ((0, 1), (-1, 1)), "blue": ((-1, 0), (0, -1))}


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


def id_of(place: Hex) -> str:
    """The name of a cell."""
    return f"{place[0]},{place[1]}"


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
        id_of(place),
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
    return (Shape("arrow", (x1, y1, x1 + FAR * (x2 - x1), y1 + FAR * (y2 - y1))),)


def _outside(colour: str, place: Hex) -> Hex:
    ways = [(place[0] + dq, place[1] + dr) for dq, dr in OUTWARD[colour]]
    return next(way for way in ways if not is_on_board(way))


def maps(puzzle: Chexers) -> dict[str, Map]:
    """How far each hex is from leaving."""
    far = distance_map(puzzle)
    free = [place for place in HEXES if place not in puzzle.blocks]
    return {
        "relaxed: least actions to leave from here": {
            id_of(place): far.get(place) for place in free
        }
    }


def distance_map(puzzle: Chexers) -> dict[Hex, int]:
    """Least actions to leave, exit included, if jumps need no neighbour; without hexes that lead
    nowhere."""
    levels = flood(int(puzzle.board.blocks), EXITS[puzzle.colour], 2)
    found = {place: n for n, level in enumerate(levels, 1) for place in hexes(level)}
    return {place: found[place] for place in HEXES if place in found}
