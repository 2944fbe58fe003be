"""Threads, symmetry and both directions in one run, on graphs with dead ends, loops and costs."""

from __future__ import annotations

from typing import Any

import pytest

import deepen
import reference
from claims import cheapest_steps
from symmetric import Symmetric, symmetric_graph
from two_way import ReversiblePuzzle, TwoWayPuzzle, UnitTwoWayPuzzle

pytestmark = pytest.mark.engine

BLOCK = 2500
ON_THREADS = ("astar", "idastar", "uniform-cost")


def puzzle_of(symmetric: Symmetric, seed: int) -> Any:
    """Unit costs where the seed is even, edges that go both ways in every third of the others."""
    if seed % 2 == 0:
        return UnitTwoWayPuzzle(symmetric, seed)
    return ReversiblePuzzle(symmetric) if seed % 6 == 1 else TwoWayPuzzle(symmetric, seed)


def is_optimal(symmetric: Symmetric, solution: deepen.Solution, optimum: int | None) -> None:
    """And walks from the start to a goal over edges that there are."""
    assert (solution.cost, solution.optimal) == (optimum, True)
    if optimum is None:
        assert solution.status == "unsolvable"
        return
    assert solution.status == "solved"
    graph, states = symmetric.graph, solution.states
    assert (states[0], graph.is_goal(states[-1])) == (graph.start, True)
    assert cheapest_steps(graph, states)[1] == optimum


def solve_and_explore(seed: int) -> None:
    unit = seed % 2 == 0
    symmetric = symmetric_graph(seed, unit_costs=unit, undirected=seed % 6 == 1)
    optimum = reference.true_distances(symmetric.graph).get(symmetric.graph.start)
    puzzle = puzzle_of(symmetric, seed)
    threads, fold = 1 + seed // 2 % 8, seed // 16 % 2 == 0
    heuristic = ("table_h", "in_steps")[seed // 32 % 2]
    for algorithm in ON_THREADS:
        guess = None if algorithm == "uniform-cost" else heuristic
        found = deepen.solve(puzzle, algorithm, guess, threads=threads, symmetry=fold)
        is_optimal(symmetric, found, optimum)
    for guess in ("zero", heuristic):
        is_optimal(symmetric, deepen.solve(puzzle, "bidirectional", guess, symmetry=fold), optimum)
    alone, together = (deepen.explore(puzzle, symmetry=fold, threads=n) for n in (1, threads))
    assert (together.layers, together.generated) == (alone.layers, alone.generated)
    if fold:
        assert alone.states == symmetric.classes
    else:
        assert alone.layers == reference.layer_counts(symmetric.graph)
    if unit:
        one, all_ = (
            deepen.solve(puzzle, "breadth-first", threads=n, symmetry=fold) for n in (1, threads)
        )
        is_optimal(symmetric, all_, optimum)
        assert (all_.states, all_.expanded, all_.stored) == (one.states, one.expanded, one.stored)


@pytest.mark.long
@pytest.mark.parametrize("block", range(8))
def test_twenty_thousand_graphs(block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        solve_and_explore(seed)


@pytest.mark.slow
def test_some_graphs() -> None:
    for seed in range(20_000, 20_192):
        solve_and_explore(seed)
