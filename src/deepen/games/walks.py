"""Random walks: positions of a game that says of none how to make one."""

from __future__ import annotations

from random import Random
from typing import Any


def walked(position: Any, chance: Random, steps: int) -> Any:
    """Where so many random moves lead; fewer where there is no move to a new state that goes on."""
    seen = {position.start}
    for _ in range(steps):
        ways = [move for move in position.legal_moves() if move.state not in seen]
        chance.shuffle(ways)
        after = next(filter(_goes_on, (_after(position, move) for move in ways)), None)
        if after is None:
            break
        position = after
        seen.add(position.start)
    return position


def _after(position: Any, move: Any) -> Any:
    return position.after(move) if hasattr(position, "after") else position.at(move.state)


def _goes_on(position: Any) -> bool:
    """Whether there is something left to do: a game that is over is of no use to anybody."""
    return bool(position.legal_moves())
