"""Dark chess as SVG: the board, a solution, and how far a kind of piece is from everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import deepen
from deepen.drawing.svg import INK, PAPER, Picture, arrow_head, hatching, shade
from deepen.games.darkchess.board import (
    BOARDS,
    CHARIOT,
    DUCK,
    EMPTY,
    FILES,
    KINDS,
    LANE,
    RANKS,
    REDS,
    SQUARES,
    balls,
    name_of,
    places,
)
from deepen.games.darkchess.rules import Darkchess

SIZE = 72.0  # of a square
DISC = SIZE * 0.36
MARGIN = 34.0
GRID, FIELD, WALL = "#8f8163", "#f7f1e3", "#6b6255"
DARK, RED = "#26231f", "#b3241c"
PALE, DEEP = (255, 250, 236), (120, 66, 10)
_LIGHT_LETTERS = 0.68  # from this share of shade on, white letters have the stronger contrast
# Where arrows lie: how far aside, and how far from the middle of a square tail and tip are.
ASIDE, TAIL, TIP = SIZE * 0.14, SIZE * 0.3, SIZE * 0.2
COLUMNS = 2

BLACK_NAMES = dict(zip("KAERNPD", "將士象車馬卒鴨", strict=True))
RED_NAMES = dict(zip(REDS, "帥仕相俥傌炮兵", strict=True))
CHARACTERS = {**BLACK_NAMES, **RED_NAMES}

SQUARE_OF = {name_of(square): square for square in range(SQUARES)}

Point = tuple[float, float]
Move = tuple[int, int]


def board(puzzle: Darkchess, names: Mapping[str, str] | None = None) -> str:
    """The pieces where they stand, with letters, or with other names for them."""
    picture = _picture("Dark chess, Black captures all", _described(puzzle))
    _draw_squares(picture, puzzle.squares)
    _draw_pieces(picture, puzzle.squares, names or {})
    return str(picture)


def solution(puzzle: Darkchess, found: deepen.Solution | None = None) -> str:
    """A solution as numbered arrows; on several boards if they would cover each other.

    It is a shortest one, unless it is given.
    """
    found = deepen.solve(puzzle) if found is None else found
    if not found.solved:
        raise deepen.InputError(f"there is no solution to draw: the position is {found.status}")
    parts = _parts([_ends(action) for action in found.actions])
    picture = _picture(
        f"Dark chess, all captured in {found.cost} moves",
        f"{_described(puzzle)} Moves: {', '.join(found.actions) or 'none'}.",
        panels=len(parts),
    )
    step = 0
    for panel, part in enumerate(parts):
        corner = _corner(panel)
        letters = puzzle.letters(found.states[step])
        _draw_squares(picture, letters, corner=corner)
        _draw_pieces(picture, letters, {}, corner)
        for source, target in part:
            step += 1
            _draw_arrow(picture, step, source, target, corner)
    return str(picture)


def distances(puzzle: Darkchess, kind: str | None = None) -> str:
    """How many moves the nearest piece of a kind is from each square; by default of the first."""
    kind = kind or next((kind for kind in KINDS if kind in puzzle.squares), KINDS[0])
    values = distance_map(puzzle, kind)
    picture = _picture(
        f"Dark chess, how far each square is from {kind}",
        f"{_described(puzzle)} Least moves of {kind} to each square with only ducks in the way: "
        + ", ".join(f"{name_of(square)}: {value}" for square, value in values.items()),
    )
    most = max(values.values(), default=0) or 1
    shares = {square: value / most for square, value in values.items()}
    _draw_squares(picture, puzzle.squares, shares)
    for square, letter in enumerate(puzzle.squares):
        if letter != DUCK:
            _draw_value(picture, square, values.get(square), most)
            _draw_badge(picture, square, letter)
    return str(picture)


def distance_map(puzzle: Darkchess, kind: str) -> dict[int, int]:
    """The least moves from a piece of that kind to each square that one can reach."""
    own = places(puzzle.squares, kind)
    if not own:
        raise deepen.InputError(f"there is no {kind} on the board to measure from")
    moved = BOARDS.slid if kind == CHARIOT else BOARDS.stepped
    found: dict[int, int] = {}
    for moves, boards in enumerate(balls(places(puzzle.squares, DUCK), moved)):
        for square in range(SQUARES):
            if puzzle.squares[square] != DUCK and boards >> LANE * square & own:
                found.setdefault(square, moves)
    return dict(sorted(found.items()))


PICTURES: Mapping[str, Callable[[Any], str]] = {
    "board": board,
    "characters": partial(board, names=CHARACTERS),
    "solution": solution,
    "distances": distances,
    **{f"distances-{kind}": partial(distances, kind=kind) for kind in KINDS},
}


# The parts


def _picture(title: str, description: str, panels: int = 1) -> Picture:
    columns = min(panels, COLUMNS)
    rows = -(-panels // COLUMNS)
    width, height = _panel_size()
    return Picture(-MARGIN, -MARGIN, columns * width, rows * height, title, description)


def _panel_size() -> Point:
    return FILES * SIZE + 2 * MARGIN, RANKS * SIZE + 2 * MARGIN


def _corner(panel: int) -> Point:
    """Where the first square of a panel begins."""
    width, height = _panel_size()
    return panel % COLUMNS * width, panel // COLUMNS * height


def _centre(square: int, corner: Point = (0.0, 0.0)) -> Point:
    return (
        (square % FILES + 0.5) * SIZE + corner[0],
        (square // FILES + 0.5) * SIZE + corner[1],
    )


def _ends(action: str) -> Move:
    """The squares of a move such as `E2 E1`."""
    source, target = action.split()
    return SQUARE_OF[source], SQUARE_OF[target]


def _parts(moves: Sequence[Move]) -> list[list[Move]]:
    """The moves of each board: a new one begins where a move takes a way again."""
    parts: list[list[Move]] = [[]]
    used: set[Move] = set()
    for source, target in moves:
        way = _way(source, target)
        if used & way:
            parts.append([])
            used = set()
        used |= way
        parts[-1].append((source, target))
    return parts


def _way(source: int, target: int) -> set[Move]:
    """A move as steps from square to square; arrows keep right, so the way back is another."""
    step = FILES if (target - source) % FILES == 0 else 1
    step = step if target > source else -step
    return {(square, square + step) for square in range(source, target, step)}


def _draw_squares(
    picture: Picture,
    letters: str,
    shares: Mapping[int, float] | None = None,
    corner: Point = (0.0, 0.0),
) -> None:
    for square, letter in enumerate(letters):
        x, y = _centre(square, corner)
        fill = FIELD if shares is None else shade(shares.get(square, 0.0), PALE, DEEP)
        _draw_rectangle(picture, x, y, SIZE, fill=fill, stroke=GRID, stroke_width=1.5)
        if letter == DUCK:
            wall = picture.define("wall", hatching("wall", WALL))
            _draw_rectangle(picture, x, y, SIZE - 8, fill=wall, stroke=WALL, stroke_width=2)
    for file in range(FILES):
        picture.text(_centre(file, corner)[0], corner[1] - MARGIN / 2, name_of(file)[0], 16)
    for rank in range(RANKS):
        y = _centre(FILES * rank, corner)[1]
        picture.text(corner[0] - MARGIN / 2, y, str(rank + 1), 16)


def _draw_rectangle(picture: Picture, x: float, y: float, size: float, **style: Any) -> None:
    picture.add("rect", x=x - size / 2, y=y - size / 2, width=size, height=size, **style)


def _draw_pieces(
    picture: Picture, letters: str, names: Mapping[str, str], corner: Point = (0.0, 0.0)
) -> None:
    for square, letter in enumerate(letters):
        if letter not in EMPTY + DUCK:
            _draw_piece(picture, *_centre(square, corner), DISC, letter, names.get(letter, letter))


def _draw_piece(
    picture: Picture, x: float, y: float, radius: float, letter: str, name: str
) -> None:
    """Black pieces are dark discs, red ones light discs with a ring: so without colour too."""
    is_black = letter in KINDS
    fill, ink = (DARK, PAPER) if is_black else (PAPER, RED)
    picture.add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=ink, stroke_width=radius / 9)
    if is_black:
        picture.add("circle", cx=x, cy=y, r=radius, fill="none", stroke=DARK, stroke_width=1.5)
    else:
        picture.add(
            "circle", cx=x, cy=y, r=radius * 0.84, fill="none", stroke=RED, stroke_width=radius / 14
        )
    picture.text(x, y, name, radius * 1.05, fill=ink, font_weight="bold")


def _draw_arrow(picture: Picture, step: int, source: int, target: int, corner: Point) -> None:
    """From square to square, a little to the right of the middle, its number at the tail."""
    (x1, y1), (x2, y2) = _centre(source, corner), _centre(target, corner)
    length = abs(x2 - x1) + abs(y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    right_x, right_y = -ASIDE * uy, ASIDE * ux
    x1, y1 = x1 + TAIL * ux + right_x, y1 + TAIL * uy + right_y
    x2, y2 = x2 - TIP * ux + right_x, y2 - TIP * uy + right_y
    line: dict[str, Any] = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    head = picture.define("tip", arrow_head("tip", INK))
    picture.add("line", **line, stroke=PAPER, stroke_width=5, stroke_linecap="round")
    picture.add("line", **line, stroke=INK, stroke_width=2.2, marker_end=head)
    picture.add("circle", cx=x1, cy=y1, r=9, fill=PAPER, stroke=INK, stroke_width=1)
    picture.text(x1, y1, str(step), 11, font_weight="bold")


def _draw_value(picture: Picture, square: int, value: int | None, most: int) -> None:
    x, y = _centre(square)
    is_dark = value is not None and value / most > _LIGHT_LETTERS
    text = "∞" if value is None else str(value)
    picture.text(x, y, text, 24, fill=PAPER if is_dark else INK)


def _draw_badge(picture: Picture, square: int, letter: str) -> None:
    """A small piece in the corner of its square."""
    if letter != EMPTY:
        x, y = _centre(square)
        corner = SIZE * 0.3
        _draw_piece(picture, x + corner, y - corner, DISC * 0.42, letter, letter)


def _described(puzzle: Darkchess) -> str:
    parts = []
    for side, letters in (("Black", KINDS), ("Red", REDS), ("Ducks", DUCK)):
        found = [
            f"{'' if letter == DUCK else letter + ' on '}{name_of(square)}"
            for square, letter in enumerate(puzzle.squares)
            if letter in letters
        ]
        parts.append(f"{side}: {', '.join(found) or 'none'}.")
    return f"A board of 8 by 4 squares. {' '.join(parts)}"


__all__ = ["PICTURES", "board", "distance_map", "distances", "solution"]
