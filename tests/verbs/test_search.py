"""Every algorithm against the oracle: the same answers, the same paths and the same counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, note
from hypothesis import strategies as st

import deepen
import reference
from claims import cheapest_steps, check_claims
from graphs import DEAD, FOUR_NODE_GRAPH, ExplicitGraph, HeuristicKind, explicit, graphs
from puzzles import (
    AdmissibleGraphObjects,
    AdmissibleGraphPuzzle,
    ConsistentGraphObjects,
    ConsistentGraphPuzzle,
    GraphObjects,
    GraphPuzzle,
    IncrementalGraphPuzzle,
    NamelessGraphPuzzle,
    UnitGraphPuzzle,
    encoded,
    state_name,
    words_puzzle,
)
from reference import layer_counts, true_distances
from support import examples, slow

pytestmark = pytest.mark.engine

LARGEST = 2**31 - 1
Oracle = Callable[[ExplicitGraph], "reference.Answer[int, int]"]

PUZZLES: dict[HeuristicKind, type[GraphPuzzle]] = {
    "zero": ConsistentGraphPuzzle,
    "consistent": ConsistentGraphPuzzle,
    "admissible": AdmissibleGraphPuzzle,
    "any": GraphPuzzle,
}
OBJECTS: dict[HeuristicKind, type[GraphObjects]] = {
    "zero": ConsistentGraphObjects,
    "consistent": ConsistentGraphObjects,
    "admissible": AdmissibleGraphObjects,
    "any": GraphObjects,
}


@dataclass(frozen=True)
class Case:
    """Arguments of `deepen.solve` and what the oracle does for them."""

    options: dict[str, Any]
    oracle: Oracle

    @property
    def uses_heuristic(self) -> bool:
        return self.options["algorithm"] in ("astar", "weighted-astar", "greedy", "idastar")

    def solve(self, graph: ExplicitGraph, kind: HeuristicKind, **more: Any) -> deepen.Solution:
        return self.run(PUZZLES[kind](graph), **more)

    def run(self, puzzle: deepen.Puzzle, **more: Any) -> deepen.Solution:
        heuristic = "table_h" if self.uses_heuristic else None
        return deepen.solve(puzzle, heuristic=heuristic, **self.options, **more)


def _case(oracle: Oracle, algorithm: str, **options: Any) -> Case:
    return Case({"algorithm": algorithm, **options}, oracle)


def _ida(algorithm: Oracle, **options: Any) -> Case:
    return _case(algorithm, "idastar", table=False, **options)


CASES = {
    "astar": _case(lambda g: reference.best_first(g, 1, 1), "astar"),
    "weighted 3/2": _case(
        lambda g: reference.best_first(g, 2, 3), "weighted-astar", weight=Fraction(3, 2)
    ),
    "weighted 2.75": _case(lambda g: reference.best_first(g, 4, 11), "weighted-astar", weight=2.75),
    "weighted 1": _case(lambda g: reference.best_first(g, 1, 1), "weighted-astar", weight=1),
    "uniform-cost": _case(lambda g: reference.best_first(g, 1, 0), "uniform-cost"),
    "greedy": _case(lambda g: reference.best_first(g, 0, 1), "greedy"),
    "breadth-first": _case(reference.breadth_first, "breadth-first"),
    "depth-first": _case(reference.depth_first, "depth-first"),
    "depth-first to 0": _case(lambda g: reference.depth_first(g, 0), "depth-first", depth_limit=0),
    "depth-first to 3": _case(lambda g: reference.depth_first(g, 3), "depth-first", depth_limit=3),
    "idastar, plain": _ida(lambda g: reference.idastar(g, False), reorder=False),
    "idastar, sorted": _ida(lambda g: reference.idastar(g, True)),
    "idastar, parent": _ida(
        lambda g: reference.idastar(g, False, "parent", node_limit=300),
        reorder=False, cycle_check="parent", node_limit=300,
    ),
    "idastar, parent, sorted": _ida(
        lambda g: reference.idastar(g, True, "parent", node_limit=300),
        cycle_check="parent", node_limit=300,
    ),
    "astar, 3 nodes": _case(
        lambda g: reference.best_first(g, 1, 1, node_limit=3), "astar", node_limit=3
    ),
    "greedy, 2 nodes": _case(
        lambda g: reference.best_first(g, 0, 1, node_limit=2), "greedy", node_limit=2
    ),
    "breadth-first, 3 nodes": _case(
        lambda g: reference.breadth_first(g, node_limit=3), "breadth-first", node_limit=3
    ),
    "depth-first, 3 nodes": _case(
        lambda g: reference.depth_first(g, node_limit=3), "depth-first", node_limit=3
    ),
    "idastar, 3 nodes": _ida(lambda g: reference.idastar(g, node_limit=3), node_limit=3),
}  # fmt: skip


def check(
    solution: deepen.Solution,
    graph: ExplicitGraph,
    answer: reference.Answer[int, int],
    name: Callable[[int], Any] = lambda state: state,
) -> None:
    """The solution is that of the oracle, count by count."""
    assert solution.status == answer.status
    assert solution.states == [name(state) for state in answer.states]
    counts = (solution.expanded, solution.generated, solution.reopened)
    assert counts == (answer.expanded, answer.generated, answer.reopened)
    if solution.status == "solved":
        assert (solution.actions, solution.cost) == cheapest_steps(graph, answer.states)
    else:
        assert (solution.actions, solution.cost) == ([], None)
    if solution.algorithm != "depth-first":
        rows = [(row.bound, row.expanded, row.generated) for row in solution.rows]
        assert rows == [tuple(row) for row in answer.rows or answer.layers]


KINDS: list[HeuristicKind] = ["any", "admissible", "consistent"]


@st.composite
def declared_graphs(draw: st.DrawFn, max_states: int = 8) -> tuple[ExplicitGraph, HeuristicKind]:
    """A graph and what is known of its heuristic. The oracle's IDA* takes no more than 8 states."""
    kind = draw(st.sampled_from(KINDS))
    return draw(graphs(max_states=max_states, heuristic=kind)), kind


