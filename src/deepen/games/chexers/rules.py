"""Single-player Chexers: lead all pieces off the board, in as few actions as possible.

A piece steps to a free neighbour, jumps over a piece or a block to the free hex straight beyond, or
leaves from an exit hex of its colour. Blocks never move. Hexes are (q, r), column and row; each is
a bit of a word. The coordinates and the numbers of the bits:

             0,-3  1,-3  2,-3  3,-3                             3  4  5  6
         -1,-2  0,-2  1,-2  2,-2  3,-2                       10 11 12 13 14
      -2,-1 -1,-1  0,-1  1,-1  2,-1  3,-1                   17 18 19 20 21 22
    -3,0  -2,0  -1,0   0,0   1,0   2,0   3,0              24 25 26 27 28 29 30
      -3,1  -2,1  -1,1   0,1   1,1   2,1                    32 33 34 35 36 37
         -3,2  -2,2  -1,2   0,2   1,2                        40 41 42 43 44
            -3,3  -2,3  -1,3   0,3                             48 49 50 51

One position in every encoding, the first of the examples:

    text      {"colour": "red", "pieces": [[0, 0], [0, -1], [-2, 1]],
               "blocks": [[-1, 0], [-1, 1], [1, 1], [3, -1]]}
    Python    Chexers("red", [(0, 0), (0, -1), (-2, 1)], [(-1, 0), (-1, 1), (1, 1), (3, -1)])
    start     1 << 27 | 1 << 19 | 1 << 33 = 0x208080000
    blocks    1 << 26 | 1 << 34 | 1 << 36 | 1 << 22 = 0x1404400000
    picture         · · · ○
                   · · · · ○
                  · · ● · · ■
                 · · ■ ● · · ○
                  · ● ■ · ■ ·
                   · · · · ·
                    · · · ·

The five parts of the problem:

    state          the set of hexes with a piece, one word: pieces are alike
    actions        64 * from + to, the hex that a piece leaves and the one it reaches; the same hex
                   twice where it leaves the board. At most 6 a piece, and the exit
    transition     `successors`: one piece moved, or gone
    goal test      `is_goal`: no piece left
    path cost      1 an action
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Self

import deepen
from deepen.games.chexers import heuristics
from deepen.games.chexers import look as looks
from deepen.games.chexers.board import (
    BOARD,
    DIRECTIONS,
    EXITS,
    RADIUS,
    TURNS,
    Hex,
    ahead,
    hex_of,
    hexes,
    is_on_board,
    mask,
)
from deepen.puzzle import Words
from deepen.rules import bit, lowest


class Chexers(deepen.Puzzle):
    """A board with pieces of one colour and blocks.

    Args:
        colour: `red`, `green` or `blue`; it decides where pieces leave.
        pieces: their hexes, each (q, r). The course allows 4, deepen any number.
        blocks: their hexes. One may be given twice.

    Attributes:
        colour: as given.
        pieces, blocks: hexes row by row, each once.

    Raises:
        InputError: there is no such board.
    """

    board_fields: ClassVar = {
        "blocks": "u8",
        "exits": "u8",
        **heuristics.FIELDS,
    }
    state_words = 1
    default_algorithm = "astar"
    default_heuristic = "waste"
    more_heuristics = ("exact",)

    look = looks.LOOK
    contents = looks.contents
    title = looks.title
    scene = looks.scene

    def __init__(
        self, colour: str, pieces: Iterable[Sequence[int]], blocks: Iterable[Sequence[int]]
    ) -> None:
        if colour not in tuple(EXITS):
            raise deepen.InputError(f"the colour is {shown(colour)}, not one of {', '.join(EXITS)}")
        own = [_checked(place, f"piece {number}") for number, place in enumerate(pieces, 1)]
        walls = mask(_checked(place, f"block {number}") for number, place in enumerate(blocks, 1))
        _check_apart(own, walls)
        self.colour = colour
        self.pieces = hexes(mask(own))
        self.blocks = hexes(walls)
        super().__init__(mask(own), self.constants(walls, EXITS[colour] & ~walls))

    @classmethod
    def constants(cls, blocks: int, exits: int) -> dict[str, Any]:
        """What the rules read from the board."""
        return {"blocks": blocks, "exits": exits, **heuristics.constants(blocks, exits)}

    @deepen.rule
    def successors(board: Any, pieces: int) -> Iterator[tuple[int, int]]:
        hurdles = pieces | board.blocks
        free = BOARD & ~hurdles
        leaving = pieces & board.exits
        while leaving != 0:
            source = lowest(leaving)
            leaving &= leaving - 1
            yield 65 * source, pieces ^ bit(source)
        # In each direction all pieces at once, then one by one those that can.
        for turn in TURNS:
            near = ahead(pieces, turn)
            steps = near & free
            while steps != 0:
                target = lowest(steps)
                steps &= steps - 1
                source = (target - turn) & 63
                yield 64 * source + target, pieces ^ bit(source) ^ bit(target)
            jumps = ahead(near & hurdles, turn) & free
            while jumps != 0:
                target = lowest(jumps)
                jumps &= jumps - 1
                source = (target - 2 * turn) & 63
                yield 64 * source + target, pieces ^ bit(source) ^ bit(target)

    @deepen.rule
    def is_goal(board: Any, pieces: int) -> bool:
        return pieces == 0

    relaxed = heuristics.relaxed
    waste = heuristics.waste
    walking = heuristics.walking

    def for_heuristic(self, name: str | None) -> Chexers:
        from deepen.games.chexers.heuristics.exact import with_table  # lazy: start-up

        return with_table(self) if name == "exact" else self

    def svg(self, what: str = "board") -> str:
        """A picture: `board`, `map` (of the relaxed heuristic), `solution` or `space`."""
        from deepen.drawing.svg import drawn  # lazy: start-up
        from deepen.games.chexers.svg import PICTURES  # lazy: start-up

        return drawn(PICTURES, self, what)

    def svg_of(self, found: deepen.Solution) -> str:
        """A picture of a solution."""
        from deepen.games.chexers.svg import solution  # lazy: start-up

        return solution(self, found)

    def at(self, state: Words) -> Self:
        return type(self)(self.colour, self.cells(state), self.blocks)

    def cells(self, state: Words) -> tuple[Hex, ...]:
        """The hexes with a piece in a state, row by row."""
        assert isinstance(state, int)
        return hexes(state)

    def describe_action(self, state: Words, action: int, child: Words) -> str:
        source, target = hex_of(action >> 6), hex_of(action & 63)
        if source == target:
            return f"EXIT from {source}."
        way = (target[0] - source[0], target[1] - source[1])
        return f"{'MOVE' if way in DIRECTIONS else 'JUMP'} from {source} to {target}."

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chexers):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        pieces, blocks = list(self.pieces), list(self.blocks)
        return f"{type(self).__name__}({self.colour!r}, {pieces}, {blocks})"

    def __str__(self) -> str:
        from deepen.looks.terminal import board  # lazy: start-up

        return board(self)

    def _parts(self) -> tuple[str, tuple[Hex, ...], tuple[Hex, ...]]:
        return self.colour, self.pieces, self.blocks


def shown(value: object) -> str:
    """A value as a message quotes it: never long, whatever it holds."""
    if isinstance(value, (list, tuple)):
        if len(value) > 3 or any(isinstance(part, (list, tuple, dict)) for part in value):
            return f"a list of {len(value)}"
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, dict):
        return "an object"
    text = json.dumps(value) if value is None or isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."


def _checked(place: Sequence[int], name: str) -> Hex:
    """A hex of the board, or an error that names the piece or block."""
    is_pair = isinstance(place, (tuple, list)) and len(place) == 2
    if not is_pair or not all(type(part) is int for part in place):
        raise deepen.InputError(f"{name} is {shown(place)}, not a pair of integers [q, r]")
    q, r = place
    if not is_on_board((q, r)):
        raise deepen.InputError(
            f"{name} is at {shown(place)}, off the board: q, r and q + r lie between "
            f"-{RADIUS} and {RADIUS}"
        )
    return q, r


def _check_apart(pieces: Sequence[Hex], blocks: int) -> None:
    first: dict[Hex, int] = {}
    for number, place in enumerate(pieces, 1):
        if first.setdefault(place, number) != number:
            raise deepen.InputError(
                f"pieces {first[place]} and {number} are both at {shown(place)}"
            )
        if mask([place]) & blocks:
            raise deepen.InputError(f"piece {number} is at {shown(place)}, where a block is")
