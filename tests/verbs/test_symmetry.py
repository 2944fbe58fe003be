"""Puzzles with the rule `canonical`: the same answers, on the real board, from fewer states."""

from __future__ import annotations

from typing import Any

import pytest

import deepen
from reference import true_distances
from support import cases
from symmetric import Symmetric, SymmetricPuzzle, symmetric_graph

pytestmark = pytest.mark.engine

OPTIMAL = ("astar", "idastar", "uniform-cost", "breadth-first")


def walked(symmetric: Symmetric, solution: deepen.Solution) -> int:
    """What the actions of a solution cost, taken one after the other, up to a goal."""
    graph, cost = symmetric.graph, 0
    assert solution.states[0] == graph.start
    for state, action, child in zip(
        solution.states, solution.actions, solution.states[1:], strict=False
    ):
        assert graph.edges[state][action][1] == child
        cost += graph.edges[state][action][2]
    assert graph.is_goal(solution.states[-1])
    return cost


def answered(symmetric: Symmetric, puzzle: Any, algorithm: str, **more: Any) -> None:
    solution = deepen.solve(puzzle, algorithm, **more)
    optimum = true_distances(symmetric.graph).get(symmetric.graph.start)
    if optimum is None:
        assert solution.status == "unsolvable"
        return
    assert walked(symmetric, solution) == solution.cost
    if algorithm in OPTIMAL:
        assert solution.optimal
        assert solution.cost == optimum


@pytest.mark.parametrize("heuristic", ["table_h", "in_steps"])
def test_random_graphs_have_the_optimum_they_have_without(heuristic: str) -> None:
    for seed in range(cases(3000)):
        symmetric = symmetric_graph(seed)
        puzzle = SymmetricPuzzle(symmetric)
        threads = (seed % 8 + 1) if seed % 3 == 0 else 1
        answered(symmetric, puzzle, "astar", heuristic=heuristic, threads=threads)
        answered(symmetric, puzzle, "idastar", heuristic=heuristic, threads=threads)
        plain: dict[str, Any] = {"table": False, "reorder": False, "cycle_check": "parent"}
        if min((c for out in symmetric.graph.edges for *_, c in out), default=1) > 0:
            answered(symmetric, puzzle, "idastar", heuristic=heuristic, **plain)
        if heuristic == "table_h":
            answered(symmetric, puzzle, "uniform-cost")
            answered(symmetric, puzzle, "greedy")
            answered(symmetric, puzzle, "depth-first")


def test_unit_costs_in_layers_and_classes_are_counted() -> None:
    smaller = 0
    for seed in range(cases(1000)):
        symmetric = symmetric_graph(seed, unit_costs=True)
        puzzle = SymmetricPuzzle(symmetric)
        optimum = true_distances(symmetric.graph).get(symmetric.graph.start)
        assert deepen.solve(puzzle, "breadth-first").cost == optimum
        found = deepen.explore(puzzle)
        assert found.states == symmetric.classes
        smaller += found.states < deepen.explore(puzzle, symmetry=False).states
    assert smaller > cases(1000) // 4


def test_interpreted_rules_search_the_same_states() -> None:
    for seed in range(cases(200)):
        puzzle = SymmetricPuzzle(symmetric_graph(seed))
        for algorithm in ("astar", "idastar"):
            one, other = (
                deepen.solve(puzzle, algorithm, "in_steps", compiled=compiled)
                for compiled in (True, False)
            )
            counts = [(s.cost, s.actions, s.states, s.expanded, s.generated) for s in (one, other)]
            assert counts[0] == counts[1]


class Lopsided(deepen.Puzzle):
    """From 0 on to 5, and a `canonical` that makes the start a state that is nearer."""

    def successors(board: Any, state: Any) -> Any:
        if state < 5:
            yield 0, state + 1

    def is_goal(board: Any, state: Any) -> Any:
        return state == 5

    def canonical(board: Any, state: Any) -> Any:
        return max(state, 3)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_wrong_symmetry_is_noticed_when_the_answer_is_walked(compiled: bool) -> None:
    told = r"test_symmetry\.py:\d+: canonical gives a state that goes on otherwise than the state 0"
    with pytest.raises(deepen.RuleError, match=told):
        deepen.solve(Lopsided(0), compiled=compiled)
    assert deepen.solve(Lopsided(0), symmetry=False, compiled=compiled).cost == 5


class Bits(deepen.ObjectPuzzle):
    """Switch lamps on until all are; in a ring, so that only the pattern counts."""

    start = (1, 0, 0, 0)

    def actions(self, state: tuple[int, ...]) -> list[int]:
        return [place for place, lamp in enumerate(state) if not lamp]

    def result(self, state: tuple[int, ...], place: int) -> tuple[int, ...]:
        return (*state[:place], 1, *state[place + 1 :])

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return all(state)

    def canonical(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return min(state[i:] + state[:i] for i in range(4))


def test_objects_have_symmetry_too() -> None:
    assert deepen.explore(Bits()).states == 5
    assert deepen.explore(Bits(), symmetry=False).states == 8
    solution = deepen.solve(Bits())
    assert solution.states[-1] == (1, 1, 1, 1)
    for state, place, child in zip(
        solution.states, solution.actions, solution.states[1:], strict=False
    ):
        assert Bits().result(state, place) == child
