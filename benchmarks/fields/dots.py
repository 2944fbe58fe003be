"""Dots and Boxes: draw a side; who draws the fourth of a box gets it and moves again."""

from __future__ import annotations

import deepen
from deepen import bit

# The boards


def boxes_of(size: int) -> list[set[int]]:
    """The four sides of each box; sides that lie come first, then those that stand."""
    lying = size * (size + 1)
    return [
        {
            row * size + column,
            (row + 1) * size + column,
            lying + row * (size + 1) + column,
            lying + row * (size + 1) + column + 1,
        }
        for row in range(size)
        for column in range(size)
    ]


# Named fields


class Dots(deepen.Game):
    class State(deepen.State):
        drawn = deepen.CellSet("sides")

    def __init__(self, size):
        boxes = [sum(bit(side) for side in box) for box in boxes_of(size)]
        board = {"sides": 2 * size * (size + 1), "boxes": boxes}
        super().__init__({"drawn": set()}, board)

    def moves(board, state):
        for side in range(board.sides):
            if side not in state.drawn:
                child = state.copy()
                child.drawn.add(side)
                won = 0
                for box in board.boxes:
                    won += box >> side & 1 and box & ~child.drawn.bits == 0
                yield side, child, won, won > 0


# Packed by hand


class PackedDots(deepen.Game):
    board_fields = {"sides": "i8", "count": "i8", "boxes": ("u8", 25)}
    state_words = 1

    def __init__(self, size):
        boxes = [sum(bit(side) for side in box) for box in boxes_of(size)]
        board = {"sides": 2 * size * (size + 1), "count": len(boxes), "boxes": boxes}
        super().__init__(0, board)

    def moves(board, drawn):
        for side in range(board.sides):
            if not drawn >> side & 1:
                child = drawn | bit(side)
                won = 0
                for i in range(board.count):
                    box = board.boxes[i]
                    won += box >> side & 1 != 0 and child & box == box
                yield side, child, won, won > 0


# Python objects


class ObjectDots(deepen.ObjectGame):
    def __init__(self, size):
        self.sides = range(2 * size * (size + 1))
        self.boxes = boxes_of(size)
        super().__init__(frozenset())

    def actions(self, drawn):
        return [side for side in self.sides if side not in drawn]

    def result(self, drawn, side):
        return drawn | {side}

    def reward(self, drawn, side, result):
        return sum(side in box and box <= result for box in self.boxes)

    def again(self, drawn, side, result):
        return self.reward(drawn, side, result) > 0
