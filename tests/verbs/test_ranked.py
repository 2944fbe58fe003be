"""Whole spaces by number: the same layers as without, and the distances of the slow reference."""

from __future__ import annotations

from typing import Any

import pytest

import deepen
from support import cases
from symmetric import Symmetric, symmetric_graph
from two_way import GAPS, TwoWayPuzzle

pytestmark = pytest.mark.engine


def distances(symmetric: Symmetric) -> dict[int, int]:
    """Of what can be reached, how many actions away it is."""
    graph = symmetric.graph
    found, layer = {graph.start: 0}, [graph.start]
    while layer:
        children = [child for state in layer for _, child, _ in graph.successors(state)]
        layer = [child for child in dict.fromkeys(children) if child not in found]
        found |= dict.fromkeys(layer, 1 + max(found.values()))
    return found


def counts(exploration: deepen.Exploration) -> tuple[Any, ...]:
    return exploration.layers, exploration.states, exploration.generated, exploration.status


def test_counts_and_distances_are_those_of_the_reference() -> None:
    for seed in range(cases(1500)):
        symmetric = symmetric_graph(seed)
        puzzle, truth = TwoWayPuzzle(symmetric, seed), distances(symmetric)
        options: dict[str, Any] = {"compiled": seed % 10 > 0, "threads": 1 + seed % 3}
        found = deepen.explore(puzzle, symmetry=False, **options)
        assert counts(found) == counts(deepen.explore(puzzle, symmetry=False, ranked=False))
        kept = deepen.explore(puzzle, symmetry=False, keep="distances", **options)
        stored = deepen.explore(puzzle, symmetry=False, keep="distances", ranked=False)
        for each in (kept, stored):
            assert dict(each.distances or {}) == truth
            assert counts(each) == counts(found)
            assert set(each.farthest or []) == {s for s in truth if truth[s] == found.depth}
        assert kept.distances is not None
        assert kept.distances.by_rank is not None
        assert (kept.distances.by_rank == 255).sum() == puzzle.ranks - len(truth)
        assert puzzle.ranks == symmetric.graph.n + GAPS


def test_images_are_at_the_same_distance() -> None:
    for seed in range(cases(300)):
        symmetric = symmetric_graph(seed)
        puzzle, truth = TwoWayPuzzle(symmetric, seed), distances(symmetric)
        for ranked in (True, False):
            found = deepen.explore(puzzle, keep="distances", ranked=ranked)
            assert found.states == symmetric.classes
            assert found.distances is not None
            for state in truth:
                image = symmetric.canonical[state]
                nearest = min(d for s, d in truth.items() if symmetric.canonical[s] == image)
                assert found.distances[state] == nearest
            reached = {symmetric.canonical[state] for state in truth}
            for state in range(symmetric.graph.n):
                assert (state in found.distances) == (symmetric.canonical[state] in reached)


class Ring(deepen.Puzzle):
    """A ring of cells, to be walked along; far states have distances of two bytes."""

    reversible = True
    ranks = 20_000

    @deepen.rule
    def successors(board: Any, cell: int) -> Any:
        yield 0, (cell + 1) % 20_000
        yield 1, (cell + 19_999) % 20_000

    @deepen.rule
    def is_goal(board: Any, cell: int) -> bool:
        return cell == 0

    @deepen.rule
    def rank(board: Any, cell: int) -> int:
        return cell

    @deepen.rule
    def unrank(board: Any, number: int) -> int:
        return number


def test_distances_of_two_bytes() -> None:
    found = deepen.explore(Ring(5), keep="distances")
    assert found.distances is not None
    assert found.distances.by_rank is not None
    assert found.distances.by_rank.dtype == "uint16"
    assert [found.distances[cell] for cell in (5, 6, 4, 10_005, 19_999)] == [0, 1, 1, 10_000, 6]
    assert found.farthest == [10_005]
    assert deepen.explore(Ring(5), keep="farthest").distances is None


class Chain(Ring):
    """Cells in a row, to be walked along one way: far states have distances of four bytes."""

    reversible = False
    ranks = 70_000

    @deepen.rule
    def successors(board: Any, cell: int) -> Any:
        if cell < 69_999:
            yield 0, cell + 1


@pytest.mark.parametrize(("compiled", "threads"), [(True, 1), (True, 2), (False, 1), (False, 2)])
def test_distances_of_four_bytes(compiled: bool, threads: int) -> None:
    options: dict[str, Any] = {"keep": "distances", "compiled": compiled, "threads": threads}
    found = deepen.explore(Chain(10), **options)
    assert (found.status, found.states, found.depth) == ("complete", 69_990, 69_989)
    assert found.layers == [1] * 69_990
    assert found.distances is not None
    assert found.distances.by_rank is not None
    assert found.distances.by_rank.dtype == "uint32"
    assert found.distances.by_rank.tolist() == [2**32 - 1] * 10 + [*range(69_990)]
    assert [found.distances[cell] for cell in (10, 65_545, 65_546, 69_999)] == [
        *(0, 65_535, 65_536, 69_989)
    ]
    assert 9 not in found.distances
    assert found.farthest == [69_999]


def test_distances_at_the_edges_of_a_width() -> None:
    for cells, dtype in ((254, "uint8"), (255, "uint16"), (65_534, "uint16"), (65_535, "uint32")):
        found = deepen.explore(Chain(70_000 - cells), keep="distances")
        assert found.states == cells
        assert found.distances is not None
        assert found.distances.by_rank is not None
        assert found.distances.by_rank.dtype == dtype
        unknown = 2 ** (8 * found.distances.by_rank.itemsize) - 1
        rest = [unknown] * (70_000 - cells)
        assert found.distances.by_rank.tolist() == [*rest, *range(cells)]


def test_limits_hold() -> None:
    for limit in (0, 1, 100, 12_345):
        found = deepen.explore(Ring(0), node_limit=limit)
        assert (found.status, found.complete) == ("node-limit", False)
        assert sum(found.layers) <= limit
    assert deepen.explore(Ring(0), memory_limit=4_000).status == "memory-limit"


class Misnumbered(Ring):
    """One number is out of range."""

    @deepen.rule
    def rank(board: Any, cell: int) -> int:
        return 20_000 if cell == 17 else cell


def test_a_number_out_of_range_is_the_rules_fault() -> None:
    for compiled in (True, False):
        with pytest.raises(deepen.RuleError, match="rank") as caught:
            deepen.explore(Misnumbered(0), compiled=compiled)
        assert "17" in str(caught.value)


class Clashing(Ring):
    """Two cells each have one number."""

    @deepen.rule
    def rank(board: Any, cell: int) -> int:
        return cell // 2


@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"compiled": False}])
def test_many_numbers_that_clash_are_noticed(options: Any) -> None:
    with pytest.raises(deepen.RuleError, match="unrank makes another state of the number that"):
        deepen.explore(Clashing(5), **options)


class Uncounted(Ring):
    ranks: Any = -5


def test_how_many_numbers_there_are_is_a_number() -> None:
    for ranks in (-5, 0, 2.5, 1 << 63):
        Uncounted.ranks = ranks
        with pytest.raises(deepen.RuleError, match="not how many numbers there are"):
            deepen.explore(Uncounted(0))
    Uncounted.ranks = None
    assert deepen.explore(Uncounted(0)).states == 20_000


def test_games_keep_nothing() -> None:
    from deepen.games import hashi

    with pytest.raises(deepen.UsageError, match="keep is for puzzles"):
        deepen.explore(hashi.parse("1.1\n.0.\n.20"), keep="farthest")
