"""States of boards with up to 63 pairs of islands: the planes of the rules in two to four words.

The fewer words, the more positions a search remembers in the same memory. With P pairs and N
islands, B of which began without a label:

    kind            words                                                          room for
    NarrowHashi     single, double << P, tempo << 63                               31 pairs
                    low, middle << N, high << 2N, given << 3N                      3N + B = 64
    MiddleHashi     single, double << P, tempo << 63                               31 pairs
                    low, middle << 32 | high, given << 32                          32 islands
    BroadHashi      single, tempo << 63 | double                                   63 pairs
                    low, middle << 32 | high, given << 32                          32 islands

One position in every encoding, the first of the examples. Islands without a label come first:

    text     1 . 1       islands   2 . 3       pairs   0: a1-c1   single   1 1 1 1
             . 0 .                 . 0 .               1: c1-c3   double   0 0 1 1
             . 2 0                 . 4 1               2: b2-b3
                                                       3: b3-c3
    needs    of islands 0 to 4: BLANK, BLANK, 1, 1, 2
    planes   low 0b01111, middle 0b10000, high 0b00011, given 0, tempo 0
    start    (0b1100_1111, 0b00_00011_10000_01111)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, ClassVar

from deepen.games.hashi.board import Grid, mask
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.planes import Planes, rules_on
from deepen.games.hashi.position import Position
from deepen.games.hashi.remaining import BLANK, GONE, remaining
from deepen.puzzle import State

MOST_PAIRS, MOST_ISLANDS = 63, 32
HALF = 32
HALF_WORD = (1 << HALF) - 1
TEMPO = 63
TEMPO_BIT = 1 << TEMPO


class PlanarHashi(Hashi):
    """A board whose states are planes; how they are joined into words is up to its kinds."""

    board_fields: ClassVar = {
        "pairs": "i8",  # how many
        "islands": "i8",
        "every_pair": "u8",
        "every_island": "u8",
        "ends": ("u8", MOST_PAIRS),  # the islands of each pair
        "around": ("u8", MOST_ISLANDS),  # the pairs of each island
        "across": ("u8", MOST_PAIRS),  # the pairs that each pair would cross
        "ones": "u8",  # islands whose label has a 1 in it, written as a sum of 4, 2 and 1
        "twos": "u8",
        "fours": "u8",
    }
    join: ClassVar[Callable[..., State]]

    @classmethod
    def constants(cls, grid: Grid) -> dict[str, Any]:
        most = [label or 4 for label in grid.labels]  # what no label yet may become
        return {
            **_counts(grid),
            "every_pair": mask(range(len(grid.pairs))),
            "every_island": mask(range(len(grid.islands))),
            "ends": [mask(pair) for pair in grid.pairs],
            "around": [mask(pairs) for pairs in grid.pairs_at],
            "across": [mask(pairs) for pairs in grid.crossings],
            "ones": _where(label & 1 for label in most),
            "twos": _where(label & 2 for label in most),
            "fours": _where(label & 4 for label in most),
        }

    @classmethod
    def packed(cls, position: Position) -> State:
        return cls.join(SimpleNamespace(**_counts(position.grid)), *_planes(position))


def split_narrow(board: Any, state: tuple[int, int]) -> Planes:
    """The planes of a state of two words."""
    pairs, needs = state
    width, every = board.islands, board.every_island
    return (
        pairs & board.every_pair,
        pairs >> board.pairs & board.every_pair,
        needs & every,
        needs >> width & every,
        needs >> 2 * width & every,
        needs >> 3 * width,
        pairs >> TEMPO,
    )


def join_narrow(
    board: Any, single: int, double: int, low: int, middle: int, high: int, given: int, tempo: int
) -> tuple[int, int]:
    """The two words of planes."""
    width = board.islands
    return (
        single | double << board.pairs | tempo << TEMPO,
        low | middle << width | high << 2 * width | given << 3 * width,
    )


class NarrowHashi(PlanarHashi):
    """A board of up to 31 pairs and some 20 islands, in two words."""

    state_words = 2
    join = staticmethod(join_narrow)
    moves, bounds, order, evaluate, canonical = rules_on(split_narrow, join_narrow)

    @classmethod
    def fits(cls, grid: Grid) -> bool:
        return 2 * len(grid.pairs) <= TEMPO and 3 * len(grid.islands) + grid.blanks <= 64


def split_middle(board: Any, state: tuple[int, int, int]) -> Planes:
    """The planes of a state of three words."""
    pairs, lower, upper = state
    return (
        pairs & board.every_pair,
        pairs >> board.pairs & board.every_pair,
        lower & HALF_WORD,
        lower >> HALF,
        upper & HALF_WORD,
        upper >> HALF,
        pairs >> TEMPO,
    )


def join_middle(
    board: Any, single: int, double: int, low: int, middle: int, high: int, given: int, tempo: int
) -> tuple[int, int, int]:
    """The three words of planes."""
    pairs = single | double << board.pairs | tempo << TEMPO
    return pairs, low | middle << HALF, high | given << HALF


class MiddleHashi(PlanarHashi):
    """A board of up to 31 pairs and 32 islands, in three words."""

    state_words = 3
    join = staticmethod(join_middle)
    moves, bounds, order, evaluate, canonical = rules_on(split_middle, join_middle)

    @classmethod
    def fits(cls, grid: Grid) -> bool:
        return 2 * len(grid.pairs) <= TEMPO and len(grid.islands) <= MOST_ISLANDS


def split_broad(board: Any, state: tuple[int, int, int, int]) -> Planes:
    """The planes of a state of four words."""
    single, double, lower, upper = state
    return (
        single & ~TEMPO_BIT,
        double,
        lower & HALF_WORD,
        lower >> HALF,
        upper & HALF_WORD,
        upper >> HALF,
        single >> TEMPO,
    )


def join_broad(
    board: Any, single: int, double: int, low: int, middle: int, high: int, given: int, tempo: int
) -> tuple[int, int, int, int]:
    """The four words of planes."""
    return single | tempo << TEMPO, double, low | middle << HALF, high | given << HALF


class BroadHashi(PlanarHashi):
    """A board of up to 63 pairs and 32 islands, in four words."""

    state_words = 4
    join = staticmethod(join_broad)
    moves, bounds, order, evaluate, canonical = rules_on(split_broad, join_broad)

    @classmethod
    def fits(cls, grid: Grid) -> bool:
        return len(grid.pairs) <= MOST_PAIRS and len(grid.islands) <= MOST_ISLANDS


def _counts(grid: Grid) -> dict[str, int]:
    return {"pairs": len(grid.pairs), "islands": len(grid.islands)}


def _planes(position: Position) -> Planes:
    """What is left of a position."""
    rooms, needs = remaining(position)
    was_blank = range(position.grid.blanks)
    return (
        _where(room >= 1 for room in rooms),
        _where(room >= 2 for room in rooms),
        _where(need & 1 for need in needs),
        _where(need & 2 for need in needs),
        _where(need & 4 for need in needs),
        _where(position.labels[i] == 3 and needs[i] not in (GONE, BLANK) for i in was_blank),
        0,
    )


def _where(truths: Iterable[object]) -> int:
    """A word with a bit set for each that is true."""
    return mask(number for number, truth in enumerate(truths) if truth)


Hashi.kinds += [NarrowHashi, MiddleHashi, BroadHashi]
