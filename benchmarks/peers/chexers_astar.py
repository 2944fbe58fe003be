"""A* on Chexers as a student writes it: heapq, a dict, frozensets of hexes, the relaxed map.

Nothing of deepen is in here. The map is that of the heuristic `relaxed`: for each hex the least
number of actions that lead a piece off the board if it may jump at will, over anything.
"""

from __future__ import annotations

import heapq
import json
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from .common import DATA

CAP = 70_000
"""Most expansions on one board, some ten seconds. Of the public boards 8 of 165 need more."""

Hex = tuple[int, int]
Pieces = frozenset[Hex]

HEXES = {(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3}
WAYS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
BESIDE_AND_BEYOND = {
    (q, r): [((q + dq, r + dr), (q + 2 * dq, r + 2 * dr)) for dq, dr in WAYS] for q, r in HEXES
}
EXITS = {
    "red": {(q, r) for q, r in HEXES if q == 3},
    "green": {(q, r) for q, r in HEXES if r == 3},
    "blue": {(q, r) for q, r in HEXES if q + r == -3},
}


@dataclass(frozen=True)
class Instance:
    """A board as text, with its least number of actions; None where it is unsolvable."""

    id: str
    text: str
    optimal: int | None


@dataclass(frozen=True)
class Answer:
    """`finished` is False when the cap was met first; `cost` is None then, or if unsolvable."""

    finished: bool
    cost: int | None
    expanded: int


def load() -> list[Instance]:
    """The boards of the benchmark."""
    with (DATA / "chexers_public.jsonl").open() as file:
        records = [json.loads(line) for line in file]
    return [Instance(one["id"], json.dumps(one["input"]), one["optimal"]) for one in records]


def heuristic_map(exits: set[Hex], blocks: set[Hex]) -> dict[Hex, int]:
    levels = dict.fromkeys(exits - blocks, 1)
    queue = deque(levels)
    while queue:
        place = queue.popleft()
        for pair in BESIDE_AND_BEYOND[place]:
            for there in pair:
                if there in HEXES and there not in blocks and there not in levels:
                    levels[there] = levels[place] + 1
                    queue.append(there)
    return levels


def successors(pieces: Pieces, exits: set[Hex], blocks: set[Hex]) -> Iterator[Pieces]:
    for piece in pieces:
        rest = pieces - {piece}
        if piece in exits:
            yield rest
        for beside, beyond in BESIDE_AND_BEYOND[piece]:
            target = beyond if beside in pieces or beside in blocks else beside
            if target in HEXES and target not in pieces and target not in blocks:
                yield rest | {target}


def solve(text: str, cap: int = CAP) -> Answer:
    """The least number of actions. The map is consistent, so no state is expanded twice."""
    board = json.loads(text)
    start = frozenset(map(tuple, board["pieces"]))
    blocks = set(map(tuple, board["blocks"]))
    exits = EXITS[board["colour"]]
    levels = heuristic_map(exits, blocks)
    if not start <= levels.keys():
        return Answer(True, None, 0)
    h = sum(levels[piece] for piece in start)
    best = {start: 0}
    queue = [(h, h, 0, start)]
    pushed = 1
    closed: set[Pieces] = set()
    while queue:
        f, h, _, state = heapq.heappop(queue)
        if state in closed:
            continue
        if not state:
            return Answer(True, f, len(closed))
        if len(closed) == cap:
            return Answer(False, None, cap)
        closed.add(state)
        g = f - h + 1
        for child in successors(state, exits, blocks):
            if child not in best or g < best[child]:
                best[child] = g
                child_h = sum(levels[piece] for piece in child)
                heapq.heappush(queue, (g + child_h, child_h, -pushed, child))
                pushed += 1
    return Answer(True, None, len(closed))


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for instance in load():
        if not wanted or instance.id in wanted:
            begin = time.process_time()
            answer = solve(instance.text)
            print(instance.id, instance.optimal, answer, f"{time.process_time() - begin:.2f} s")
