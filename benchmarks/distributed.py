"""A* on several threads beside one: wall time, on more states than any cache holds."""

from __future__ import annotations

import deepen
from deepen.games import tiles
from measures import Line
from peers import common

_ROUNDS = 3


def astar_on_two_threads() -> list[Line]:
    """Korf's first instance, 25 million states; turn and turn about, the best of each counts."""
    alone, together = [], []
    for _ in range(_ROUNDS):
        alone.append(_solved(1))
        together.append(_solved(2))
    first, second = (min(runs, key=lambda run: run.seconds) for runs in (alone, together))
    return [
        Line(
            f"A*, {first.stored / 1e6:.0f} million stored states, seconds on 2 threads "
            f"({second.expanded / first.expanded:.2f}x the expansions)",
            f"{second.seconds:.2f} s",
            f"1 thread {first.seconds:.2f} s",
            first.seconds / second.seconds,
            at_least=1.5,
        )
    ]


def _solved(threads: int) -> deepen.Solution:
    instance = common.korf(1)
    puzzle = tiles.parse(" ".join(map(str, instance.tiles)))
    found = deepen.solve(puzzle, "astar", "manhattan", threads=threads)
    assert (found.cost, found.optimal) == (instance.optimal, True)
    assert found.stored > 10_000_000
    return found
