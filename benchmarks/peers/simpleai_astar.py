"""simpleai's A* on a 15-puzzle: a teaching library with one class to fill in.

Its graph search looks for each child in the whole queue, one entry after the other, so that the
rate falls as the search grows: the cap below is part of the measurement. Its tree search has no
such scan, but forgets what it has seen and expands the same states again and again.
"""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any

from .common import (
    ASTAR_INSTANCES,
    CELLS,
    Instance,
    Measurement,
    Tiles,
    installed_version,
    korf,
    not_installed,
    outcome,
)
from .python_astar import GOAL, NEIGHBOURS, manhattan

PEER = "simpleai, graph search"
PEER_TREE = "simpleai, tree search"
CAP = 1_500
CAP_TREE = 20_000


class CapReachedError(Exception):
    """Raised from within the problem: simpleai has no limit of its own."""


def measure(
    instance: Instance, cap: int | None = None, *, graph_search: bool = True
) -> Measurement:
    """Run on one instance, in this process, until solved or `cap` states are expanded."""
    peer = PEER if graph_search else PEER_TREE
    version = installed_version("simpleai")
    if version is None:
        return not_installed(peer, f"Korf {instance.id}")
    if cap is None:
        cap = CAP if graph_search else CAP_TREE
    cost, expanded, seconds = _run(instance.tiles, cap, graph_search)
    return Measurement(
        peer=peer,
        version=version,
        instance=f"Korf {instance.id}",
        status=outcome(instance, cost),
        cost=cost,
        expanded=expanded,
        cpu_seconds=seconds,
    )


def _run(tiles: Tiles, cap: int, graph_search: bool) -> tuple[int | None, int, float]:
    search: Any = importlib.import_module("simpleai.search")
    problem = _sliding_tiles(tiles, cap)
    begin = time.process_time()
    try:
        cost = int(search.astar(problem, graph_search=graph_search).cost)
    except CapReachedError:
        cost = None
    return cost, problem.expanded, time.process_time() - begin


def _sliding_tiles(start: Tiles, cap: int) -> Any:
    """The puzzle as simpleai wants it; its base class exists only where simpleai is installed."""
    search: Any = importlib.import_module("simpleai.search")

    class SlidingTiles(search.SearchProblem):  # type: ignore[misc]
        expanded = 0

        def actions(self, state: Tiles) -> list[int]:
            if self.expanded == cap:
                raise CapReachedError
            self.expanded += 1
            return NEIGHBOURS[state.index(0)]

        def result(self, state: Tiles, action: int) -> Tiles:
            blank = state.index(0)
            tiles = list(state)
            tiles[blank], tiles[action] = tiles[action], 0
            return tuple(tiles)

        def is_goal(self, state: Tiles) -> bool:
            return state == GOAL

        def heuristic(self, state: Tiles) -> int:
            return manhattan(state)

    assert len(start) == CELLS
    return SlidingTiles(initial_state=start)


if __name__ == "__main__":
    for number in [int(text) for text in sys.argv[1:]] or ASTAR_INSTANCES:
        for graph_search in (True, False):
            result = measure(korf(number), graph_search=graph_search)
            print(result, result.rate)
