"""The rules on bit planes: one bit a pair or an island, and whole sets of them at once.

With up to 63 pairs and 64 islands, what is left to play is

    single     pairs with room for a bridge
    double     pairs with room for two
    low, middle, high
               islands with a 1, a 2, a 4 in their need (or GONE, or BLANK)
    given      islands that had no label at first and were given a 3; only while they have a need
    tempo      1 or 0, see `canonical`

How these lie in the words of a state is up to the kinds of games that use the rules, each with its
own `split` and `join`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from deepen.games.hashi.game import LABEL_ACTIONS, TEMPO_ACTION
from deepen.rules import Rule, bit, lowest, popcount, rule

Planes = tuple[int, int, int, int, int, int, int]
"""single, double, low, middle, high, given, tempo"""


def rules_on(
    split: Callable[[Any, Any], Planes], join: Callable[..., Any]
) -> tuple[Rule, Rule, Rule, Rule, Rule]:
    """The rules `moves`, `bounds`, `order`, `evaluate` and `canonical` on states of some kind."""

    @rule
    def moves(board: Any, state: Any) -> Iterator[tuple[int, Any, int]]:
        single, double, low, middle, high, given, tempo = split(board, state)
        blank = high & (low | middle)
        alive = low | middle | high
        ready = single & ~pairs_of(board, blank)
        while ready != 0:
            pair = lowest(ready)
            ready &= ready - 1
            closed = board.across[pair]
            second = double & bit(pair)
            if second == 0:
                closed |= bit(pair)
            ends = board.ends[pair] & alive
            done = ends & low & ~middle
            reward = 0
            kept = given
            if done != 0:
                reward = points(board, done, given)
                kept = given & ~done
                closed |= pairs_of(board, done)
            rooms = single & ~closed
            rooms_for_two = double & ~(closed | second | pairs_of(board, ends & middle & ~low))
            # Both ends have one need less: subtraction with borrow, in all planes at once.
            even = ends & ~low
            ones, twos, fours = low ^ ends, middle ^ even, high ^ even & ~middle
            # What the bridge itself takes, its ends need no longer. Other losses may be too much.
            lost = single & ~rooms & ~bit(pair) | double & ~rooms_for_two & ~second
            touched = ends_of(board, lost) & alive & ~blank
            while touched != 0:
                island = lowest(touched)
                touched &= touched - 1
                around = board.around[island]
                room = popcount(rooms & around) + popcount(rooms_for_two & around)
                if room < need_of(ones, twos, fours, island):
                    ones &= ~bit(island)
                    twos &= ~bit(island)
                    fours &= ~bit(island)
                    kept &= ~bit(island)
            yield (
                pair,
                join(board, rooms, rooms_for_two, ones, twos, fours, kept, tempo),
                reward,
            )
        while blank != 0:
            island = lowest(blank)
            here = bit(island)
            blank ^= here
            around = board.around[island]
            room = popcount(single & around) + popcount(double & around)
            three = here if room >= 3 else 0
            four = here if room >= 4 else 0
            ones, twos, fours = low & ~here, middle & ~here, high & ~here
            action = LABEL_ACTIONS + 2 * island
            yield (
                action,
                join(
                    board, single, double, ones | three, twos | three, fours, given | three, tempo
                ),
                0,
            )
            if low & here != 0:  # else it is INDIFFERENT
                yield (
                    action + 1,
                    join(board, single, double, ones, twos, fours | four, given, tempo),
                    0,
                )
        if tempo != 0:
            yield TEMPO_ACTION, join(board, single, double, low, middle, high, given, 0), 0

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
        """The state without differences that do not matter.

        Write G + H for a position whose parts G and H have nothing to do with each other, and V for
        the value to the mover.

        1. *Tempo moves.* A pair between two islands that are gone, and across no pair with room, is
        a move that gains nothing and changes nothing else; call it T. Then V(G + T + T) = V(G): a
        player who can reach a value in G plays there as if the two were not there, and answers one
        T by the other, which is always possible; when G is over, what is left gains nothing. This
        holds for either player, so the value can be neither less nor more. Hence of all T only
        whether their number is odd is kept, as one bit.

        2. *Labels that do not matter.* An unlabelled island with room for less than three bridges
        is never completed. Either label lets its pairs be used, and neither limits them: one move
        is left of the two (INDIFFERENT). If all its bridges would be stubs, see 3, it is a part of
        its own in which its label and all its bridges will be played, in an order that nobody can
        change the number of, and nothing gained: as many T.

        3. *Stubs.* Pairs of an island to others that are gone, across no pair with room, are alike:
        a bridge there changes nothing but the island's need and its own room. So only their room
        together counts, and of that no more than the island needs. It is given to the first such
        pairs. A pair without room serves as well if there is none that it could cross.
        """
        single, double, low, middle, high, given, tempo = split(board, state)
        alive = low | middle | high

        stubs = 0
        rest = single
        while rest != 0:
            pair = lowest(rest)
            rest &= rest - 1
            ends = board.ends[pair] & alive
            if ends & (ends - 1) == 0 and single & board.across[pair] == 0:
                if ends != 0:
                    stubs |= bit(pair)
                else:
                    tempo ^= 1 ^ (double >> pair & 1)
                    single ^= bit(pair)
                    double &= ~bit(pair)

        blank = high & (low | middle)
        while blank != 0:
            island = lowest(blank)
            blank &= blank - 1
            around = board.around[island]
            room = popcount(single & around) + popcount(double & around)
            if room < 3:
                low &= ~bit(island)
                if single & around & ~stubs == 0:
                    middle &= ~bit(island)
                    high ^= bit(island)
                    alive ^= bit(island)
                    tempo ^= room + 1 & 1
                    single &= ~around
                    double &= ~around
                    stubs &= ~around
                else:
                    middle |= bit(island)

        owners = ends_of(board, stubs) & alive
        while owners != 0:
            island = lowest(owners)
            owners &= owners - 1
            places = stub_places(board, single, island, alive)
            if places & (places - 1) != 0:
                room = popcount(single & places) + popcount(double & places)
                room = min(room, need_of(low, middle, high, island))
                single &= ~places
                double &= ~places
                while room > 0:
                    first = places & -places
                    places ^= first
                    single |= first
                    if room > 1:
                        double |= first
                    room -= 2
        return join(board, single, double, low, middle, high, given, tempo)

    return moves, bounds, order, evaluate, canonical


# What the rules share


def need_of(low: int, middle: int, high: int, island: int) -> int:
    """The need of one island."""
    return (low >> island & 1) + 2 * (middle >> island & 1) + 4 * (high >> island & 1)


def pairs_of(board: Any, islands: int) -> int:
    """The pairs of these islands."""
    found = 0
    while islands != 0:
        found |= board.around[lowest(islands)]
        islands &= islands - 1
    return found


def ends_of(board: Any, pairs: int) -> int:
    """The islands of these pairs."""
    found = 0
    while pairs != 0:
        found |= board.ends[lowest(pairs)]
        pairs &= pairs - 1
    return found


def points(board: Any, islands: int, given: int) -> int:
    """The sum of their labels; `given` are those that were given the label 3, not 4."""
    return (
        popcount(islands & board.ones)
        + 2 * popcount(islands & board.twos)
        + 4 * popcount(islands & board.fours)
        - popcount(islands & given)
    )


def to_gain(board: Any, planes: Planes) -> int:
    """The labels of all islands that may still be completed; no label yet counts as the best."""
    single, double, low, middle, high, given, _tempo = planes
    blank = high & (low | middle)
    most = points(board, (low | middle | high) & ~blank, given)
    while blank != 0:
        around = board.around[lowest(blank)]
        blank &= blank - 1
        room = popcount(single & around) + popcount(double & around)
        if room >= 3:
            most += min(room, 4)
    return most


def best_capture(board: Any, planes: Planes) -> int:
    """The most points that one bridge gains at once."""
    single, _double, low, middle, high, given, _tempo = planes
    last = low & ~middle & ~high
    best = 0
    if last != 0:
        blank = high & (low | middle)
        ready = single & pairs_of(board, last) & ~pairs_of(board, blank)
        while ready != 0:
            done = board.ends[lowest(ready)] & last
            ready &= ready - 1
            best = max(best, points(board, done, given))
    return best


def stub_places(board: Any, single: int, island: int, alive: int) -> int:
    """The pairs of an island that are stubs, and those without room that may serve as such."""
    places = 0
    around = board.around[island]
    while around != 0:
        pair = lowest(around)
        around &= around - 1
        crossed = board.across[pair]
        if single & bit(pair) != 0:
            crossed &= single
        if board.ends[pair] & alive == bit(island) and crossed == 0:
            places |= bit(pair)
    return places
