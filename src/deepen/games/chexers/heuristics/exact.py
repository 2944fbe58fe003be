"""The true distance of every placement of up to 4 pieces: a table, and boards that carry it.

There are 1 + 37 + 666 + 7,770 + 66,045 = 74,519 placements. Steps and jumps can be taken back, and
the way back from an exit is to enter there. So one pass backward, from the empty board, layer by
layer, gives all distances.

The place of a placement in the table: sets with fewer pieces come first, sets of equal size in the
order of their words. With hexes numbered 0 to 36 row by row, a set a < b < c < d has
C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) sets of its size before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, ClassVar

import deepen
from deepen.games.chexers.board import BOARD, HEXES, TURNS, ahead, cell
from deepen.games.chexers.rules import Chexers
from deepen.rules import DEAD, bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_PIECES = 4
FIRST = [sum(comb(len(HEXES), n) for n in range(size)) for size in range(MOST_PIECES + 2)]
"""Where the sets of 0, 1, ... pieces begin in the table, and where it ends."""
UNSOLVABLE = 255
_PIECE = 1 << 56  # beside the hexes of a set, its size: so sets sort as the table is ordered


class ExactChexers(Chexers):
    """A board of up to 4 pieces with the heuristic `exact`.

    To make the table takes longer than any search on such a board. It is for study: with it A*
    expands only the states along a solution, and other heuristics can be judged by it.

    Raises:
        InputError: there is no such board, or it has more than 4 pieces.
    """

    board_fields: ClassVar = {
        **Chexers.board_fields,
        "distances": ("u1", FIRST[-1]),
        "first": ("u4", MOST_PIECES + 1),
        "before": ("u4", (64, MOST_PIECES)),  # C(number of the hex, 1 to 4)
    }

    def __init__(
        self, colour: str, pieces: Iterable[Sequence[int]], blocks: Iterable[Sequence[int]]
    ) -> None:
        own = list(pieces)
        if len(own) > MOST_PIECES:
            raise deepen.InputError(
                f"the heuristic 'exact' is for up to {MOST_PIECES} pieces, here are {len(own)}"
            )
        super().__init__(colour, own, blocks)

    @classmethod
    def constants(cls, blocks: int, exits: int) -> dict[str, Any]:
        return {
            **super().constants(blocks, exits),
            "distances": distances(blocks, exits),
            "first": FIRST[:-1],
            "before": _before(),
        }

    @deepen.heuristic(admissible=True, consistent=True)
    def exact(board: Any, pieces: int) -> int:
        """The length of a shortest solution."""
        return table_distance(board, pieces)


def table_distance(board: Any, pieces: int) -> int:
    """What the table of a board says of a placement; a helper for rules."""
    place, count = 0, 0
    for number in bits(pieces):
        place += board.before[number, count]
        count += 1
    distance = board.distances[board.first[count] + place]
    return DEAD if distance == UNSOLVABLE else distance


def with_table(puzzle: Chexers) -> ExactChexers:
    """The same board with the heuristic `exact`.

    Raises:
        InputError: it has more than 4 pieces.

    >>> puzzle = with_table(Chexers("red", [(0, 0)], []))
    >>> deepen.solve(puzzle, heuristic="exact").initial_h
    4
    """
    return ExactChexers(puzzle.colour, puzzle.pieces, puzzle.blocks)


def distances(blocks: int, exits: int) -> NDArray[Any]:
    """The least number of actions from each placement to the empty board."""
    import numpy as np  # lazy: start-up

    sets = placements()
    found = np.full(len(sets), UNSOLVABLE, np.uint8)
    layer, distance = sets[:1], 0
    while len(layer) > 0:
        places = np.searchsorted(sets, layer)
        found[places] = distance
        distance += 1
        reached = np.unique(np.concatenate(list(_predecessors(layer, blocks, exits))))
        layer = reached[found[np.searchsorted(sets, reached)] == UNSOLVABLE]
    return found


def _predecessors(sets: NDArray[Any], blocks: int, exits: int) -> Iterator[NDArray[Any]]:
    """All sets from which one action leads to one of these, in pieces and with repetitions."""
    pieces: Any = sets & BOARD
    hurdles = pieces | blocks
    free = BOARD & ~hurdles
    has_room = sets < MOST_PIECES * _PIECE
    for chosen, place in _one_by_one(sets[has_room], (free & exits)[has_room]):
        yield chosen + _PIECE | place
    for turn in TURNS:
        near: Any = ahead(pieces, turn)
        for chosen, place in _one_by_one(sets, near & free):
            yield chosen ^ place ^ ahead(place, 64 - turn)
        for chosen, place in _one_by_one(sets, ahead(near & hurdles, turn) & free):
            yield chosen ^ place ^ ahead(ahead(place, 64 - turn), 64 - turn)


def _one_by_one(sets: NDArray[Any], hexes: Any) -> Iterator[tuple[NDArray[Any], Any]]:
    """Each set with each of its hexes: first all sets that have one, then those that have two..."""
    while len(sets) > 0:
        some = hexes != 0
        sets, hexes = sets[some], hexes[some]
        rest = hexes & (hexes - 1)
        yield sets, hexes ^ rest
        hexes = rest


@cache
def placements() -> NDArray[Any]:
    """Every set of up to 4 hexes, in the order of the table."""
    import numpy as np  # lazy: start-up

    places = [1 << cell(place) for place in HEXES]
    sets = [
        size * _PIECE + sum(chosen)
        for size in range(MOST_PIECES + 1)
        for chosen in combinations(places, size)
    ]
    return np.sort(np.array(sets, np.uint64))


@cache
def _before() -> NDArray[Any]:
    import numpy as np  # lazy: start-up

    counts = np.zeros((64, MOST_PIECES), np.uint32)
    for number, place in enumerate(HEXES):
        counts[cell(place)] = [comb(number, size) for size in range(1, MOST_PIECES + 1)]
    return counts
