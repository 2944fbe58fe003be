"""The heuristic `cover`, and positions that carry the tables it needs.

Share the reds out among the black pieces, each to one that may capture it. A piece that must
capture the set T of reds, with nothing on the board but the ducks, itself and T, needs some least
number of moves. The least sum of these over all ways to share the reds out is the estimate.

It is consistent. In a solution each piece captures some set T, and its own moves alone do so on the
emptier board, where less is in the way. Likewise for one move of one piece, to a square s: whatever
the sets are from there on, the mover's set, with the red on s if there was one, takes it at most
one move more; for all others nothing changes.

The tables. For stepping pieces there is one, for chariots, which cannot slide over a red of their
own set, another: the moves from each square, for each set. They are filled backward, from the empty
set, a layer at a time; a set of (square, set) pairs is one long integer, a board for each set.

The sum is found by branch and bound: the reds are given out one by one, the farthest first, to each
piece that may have it, as long as the sum is below the best one known.
"""

from __future__ import annotations

from functools import cache
from math import comb, prod
from typing import TYPE_CHECKING, Any, ClassVar

import deepen
from deepen.games.darkchess.board import (
    BOARD,
    CHARIOT,
    DUCK,
    KINDS,
    PREY,
    REDS,
    SQUARES,
    Lanes,
    of_kind,
    places,
    reds_of,
)
from deepen.games.darkchess.rules import Darkchess
from deepen.rules import DEAD, bit, lowest

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_REDS = 12
MOST_PIECES = 9
MOST_CHOICES = 60
"""Most pieces times reds: who has which red is kept in one word."""
OUT_OF_REACH = 100
"""More than any piece needs for any set: a walk over all of 32 squares takes at most 62 steps."""
WIDTH = 32
_SQUARE_BITS = 5
_COST_BITS = 7
_MOST_COST = (1 << _COST_BITS) - 1
MANY_STATES = 10_000_000
"""States that a position seems to have, from which on the tables pay: most are never reached."""


class CoveredDarkchess(Darkchess):
    """A position with the heuristic `cover`.

    Raises:
        InputError: there is no such position, or it has more than 12 reds, or too many pieces.
    """

    board_fields: ClassVar = {
        **Darkchess.board_fields,
        "costs": ("i1", 2 * SQUARES << MOST_REDS),
        "reds": "i8",  # how many
        "red_bit": ("i8", SQUARES),  # of the red on each square, in a set of reds
        # Black pieces that may capture something are numbered by kind, then by square.
        "hunters": ("i8", SQUARES),  # those that may capture the red on each square
        "costs_at": ("i8", MOST_PIECES),  # where the table of each begins
    }
    default_heuristic = "cover"

    @classmethod
    def constants(cls, squares: str) -> dict[str, Any]:
        import numpy as np  # lazy: start-up

        pieces, count = _size(squares)
        if not _fits(pieces, count):
            raise deepen.InputError(
                f"the heuristic 'cover' is for up to {MOST_REDS} reds and {MOST_PIECES} pieces "
                f"that capture, their product at most {MOST_CHOICES}; here are {count} and {pieces}"
            )
        hunters, ducks = _hunters(squares), places(squares, DUCK)
        reds = [square for square, letter in enumerate(squares) if letter.islower()]
        tables = [costs(ducks, reds, slides=False)] if set(hunters) - {CHARIOT} else []
        slides_at = sum(map(len, tables))
        if CHARIOT in hunters:
            tables.append(costs(ducks, reds, slides=True))
        return {
            **super().constants(squares),
            "costs": np.concatenate(tables) if tables else [],
            "reds": len(reds),
            "red_bit": [1 << reds.index(square) if square in reds else 0 for square in range(32)],
            "hunters": [
                sum(1 << i for i, kind in enumerate(hunters) if letter in PREY[kind])
                for letter in squares
            ],
            "costs_at": [slides_at if kind == CHARIOT else 0 for kind in hunters],
        }

    @deepen.heuristic(consistent=True)
    def cover(board: Any, state: tuple[int, int]) -> int:
        """The least sum of moves if each piece captured its share of the reds by itself."""
        reds = reds_of(state)
        if reds == 0:
            return 0
        squares = hunting_squares(board, state)
        order = farthest_first(board, squares, reds)
        if order == NOBODY:
            return DEAD
        return least_sum(board, squares, order)

    def for_heuristic(self, name: str | None) -> Darkchess:
        return self  # the tables are there


