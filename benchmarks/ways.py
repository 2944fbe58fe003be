"""What a way back and numbers for states save: searches from both ends, whole spaces in 2 bits."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import fmean
from typing import Any

import deepen
from deepen.games import tiles
from measures import Line

GALLERY = Path(__file__).parent.parent / "examples"
STARTS = 50
PANCAKE_STARTS = 10  # a breadth-first search of 11 pancakes sees up to 40 million stacks
MEBIBYTES = 200


def from_both_ends() -> list[Line]:
    """States expanded, as a mean over random starts, beside breadth-first search."""
    sys.path.insert(0, str(GALLERY))
    Cube = import_module("cube").Cube  # noqa: N806, a class
    Pancakes = import_module("pancakes").Pancakes  # noqa: N806

    def cube(chance: random.Random) -> Any:
        return Cube(" ".join(chance.choices(Cube.actions, k=100)))

    def pancakes(chance: random.Random) -> Any:
        return Pancakes(*chance.sample(range(1, 12), 11))

    return [
        _both_ends("2x2x2 cube", cube, STARTS),
        _both_ends("11 pancakes", pancakes, PANCAKE_STARTS),
    ]


def _both_ends(title: str, make: Callable[[random.Random], Any], count: int) -> Line:
    chance = random.Random(1)
    starts = [make(chance) for _ in range(count)]
    both, one = [], []
    for start in starts:
        ours = deepen.solve(start, "bidirectional", "zero")
        theirs = deepen.solve(start, "breadth-first")
        if not (ours.optimal and ours.cost == theirs.cost):
            raise ValueError(f"{title}: {ours.cost} from both ends, {theirs.cost} from one")
        both.append(ours.expanded)
        one.append(theirs.expanded)
    return Line(
        f"bidirectional, {title}, mean of {count} random starts: expanded",
        f"{fmean(both):,.0f}",
        f"breadth-first {fmean(one):,.0f}",
        fmean(one) / fmean(both),
        at_least=100,
    )


def whole_spaces() -> list[Line]:
    """The 3x4 puzzle by number: memory, and time on one core."""
    puzzle = tiles.parse("3x4: 0 1 2 3 4 5 6 7 8 9 10 11")
    deepen.explore(puzzle, node_limit=1)  # compiles
    began = time.process_time()
    seen = deepen.explore(puzzle)
    seconds = time.process_time() - began
    if (seen.states, seen.depth) != (239_500_800, 53):
        raise ValueError(f"the 3x4 puzzle has {seen.states} states, {seen.depth} deep")
    return [
        Line(
            "explore by rank, 3x4 puzzle, 239,500,800 states: memory",
            f"{seen.peak_bytes / 2**20:.0f} MiB",
            f"{seen.states / seconds / 1e6:.1f} M states a second of CPU",
            seen.peak_bytes / 2**20,
            " MiB",
            at_most=MEBIBYTES,
        )
    ]
