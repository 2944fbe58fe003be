"""Boards to try a heuristic on, from small to large."""

from __future__ import annotations

from random import Random

from deepen.games.tiles.notation import board
from deepen.games.tiles.rules import Tiles
from deepen.games.tiles.scramble import random

WHOLE = ((2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3))
"""Sizes of which every state can be looked at."""
LARGE = ((3, 4), (4, 3), (4, 4), (2, 5), (3, 5), (5, 3), (4, 5), (5, 4), (5, 5))
MOST_STEPS = 14
"""Of a large board only what lies around the start is seen; the goal must be among that."""


def family(size: int, seed: int) -> Tiles:
    """A random board of a size from 1 up, solvable or not; from size 7 on one near its goal."""
    chance = Random(seed)
    if size <= len(WHOLE):
        rows, columns = WHOLE[size - 1]
        cells = list(range(rows * columns))
        chance.shuffle(cells)
        return board(rows, columns, cells)
    rows, columns = chance.choice(LARGE)
    return random(rows, columns, seed=seed, steps=chance.randint(1, MOST_STEPS))
