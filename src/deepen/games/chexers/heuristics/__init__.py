"""How far a board is from solved: estimates built on one map, and what they read from the board.

The map. A hex has level n if n actions lead a piece off the board from there, where it may step or
jump at will, over anything, and only never land on a block; leaving counts as one. Red, no blocks:

            3   2   2   1
          3   3   2   2   1
        4   3   3   2   2   1
      4   4   3   3   2   2   1
        4   4   3   3   2   2
          4   4   3   3   2
            4   4   3   3

From a hex without a level nothing leads out. Nor does an action lead from a level to such a hex:
it could be taken back, by two steps where it was a jump over a piece. If each piece stands on a
level, the one with the shortest way of its own can go it, since another in its way would have a
shorter one. So a board is solvable exactly when each piece stands on a level, and the estimate of
the start tells.

`relaxed`. An action takes one piece down by at most one level: the sum of the levels is admissible
and consistent.

`waste`. Call an action from level i to level j, i <= j, a waste of j - i + 1; one that goes down
wastes nothing. A solution costs the sum of the levels and what it wastes. Some levels are jammed: a
piece on level n must go down from there, but no step and no jump over a block leads down, and no
other piece can stand where it would have to jump over one. Find jams from the top: as long as
nothing is wasted, a piece that starts above or on a level can only be where actions down take it
from its start; after a jam, anywhere on the jammed level. That cuts the levels into stretches, each
ending with a jam, and in each something must be wasted. An action that wastes j - i + 1 lies in at
most as many stretches. So the number of jams is a lower bound on the waste, and `waste` admissible.

Where pieces can be is kept as two sets of hexes: one for a piece on the highest level, and one for
all others together. That one piece cannot jump over itself then; the others are not told apart,
which costs some jams and saves most of the time.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import deepen
from deepen.games.chexers.board import BOARD, TURNS, ahead, flood, planes
from deepen.rules import DEAD, bits, popcount

PLANES = 6
NO_WALK = 37
"""The estimate of `walking` where steps alone do not lead out: more than any walk takes."""

FIELDS: dict[str, str | tuple[str, int]] = {
    "top": "i8",  # the highest level
    "levels": ("u8", 38),  # the hexes of each level; at 0 those that have none
    "level": ("u1", 64),  # the level of each hex
    "level_planes": ("u8", PLANES),  # the same in binary: see `planes`
    "walk_planes": ("u8", PLANES),  # the least number of steps out, the exit included
    # Actions down by themselves, steps and jumps over blocks: rotation, and hexes they start from.
    "sure_count": "i8",
    "sure_turn": ("i8", 12),
    "sure_from": ("u8", 12),
    "sure": "u8",  # all hexes with such an action
    # Actions down over a piece that must be there.
    "helped_count": "i8",
    "helped_turn": ("i8", 6),
    "helped_from": ("u8", 6),
}


def constants(blocks: int, exits: int) -> dict[str, Any]:
    """The values of `FIELDS`."""
    levels = flood(blocks, exits, reach=2)
    walks = flood(blocks, exits, reach=1)
    lost = BOARD & ~blocks & ~sum(levels)
    no_walk = sum(levels) & ~sum(walks)
    sure, helped = _actions_down(levels, blocks)
    level_of = [0] * 64
    for level, places in enumerate(levels, 1):
        for number in bits(places):
            level_of[number] = level
    return {
        "top": len(levels),
        "levels": [lost, *levels],
        "level": level_of,
        "level_planes": planes([0, *levels], PLANES),
        "walk_planes": planes([0, *walks, *[0] * (NO_WALK - 1 - len(walks)), no_walk], PLANES),
        "sure_count": len(sure),
        "sure_turn": [turn for turn, _ in sure],
        "sure_from": [places for _, places in sure],
        "sure": reduce(or_, (places for _, places in sure), 0),
        "helped_count": len(helped),
        "helped_turn": [turn for turn, _ in helped],
        "helped_from": [places for _, places in helped],
    }


def _actions_down(
    levels: list[int], blocks: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """All ways down a level, each a rotation and the hexes it starts from: sure, and helped."""
    steps, over_blocks, over_pieces = [0] * 6, [0] * 6, [0] * 6
    for above, below in zip(levels[1:], levels, strict=False):
        for i, turn in enumerate(TURNS):
            back = 64 - turn
            before = ahead(below, back)
            steps[i] |= before & above
            over_blocks[i] |= ahead(before & blocks, back) & above
            over_pieces[i] |= ahead(before & ~blocks, back) & above
    jumps = [(2 * turn) % 64 for turn in TURNS]
    sure = [*zip(TURNS, steps, strict=True), *zip(jumps, over_blocks, strict=True)]
    helped = zip(TURNS, over_pieces, strict=True)
    return [way for way in sure if way[1]], [way for way in helped if way[1]]


def map_sum(map_planes: Any, pieces: int) -> int:
    """The numbers of a map, given in binary, under all pieces."""
    total = 0
    for place in range(PLANES):
        total += popcount(pieces & map_planes[place]) << place
    return total


@deepen.heuristic(admissible=True, consistent=True)
def relaxed(board: Any, pieces: int) -> int:
    """The sum of the pieces' levels: all would jump at will and never be in each other's way."""
    if pieces & board.levels[0] != 0:
        return DEAD
    return map_sum(board.level_planes, pieces)


@relaxed.incremental
def _relaxed_step(board: Any, pieces: int, h: int, action: int, child: int) -> int:
    source, target = action >> 6, action & 63
    if source == target:
        return h - 1  # exits are on level 1
    return h - board.level[source] + board.level[target]


@deepen.heuristic()
def walking(board: Any, pieces: int) -> int:
    """The steps that each piece needs, as if there were no jumps: too many, so not admissible."""
    if pieces & board.levels[0] != 0:
        return DEAD
    return map_sum(board.walk_planes, pieces)


@deepen.heuristic(admissible=True)
def waste(board: Any, pieces: int) -> int:
    """The sum of the levels, and 1 for each jam. Not consistent, in few states."""
    if pieces & board.levels[0] != 0:
        return DEAD
    return map_sum(board.level_planes, pieces) + jams(board, pieces)


def jams(board: Any, pieces: int) -> int:
    """How many levels are jammed, counted from the top."""
    level = board.top
    while level > 1 and pieces & board.levels[level] == 0:
        level -= 1
    rear = pieces & board.levels[level]
    rear &= -rear  # one of them
    others = pieces ^ rear
    each_other = -1 if others & (others - 1) != 0 else 0  # a single one cannot jump over itself
    came = 0
    count = 0
    while level > 1:
        here = others & board.levels[level]
        rest = came | here
        going = can_go_down(board, rest, rear | rest & each_other)
        stuck = here & ~going != 0 or (came != 0 and came & going == 0)
        if stuck or can_go_down(board, rear, rest) == 0:
            count += 1
            rear = board.levels[level]
            rest = rear if rest != 0 else 0
        level -= 1
        below = others & board.levels[level]
        rear_next, came = surely_down(board, rear), surely_down(board, rest)
        grown = True
        while grown:  # who has come down may be jumped over in turn
            rear_before, came_before = rear_next, came
            helpers = rest | came | below
            rear_next |= helped_down(board, rear, helpers)
            came |= helped_down(board, rest, rear | rear_next | helpers & each_other)
            grown = rear_next != rear_before or came != came_before
        rear = rear_next
    return count


def can_go_down(board: Any, places: int, helpers: int) -> int:
    """Those of the hexes from which an action leads down, if `helpers` can be jumped over."""
    found = places & board.sure
    for i in range(board.helped_count):
        found |= places & board.helped_from[i] & ahead(helpers, 64 - board.helped_turn[i])
    return found


def surely_down(board: Any, places: int) -> int:
    """Where actions down lead that need no other piece."""
    found = 0
    for i in range(board.sure_count):
        found |= ahead(places & board.sure_from[i], board.sure_turn[i])
    return found


def helped_down(board: Any, places: int, helpers: int) -> int:
    """Where jumps down lead that go over a helper."""
    found = 0
    for i in range(board.helped_count):
        turn = board.helped_turn[i]
        found |= ahead(ahead(places & board.helped_from[i], turn) & helpers, turn)
    return found
