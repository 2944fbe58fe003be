"""Chexers as SVG: the board, the heuristic's map, a solution, and what a search looked at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from math import hypot, sqrt
from typing import Any

import deepen
from deepen.drawing.svg import INK, PAPER, Picture, arrow_head, hatching, shade
from deepen.games.chexers.board import EXITS, HEXES, Hex, flood, hex_of, hexes, is_on_board
from deepen.games.chexers.rules import Chexers
from deepen.puzzle import Words

SIZE = 30.0  # from the middle of a hex to a corner
MARGIN = 22.0
CAPTION = 34.0
GRID, FIELD, WALL, GROUND = "#8d8575", "#f6f2ea", "#57524b", "#b9b0a2"
COLOURS = {"red": "#b8322a", "green": "#23763f", "blue": "#2560ae"}
OUTWARD = {"red": ((1, 0), (1, -1)), "green": ((0, 1), (-1, 1)), "blue": ((-1, 0), (0, -1))}
PALE, DEEP = (255, 250, 236), (120, 66, 10)
_DARK = 0.68  # from this share of shade on, white letters have the stronger contrast

Point = tuple[float, float]


def board(puzzle: Chexers, state: Words | None = None) -> str:
    """Pieces, blocks and exits."""
    shown = puzzle.start if state is None else state
    pieces = puzzle.cells(shown)
    picture = _picture(f"Chexers, {puzzle.colour} to leave", _described(puzzle, pieces))
    _draw_hexes(picture, puzzle)
    _draw_exits(picture, puzzle)
    _draw_pieces(picture, puzzle, pieces)
    return str(picture)


def heuristic_map(puzzle: Chexers) -> str:
    """How many actions each hex is from leaving, if steps and jumps were free."""
    values = distance_map(puzzle)
    picture = _picture(
        f"Chexers, the relaxed map for {puzzle.colour}",
        "Least actions to leave the board from each hex when jumps need no neighbour: "
        + ", ".join(f"{place}: {value}" for place, value in values.items()),
    )
    most = max(values.values(), default=1)
    _draw_hexes(picture, puzzle, {place: value / most for place, value in values.items()})
    _draw_exits(picture, puzzle)
    for place in HEXES:
        if place not in puzzle.blocks:
            _draw_value(picture, place, str(values.get(place, "∞")), values.get(place, 0) / most)
    _ring_pieces(picture, puzzle)
    return str(picture)


def distance_map(puzzle: Chexers) -> dict[Hex, int]:
    """The map itself: least actions to leave, exit included; without hexes that lead nowhere."""
    levels = flood(int(puzzle.board.blocks), EXITS[puzzle.colour], 2)
    found = {place: n for n, level in enumerate(levels, 1) for place in hexes(level)}
    return {place: found[place] for place in HEXES if place in found}


def solution(puzzle: Chexers, found: deepen.Solution | None = None) -> str:
    """A solution as numbered arrows; a shortest one, unless it is given."""
    found = deepen.solve(puzzle) if found is None else found
    if not found.solved:
        raise deepen.InputError(f"there is no solution to draw: the board is {found.status}")
    picture = _picture(
        f"Chexers, {puzzle.colour} off the board in {found.cost} actions",
        f"{_described(puzzle, puzzle.pieces)} {' '.join(found.actions)}",
    )
    _draw_hexes(picture, puzzle)
    _draw_exits(picture, puzzle)
    _draw_pieces(picture, puzzle, puzzle.pieces)
    drawn: dict[tuple[Hex, Hex], list[int]] = defaultdict(list)
    numbers = [
        _draw_arrow(picture, puzzle, step, *_moved(before, after), drawn)
        for step, (before, after) in enumerate(pairwise(found.states), 1)
    ]
    for step, (x, y) in enumerate(numbers, 1):  # on top of all arrows
        picture.add("circle", cx=x, cy=y, r=8.5, fill=PAPER, stroke=INK, stroke_width=1)
        picture.text(x, y, str(step), 10.5, font_weight="bold")
    return str(picture)


def space(puzzle: Chexers) -> str:
    """How often each hex was occupied in the states that A* expanded: here, and without blocks."""
    boards = [
        (puzzle, f"{len(puzzle.blocks)} blocks" if puzzle.blocks else "as given"),
        (Chexers(puzzle.colour, puzzle.pieces, ()), "without blocks"),
    ]
    searches = [
        deepen.solve(one, "astar", "relaxed", keep_expanded=True, node_limit=1_000_000)
        for one, _ in boards
    ]
    words = [
        f"{name}: {found.expanded:,} states expanded"
        for (_, name), found in zip(boards, searches, strict=True)
    ]
    picture = _picture("Chexers, where A* looked", "; ".join(words) + ".", panels=2)
    for panel, ((one, _), found) in enumerate(zip(boards, searches, strict=True)):
        _draw_space(picture, one, found, panel, words[panel])
    return str(picture)


PICTURES: Mapping[str, Callable[[Any], str]] = {
    "board": board,
    "map": heuristic_map,
    "solution": solution,
    "space": space,
}


# The parts


def _picture(title: str, description: str, panels: int = 1) -> Picture:
    width, height = _panel_size()
    caption = CAPTION if panels > 1 else 0.0
    return Picture(-width / 2, -height / 2, width * panels, height + caption, title, description)


def _panel_size() -> Point:
    return 7 * sqrt(3) * SIZE + 2 * MARGIN, 11 * SIZE + 2 * MARGIN


def _centre(place: Hex, panel: int = 0) -> Point:
    q, r = place
    return sqrt(3) * SIZE * (q + r / 2) + panel * _panel_size()[0], 1.5 * SIZE * r


def _corners(place: Hex, panel: int = 0, size: float = SIZE) -> list[Point]:
    x, y = _centre(place, panel)
    half, high = size * sqrt(3) / 2, size / 2
    return [
        (x, y - size),
        (x + half, y - high),
        (x + half, y + high),
        (x, y + size),
        (x - half, y + high),
        (x - half, y - high),
    ]


def _points(corners: Iterable[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def _draw_hexes(
    picture: Picture, puzzle: Chexers, shares: Mapping[Hex, float] | None = None, panel: int = 0
) -> None:
    wall = picture.define("wall", hatching("wall", WALL))
    for place in HEXES:
        corners = _points(_corners(place, panel))
        fill = FIELD if shares is None else shade(shares.get(place, 0.0), PALE, DEEP)
        blocked = place in puzzle.blocks
        picture.add(
            "polygon",
            points=corners,
            fill=GROUND if blocked else fill,
            stroke=GRID,
            stroke_width=1.5,
        )
        if blocked:
            inner = _points(_corners(place, panel, SIZE - 2))
            picture.add("polygon", points=inner, fill=wall, stroke=WALL, stroke_width=2)


def _draw_exits(picture: Picture, puzzle: Chexers, panel: int = 0) -> None:
    """A thick edge in the piece's colour where hexes of the exit side end the board."""
    for q, r in hexes(int(puzzle.board.exits)):
        corners = _corners((q, r), panel)
        for way, (dq, dr) in enumerate(((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))):
            if (dq, dr) in OUTWARD[puzzle.colour] and not is_on_board((q + dq, r + dr)):
                (x1, y1), (x2, y2) = corners[way], corners[(way + 1) % 6]
                picture.add(
                    "line",
                    x1=x1,
                    y1=y1,
                    x2=x2,
                    y2=y2,
                    stroke=COLOURS[puzzle.colour],
                    stroke_width=6,
                    stroke_linecap="round",
                )


