"""Breadth-first search and explore: states a second on one thread, and two threads beside one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import deepen
from deepen.games import tiles
from measures import Line

ROUNDS = 3
LEAST_SECONDS = 20  # a search that takes a second takes part in more rounds
EXPANDED = 10_000_000
BOARD = "3x4: 0 1 2 3 4 5 6 7 8 9 10 11"
PART = f"3x4 puzzle, {EXPANDED / 1e6:.0f} million expansions"
FAR = "3x4: 11 10 9 8 7 6 5 4 3 2 1 0"  # a goal that ten million expansions do not reach


def on_one_thread() -> list[Line]:
    """Expansions a second of CPU on a part of the 3x4 puzzle, and what a state takes."""
    puzzle = tiles.parse(BOARD)
    deepen.explore(puzzle, node_limit=1, ranked=False)  # compiles
    seconds, seen = min((_explored(puzzle, time.thread_time) for _ in range(ROUNDS)), key=_first)
    rate = EXPANDED / seconds / 1e6
    where = f"explore, 3x4 puzzle, {seen.states / 1e6:.0f} million states"
    size = seen.peak_bytes / seen.states
    return [
        Line(
            f"{where}: expansions a second",
            f"{rate:.2f} M/s",
            value=rate,
            unit=" M/s",
            at_least=4.5,
        ),
        Line(f"{where}: bytes a state", f"{size:.1f} bytes", value=size, unit=" bytes", at_most=27),
    ]


def on_two_threads() -> list[Line]:
    """Wall-clock time of two threads and of one, in turn; all counts must agree."""
    explored = tiles.parse(BOARD)
    solved = tiles.parse(FAR)
    whole = _pancakes(11)
    return [
        _two(
            "explore, all stacks of 11 pancakes",
            lambda threads: deepen.explore(whole, threads=threads, ranked=False),
        ),
        _two(
            f"explore, {PART}",
            lambda threads: deepen.explore(
                explored, node_limit=EXPANDED, threads=threads, ranked=False
            ),
        ),
        _two(
            f"breadth-first, {PART}",
            lambda threads: deepen.solve(
                solved, "breadth-first", node_limit=EXPANDED, threads=threads
            ),
        ),
    ]


def _two(what: str, search: Callable[[int], Any]) -> Line:
    times: dict[int, list[float]] = {1: [], 2: []}
    counts = set()
    begun = time.perf_counter()
    while len(times[1]) < ROUNDS or time.perf_counter() - begun < LEAST_SECONDS:
        for threads, taken in times.items():
            began = time.perf_counter()
            found = search(threads)
            taken.append(time.perf_counter() - began)
            counts.add((found.status, found.generated, _stored(found)))
    if len(counts) != 1:
        raise ValueError(f"{what}: two threads count otherwise than one: {counts}")
    one, two = min(times[1]), min(times[2])
    return Line(
        f"{what}, 2 threads",
        f"{two:.2f} s",
        f"1 thread {one:.2f} s",
        one / two,
        at_least=1.6,
    )


def _pancakes(count: int) -> Any:
    sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
    puzzle = import_module("pancakes").Pancakes(*range(1, count + 1))
    deepen.explore(puzzle, node_limit=1, ranked=False)  # compiles
    return puzzle


def _stored(found: Any) -> int:
    return int(found.states if isinstance(found, deepen.Exploration) else found.stored)


def _explored(
    puzzle: deepen.Puzzle, clock: Callable[[], float]
) -> tuple[float, deepen.Exploration]:
    began = clock()
    seen = deepen.explore(puzzle, node_limit=EXPANDED, ranked=False)
    return clock() - began, seen


def _first(pair: tuple[float, deepen.Exploration]) -> float:
    return pair[0]
