"""Cycles of positions: what the engine finds against a plain walk over every position."""

from __future__ import annotations

import random

import pytest

from deepen import _core
from deepen.interpreter.games import MoveRecord
from support import cases

pytestmark = pytest.mark.engine

Graph = list[list[int]]
ALL = 1 << 20


def find(graph: Graph, most: int = ALL, shortest: bool = False) -> _core.RawCycle:
    def moves(words: tuple[int, ...]) -> list[MoveRecord]:
        children = enumerate(graph[words[0]])
        return [(i, (child,), 0, -1, 1, 0, False) for i, child in children]

    rules = _core.PythonGameRules(1, moves, lambda words: 0, None, None)
    limits = _core.SearchLimits(None, None, None, None, None)
    return _core.find_cycle(rules, [0], limits, most=most, shortest=shortest)


def way_back(graph: Graph, start: int) -> int | None:
    """How many steps lead from a node to itself, at least; None if none do."""
    seen: set[int] = set()
    steps, layer = 1, {start}
    while layer := {child for node in layer for child in graph[node]} - seen:
        if start in layer:
            return steps
        steps, seen = steps + 1, seen | layer
    return None


def reached(graph: Graph) -> set[int]:
    seen, waiting = {0}, [0]
    while waiting:
        new = set(graph[waiting.pop()]) - seen
        seen |= new
        waiting += new
    return seen


def closes(graph: Graph, cycle: list[int]) -> bool:
    """Whether each leads to the next, and the last to the first; none comes twice."""
    pairs = zip(cycle, [*cycle[1:], *cycle[:1]], strict=True)
    return len(set(cycle)) == len(cycle) and all(to in graph[at] for at, to in pairs)


def random_graph(chance: random.Random) -> Graph:
    """Sometimes without cycles, sometimes sparse, with loops and dead ends."""
    size, degree = chance.randint(1, 24), chance.choice([1, 2, 4])
    forward = chance.random() < 0.3
    return [
        [
            chance.randrange(node + 1 if forward else 0, size)
            for _ in range(chance.randint(0, degree))
            if not forward or node + 1 < size
        ]
        for node in range(size)
    ]


def test_cycles_of_random_graphs() -> None:
    chance = random.Random(17)
    found_some = 0
    for _ in range(cases(16_000)):
        graph = random_graph(chance)
        nodes = reached(graph)
        lengths = [length for node in nodes if (length := way_back(graph, node)) is not None]
        for shortest in (False, True):
            found = find(graph, shortest=shortest)
            cycle = [words[0] for words in found.states]
            assert bool(cycle) == bool(lengths)
            if cycle:
                assert closes(graph, cycle)
                assert set(cycle) <= nodes
                assert not shortest or len(cycle) == min(lengths)
            if not cycle or shortest:
                assert (found.complete, found.positions) == (True, len(nodes))
        found_some += bool(lengths)
    assert cases(16_000) // 4 < found_some < cases(16_000)


def test_only_so_many_positions() -> None:
    chain: Graph = [[n + 1] for n in range(99)] + [[]]
    for shortest in (False, True):
        found = find(chain, most=10, shortest=shortest)
        assert (list(found.states), found.complete, found.positions) == ([], False, 10)
        found = find(chain, most=200, shortest=shortest)
        assert (list(found.states), found.complete, found.positions) == ([], True, 100)


def test_a_long_cycle() -> None:
    ring: Graph = [[(n + 1) % 5_000] for n in range(5_000)]
    for shortest in (False, True):
        assert len(find(ring, shortest=shortest).states) == 5_000


def test_a_short_way_back_is_seen_beside_a_long_way_on() -> None:
    graph: Graph = [[1, 2000], *([n + 1] for n in range(1, 2000)), [2001], [0]]
    graph[1999] = []
    found = find(graph, most=512)
    assert [words[0] for words in found.states] == [0, 2000, 2001]
    assert found.positions <= 512


def test_limits_end_it() -> None:
    def moves(words: tuple[int, ...]) -> list[MoveRecord]:
        return [(0, (words[0] + 1,), 0, -1, 1, 0, False)]

    rules = _core.PythonGameRules(1, moves, lambda words: 0, None, None)
    limits = _core.SearchLimits(None, None, 7, None, None)
    for shortest in (False, True):
        found = _core.find_cycle(rules, [0], limits, most=100, shortest=shortest)
        assert (found.status, found.positions) == (_core.Status.node_limit, 7)
        assert not found.complete
