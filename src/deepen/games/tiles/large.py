"""Boards of 17 to 25 cells: 5 bits a cell, 12 cells a word, so cell 24 is lowest in the third word.

     0  1  2  3  4
     5  6  7  8  9
    10 11|12 13 14        a bar where a new word begins
    15 16 17 18 19
    20 21 22 23|24

Places beyond the board's last cell hold 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import deepen
from deepen.games.tiles.board import SlidingTiles
from deepen.rules import DEAD, lowest

CELLS_A_WORD = 12
_ONES = sum(1 << 5 * place for place in range(CELLS_A_WORD))
_SIXTEENS = _ONES << 4

Words = tuple[int, int, int]


def zero_in(word: int) -> int:
    """The first place of a word that holds 0, or 12: the classic test for a zero digit."""
    zeros = (word - _ONES) & ~word & _SIXTEENS
    return lowest(zeros) // 5 if zeros != 0 else CELLS_A_WORD


def gap_in(state: Words) -> int:
    """The first cell that holds 0. Cells beyond the board hold 0 too, but come after the gap."""
    cell = 0
    for word in state:
        place = zero_in(word)
        cell += place
        if place < CELLS_A_WORD:
            break
    return cell


def tile_in(state: Words, cell: int) -> int:
    """The tile in a cell."""
    return (state[cell // CELLS_A_WORD] >> 5 * (cell % CELLS_A_WORD)) & 31


class LargeTiles(SlidingTiles):
    """Boards of 17 to 25 cells."""

    board_fields: ClassVar = {
        "goal": ("u8", 3),
        "solvable": "u1",  # no move changes it: see `is_solvable`
        "moves": ("u1", 25),  # how many actions there are with the gap in a cell
        "action": ("u1", (25, 4)),  # they
        "place": ("u8", (25, 3)),  # the words with tile 1 in a cell and nothing else
        "distance": ("u1", (25, 25)),  # of a tile in a cell from its place in the goal
    }
    state_words = 3
    cell_bits = 5
    cells_a_word = CELLS_A_WORD

    @deepen.rule
    def successors(board: Any, state: Words) -> Iterator[tuple[int, Words]]:
        gap = gap_in(state)
        for i in range(board.moves[gap]):
            action = board.action[gap, i]
            cell = action & 31
            tile = tile_in(state, cell)
            yield (
                action,
                (
                    state[0] ^ tile * (board.place[cell, 0] | board.place[gap, 0]),
                    state[1] ^ tile * (board.place[cell, 1] | board.place[gap, 1]),
                    state[2] ^ tile * (board.place[cell, 2] | board.place[gap, 2]),
                ),
            )

    @deepen.rule
    def is_goal(board: Any, state: Words) -> bool:
        goal = board.goal
        return bool(state[0] == goal[0] and state[1] == goal[1] and state[2] == goal[2])

    @deepen.heuristic(admissible=True, consistent=True)
    def manhattan(board: Any, state: Words) -> int:
        """Each tile's steps to its place, summed: a move changes one of them by one."""
        if board.solvable == 0:
            return DEAD
        total = 0
        for cell in range(25):
            total += board.distance[tile_in(state, cell), cell]
        return total

    @manhattan.incremental  # type: ignore[no-redef]
    def manhattan(board: Any, state: Words, h: int, action: int, child: Words) -> int:
        gap = gap_in(state)
        cell = action & 31
        tile = tile_in(state, cell)
        return int(h - board.distance[tile, cell] + board.distance[tile, gap])
