"""Random boards, the same ones for the same seed."""

from __future__ import annotations

from random import Random

from deepen.errors import UsageError
from deepen.games.tiles.board import check_size, is_solvable, ways_from
from deepen.games.tiles.notation import board
from deepen.games.tiles.rules import Tiles


def random(
    rows: int = 3, columns: int = 3, *, seed: int | None = None, steps: int | None = None
) -> Tiles:
    """A random board that can be solved.

    Args:
        rows, columns: its size.
        seed: the same seed gives the same board.
        steps: how many moves to walk away from the goal, never straight back; without it every
            solvable board is equally likely.

    >>> random(4, 4, seed=1) == random(4, 4, seed=1)
    True
    """
    check_size(rows, columns)
    chance = Random(seed)
    if steps is None:
        return board(rows, columns, _shuffled(rows, columns, chance))
    if steps < 0:
        raise UsageError(f"steps is {steps}; it must not be negative")
    return board(rows, columns, _walked(rows, columns, steps, chance))


def _shuffled(rows: int, columns: int, chance: Random) -> list[int]:
    cells = list(range(rows * columns))
    chance.shuffle(cells)
    if not is_solvable(columns, cells):
        a, b = cells.index(1), cells.index(2)
        cells[a], cells[b] = 2, 1  # one swap more: every solvable order stays equally likely
    return cells


def _walked(rows: int, columns: int, steps: int, chance: Random) -> list[int]:
    cells = list(range(rows * columns))
    before, gap = 0, 0
    for _ in range(steps):
        choices = [cell for _, cell in ways_from(rows, columns, gap) if cell != before]
        before, gap = gap, chance.choice(choices)
        cells[before], cells[gap] = cells[gap], 0
    return cells
