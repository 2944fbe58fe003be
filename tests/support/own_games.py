"""Files as newcomers write them: one of each kind, without a word for the shell."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deepen import games

JUGS = '''\
import deepen


class Jugs(deepen.ObjectPuzzle):
    """Measure some water.

    Pour from jug to jug until one of them holds it."""

    examples = {"classic": "3, 5, 4", "larger": ("7, 11, goal=5", "12 moves")}

    def __init__(self, small, large, goal):
        if goal > max(small, large):
            raise ValueError(f"no jug holds {goal}")
        self.sizes, self.goal = (small, large), goal
        super().__init__((0, 0))

    def actions(self, state):
        return ["fill 1", "fill 2", "empty 1", "empty 2", "pour 1", "pour 2"]

    def result(self, state, action):
        word, number = action.split()
        it, other = int(number) - 1, 2 - int(number)
        water = list(state)
        if word == "pour":
            poured = min(water[it], self.sizes[other] - water[other])
            water[it], water[other] = water[it] - poured, water[other] + poured
        else:
            water[it] = self.sizes[it] if word == "fill" else 0
        return tuple(water)

    def is_goal(self, state):
        return self.goal in state
'''

PILES = '''\
import deepen


class Piles(deepen.ObjectGame):
    """Take from one pile; who takes the last match wins."""

    start = (1, 2, 2)
    players = ("Red", "Blue")

    def actions(self, state):
        return [f"{i}-{n}" for i, pile in enumerate(state) for n in range(1, pile + 1)]

    def result(self, state, action):
        i, n = map(int, action.split("-"))
        return (*state[:i], state[i] - n, *state[i + 1 :])

    def outcome(self, state):
        return None if any(state) else deepen.LOSS
'''

STAIRS = '''\
import deepen


class Stairs(deepen.Puzzle):
    """Climb exactly to the top."""

    class State(deepen.State):
        step = deepen.Integer(max=20)

    examples = {"ten": "10", "seven": ("7", "3 moves")}

    def __init__(self, top):
        super().__init__({"step": 0}, {"top": top})

    def successors(board, state):
        for up in (1, 3):
            if state.step + up <= board.top:
                child = state.copy()
                child.step += up
                yield up, child

    def is_goal(board, state):
        return state.step == board.top

    @deepen.heuristic(admissible=True, consistent=True)
    def longest_steps(board, state):
        return (board.top - state.step + 2) // 3
'''

NIM = '''\
import deepen


class Nim(deepen.Game):
    """Take 1 to 3 matches; who takes the last one wins a point."""

    players = ("Ann", "Ben")
    examples = {"ten": "10", "six": "6"}

    def moves(board, matches):
        for taken in range(1, min(matches, 3) + 1):
            yield taken, matches - taken, matches == taken
'''

FILES = {"jugs": JUGS, "piles": PILES, "stairs": STAIRS, "nim": NIM}


def write_files(folder: Path) -> None:
    """Puts all of them there."""
    for name, source in FILES.items():
        (folder / f"{name}.py").write_text(source)


def install(site: Path, points: str) -> None:
    """A package `stones` of games, as pip would leave it there; until `working_in` ends."""
    information = site / "stones-1.2.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Name: stones\nVersion: 1.2\n")
    (information / "entry_points.txt").write_text(f"[deepen.games]\n{points}")
    (site / "stones_rules.py").write_text(STAIRS)
    sys.path.insert(0, str(site))


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """There, with these files; what is registered and imported meanwhile is forgotten again."""
    write_files(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(games, "_registered", {})
        patch.setattr(sys, "path", list(sys.path))
        before = set(sys.modules)
        yield
        for name in set(sys.modules) - before:
            if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]
