"""Positions and solutions as text, in the formats of the course.

A position is one line: the four ranks, rank 1 first, separated by `/`, then a space and the side to
move, always `b`. A digit counts empty squares.

    2c3n1/4R3/7p/1r4n1 b

A solution in the plain format: the seconds taken, the number of moves, or -1 where none was found,
and the moves.

    0.000123
    1
    MOVE E2 E1
"""

from __future__ import annotations

from itertools import groupby

from deepen.errors import InputError
from deepen.games.darkchess.board import DUCK, EMPTY, FILES, KINDS, RANKS, REDS
from deepen.games.darkchess.rules import Darkchess
from deepen.games.length import check_length
from deepen.solution import Solution

SIDE = "b"
_MOST_SHOWN = 20


def parse(text: str) -> Darkchess:
    """Reads a position.

    Raises:
        InputError: the text is no position; the message names rank and column, which counts the
            characters of that rank.

    >>> parse("8/8/2R3n1/8 b")
    Darkchess('..................R...n.........')
    """
    check_length(text)
    board, side = [*text.split(None, 1), "", ""][:2]
    ranks = board.split("/")
    squares = "".join(_rank(number, rank) for number, rank in enumerate(ranks[:RANKS], 1))
    if len(ranks) < RANKS:
        raise InputError(
            f"rank {len(ranks)}, column {len(ranks[-1]) + 1}: the board ends here, but it has "
            f"{RANKS} ranks"
        )
    if len(ranks) > RANKS:
        raise InputError(f"rank {RANKS + 1}, column 1: a board has only {RANKS} ranks")
    if side.strip() != SIDE:
        after = f"rank {RANKS}, column {len(ranks[-1]) + 1}"
        raise InputError(f"{after}: {_wrong_side(side.strip())}")
    return Darkchess(squares)


def format(puzzle: Darkchess) -> str:
    """The position as text; `parse` reads it back."""
    squares = puzzle.squares
    ranks = [squares[start : start + FILES] for start in range(0, len(squares), FILES)]
    return f"{'/'.join(map(_shortened, ranks))} {SIDE}"


def plain(puzzle: Darkchess, solution: Solution) -> str:
    """The seconds, the number of moves and the moves, as the contest's validator reads them."""
    count = len(solution.actions) if solution.solved else -1
    moves = [f"MOVE {action}" for action in solution.actions]
    return "\n".join([f"{solution.seconds:.6f}", str(count), *moves])


def _rank(number: int, text: str) -> str:
    """The 8 squares of a rank."""
    squares = ""
    for column, letter in enumerate(text, 1):
        try:
            squares += _squares(letter)
        except InputError as error:
            raise InputError(f"rank {number}, column {column}: {error}") from None
        if len(squares) > FILES:
            raise InputError(
                f"rank {number}, column {column}: here the rank has {len(squares)} squares, not "
                f"{FILES}"
            )
    if len(squares) < FILES:
        raise InputError(
            f"rank {number}, column {len(text) + 1}: the rank ends after {len(squares)} squares, "
            f"not {FILES}"
        )
    return squares


def _squares(letter: str) -> str:
    """What one character of a rank stands for."""
    if letter in KINDS + REDS + DUCK:
        return letter
    if letter in "12345678":
        return EMPTY * int(letter)
    raise InputError(_WRONG.get(letter, f"{letter!r} is no piece; {_PIECES}"))


_PIECES = f"known are {KINDS} and {DUCK} for Black, {REDS} for Red, and digits for empty squares"
_WRONG = {
    "0": "0 counts no square; empty squares are counted by 1 to 8",
    "9": "9 is more squares than a rank has; empty squares are counted by 1 to 8",
    "C": "a black cannon C has no part in this puzzle",
    "d": "a duck belongs to Black and is written D",
    "?": "the piece ? lies face down; in this puzzle all lie face up",
}


def _wrong_side(side: str) -> str:
    if not side:
        return f"the side to move is missing, a space and {SIDE}"
    shown = side if len(side) <= _MOST_SHOWN else f"{side[:_MOST_SHOWN]}..."
    return f"the side to move is {shown!r}, not {SIDE!r}"


def _shortened(rank: str) -> str:
    return "".join(
        str(len(list(group))) if letter == EMPTY else "".join(group)
        for letter, group in groupby(rank)
    )
