"""Boards to try rules on, from small to large, and what is smaller than a board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from deepen.games.hashi.board import WATER
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


def smaller(game: Hashi) -> Iterator[Hashi]:
    """The same board with an island less, or with a move less."""
    if game.played:
        yield Hashi(game.grid.rows, game.played[:-1])
        return
    for row, column in game.grid.islands:
        rows = [list(signs) for signs in game.grid.rows]
        rows[row][column] = WATER
        yield Hashi(["".join(signs) for signs in rows])
