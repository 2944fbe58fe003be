"""What can be done in a position, and where on the board: clicks in, arrows and marks out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import dist
from typing import Any

from deepen.drawing.outlines import middle
from deepen.drawing.scene import Cell, MoveTarget, Point, Scene, Shape
from deepen.look import Look, Place
from deepen.looks.contents import Position
from deepen.looks.scene import UNIT, centre
from deepen.state import Cell as CellField

_BUTTON, _GAP = 36.0, 5.0  # the height of a button, and what is between two
_SIZE, _LETTER = 15.0, 8.5  # of its writing
_MOST_ALIKE = 2  # pieces that go at once, and can still be told apart
_BESIDE = 1.1  # cells are no further apart that share a side

BUTTON = "move "
"""What the id of a cell begins with that is no place of the board but a move."""


def targets(subject: Any, legal: Sequence[Any] | None = None) -> list[MoveTarget]:
    """The legal moves, and the clicks that mean them; who knows the moves already hands them in."""
    moves = subject.legal_moves() if legal is None else legal
    if type(subject).look is None:
        return [MoveTarget(move.text, (0, 0), (f"{BUTTON}{move.text}",)) for move in moves]
    position = Position(subject)
    return [_target(position, move) for move in moves]


def _target(position: Position, move: Any) -> MoveTarget:
    """Its value is written where it ends; in a column on the lowest of its free cells."""
    cells = pointed_at(position, move.action)
    if not cells:
        return MoveTarget(move.text, (0, 0), (f"{BUTTON}{move.text}",))
    free = (pick for pick in cells if not position.contents[pick[-1]])
    spot = centre(position.places[next(free, cells[-1])[-1]])
    return MoveTarget(move.text, spot, tuple(" ".join(map(str, pick)) for pick in cells))


def pointed_at(position: Position, action: Any) -> list[tuple[int, ...]]:
    """The clicks that mean an action, each one cell or two; none where it is no place."""
    kind = type(position.subject)
    declared = getattr(kind, "actions", None)
    if isinstance(declared, (tuple, list)) and not isinstance(declared[0], str):
        parts = zip(action, declared, strict=True)
        cells = tuple(part for part, field in parts if _is_place(position, field))
        inside = all(0 <= cell < len(position.places) for cell in cells)
        return [cells] if inside and 1 <= len(cells) <= 2 else []
    number = action if isinstance(action, int) else None
    return [] if number is None else _numbered(position, number)


def place_names(subject: Any) -> Callable[[Any], str]:
    """How actions are called by the names of places: "c1", or "a2 b3" for two of them.

    "" of an action that points at none, and where names could be taken for numbers.
    """
    position = Position(subject)
    names = [place.name for place in position.places]
    declared = getattr(type(subject), "actions", None)
    parts = declared if isinstance(declared, (tuple, list)) else ()
    are_places = [_is_place(position, part) for part in parts]
    clicked = position.look.click == "cell"

    def name(action: Any) -> str:
        if isinstance(action, tuple) and len(action) == len(are_places) and any(are_places):
            both = zip(action, are_places, strict=True)
            return " ".join(names[part] if is_place else str(part) for part, is_place in both)
        if isinstance(action, int) and clicked and 0 <= action < len(names):
            return names[action]
        return ""

    return name if not any(map(str.isdecimal, names)) else lambda action: ""


def _is_place(position: Position, field: Any) -> bool:
    """Whether a part of an action is a cell of the board, and not one of some other things."""
    if not isinstance(field, CellField):
        return False
    size = position.constants.get(field.size) if isinstance(field.size, str) else field.size
    return size is not None and int(size) == len(position.places)


def _numbered(position: Position, number: int) -> list[tuple[int, ...]]:
    """The cells that a number means, by `click` of the look."""
    match position.look.click:
        case "cell":
            return [(number,)] if 0 <= number < len(position.places) else []
        case "column" | "row" as way:
            number -= first_number(position.look, way)
            return [
                (cell,)
                for cell, place in reversed([*enumerate(position.places)])
                if getattr(place, way) == number
            ]
    return []


def first_number(look: Look, way: str) -> int:
    """What the first column or row is called, where an action is its number: names count from 1."""
    named = getattr(look, "named", ("", ""))
    return int(named[("column", "row").index(way)] == "1")


def moved(before: Any, after: Any) -> list[Shape]:
    """What a move did: an arrow from where a piece was, a mark where one is new."""
    if type(before).look is None:
        return []
    old, new = Position(before), Position(after)
    if len(old.places) != len(new.places):
        return []
    gone, come = _changed(old, new), _changed(new, old)
    shapes: list[Shape] = []
    for piece, cells in come.items():
        ways = _ways(new.places, gone.get(piece, []), cells)
        shapes += [Shape("arrow", (*start, *end)) for start, end in ways]
        shapes += [] if ways else [_mark(new, cell) for cell in cells]
    return shapes


def _ways(
    places: Sequence[Place], sources: list[int], cells: list[int]
) -> list[tuple[Point, Point]]:
    """From where to where pieces that look alike went; none where that is not clear."""
    if len(cells) == 1 < len(sources):  # a jump over its like: it came from further away
        sources = [max(sources, key=lambda cell: _distance(places, cell, cells[0]))]
    if len(sources) != len(cells):
        return []
    starts, ends = ([centre(places[cell]) for cell in each] for each in (sources, cells))
    if _hang_together(places, sources) and _hang_together(places, cells):
        return [(_mean(starts), _mean(ends))]
    return list(zip(starts, ends, strict=True)) if len(cells) <= _MOST_ALIKE else []


def _mark(position: Position, cell: int) -> Shape:
    """A dot; in the corner of a cell where it would lie on letters."""
    x, y = centre(position.places[cell])
    aside = 0.34 * UNIT if any(thing.text for thing in position.contents[cell]) else 0.0
    return Shape("circle", (x + aside, y - aside, 0.1 * UNIT), "last")


def _hang_together(places: Sequence[Place], cells: Sequence[int]) -> bool:
    """Whether one piece may well fill all of them."""
    left, seen = {*cells[1:]}, [cells[0]]
    for here in seen:  # which grows meanwhile
        beside = [each for each in left if _distance(places, here, each) < _BESIDE]
        left -= {*beside}
        seen += beside
    return not left


def _distance(places: Sequence[Place], one: int, other: int) -> float:
    return dist(places[one].centre, places[other].centre)


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _changed(here: Position, there: Position) -> dict[tuple[str, str], list[int]]:
    """The cells on which something stands here that does not there, by what it is."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for cell, (ours, theirs) in enumerate(zip(here.contents, there.contents, strict=True)):
        others = {(thing.layer, thing.name) for thing in theirs}
        for thing in ours:
            if (thing.layer, thing.name) not in others:
                found[thing.layer, thing.name].append(cell)
    return found


