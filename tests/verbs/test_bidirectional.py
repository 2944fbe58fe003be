"""Searches from both ends, against the slow reference."""

from __future__ import annotations

from typing import Any

import pytest

import deepen
from reference import true_distances
from support import cases
from symmetric import Symmetric, symmetric_graph
from two_way import ReversiblePuzzle, TwoWayPuzzle, UnitTwoWayPuzzle

pytestmark = pytest.mark.engine

# What they have in common is read off the seed, so that every mixture comes along.
SEEDS = range(cases(2000))


def check(symmetric: Symmetric, puzzle: Any, **options: Any) -> deepen.Solution:
    """That the answer is the optimum, walked edge by edge."""
    graph = symmetric.graph
    solution = deepen.solve(puzzle, "bidirectional", **options)
    optimum = true_distances(graph).get(graph.start)
    if optimum is None:
        assert (solution.status, solution.optimal) == ("unsolvable", True)
        return solution
    assert (solution.cost, solution.lower_bound, solution.optimal) == (optimum, optimum, True)
    state, cost = graph.start, 0
    for action, child in zip(solution.actions, solution.states[1:], strict=True):
        _, state, step = graph.edges[state][action]
        assert state == child
        cost += step
    assert cost == optimum
    assert graph.is_goal(state)
    assert sum(row.expanded for row in solution.rows) == solution.expanded
    return solution


def test_costs_and_heuristics() -> None:
    for seed in SEEDS:
        symmetric = symmetric_graph(seed)
        heuristic = ("zero", "table_h", "in_steps")[seed % 3]
        check(symmetric, TwoWayPuzzle(symmetric), heuristic=heuristic, symmetry=seed % 2 == 0)


def test_actions_of_one_cost() -> None:
    for seed in SEEDS:
        symmetric = symmetric_graph(seed, unit_costs=True)
        heuristic = ("zero", "zero", "table_h")[seed % 3]
        puzzle = UnitTwoWayPuzzle(symmetric)
        check(symmetric, puzzle, heuristic=heuristic, symmetry=seed % 2 == 0)


def test_actions_that_can_be_undone() -> None:
    for seed in SEEDS[::2]:
        symmetric = symmetric_graph(seed, undirected=True)
        check(symmetric, ReversiblePuzzle(symmetric), heuristic=("zero", "table_h")[seed % 2])


def test_the_interpreter_does_the_same() -> None:
    for seed in SEEDS[:100]:
        symmetric = symmetric_graph(seed, unit_costs=seed % 2 == 0)
        puzzle = (UnitTwoWayPuzzle if seed % 2 == 0 else TwoWayPuzzle)(symmetric)
        one, other = (check(symmetric, puzzle, compiled=each) for each in (True, False))
        assert (one.states, one.expanded, one.generated, one.stored) == (
            other.states, other.expanded, other.generated, other.stored,
        )  # fmt: skip


@pytest.mark.parametrize("kind", [TwoWayPuzzle, UnitTwoWayPuzzle])
def test_a_limit_keeps_what_is_proven(kind: type[TwoWayPuzzle]) -> None:
    proven = 0
    for seed in SEEDS[:100]:
        symmetric = symmetric_graph(seed, unit_costs=True)
        puzzle = kind(symmetric)
        optimum = true_distances(symmetric.graph).get(symmetric.graph.start)
        for limit in range(4):
            found = deepen.solve(puzzle, "bidirectional", "zero", node_limit=limit)
            assert found.expanded <= limit
            if found.status == "node-limit" and optimum is not None:
                assert found.lower_bound is not None
                assert found.lower_bound <= optimum
                proven += found.lower_bound > 0
            elif optimum is not None:
                assert found.cost == optimum
    assert proven > 0


class Stones(deepen.ObjectPuzzle):
    """Take one or three stones of `start` until none is left; or the other way."""

    def actions(self, stones: int) -> list[int]:
        return [take for take in (1, 3) if take <= stones]

    def result(self, stones: int, take: int) -> int:
        return stones - take

    def is_goal(self, stones: int) -> bool:
        return stones == 0

    def goals(self) -> list[int]:
        return [0]

    def predecessors(self, stones: int) -> list[tuple[int, int]]:
        return [(take, stones + take) for take in (1, 3)]


def test_objects_go_back_too() -> None:
    solution = deepen.solve(Stones(100), "bidirectional")
    assert (solution.cost, sum(solution.actions), solution.optimal) == (34, 100, True)
    assert solution.expanded < deepen.solve(Stones(100), "breadth-first").expanded * 1.2


class OneWay(Stones):
    """Nobody says where the goals are."""

    goals = None  # type: ignore[assignment]


def test_who_does_not_know_the_way_is_told_what_is_missing() -> None:
    with pytest.raises(deepen.UsageError, match="needs the goals of OneWay and a way back"):
        deepen.solve(OneWay(3), "bidirectional")
    assert "bidirectional" not in deepen.algorithms_of(OneWay(3))
    assert "bidirectional" in deepen.algorithms_of(Stones)


class Misled(deepen.Puzzle):
    """To and fro on a line; a goal is listed that is none."""

    reversible = True

    def successors(board: Any, place: int) -> Any:
        if place < 9:
            yield 1, place + 1
        if place > 0:
            yield 2, place - 1

    def is_goal(board: Any, place: int) -> Any:
        return place == 7

    def goals(board: Any) -> Any:
        yield 6


@pytest.mark.parametrize("compiled", [True, False])
def test_goals_that_are_none_are_the_fault_of_the_rules(compiled: bool) -> None:
    with pytest.raises(deepen.RuleError):
        deepen.solve(Misled(0), "bidirectional", compiled=compiled)
    with pytest.raises(deepen.RuleError, match="does not end in a goal; `goals` may be wrong"):
        deepen.solve(Misled(0), "bidirectional")
