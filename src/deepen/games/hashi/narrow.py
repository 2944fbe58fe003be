"""Experimental."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from deepen.games.hashi.board import Grid, mask
from deepen.games.hashi.game import LABEL_ACTIONS, Hashi
from deepen.games.hashi.position import Position
from deepen.games.hashi.remaining import remaining
from deepen.rules import bit, lowest, popcount, rule

Words = tuple[int, int]
TEMPO = 127


class NarrowHashi(Hashi):
    board_fields: ClassVar = {
        "pairs": "i8",
        "islands": "i8",
        "every_pair": "u8",
        "every_island": "u8",
        "ends": ("u8", 64),
        "crossed": ("u8", 32),
        "around": ("u8", 32),
        "erase": ("u8", 32),
        "blanks": "u8",
        "ones": "u8",
        "twos": "u8",
        "fours": "u8",
    }
    state_words = 2

    @classmethod
    def fits(cls, grid: Grid) -> bool:
        return 2 * len(grid.pairs) < 64 and 3 * len(grid.islands) + grid.blanks <= 64

    @classmethod
    def constants(cls, grid: Grid) -> dict[str, Any]:
        pairs, islands = len(grid.pairs), len(grid.islands)

        def both(numbers: tuple[int, ...]) -> int:
            return mask(numbers) | mask(numbers) << pairs

        ends = [mask(pair) for pair in grid.pairs]
        blanks = (1 << grid.blanks) - 1
        worth = [label or 4 for label in grid.labels]
        return {
            "pairs": pairs,
            "islands": islands,
            "every_pair": (1 << pairs) - 1,
            "every_island": (1 << islands) - 1,
            "ends": ends + ends,
            "crossed": [both(crossing) for crossing in grid.crossings],
            "around": [both(around) for around in grid.pairs_at],
            "erase": [
                (1 | 1 << islands | 1 << 2 * islands) << i
                | (1 << 3 * islands + i if i < grid.blanks else 0)
                for i in range(islands)
            ],
            "blanks": blanks,
            "ones": mask(i for i, label in enumerate(worth) if label & 1),
            "twos": mask(i for i, label in enumerate(worth) if label & 2),
            "fours": mask(i for i, label in enumerate(worth) if label & 4),
        }

    @classmethod
    def packed(cls, position: Position) -> Words:
        left = remaining(position)
        grid = position.grid
        pairs, islands = len(grid.pairs), len(grid.islands)
        first = mask(p for p, room in enumerate(left.rooms) if room >= 1)
        second = mask(p for p, room in enumerate(left.rooms) if room == 2)
        word = 0
        for i, need in enumerate(left.needs):
            for plane in range(3):
                word |= (need >> plane & 1) << plane * islands + i
            if i < grid.blanks and need not in (0, 5) and position.labels[i] == 3:
                word |= 1 << 3 * islands + i
        return first | second << pairs, word

    @rule
    def moves(board: Any, state: Words) -> Iterator[tuple[int, Words, int]]:
        pairs, needs = state
        count = board.pairs
        width = board.islands
        low = needs & board.every_island
        middle = needs >> width & board.every_island
        high = needs >> 2 * width & board.every_island
        threes = needs >> 3 * width
        blank = high & (low | middle)
        alive = low | middle | high
        ready = pairs & board.every_pair
        unlabelled = blank
        while unlabelled != 0:
            ready &= ~board.around[lowest(unlabelled)]
            unlabelled &= unlabelled - 1
        while ready != 0:
            pair = lowest(ready)
            ready &= ready - 1
            # The room of the pair
            taken = bit(pair + count)
            if pairs & taken == 0:
                taken = bit(pair)
            left = pairs & ~taken & ~board.crossed[pair]
            # The needs
            ends = board.ends[pair] & alive
            even = ends & ~low
            after = needs ^ ends ^ even << width ^ (even & ~middle) << 2 * width
            done = ends & low & ~middle
            reward = 0
            if done != 0:
                reward = (
                    popcount(done & board.ones)
                    + 2 * popcount(done & board.twos)
                    + 4 * popcount(done & board.fours)
                    - popcount(done & threes)
                )
                after &= ~((done & threes) << 3 * width)
            else:
                reward = 0
            while done != 0:
                left &= ~board.around[lowest(done)]
                done &= done - 1
            limited = ends & middle & ~low
            while limited != 0:
                left &= ~(board.around[lowest(limited)] & board.every_pair << count)
                limited &= limited - 1
            lost = pairs & ~left & ~taken
            if lost != 0:
                touched = 0
                while lost != 0:
                    touched |= board.ends[lowest(lost)]
                    lost &= lost - 1
                touched &= alive & ~blank
                while touched != 0:
                    island = lowest(touched)
                    touched &= touched - 1
                    need = (
                        (after >> island & 1)
                        + 2 * (after >> width + island & 1)
                        + 4 * (after >> 2 * width + island & 1)
                    )
                    if popcount(left & board.around[island]) < need:
                        after &= ~board.erase[island]
            yield pair, (left, after), reward
        while blank != 0:
            island = lowest(blank)
            blank &= blank - 1
            clean = needs & ~board.erase[island]
            room = popcount(pairs & board.around[island])
            three = clean
            four = clean
            if room >= 3:
                three = clean | bit(island) | bit(width + island) | bit(3 * width + island)
            if room >= 4:
                four = clean | bit(2 * width + island)
            yield LABEL_ACTIONS + 2 * island, (pairs, three), 0
            if low & bit(island) != 0:
                yield LABEL_ACTIONS + 2 * island + 1, (pairs, four), 0
        if pairs < 0:
            yield TEMPO, (pairs & ~bit(63), needs), 0

    @rule
    def order(board: Any, state: Words, action: int, child: Words, reward: int) -> int:
        return 5 * reward - to_win(board, child)

    @rule
    def canonical(board: Any, state: Words) -> Words:
        pairs, needs = state
        count = board.pairs
        width = board.islands
        low = needs & board.every_island
        middle = needs >> width & board.every_island
        high = needs >> 2 * width & board.every_island
        blank = high & (low | middle)
        alive = low | middle | high
        tempo = pairs & bit(63)
        while blank != 0:
            island = lowest(blank)
            blank &= blank - 1
            room = popcount(pairs & board.around[island])
            if room < 3:
                needs &= ~board.erase[island]
                if room == 0:
                    tempo ^= bit(63)
                    alive ^= bit(island)
                else:
                    needs |= bit(width + island) | bit(2 * width + island)
        ready = pairs & board.every_pair
        while ready != 0:
            pair = lowest(ready)
            ready &= ready - 1
            if board.ends[pair] & alive == 0 and pairs & board.crossed[pair] == 0:
                if pairs >> pair + count & 1 == 0:
                    tempo ^= bit(63)
                pairs &= ~(bit(pair) | bit(pair + count))
        return pairs & ~bit(63) | tempo, needs

    @rule
    def bounds(board: Any, state: Words) -> tuple[int, int]:
        most = to_win(board, state)
        return -most, most


def to_win(board: Any, state: Words) -> int:
    _pairs, needs = state
    width = board.islands
    low = needs & board.every_island
    middle = needs >> width & board.every_island
    high = needs >> 2 * width & board.every_island
    threes = needs >> 3 * width
    alive = low | middle | high
    return (
        popcount(alive & board.ones)
        + 2 * popcount(alive & board.twos)
        + 4 * popcount(alive & board.fours)
        - popcount(threes)
    )


Hashi.kinds.append(NarrowHashi)
