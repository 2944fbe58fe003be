"""The hexagon as bits of a word: its hexes, their neighbours, the exits.

Rows of 8 bits with 7 hexes at most: at least one bit lies between the last hex of a row and the
first of the next. So one rotation of the word takes every piece one step on at once, and what
leaves the board lands on a bit that is no hex. `rules` draws the numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deepen.rules import bits

Hex = tuple[int, int]
"""Column q and row r."""

RADIUS = 3
ROW = 8

# In the order of the official rules: a step, and the rotation that makes it.
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
TURNS = tuple((q + ROW * r) % 64 for q, r in DIRECTIONS)


def cell(place: Hex) -> int:
    """The number of a hex."""
    return ROW * (place[1] + RADIUS) + place[0] + RADIUS


def hex_of(number: int) -> Hex:
    """The hex of a number."""
    return number % ROW - RADIUS, number // ROW - RADIUS


def is_on_board(place: Hex) -> bool:
    """Whether there is such a hex."""
    return max(map(abs, (place[0], place[1], place[0] + place[1]))) <= RADIUS


def mask(places: Iterable[Hex]) -> int:
    """The word with the bits of these hexes."""
    word = 0
    for place in places:
        word |= 1 << cell(place)
    return word


def hexes(word: int) -> tuple[Hex, ...]:
    """The hexes of a word, row by row."""
    return tuple(hex_of(number) for number in bits(word))


HEXES = tuple(
    (q, r)
    for r in range(-RADIUS, RADIUS + 1)
    for q in range(-RADIUS, RADIUS + 1)
    if is_on_board((q, r))
)
BOARD = mask(HEXES)
EXITS = {
    "red": mask(place for place in HEXES if place[0] == RADIUS),
    "green": mask(place for place in HEXES if place[1] == RADIUS),
    "blue": mask(place for place in HEXES if sum(place) == -RADIUS),
}
"""Where the pieces of each colour leave."""


def ahead(word: int, turn: int) -> int:
    """The hexes one step on from those of the word; `turn` is one of `TURNS`."""
    return (word << turn | word >> 64 - turn) & BOARD


def flood(blocks: int, exits: int, reach: int) -> list[int]:
    """The hexes from which 1, 2, 3, ... actions lead off the board.

    Args:
        blocks, exits: as words; an exit under a block is none.
        reach: 1 for steps alone; 2 for steps and jumps over anything.
    """
    unseen = BOARD & ~blocks
    edge = exits & unseen
    levels = []
    while edge:
        levels.append(edge)
        unseen &= ~edge
        edge = neighbours(edge, reach) & unseen
    return levels


def neighbours(word: int, reach: int) -> int:
    """All hexes up to `reach` steps straight on from any hex of the word."""
    found = 0
    for turn in TURNS:
        there = word
        for _ in range(reach):
            there = ahead(there, turn)
            found |= there
    return found


def planes(levels: Sequence[int], count: int) -> list[int]:
    """A map of the board in binary: the hexes whose number has bit 0 set, bit 1, and so on.

    `levels[n]` are the hexes with the number n.
    """
    return [
        sum(level for number, level in enumerate(levels) if number >> place & 1)
        for place in range(count)
    ]
