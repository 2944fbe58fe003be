"""How the planes of the rules lie in the words of a state, for boards with up to 63 pairs.

The fewer words, the more positions a search remembers in the same memory. With P pairs and N
islands, B of which began without a label:

    words   which                                                                  room for
    2       single, double << P, tempo << 63                                       31 pairs
            low, middle << N, high << 2N, given << 3N                              3N + B = 64
    3       single, double << P, tempo << 63                                       31 pairs
            low, middle << 32 | high, given << 32                                  32 islands
    4       single, tempo << 63 | double                                           63 pairs
            low, middle << 32 | high, given << 32                                  32 islands

One position in every encoding, the first of the examples. Islands without a label come first:

    text     1 . 1       islands   2 . 3       pairs   0: a1-c1   single   1 1 1 1
             . 0 .                 . 0 .               1: c1-c3   double   0 0 1 1
             . 2 0                 . 4 1               2: b2-b3
                                                       3: b3-c3
    needs    of islands 0 to 4: BLANK, BLANK, 1, 1, 2
    planes   low 0b01111, middle 0b10000, high 0b00011, given 0, tempo 0
    start    in 2 words: (0b1100_1111, 0b00_00011_10000_01111)
             in 3 words: (0b1100_1111, 0b10000 << 32 | 0b01111, 0b00011)
             in 4 words: (0b1111, 0b1100, 0b10000 << 32 | 0b01111, 0b00011)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from deepen.games.hashi.board import Grid, mask
from deepen.games.hashi.position import Position
from deepen.games.hashi.remaining import BLANK, GONE, remaining

MOST_PAIRS, MOST_ISLANDS = 63, 32
HALF = 32
HALF_WORD = (1 << HALF) - 1
TEMPO = 63
TEMPO_BIT = 1 << TEMPO

Planes = tuple[int, int, int, int, int, int, int]
"""single, double, low, middle, high, given, tempo: see `rules`."""


class Encoding(NamedTuple):
    """A way to keep planes in words.

    Attributes:
        words: how many.
        fits: whether a board's planes have room in them.
        split, join: from a state to its planes and back; both are helpers for rules.
    """

    words: int
    fits: Callable[[Grid], bool]
    split: Callable[[Any, Any], Planes]
    join: Callable[[Any, Planes], Any]


# Two words


def fits_two(grid: Grid) -> bool:
    """Up to 31 pairs and some 20 islands."""
    return 2 * len(grid.pairs) <= TEMPO and 3 * len(grid.islands) + grid.blanks <= 64


def split_two(board: Any, state: tuple[int, int]) -> Planes:
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


def join_two(board: Any, planes: Planes) -> tuple[int, int]:
    """The two words of planes."""
    single, double, low, middle, high, given, tempo = planes
    width = board.islands
    return (
        single | double << board.pairs | tempo << TEMPO,
        low | middle << width | high << 2 * width | given << 3 * width,
    )


# Three words


def fits_three(grid: Grid) -> bool:
    """Up to 31 pairs and 32 islands."""
    return 2 * len(grid.pairs) <= TEMPO and len(grid.islands) <= MOST_ISLANDS


def split_three(board: Any, state: tuple[int, int, int]) -> Planes:
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


def join_three(board: Any, planes: Planes) -> tuple[int, int, int]:
    """The three words of planes."""
    single, double, low, middle, high, given, tempo = planes
    pairs = single | double << board.pairs | tempo << TEMPO
    return pairs, low | middle << HALF, high | given << HALF


# Four words


def fits_four(grid: Grid) -> bool:
    """Up to 63 pairs and 32 islands."""
    return len(grid.pairs) <= MOST_PAIRS and len(grid.islands) <= MOST_ISLANDS


def split_four(board: Any, state: tuple[int, int, int, int]) -> Planes:
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


def join_four(board: Any, planes: Planes) -> tuple[int, int, int, int]:
    """The four words of planes."""
    single, double, low, middle, high, given, tempo = planes
    return single | tempo << TEMPO, double, low | middle << HALF, high | given << HALF


TWO_WORDS = Encoding(2, fits_two, split_two, join_two)
THREE_WORDS = Encoding(3, fits_three, split_three, join_three)
FOUR_WORDS = Encoding(4, fits_four, split_four, join_four)


# The planes of a position, and what the rules read from its board


FIELDS: dict[str, str | tuple[str, int]] = {
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


def constants(grid: Grid) -> dict[str, Any]:
    """A value for each of `FIELDS`."""
    most = [label or 4 for label in grid.labels]  # what no label yet may become
    return {
        **counts(grid),
        "every_pair": mask(range(len(grid.pairs))),
        "every_island": mask(range(len(grid.islands))),
        "ends": [mask(pair) for pair in grid.pairs],
        "around": [mask(pairs) for pairs in grid.pairs_at],
        "across": [mask(pairs) for pairs in grid.crossings],
        "ones": _where(label & 1 for label in most),
        "twos": _where(label & 2 for label in most),
        "fours": _where(label & 4 for label in most),
    }


def counts(grid: Grid) -> dict[str, int]:
    """Those of the fields that `join` reads."""
    return {"pairs": len(grid.pairs), "islands": len(grid.islands)}


def planes_of(position: Position) -> Planes:
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
