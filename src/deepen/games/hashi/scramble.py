"""Random boards, the same ones for the same seed."""

from __future__ import annotations

from random import Random

from deepen.errors import UsageError
from deepen.games.hashi.board import BLANK, WATER, Cell
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.rules import duel

MOST_TRIES = 1_000


def random(
    size: int = 6,
    *,
    rows: int | None = None,
    columns: int | None = None,
    islands: int = 10,
    unlabelled: float = 0.25,
    touching: bool = True,
    seed: int | None = None,
) -> Hashi:
    """A random board without bridges.

    Args:
        size: rows and columns of a square board.
        rows, columns: of one that is not square.
        islands: how many there are.
        unlabelled: the share of them that has no label, from 0 to 1.
        touching: whether islands may lie in neighbouring cells.
        seed: the same seed gives the same board.

    Raises:
        UsageError: there is no such board, or none was found.
        InputError: it is too large for the rules.

    >>> random(seed=1) == random(seed=1)
    True
    """
    height, width = rows if rows is not None else size, columns if columns is not None else size
    _check(height, width, islands, unlabelled)
    chance = Random(seed)
    cells = _places(height, width, islands, touching, chance)
    blank = round(unlabelled * islands)
    signs = [BLANK] * blank + [str(chance.randint(1, 4)) for _ in range(islands - blank)]
    there = dict(zip(cells, signs, strict=True))
    return duel(
        [
            "".join(there.get((row, column), WATER) for column in range(width))
            for row in range(height)
        ]
    )


def _places(height: int, width: int, islands: int, touching: bool, chance: Random) -> list[Cell]:
    """Cells in random order; without neighbours, the first that fit of many orders."""
    everywhere = [(row, column) for row in range(height) for column in range(width)]
    if touching:
        return chance.sample(everywhere, islands)
    for _ in range(MOST_TRIES):
        found: list[Cell] = []
        for row, column in chance.sample(everywhere, len(everywhere)):
            near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
            if len(found) < islands and near.isdisjoint(found):
                found.append((row, column))
        if len(found) == islands:
            return found
    raise UsageError(
        f"no board of {height} rows and {width} columns was found with {islands} islands that do "
        "not touch"
    )


def _check(height: int, width: int, islands: int, unlabelled: float) -> None:
    if height < 1 or width < 1:
        raise UsageError(f"a board of {height} rows and {width} columns has no cell")
    if not 0 <= islands <= height * width:
        raise UsageError(
            f"{islands} islands do not fit: a board of {height} rows and {width} columns has "
            f"{height * width} cells"
        )
    if not 0 <= unlabelled <= 1:
        raise UsageError(f"the share of islands without a label is {unlabelled}, not 0 to 1")