def _draw_pieces(picture: Picture, puzzle: Chexers, pieces: Iterable[Hex]) -> None:
    for place in pieces:
        x, y = _centre(place)
        picture.add(
            "circle", cx=x, cy=y, r=SIZE * 0.62, fill=COLOURS[puzzle.colour], stroke=INK,
            stroke_width=1.5,
        )  # fmt: skip
        letter = puzzle.colour[0].upper()
        picture.text(x, y, letter, SIZE * 0.66, fill=PAPER, font_weight="bold")


def _ring_pieces(picture: Picture, puzzle: Chexers, panel: int = 0) -> None:
    for place in puzzle.pieces:
        x, y = _centre(place, panel)
        ring: dict[str, Any] = {"cx": x, "cy": y, "r": SIZE * 0.68, "fill": "none"}
        picture.add(
            "circle", **ring, stroke=PAPER, stroke_width=7
        )  # seen on dark hexes in grey too
        picture.add("circle", **ring, stroke=COLOURS[puzzle.colour], stroke_width=4)


def _draw_value(
    picture: Picture, place: Hex, text: str, share: float, panel: int = 0, size: float = 17
) -> None:
    x, y = _centre(place, panel)
    picture.text(x, y, text, size, fill=PAPER if share > _DARK else INK)


def _moved(before: int, after: int) -> tuple[Hex, Hex | None]:
    """The hex that a piece left, and the one it reached, if any."""
    gone, come = before & ~after, after & ~before
    return hex_of(gone.bit_length() - 1), hex_of(come.bit_length() - 1) if come else None


