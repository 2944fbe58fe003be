"""The 2x2x2 cube, half turns counted as one move: one corner never moves, the other seven do."""

from __future__ import annotations

from collections.abc import Callable

import deepen

# The cube

Point = tuple[int, int, int]
TURNS = ("R", "R2", "R'", "U", "U2", "U'", "F", "F2", "F'")

# A corner in its place, twisted, is told by where its first sticker is: outside of the corner
# (x, y, z) along one of three axes. The corner (-1, -1, -1) stays.
_STICKERS = [
    (place, axis)
    for place in [(x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1)][:7]
    for axis in range(3)
]


def _turned(turn: str) -> list[int]:
    """Where each of the 21 stickers is after a turn."""
    quarter: Callable[[Point], Point]
    axis, quarter = {
        "R": (0, lambda p: (p[0], p[2], -p[1])),
        "U": (1, lambda p: (-p[2], p[1], p[0])),
        "F": (2, lambda p: (p[1], -p[0], p[2])),
    }[turn[0]]
    times = {"": 1, "2": 2, "'": 3}[turn[1:]]
    places = list(_STICKERS)
    for _ in range(times):
        for i, (place, side) in enumerate(places):
            if place[axis] == 1:
                places[i] = quarter(place), side if side == axis else 3 - axis - side
    return [_STICKERS.index(place) for place in places]


TURNED = [_turned(turn) for turn in TURNS]
SOLVED = tuple(range(0, 21, 3))  # where the first stickers of the seven corners are


def scrambled(turns: str) -> tuple[int, ...]:
    """The solved cube after turns such as "R U2 F'"."""
    places = SOLVED
    for turn in turns.split():
        places = tuple(TURNED[TURNS.index(turn)][place] for place in places)
    return places


# Named fields


class Cube(deepen.Puzzle):
    class State(deepen.State):
        places = deepen.Array(7, deepen.Cell(21))

    actions = TURNS

    def successors(board, state):
        for turn in range(9):
            child = state.copy()
            for corner, place in enumerate(state.places):
                child.places[corner] = board.turned[turn, place]
            yield turn, child

    def is_goal(board, state):
        return state.places == board.solved


# Packed by hand


def pack(places):
    return sum(place << 5 * corner for corner, place in enumerate(places))


class PackedCube(deepen.Puzzle):
    board_fields = {"turned": ("u1", (9, 21)), "solved": "u8"}
    state_words = 1

    def successors(board, state):
        for turn in range(9):
            child = 0
            for corner in range(7):
                child |= board.turned[turn, state >> 5 * corner & 31] << 5 * corner
            yield turn, child

    def is_goal(board, state):
        return state == board.solved

    def describe_action(self, state, action, child):
        return TURNS[action]


# Python objects


class ObjectCube(deepen.ObjectPuzzle):
    def actions(self, places):
        return TURNS

    def result(self, places, turn):
        turned = TURNED[TURNS.index(turn)]
        return tuple(turned[place] for place in places)

    def is_goal(self, places):
        return places == SOLVED