# Against the oracle. Making up a graph takes longer than searching it, so it goes to all searches.


def check_all(
    graph: ExplicitGraph,
    solve: Callable[[Case], deepen.Solution],
    cases: Iterable[str] = CASES,
    name: Callable[[int], Any] = lambda state: state,
) -> None:
    for label in cases:
        note(label)
        check(solve(CASES[label]), graph, CASES[label].oracle(graph), name)


@examples(250)
@given(declared=declared_graphs())
def test_compiled_rules(declared: tuple[ExplicitGraph, HeuristicKind]) -> None:
    graph, kind = declared
    check_all(graph, lambda case: case.solve(graph, kind))


LARGE_CASES = [name for name in CASES if "idastar" not in name]


@examples(150)
@given(declared=declared_graphs(max_states=32))
def test_larger_graphs(declared: tuple[ExplicitGraph, HeuristicKind]) -> None:
    graph, kind = declared
    check_all(graph, lambda case: case.solve(graph, kind), LARGE_CASES)


@examples(30)
@given(declared=declared_graphs())
def test_interpreted_rules(declared: tuple[ExplicitGraph, HeuristicKind]) -> None:
    graph, kind = declared
    check_all(graph, lambda case: case.solve(graph, kind, compiled=False))


@examples(30)
@given(declared=declared_graphs())
def test_objects(declared: tuple[ExplicitGraph, HeuristicKind]) -> None:
    graph, kind = declared
    puzzle = OBJECTS[kind](graph)
    check_all(graph, lambda case: deepen.solve(puzzle, **case.options), name=state_name)


@examples(100)
@given(declared=declared_graphs(), compiled=st.sampled_from([True] * 9 + [False]))
def test_incremental_heuristic(
    declared: tuple[ExplicitGraph, HeuristicKind], compiled: bool
) -> None:
    graph, _ = declared
    puzzle = IncrementalGraphPuzzle(graph)
    check_all(graph, lambda case: case.run(puzzle, compiled=compiled))


@examples(100)
@given(declared=declared_graphs(), compiled=st.sampled_from([True] * 9 + [False]))
def test_actions_of_the_same_number(
    declared: tuple[ExplicitGraph, HeuristicKind], compiled: bool
) -> None:
    graph = without_names(declared[0])
    puzzle = NamelessGraphPuzzle(graph)
    check_all(graph, lambda case: case.run(puzzle, compiled=compiled))


