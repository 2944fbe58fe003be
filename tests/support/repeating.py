"""Games in which positions repeat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import deepen


class Ring(deepen.ObjectGame):
    """A stone on a ring of fields, pushed by one field either way; nobody ever wins."""

    players = ("White", "Black")

    def __init__(self, start: int = 0, size: int = 6) -> None:
        super().__init__(start)
        self.size = size

    def actions(self, state: int) -> list[int]:
        return [1, -1]

    def result(self, state: int, action: int) -> int:
        return (state + action) % self.size


class LosingRing(Ring):
    repetition = "loss"


class NoWayBack(Ring):
    repetition = "forbidden"


class ShortRing(Ring):
    move_limit = 3


class Toll(Ring):
    """Who pushes the stone onto field 0 gets two points."""

    def reward(self, state: int, action: int, result: int) -> int:
        return 2 * (result == 0)


class Strip(deepen.Game):
    """Two kings on a strip: they step either way, and who gets to the other end has won."""

    class State(deepen.State):
        white = deepen.Cell(6)
        black = deepen.Cell(6)

    players = ("White", "Black")
    actions = ("left", "right")

    def moves(board: Any, state: Any, player: int) -> Iterator[tuple[int, Any]]:
        at, other = (state.white, state.black) if player == 0 else (state.black, state.white)
        for way in range(2):
            to = at + 2 * way - 1
            if 0 <= to < 6 and to != other:
                child = state.copy()
                if player == 0:
                    child.white = to
                else:
                    child.black = to
                yield way, child

    def outcome(board: Any, state: Any, player: int) -> int | None:
        if state.white == 5:
            return deepen.WIN if player == 0 else deepen.LOSS
        if state.black == 0:
            return deepen.WIN if player == 1 else deepen.LOSS
        return None