def with_table(puzzle: Darkchess) -> CoveredDarkchess:
    """The same position with the heuristic `cover`.

    Raises:
        InputError: it has too many pieces.

    >>> puzzle = with_table(Darkchess("..c...n.....R..........p.r....n."))
    >>> deepen.solve(puzzle, heuristic="cover").initial_h
    7
    """
    return CoveredDarkchess(puzzle.squares)


def is_worth_a_table(puzzle: Darkchess) -> bool:
    """Whether a search will probably take longer than to make the tables."""
    squares = puzzle.squares
    pieces, reds = _size(squares)
    return _fits(pieces, reds) and placements(squares) << reds >= MANY_STATES


def placements(squares: str) -> int:
    """In how many ways the black pieces can stand, at most."""
    room = SQUARES - squares.count(DUCK)
    return prod(comb(room, squares.count(kind)) for kind in KINDS)


def _size(squares: str) -> tuple[int, int]:
    """How many hunters and how many reds there are."""
    return len(_hunters(squares)), sum(letter in REDS for letter in squares)


def _fits(pieces: int, reds: int) -> bool:
    return reds <= MOST_REDS and pieces <= MOST_PIECES and pieces * reds <= MOST_CHOICES


def _hunters(squares: str) -> list[str]:
    """The kind of each black piece that may capture something here, by kind."""
    return [
        kind
        for kind in KINDS
        if any(letter in squares for letter in PREY[kind])
        for _ in range(squares.count(kind))
    ]


# The tables


@cache
def _subsets(reds: int) -> tuple[Lanes, list[int]]:
    """A board for each set of so many reds; and for each red the boards of sets without it."""
    without = []
    for red in range(reds):
        lanes = _repeated(1, WIDTH, red)
        without.append(_repeated(lanes, WIDTH << red + 1, reds - red - 1))
    return Lanes(1 << reds, WIDTH), without


def _repeated(pattern: int, period: int, doublings: int) -> int:
    for i in range(doublings):
        pattern |= pattern << (period << i)
    return pattern


def costs(ducks: int, reds: list[int], slides: bool) -> NDArray[Any]:
    """The least moves in which one piece captures a set of reds: at 32 * set + square."""
    lanes, without = _subsets(len(reds))
    alive = sum((lanes.each ^ boards) << red for red, boards in zip(reds, without, strict=True))
    captures = [
        (boards << red, WIDTH << i)
        for i, (red, boards) in enumerate(zip(reds, without, strict=True))
    ]
    moved = lanes.slid if slides else lanes.stepped
    enterable = lanes.spread(BOARD & ~ducks)
    free = enterable & ~alive
    done = BOARD & ~ducks  # the set of none takes no move
    layers = []
    while True:
        layers.append(done)
        arrived = done
        for place, set_larger in captures:
            arrived |= (done & place) << set_larger
        grown = done | moved(arrived, free) & free
        if grown == done:
            return _summed(layers, lanes.bytes)
        done = grown


def _summed(layers: list[int], size: int) -> NDArray[Any]:
    """For each bit, in how many layers it is not yet; `OUT_OF_REACH` if in none."""
    import numpy as np  # lazy: start-up

    found = np.full(8 * size, len(layers), np.int8)
    for layer in layers:
        last = np.unpackbits(
            np.frombuffer(layer.to_bytes(size, "little"), np.uint8), bitorder="little"
        )
        found -= last.view(np.int8)
    found[last == 0] = OUT_OF_REACH
    return found


# The sum


NOBODY = -1


def hunting_squares(board: Any, state: tuple[int, int]) -> int:
    """The squares of the black pieces that may capture something, in order, 5 bits each."""
    squares, place = 0, 0
    for i in range(board.kinds):
        if board.prey[i] != 0:
            own = of_kind(state, board.kind[i])
            while own != 0:
                squares |= lowest(own) << place
                place += _SQUARE_BITS
                own &= own - 1
    return squares