def without_names(graph: ExplicitGraph) -> ExplicitGraph:
    """The same edges, all as action 0."""
    edges = tuple(tuple((0, child, cost) for _, child, cost in out) for out in graph.edges)
    return replace(graph, edges=edges)


@pytest.mark.parametrize(
    "edges",
    [
        [[(1, 1), (1, 0)], [(2, 0)], []],  # the first is over the threshold, the second is taken
        [[(1, 0), (1, 0)], [(2, 0)], []],  # both are taken, the second when the nodes are used up
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_plain_idastar_counts_actions_of_the_same_number(
    edges: list[list[tuple[int, int]]], limit: int
) -> None:
    graph = without_names(explicit(edges, goals=[]))
    options: dict[str, Any] = {"table": False, "reorder": False, "cycle_check": "parent"}
    puzzle = NamelessGraphPuzzle(graph)
    solution = deepen.solve(puzzle, "idastar", node_limit=limit, **options)
    check(solution, graph, reference.idastar(graph, False, "parent", limit))


WORDS_CASES = ["astar", "breadth-first", "depth-first to 3", "idastar, sorted", "idastar, parent"]


@pytest.mark.parametrize("width", [5, *slow(1, 2, 3, 8)])
@examples(20)
@given(
    graph=graphs(heuristic="admissible"), compiled=st.sampled_from([True, True, True, True, False])
)
def test_states_of_several_words(width: int, graph: ExplicitGraph, compiled: bool) -> None:
    def shown(node: int) -> Any:
        state = encoded(node, width)
        return state[0] if width == 1 else state

    puzzle = words_puzzle(width)(graph)
    check_all(graph, lambda case: case.run(puzzle, compiled=compiled), WORDS_CASES, shown)


@examples(100)
@given(graph=graphs(max_states=24))
def test_explore_counts_every_layer(graph: ExplicitGraph) -> None:
    layers = layer_counts(graph)
    successors = sum(len(graph.edges[state]) for state in true_distances(graph))
    for seen in (deepen.explore(GraphPuzzle(graph)), deepen.explore(GraphObjects(graph))):
        assert seen.layers == layers
        assert (seen.states, seen.generated) == (sum(layers), 1 + successors)
        assert (seen.complete, seen.status, seen.depth) == (True, "complete", len(layers) - 1)


@examples(50)
@given(graph=graphs(max_states=12), limit=st.integers(0, 12))
def test_explore_under_a_limit_shows_whole_layers_only(graph: ExplicitGraph, limit: int) -> None:
    layers = layer_counts(graph)
    seen = deepen.explore(GraphPuzzle(graph), node_limit=limit)
    assert seen.complete == (sum(layers) <= limit)
    assert seen.layers == layers[: len(seen.layers)]
    assert sum(seen.layers) <= limit


# The four nodes


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "uniform-cost"])
@pytest.mark.parametrize("compiled", [True, False])
def test_four_nodes_give_five(algorithm: str, compiled: bool) -> None:
    solution = deepen.solve(AdmissibleGraphPuzzle(FOUR_NODE_GRAPH), algorithm, compiled=compiled)
    assert (solution.cost, solution.optimal, solution.lower_bound) == (5, True, 5)
    assert solution.states == [0, 2, 1, 3]
    assert solution.actions == [1, 0, 0]


def test_four_nodes_as_objects_give_five() -> None:
    solution = deepen.solve(AdmissibleGraphObjects(FOUR_NODE_GRAPH))
    assert (solution.cost, solution.optimal, solution.reopened) == (5, True, 1)
    assert solution.states == ["s0", "s2", "s1", "s3"]


# What is claimed: optimal and lower_bound


GUARANTEED = ("astar", "weighted 1", "uniform-cost", "idastar, plain", "idastar, sorted")


@examples(150)
@given(
    graph=graphs(heuristic="admissible"),
    limit=st.none() | st.integers(0, 12),
    objects=st.sampled_from([False, False, False, True]),
)
def test_claims_hold(graph: ExplicitGraph, limit: int | None, objects: bool) -> None:
    puzzle = AdmissibleGraphObjects(graph) if objects else AdmissibleGraphPuzzle(graph)
    truth = true_distances(graph)[graph.start]
    for label, case in CASES.items():
        note(label)
        node_limit = limit if limit is not None else case.options.get("node_limit")
        solution = deepen.solve(puzzle, **{**case.options, "node_limit": node_limit})
        check_claims(solution, truth)
        if label in GUARANTEED:
            assert solution.optimal or solution.status == "node-limit"
        if solution.algorithm in ("greedy", "depth-first") and solution.cost:
            assert not solution.optimal


