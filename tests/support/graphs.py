"""Random explicit graphs for Hypothesis, small enough for the oracle and nasty enough for a search.

They come with actions that cost nothing, self-loops, several edges between the same two states,
states without a way out, goals out of reach, and a start that is already a goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hypothesis import strategies as st

from reference import DEAD, true_distances

__all__ = ["DEAD", "FOUR_NODE_GRAPH", "ExplicitGraph", "HeuristicKind", "explicit", "graphs"]

Edge = tuple[int, int, int]
HeuristicKind = Literal["zero", "consistent", "admissible", "any"]


@dataclass(frozen=True)
class ExplicitGraph:
    """States 0 to n-1 and all their edges; satisfies ``reference.Problem``.

    ``edges[s]`` lists (action, child, cost); the action is the place of the edge in that list.
    ``estimate[s]`` is the heuristic value of s.
    """

    edges: tuple[tuple[Edge, ...], ...]
    goals: frozenset[int]
    estimate: tuple[int, ...]
    start: int = 0

    @property
    def n(self) -> int:
        return len(self.edges)

    def successors(self, state: int) -> Sequence[Edge]:
        return self.edges[state]

    def is_goal(self, state: int) -> bool:
        return state in self.goals

    def h(self, state: int) -> int:
        return self.estimate[state]


def explicit(
    edges: Iterable[Iterable[tuple[int, int]]],
    goals: Iterable[int],
    estimate: Sequence[int] | None = None,
    start: int = 0,
) -> ExplicitGraph:
    """Build a graph from the (child, cost) pairs of each state; without ``estimate`` h is 0."""
    numbered = tuple(tuple((i, *edge) for i, edge in enumerate(out)) for out in edges)
    estimate = [0] * len(numbered) if estimate is None else estimate
    assert len(estimate) == len(numbered)
    return ExplicitGraph(numbered, frozenset(goals), tuple(estimate), start)


# S = 0, A = 1, B = 2, G = 3; h in brackets.
#
#     S[2] --3--> A[0] --3--> G[0]        S-A-G costs 6
#       \         ^
#        1       1                        S-B-A-G costs 5
#         \     /
#          B[4]
#
# h is admissible (true distances 5, 3, 4, 0) and inconsistent (B to A costs 1, h falls by 4). So A
# is expanded first at g = 3, and only re-opening it at g = 2 gives 5.
FOUR_NODE_GRAPH = explicit(
    edges=[[(1, 3), (2, 1)], [(3, 3)], [(1, 1)], []], goals=[3], estimate=[2, 0, 4, 0]
)


# Heuristic values


def _admissible_values(draw: st.DrawFn, graph: ExplicitGraph, high: int) -> list[int]:
    """Anything from 0 to the true distance; where that is infinite, anything or DEAD.

    Both ends come often: neighbours of which one knows all and one nothing make a search re-open.
    """
    true = true_distances(graph)

    def value(state: int) -> int:
        distance = true.get(state)
        if distance is None:
            return draw(st.integers(0, high) | st.just(DEAD))
        return draw(st.integers(0, distance) | st.sampled_from([0, distance]))

    return [value(state) for state in range(graph.n)]


def _consistent_values(draw: st.DrawFn, graph: ExplicitGraph, high: int) -> list[int]:
    """Lower arbitrary values until no edge is violated; each consistent h can come out of this.

    DEAD is larger than every sum of costs here, so it survives only where all that is in reach is
    DEAD as well.
    """
    raw = st.just(DEAD) | st.integers(0, high)
    values = [0 if state in graph.goals else draw(raw) for state in range(graph.n)]
    lowered = True
    while lowered:
        lowered = False
        for state, out in enumerate(graph.edges):
            for _, child, cost in out:
                if values[child] != DEAD and values[state] > cost + values[child]:
                    values[state] = cost + values[child]
                    lowered = True
    return values


def _any_values(draw: st.DrawFn, graph: ExplicitGraph, high: int) -> list[int]:
    """Mostly numbers. A rare DEAD hides a state, perhaps one that matters."""
    value = st.integers(0, high) | st.sampled_from([0, 1, high, DEAD])
    return [draw(value) for _ in range(graph.n)]


def _values(draw: st.DrawFn, graph: ExplicitGraph, kind: HeuristicKind, high: int) -> list[int]:
    if kind == "admissible":
        return _admissible_values(draw, graph, high)
    if kind == "consistent":
        return _consistent_values(draw, graph, high)
    if kind == "any":
        return _any_values(draw, graph, high)
    return [0] * graph.n


# Graphs

Ends = list[list[tuple[int, int]]]


def _loose_edges(n: int, costs: st.SearchStrategy[int], most: int) -> st.SearchStrategy[Ends]:
    """Any (child, cost) pairs, so that self-loops and parallel edges come by themselves."""
    edge = st.tuples(st.integers(0, n - 1), costs)
    return st.lists(st.lists(edge, max_size=most), min_size=n, max_size=n)


def _connect(draw: st.DrawFn, edges: Ends, costs: st.SearchStrategy[int]) -> None:
    """Give each state a way in from one shortly before it: all in reach of 0, and some far away.

    Loose edges alone mostly leave the start among two or three states, where nothing happens.
    """
    room = [1] * len(edges)
    for state in range(1, len(edges)):
        near = [before for before in range(max(0, state - 3), state) if room[before] > 0]
        before = draw(st.sampled_from(near))
        room[before] -= 1
        edges[before].insert(draw(st.integers(0, len(edges[before]))), (state, draw(costs)))


@st.composite
def graphs(
    draw: st.DrawFn,
    max_states: int = 8,
    max_cost: int = 5,
    heuristic: HeuristicKind = "zero",
    *,
    min_cost: int = 0,
    max_out: int = 4,
    solvable: bool | None = None,
) -> ExplicitGraph:
    """A graph whose heuristic has the property that its kind names, and often no more than that.

    ``solvable`` asks for a goal within reach (True), for none (False), or leaves it open. Keep
    ``max_states`` at 8 or below for the IDA* of the oracle, which may try every path. Take 24 or
    more to see A* re-open: one in ten graphs with an admissible heuristic does, of 8 one in eighty.
    """
    # A search of one or two states shows little, so small and unconnected graphs, and odd places
    # for start and goal, are the exception.
    odd = st.sampled_from([False, False, False, True])
    n = draw(st.integers(1 if draw(odd) else (2 * max_states + 2) // 3, max_states))
    costs = st.integers(min_cost, max_cost)
    edges = draw(_loose_edges(n, costs, max_out - 1))
    if not draw(odd):
        _connect(draw, edges, costs)
    anywhere = st.integers(0, n - 1)
    start = draw(anywhere) if draw(odd) else 0
    goals = draw(st.frozensets(anywhere, max_size=2)) if draw(odd) else frozenset([n - 1])
    graph = explicit(edges, goals, start=start)
    if solvable is not None:
        graph = _with_goals(draw, graph, solvable)
    estimate = _values(draw, graph, heuristic, high=draw(st.sampled_from([2, n])) * max_cost)
    return replace(graph, estimate=tuple(estimate))


def _with_goals(draw: st.DrawFn, graph: ExplicitGraph, solvable: bool) -> ExplicitGraph:
    """Move goals into reach or out of it, rather than throw away the graphs that do not fit."""
    within = frozenset(true_distances(graph))
    if not solvable:
        return replace(graph, goals=graph.goals - within)
    if graph.goals & within:
        return graph
    return replace(graph, goals=graph.goals | {draw(st.sampled_from(sorted(within)))})
