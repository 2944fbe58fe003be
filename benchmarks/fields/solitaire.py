"""Peg solitaire: pegs jump over pegs, which are taken out, until the last one is in the centre."""

from __future__ import annotations

import deepen
from deepen import bit

# The board

HOLES = [(y, x) for y in range(7) for x in range(7) if y in (2, 3, 4) or x in (2, 3, 4)]
CENTRE = 16
_JUMPS = [
    [(y, x), (y + dy, x + dx), (y + 2 * dy, x + 2 * dx)]
    for y, x in HOLES
    for dy, dx in ((-1, 0), (0, -1), (0, 1), (1, 0))
]
JUMPS = [[HOLES.index(hole) for hole in jump] for jump in _JUMPS if set(jump) <= set(HOLES)]
START = set(range(33)) - {CENTRE}
BOARD = {
    "pegs": [bit(source) | bit(over) for source, over, _ in JUMPS],
    "hole": [bit(target) for _, _, target in JUMPS],
    "goal": bit(CENTRE),
}


# Named fields


class Solitaire(deepen.Puzzle):
    class State(deepen.State):
        pegs = deepen.CellSet(33)

    def successors(board, state):
        for jump in range(76):
            pegs, hole = board.pegs[jump], board.hole[jump]
            if state.pegs.bits & (pegs | hole) == pegs:
                child = state.copy()
                child.pegs.bits ^= pegs | hole
                yield jump, child

    def is_goal(board, state):
        return state.pegs.bits == board.goal


# Packed by hand


class PackedSolitaire(deepen.Puzzle):
    board_fields = {"pegs": ("u8", 76), "hole": ("u8", 76), "goal": "u8"}
    state_words = 1

    def successors(board, state):
        for jump in range(76):
            pegs, hole = board.pegs[jump], board.hole[jump]
            if state & (pegs | hole) == pegs:
                yield jump, state ^ (pegs | hole)

    def is_goal(board, state):
        return state == board.goal


# Python objects


class ObjectSolitaire(deepen.ObjectPuzzle):
    def actions(self, pegs):
        for source, over, target in JUMPS:
            if source in pegs and over in pegs and target not in pegs:
                yield source, over, target

    def result(self, pegs, jump):
        source, over, target = jump
        return pegs - {source, over} | {target}

    def is_goal(self, pegs):
        return pegs == {CENTRE}