@examples(100)
@given(
    graph=graphs(max_states=24, heuristic="admissible"),
    weight=st.fractions(1, 8, max_denominator=20) | st.floats(1, 8),
    limit=st.none() | st.integers(0, 20),
)
def test_weighted_astar_keeps_its_bound(
    graph: ExplicitGraph, weight: float | Fraction, limit: int | None
) -> None:
    puzzle = AdmissibleGraphPuzzle(graph)
    solution = deepen.solve(puzzle, "weighted-astar", weight=weight, node_limit=limit)
    truth = true_distances(graph)[graph.start]
    check_claims(solution, truth)
    if solution.cost is not None and truth is not None:
        assert solution.cost <= Fraction(weight) * truth


def detour(short: int, long: int, estimate: int) -> ExplicitGraph:
    """Two ways to the goal, 0-1-2 for `short` and 0-2 for `long`; state 1 has that estimate."""
    return explicit([[(2, long), (1, 0)], [(2, short)], []], [2], [0, estimate, 0])


@pytest.mark.parametrize("weight", [1.0000009, 1.0000004, Fraction(2**40 + 1, 2**40)])
def test_a_weight_is_never_rounded_up(weight: float | Fraction) -> None:
    # The longer way is allowed by a weight that is a millionth larger, not by this one.
    short = 1_999_999_999
    long = int(short * Fraction(weight)) + 1
    solution = deepen.solve(
        AdmissibleGraphPuzzle(detour(short, long, short)), "weighted-astar", weight=weight
    )
    assert solution.cost is not None
    assert solution.cost <= Fraction(weight) * short


@pytest.mark.parametrize("weight", [10**6, Fraction(10**12 - 1, 10**6), 999_999.999])
def test_large_weights_do_not_overflow(weight: float | Fraction) -> None:
    # With priorities modulo 2**64 the state of the larger estimate may come first.
    for estimate in (2**30, 2**31 - 2, 1_500_000_000, 1_844_674_407):
        graph = explicit(
            [[(1, 0), (2, 1)], [(3, estimate)], [(3, 1)], []], [3], [0, estimate, 0, 0]
        )
        solution = deepen.solve(AdmissibleGraphPuzzle(graph), "weighted-astar", weight=weight)
        assert solution.cost == 2
        assert solution.lower_bound is not None
        assert solution.lower_bound <= 2


@examples(50)
@given(graph=graphs(max_states=12, min_cost=1, max_cost=1), limit=st.none() | st.integers(0, 12))
def test_breadth_first_is_optimal_where_actions_cost_one(
    graph: ExplicitGraph, limit: int | None
) -> None:
    truth = true_distances(graph)[graph.start]
    solution = deepen.solve(UnitGraphPuzzle(graph), "breadth-first", node_limit=limit)
    check_claims(solution, truth)
    assert solution.optimal or solution.status == "node-limit"
    if solution.status == "node-limit":
        seen = reference.breadth_first(graph, node_limit=limit).layers
        assert solution.lower_bound == len(seen) + 1


class CostsNow(GraphPuzzle):
    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        for edge in range(board.first[state], board.last[state]):
            cost = board.cost[edge]
            yield edge - board.first[state], board.child[edge], cost if cost != 1 else 1


class CostsOr(GraphPuzzle):
    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        for edge in range(board.first[state], board.last[state]):
            yield edge - board.first[state], board.child[edge], board.cost[edge] or 1


class CostsHere(GraphPuzzle):
    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        for edge in range(board.first[state], board.last[state]):
            if board.cost[edge] == 1:
                yield edge - board.first[state], board.child[edge], 1
            else:
                yield edge - board.first[state], board.child[edge], board.cost[edge]


class CostsOne(GraphPuzzle):
    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        for edge in range(board.first[state], board.last[state]):
            yield edge - board.first[state], board.child[edge], 1


# Fewest actions 0-2 at 9, cheapest 0-1-2 at 2.
DEAR_AND_SHORT = explicit([[(2, 9), (1, 1)], [(2, 1)], []], goals=[2])


