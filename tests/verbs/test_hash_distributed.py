"""A*, weighted A* and uniform-cost search on several threads: what is claimed holds for any number.

Counts depend on which thread comes first, so they are held to what must be true of them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import deepen
from claims import cheapest_steps, check_claims
from deepen.games import tiles
from endless import Scattered, Tree, Wide
from graphs import FOUR_NODE_GRAPH, ExplicitGraph, explicit, graphs
from puzzles import AdmissibleGraphPuzzle, GraphPuzzle, IncrementalGraphPuzzle
from reference import true_distances
from support import examples, slow

pytestmark = pytest.mark.engine

MB = 1_000_000
LARGEST = 2**31 - 1
THREADS = range(1, 9)
OPTIMAL = ("astar", "uniform-cost")
# A hundred thousand states, so that threads are in the midst of it when they meet a limit.
FIFTEEN = tiles.parse("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15")
EIGHT = tiles.parse("8 0 6 5 4 7 2 3 1")


def check_path(solution: deepen.Solution, graph: ExplicitGraph) -> None:
    """The path is one from the start to a goal, and costs what it is said to cost."""
    if solution.status != "solved":
        return
    assert (solution.states[0], graph.is_goal(solution.states[-1])) == (graph.start, True)
    assert (solution.actions, solution.cost) == cheapest_steps(graph, solution.states)


def check_counts(solution: deepen.Solution) -> None:
    assert sum(row.expanded for row in solution.rows) == solution.expanded
    assert sum(row.generated for row in solution.rows) == solution.generated - 1
    bounds = [row.bound for row in solution.rows]
    assert bounds == sorted(set(bounds))


@examples(120)
@given(
    graph=graphs(max_states=24, heuristic="admissible"),
    limit=st.none() | st.integers(0, 30),
    weight=st.fractions(1, 8, max_denominator=20),
)
def test_claims_hold_on_any_number_of_threads(
    graph: ExplicitGraph, limit: int | None, weight: Fraction
) -> None:
    puzzle, truth = AdmissibleGraphPuzzle(graph), true_distances(graph)[graph.start]
    for threads in THREADS:
        for algorithm in (*OPTIMAL, "weighted-astar"):
            note(f"{algorithm}, {threads}")
            given_weight = weight if algorithm == "weighted-astar" else None
            solution = deepen.solve(
                puzzle, algorithm, weight=given_weight, node_limit=limit, threads=threads
            )
            check_claims(solution, truth)
            check_path(solution, graph)
            check_counts(solution)
            if solution.status == "node-limit":
                assert solution.expanded == limit
            elif algorithm in OPTIMAL:
                assert solution.optimal
                assert solution.cost == truth
            elif solution.cost is not None and truth is not None:
                assert solution.cost <= weight * truth


@examples(60)
@given(graph=graphs(max_states=24, heuristic="any"), threads=st.integers(2, 8))
def test_goals_are_found_under_any_heuristic(graph: ExplicitGraph, threads: int) -> None:
    """By estimates that come along, too; DEAD hides states from both alike."""
    for puzzle in (GraphPuzzle(graph), IncrementalGraphPuzzle(graph)):
        alone = deepen.solve(puzzle, "astar", "table_h")
        solution = deepen.solve(puzzle, "astar", "table_h", threads=threads)
        assert solution.status == alone.status
        assert solution.initial_h == alone.initial_h
        check_path(solution, graph)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_four_nodes_give_five(threads: int) -> None:
    puzzle = AdmissibleGraphPuzzle(FOUR_NODE_GRAPH)
    for _ in range(50):
        solution = deepen.solve(puzzle, threads=threads)
        assert (solution.states, solution.cost) == ([0, 2, 1, 3], 5)


@pytest.mark.parametrize("threads", [2, 4])
def test_a_search_of_some_size(threads: int) -> None:
    alone = deepen.solve(FIFTEEN, "astar", "manhattan")
    solution = deepen.solve(FIFTEEN, "astar", "manhattan", threads=threads)
    assert (solution.cost, solution.lower_bound, solution.optimal) == (alone.cost, alone.cost, True)
    assert solution.peak_bytes > 20 * solution.stored
    check_counts(solution)
    # What costs less than the solution everyone expands.
    least = {row.bound: row.expanded for row in alone.rows[:-1]}
    assert all(row.expanded >= least.get(row.bound, 0) for row in solution.rows)


def test_expanded_states_are_kept() -> None:
    solution = deepen.solve(EIGHT, "uniform-cost", threads=3, keep_expanded=True, node_limit=500)
    assert solution.expanded_states is not None
    assert EIGHT.start in solution.expanded_states
    assert len(set(solution.expanded_states)) == solution.expanded - solution.reopened


# Searches that stay on one thread


@pytest.mark.parametrize("algorithm", ["greedy", "depth-first"])
def test_some_algorithms_use_one_thread(algorithm: str) -> None:
    alone = deepen.solve(FIFTEEN, algorithm, node_limit=5000)
    solution = deepen.solve(FIFTEEN, algorithm, node_limit=5000, threads=4)
    counts = (solution.status, solution.cost, solution.expanded, solution.generated)
    assert counts == (alone.status, alone.cost, alone.expanded, alone.generated)


# Limits and faults


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("limit", [0, 1, 2, 127, 128, 129, 1000, 12_345])
def test_node_limit_is_exact(limit: int, threads: int) -> None:
    for algorithm in OPTIMAL:
        solution = deepen.solve(Tree(1), algorithm, node_limit=limit, threads=threads)
        assert (solution.status, solution.expanded) == ("node-limit", limit)


@pytest.mark.parametrize("limit", [MB, 3 * MB, *slow(10 * MB, 64 * MB)])
@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize("puzzle", [Tree(1), Scattered(1), Wide((1, 2, 3, 4))])
def test_memory_limit(puzzle: Any, threads: int, limit: int) -> None:
    solution = deepen.solve(puzzle, "uniform-cost", memory_limit=limit, threads=threads)
    assert solution.status == "memory-limit"
    assert 0.8 * limit <= solution.peak_bytes <= limit
    assert solution.lower_bound is not None
    assert solution.lower_bound > 0


def test_time_limit_keeps_what_is_proven() -> None:
    seen: list[deepen.Progress] = []
    solution = deepen.solve(
        Tree(1), "uniform-cost", threads=3, time_limit=0.5, on_progress=seen.append
    )
    assert solution.status == "time-limit"
    assert solution.seconds < 2
    assert seen
    assert [p.lower_bound for p in seen] == sorted(p.lower_bound for p in seen)
    assert seen[-1].lower_bound <= (solution.lower_bound or 0)
    assert 0 < seen[-1].expanded <= solution.expanded
    assert 0 < seen[-1].generated <= solution.generated


@pytest.mark.parametrize("algorithm", OPTIMAL)
def test_a_dear_branch_does_not_matter_beside_a_goal(algorithm: str) -> None:
    """Node 1 comes first, and its only step passes what can be counted; node 2 is the goal."""
    edges = [[(1, 10), (2, LARGEST - 7)], [(3, LARGEST - 5)], [], []]
    found = deepen.solve(AdmissibleGraphPuzzle(explicit(edges, [2])), algorithm, threads=3)
    assert (found.status, found.cost) == ("solved", LARGEST - 7)
    lost = AdmissibleGraphPuzzle(explicit(edges, [3]))
    with pytest.raises(deepen.RuleError, match=r"by way of the state 1"):
        deepen.solve(lost, algorithm, threads=3)