def _draw_arrow(
    picture: Picture,
    puzzle: Chexers,
    step: int,
    source: Hex,
    target: Hex | None,
    drawn: Mapping[tuple[Hex, Hex], list[int]],
) -> Point:
    """Draws an arrow that keeps clear of those before it; returns the place of its number."""
    head = picture.define("tip", arrow_head("tip", INK))
    end = target if target is not None else _outside(puzzle, source)
    (x1, y1), (x2, y2) = _centre(source), _centre(end)
    if target is None:  # well over the edge, and still in the picture
        x2, y2 = x1 + (x2 - x1) * 0.86, y1 + (y2 - y1) * 0.86
    drawn[source, end].append(step)
    bend, share = _bend(drawn[source, end])
    mx, my = (x1 + x2) / 2 + bend * (y1 - y2), (y1 + y2) / 2 + bend * (x2 - x1)
    x1, y1 = _towards((x1, y1), (mx, my), SIZE * (0.62 if source in puzzle.pieces else 0.15))
    x2, y2 = _towards((x2, y2), (mx, my), SIZE * 0.15)
    picture.add(
        "path",
        d=f"M{x1:.2f},{y1:.2f} Q{mx:.2f},{my:.2f} {x2:.2f},{y2:.2f}",
        fill="none",
        stroke=INK,
        stroke_width=2,
        marker_end=head,
    )
    rest = 1 - share
    return (
        rest * rest * x1 + 2 * rest * share * mx + share * share * x2,
        rest * rest * y1 + 2 * rest * share * my + share * share * y2,
    )


def _bend(steps: list[int]) -> tuple[float, float]:
    """How far the last of the arrows between two hexes bends, and where on it its number stands.

    The first bends left or right by turns, so that pieces that leap over each other leave arcs
    above and below their line; the others bend to one side and the other, further and further.
    """
    count = len(steps)
    width = (0.28, 0.62, 0.95)[min((count - 1) // 2, 2)]
    side = 1 if (steps[0] + count) % 2 == 0 else -1
    return side * width, (0.5, 0.3, 0.7)[(count - 1) % 3]


def _towards(start: Point, end: Point, length: float) -> Point:
    """The point that lies so far from start on the way to end, or half the way if that is less."""
    (x1, y1), (x2, y2) = start, end
    share = min(0.5, length / max(1e-9, hypot(x2 - x1, y2 - y1)))
    return x1 + share * (x2 - x1), y1 + share * (y2 - y1)


def _outside(puzzle: Chexers, place: Hex) -> Hex:
    ways = [(place[0] + dq, place[1] + dr) for dq, dr in OUTWARD[puzzle.colour]]
    return next(way for way in ways if not is_on_board(way))


def _draw_space(
    picture: Picture, puzzle: Chexers, found: deepen.Solution, panel: int, caption: str
) -> None:
    counts = Counter(place for state in found.expanded_states or () for place in hexes(state))
    most = max(counts.values(), default=1)
    shares = {place: counts[place] / most for place in HEXES}
    _draw_hexes(picture, puzzle, shares, panel)
    _draw_exits(picture, puzzle, panel)
    for place in HEXES:
        if counts[place]:
            _draw_value(picture, place, _short(counts[place]), shares[place], panel, 12)
    _ring_pieces(picture, puzzle, panel)
    width, height = _panel_size()
    picture.text(panel * width, height / 2 + CAPTION / 3, caption, 16)


def _short(count: int) -> str:
    return str(count) if count < 10_000 else f"{count / 1000:.0f}k"


def _described(puzzle: Chexers, pieces: Iterable[Hex]) -> str:
    own = ", ".join(map(str, pieces)) or "nowhere"
    walls = ", ".join(map(str, puzzle.blocks)) or "nowhere"
    return f"A hexagonal board of 37 hexes; {puzzle.colour} pieces at {own}; blocks at {walls}."


__all__ = ["PICTURES", "board", "distance_map", "heuristic_map", "solution", "space"]
