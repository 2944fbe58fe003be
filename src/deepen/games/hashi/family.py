"""Boards to try rules on, from small to large."""

from __future__ import annotations

from random import Random

from deepen.games.hashi.game import Hashi
from deepen.games.hashi.scramble import random

LARGEST = 7
"""Rows and columns at most; with half as many islands as cells a board is solved in a moment."""


def family(size: int, seed: int) -> Hashi:
    """A random board of a size from 1 up, with an island more each time."""
    chance = Random(seed)
    rows = chance.randint(1, min(size + 1, LARGEST))
    columns = chance.randint(2, min(size + 1, LARGEST))
    islands = min(size + 1, rows * columns)
    share = chance.choice((0, 0.2, 0.5))
    return random(rows=rows, columns=columns, islands=islands, unlabelled=share, seed=seed)
