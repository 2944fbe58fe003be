"""Sokoban: push every box onto a goal, in as few moves of the man as possible."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import deepen
from deepen import bit

# The levels

WAYS = ("up", "left", "right", "down")
LEVELS = Path(__file__).parents[2] / "tests" / "data" / "sokoban_microban.txt"


@dataclass(frozen=True)
class Level:
    """Cells are those that the man could reach if there were no boxes."""

    moves: int  # the fewest of the man
    next: list[list[int]]  # the cell up, left, right and down of each, -1 for a wall
    goals: frozenset[int]
    man: int
    boxes: frozenset[int]


def microban(number: int) -> Level:
    """A level of `tests/data/sokoban_microban.txt`."""
    text = LEVELS.read_text().split("; moves ")[number].split(";")[0]
    moves, *rows = text.rstrip().split("\n")
    signs = {(y, x): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    man = next(place for place, sign in signs.items() if sign in "@+")
    numbers = {place: cell for cell, place in enumerate(_floor(signs, man))}
    return Level(
        moves=int(moves),
        next=[[numbers.get(beside, -1) for beside in _around(place)] for place in numbers],
        goals=frozenset(cell for place, cell in numbers.items() if signs[place] in ".*+"),
        man=numbers[man],
        boxes=frozenset(cell for place, cell in numbers.items() if signs[place] in "$*"),
    )


def _floor(signs: dict[tuple[int, int], str], man: tuple[int, int]) -> list[tuple[int, int]]:
    places = [man]
    for place in places:
        places += [to for to in _around(place) if signs[to] != "#" and to not in places]
    return sorted(places)


def _around(place: tuple[int, int]) -> list[tuple[int, int]]:
    y, x = place
    return [(y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)]


# Named fields


class Sokoban(deepen.Puzzle):
    class State(deepen.State):
        man = deepen.Cell("cells")
        boxes = deepen.CellSet("cells")

    actions = WAYS

    def __init__(self, level):
        board = {"cells": len(level.next), "next": level.next, "goals": level.goals}
        super().__init__({"man": level.man, "boxes": level.boxes}, board)

    def successors(board, state):
        for way in range(4):
            to = board.next[state.man, way]
            if to < 0:
                continue
            child = state.copy()
            child.man = to
            if to in state.boxes:
                beyond = board.next[to, way]
                if beyond < 0 or beyond in state.boxes:
                    continue
                child.boxes.remove(to)
                child.boxes.add(beyond)
            yield way, child

    def is_goal(board, state):
        return state.boxes == board.goals


# Packed by hand

MAN = 58  # the man is above the boxes, so that a level has at most 58 cells
BOXES = bit(MAN) - 1


def mask(cells):
    return sum(bit(cell) for cell in cells)


class PackedSokoban(deepen.Puzzle):
    board_fields = {"next": ("i1", (MAN, 4)), "goals": "u8"}
    state_words = 1

    def __init__(self, level):
        board = {"next": level.next, "goals": mask(level.goals)}
        super().__init__(level.man << MAN | mask(level.boxes), board)

    def successors(board, state):
        man, boxes = state >> MAN, state & BOXES
        for way in range(4):
            to = board.next[man, way]
            if to < 0:
                continue
            pushed = boxes
            if boxes >> to & 1:
                beyond = board.next[to, way]
                if beyond < 0 or boxes >> beyond & 1:
                    continue
                pushed ^= bit(to) | bit(beyond)
            yield way, to << MAN | pushed

    def is_goal(board, state):
        return state & BOXES == board.goals

    def describe_action(self, state, action, child):
        return WAYS[action]


# Python objects


class ObjectSokoban(deepen.ObjectPuzzle):
    def __init__(self, level):
        self.next, self.goals = level.next, level.goals
        super().__init__((level.man, level.boxes))

    def actions(self, state):
        man, boxes = state
        for way, name in enumerate(WAYS):
            to = self.next[man][way]
            if to >= 0 and (to not in boxes or self.is_free(self.next[to][way], boxes)):
                yield name

    def is_free(self, cell, boxes):
        return cell >= 0 and cell not in boxes

    def result(self, state, name):
        man, boxes = state
        way = WAYS.index(name)
        to = self.next[man][way]
        if to in boxes:
            boxes = boxes - {to} | {self.next[to][way]}
        return to, boxes

    def is_goal(self, state):
        return state[1] == self.goals