@pytest.mark.parametrize("puzzle", [GraphPuzzle, CostsNow, CostsOr, CostsHere])
def test_breadth_first_is_not_called_optimal_where_costs_differ(puzzle: type[GraphPuzzle]) -> None:
    solution = deepen.solve(puzzle(DEAR_AND_SHORT), "breadth-first")
    assert (solution.cost, solution.optimal) == (9, False)
    assert solution.lower_bound is not None
    assert solution.lower_bound <= 2


def test_breadth_first_sees_that_every_cost_is_one() -> None:
    solution = deepen.solve(CostsOne(DEAR_AND_SHORT), "breadth-first")
    assert (solution.cost, solution.optimal, solution.lower_bound) == (1, True, 1)


def test_breadth_first_over_objects_knows_costs() -> None:
    solution = deepen.solve(GraphObjects(DEAR_AND_SHORT), "breadth-first")
    assert (solution.cost, solution.optimal, solution.lower_bound) == (9, False, 0)


@examples(50)
@given(graph=graphs(heuristic="any"))
def test_nothing_is_claimed_of_a_heuristic_that_declares_nothing(graph: ExplicitGraph) -> None:
    assume(DEAD not in graph.estimate)
    truth = true_distances(graph)[graph.start]
    for algorithm in ("astar", "idastar", "greedy"):
        solution = deepen.solve(GraphPuzzle(graph), algorithm, "table_h")
        assert (solution.status == "solved") == (truth is not None)
        if solution.status == "solved":
            assert solution.lower_bound == 0
            assert solution.optimal == (solution.cost == 0)


# IDA* with its table


@examples(300)
@given(graph=graphs(max_states=10, max_cost=3, heuristic="admissible"))
def test_idastar_with_a_table_is_optimal(graph: ExplicitGraph) -> None:
    """A table of four entries forgets nearly everything, one of a few more the rest."""
    puzzle = AdmissibleGraphPuzzle(graph)
    truth = true_distances(graph)[graph.start]
    for table_bytes, reorder in product((1, 200, 256 << 20), (True, False)):
        note(f"{table_bytes} {reorder}")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("deepen.search.puzzles._TABLE_BYTES", table_bytes)
            solution = deepen.solve(puzzle, "idastar", reorder=reorder, node_limit=100_000)
        if solution.status != "node-limit":
            assert solution.status == ("unsolvable" if truth is None else "solved")
            assert (solution.cost, solution.optimal) == (truth, True)


@examples(300)
@given(graph=graphs(max_states=7, max_cost=1, max_out=4, heuristic="admissible"))
def test_idastar_with_a_table_among_cycles_that_cost_nothing(graph: ExplicitGraph) -> None:
    solution = deepen.solve(AdmissibleGraphPuzzle(graph), "idastar", memory_limit=100_000)
    assert solution.cost == true_distances(graph)[graph.start]


@examples(200)
@given(graph=graphs(max_states=8, max_cost=3, heuristic="any"))
def test_idastar_with_a_table_finds_a_goal_under_any_heuristic(graph: ExplicitGraph) -> None:
    assume(DEAD not in graph.estimate)
    with_table = deepen.solve(GraphPuzzle(graph), "idastar", "table_h")
    assert with_table.status == reference.idastar(graph).status


@examples(100)
@given(graph=graphs(max_states=8, min_cost=1, heuristic="admissible", solvable=True))
def test_idastar_with_a_table_and_the_parent_check(graph: ExplicitGraph) -> None:
    puzzle = AdmissibleGraphPuzzle(graph)
    solution = deepen.solve(puzzle, "idastar", cycle_check="parent", node_limit=100_000)
    if solution.status == "solved":
        assert solution.cost == true_distances(graph)[graph.start]


@examples(80)
@given(graph=graphs(max_states=10, heuristic="admissible", solvable=False))
def test_unsolvable_is_proven(graph: ExplicitGraph) -> None:
    for algorithm in deepen.algorithms_of(AdmissibleGraphPuzzle):
        weight = 2 if algorithm == "weighted-astar" else None
        solution = deepen.solve(AdmissibleGraphPuzzle(graph), algorithm, weight=weight)
        assert (solution.status, solution.cost, solution.states) == ("unsolvable", None, [])
        assert (solution.lower_bound, solution.optimal) == (None, True)


# Large costs


