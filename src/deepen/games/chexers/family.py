"""Boards to try a heuristic on, from small to large, and what is smaller than a board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from deepen.games.chexers.rules import Chexers
from deepen.games.chexers.scramble import random

MOST_PIECES = 4
"""The states of a board with 4 pieces, 74,519 at most, can all be looked at in a moment."""


def family(size: int, seed: int) -> Chexers:
    """A random board of a size from 1 up: a piece more every other size, and up to 18 blocks."""
    pieces = min((size + 1) // 2, MOST_PIECES)
    blocks = Random(seed).randint(0, min(3 * size, 18))
    return random(pieces, blocks, seed=seed, solvable=False)


def smaller(puzzle: Chexers) -> Iterator[Chexers]:
    """The same board without one of the pieces, or without one of the blocks."""
    for piece in puzzle.pieces:
        others = [other for other in puzzle.pieces if other != piece]
        yield Chexers(puzzle.colour, others, puzzle.blocks)
    for block in puzzle.blocks:
        rest = [other for other in puzzle.blocks if other != block]
        yield Chexers(puzzle.colour, puzzle.pieces, rest)
