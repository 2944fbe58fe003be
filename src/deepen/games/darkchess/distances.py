"""How far each kind of piece is from every square, as numbers on the cells of a board."""

from __future__ import annotations

from deepen.drawing.scene import Map
from deepen.errors import InputError
from deepen.games.darkchess.board import (
    BOARDS,
    CHARIOT,
    DUCK,
    KINDS,
    LANE,
    SQUARES,
    balls,
    places,
)
from deepen.games.darkchess.look import WORDS
from deepen.games.darkchess.rules import Darkchess


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
    """The same for one kind, by the numbers of squares; None where it never comes."""
    far = distance_map(puzzle, kind)
    free = [square for square in range(SQUARES) if puzzle.squares[square] != DUCK]
    return {str(square): far.get(square) for square in free}


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
