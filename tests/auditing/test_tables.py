"""The audit of tables: right ones are proven, and every wrong entry is found."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

import deepen
from deepen.auditing.cycles import components
from deepen.auditing.deadline import Deadline
from deepen.auditing.table_report import TableReport
from deepen.auditing.tables import TableAudit, Worth
from deepen.tables import file
from deepen.tables.entries import SortedEntries
from games_looping import (
    GOES_ON,
    EndsGame,
    ToldEnds,
    TwinEnds,
    looping_game,
    looping_points,
    twinned,
)
from games_random import BareGame
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

    has_symmetry = False

    def canonical_words(self, words: tuple[int, ...]) -> tuple[int, ...]:
        return words

    def position(self, words: tuple[int, ...]) -> Any:
        return type(self.subject)(words[0])

    def verify(self) -> Any:
        return iter(())

    def outcome(self, words: tuple[int, ...]) -> int | None:
        return self.ends.get(words[0])

    def choices(self, words: tuple[int, ...]) -> list[Any]:
        return [(0, (c,), reward, again) for c, reward, again in self.edges[words[0]]]


def random_graph(random: Random) -> Graph:
    """With cycles, loops, ends and moves after which the mover goes on; solved by definition."""
    game = random.choice((looping_game, looping_points))(random, 12)
    truth, reached = game.truth(), {0}
    edges = [[(c.child, c.reward, c.again) for c in game.moves(s)] for s in range(game.n)]
    while more := {child for s in reached for child, *_ in edges[s]} - reached:
        reached |= more
    ends = {s: end for s, end in enumerate(game.ends) if end != GOES_ON}
    return Graph(edges, ends, {s: (truth[s].value, truth[s].distance) for s in reached})


def audited(graph: Graph, sample: int | None = None) -> TableReport:
    audit = TableAudit(graph, Deadline(None), lambda checked: None)
    status = audit.examine_all() if sample is None else audit.examine_some(sample, 0)
    return audit.report(status, None if sample is None else 0, 0.0)


def test_right_tables_are_proven() -> None:
    random = Random(1)
    for _ in range(cases(800)):
        graph = random_graph(random)
        report = audited(graph)
        assert report.verdict == "proven", (graph, str(report))
        assert report.checked == report.positions == len(graph.worths)
        assert audited(graph, sample=5).verdict == "not-refuted"


def test_every_wrong_entry_is_found() -> None:
    random = Random(2)
    for _ in range(cases(8000)):
        graph = random_graph(random)
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
    report = audit.report(audit.examine_all(), None, 0.0)
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


# Of real tables


class Ring(deepen.Game):
    """Step forth or back on a ring; who is brought to 0 has lost."""

    examples = {"small": "7", "large": "31"}

    def __init__(self, size: int) -> None:
        super().__init__(size // 2, {"size": size})

    def moves(board: Any, place: Any) -> Any:
        yield 1, (place + 1) % board.size
        yield 2, (place + board.size - 1) % board.size

    def outcome(board: Any, place: Any) -> Any:
        return deepen.LOSS if place == 0 else None


@pytest.fixture
def saved(tmp_path: Path) -> str:
    path = tmp_path / "ring.table"
    deepen.tabulate(Ring(7), compiled=False).save(path)
    return str(path)


def test_a_table_is_audited_in_memory_and_from_its_file(saved: str) -> None:
    for table in (deepen.tabulate(Ring(31), compiled=False), deepen.Table.open(saved, Ring(7))):
        seen: list[deepen.AuditProgress] = []
        report = deepen.audit(table, on_progress=seen.append)
        assert (report.verdict, report.checked) == ("proven", table.positions)
        assert seen
        assert report.sentence.startswith("Proven: the table of Ring (")
        assert deepen.audit(table, sample=3).verdict == "not-refuted"
        assert deepen.audit(table, sample=3).checked == 3
        assert deepen.audit(table, time_limit=0).verdict == "undecided"


def test_tables_that_the_engine_makes_are_proven() -> None:
    random = Random(8)
    for _ in range(cases(160)):
        plain = looping_game(random)
        for game in (
            BareGame(looping_points(random)),
            EndsGame(plain),
            TwinEnds(twinned(random, plain)),
            ToldEnds(looping_game(random, told=True)),
        ):
            report = deepen.audit(deepen.tabulate(game, compiled=False))
            assert report.verdict == "proven", str(report)


def test_a_table_takes_no_options_of_heuristics() -> None:
    table = deepen.tabulate(Ring(7), compiled=False)
    with pytest.raises(deepen.UsageError, match="heuristic is for heuristics and rules, and this"):
        deepen.audit(table, "zero")  # type: ignore[call-overload]
    with pytest.raises(deepen.UsageError, match="a sample is of a table"):
        deepen.audit(Ring(7), sample=3)  # type: ignore[call-overload]
    limited = deepen.tabulate(Ring(7), compiled=False, node_limit=1)
    with pytest.raises(deepen.UsageError, match="no values to audit: node-limit"):
        deepen.audit(limited)


def test_a_wrong_entry_of_a_file_is_found_and_a_damaged_file_is_refused(saved: str) -> None:
    table = file.TableFile(saved)
    codes = table.codes().copy()
    codes[[1, 3]] = codes[[3, 1]]  # a win beside the end, and a draw
    file.write(saved, table.header, table.states().reshape(-1), codes)
    report = deepen.audit(deepen.Table.open(saved, Ring(7)))
    assert report.refuted
    with pytest.raises(deepen.Refuted, match="the table says"):
        report.raise_if_refuted()
    content = bytearray(Path(saved).read_bytes())
    content[-1] ^= 1
    Path(saved).write_bytes(content)
    with pytest.raises(deepen.InputError, match="is damaged: block 1"):
        deepen.audit(deepen.Table.open(saved, Ring(7)))


def test_what_canonical_says_is_told_to_be_believed() -> None:
    proof = "the table of Mirrored (5 positions, exhaustively), if its rule 'canonical' is right."
    assert deepen.audit(deepen.tabulate(Mirrored(4))).sentence == f"Proven: {proof}"


class Mirrored(deepen.Game):
    """A step to the left or to the right, whoever comes to an end of the row has won."""

    @deepen.rule
    def moves(board: Any, place: int) -> Any:
        if 0 < place < 8:
            yield 0, place - 1
            yield 1, place + 1

    @deepen.rule
    def outcome(board: Any, place: int) -> int | None:
        return deepen.LOSS if place in (0, 8) else None

    @deepen.rule
    def canonical(board: Any, place: int) -> int:
        return min(place, 8 - place)


class Skewed(Mirrored):
    """The same, where one place is said to be like another that it is not like."""

    @deepen.rule
    def canonical(board: Any, place: int) -> int:
        return 1 if place == 2 else place


def test_canonical_is_audited_where_positions_repeat() -> None:
    assert deepen.audit(Mirrored(4), "canonical").verdict == "proven"
    report = deepen.audit(Skewed(4), "canonical")
    found = report.counterexample
    assert found is not None
    assert (report.verdict, found.game.start, found.said) == ("refuted", 2, 1)
    assert (found.value, found.said_value) == (0, 1)
