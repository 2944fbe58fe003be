"""What is left to play in a position, which is all that its value depends on.

For each pair of islands its *room*, how many bridges more it can take; for each island its *need*,
how many bridges more complete it. Two things follow at once and are settled here:

- A pair has no more room than either end has need: the bridges beyond can never be built.
- An island whose need is more than the room of all its pairs can never be completed. It gives no
  points any more; nor does it ever limit a pair, since its need stays above the room that is left:
  a bridge at it takes one from both, and nothing else gives room back. So it is as good as gone.

The second does not change the first: where the need is more than all the room together, it is more
than the room of one pair. So each is settled once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from deepen.games.hashi.position import MOST_BRIDGES, Position

GONE = 0
"""In place of its need: an island that is complete, or never will be."""
BLANK = 5
"""In place of its need: an island without a label."""
INDIFFERENT = 6
"""The same where neither label can ever be completed; only in canonical states."""


class Remaining(NamedTuple):
    """Rooms of the pairs, needs of the islands (or GONE, or BLANK)."""

    rooms: tuple[int, ...]
    needs: tuple[int, ...]


def remaining(position: Position) -> Remaining:
    """What is left of a position."""
    needs = [
        label - built if label else BLANK
        for label, built in zip(position.labels, position.built, strict=True)
    ]
    rooms = tuple(_room(position, pair, needs) for pair in range(len(position.bridges)))
    for island, pairs in enumerate(position.grid.pairs_at):
        if needs[island] != BLANK and needs[island] > sum(rooms[pair] for pair in pairs):
            needs[island] = GONE
    return Remaining(rooms, tuple(needs))


def _room(position: Position, pair: int, needs: Sequence[int]) -> int:
    if position.is_crossed(pair):
        return 0
    first, second = position.grid.pairs[pair]
    return min(MOST_BRIDGES - position.bridges[pair], needs[first], needs[second])
