"""Dark chess, a capture puzzle: Black alone moves, and captures every red piece.

All pieces lie face up. A piece steps to a square beside it, a chariot slides along a row or column;
ducks stand still for ever. The numbers of the squares, rank 1 on top as in the text:

         A  B  C  D  E  F  G  H
    1    0  1  2  3  4  5  6  7
    2    8  9 10 11 12 13 14 15
    3   16 17 18 19 20 21 22 23
    4   24 25 26 27 28 29 30 31

Who captures whom: each piece its equal and all that stand after it in general K, advisor A,
elephant E, chariot R, horse N, cannon C, soldier P; except that a general never captures a soldier,
and a soldier captures the general. Black has no cannons.

One position in every encoding, the first of the examples:

    text      2c3n1/4R3/7p/1r4n1 b
    Python    Darkchess("..c...n.....R..........p.r....n.")
    start     the chariot is kind 4, 0b100, so it is in plane 2 alone, on E2: (0, 1 << 12 | reds);
              reds = (1 << 2 | 1 << 6 | 1 << 23 | 1 << 25 | 1 << 30) << 32
    picture     A B C D E F G H
              1 . . c . . . n .
              2 . . . . R . . .
              3 . . . . . . . p
              4 . r . . . . n .

The five parts of the problem:

    state          where each kind of black piece stands, and which reds are left: three planes and
                   a set of 32 bits each, two words. The rest is the board's: what red a square
                   holds never changes, and pieces of one kind are alike
    actions        32 * from + to, the square that a piece leaves and the one it reaches
    transition     `successors`: one piece moved, a red on its square captured
    goal test      `is_goal`: no red left
    path cost      1 a move
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

import deepen
from deepen.games.darkchess import heuristics
from deepen.games.darkchess import look as looks
from deepen.games.darkchess.board import (
    BOARD,
    CHARIOT,
    DUCK,
    EMPTY,
    KINDS,
    PREY,
    REDS,
    SQUARES,
    blacks_of,
    name_of,
    neighbours,
    of_kind,
    packed,
    places,
    reds_of,
    sight,
)
from deepen.puzzle import QuickSearch, Words
from deepen.rules import bit, lowest

SOON = 4_000
"""States that A* may expand with `forest` before tables are made: what is done by then is done."""
MOST_EXPANDED = 500_000
"""States that may be spent before the search on a proof that a large position cannot be solved:
half a second of work at most, out of the limits of the search."""


class Darkchess(deepen.Puzzle):
    """A position.

    Args:
        squares: the letters on A1 to H1, A2 to H2, and so on: `KAERNP` black, `kaerncp` red, `D` a
            duck, `.` nothing.

    Attributes:
        squares: as given.

    Raises:
        InputError: there is no such position.
    """

    board_fields: ClassVar = {
        "ducks": "u8",
        # The kinds of black pieces that are there: number, what they may capture, how they move.
        "kinds": "i8",
        "kind": ("i8", len(KINDS)),
        "prey": ("u8", len(KINDS)),
        "slides": ("i8", len(KINDS)),
        **heuristics.FIELDS,
    }
    state_words = 2
    default_algorithm = "astar"
    default_heuristic = "forest"
    more_heuristics = ("cover",)

    look = looks.LOOK
    contents = looks.contents
    title = looks.title

    def __init__(self, squares: str) -> None:
        _check(squares)
        self.squares = squares
        super().__init__(packed(squares), self.constants(squares))

    @classmethod
    def constants(cls, squares: str) -> dict[str, Any]:
        """What the rules read from the board."""
        ducks = places(squares, DUCK)
        prey = {kind: places(squares, PREY[kind]) for kind in KINDS if kind in squares}
        return {
            "ducks": ducks,
            "kinds": len(prey),
            "kind": [KINDS.index(kind) + 1 for kind in prey],
            "prey": list(prey.values()),
            "slides": [int(kind == CHARIOT) for kind in prey],
            **heuristics.constants(squares, ducks, prey),
        }

    @deepen.rule
    def successors(board: Any, state: tuple[int, int]) -> Iterator[tuple[int, tuple[int, int]]]:
        low, high = state
        reds = reds_of(state)
        free = ~(blacks_of(state) | reds | board.ducks) & BOARD
        for i in range(board.kinds):
            kind = board.kind[i]
            low_planes, high_plane = kind & 1 | (kind >> 1 & 1) << 32, kind >> 2
            may_enter = free | board.prey[i] & reds
            own = of_kind(state, kind)
            while own != 0:
                source = lowest(own)
                own &= own - 1
                if board.slides[i] == 0:
                    targets = neighbours(bit(source)) & may_enter
                else:
                    targets = sight(source, free) & may_enter
                while targets != 0:
                    target = lowest(targets)
                    targets &= targets - 1
                    # Times a number with a bit for each of its planes: changes all of them.
                    change = bit(source) ^ bit(target)
                    child = (low ^ change * low_planes, high ^ change * high_plane)
                    yield 32 * source + target, (child[0], child[1] & ~(bit(target) << 32))

    @deepen.rule
    def is_goal(board: Any, state: tuple[int, int]) -> bool:
        return reds_of(state) == 0

    count = heuristics.count
    forest = heuristics.forest
    smallest_edges = heuristics.smallest_edges
    nearest_capturer = heuristics.nearest_capturer

    def for_heuristic(self, name: str | None) -> Darkchess:
        from deepen.games.darkchess.heuristics.cover import (  # lazy: start-up
            is_worth_a_table,
            with_table,
        )

        if name == "cover" or (name is None and is_worth_a_table(self)):
            return with_table(self)
        return self

    def with_default_heuristic(self, search: QuickSearch) -> Darkchess:
        from deepen.games.darkchess.heuristics.cover import (  # lazy: start-up
            is_worth_a_table,
            with_table,
        )
        from deepen.games.darkchess.solvable import Hopeless, is_solvable  # lazy: start-up

        if not is_worth_a_table(self) or not search.may_expand(SOON):
            return self.for_heuristic(None)
        if search(self, "astar", "forest", SOON).status != "node-limit":
            return self
        if is_solvable(self, MOST_EXPANDED, search) is False:
            return Hopeless(self.squares)
        return with_table(self)

    def svg(self, what: str = "board") -> str:
        """A picture: `board`, `characters`, `solution`, `distances`, or `distances-K` of a kind."""
        from deepen.drawing.svg import drawn  # lazy: start-up
        from deepen.games.darkchess.svg import PICTURES  # lazy: start-up

        return drawn(PICTURES, self, what)

    def svg_of(self, found: deepen.Solution) -> str:
        """A picture of a solution."""
        from deepen.games.darkchess.svg import solution  # lazy: start-up

        return solution(self, found)

    def at(self, state: Words) -> Self:
        return type(self)(self.letters(state))

    def letters(self, state: Words) -> str:
        """A state as the 32 letters of its squares."""
        assert isinstance(state, tuple)
        low, high = state
        reds = high >> 32
        found = []
        for square, start in enumerate(self.squares):
            number = (low >> square & 1) | (low >> square + 32 & 1) << 1 | (high >> square & 1) << 2
            if number:
                found.append(KINDS[number - 1])
            else:
                found.append(start if start == DUCK or reds >> square & 1 else EMPTY)
        return "".join(found)

    def describe_action(self, state: Words, action: int, child: Words) -> str:
        return f"{name_of(action // 32)} {name_of(action % 32)}"

    def __eq__(self, other: object) -> bool:
        return self.squares == other.squares if isinstance(other, Darkchess) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.squares)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.squares!r})"

    def __str__(self) -> str:
        from deepen.looks.terminal import board  # lazy: start-up

        return board(self)


def _check(squares: str) -> None:
    if len(squares) != SQUARES:
        raise deepen.InputError(f"a board is a text of {SQUARES} letters, not {len(squares)}")
    for square, letter in enumerate(squares):
        if letter not in KINDS + REDS + DUCK + EMPTY:
            raise deepen.InputError(f"{name_of(square)} holds {letter!r}, which is no piece")
