"""A* as a careful student writes it: heapq, a dict, and tuples as states.

Careful, because an easy opponent proves little: neighbours and distances are in tables, and the
Manhattan distance is updated from the parent's instead of summed anew.
"""

from __future__ import annotations

import heapq
import platform
import sys
import time

from .common import (
    ASTAR_INSTANCES,
    CELLS,
    Instance,
    Measurement,
    Tiles,
    distance,
    korf,
    neighbours,
    outcome,
)

PEER = "plain Python, heapq + dict"
CAP = 3_000_000

NEIGHBOURS = [neighbours(cell) for cell in range(CELLS)]
DISTANCE = [[distance(tile, cell) for cell in range(CELLS)] for tile in range(CELLS)]
GOAL = tuple(range(CELLS))


def manhattan(tiles: Tiles) -> int:
    return sum(DISTANCE[tile][cell] for cell, tile in enumerate(tiles) if tile != 0)


def astar(start: Tiles, cap: int) -> tuple[int | None, int]:
    """The optimal cost, or None when `cap` expansions were not enough; and the expansions made.

    Ties go to the smaller h. Manhattan distance is consistent, so that no state is expanded twice.
    """
    h = manhattan(start)
    best = {start: 0}
    queue = [(h, h, start)]
    closed: set[Tiles] = set()
    while queue:
        f, h, state = heapq.heappop(queue)
        if state in closed:
            continue
        if state == GOAL:
            return f, len(closed)
        if len(closed) == cap:
            return None, cap
        closed.add(state)
        child_g = f - h + 1
        blank = state.index(0)
        for cell in NEIGHBOURS[blank]:
            tile = state[cell]
            tiles = list(state)
            tiles[blank], tiles[cell] = tile, 0
            child = tuple(tiles)
            if child_g < best.get(child, sys.maxsize):
                best[child] = child_g
                child_h = h + DISTANCE[tile][blank] - DISTANCE[tile][cell]
                heapq.heappush(queue, (child_g + child_h, child_h, child))
    return None, len(closed)


def measure(instance: Instance, cap: int = CAP) -> Measurement:
    """Run on one instance, in this process, until solved or `cap` states are expanded."""
    begin = time.process_time()
    cost, expanded = astar(instance.tiles, cap)
    seconds = time.process_time() - begin
    return Measurement(
        peer=PEER,
        version=platform.python_version(),
        instance=f"Korf {instance.id}",
        status=outcome(instance, cost),
        cost=cost,
        expanded=expanded,
        cpu_seconds=seconds,
    )


if __name__ == "__main__":
    for number in [int(text) for text in sys.argv[1:]] or ASTAR_INSTANCES:
        result = measure(korf(number))
        print(result, result.rate)
