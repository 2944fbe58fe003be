"""Positions to try a heuristic on, from small to large, and what is smaller than a position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from deepen.games.darkchess.board import DUCK, EMPTY, KINDS, REDS
from deepen.games.darkchess.rules import Darkchess
from deepen.games.darkchess.scramble import random

MOST_BLACK, MOST_RED, MOST_DUCKS = 3, 5, 10


def family(size: int, seed: int) -> Darkchess:
    """A random position of a size from 1 up: one piece more than the size, and some ducks.

    Mostly few of the pieces are black, since each of these makes for 30 times as many states.
    """
    chance = Random(seed)
    pieces = min(size + 1, MOST_BLACK + MOST_RED)
    most = min(MOST_BLACK, pieces - 1)
    few = min(chance.randint(1, most), chance.randint(1, most))
    black = max(few, pieces - MOST_RED)
    own = "".join(chance.choices(KINDS, k=black))
    red = "".join(chance.choices(REDS, k=pieces - black))
    ducks = chance.randint(0, MOST_DUCKS) if chance.random() < 0.5 else 0
    return random(own, red, ducks, seed=seed, solvable=None)


def smaller(puzzle: Darkchess) -> Iterator[Darkchess]:
    """The same position without one of the pieces, or without one of the ducks."""
    squares = puzzle.squares
    for letters in (KINDS + REDS, DUCK):
        for square, letter in enumerate(squares):
            if letter in letters:
                yield Darkchess(squares[:square] + EMPTY + squares[square + 1 :])
