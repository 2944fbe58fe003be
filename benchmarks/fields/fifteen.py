"""The 15-puzzle with Manhattan distance: push tiles into the gap until they stand in order, the
gap first."""

from __future__ import annotations

import deepen
from deepen import lowest

# The board

WAYS = ("up", "left", "right", "down")  # where the gap goes
NEXT = [
    [
        cell - 4 if cell >= 4 else -1,
        cell - 1 if cell % 4 > 0 else -1,
        cell + 1 if cell % 4 < 3 else -1,
        cell + 4 if cell < 12 else -1,
    ]
    for cell in range(16)
]
DISTANCE = [
    [abs(tile // 4 - cell // 4) + abs(tile % 4 - cell % 4) if tile else 0 for cell in range(16)]
    for tile in range(16)
]
GOAL = tuple(range(16))


# Named fields


class Fifteen(deepen.Puzzle):
    class State(deepen.State):
        tiles = deepen.Array(16, deepen.Integer(max=15))

    actions = WAYS

    def successors(board, state):
        gap = state.tiles.index(0)
        for way in range(4):
            cell = board.next[gap, way]
            if cell >= 0:
                child = state.copy()
                child.tiles[gap], child.tiles[cell] = state.tiles[cell], 0
                yield way, child

    def is_goal(board, state):
        return state.tiles == board.goal

    @deepen.heuristic(admissible=True, consistent=True)
    def manhattan(board, state):
        distance = 0
        for cell, tile in enumerate(state.tiles):
            distance += board.distance[tile, cell]
        return distance


# Packed by hand

ONES = 0x1111111111111111
EIGHTS = ONES << 3


def pack(tiles):
    return sum(tile << 4 * cell for cell, tile in enumerate(tiles))


def gap_in(state):
    return lowest((state - ONES) & ~state & EIGHTS) >> 2  # the lowest digit that is 0


class PackedFifteen(deepen.Puzzle):
    board_fields = {"next": ("i1", (16, 4)), "distance": ("u1", (16, 16)), "goal": "u8"}
    state_words = 1

    def successors(board, state):
        gap = gap_in(state)
        for way in range(4):
            cell = board.next[gap, way]
            if cell >= 0:
                tile = state >> 4 * cell & 15
                yield way, state ^ tile << 4 * cell ^ tile << 4 * gap

    def is_goal(board, state):
        return state == board.goal

    @deepen.heuristic(admissible=True, consistent=True)
    def manhattan(board, state):
        distance = 0
        for cell in range(16):
            distance += board.distance[state >> 4 * cell & 15, cell]
        return distance

    def describe_action(self, state, action, child):
        return WAYS[action]


# Python objects


class ObjectFifteen(deepen.ObjectPuzzle):
    admissible = True
    consistent = True

    def actions(self, tiles):
        gap = tiles.index(0)
        return [way for way, cell in zip(WAYS, NEXT[gap], strict=True) if cell >= 0]

    def result(self, tiles, way):
        gap = tiles.index(0)
        cell = NEXT[gap][WAYS.index(way)]
        child = list(tiles)
        child[gap], child[cell] = child[cell], 0
        return tuple(child)

    def is_goal(self, tiles):
        return tiles == GOAL

    def heuristic(self, tiles):
        return sum(DISTANCE[tile][cell] for cell, tile in enumerate(tiles))