large_costs = st.sampled_from([LARGEST, 2**30, LARGEST // 3, 1])


@st.composite
def expensive_graphs(draw: st.DrawFn) -> ExplicitGraph:
    """Graphs whose path costs come close to the largest allowed one, and often exceed it."""
    graph = draw(graphs(max_states=6, max_cost=3))
    edges = [[(child, draw(large_costs)) for _, child, _ in out] for out in graph.edges]
    graph = replace(explicit(edges, graph.goals), start=graph.start)
    true = true_distances(graph)
    estimate = [draw(st.sampled_from([0, min(true.get(s) or 0, DEAD - 1)])) for s in range(graph.n)]
    return replace(graph, estimate=tuple(estimate))


EXPENSIVE_CASES = [
    "astar", "uniform-cost", "weighted 3/2", "idastar, plain", "idastar, sorted", "idastar, parent"
]  # fmt: skip


@examples(150)
@given(graph=expensive_graphs(), compiled=st.sampled_from([True, True, True, False]))
def test_costs_never_overflow(graph: ExplicitGraph, compiled: bool) -> None:
    truth = true_distances(graph)[graph.start]
    for label in EXPENSIVE_CASES:
        note(label)
        solution = None
        with suppress(deepen.RuleError):
            solution = CASES[label].solve(graph, "admissible", compiled=compiled)
        if solution is None:  # too much for a path, which takes costs of that size
            assert sum(cost for out in graph.edges for _, _, cost in out) > LARGEST
            assert truth is None or truth > LARGEST
            continue
        check_claims(solution, truth)
        if label != "weighted 3/2" and solution.status != "node-limit":
            assert solution.cost == truth


@pytest.mark.parametrize("algorithm", ["astar", "uniform-cost", "idastar", "weighted-astar"])
def test_the_largest_cost_is_fine_and_one_more_is_not(algorithm: str) -> None:
    weight = 2 if algorithm == "weighted-astar" else None
    fits = explicit([[(1, LARGEST - 1)], [(2, 1)], []], [2], [LARGEST - 1, 1, 0])
    solution = deepen.solve(AdmissibleGraphPuzzle(fits), algorithm, weight=weight)
    assert (solution.cost, solution.lower_bound) == (LARGEST, LARGEST if weight is None else ANY)
    exceeds = explicit([[(1, LARGEST - 1)], [(2, 2)], []], [2], [LARGEST - 1, 1, 0])
    with pytest.raises(deepen.RuleError, match=str(LARGEST)):
        deepen.solve(AdmissibleGraphPuzzle(exceeds), algorithm, weight=weight)


@pytest.mark.engine
@pytest.mark.parametrize(
    "algorithm", ["astar", "weighted-astar", "idastar", "uniform-cost", "greedy"]
)
def test_a_dear_branch_does_not_matter_beside_a_goal(algorithm: str) -> None:
    """Node 1 comes first, and its only step passes what can be counted; node 2 is the goal."""
    edges = [[(1, 10), (2, LARGEST - 7)], [(3, LARGEST - 5)], [], []]
    weight = 2 if algorithm == "weighted-astar" else None
    found = deepen.solve(AdmissibleGraphPuzzle(explicit(edges, [2])), algorithm, weight=weight)
    assert (found.status, found.cost) == ("solved", LARGEST - 7)
    lost = AdmissibleGraphPuzzle(explicit(edges, [3]))
    with pytest.raises(deepen.RuleError, match=r"by way of the state 1") as caught:
        deepen.solve(lost, algorithm, weight=weight)
    assert caught.value.line > 0


class _Any:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


ANY = _Any()


@pytest.mark.parametrize("algorithm", ["breadth-first", "depth-first"])
def test_searches_that_do_not_compare_costs_add_them_up_exactly(algorithm: str) -> None:
    far = explicit([[(1, LARGEST)], [(2, LARGEST)], [(3, LARGEST)], []], [3])
    try:
        solution = deepen.solve(GraphPuzzle(far), algorithm)
    except deepen.RuleError:
        return
    assert solution.cost == 3 * LARGEST


def test_idastar_proves_unsolvability_beside_large_estimates() -> None:
    # No path costs more than 10; only an estimate, allowed since no goal is in reach, is large.
    graph = explicit([[(1, 10)], []], [], [0, DEAD - 1])
    assert deepen.solve(AdmissibleGraphPuzzle(graph), "astar").status == "unsolvable"
    assert deepen.solve(AdmissibleGraphPuzzle(graph), "idastar").status == "unsolvable"


# Rows


class Line(deepen.Puzzle):
    """0, 1, 2, ... up to a goal; action i costs i % 3 + 1."""

    board_fields = {"goal": "i8"}

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        if state <= board.goal:
            yield 0, state + 1, state % 3 + 1

    @deepen.rule
    def is_goal(board: Any, state: int) -> Any:
        return state == board.goal


@pytest.mark.parametrize("length", [100, 9_999, 10_000, 10_001, 25_000])
def test_rows_of_many_layers_still_add_up(length: int) -> None:
    solution = deepen.solve(Line(0, {"goal": length}), "uniform-cost")
    assert solution.expanded == length
    assert sum(row.expanded for row in solution.rows) == solution.expanded
    assert sum(row.generated for row in solution.rows) == solution.generated - 1
    assert solution.rows[0].expanded == 1


# The same run twice, and many runs


def without_time(solution: deepen.Solution) -> dict[str, Any]:
    known = asdict(solution)
    del known["seconds"]
    for row in known["rows"]:
        del row["seconds"]
    return known


@examples(30)
@given(declared=declared_graphs())
def test_a_search_is_deterministic(declared: tuple[ExplicitGraph, HeuristicKind]) -> None:
    graph, kind = declared
    for label, case in CASES.items():
        note(label)
        first = without_time(case.solve(graph, kind))
        assert without_time(case.solve(graph, kind)) == first
        interpreted = without_time(case.solve(graph, kind, compiled=False))
        assert {**interpreted, "peak_bytes": 0} == {**first, "peak_bytes": 0}


def some_graphs(count: int) -> list[ExplicitGraph]:
    """Rings of different sizes with a chord: enough to tell the answers apart."""
    return [
        explicit(
            [[((i + 1) % n, 1 + i % 3), ((i + 2) % n, 4)] for i in range(n)],
            goals=[n - 1],
            estimate=[0] * n,
        )
        for n in range(2, 2 + count)
    ]


@pytest.mark.parametrize("jobs", [1, 2, 3, None])
@pytest.mark.parametrize("kind", [AdmissibleGraphPuzzle, AdmissibleGraphObjects])
def test_solve_many_is_solve_in_order(jobs: int | None, kind: Callable[..., Any]) -> None:
    puzzles = [kind(graph) for graph in some_graphs(40)]
    calls: list[tuple[int, deepen.Solution]] = []
    many = deepen.solve_many(
        iter(puzzles), "idastar", jobs=jobs, on_solution=lambda i, s: calls.append((i, s))
    )
    single = [deepen.solve(puzzle, "idastar") for puzzle in puzzles]
    assert [without_time(s) for s in many] == [without_time(s) for s in single]
    assert sorted(i for i, _ in calls) == list(range(40))
    assert all(solution is many[i] for i, solution in calls)


def test_solve_many_of_nothing() -> None:
    assert deepen.solve_many([], jobs=2) == []


def test_solve_many_interpreted() -> None:
    puzzles = [GraphPuzzle(graph) for graph in some_graphs(5)]
    many = deepen.solve_many(puzzles, "breadth-first", jobs=2, compiled=False)
    assert [s.cost for s in many] == [deepen.solve(p, "breadth-first").cost for p in puzzles]


class Faulty(GraphObjects):
    def is_goal(self, state: str) -> bool:
        raise LookupError(state)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_solve_many_hands_on_errors(jobs: int) -> None:
    puzzles: list[Any] = [GraphObjects(graph) for graph in some_graphs(9)]
    puzzles[4] = Faulty(FOUR_NODE_GRAPH)
    calls: list[int] = []
    with pytest.raises(LookupError, match="s0"):
        deepen.solve_many(puzzles, jobs=jobs, on_solution=lambda i, _: calls.append(i))
    assert 4 not in calls


class Unhashable(GraphObjects):
    def __init__(self, graph: ExplicitGraph) -> None:
        super().__init__(graph)
        self.start = []


def test_solve_many_returns_exceptions_where_they_are_wanted() -> None:
    puzzles: list[Any] = [GraphObjects(graph) for graph in some_graphs(5)]
    alone = [deepen.solve(puzzle).cost for puzzle in puzzles]
    puzzles[0], puzzles[3] = Faulty(FOUR_NODE_GRAPH), Unhashable(FOUR_NODE_GRAPH)
    calls: dict[int, Any] = {}
    found = deepen.solve_many(
        puzzles, jobs=2, return_exceptions=True, on_solution=calls.__setitem__
    )
    assert found == [calls[index] for index in range(5)]
    assert isinstance(found[0], LookupError)
    assert isinstance(found[3], deepen.RuleError)
    solved = {i: each.cost for i, each in enumerate(found) if isinstance(each, deepen.Solution)}
    assert solved == {i: alone[i] for i in (1, 2, 4)}
    with pytest.raises(deepen.UsageError, match="bogus"):
        deepen.solve_many(puzzles, "bogus", return_exceptions=True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_solve_many_hands_on_errors_of_its_caller(jobs: int) -> None:
    class Refusal(Exception):
        pass

    def failing() -> Iterator[Any]:
        yield GraphPuzzle(FOUR_NODE_GRAPH)
        raise Refusal

    def refuse(index: int, solution: deepen.Solution) -> None:
        raise Refusal

    with pytest.raises(Refusal):
        deepen.solve_many(failing(), jobs=jobs)
    with pytest.raises(Refusal):
        deepen.solve_many([GraphPuzzle(FOUR_NODE_GRAPH)] * 3, jobs=jobs, on_solution=refuse)


def test_solve_many_takes_puzzles_as_it_needs_them() -> None:
    taken = []

    def puzzles() -> Iterable[GraphPuzzle]:
        for i, graph in enumerate(some_graphs(30)):
            taken.append(i)
            yield GraphPuzzle(graph)

    ahead: list[int] = []
    deepen.solve_many(puzzles(), jobs=1, on_solution=lambda i, _: ahead.append(len(taken) - i))
    assert max(ahead) <= 5


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"algorithm": "bestfirst"}, "bestfirst"),
        ({"heuristic": "nothing"}, "nothing"),
        ({"algorithm": "weighted-astar"}, "weight"),
        ({"algorithm": "weighted-astar", "weight": 0.5}, "weight"),
        ({"algorithm": "weighted-astar", "weight": float("nan")}, "weight"),
        ({"algorithm": "weighted-astar", "weight": float("inf")}, "weight"),
        ({"algorithm": "astar", "weight": 2}, "weight"),
        ({"algorithm": "astar", "depth_limit": 2}, "depth_limit"),
        ({"algorithm": "depth-first", "depth_limit": -1}, "depth_limit"),
        ({"algorithm": "idastar", "cycle_check": "all"}, "cycle_check"),
        ({"time_limit": -1}, "time_limit"),
        ({"time_limit": float("nan")}, "time_limit"),
        ({"memory_limit": -1}, "memory_limit"),
        ({"node_limit": -1}, "node_limit"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, Any], what: str) -> None:
    with pytest.raises(deepen.UsageError, match=what):
        deepen.solve(GraphPuzzle(FOUR_NODE_GRAPH), **options)


