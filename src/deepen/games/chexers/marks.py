"""What is shown on a board of Chexers: the arrow of a move, how far each hex is from leaving."""

from __future__ import annotations

from collections.abc import Iterable

from deepen.drawing.scene import Map, Shape
from deepen.games.chexers.board import EXITS, HEXES, Hex, flood, hexes
from deepen.games.chexers.look import LOOK, NUMBERS, OUTWARD, SIDES
from deepen.games.chexers.rules import Chexers
from deepen.looks import moves
from deepen.looks.scene import UNIT

FAR = 0.86  # of the way to the next hex, over the edge: still in the picture


def cells_of(places: Iterable[Hex]) -> list[str]:
    """The ids of the cells."""
    return [str(NUMBERS[place]) for place in places]


def moved(before: Chexers, after: Chexers) -> list[Shape]:
    """An arrow from where a piece was to where it is, or over the edge."""
    gone = set(before.pieces) - set(after.pieces)
    if not gone or len(after.pieces) == len(before.pieces):
        return moves.moved(before, after)
    place = LOOK.places({})[NUMBERS[gone.pop()]]
    way = SIDES.index(OUTWARD[before.colour][0])
    (x1, y1), (x2, y2), (x, y) = (*(*place.corners, *place.corners)[way : way + 2], place.centre)
    end = x + FAR * (x1 + x2 - 2 * x), y + FAR * (y1 + y2 - 2 * y)
    return [Shape("arrow", tuple(UNIT * part for part in (x, y, *end)))]


def maps(puzzle: Chexers) -> dict[str, Map]:
    """How far each hex is from leaving."""
    far = distance_map(puzzle)
    free = [place for place in HEXES if place not in puzzle.blocks]
    return {
        "relaxed: least actions to leave from here": {
            str(NUMBERS[place]): far.get(place) for place in free
        }
    }


def distance_map(puzzle: Chexers) -> dict[Hex, int]:
    """Least actions to leave, exit included, if jumps need no neighbour; without hexes that lead
    nowhere."""
    levels = flood(int(puzzle.board.blocks), EXITS[puzzle.colour], 2)
    found = {place: n for n, level in enumerate(levels, 1) for place in hexes(level)}
    return {place: found[place] for place in HEXES if place in found}
