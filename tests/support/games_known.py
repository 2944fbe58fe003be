"""Games that people have solved, with the values that they found: for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import deepen
from deepen.game import Game


class Dots(Game):
    """Dots and Boxes on a square of boxes: who draws the fourth side of one gets it and moves on.

    Sides are bits: first those that lie, row by row, then those that stand.
    """

    board_fields = {"sides": "i8", "boxes": "i8", "box": ("u8", 16)}

    def __init__(self, size: int) -> None:
        standing = size * (size + 1)
        box = [
            1 << row * size + column
            | 1 << (row + 1) * size + column
            | 3 << standing + row * (size + 1) + column
            for row in range(size)
            for column in range(size)
        ]
        super().__init__(0, {"sides": 2 * standing, "boxes": size * size, "box": box})

    @deepen.rule
    def moves(board: Any, drawn: int) -> Iterator[tuple[int, int, int, bool]]:
        for side in range(board.sides):
            if drawn >> side & 1 == 0:
                after = drawn | 1 << side
                closed = 0
                for i in range(board.boxes):
                    box = board.box[i]
                    closed += box >> side & 1 != 0 and after & box == box
                yield side, after, closed, closed > 0


class Domineering(Game):
    """Dominoes on a square; one player lays them upright, the other flat; who cannot, has lost.

    The board is turned after each move, so that whoever moves lays upright ones.
    """

    board_fields = {"size": "i8", "upper": "u8"}

    def __init__(self, size: int) -> None:
        super().__init__(0, {"size": size, "upper": (1 << size * (size - 1)) - 1})

    @deepen.rule
    def moves(board: Any, taken: int) -> Iterator[tuple[int, int, int]]:
        size = board.size
        for place in deepen.bits(~(taken | taken >> size) & board.upper):
            after = 0
            for square in deepen.bits(taken | 1 << place | 1 << place + size):
                after |= 1 << square % size * size + square // size
            yield place, after, int(~(after | after >> size) & board.upper == 0)

    @deepen.rule
    def order(board: Any, taken: int, place: int, after: int, won: int) -> int:
        return -deepen.popcount(~(after | after >> board.size) & board.upper)

    @deepen.rule
    def bounds(board: Any, taken: int) -> tuple[int, int]:
        return -1, 1


class Kalah(Game):
    """Sow the seeds of a pit; the points are those in one's store.

    Pits have six bits each, first those of the mover. The last seed in the store: move again; in an
    empty pit of one's own: it is won with all that lie opposite, if there are any. Where a side is
    empty, the game is over, and what is left belongs to the side where it lies.
    """

    board_fields = {"pits": "i8"}

    def __init__(self, pits: int, seeds: int) -> None:
        super().__init__(sum(seeds << 6 * pit for pit in range(2 * pits)), {"pits": pits})

    @deepen.rule
    def moves(board: Any, state: int) -> Iterator[tuple[int, int, int, bool]]:
        pits = board.pits
        half = (1 << 6 * pits) - 1
        for pit in range(pits):
            seeds = state >> 6 * pit & 63
            if seeds == 0:
                continue
            after, won, place = state ^ seeds << 6 * pit, 0, pit
            for _ in range(seeds):
                place = (place + 1) % (2 * pits + 1)  # the mover's store is number `pits`
                if place == pits:
                    won += 1
                else:
                    after += 1 << 6 * (place - (place > pits))
            opposite = 6 * (2 * pits - 1 - place)
            if place < pits and after >> 6 * place & 63 == 1 and after >> opposite & 63 != 0:
                won += 1 + (after >> opposite & 63)
                after &= ~(63 << opposite | 63 << 6 * place)
            own, others = after & half, after >> 6 * pits
            if own == 0 or others == 0:
                for i in range(pits):
                    won += (own >> 6 * i & 63) - (others >> 6 * i & 63)
                yield pit, 0, won, False
            elif place == pits:
                yield pit, after, won, True
            else:
                yield pit, own << 6 * pits | others, won, False

    @deepen.rule
    def bounds(board: Any, state: int) -> tuple[int, int]:
        seeds = 0
        for pit in range(2 * board.pits):
            seeds += state >> 6 * pit & 63
        return -seeds, seeds
