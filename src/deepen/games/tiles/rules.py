"""Sliding tiles: push tiles into the gap until they stand in order, the gap first.

Cells are numbered row by row; here the 15-puzzle's, and its goal:

     0  1  2  3         .  1  2  3
     4  5  6  7         4  5  6  7
     8  9 10 11         8  9 10 11
    12 13 14 15        12 13 14 15

Up to 16 cells a state is one word of 4-bit places, cell 0 lowest: the goal above is
0xfedcba9876543210. Larger boards take 5 bits a cell, 12 cells a word: three words for 25 cells.
An action is the cell that the gap goes to and, above its 4 or 5 bits, the direction: 0 up, 1 left,
2 right, 3 down. So 0x11 on the 15-puzzle is: left, to cell 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import deepen
from deepen.games.tiles.board import SlidingTiles
from deepen.rules import DEAD, lowest

_ONES = 0x1111111111111111
_EIGHTS = -0x7777777777777778  # 0x8888888888888888 as a signed word


def gap_in(state: int) -> int:
    """The first cell that holds 0, by the classic test for a zero digit."""
    return lowest((state - _ONES) & ~state & _EIGHTS) >> 2


class Tiles(SlidingTiles):
    """Boards of up to 16 cells."""

    board_fields: ClassVar = {
        "goal": "u8",
        "solvable": "u1",  # no move changes it: see `is_solvable`
        "moves": ("u1", 16),  # how many actions there are with the gap in a cell
        "action": ("u1", (16, 4)),  # they
        "distance": ("u1", (16, 16)),  # of a tile in a cell from its place in the goal
    }
    state_words = 1
    cell_bits = 4
    cells_a_word = 16

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int]]:
        gap = gap_in(state)
        for i in range(board.moves[gap]):
            action = board.action[gap, i]
            cell = action & 15
            tile = (state >> 4 * cell) & 15
            yield action, state ^ (tile << 4 * cell) ^ (tile << 4 * gap)

    @deepen.rule
    def is_goal(board: Any, state: int) -> bool:
        return bool(state == board.goal)

    @deepen.heuristic(admissible=True, consistent=True)
    def manhattan(board: Any, state: int) -> int:
        """Each tile's steps to its place, summed: a move changes one of them by one."""
        if board.solvable == 0:
            return DEAD
        total = 0
        for cell in range(16):
            total += board.distance[(state >> 4 * cell) & 15, cell]
        return total

    @manhattan.incremental  # type: ignore[no-redef]
    def manhattan(board: Any, state: int, h: int, action: int, child: int) -> int:
        gap = gap_in(state)
        cell = action & 15
        tile = (state >> 4 * cell) & 15
        return int(h - board.distance[tile, cell] + board.distance[tile, gap])