def test_a_time_limit_may_be_infinite() -> None:
    puzzle = AdmissibleGraphPuzzle(FOUR_NODE_GRAPH)
    assert deepen.solve(puzzle, time_limit=float("inf")).cost == 5


# Rules that do not answer the same every time


class Fickle(deepen.ObjectPuzzle):
    """Each state leads on only when it is asked for the first time."""

    def __init__(self, goals: list[bool]) -> None:
        self.asked: set[int] = set()
        self.goals = goals

    start = 0

    def actions(self, state: int) -> list[int]:
        again = state in self.asked and not self.goals
        self.asked.add(state)
        return [] if again else [1]

    def result(self, state: int, action: int) -> int:
        return state + action

    def is_goal(self, state: int) -> bool:
        return state == 3 and (self.goals.pop() if self.goals else True)


@pytest.mark.parametrize(
    ("goals", "words"),
    [
        ([], "a step of the path is no action of the rules"),
        ([False, True], "does not end in a goal"),
    ],
)
def test_fickle_rules_are_blamed_not_the_engine(goals: list[bool], words: str) -> None:
    with pytest.raises(deepen.RuleError, match="do not answer the same every time") as caught:
        deepen.solve(Fickle(goals), "breadth-first")
    assert words in caught.value.reason
    assert "arguments alone" in caught.value.hint
