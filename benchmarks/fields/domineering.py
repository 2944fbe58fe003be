"""Domineering on a square: one lays dominoes upright, the other flat; who cannot has lost."""

from __future__ import annotations

import deepen
from deepen import bit, bits, popcount

# The boards


def dominoes_of(size: int) -> list[list[tuple[int, int]]]:
    """The pairs of cells that each player may cover."""
    cells = range(size * size)
    upright = [(cell, cell + size) for cell in cells if cell // size < size - 1]
    flat = [(cell, cell + 1) for cell in cells if cell % size < size - 1]
    return [upright, flat]


# Named fields


def room(board, state, player):
    """The first cells of the dominoes that a player could lay."""
    free = ~state.covered.bits
    return free & free >> board.step[player] & board.first[player]


class Domineering(deepen.Game):
    class State(deepen.State):
        covered = deepen.CellSet("cells")

    def __init__(self, size):
        first = [sum(bit(cell) for cell, _ in dominoes) for dominoes in dominoes_of(size)]
        board = {"cells": size * size, "step": [size, 1], "first": first}
        super().__init__({"covered": set()}, board)

    def moves(board, state, player):
        for cell in bits(room(board, state, player)):
            child = state.copy()
            child.covered.add(cell)
            child.covered.add(cell + board.step[player])
            yield cell, child

    def outcome(board, state, player):
        return None if room(board, state, player) else deepen.LOSS

    def order(board, state, cell, child, reward, player):
        return -popcount(room(board, child, 1 - player))


# Packed by hand


def room_for_upright(board, covered):
    return ~(covered | covered >> board.size) & board.upper


class PackedDomineering(deepen.Game):
    board_fields = {"size": "i8", "upper": "u8"}
    state_words = 1

    def __init__(self, size):
        super().__init__(0, {"size": size, "upper": bit(size * (size - 1)) - 1})

    def moves(board, covered):
        for cell in bits(room_for_upright(board, covered)):
            child = 0
            for each in bits(covered | bit(cell) | bit(cell + board.size)):
                child |= bit(each % board.size * board.size + each // board.size)
            yield cell, child, room_for_upright(board, child) == 0

    def order(board, covered, cell, child, won):
        return -popcount(room_for_upright(board, child))

    def bounds(board, covered):
        return -1, 1


# Python objects


class ObjectDomineering(deepen.ObjectGame):
    def __init__(self, size):
        self.dominoes = dominoes_of(size)
        super().__init__((0, frozenset()))

    def actions(self, state):
        player, covered = state
        return [domino for domino in self.dominoes[player] if covered.isdisjoint(domino)]

    def result(self, state, domino):
        player, covered = state
        return 1 - player, covered | set(domino)

    def reward(self, state, domino, result):
        return int(not self.actions(result))

    def order(self, state, domino, result, reward):
        return -len(self.actions(result))

    def bounds(self, state):
        return -1, 1
