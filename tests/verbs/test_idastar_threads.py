"""IDA* on several threads: the answers and, where no table is used, the counts of one thread."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import deepen
import reference
from deepen.games import tiles
from graphs import ExplicitGraph, graphs
from puzzles import AdmissibleGraphPuzzle
from reference import true_distances
from support import examples

pytestmark = pytest.mark.engine

PLAIN: dict[str, Any] = {"table": False, "reorder": False, "cycle_check": "parent"}
KINDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "sorted": ({"table": False}, {}),
    "unsorted": ({"table": False, "reorder": False}, {"reorder": False}),
    "plain": (
        {**PLAIN, "node_limit": 300},
        {"reorder": False, "cycle_check": "parent", "node_limit": 300},
    ),
}
# 26 moves; its last thresholds but one take 2,112 and 7,279 expansions.
FIFTEEN = "1 5 9 7 4 2 6 3 12 8 10 11 13 0 14 15"


@pytest.fixture(scope="module", autouse=True)
def _small_pieces() -> Iterator[None]:
    """Every expansion is an occasion to leave work to others, so small trees are shared, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deepen.search.puzzles._SHARE_EVERY", 1)
        yield


Counts = list[tuple[int, ...]]


def finished(status: str, rows: Counts) -> Counts:
    """The counts of the thresholds that were searched to their end."""
    return rows if status == "unsolvable" else rows[:-1]


def counts(solution: deepen.Solution) -> Counts:
    rows: Counts = [(row.bound, row.expanded, row.generated) for row in solution.rows]
    return finished(solution.status, rows)


@examples(250)
@given(
    graph=graphs(max_states=8, heuristic="admissible"),
    threads=st.integers(2, 8),
    kind=st.sampled_from(list(KINDS)),
)
def test_counts_are_those_of_one_thread(graph: ExplicitGraph, threads: int, kind: str) -> None:
    options, of_oracle = KINDS[kind]
    found = deepen.solve(AdmissibleGraphPuzzle(graph), "idastar", threads=threads, **options)
    truth = reference.idastar(graph, **of_oracle)
    wanted = finished(truth.status, [tuple(row) for row in truth.rows])
    if "node-limit" in (found.status, truth.status):
        assert found.expanded <= options["node_limit"]
        assert all(ours == theirs for ours, theirs in zip(counts(found), wanted, strict=False))
    else:
        assert (found.status, found.states) == (truth.status, truth.states)
        assert counts(found) == wanted


@examples(250)
@given(
    graph=graphs(max_states=10, max_cost=3, heuristic="admissible"),
    threads=st.integers(2, 8),
    table_bytes=st.sampled_from([1, 200, 256 << 20]),
)
def test_a_shared_table_is_sound(graph: ExplicitGraph, threads: int, table_bytes: int) -> None:
    puzzle = AdmissibleGraphPuzzle(graph)
    truth = true_distances(graph)[graph.start]
    for reorder in (True, False):
        note(f"reorder: {reorder}")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("deepen.search.puzzles._TABLE_BYTES", table_bytes)
            found = deepen.solve(puzzle, "idastar", threads=threads, reorder=reorder)
        assert (found.status, found.cost) == ("unsolvable" if truth is None else "solved", truth)
        assert found.optimal
        assert found.lower_bound == truth


@pytest.mark.parametrize("options", [PLAIN, {"table": False}, {}])
def test_fifteen(options: dict[str, Any]) -> None:
    puzzle = tiles.parse(FIFTEEN)
    alone = deepen.solve(puzzle, "idastar", **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deepen.search.puzzles._SHARE_EVERY", 50)
        found = deepen.solve(puzzle, "idastar", threads=3, **options)
    assert (found.cost, found.lower_bound) == (alone.cost, alone.lower_bound)
    if options:
        assert found.actions == alone.actions
        assert counts(found) == counts(alone)


def test_limits_and_progress() -> None:
    hard = tiles.parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3")
    seen: list[deepen.Progress] = []
    found = deepen.solve(
        hard, "idastar", threads=2, time_limit=0.4, on_progress=seen.append, **PLAIN
    )
    assert found.status == "time-limit"
    assert found.seconds < 5
    assert seen
    assert all(a.expanded <= b.expanded for a, b in pairwise(seen))
    assert all(a.lower_bound <= b.lower_bound for a, b in pairwise(seen))
    assert found.lower_bound is not None
    assert seen[-1].lower_bound <= found.lower_bound
    few = deepen.solve(hard, "idastar", threads=4, node_limit=100_000, **PLAIN)
    assert few.status == "node-limit"
    assert 99_000 < few.expanded <= 100_000
