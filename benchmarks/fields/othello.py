"""Othello on a square of four by four; a disc that is laid turns those that it encloses, or else it
may not be laid. Who can lay none passes; where neither can, the game is over."""

from __future__ import annotations

import deepen
from deepen import bit, popcount

# The board


def _beside(cell: int, dy: int, dx: int) -> int:
    y, x = cell // 4 + dy, cell % 4 + dx
    return 4 * y + x if 0 <= y < 4 and 0 <= x < 4 else -1


_WAYS = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx]
NEXT = [[_beside(cell, dy, dx) for dy, dx in _WAYS] for cell in range(16)]
BLACK, WHITE = {6, 9}, {5, 10}  # black begins
CELLS = set(range(16))
PASS = 16


# Named fields


def turned_by(board, mine, theirs, cell):
    """The discs, as bits, that one of mine turns if it is laid there."""
    turned = 0
    for way in range(8):
        run, to = 0, board.next[cell, way]
        while to in theirs:
            run |= bit(to)
            to = board.next[to, way]
        if to in mine:
            turned |= run
    return turned


class Othello(deepen.Game):
    class State(deepen.State):
        black = deepen.CellSet(16)
        white = deepen.CellSet(16)

    def moves(board, state, player):
        mine = state.black if player == 0 else state.white
        theirs = state.white if player == 0 else state.black
        empty, passes = board.cells - mine - theirs, True
        for cell in empty:
            turned = turned_by(board, mine, theirs, cell)
            if turned:
                child = state.copy()
                child.black.bits ^= turned
                child.white.bits ^= turned
                if player == 0:
                    child.black.add(cell)
                else:
                    child.white.add(cell)
                yield cell, child, 1 + 2 * popcount(turned)
                passes = False
        if passes:
            for cell in empty:
                if turned_by(board, theirs, mine, cell):
                    yield PASS, state
                    break


# Packed by hand


def pack(mine, theirs):
    return sum(map(bit, mine)) | sum(map(bit, theirs)) << 16


def turned_bits(board, mine, theirs, cell):
    turned = 0
    for way in range(8):
        run, to = 0, board.next[cell, way]
        while to >= 0 and theirs >> to & 1:
            run |= bit(to)
            to = board.next[to, way]
        if to >= 0 and mine >> to & 1:
            turned |= run
    return turned


class PackedOthello(deepen.Game):
    board_fields = {"next": ("i1", (16, 8))}
    state_words = 1

    def moves(board, state):
        mine, theirs = state & 0xFFFF, state >> 16
        passes = True
        for cell in range(16):
            if not (mine | theirs) >> cell & 1:
                turned = turned_bits(board, mine, theirs, cell)
                if turned:
                    child = theirs ^ turned | (mine | turned | bit(cell)) << 16
                    yield cell, child, 1 + 2 * popcount(turned)
                    passes = False
        if passes:
            for cell in range(16):
                if not (mine | theirs) >> cell & 1 and turned_bits(board, theirs, mine, cell):
                    yield PASS, theirs | mine << 16
                    break


# Python objects


class ObjectOthello(deepen.ObjectGame):
    def turned(self, mine, theirs, cell):
        turned = set()
        for way in range(8):
            run, to = set(), NEXT[cell][way]
            while to in theirs:
                run.add(to)
                to = NEXT[to][way]
            if to in mine:
                turned |= run
        return turned

    def cells(self, mine, theirs):
        free = set(range(16)) - mine - theirs
        return sorted(cell for cell in free if self.turned(mine, theirs, cell))

    def actions(self, state):
        mine, theirs = state
        if self.cells(mine, theirs):
            return self.cells(mine, theirs)
        return [PASS] if self.cells(theirs, mine) else []

    def result(self, state, cell):
        mine, theirs = state
        if cell == PASS:
            return theirs, mine
        turned = self.turned(mine, theirs, cell)
        return theirs - turned, mine | turned | {cell}

    def reward(self, state, cell, result):
        mine, theirs = state
        return 0 if cell == PASS else 1 + 2 * len(self.turned(mine, theirs, cell))
