"""A position as a scene, by the look of its class: cells, pieces, and what is spoken of them.

A class may have the last word on it: a method `scene(self, drawn)` returns what its look has drawn
with what only the class knows, and `title(self)` the words above the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from deepen.drawing.scene import Cell, Scene, Shape
from deepen.look import Place, Point
from deepen.looks.contents import Position, Thing, fields_of, own_method
from deepen.looks.table import table_scene

UNIT = 60.0
MARGIN = 14.0
_POINT = 15.0  # the radius of a point that is a cell
_CLICKED = 11.0  # half the width of what can be clicked of a line
_RINGED = {"blue": "white", "yellow": "yellow"}  # discs with a ring inside: told without colour too
_INSET, _ROUND = 0.0375 * UNIT, 6.0  # of tiles in a tray
_HOLE, _IN_HOLE = 0.4 * UNIT, UNIT / 3
_FRAME, _CORNER = 0.1 * UNIT, 12.0  # around a tray or a wall with holes
_FRAMES = {"tray": "frame", "holes": "wall-of-holes"}
_NAME = 15.0  # the size of names beside the board


def scene(subject: Any, state: Any = None) -> Scene:
    """How a position looks; of a class without a look, what its state is made of as a table."""
    if type(subject).look is None:
        return table_scene(subject, state)
    position = Position(subject, state)
    places, ground = position.places, position.look.ground
    cells = tuple(
        _cell(number, place, things, ground)
        for number, (place, things) in enumerate(zip(places, position.contents, strict=True))
    )
    names = position.look.names_beside(position.look.completed(position.constants))
    drawn = Scene(
        view=_view([*_points(places), *(spot for _, spot in names)]),
        title=title(subject, position),
        cells=cells,
        behind=(
            *_behind(position),
            *(Shape("text", (*_scaled(spot), _NAME), "note", name) for name, spot in names),
        ),
        before=tuple(_borders(position)),
    )
    own = own_method(subject, "scene")
    return drawn if own is None else cast("Scene", own(drawn))


def _behind(position: Position) -> Iterator[Shape]:
    """A frame; the lines that join points; where they are the cells, faintly, and the points."""
    if position.look.ground in _FRAMES:
        left, top, width, height = _around(_points(position.places), _FRAME)
        frame = _FRAMES[position.look.ground]
        yield Shape("rect", (left, top, width, height, _CORNER), frame)
    lines = position.look.lines(position.look.completed(position.constants))
    yield from (Shape("line", (*_scaled(a), *_scaled(b)), "bridge") for a, b in lines)
    ends = [place.corners for place in position.places if len(place.corners) == 2]
    yield from (Shape("line", (*_scaled(a), *_scaled(b)), "field") for a, b in ends)
    points = dict.fromkeys(point for pair in ends for point in pair)
    yield from (Shape("circle", (*_scaled(point), 5), "piece black") for point in points)


def _borders(position: Position) -> Iterator[Shape]:
    """Lines around pieces that fill cells: what covers several of them is seen as one."""
    sides: dict[frozenset[Point], list[tuple[str, int | None] | None]] = {}
    for place, things in zip(position.places, position.contents, strict=True):
        filling = [(each.name, each.value) for each in things if each.piece.shape == "fill"]
        following = (*place.corners[1:], *place.corners[:1])
        for corner, after in zip(place.corners, following, strict=True):
            side = frozenset((_rounded(corner), _rounded(after)))
            sides.setdefault(side, []).append(filling[-1] if filling else None)
    for side, pieces in sides.items():
        if any(pieces) and len(side) == 2 and (len(pieces) == 1 or pieces[0] != pieces[1]):
            a, b = sorted(side)
            yield Shape("line", (*_scaled(a), *_scaled(b)), "square")


def _rounded(point: Point) -> Point:
    return round(point[0], 6), round(point[1], 6)


def title(subject: Any, position: Position) -> str:
    """What there is to see, in a few words."""
    own = own_method(subject, "title")
    if own is not None:
        return str(own())
    if hasattr(subject, "players"):
        if subject.legal_moves() and subject.decided() is None:
            return f"{subject.players[subject.to_move]} to move"
        return "the game is over"
    counts: dict[str, int] = {}
    for things in position.contents:
        for thing in things:
            if thing.layer in fields_of(type(subject)) and "{}" not in thing.piece.name:
                counts[thing.piece.name] = counts.get(thing.piece.name, 0) + 1
    # Not in the plural, which people form by rules that a name does not tell: boxes, mice, ice.
    told = ", ".join(f"{name} × {n}" if n > 1 else name for name, n in counts.items())
    return told or in_words(type(subject).__name__)


def in_words(name: str) -> str:
    """The name of a class as people write it: "Rush hour" for RushHour."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def centre(place: Place) -> Point:
    """The middle of a cell in the scene."""
    return _scaled(place.centre)


def _scaled(point: Point) -> Point:
    return point[0] * UNIT, point[1] * UNIT


def _points(places: Sequence[Place]) -> list[Point]:
    """As much as cells reach to."""
    return [point for place in places for point in (place.corners or _beside(place.centre))]


