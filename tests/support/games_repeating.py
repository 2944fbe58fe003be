"""Games in which positions repeat, with values and distances that can be seen at a glance."""

from __future__ import annotations

from typing import ClassVar

import deepen

# Where each position leads. A name tells what is true of it: W3 is won in three plies, L2 lost in
# two, D and E drawn by going round, T drawn by an end. Moves go by the name of where they lead.
WAYS = {
    "L0": "",
    "T0": "",
    "W1": "L0 D",
    "L2": "W1",
    "W3": "D W1 L2",
    "L4": "W1 W3",
    "W5": "D L4",
    "L6": "W5 W3 W1",
    "X3": "L6 L4 L2",
    "D": "E W5",
    "E": "W1 D",
    "T": "T0 W1",
}


class Ways(deepen.ObjectGame):
    """Go from place to place; who is left on L0 has lost."""

    players = ("White", "Black")

    def actions(self, state: str) -> list[str]:
        return WAYS[state].split()

    def result(self, state: str, action: str) -> str:
        return action

    def outcome(self, state: str) -> int | None:
        return {"L0": deepen.LOSS, "T0": deepen.DRAW}.get(state)


class NoneAgain(Ways):
    """The same, but no position may come again."""

    repetition: ClassVar[str] = "forbidden"


class InFour(Ways):
    """The same, and drawn after four moves."""

    move_limit: ClassVar[int | None] = 4


def truth(name: str) -> tuple[int, int | None]:
    """Value and distance of a position."""
    value = {"W": 1, "X": 1, "L": -1}.get(name[0], 0)
    return value, int(name[1:]) if value else None


def of_move(name: str) -> tuple[int, int | None]:
    """Value and distance of a move to it."""
    value, distance = truth(name)
    return -value, None if distance is None else distance + 1


class Cash(deepen.ObjectGame):
    """Take two points, or let the other one wait."""

    def actions(self, state: str) -> list[str]:
        return {"open": ["wait", "cash"], "waiting": ["back"], "over": []}[state]

    def result(self, state: str, action: str) -> str:
        return {"wait": "waiting", "back": "open", "cash": "over"}[action]

    def reward(self, state: str, action: str, result: str) -> int:
        return 2 if action == "cash" else 0


class Ladder(deepen.ObjectGame):
    """Climb three steps and win, moving again and again, or go round for a turn."""

    players = ("White", "Black")

    def actions(self, state: int) -> list[str]:
        return ["up", "round"]

    def result(self, state: int, action: str) -> int:
        return state + 1 if action == "up" else state

    def again(self, state: int, action: str, result: int) -> bool:
        return action == "up"

    def outcome(self, state: int) -> int | None:
        return deepen.WIN if state == 3 else None


class Turning(deepen.ObjectGame):
    """Go to and fro on a ring of a million places, for ever: too large for a quick look."""

    def actions(self, state: int) -> list[int]:
        return [1, -1] if state % 2 == 0 else [-1, 1]

    def result(self, state: int, action: int) -> int:
        return (state + action) % 1_000_000

    def outcome(self, state: int) -> int | None:
        return None
