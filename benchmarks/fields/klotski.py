"""Klotski: bring the large block to the middle of the lowest two rows; any walk of one block is one
move, and blocks of one shape are alike."""

from __future__ import annotations

import deepen
from deepen import bit, lowest

# The board

SMALL, TALL, FLAT, LARGE = range(1, 5)
SHAPES = {SMALL: (1, 1), TALL: (2, 1), FLAT: (1, 2), LARGE: (2, 2)}  # height and width
START = {0: TALL, 1: LARGE, 3: TALL, 8: TALL, 9: FLAT, 11: TALL, 13: SMALL, 14: SMALL, 16: SMALL}
START[19] = SMALL
"""The blocks by their upper left cells, of five rows of four."""

# The cells of a block by its kind and its upper left cell, as far as it fits there.
CELLS = {
    (kind, cell): frozenset(cell + 4 * y + x for y in range(height) for x in range(width))
    for kind, (height, width) in SHAPES.items()
    for cell in range(20)
    if cell // 4 + height <= 5 and cell % 4 + width <= 4
}
# The same as bits. No block lies on nothing, and one that does not fit lies on all the others.
MASKS = [[0] * 20] + [
    [sum(map(bit, CELLS.get((kind, cell), range(20)))) for cell in range(20)] for kind in SHAPES
]
BESIDE = [
    [
        cell - 4 if cell >= 4 else cell,
        cell - 1 if cell % 4 > 0 else cell,
        cell + 1 if cell % 4 < 3 else cell,
        cell + 4 if cell < 16 else cell,
    ]
    for cell in range(20)
]
GOAL = 13
BOARD = {"cells": MASKS, "beside": BESIDE}


# Named fields


class Klotski(deepen.Puzzle):
    class State(deepen.State):
        block = deepen.Array(20, deepen.Integer(max=LARGE))  # whose upper left cell it is

    actions = (deepen.Cell(20), deepen.Cell(20))

    def successors(board, state):
        taken = 0
        for cell, kind in enumerate(state.block):
            taken |= board.cells[kind, cell]
        for cell, kind in enumerate(state.block):
            others = taken ^ board.cells[kind, cell]
            walk = ahead = bit(cell) if kind else 0
            while ahead:
                here = lowest(ahead)
                ahead ^= bit(here)
                for way in range(4):
                    to = board.beside[here, way]
                    if not walk >> to & 1 and not others & board.cells[kind, to]:
                        walk, ahead = walk | bit(to), ahead | bit(to)
                        child = state.copy()
                        child.block[cell] = 0
                        child.block[to] = kind
                        yield (cell, to), child

    def is_goal(board, state):
        return state.block[GOAL] == LARGE


# Packed by hand


class PackedKlotski(deepen.Puzzle):
    board_fields = {"cells": ("u8", (5, 20)), "beside": ("i1", (20, 4))}
    state_words = 1

    def successors(board, state):
        taken = 0
        for cell in range(20):
            taken |= board.cells[state >> 3 * cell & 7, cell]
        for cell in range(20):
            kind = state >> 3 * cell & 7
            others = taken ^ board.cells[kind, cell]
            walk = ahead = bit(cell) if kind else 0
            while ahead:
                here = lowest(ahead)
                ahead ^= bit(here)
                for way in range(4):
                    to = board.beside[here, way]
                    if not walk >> to & 1 and not others & board.cells[kind, to]:
                        walk, ahead = walk | bit(to), ahead | bit(to)
                        yield cell * 20 + to, state ^ kind << 3 * cell ^ kind << 3 * to

    def is_goal(board, state):
        return state >> 3 * GOAL & 7 == LARGE

    def describe_action(self, state, action, child):
        return str(divmod(action, 20))


def pack(blocks):
    return sum(kind << 3 * cell for cell, kind in blocks.items())


# Python objects


class ObjectKlotski(deepen.ObjectPuzzle):
    def actions(self, blocks):
        for kind, cell in blocks:
            taken = [CELLS[block] for block in blocks if block != (kind, cell)]
            others = frozenset().union(*taken)
            walk = [cell]
            for here in walk:
                for to in BESIDE[here]:
                    if to not in walk and self.fits(kind, to, others):
                        walk.append(to)
                        yield kind, cell, to

    def fits(self, kind, cell, others):
        return (kind, cell) in CELLS and not CELLS[kind, cell] & others

    def result(self, blocks, action):
        kind, cell, to = action
        return blocks - {(kind, cell)} | {(kind, to)}

    def is_goal(self, blocks):
        return (LARGE, GOAL) in blocks
