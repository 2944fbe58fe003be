"""The rules of the Hashi duel on bit planes: one bit a pair or an island, whole sets at once.

With up to 63 pairs and 64 islands, what is left to play (see `remaining`) is

    single     pairs with room for a bridge
    double     pairs with room for two
    low, middle, high
               islands with a 1, a 2, a 4 in their need (or GONE, or BLANK)
    given      islands that had no label at first and were given a 3; only while they have a need
    tempo      1 or 0, see `heuristics`

How these lie in the words of a state is told in `encodings`, and shown there with one position in
each. A board gets the first of `KINDS` that it fits into; the last, for large boards, has rules of
its own (`large`).

The parts of the game:

    state          the planes, in two to four words
    actions        a bridge is the number of its pair; from LABEL_ACTIONS on labels, two an island
    transition     `moves`: a bridge built or a label written, and what then can never be played
                   taken away
    reward         `moves`: the labels of the islands that a bridge completes
    end            no move is left
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar

from deepen.errors import InputError
from deepen.games.hashi import encodings
from deepen.games.hashi.board import Grid, check_rows
from deepen.games.hashi.encodings import FOUR_WORDS, THREE_WORDS, TWO_WORDS, Encoding, Planes
from deepen.games.hashi.game import LABEL_ACTIONS, TEMPO_ACTION, Hashi
from deepen.games.hashi.heuristics import (
    best_capture,
    ends_of,
    need_of,
    pairs_of,
    points,
    room_at,
    to_gain,
    with_first_stubs,
    without_idle_labels,
    without_tempo_moves,
)
from deepen.games.hashi.large import LargeHashi
from deepen.games.hashi.position import Position
from deepen.puzzle import Words
from deepen.rules import Rule, bit, lowest, rule


def rules_in(encoding: Encoding) -> tuple[Rule, Rule, Rule, Rule, Rule]:
    """The rules `moves`, `bounds`, `order`, `evaluate` and `canonical` on states so encoded."""
    split, join = encoding.split, encoding.join

    @rule
    def moves(board: Any, state: Any) -> Iterator[tuple[int, Any, int]]:
        planes = split(board, state)
        single, double, low, middle, high, given, tempo = planes
        blank = high & (low | middle)
        ready = single & ~pairs_of(board, blank)
        while ready != 0:
            pair = lowest(ready)
            ready &= ready - 1
            after, reward = bridged(board, planes, blank, pair)
            yield pair, join(board, after), reward
        while blank != 0:
            island = lowest(blank)
            blank &= blank - 1
            action = LABEL_ACTIONS + 2 * island
            yield action, join(board, labelled_three(board, planes, island)), 0
            if low & bit(island) != 0:  # else it is INDIFFERENT
                yield action + 1, join(board, labelled_four(board, planes, island)), 0
        if tempo != 0:
            yield TEMPO_ACTION, join(board, (single, double, low, middle, high, given, 0)), 0

    @rule
    def bounds(board: Any, state: Any) -> tuple[int, int]:
        """The mover may take the best island there is; what is left may go to either."""
        planes = split(board, state)
        most = to_gain(board, planes)
        return 2 * best_capture(board, planes) - most, most

    @rule
    def order(board: Any, state: Any, action: int, child: Any, reward: int) -> int:
        """Points first; then what leaves least to play for, which is also searched soonest."""
        return 5 * reward - to_gain(board, split(board, child))

    @rule
    def evaluate(board: Any, state: Any) -> int:
        """What the best move gains at once."""
        return best_capture(board, split(board, state))

    @rule
    def canonical(board: Any, state: Any) -> Any:
        """The state without differences that do not matter; `heuristics` has the proof."""
        planes, stubs = without_tempo_moves(board, split(board, state))
        planes, stubs = without_idle_labels(board, planes, stubs)
        return join(board, with_first_stubs(board, planes, stubs))

    return moves, bounds, order, evaluate, canonical


def bridged(board: Any, planes: Planes, blank: int, pair: int) -> tuple[Planes, int]:
    """The planes after a bridge, and the points that it gains."""
    single, double, low, middle, high, given, tempo = planes
    alive = low | middle | high
    closed = board.across[pair]
    second = double & bit(pair)
    if second == 0:
        closed |= bit(pair)
    ends = board.ends[pair] & alive
    done = ends & low & ~middle
    reward = 0
    if done != 0:
        reward = points(board, done, given)
        given &= ~done
        closed |= pairs_of(board, done)
    rooms = single & ~closed
    rooms_for_two = double & ~(closed | second | pairs_of(board, ends & middle & ~low))
    # Both ends have one need less: subtraction with borrow, in all planes at once.
    even = ends & ~low
    low, middle, high = low ^ ends, middle ^ even, high ^ even & ~middle
    # What the bridge itself takes, its ends need no longer. Other losses may be too much.
    lost = single & ~rooms & ~bit(pair) | double & ~rooms_for_two & ~second
    touched = ends_of(board, lost) & alive & ~blank
    while touched != 0:
        island = lowest(touched)
        touched &= touched - 1
        if room_at(board, rooms, rooms_for_two, island) < need_of(low, middle, high, island):
            low &= ~bit(island)
            middle &= ~bit(island)
            high &= ~bit(island)
            given &= ~bit(island)
    return (rooms, rooms_for_two, low, middle, high, given, tempo), reward


def labelled_three(board: Any, planes: Planes, island: int) -> Planes:
    """The planes after an island without a label got a 3; it is gone if it has no room for them."""
    single, double, low, middle, high, given, tempo = planes
    here = bit(island)
    three = here if room_at(board, single, double, island) >= 3 else 0
    low, middle = low & ~here | three, middle & ~here | three
    return single, double, low, middle, high & ~here, given | three, tempo


def labelled_four(board: Any, planes: Planes, island: int) -> Planes:
    """The same with a 4."""
    single, double, low, middle, high, given, tempo = planes
    here = bit(island)
    four = here if room_at(board, single, double, island) >= 4 else 0
    return single, double, low & ~here, middle & ~here, high & ~here | four, given, tempo


# The kinds of games


class PlanarHashi(Hashi):
    """A board whose states are planes; how they are joined into words is up to its kinds."""

    board_fields: ClassVar = encodings.FIELDS
    encoding: ClassVar[Encoding]

    @classmethod
    def fits(cls, grid: Grid) -> bool:
        return cls.encoding.fits(grid)

    @classmethod
    def constants(cls, grid: Grid) -> dict[str, Any]:
        return encodings.constants(grid)

    @classmethod
    def packed(cls, position: Position) -> Words:
        board = SimpleNamespace(**encodings.counts(position.grid))
        return cls.encoding.join(board, encodings.planes_of(position))


class TwoWordHashi(PlanarHashi):
    """A board of up to 31 pairs and some 20 islands."""

    encoding = TWO_WORDS
    state_words = TWO_WORDS.words
    moves, bounds, order, evaluate, canonical = rules_in(TWO_WORDS)


class ThreeWordHashi(PlanarHashi):
    """A board of up to 31 pairs and 32 islands."""

    encoding = THREE_WORDS
    state_words = THREE_WORDS.words
    moves, bounds, order, evaluate, canonical = rules_in(THREE_WORDS)


class FourWordHashi(PlanarHashi):
    """A board of up to 63 pairs and 32 islands."""

    encoding = FOUR_WORDS
    state_words = FOUR_WORDS.words
    moves, bounds, order, evaluate, canonical = rules_in(FOUR_WORDS)


KINDS: tuple[type[Hashi], ...] = (TwoWordHashi, ThreeWordHashi, FourWordHashi, LargeHashi)
"""Those with few words first."""


def duel(rows: Sequence[str], played: Iterable[str] = ()) -> Hashi:
    """A board with the moves played on it, of the first kind whose states it fits into.

    Args:
        rows, played: as for `Hashi`.

    Raises:
        InputError: there is no such board, it is too large, or a move is not legal.

    >>> game = duel(["1.1", ".0.", ".20"])
    >>> [move.text for move in game.legal_moves()]
    ['a1-c1', 'b2=3', 'b2=4', 'c3=3', 'c3=4']
    >>> game.play("a1-c1").score
    2
    """
    check_rows(rows)
    grid = Grid(tuple(rows))
    for kind in KINDS:
        if kind.fits(grid):
            return kind(rows, played)
    raise InputError(
        f"the board is too large: it has {len(grid.islands)} islands and {len(grid.pairs)} "
        "pairs that a bridge could join, more than a state can hold (64 and 128)"
    )