def cost(board: Any, squares: int, hunter: int, reds: int) -> int:
    """The moves that a hunter needs for a set of reds."""
    square = squares >> _SQUARE_BITS * hunter & 31
    return board.costs[board.costs_at[hunter] + (reds << _SQUARE_BITS) + square]


def farthest_first(board: Any, squares: int, reds: int) -> int:
    """The squares of the reds, 5 bits each, and a bit above; the farthest from all hunters first.

    `NOBODY` if one is out of reach.
    """
    order, distances, count = 0, 0, 0
    while reds != 0:
        red = lowest(reds)
        reds &= reds - 1
        least = OUT_OF_REACH
        hunters = board.hunters[red]
        while hunters != 0:
            least = min(least, cost(board, squares, lowest(hunters), board.red_bit[red]))
            hunters &= hunters - 1
        if least == OUT_OF_REACH:
            return NOBODY
        place = 0
        while place < count and distances >> place & 31 >= least:
            place += _SQUARE_BITS
        order = inserted(order, place, red)
        distances = inserted(distances, place, least)
        count += _SQUARE_BITS
    return order | bit(count)


def inserted(row: int, place: int, value: int) -> int:
    """A row of 5-bit numbers with one more."""
    before = row & bit(place) - 1
    return before | value << place | (row ^ before) << _SQUARE_BITS


def least_sum(board: Any, squares: int, order: int) -> int:
    """The least sum of moves over all ways to share the reds out.

    `shares` holds the set of reds of each hunter so far, `spent` its moves for them, and `turns`
    the hunters in the order in which they were given a red.
    """
    width = board.reds
    best = greedy_sum(board, squares, order)
    shares, spent, turns, total, depth = 0, 0, 0, 0, 0
    hunters = board.hunters[order & 31]
    while True:
        if hunters != 0:
            hunter = lowest(hunters)
            hunters &= hunters - 1
            red = board.red_bit[order >> depth & 31]
            share = shares >> width * hunter & bit(width) - 1
            before = spent >> _COST_BITS * hunter & _MOST_COST
            after = cost(board, squares, hunter, share | red)
            if total + after - before >= best or after == OUT_OF_REACH:
                continue
            total += after - before
            if order >> depth + _SQUARE_BITS == 1:  # that was the last red
                best = total
                total += before - after
                continue
            shares |= red << width * hunter
            spent ^= (before ^ after) << _COST_BITS * hunter
            turns = turns << 4 | hunter
            depth += _SQUARE_BITS
            hunters = board.hunters[order >> depth & 31]
        elif depth != 0:  # take the last red back, and give it to the next
            depth -= _SQUARE_BITS
            square = order >> depth & 31
            hunter = turns & 15
            turns = turns >> 4
            shares ^= board.red_bit[square] << width * hunter
            before = spent >> _COST_BITS * hunter & _MOST_COST
            after = cost(board, squares, hunter, shares >> width * hunter & bit(width) - 1)
            spent ^= (before ^ after) << _COST_BITS * hunter
            total += after - before
            hunters = board.hunters[square] & -(2 << hunter)
        else:
            return best


def greedy_sum(board: Any, squares: int, order: int) -> int:
    """The sum if each red in turn goes to the hunter to whom it adds least."""
    width = board.reds
    shares, spent, total = 0, 0, 0
    while order != 1:
        red = board.red_bit[order & 31]
        hunters = board.hunters[order & 31]
        order = order >> _SQUARE_BITS
        least, chosen = OUT_OF_REACH, 0
        while hunters != 0:
            hunter = lowest(hunters)
            hunters &= hunters - 1
            share = shares >> width * hunter & bit(width) - 1
            after = cost(board, squares, hunter, share | red)
            more = after - (spent >> _COST_BITS * hunter & _MOST_COST)
            if more < least and after != OUT_OF_REACH:
                least, chosen = more, hunter
        shares |= red << width * chosen
        spent += least << _COST_BITS * chosen
        total += least
    return total