def _beside(middle: Point) -> tuple[Point, Point]:
    x, y = middle
    return (x - 0.4, y - 0.4), (x + 0.4, y + 0.4)


def _view(points: Sequence[Point]) -> tuple[float, float, float, float]:
    return _around(points, MARGIN)


def _around(points: Sequence[Point], margin: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of what holds all points."""
    left, top = (min(point[i] for point in points) * UNIT - margin for i in (0, 1))
    right, bottom = (max(point[i] for point in points) * UNIT + margin for i in (0, 1))
    return left, top, right - left, bottom - top


def _cell(number: int, place: Place, things: Sequence[Thing], ground: str) -> Cell:
    said = " on ".join(thing.spoken for thing in reversed(things))
    wall = any(thing.piece.shape == "wall" for thing in things)
    gap = ground == "tray" and not things
    return Cell(
        str(number),
        f"{place.spoken}: {said or ('the gap' if gap else 'free')}",
        place.row,
        place.column,
        outline(place, f"field{' wall' * wall}{' gap' * gap}", ground),
        tuple(shape for thing in things for shape in shapes(place, thing, ground)),
    )


def outline(place: Place, style: str, ground: str = "lines") -> Shape:
    """The edge of a cell."""
    corners = [_scaled(corner) for corner in place.corners]
    x, y = centre(place)
    if ground == "holes":
        return Shape("circle", (x, y, _HOLE), f"{style} hole")
    if ground == "tray":
        return _box(x, y, UNIT - 2 * _INSET, _ROUND, style)
    if not corners:
        return Shape("circle", (x, y, _POINT), style)
    if len(corners) == 2:
        return Shape("polygon", _strip(*corners), f"{style} see-through")
    if len(corners) == 4:
        left, top = corners[0]
        return Shape("rect", (left, top, corners[2][0] - left, corners[2][1] - top, 0), style)
    return Shape("polygon", tuple(part for corner in corners for part in corner), style)


def _strip(a: Point, b: Point) -> tuple[float, ...]:
    """A hexagon along a line, thinner than what is between lines that meet."""
    (x1, y1), (x2, y2) = a, b
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1e-9)
    ux, uy = (x2 - x1) / length * _CLICKED, (y2 - y1) / length * _CLICKED
    return (
        x1, y1, x1 + ux - uy, y1 + uy + ux, x2 - ux - uy, y2 - uy + ux,
        x2, y2, x2 - ux + uy, y2 - uy - ux, x1 + ux + uy, y1 + uy - ux,
    )  # fmt: skip


def shapes(place: Place, thing: Thing, ground: str = "lines") -> Iterator[Shape]:
    """A piece where it stands."""
    x, y = centre(place)
    colour, size = thing.piece.colour, UNIT * (1.0 if len(place.corners) != 0 else 0.8)
    look = f"{colour}{' marked' * bool(thing.mark)}"
    match thing.piece.shape:
        case "disc":
            radius = _IN_HOLE if ground == "holes" else 0.36 * size
            yield Shape("circle", (x, y, radius), f"piece {look}")
            if colour in _RINGED and not thing.text:
                yield Shape("circle", (x, y, 0.2 * size), f"ring {_RINGED[colour]}")
        case "coin":
            yield Shape("circle", (x, y, 0.36 * size), f"piece white {look}")
        case "square":
            yield _box(x, y, 0.62 * size, 5, f"piece square {look}")
        case "tile" if ground == "tray":
            yield outline(place, f"piece tile {look}", ground)
        case "tile":
            share = 0.9 if len(place.corners) == 4 else 0.66
            yield _box(x, y, share * size, 7, f"piece tile {look}")
        case "ring":
            yield Shape("circle", (x, y, 0.3 * size), f"ring {colour}")
        case "fill":
            yield Shape(*_filled(place, f"piece {look}"))
        case "stroke":
            yield Shape("line", tuple(part for p in place.corners for part in _scaled(p)), "bridge")
    if thing.text:
        yield _writing(x, y, size, thing, look)


_WRITTEN_ON = {"tile": "glyph tile", "coin": "glyph white"} | dict.fromkeys(
    ("text", "wall", "ring", "stroke"), "glyph bare"
)
"""The style of letters on a shape, if it is not simply that of a glyph."""


def _writing(x: float, y: float, size: float, thing: Thing, look: str) -> Shape:
    style = _WRITTEN_ON.get(thing.piece.shape, "glyph")
    share = _letters(thing.text) * (1.7 if thing.piece.shape == "text" else 1)
    return Shape("text", (x, y, share * size), f"{style} {look}", thing.text)


def _filled(place: Place, style: str) -> tuple[str, tuple[float, ...], str]:
    edge = outline(place, style)
    return edge.tag, edge.at, style


def _box(x: float, y: float, side: float, radius: float, style: str) -> Shape:
    return Shape("rect", (x - side / 2, y - side / 2, side, side, radius), style)


def _letters(text: str) -> float:
    """How large letters may be, as a share of a cell."""
    return {1: 0.42, 2: 0.4, 3: 0.3}.get(len(text), 0.9 / max(len(text), 1))
