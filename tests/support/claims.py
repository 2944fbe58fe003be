"""What is claimed of a solution, held against the truth."""

from __future__ import annotations

from itertools import pairwise

import deepen
from graphs import ExplicitGraph


def cheapest_steps(graph: ExplicitGraph, states: list[int]) -> tuple[list[int], int]:
    """Between two states the cheapest action counts, and among those the first yielded."""
    actions, total = [], 0
    for state, child in pairwise(states):
        ways = [(cost, action) for action, end, cost in graph.successors(state) if end == child]
        cost, action = min(ways)
        actions.append(action)
        total += cost
    return actions, total


def check_claims(solution: deepen.Solution, truth: int | None) -> None:
    """Holds wherever the heuristic is what it was declared to be."""
    if solution.status == "unsolvable":
        assert truth is None
        assert (solution.lower_bound, solution.optimal) == (None, True)
        return
    assert solution.lower_bound is not None
    if truth is not None:
        assert 0 <= solution.lower_bound <= truth
    if solution.status == "solved":
        assert solution.cost is not None
        assert truth is not None
        assert solution.lower_bound <= truth <= solution.cost
        assert solution.optimal == (solution.lower_bound == solution.cost)
    else:
        assert not solution.optimal
