"""Hex on a rhomb of four by four: black joins the upper side with the lower, white left with right.
Somebody always does, and only one."""

from __future__ import annotations

import deepen
from deepen import bit, bits

# The board

SIZE = 4
_WAYS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
NEAR = [
    {SIZE * (y + dy) + x + dx for dy, dx in _WAYS if 0 <= y + dy < SIZE and 0 <= x + dx < SIZE}
    for y in range(SIZE)
    for x in range(SIZE)
]
UPPER, LOWER, LEFT, RIGHT = range(4), range(12, 16), range(0, 16, 4), range(3, 16, 4)
SIDES = ((set(UPPER), set(LOWER)), (set(LEFT), set(RIGHT)))  # what each player joins


BOARD = {
    "cells": set(range(16)),
    "near": [sum(map(bit, cells)) for cells in NEAR],
    "begin": [sum(map(bit, begin)) for begin, _ in SIDES],
    "end": [sum(map(bit, end)) for _, end in SIDES],
}


# Named fields


class Hex(deepen.Game):
    class State(deepen.State):
        black = deepen.CellSet(16)
        white = deepen.CellSet(16)

    players = ("Black", "White")

    def moves(board, state, player):
        for cell in board.cells - state.black - state.white:
            child = state.copy()
            if player == 0:
                child.black.add(cell)
            else:
                child.white.add(cell)
            yield cell, child

    def outcome(board, state, player):
        stones = state.white.bits if player == 0 else state.black.bits  # of who moved last
        reached = ahead = stones & board.begin[1 - player]
        while ahead:
            near = 0
            for cell in bits(ahead):
                near |= board.near[cell]
            ahead = near & stones & ~reached
            reached |= ahead
        return deepen.LOSS if reached & board.end[1 - player] else None


# Packed by hand


def joined(board, stones):
    reached = ahead = stones & 0x000F
    while ahead:
        near = 0
        for cell in bits(ahead):
            near |= board.near[cell]
        ahead = near & stones & ~reached
        reached |= ahead
    return reached & 0xF000


def mirrored(stones):
    result = 0
    for cell in bits(stones):
        result |= bit(cell % SIZE * SIZE + cell // SIZE)
    return result


class PackedHex(deepen.Game):
    board_fields = {"near": ("u8", 16)}
    state_words = 1

    def moves(board, state):
        mine, theirs = state & 0xFFFF, state >> 16
        if not joined(board, mirrored(theirs)):
            for cell in range(16):
                if not (mine | theirs) >> cell & 1:
                    after = mine | bit(cell)
                    child = mirrored(theirs) | mirrored(after) << 16
                    yield cell, child, joined(board, after) != 0

    def bounds(board, state):
        return -1, 1


# Python objects


class ObjectHex(deepen.ObjectGame):
    def actions(self, state):
        player, stones = state
        if self.joined(stones[1 - player], 1 - player):
            return []
        return [cell for cell in range(16) if cell not in stones[0] | stones[1]]

    def result(self, state, cell):
        player, stones = state
        after = [*stones]
        after[player] |= {cell}
        return 1 - player, tuple(after)

    def reward(self, state, cell, result):
        player, _ = state
        return int(self.joined(result[1][player], player))

    def joined(self, stones, player):
        begin, end = SIDES[player]
        reached = list(stones & begin)
        for cell in reached:
            reached += [near for near in NEAR[cell] if near in stones and near not in reached]
        return bool(end & set(reached))

    def bounds(self, state):
        return -1, 1
