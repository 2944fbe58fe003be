"""The slow and obvious audit: every state and every edge looked at, one after the other.

Nothing here is shared with the package that it judges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeVar

from reference import DEAD, Problem, reachable, true_distances

S = TypeVar("S", bound=Hashable)
A = TypeVar("A")


@dataclass
class Audited:
    """What the definitions say. Infinity is None."""

    states: int
    edges: int
    goals: int
    joint: Counter[tuple[int | None, int | None]]
    overestimates: int
    steep_edges: int
    nearest: int | None  # the least distance of a state with h > h*
    worst: float | None  # the largest h - h*
    steepest: float | None  # the largest h(s) - h(s') - cost
    mean_ratio: float | None
    exact_share: float | None
    dead_share: float | None
    histogram: dict[int, int]


def audited(problem: Problem[S, A]) -> Audited:
    """Everything that can be reached from the start."""
    states = [state for layer in reachable(problem) for state in layer]
    true = true_distances(problem)
    edges = [(s, child, cost) for s in states for _, child, cost in problem.successors(s)]
    solvable = [s for s in states if true[s] is not None]
    hopeless = [s for s in states if true[s] is None]
    falls = [h(problem, s) - h(problem, t) - c for s, t, c in edges if true[s] is not None]
    steep = [fall for fall in falls if fall > 0]
    over = [s for s in solvable if h(problem, s) > distance(true, s)]
    both = [s for s in solvable if problem.h(s) != DEAD]
    ratios = [problem.h(s) / distance(true, s) for s in both if distance(true, s) > 0]
    gaps = Counter(distance(true, s) - problem.h(s) for s in both)
    known = [s for s in hopeless if problem.h(s) == DEAD]
    return Audited(
        states=len(states),
        edges=len(edges),
        goals=sum(problem.is_goal(s) for s in states),
        joint=Counter((None if problem.h(s) == DEAD else problem.h(s), true[s]) for s in states),
        overestimates=len(over),
        steep_edges=len(steep),
        nearest=min((distance(true, s) for s in over), default=None),
        worst=max((h(problem, s) - distance(true, s) for s in over), default=None),
        steepest=max(steep, default=None),
        mean_ratio=sum(ratios) / len(ratios) if ratios else None,
        exact_share=gaps[0] / len(solvable) if solvable else None,
        dead_share=len(known) / len(hopeless) if hopeless else None,
        histogram=dict(gaps),
    )


def h(problem: Problem[S, A], state: S) -> float:
    """An estimate as a number that can be infinite; infinity less infinity is no fall."""
    value = problem.h(state)
    return 10**12 if value == DEAD else value


def distance(true: dict[S, int | None], state: S) -> int:
    """The distance of a state that has one."""
    found = true[state]
    assert found is not None
    return found
