"""Random walks through the states of a puzzle or a game, for checks that look at single states."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

State = TypeVar("State", bound=Hashable)
STEPS = 40
"""The most that one walk takes."""


@dataclass(frozen=True)
class Walk(Generic[State]):
    """States one after the other, and the way taken from each to the next."""

    places: Sequence[State]
    ways: Sequence[Any]


def random_walk(
    start: State,
    ways_from: Callable[[State], Sequence[tuple[Any, State]]],
    chance: random.Random,
) -> Walk[State]:
    """A walk of at most `STEPS` steps, to where it has not been before if it can.

    Args:
        start: where it begins.
        ways_from: a place's ways on, each with where it leads; none where a walk should end.
        chance: chooses.
    """
    places, ways, seen = [start], [], {start}
    for _ in range(STEPS):
        found = ways_from(places[-1])
        new = [each for each in found if each[1] not in seen]
        if not found:
            break
        way, place = chance.choice(new or found)
        ways.append(way)
        places.append(place)
        seen.add(place)
    return Walk(places, ways)
