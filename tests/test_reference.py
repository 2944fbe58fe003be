"""The oracle against counts made by hand, and against what each algorithm promises."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import DEAD, FOUR_NODE_GRAPH, ExplicitGraph, HeuristicKind, explicit, graphs
from reference import (
    Answer,
    Row,
    best_first,
    breadth_first,
    depth_first,
    idastar,
    is_admissible,
    is_consistent,
    layer_counts,
    replay,
    true_distances,
)

GraphAnswer = Answer[int, int]
Search = Callable[[ExplicitGraph], GraphAnswer]
S, A, B, G = range(4)


def astar(graph: ExplicitGraph) -> GraphAnswer:
    return best_first(graph, 1, 1)


def uniform_cost(graph: ExplicitGraph) -> GraphAnswer:
    return best_first(graph, 1, 0)


def greedy(graph: ExplicitGraph) -> GraphAnswer:
    return best_first(graph, 0, 1)


EVERY_SEARCH: list[Search] = [astar, uniform_cost, greedy, breadth_first, depth_first, idastar]


# The graph of four states, every algorithm by hand


def test_four_nodes_are_admissible_and_inconsistent() -> None:
    assert true_distances(FOUR_NODE_GRAPH) == {S: 5, A: 3, B: 4, G: 0}
    assert is_admissible(FOUR_NODE_GRAPH)
    assert not is_consistent(FOUR_NODE_GRAPH)
    assert layer_counts(FOUR_NODE_GRAPH) == [1, 2, 1]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        # S, A at g=3, B, A again at g=2
        (astar(FOUR_NODE_GRAPH), Answer("solved", 5, [1, 0, 0], [S, B, A, G], 4, 6, 1)),
        (best_first(FOUR_NODE_GRAPH, 1, 1, reopen=False),
         Answer("solved", 6, [0, 0], [S, A, G], 3, 5, 0)),
        # w = 3/2: B waits at 2*1 + 3*4 = 14 while G comes at 2*6 = 12
        (best_first(FOUR_NODE_GRAPH, 2, 3), Answer("solved", 6, [0, 0], [S, A, G], 2, 4, 0)),
        # A is still open when B makes it cheaper, so nothing is re-opened
        (uniform_cost(FOUR_NODE_GRAPH), Answer("solved", 5, [1, 0, 0], [S, B, A, G], 3, 5, 0)),
        (greedy(FOUR_NODE_GRAPH), Answer("solved", 6, [0, 0], [S, A, G], 2, 4, 0)),
        (breadth_first(FOUR_NODE_GRAPH), Answer("solved", 6, [0, 0], [S, A, G], 2, 4, 0)),
        (depth_first(FOUR_NODE_GRAPH), Answer("solved", 6, [0, 0], [S, A, G], 2, 4, 0)),
        (depth_first(FOUR_NODE_GRAPH, depth_limit=1), Answer("depth-limit", None, [], [], 1, 3)),
    ],
)  # fmt: skip
def test_four_nodes_by_hand(answer: GraphAnswer, expected: GraphAnswer) -> None:
    assert answer == expected


@pytest.mark.parametrize("reorder", [False, True])
def test_four_nodes_thresholds(reorder: bool) -> None:
    # 2: S; A cut at 3, B at 5.  3: S, A; G cut at 6, B at 5.  5: S, A; G cut; B, A, G.
    rows = [Row(2, 1, 2), Row(3, 2, 3), Row(5, 4, 5)]
    expected = Answer("solved", 5, [1, 0, 0], [S, B, A, G], 7, 11, 0, rows)
    assert idastar(FOUR_NODE_GRAPH, reorder) == expected


# One rule a test


@pytest.mark.parametrize("search", EVERY_SEARCH)
def test_a_start_that_is_a_goal_is_not_expanded(search: Search) -> None:
    answer = search(explicit([[(0, 0), (1, 1)], []], goals=[0, 1]))
    assert (answer.status, answer.cost, answer.states) == ("solved", 0, [0])
    assert (answer.expanded, answer.generated) == (0, 1)


@pytest.mark.parametrize("search", [astar, greedy, idastar])
def test_a_dead_start_is_unsolvable_at_once(search: Search) -> None:
    answer = search(explicit([[(1, 1)], []], goals=[1], estimate=[DEAD, 0]))
    assert answer == Answer("unsolvable", expanded=0, generated=1)


def test_blind_searches_do_not_ask_the_heuristic() -> None:
    graph = explicit([[(1, 1)], []], goals=[1], estimate=[DEAD, DEAD])
    for search in (uniform_cost, breadth_first, depth_first):
        assert search(graph).cost == 1


def test_a_dead_child_is_generated_and_then_forgotten() -> None:
    graph = explicit([[(1, 1), (2, 5)], [(3, 1)], [(3, 1)], []], [3], [0, DEAD, 0, 0])
    assert astar(graph) == Answer("solved", 6, [1, 0], [0, 2, 3], 2, 4)
    # The dead child gives no threshold: 0, then 5 (state 2), then 6 (the goal).
    rows = idastar(graph, reorder=False).rows
    assert rows == [Row(0, 1, 2), Row(5, 2, 3), Row(6, 2, 3)]


def test_equal_keys_are_last_in_first_out() -> None:
    two_ways = explicit([[(1, 1), (2, 1)], [(3, 1)], [(3, 1)], []], goals=[3])
    assert astar(two_ways).states == [0, 2, 3]
    assert breadth_first(two_ways).states == depth_first(two_ways).states == [0, 1, 3]


def test_equal_f_takes_the_smaller_h() -> None:
    # f is 4 for both; state 1 has h = 2 and state 2 has h = 1, pushed first.
    graph = explicit([[(2, 3), (1, 2)], [(3, 2)], [(3, 1)], []], [3], [0, 2, 1, 0])
    assert astar(graph).states == [0, 2, 3]


def test_greedy_keeps_the_first_way_it_found() -> None:
    # State 2 comes at 9 from the start, later at 2 through 1, before it is expanded.
    graph = explicit([[(2, 9), (1, 1)], [(2, 1)], [(3, 1)], []], [3], [0, 0, 1, 0])
    assert greedy(graph).cost == 10
    assert astar(graph).cost == 3


def test_breadth_first_counts_the_siblings_of_the_goal() -> None:
    answer = breadth_first(explicit([[(1, 1), (2, 1), (2, 1)], [], []], goals=[1]))
    assert (answer.expanded, answer.generated) == (1, 4)


def test_breadth_first_has_fewest_actions_and_the_cost_of_that_path() -> None:
    answer = breadth_first(explicit([[(1, 1), (2, 9)], [(2, 1)], []], goals=[2]))
    assert (answer.cost, answer.actions) == (9, [1])


def test_depth_first_checks_a_child_when_it_is_taken() -> None:
    # State 2 is a child of the start, but the way through 1 visits it first.
    answer = depth_first(explicit([[(1, 1), (2, 1)], [(2, 1)], [(3, 1)], []], goals=[3]))
    assert answer == Answer("solved", 3, [0, 0, 0], [0, 1, 2, 3], 3, 5)


def test_depth_first_visits_again_at_a_smaller_depth() -> None:
    # State 2 is cut at depth 2 below state 1, then expanded at depth 1.
    graph = explicit([[(1, 1), (2, 1)], [(2, 1)], [(3, 1)], []], goals=[3])
    assert depth_first(graph, 2) == Answer("solved", 2, [1, 0], [0, 2, 3], 3, 5)


def test_depth_first_without_a_goal_tells_a_cut_from_the_end() -> None:
    chain = explicit([[(1, 1)], [(2, 1)], []], goals=[])
    assert depth_first(chain, 0) == Answer("depth-limit", None, [], [], 0, 1)
    assert depth_first(chain, 2) == Answer("depth-limit", None, [], [], 2, 3)
    assert depth_first(chain, 3) == Answer("unsolvable", None, [], [], 3, 3)


def test_depth_first_is_not_stopped_by_a_deep_graph() -> None:
    n = 20_000
    chain = explicit([[(i + 1, 1)] for i in range(n)] + [[]], goals=[n])
    assert depth_first(chain).cost == n


def test_idastar_counts_lazily_only_without_reordering() -> None:
    graph = explicit([[(1, 1), (2, 1)], [], []], goals=[1], estimate=[1, 0, 0])
    assert idastar(graph, reorder=False).generated == 2
    assert idastar(graph, reorder=True).generated == 3


def test_idastar_sorts_children_by_h() -> None:
    graph = explicit([[(1, 1), (2, 1)], [(3, 1)], [(3, 1)], []], [3], [2, 1, 0, 0])
    assert idastar(graph, reorder=False).states == [0, 1, 3]
    assert idastar(graph, reorder=True).states == [0, 2, 3]


def test_idastar_skips_a_repeated_state_without_counting_it() -> None:
    # 0 - 1 - 2 in a ring, each step also back; no goal.
    ring = explicit([[(1, 1), (2, 1)], [(2, 1), (0, 1)], [(0, 1), (1, 1)]], goals=[])
    path = idastar(ring)
    # Thresholds 0, 1, 2; under 2 it walks 0-1-2 and 0-2-1.
    assert path.rows == [Row(0, 1, 2), Row(1, 3, 4), Row(2, 5, 4)]
    assert path.status == "unsolvable"
    # The parent check forbids only the step back, so 0-1-2-0 goes on.
    parent = idastar(ring, cycle_check="parent", node_limit=20)
    assert parent.status == "node-limit"
    assert parent.expanded == 20
    assert parent.rows[:3] == [Row(0, 1, 2), Row(1, 3, 4), Row(2, 5, 6)]


def test_node_limit_stops_before_the_expansion_that_would_exceed_it() -> None:
    for limit in range(4):
        assert best_first(FOUR_NODE_GRAPH, 1, 1, node_limit=limit).status == "node-limit"
        assert best_first(FOUR_NODE_GRAPH, 1, 1, node_limit=limit).expanded == limit
    assert best_first(FOUR_NODE_GRAPH, 1, 1, node_limit=4).cost == 5
    assert breadth_first(FOUR_NODE_GRAPH, node_limit=1).status == "node-limit"
    assert depth_first(FOUR_NODE_GRAPH, node_limit=1).status == "node-limit"
    assert idastar(FOUR_NODE_GRAPH, node_limit=6).expanded == 6
    assert idastar(FOUR_NODE_GRAPH, node_limit=7).cost == 5


def test_layers_pass_through_goals() -> None:
    assert layer_counts(explicit([[(1, 1)], [(0, 1), (2, 1)], [], []], goals=[1])) == [1, 1, 1]


def test_consistency_takes_dead_for_infinite() -> None:
    edges = [[(1, 1), (2, 1)], [], []]
    assert is_consistent(explicit(edges, [2], [1, DEAD, 0]))
    assert not is_consistent(explicit(edges, [2], [DEAD, DEAD, 0]))
    assert not is_consistent(explicit(edges, [2], [0, 0, 1]))


# What each algorithm promises, on random graphs


def cheapest_by_trying(graph: ExplicitGraph, state: int, seen: frozenset[int]) -> int | None:
    """The true distance once more, over every path that repeats no state."""
    if graph.is_goal(state):
        return 0
    below = [
        cost + rest
        for _, child, cost in graph.successors(state)
        if child not in seen
        and (rest := cheapest_by_trying(graph, child, seen | {child})) is not None
    ]
    return min(below, default=None)


def check_answer(graph: ExplicitGraph, answer: GraphAnswer) -> None:
    """A solution is a path of the graph; its absence comes with nothing."""
    if answer.status != "solved":
        assert (answer.cost, answer.actions, answer.states) == (None, [], [])
        return
    assert replay(graph, answer.actions) == (answer.states, answer.cost)
    assert graph.is_goal(answer.states[-1])
    if len(answer.states) > 1:
        assert not any(graph.is_goal(state) for state in answer.states[:-1])


@given(graphs(max_states=6))
def test_true_distances(graph: ExplicitGraph) -> None:
    for state, distance in true_distances(graph).items():
        assert distance == cheapest_by_trying(graph, state, frozenset([state]))


@given(st.data(), st.sampled_from(["consistent", "admissible"]))
def test_heuristics_keep_what_their_kind_promises(data: st.DataObject, kind: HeuristicKind) -> None:
    graph = data.draw(graphs(max_states=12, heuristic=kind))
    assert is_admissible(graph)
    assert kind == "admissible" or is_consistent(graph)


def check_optimal(graph: ExplicitGraph, answer: GraphAnswer) -> None:
    distance = true_distances(graph)[graph.start]
    check_answer(graph, answer)
    assert answer.cost == distance
    assert answer.status == ("unsolvable" if distance is None else "solved")


@given(graphs(max_states=24, heuristic="admissible"))
def test_astar_and_uniform_cost_are_optimal(graph: ExplicitGraph) -> None:
    check_optimal(graph, astar(graph))
    check_optimal(graph, uniform_cost(graph))


@given(graphs(heuristic="admissible"))
def test_idastar_is_optimal(graph: ExplicitGraph) -> None:
    check_optimal(graph, idastar(graph, reorder=False))
    check_optimal(graph, idastar(graph, reorder=True))


@given(graphs(max_states=12, heuristic="consistent"))
def test_a_consistent_heuristic_never_reopens(graph: ExplicitGraph) -> None:
    assert astar(graph).reopened == 0
    assert astar(graph) == best_first(graph, 1, 1, reopen=False)


@given(graphs(max_states=12, heuristic="admissible"), st.integers(1, 3), st.integers(0, 3))
def test_weighted_astar_keeps_its_bound(graph: ExplicitGraph, q: int, more: int) -> None:
    answer = best_first(graph, q, q + more)
    check_answer(graph, answer)
    distance = true_distances(graph)[graph.start]
    assert (answer.cost is None) == (distance is None)
    if answer.cost is not None and distance is not None:
        assert q * answer.cost <= (q + more) * distance


@given(graphs(max_states=12, heuristic="any"))
def test_any_heuristic_gives_a_path_or_nothing(graph: ExplicitGraph) -> None:
    for answer in (astar(graph), greedy(graph), best_first(graph, 2, 3)):
        check_answer(graph, answer)


@given(graphs(max_states=6, heuristic="any"))
def test_idastar_takes_any_heuristic(graph: ExplicitGraph) -> None:
    for reorder in (False, True):
        answer = idastar(graph, reorder)
        check_answer(graph, answer)
        assert all(low.threshold < high.threshold for low, high in pairwise(answer.rows))


@given(graphs(max_states=6, max_out=3, min_cost=1, heuristic="admissible", solvable=True))
def test_the_parent_check_is_enough_where_actions_cost_and_a_goal_exists(
    graph: ExplicitGraph,
) -> None:
    answer = idastar(graph, cycle_check="parent", node_limit=20_000)
    if answer.status == "solved":
        check_answer(graph, answer)
        assert answer.cost == true_distances(graph)[graph.start]


@given(graphs(max_states=12))
def test_blind_searches_find_a_goal_whenever_one_is_in_reach(graph: ExplicitGraph) -> None:
    in_reach = true_distances(graph)[graph.start] is not None
    for answer in (breadth_first(graph), depth_first(graph)):
        check_answer(graph, answer)
        assert (answer.status == "solved") == in_reach


@given(graphs(max_states=12), st.integers(0, 6))
def test_depth_limit_decides_by_the_fewest_actions(graph: ExplicitGraph, limit: int) -> None:
    shortest = breadth_first(graph)
    answer = depth_first(graph, limit)
    check_answer(graph, answer)
    within = shortest.status == "solved" and len(shortest.actions) <= limit
    assert (answer.status == "solved") == within
    assert len(answer.actions) <= limit
    if answer.status == "unsolvable":
        assert shortest.status == "unsolvable"


@given(graphs(max_states=12, solvable=False))
def test_solvable_false_has_no_goal_in_reach(graph: ExplicitGraph) -> None:
    assert true_distances(graph)[graph.start] is None
