"""The audit of tables: right ones are proven, and every wrong entry is found."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from random import Random
from typing import Any

import deepen
from deepen.auditing.cycles import components
from deepen.auditing.deadline import Deadline
from deepen.auditing.table_report import TableReport
from deepen.auditing.tables import TableAudit, Worth
from deepen.tables.entries import SortedEntries
from support import cases

Edge = tuple[int, int, bool]


class Decided(deepen.ObjectGame):
    """Won, drawn or lost."""

    def outcome(self, state: Any) -> None: ...


class Points(deepen.ObjectGame):
    """Of points."""


@dataclass
class Graph:
    """A game that is a table of moves, which stands for its own table and its own rules."""

    edges: list[list[Edge]]
    ends: dict[int, int]
    worths: dict[int, Worth] = field(default_factory=dict)
    start = (0,)

    @property
    def subject(self) -> Any:
        return Points(0) if any(r for out in self.edges for _, r, _ in out) else Decided(0)

    @property
    def search(self) -> Any:
        return self

    @property
    def interpreter(self) -> Any:
        return self

    @property
    def positions(self) -> int:
        return len(self.worths)

    @property
    def counts(self) -> list[tuple[int, int | None, int]]:
        every = [*self.worths.values()]
        return [(*worth, every.count(worth)) for worth in sorted(set(every), key=str)]

    @property
    def entries(self) -> SortedEntries:
        worths = [(value, distance) for value, distance, _ in self.counts]
        states = sorted(self.worths)
        codes = [worths.index(self.worths[state]) for state in states]
        return SortedEntries(1, array("Q", states), array("I", codes))

    def canonical_words(self, words: tuple[int, ...]) -> tuple[int, ...]:
        return words

    def position(self, words: tuple[int, ...]) -> Any:
        return type(self.subject)(words[0])

    def outcome(self, words: tuple[int, ...]) -> int | None:
        return self.ends.get(words[0])

    def expand(self, words: tuple[int, ...]) -> list[Any]:
        return [(0, (c,), reward, 0, 0, 0, again) for c, reward, again in self.edges[words[0]]]


def random_graph(random: Random) -> Graph:
    """With cycles, loops, ends and moves after which the mover goes on; solved, word for word."""
    size = random.randint(1, 12)
    edges: list[list[Edge]] = [
        [
            (random.randrange(size), 0, random.random() < 0.2)
            for _ in range(random.choice((0, 1, 2, 2, 3)))
        ]
        for _ in range(size)
    ]
    ends = {s: random.choice((-1, -1, 0, 1)) for s in range(size) if not edges[s]}
    graph = Graph(edges, ends)
    reached = {0}
    while more := {c for s in reached for c, _, _ in edges[s]} - reached:
        reached |= more
    worths: dict[int, Worth] = {s: (v, 0) for s, v in ends.items() if v and s in reached}
    for distance in range(1, size + 1):
        before = dict(worths)
        for state in reached - before.keys():
            after = [
                before[c][0] * (1 if again else -1) if c in before else 0
                for c, _, again in edges[state]
            ]
            if 1 in after:
                worths[state] = (1, distance)
            elif after and max(after) < 0:
                worths[state] = (-1, distance)
    graph.worths = {state: worths.get(state, (0, None)) for state in reached}
    return graph


def random_points(random: Random) -> Graph:
    """Without cycles."""
    size = random.randint(2, 12)
    edges: list[list[Edge]] = [
        [
            (random.randrange(s + 1, size), random.randint(-2, 2), random.random() < 0.3)
            for _ in range(random.randint(0, 3) if s < size - 1 else 0)
        ]
        for s in range(size)
    ]
    edges[0] = [(1, 2, False)]
    graph = Graph(edges, {})

    def worth(state: int) -> Worth:
        if state not in graph.worths:
            found = []
            for child, reward, again in edges[state]:
                value, distance = worth(child)
                gain = reward + (value if again else -value)
                found.append((gain, (distance or 0) + 1 if gain else None))
            most = max((gain for gain, _ in found), default=0)
            times = [distance or 0 for gain, distance in found if gain == most]
            best = (min if most > 0 else max)(times, default=0)
            graph.worths[state] = (most, best) if most else (0, None)
        return graph.worths[state]

    worth(0)
    return graph


def audited(graph: Graph, sample: int | None = None) -> TableReport:
    audit = TableAudit(graph, Deadline(None), lambda checked: None)
    status = audit.examine_all() if sample is None else audit.examine_some(sample, 0)
    return audit.report(status, sample is not None, 0.0)


def test_right_tables_are_proven() -> None:
    random = Random(1)
    for _ in range(cases(800)):
        for graph in (random_graph(random), random_points(random)):
            report = audited(graph)
            assert report.verdict == "proven", (graph, str(report))
            assert report.checked == report.positions == len(graph.worths)
            assert audited(graph, sample=5).verdict == "not-refuted"


def test_every_wrong_entry_is_found() -> None:
    random = Random(2)
    for number in range(cases(8000)):
        graph = random_graph(random) if number % 2 else random_points(random)
        state = random.choice([*graph.worths])
        right = graph.worths[state]
        value, distance = right
        while graph.worths[state] == right:
            value = random.choice((right[0], -right[0], value + 1, value - 1, 0))
            distance = random.choice((distance, (distance or 0) + 1, max(0, (distance or 0) - 1)))
            graph.worths[state] = (value, distance if value else None)
        report = audited(graph)
        assert report.refuted, graph
        assert report.wrong > 0


def test_the_wrong_entry_nearest_to_the_end_is_shown() -> None:
    graph = Graph([[(s + 1, 0, False)] for s in range(9)] + [[]], {9: -1})
    graph.worths = {s: (1 if (9 - s) % 2 else -1, 9 - s) for s in range(10)}
    assert audited(graph).verdict == "proven"
    graph.worths[5] = (1, 4)
    report = audited(graph)
    assert (report.checked, report.wrong) == (10, 2)
    found = report.counterexample
    assert found is not None
    assert found.game.start == 5
    assert found.sentence == "the table says win in 4 moves, and its moves say loss in 4 moves"
    assert "Refuted: of a position, the table says win in 4 moves" in str(report)


def test_what_is_missing_or_too_much_is_found() -> None:
    graph = Graph([[(1, 0, False)], [(0, 0, False), (2, 0, False)], [], []], {2: 0, 3: 0})
    graph.worths = dict.fromkeys((0, 1, 2), (0, None))
    assert audited(graph).verdict == "proven"
    graph.worths[3] = (0, None)
    assert "no move leads there" in audited(graph).sentence
    graph.worths = dict.fromkeys((0, 1), (0, None))
    assert "leads to a position that is not in the table" in audited(graph).sentence
    graph.worths = dict.fromkeys((1, 2), (0, None))
    assert "made from is not in it" in audited(graph).sentence


def test_counts_that_are_wrong_are_found(monkeypatch: Any) -> None:
    graph = Graph([[]], {0: 1}, {0: (1, 0)})
    assert audited(graph).verdict == "proven"
    monkeypatch.setattr(Graph, "counts", [(1, 0, 2)])
    assert "counts are not those" in audited(graph).sentence
    assert audited(graph).refuted


def test_a_cycle_that_pays_is_found() -> None:
    graph = Graph([[(1, 1, False)], [(0, 1, False), (2, 0, False)], []], {})
    graph.worths = {0: (1, 1), 1: (0, None), 2: (0, None)}
    assert "pays points" in str(audited(graph))


def test_the_time_limit_ends_it() -> None:
    graph = random_graph(Random(5))
    audit = TableAudit(graph, Deadline(0.0), lambda checked: None)
    report = audit.report(audit.examine_all(), False, 0.0)
    assert (report.verdict, report.status) == ("undecided", "time-limit")


def test_components_are_what_can_be_reached_both_ways() -> None:
    random = Random(3)
    for _ in range(cases(400)):
        size = random.randint(1, 9)
        edges = {
            s: [random.randrange(size) for _ in range(random.randint(0, 2))] for s in range(size)
        }
        reach = {s: {s} for s in range(size)}
        for _ in range(size):
            for s in range(size):
                reach[s] |= {end for c in edges[s] for end in reach[c]}
        found = components(range(size), edges)
        for a in range(size):
            for b in range(size):
                assert (found[a] == found[b]) == (b in reach[a] and a in reach[b])
