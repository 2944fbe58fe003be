"""What makes the search of the Hashi duel fast: estimates on planes, and positions made alike.

`rules` says what the planes are. `bounds`, `order` and `evaluate` ask for the points that are left
and those that one bridge gains; `canonical` asks for the state without differences that do not
matter:

Write G + H for a position whose parts G and H have nothing to do with each other, and V for the
value to the mover.

1. *Tempo moves.* A pair between two islands that are gone, and across no pair with room, is a move
that gains nothing and changes nothing else; call it T. Then V(G + T + T) = V(G): a player who can
reach a value in G plays there as if the two were not there, and answers one T by the other, which
is always possible; when G is over, what is left gains nothing. This holds for either player, so the
value can be neither less nor more. Hence of all T only whether their number is odd is kept, as one
bit.

2. *Labels that do not matter.* An unlabelled island with room for less than three bridges is never
completed. Either label lets its pairs be used, and neither limits them: one move is left of the two
(INDIFFERENT). If all its bridges would be stubs, see 3, it is a part of its own in which its label
and all its bridges will be played, in an order that nobody can change the number of, and nothing
gained: as many T.

3. *Stubs.* Pairs of an island to others that are gone, across no pair with room, are alike: a
bridge there changes nothing but the island's need and its own room. So only their room together
counts, and of that no more than the island needs. It is given to the first such pairs. A pair
without room serves as well if there is none that it could cross.
"""

from __future__ import annotations

from typing import Any

from deepen.games.hashi.encodings import Planes
from deepen.rules import bit, lowest, popcount


def need_of(low: int, middle: int, high: int, island: int) -> int:
    """The need of one island."""
    return (low >> island & 1) + 2 * (middle >> island & 1) + 4 * (high >> island & 1)


def room_at(board: Any, single: int, double: int, island: int) -> int:
    """How many bridges more the pairs of an island can take."""
    around = board.around[island]
    return popcount(single & around) + popcount(double & around)


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


# Estimates


def to_gain(board: Any, planes: Planes) -> int:
    """The labels of all islands that may still be completed; no label yet counts as the best."""
    single, double, low, middle, high, given, _tempo = planes
    blank = high & (low | middle)
    most = points(board, (low | middle | high) & ~blank, given)
    while blank != 0:
        room = room_at(board, single, double, lowest(blank))
        blank &= blank - 1
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


# Positions made alike, as told above


def without_tempo_moves(board: Any, planes: Planes) -> tuple[Planes, int]:
    """Planes with all tempo moves in one bit; and the stubs."""
    single, double, low, middle, high, given, tempo = planes
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
    return (single, double, low, middle, high, given, tempo), stubs


def without_idle_labels(board: Any, planes: Planes, stubs: int) -> tuple[Planes, int]:
    """Planes in which labels that do not matter are INDIFFERENT or tempo moves; and the stubs."""
    single, double, low, middle, high, given, tempo = planes
    blank = high & (low | middle)
    while blank != 0:
        island = lowest(blank)
        blank &= blank - 1
        around = board.around[island]
        room = room_at(board, single, double, island)
        if room < 3:
            low &= ~bit(island)
            if single & around & ~stubs == 0:
                middle &= ~bit(island)
                high ^= bit(island)
                tempo ^= room + 1 & 1
                single &= ~around
                double &= ~around
                stubs &= ~around
            else:
                middle |= bit(island)
    return (single, double, low, middle, high, given, tempo), stubs


def with_first_stubs(board: Any, planes: Planes, stubs: int) -> Planes:
    """Planes in which each island has as much room at its first stubs as it needs, if it has it."""
    single, double, low, middle, high, given, tempo = planes
    alive = low | middle | high
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
    return single, double, low, middle, high, given, tempo


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
