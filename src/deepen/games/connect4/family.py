"""Positions to try rules on, from few empty squares to many."""

from __future__ import annotations

from random import Random

from deepen.games.connect4.board import COLUMNS, ROWS
from deepen.games.connect4.rules import Connect4
from deepen.games.connect4.scramble import random

SMALLEST, LARGEST = (4, 4), (COLUMNS, ROWS)


def family(size: int, seed: int) -> Connect4:
    """A random position of a size from 1 up: two squares more are empty each time."""
    chance = Random(seed)
    columns = chance.randint(SMALLEST[0], LARGEST[0])
    rows = chance.randint(SMALLEST[1], LARGEST[1])
    empty = min(2 * size, columns * rows)
    return random(columns * rows - empty, columns=columns, rows=rows, seed=seed)
