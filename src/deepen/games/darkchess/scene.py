"""Dark chess as a scene: squares and pieces, the arrow of a move, how far each kind reaches."""

from __future__ import annotations

from collections.abc import Mapping

from deepen.drawing.scene import Cell, Map, Point, Scene, Shape
from deepen.errors import InputError
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

WORDS = {
    "k": "general",
    "a": "advisor",
    "e": "elephant",
    "r": "chariot",
    "n": "horse",
    "c": "cannon",
    "p": "soldier",
}
SIZE = 64.0
MARGIN = 30.0
DISC = SIZE * 0.37


def scene(puzzle: Darkchess, names: Mapping[str, str] | None = None) -> Scene:
    """The squares with their pieces, files and ranks named beside them.

    Pieces have capital letters, or the names that are given for their letters.
    """
    reds = sum(letter in REDS for letter in puzzle.squares)
    return Scene(
        view=(-MARGIN, -MARGIN, FILES * SIZE + 1.5 * MARGIN, RANKS * SIZE + 1.5 * MARGIN),
        title=f"{reds} red piece{'s' * (reds != 1)} to capture",
        cells=tuple(
            _cell(square, letter, (names or {}).get(letter, letter.upper()))
            for square, letter in enumerate(puzzle.squares)
        ),
        behind=tuple(_names()),
    )


def _names() -> list[Shape]:
    files = [
        Shape("text", (_centre(file)[0], -MARGIN / 2, 15), "note", name_of(file)[0])
        for file in range(FILES)
    ]
    ranks = [
        Shape("text", (-MARGIN / 2, _centre(FILES * rank)[1], 15), "note", str(rank + 1))
        for rank in range(RANKS)
    ]
    return files + ranks


def _cell(square: int, letter: str, name: str) -> Cell:
    x, y = _centre(square)
    return Cell(
        name_of(square),
        f"{name_of(square)}: {_content(letter)}",
        square // FILES,
        square % FILES,
        Shape(
            "rect",
            (x - SIZE / 2, y - SIZE / 2, SIZE, SIZE, 0),
            "field wall" if letter == DUCK else "field",
        ),
        _piece(x, y, letter, name),
    )


def _content(letter: str) -> str:
    if letter in (EMPTY, DUCK):
        return "empty" if letter == EMPTY else "duck"
    return f"{'black' if letter in KINDS else 'red'} {WORDS[letter.lower()]}"


def _piece(x: float, y: float, letter: str, name: str) -> tuple[Shape, ...]:
    """Black pieces are full discs, red ones light discs with a rim: so without colour too."""
    if letter in (EMPTY, DUCK):
        return ()
    style = "black" if letter in KINDS else "white red"
    return (
        Shape("circle", (x, y, DISC), f"piece {style}"),
        Shape("text", (x, y, DISC * 1.05), f"glyph {style}", name),
    )


def _centre(square: int) -> Point:
    return (square % FILES + 0.5) * SIZE, (square // FILES + 0.5) * SIZE


def moved(before: Darkchess, after: Darkchess) -> tuple[Shape, ...]:
    """An arrow along the move."""
    left = [s for s in range(SQUARES) if before.squares[s] != EMPTY == after.squares[s]]
    entered = [
        s for s in range(SQUARES) if after.squares[s] not in (EMPTY, before.squares[s])
    ]  # fmt: skip
    if not left or not entered:
        return ()
    return (Shape("arrow", (*_centre(left[0]), *_centre(entered[0]))),)


def maps(puzzle: Darkchess) -> dict[str, Map]:
    """For each kind of black piece, how many moves every square is away."""
    found: dict[str, Map] = {}
    for kind in KINDS:
        if kind in puzzle.squares:
            piece = f"{kind}, the {WORDS[kind.lower()]}"
            name = f"moves of {piece}: how many to each square, with only ducks in the way"
            found[name] = far_from(puzzle, kind)
    return found


def far_from(puzzle: Darkchess, kind: str) -> Map:
    """The same for one kind, by the names of squares; None where it never comes."""
    far = distance_map(puzzle, kind)
    free = [square for square in range(SQUARES) if puzzle.squares[square] != DUCK]
    return {name_of(square): far.get(square) for square in free}


def distance_map(puzzle: Darkchess, kind: str) -> dict[int, int]:
    """The least moves from a piece of that kind to each square that one can reach."""
    own = places(puzzle.squares, kind)
    if not own:
        raise InputError(f"there is no {kind} on the board to measure from")
    moved = BOARDS.slid if kind == CHARIOT else BOARDS.stepped
    found: dict[int, int] = {}
    for moves, boards in enumerate(balls(places(puzzle.squares, DUCK), moved)):
        for square in range(SQUARES):
            if puzzle.squares[square] != DUCK and boards >> LANE * square & own:
                found.setdefault(square, moves)
    return dict(sorted(found.items()))
