"""Random positions, the same ones for the same seed."""

from __future__ import annotations

from random import Random

from deepen.errors import UsageError
from deepen.games.connect4.board import COLUMNS, ROWS, Shape, fours, landing
from deepen.games.connect4.rules import Connect4, Stones, dropped

MOST_TRIES = 10_000


def random(
    plies: int = 8, *, columns: int = COLUMNS, rows: int = ROWS, seed: int | None = None
) -> Connect4:
    """A position after so many random moves, none of which has won.

    Args:
        plies: how many stones lie on the board.
        columns, rows: of the board.
        seed: the same seed gives the same position.

    Raises:
        UsageError: there is no such position, or none was found.

    >>> random(seed=1) == random(seed=1)
    True
    """
    shape = Shape(columns, rows).checked()
    if not 0 <= plies <= columns * rows:
        raise UsageError(f"{plies} stones do not fit: the board has {columns * rows} squares")
    chance = Random(seed)
    for _ in range(MOST_TRIES):
        played = _moves(plies, shape, chance)
        if len(played) == plies:
            return Connect4(played, columns=columns, rows=rows)
    raise UsageError(f"no position with {plies} stones was found that nobody has won")


def _moves(plies: int, shape: Shape, chance: Random) -> list[int]:
    """Random moves that do not win; fewer where there is no other."""
    stones: Stones = (0, 0)
    played: list[int] = []
    while len(played) < plies:
        taken = stones[0] | stones[1]
        open_columns = [c for c in range(1, shape.columns + 1) if landing(taken, c, shape)]
        results = {column: dropped(stones, column, shape) for column in open_columns}
        quiet = [c for c, after in results.items() if not any(fours(s, shape) for s in after)]
        if not quiet:
            break
        played.append(chance.choice(quiet))
        stones = results[played[-1]]
    return played
