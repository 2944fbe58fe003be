"""The geometry of boards of all sizes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import factorial
from typing import Any

import deepen

ACTIONS = ("up", "left", "right", "down")
SHORTEST_SIDE, LONGEST_SIDE = 2, 5
ROOMS = (16, 25)
"""How many cells a state may have room for."""


def check_size(rows: int, columns: int) -> None:
    """Raises `InputError` for a board that is too small or too large."""
    for count, name in ((rows, "row"), (columns, "column")):
        if not SHORTEST_SIDE <= count <= LONGEST_SIDE:
            raise deepen.InputError(
                f"a board has {SHORTEST_SIDE} to {LONGEST_SIDE} {name}s, "
                f"this one has {count} {name}{'s' * (count != 1)}"
            )


def is_solvable(columns: int, cells: Sequence[int]) -> bool:
    """Whether the goal can be reached: half of all orders cannot.

    A move swaps the gap with a tile and takes the gap one step along. So the number of swaps that
    sort the board, odd or even, always equals the gap's distance from its corner, odd or even.
    """
    inversions = sum(a > b for a, b in combinations(cells, 2))
    row, column = divmod(list(cells).index(0), columns)
    return (inversions + row + column) % 2 == 0


def orders_of(count: int) -> int | None:
    """Half of all orders of so many; None if rules cannot count them."""
    orders = factorial(count) // 2
    return orders if orders < 1 << 63 else None


@cache
def geometry(rows: int, columns: int, room: int) -> dict[str, Any]:
    """The constants that depend only on the size; what is beyond the board is never asked for."""
    cells = range(rows * columns)
    beyond = range(room - len(cells))
    nowhere = [-1] * len(ACTIONS)
    ways = [dict(ways_from(rows, columns, cell)) for cell in cells]
    distances = [[_distance(columns, tile, cell) for cell in cells] for tile in cells]
    return {
        "room": room,
        "last": room - 1,
        # Of the tiles with the gap in one place; half of their orders can be reached.
        "orders": orders_of(len(cells) - 1) or 0,
        "goal": [*cells, *[0] * len(beyond)],
        # Where the gap goes from each cell, in each direction; -1 for nowhere.
        "next": [[way.get(i, -1) for i in range(len(ACTIONS))] for way in ways]
        + [nowhere for _ in beyond],
        # Of a tile in a cell from its place in the goal.
        "distance": [
            [*(row if tile != 0 else [0] * len(cells)), *[0] * len(beyond)]
            for tile, row in enumerate(distances)
        ]
        + [[0] * room for _ in beyond],
    }


def ways_from(rows: int, columns: int, cell: int) -> list[tuple[int, int]]:
    """The directions open to a gap in a cell, in the order of `ACTIONS`, and where each leads."""
    row, column = divmod(cell, columns)
    steps = (-columns, -1, 1, columns)
    possible = (row > 0, column > 0, column < columns - 1, row < rows - 1)
    return [(way, cell + steps[way]) for way, allowed in enumerate(possible) if allowed]


def _distance(columns: int, a: int, b: int) -> int:
    return abs(a // columns - b // columns) + abs(a % columns - b % columns)