def meant(subject: Any, cells: Sequence[str], legal: Sequence[Any] | None = None) -> str | None:
    """The move that a click means, if it means one; of those that are legal.

    Where moves are no places, a click on a cell means the only one that changes it, or the only one
    that brings something there.
    """
    wanted = " ".join(cells)
    legal = subject.legal_moves() if legal is None else legal
    for each in targets(subject, legal):
        if wanted in each.picks:
            return each.move
    if len(cells) != 1 or not wanted.isdecimal() or type(subject).look is None:
        return None
    return _only_change(subject, int(wanted), legal)


def _only_change(subject: Any, cell: int, legal: Sequence[Any]) -> str | None:
    before = Position(subject)
    changing, bringing = [], []
    for move in legal:
        after = Position(subject, move.state)
        old, new = before.contents[cell], after.contents[cell]
        if old != new:
            changing.append(move.text)
            bringing += [move.text] * (len(new) > len(old))
    for moves in (changing, bringing):
        if len(moves) == 1:
            return str(moves[0])
    return None


def targets_on(subject: Any, whole: Scene) -> list[MoveTarget]:
    """The legal moves; the values of those that are buttons stand on these."""
    spots = {c.id: middle(c.outline) for c in whole.cells if c.id.startswith(BUTTON)}
    return [replace(each, spot=spots.get(each.picks[0], each.spot)) for each in targets(subject)]


def buttons(subject: Any, scene: Scene) -> Scene:
    """The scene with a cell below the board for each move that is no place of it."""
    placed = [each for each in targets(subject) if each.picks[0].startswith(BUTTON)]
    if type(subject).look is None or not placed:
        return scene
    left, top, width, height = scene.view
    room = max(_LETTER * max(len(each.move) for each in placed) + 4 * _GAP, _BUTTON)
    in_a_row = max(1, int(width / room))
    wide = max(width, room)  # a board may be narrower than a word
    left -= (wide - width) / 2
    below = max(cell.row for cell in scene.cells) + 1
    cells = []
    for number, each in enumerate(placed):
        row, column = divmod(number, in_a_row)
        corner = left + column * wide / in_a_row + _GAP, top + height + row * _BUTTON
        size = wide / in_a_row - 2 * _GAP
        cells.append(_button(each.move, corner, size, below + row, column))
    rows = -(-len(placed) // in_a_row)
    view = (left, top, wide, height + rows * _BUTTON + _GAP)
    return replace(scene, view=view, cells=(*scene.cells, *cells))


def _button(text: str, corner: Point, width: float, row: int, column: int) -> Cell:
    x, y = corner
    spot = (x + width / 2, y + _BUTTON / 2 - 1, _SIZE)
    return Cell(
        f"{BUTTON}{text}",
        f"move {text}",
        row,
        column,
        Shape("rect", (x, y + 2, width, _BUTTON - 6, 8), "field"),
        (Shape("text", spot, "glyph bare", text),),
    )
