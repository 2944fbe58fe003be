"""Breadth-first search, explore and audit on several threads: what one thread finds, to the node.

`cpp/tests/threads.cpp` holds the engine to that on many small graphs; here are large ones, through
the rules and the limits as people write and set them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import deepen
import reference
from endless import Tree

pytestmark = pytest.mark.engine

STATES = 30_000
NONE = -1


class Scatter(deepen.Puzzle):
    """A random-looking graph: dead ends, loops, several ways to the same state, several goals."""

    board_fields = {"factor": "i8", "goal": "i8", "broken": "i8"}

    def __init__(self, factor: int, goal: int = NONE, broken: int = NONE) -> None:
        super().__init__(1, {"factor": factor, "goal": goal, "broken": broken})
        self.factor, self.goal = factor, goal

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        if state == board.broken:
            raise ValueError("no way on")
        if state % 11 != 5:
            for way in range(1 + state % 5):
                child = (state * board.factor + way * way * 7919 + way) % 30_000
                yield way, child, 1 + (state + way) % 3
        if state % 13 == 2:
            yield 9, state, 1

    @deepen.rule
    def is_goal(board: Any, state: int) -> bool:
        return bool(board.goal >= 0 and state % 10_000 == board.goal)

    @deepen.heuristic()
    def guess(board: Any, state: int) -> int:
        return state % 7


class Obvious:
    """The same for the reference."""

    start = 1

    def __init__(self, puzzle: Scatter) -> None:
        self.puzzle = puzzle

    def successors(self, state: int) -> list[tuple[int, int, int]]:
        ways = range(1 + state % 5) if state % 11 != 5 else ()
        children = [(state * self.puzzle.factor + way * way * 7919 + way) % STATES for way in ways]
        found = [(way, child, 1 + (state + way) % 3) for way, child in enumerate(children)]
        return [*found, (9, state, 1)] if state % 13 == 2 else found

    def is_goal(self, state: int) -> bool:
        return self.puzzle.goal >= 0 and state % 10_000 == self.puzzle.goal

    def h(self, state: int) -> int:
        return state % 7


def counted(found: deepen.Solution) -> tuple[Any, ...]:
    rows = [(row.expanded, row.generated) for row in found.rows]
    counts = (found.expanded, found.generated, found.stored)
    return found.status, found.cost, found.actions, found.states, *counts, rows


@pytest.mark.parametrize("goal", [NONE, 9_999, 4_242])
@pytest.mark.parametrize("factor", [17, 31])
def test_threads_find_what_one_finds(factor: int, goal: int) -> None:
    puzzle = Scatter(factor, goal)
    truth = reference.breadth_first(Obvious(puzzle))
    alone = deepen.solve(puzzle, "breadth-first")
    assert (alone.status, alone.expanded, alone.generated) == (
        truth.status,
        truth.expanded,
        truth.generated,
    )
    assert [int(state) for state in alone.states] == truth.states
    for threads in range(2, 9):
        assert counted(deepen.solve(puzzle, "breadth-first", threads=threads)) == counted(alone)


def test_threads_explore_what_one_explores() -> None:
    puzzle = Scatter(31)
    layers = reference.layer_counts(Obvious(puzzle))
    for threads in (1, 2, 5):
        seen = deepen.explore(puzzle, threads=threads)
        assert (seen.complete, seen.layers) == (True, layers)


@pytest.mark.parametrize("limit", [0, 4_095, 4_096, 9_999, 20_001])
def test_the_node_limit_is_exact_for_all_threads(limit: int) -> None:
    alone = deepen.solve(Tree(1), "breadth-first", node_limit=limit)
    for threads in (2, 3):
        found = deepen.solve(Tree(1), "breadth-first", node_limit=limit, threads=threads)
        assert counted(found) == counted(alone)
        assert found.expanded == limit


@pytest.mark.parametrize("limit", [3_000_000, 10_000_000])
def test_threads_keep_the_memory_limit(limit: int) -> None:
    seen = deepen.explore(Tree(1), memory_limit=limit, threads=2)
    assert seen.status == "memory-limit"
    assert 0.9 * limit <= seen.peak_bytes <= limit


def test_threads_keep_the_time_limit() -> None:
    reports: list[deepen.Progress] = []
    seen = deepen.explore(Tree(1), time_limit=0.4, threads=2, on_progress=reports.append)
    assert seen.status == "time-limit"
    assert seen.states > 1_000
    assert reports
    assert reports[-1].expanded > 0


def test_a_rule_that_fails_is_told_by_any_thread() -> None:
    for threads in (1, 4):
        with pytest.raises(deepen.RuleError, match="no way on"):
            deepen.explore(Scatter(31, broken=4_321), threads=threads)
    # A goal before it wins.
    before = [deepen.solve(Scatter(31, 9_999, 5), "breadth-first", threads=n) for n in (1, 3)]
    assert counted(before[0]) == counted(before[1])


def test_threads_audit_what_one_audits() -> None:
    puzzle = Scatter(31, 9_999)
    reports = [deepen.audit(puzzle, threads=threads) for threads in (1, 2, 4)]
    assert len({str(replace(report, seconds=0.0)) for report in reports}) == 1
