"""Heuristics on trial: the engine against the definitions, the verdicts, the counterexamples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isclose
from random import Random
from typing import Any

import pytest
from hypothesis import given

import deepen
import reference
import witnesses
from deepen import _core
from deepen.auditing.probe import HeuristicProbe
from deepen.games import chexers, connect4, darkchess, tiles
from deepen.search.limits import Limits
from graphs import DEAD, FOUR_NODE_GRAPH, ExplicitGraph, explicit, graphs
from puzzles import (
    AdmissibleGraphPuzzle,
    ConsistentGraphPuzzle,
    GraphObjects,
    GraphPuzzle,
    state_name,
    words_puzzle,
)
from reference_audit import audited
from support import cases, examples, slow

DECLARED = [
    (chexers, "relaxed"),
    (chexers, "waste"),
    (chexers, "exact"),
    (darkchess, "count"),
    (darkchess, "forest"),
    (darkchess, "cover"),
    (tiles, "manhattan"),
]
LARGE = ("exact", "cover", "forest")  # their tables take long to make or to compile


class Plain(deepen.Puzzle):
    """A plain of 250 by 200; walk to its corner. Each heuristic is right but for one state."""

    board_fields = {"odd": "i8"}

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int]]:
        x, y = state % 250, state // 250
        if x > 0:
            yield 0, state - 1
        if x < 249:
            yield 1, state + 1
        if y > 0:
            yield 2, state - 250
        if y < 199:
            yield 3, state + 250

    @deepen.rule
    def is_goal(board: Any, state: int) -> bool:
        return state == 0

    @deepen.heuristic(admissible=True, consistent=True)
    def one_too_high(board: Any, state: int) -> int:
        return int(state % 250 + state // 250 + (state == board.odd))

    @deepen.heuristic(admissible=True, consistent=True)
    def one_unknown(board: Any, state: int) -> int:
        return 0 if state == board.odd else state % 250 + state // 250

    one_unknown_but_honest = deepen.heuristic(admissible=True)(one_unknown.function)
    one_unknown_undeclared = deepen.heuristic()(one_unknown.function)

    @deepen.heuristic(admissible=True)
    def one_called_dead(board: Any, state: int) -> int:
        return deepen.DEAD if state == board.odd else 0

    @deepen.heuristic(admissible=True)
    def three_at_the_goal(board: Any, state: int) -> int:
        return 3 if state == 0 else 0


ODD = 117 * 250 + 93


def plain() -> Plain:
    return Plain(249, {"odd": ODD})


# ---- the engine against the definitions


def check_against_definitions(graph: ExplicitGraph, report: deepen.AuditReport) -> None:
    true = audited(graph)
    counts = (report.states, report.edges, report.goals)
    assert counts == (true.states, true.edges, true.goals)
    assert report.complete
    assert report.joint == true.joint
    assert report.overestimates == true.overestimates
    assert report.steep_edges == true.steep_edges
    assert report.histogram == true.histogram
    for ours, theirs in (
        (report.mean_ratio, true.mean_ratio),
        (report.exact_share, true.exact_share),
        (report.dead_share, true.dead_share),
    ):
        assert (ours is None) == (theirs is None)
        assert ours is None or isclose(ours, theirs or 0)
    assert (report.counterexample is None) == (true.nearest is None)
    if report.counterexample is not None:
        check_counterexample(graph, report)
        assert report.counterexample.distance == true.nearest
        assert report.worst is not None
        h, distance = report.worst
        assert (10**12 if h is None else h) - distance == true.worst
    assert (report.inconsistency is None) == (true.steepest is None)
    if report.inconsistency is not None:
        slope = report.inconsistency
        assert (slope.child, slope.cost) in [(t, c) for _, t, c in graph.edges[slope.state]]
        fall = (10**12 if slope.h is None else slope.h) - (slope.child_h or 0) - slope.cost
        assert fall == true.steepest


def check_counterexample(graph: ExplicitGraph, report: deepen.AuditReport) -> None:
    """The state has that estimate, and the path is one, leads to a goal and costs what it says."""
    found = report.counterexample
    assert found is not None
    assert (DEAD if found.h is None else found.h) == graph.h(found.state) > found.distance
    assert found.puzzle.start == found.states[0] == found.state
    assert graph.is_goal(found.states[-1])
    cost = 0
    for state, action, child in zip(found.states, found.actions, found.states[1:], strict=False):
        number, target, price = graph.edges[state][action]
        assert (number, target) == (action, child)
        cost += price
    assert cost == found.distance


def small_graph(chance: Random) -> ExplicitGraph:
    """Up to 12 states and 3 edges each; the estimates are mostly a little wrong."""
    n = chance.randint(1, 12)
    edges = [
        [(chance.randrange(n), chance.randint(0, 3)) for _ in range(chance.randint(0, 3))]
        for _ in range(n)
    ]
    graph = explicit(edges, goals=chance.sample(range(n), chance.randint(0, min(n, 2))))
    true = reference.true_distances(graph)
    estimate = [
        chance.choice([0, 1, DEAD]) if (there := true.get(state)) is None
        else chance.choice([there, there, there, max(0, there - 2), there + 1, DEAD])
        for state in range(n)
    ]  # fmt: skip
    return replace(graph, estimate=tuple(estimate))


def test_thousands_of_small_graphs() -> None:
    chance = Random(6)
    for _ in range(cases(3000)):
        graph = small_graph(chance)
        check_against_definitions(graph, deepen.audit(GraphPuzzle(graph), "table_h"))


@examples(150)
@given(graphs(max_states=12, heuristic="any"))
def test_graphs_with_any_heuristic(graph: ExplicitGraph) -> None:
    check_against_definitions(graph, deepen.audit(GraphPuzzle(graph), "table_h"))


@examples(100)
@given(graphs(max_states=24, heuristic="admissible"))
def test_graphs_with_admissible_heuristics(graph: ExplicitGraph) -> None:
    report = deepen.audit(AdmissibleGraphPuzzle(graph), "table_h")
    check_against_definitions(graph, report)
    assert report.verdict == "proven"


@examples(100)
@given(graphs(max_states=24, heuristic="consistent"))
def test_graphs_with_consistent_heuristics(graph: ExplicitGraph) -> None:
    report = deepen.audit(ConsistentGraphPuzzle(graph), "table_h")
    check_against_definitions(graph, report)
    assert (report.verdict, report.admissible, report.consistent) == ("proven", True, True)


@examples(80)
@given(graphs(max_states=10, heuristic="any"))
def test_objects_words_and_the_interpreter_see_the_same(graph: ExplicitGraph) -> None:
    plain = deepen.audit(GraphPuzzle(graph), "table_h")
    for other in (
        deepen.audit(GraphPuzzle(graph), "table_h", compiled=False),
        deepen.audit(words_puzzle(3)(graph), "table_h"),
        deepen.audit(GraphObjects(graph)),
    ):
        assert other.joint == plain.joint
        assert (other.steep_edges, other.worst) == (plain.steep_edges, plain.worst)
        if plain.counterexample is not None:
            assert other.counterexample is not None
            assert other.counterexample.distance == plain.counterexample.distance


@examples(80)
@given(graphs(max_states=16, heuristic="any"))
def test_what_is_found_before_a_limit_is_true(graph: ExplicitGraph) -> None:
    probe, puzzle = HeuristicProbe("table_h"), GraphPuzzle(graph)
    true = reference.true_distances(graph)
    for nodes in (1, 3, 6):
        measured = probe.measure(puzzle, Limits(nodes=nodes))
        found = probe.counterexample(measured, Limits())
        if found is not None:
            actual = true[found.state]
            assert actual is not None
            assert graph.h(found.state) > actual == found.distance
        slope = probe.inconsistency(measured)
        if slope is not None:
            assert graph.h(slope.state) > slope.cost + graph.h(slope.child)


def test_numbers_computed_by_hand() -> None:
    # 0 -2-> 1 -1-> 2 (goal), 0 -9-> 2, 1 -1-> 3, which leads nowhere.
    graph = explicit(
        edges=[[(1, 2), (2, 9)], [(2, 1), (3, 1)], [], []], goals=[2], estimate=[4, 0, 0, DEAD]
    )
    report = deepen.audit(GraphPuzzle(graph), "table_h")
    assert report.joint == {(4, 3): 1, (0, 1): 1, (0, 0): 1, (None, None): 1}
    assert report.histogram == {-1: 1, 0: 1, 1: 1}
    assert report.mean_ratio == pytest.approx((4 / 3 + 0) / 2)
    assert report.exact_share == pytest.approx(1 / 3)
    assert report.dead_share == 1
    assert report.steep_edges == 1
    assert (report.overestimates, report.worst) == (1, (4, 3))
    assert report.counterexample is not None
    assert report.counterexample.actions == [0, 0]


# ---- the verdicts


def test_one_wrong_state_of_50_000_is_found() -> None:
    report = deepen.audit(plain(), "one_too_high")
    assert (report.verdict, report.states, report.overestimates) == ("refuted", 50_000, 1)
    found = report.counterexample
    assert found is not None
    assert (found.state, found.h, found.distance) == (ODD, 211, 210)
    assert len(found.actions) == 210
    assert found.puzzle.start == ODD


def test_inconsistent_but_admissible_is_reported_as_that() -> None:
    claimed = deepen.audit(plain(), "one_unknown")
    assert (claimed.verdict, claimed.admissible, claimed.consistent) == ("refuted", True, False)
    assert "not consistent" in str(claimed)
    assert "inconsistent but admissible" in str(claimed)
    assert claimed.counterexample is None
    slope = claimed.inconsistency
    assert slope is not None
    assert (slope.child, slope.cost, slope.child_h) == (ODD, 1, 0)
    assert slope.h == 211

    for name, words in (
        ("one_unknown_but_honest", "does not claim to be"),
        ("one_unknown_undeclared", "declares nothing"),
    ):
        honest = deepen.audit(plain(), name)
        assert (honest.verdict, honest.admissible, honest.consistent) == ("proven", True, False)
        said = str(honest)
        assert "inconsistent but admissible" in said
        assert words in said
        honest.raise_if_refuted()


def test_a_state_that_is_called_dead_and_is_not() -> None:
    report = deepen.audit(plain(), "one_called_dead")
    assert report.refuted
    assert report.counterexample is not None
    assert (report.counterexample.h, report.counterexample.state) == (None, ODD)
    assert "dead" in str(report)
    assert report.mean_ratio == 0


def test_a_goal_with_an_estimate() -> None:
    report = deepen.audit(plain(), "three_at_the_goal")
    assert report.counterexample is not None
    assert (report.counterexample.h, report.counterexample.distance) == (3, 0)
    assert "at a goal" in str(report)


def test_refuted_raises_with_the_counterexample() -> None:
    report = deepen.audit(plain(), "one_too_high")
    with pytest.raises(deepen.Refuted, match=r"not admissible.*211.*210") as caught:
        report.raise_if_refuted()
    assert isinstance(caught.value, AssertionError)
    assert isinstance(caught.value, deepen.DeepenError)


def test_proven_says_on_what() -> None:
    report = deepen.audit(chexers.parse(chexers.EXAMPLES["race"]), "relaxed")
    assert "Proven on this instance" in str(report)
    assert "74,519 states, exhaustively" in str(report)
    report.raise_if_refuted()


def test_no_heuristic_is_the_heuristic_zero() -> None:
    report = deepen.audit(plain(), "zero")
    assert (report.verdict, report.declared) == ("proven", ("admissible", "consistent"))
    assert report.mean_ratio == 0


def test_the_default_heuristic_is_audited_by_default() -> None:
    assert deepen.audit(chexers.parse(chexers.EXAMPLES["course"])).heuristic == "waste"


def test_under_a_limit_nothing_is_proven_and_the_cover_is_told() -> None:
    report = deepen.audit(plain(), "one_unknown_but_honest", memory_limit=500_000)
    assert (report.verdict, report.status) == ("undecided", "memory-limit")
    assert 0 < report.expanded <= report.states < 50_000
    assert f"{report.states:,} states that were seen" in str(report)
    assert report.peak_bytes <= 500_000
    assert "the cheapest way inside what was seen" in str(report)
    assert "unsolvable" not in str(report)  # nobody knows which states are


def test_a_time_limit_ends_it() -> None:
    large = tiles.random(4, 4, seed=1)
    report = deepen.audit(large, "manhattan", time_limit=0.2)
    assert (report.verdict, report.status) == ("undecided", "time-limit")


class Listed(GraphPuzzle):
    """Lists states that the start does not reach."""

    def every_state(self) -> Iterator[int]:
        yield from range(4)


class ListedObjects(GraphObjects):
    def every_state(self) -> Iterator[str]:
        yield from map(state_name, range(4))


def test_a_listed_space_is_checked_on_all_of_it() -> None:
    # The start is the goal; 3 -> 2 -> 0 come from elsewhere, and 3 is wrong.
    graph = explicit(edges=[[], [], [(0, 1)], [(2, 1)]], goals=[0], estimate=[0, DEAD, 1, 9])
    assert deepen.audit(GraphPuzzle(graph), "table_h").verdict == "proven"
    report = deepen.audit(Listed(graph), "table_h")
    assert (report.states, report.overestimates) == (4, 1)
    assert report.counterexample is not None
    assert (report.counterexample.state, report.counterexample.distance) == (3, 2)
    objects = deepen.audit(ListedObjects(graph))
    assert objects.joint == report.joint
    assert objects.counterexample is not None
    assert objects.counterexample.puzzle.start == "s3"


def test_a_heuristic_that_depends_on_the_way_is_refuted_where_it_was_used() -> None:
    # The board remembers the start, which a puzzle of its own for the state would not have.
    class Forgetful(deepen.Puzzle):
        board_fields = {"origin": "i8"}

        def __init__(self, start: int) -> None:
            super().__init__(start, {"origin": start})

        @deepen.rule
        def successors(board: Any, state: int) -> Iterator[tuple[int, int]]:
            if state > 0:
                yield 0, state - 1

        @deepen.rule
        def is_goal(board: Any, state: int) -> bool:
            return state == 0

        @deepen.heuristic()
        def from_the_origin(board: Any, state: int) -> int:
            return int(board.origin)

        def at(self, state: Any) -> Forgetful:
            return Forgetful(state)

    report = deepen.audit(Forgetful(5), "from_the_origin")
    found = report.counterexample
    assert found is not None
    assert (found.puzzle.start, found.state, found.h, found.distance) == (5, 0, 5, 0)
    assert "state 0" in str(report)


def test_interrupted_brings_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any, **options: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(HeuristicProbe, "measure", interrupted)
    for subject in (plain(), lambda seed: plain()):
        with pytest.raises(deepen.Interrupted) as caught:
            deepen.audit(subject, "one_unknown")
        assert isinstance(caught.value.partial, deepen.AuditReport)
        assert caught.value.partial.verdict == "undecided"


# ---- families


@pytest.mark.parametrize("heuristic", ["smallest_edges", *slow("nearest_capturer")])
@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
def test_the_reports_heuristics_are_refuted_by_small_positions(heuristic: str, seed: int) -> None:
    report = deepen.audit(darkchess, heuristic, seed=seed, time_limit=30)
    found, wrong_answer = report.counterexample, report.wrong_answer
    assert found is not None
    assert sum(letter not in ".D" for letter in found.puzzle.squares) <= 4
    assert witnesses.darkchess_optimum(found.puzzle.squares) == found.distance
    assert getattr(witnesses, heuristic)(found.puzzle.squares) == found.h > found.distance
    assert wrong_answer is not None
    assert witnesses.darkchess_optimum(wrong_answer.puzzle.squares) == wrong_answer.optimum
    answer = deepen.solve(wrong_answer.puzzle, "astar", heuristic)
    assert answer.cost == wrong_answer.cost != wrong_answer.optimum


@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
def test_walking_is_refuted_by_small_boards(seed: int) -> None:
    report = deepen.audit(chexers, "walking", seed=seed, time_limit=30)
    found, wrong_answer = report.counterexample, report.wrong_answer
    assert found is not None
    board = (found.puzzle.colour, found.puzzle.pieces, found.puzzle.blocks)
    assert len(found.puzzle.pieces) <= 2
    assert witnesses.chexers_optimum(*board) == found.distance
    assert witnesses.walking(*board) == found.h
    assert wrong_answer is not None
    assert wrong_answer.cost is not None
    board = (wrong_answer.puzzle.colour, wrong_answer.puzzle.pieces, wrong_answer.puzzle.blocks)
    assert witnesses.chexers_optimum(*board) == wrong_answer.optimum < wrong_answer.cost


@pytest.mark.parametrize(
    ("game", "heuristic"),
    [pytest.param(*each, marks=pytest.mark.slow if each[1] in LARGE else ()) for each in DECLARED],
)
def test_what_the_project_declares_survives_a_short_audit(game: Any, heuristic: str) -> None:
    report = deepen.audit(game, heuristic, instances=cases(20), seed=7)
    assert report.declared
    assert report.verdict == "not-refuted"
    assert report.instances == cases(20)
    report.raise_if_refuted()


@pytest.mark.long
@pytest.mark.parametrize(("game", "heuristic"), DECLARED)
def test_what_the_project_declares_survives_a_minute(game: Any, heuristic: str) -> None:
    report = deepen.audit(game, heuristic, time_limit=60, seed=1)
    assert (report.verdict, report.status) in [
        ("not-refuted", "time-limit"),
        ("not-refuted", "instances"),
    ]


def test_every_declared_heuristic_of_a_built_in_puzzle_is_on_the_list() -> None:
    kinds = (
        chexers.ExactChexers, darkchess.CoveredDarkchess, tiles.Tiles
    )  # fmt: skip
    declared = {name for kind in kinds for name, h in kind.heuristics.items() if h.admissible}
    assert declared == {name for _, name in DECLARED}


def test_the_same_seed_gives_the_same_report_on_any_number_of_cores() -> None:
    reports = [deepen.audit(darkchess, "nearest_capturer", jobs=jobs, seed=3) for jobs in (1, 2)]
    assert reports[0].counterexample == reports[1].counterexample
    assert reports[0].joint == reports[1].joint
    held = [deepen.audit(chexers, "relaxed", instances=15, jobs=jobs) for jobs in (1, 3)]
    assert (held[0].instances, held[0].joint) == (held[1].instances, held[1].joint)


def grown(size: int, seed: int) -> GraphPuzzle:
    """A path of some states; the estimate is wrong from the fourth on."""
    length = size + seed % 2 + 1
    edges = [[(state - 1, 1)] if state > 0 else [] for state in range(length)]
    wrong = [state + (state > 3) for state in range(length)]
    return GraphPuzzle(explicit(edges, goals=[0], estimate=wrong, start=length - 1))


def test_a_family_of_ones_own_grows_and_is_shrunk() -> None:
    asked = []

    def shorter(puzzle: GraphPuzzle) -> Iterator[GraphPuzzle]:
        asked.append(puzzle.start)
        assert isinstance(puzzle.start, int)
        if puzzle.start > 0:
            yield puzzle.at(puzzle.start - 1)

    report = deepen.audit(grown, "table_h", smaller=shorter)
    found = report.counterexample
    assert found is not None
    assert (found.state, found.h, found.distance) == (4, 5, 4)
    assert asked
    assert report.wrong_answer is None  # there is only one way, so A* takes it
    assert report.subject == "grown"


def test_a_family_of_few_ends_when_they_are_all_seen() -> None:
    report = deepen.audit(lambda seed: GraphPuzzle(FOUR_NODE_GRAPH), "table_h", time_limit=60)
    assert (report.instances, report.status, report.verdict) == (1, "instances", "not-refuted")
    assert report.inconsistency is not None  # and it declares nothing
    assert "That is no proof" in str(report)


def test_a_family_of_object_puzzles() -> None:
    graphs = {seed: GraphObjects(FOUR_NODE_GRAPH) for seed in range(3)}
    report = deepen.audit(lambda seed: graphs[seed].at(f"s{seed}"), instances=3)
    assert (report.instances, report.verdict) == (3, "not-refuted")
    same = deepen.audit(lambda seed: GraphObjects(FOUR_NODE_GRAPH), time_limit=60)
    assert (same.instances, same.status) == (1, "instances")


def test_a_limit_before_the_first_instance_is_no_verdict() -> None:
    report = deepen.audit(tiles, "manhattan", time_limit=0)
    assert (report.verdict, report.instances) == ("undecided", 0)


def test_progress_is_told() -> None:
    told: list[deepen.AuditProgress] = []
    deepen.audit(chexers, "relaxed", instances=5, on_progress=told.append)
    assert [progress.instances for progress in told] == [1, 2, 3, 4, 5]
    assert told[-1].states > 0


@pytest.mark.parametrize(
    ("subject", "options", "words"),
    [
        (plain(), {"heuristic": "nonsense"}, "no heuristic 'nonsense'"),
        (plain(), {"instances": 3}, "single puzzle"),
        (chexers, {"instances": 0}, "1 or more"),
        (chexers, {"jobs": 0}, "1 or more"),
        (Plain, {}, "Plain is a class: give an instance"),
        (7, {}, "no family"),
        (lambda seed: 7, {}, "neither a puzzle nor a game"),
        (reference, {}, "has no family"),
    ],
)
def test_misuse_is_told(subject: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(deepen.UsageError, match=words):
        deepen.audit(subject, **options)


# ---- what smaller and family promise


@pytest.mark.parametrize("game", [chexers, darkchess, tiles])
def test_families_repeat_and_grow(game: Any) -> None:
    for size in range(1, 9):
        assert game.family(size, 5) == game.family(size, 5)
    assert len({game.format(game.family(4, seed)) for seed in range(20)}) > 15


@pytest.mark.parametrize("game", [chexers, darkchess])
def test_smaller_takes_one_thing_away(game: Any) -> None:
    for seed in range(5):
        puzzle = game.family(5, seed)

        def things(of: Any) -> int:
            drawn: str = game.draw(of)
            return sum(drawn.count(sign) for sign in "●◉■KAERNPkaerncp#") - 5 * (game is darkchess)

        for less in game.smaller(puzzle):
            assert things(less) == things(puzzle) - 1


@pytest.mark.parametrize("game", [chexers, darkchess, tiles])
def test_a_puzzle_at_another_state_is_that_puzzle(game: Any) -> None:
    puzzle = game.parse(next(iter(game.EXAMPLES.values())))
    solution = deepen.solve(puzzle)
    assert puzzle.at(puzzle.start) == puzzle
    halfway = puzzle.at(solution.states[1])
    assert halfway.start == solution.states[1]
    assert game.parse(game.format(halfway)) == halfway
    assert deepen.solve(halfway).cost == (solution.cost or 0) - 1


# ---- pictures


def test_reports_are_drawn() -> None:
    report = deepen.audit(chexers, "walking")
    svg = report.svg()
    assert svg.startswith("<svg ")
    assert "not admissible" in svg
    assert svg.count("<svg ") == 3  # with the counterexample and the one that is answered wrongly
    assert report._repr_svg_() == svg
    assert "<pre>Refuted" in report._repr_html_()
    assert deepen.audit(plain(), "zero").svg().count("<svg ") == 1


# ---- two players


class Take(deepen.Game):
    """Take 1 to 3 matches; who takes the last one wins a point."""

    @deepen.rule
    def moves(board: Any, matches: int) -> Iterator[tuple[int, int, int]]:
        for count in range(1, min(matches, 3) + 1):
            yield count, matches - count, int(matches == count)

    @deepen.rule
    def evaluate(board: Any, matches: int) -> int:
        return 1

    @deepen.rule
    def bounds(board: Any, matches: int) -> tuple[int, int]:
        return (-1, 1)

    @deepen.rule
    def canonical(board: Any, matches: int) -> int:
        return matches if matches < 4 else 4 + matches % 4  # no match is worth 0, four are lost


class WrongBounds(Take):
    @deepen.rule
    def bounds(board: Any, matches: int) -> tuple[int, int]:
        return (0, 1) if matches == 8 else (-1, 1)


class WrongCanonical(Take):
    @deepen.rule
    def canonical(board: Any, matches: int) -> int:
        return 3 if matches == 8 else matches


def test_a_guess_is_measured_against_exact_values() -> None:
    report = deepen.audit(Take(10), "evaluate")
    # 10 to 1 matches: 8 and 4 are lost, -1, the others won; the end is not evaluated.
    assert (report.positions, report.verdict) == (11, "proven")
    assert report.guesses == {0: 8, 2: 2}
    assert report.sign_share == pytest.approx(0.8)
    assert report.mean_error == pytest.approx(0.4)
    assert report.worst_guess is not None
    assert report.worst_guess[1:] == (1, -1)
    assert "Measured" in str(report)
    report.raise_if_refuted()


def test_right_promises_are_proven() -> None:
    report = deepen.audit(Take(10))
    assert report.rules == ("evaluate", "bounds", "canonical")
    assert (report.verdict, report.complete) == ("proven", True)
    assert "11 positions, exhaustively" in str(report)


def test_wrong_bounds_are_refuted() -> None:
    report = deepen.audit(WrongBounds(10), "bounds")
    assert (report.verdict, report.wrong_bounds) == ("refuted", 1)
    found = report.counterexample
    assert found is not None
    assert (found.game.start, found.value, found.said) == (8, -1, (0, 1))
    with pytest.raises(deepen.Refuted, match="0 to 1 of a position that is worth -1"):
        report.raise_if_refuted()
    assert deepen.audit(WrongBounds(10), "canonical").verdict == "proven"


def test_wrong_symmetries_are_refuted() -> None:
    report = deepen.audit(lambda seed: WrongCanonical(7 + seed), "canonical")
    found = report.counterexample
    assert found is not None
    assert (found.game.start, found.value, found.said, found.said_value) == (8, -1, 3, 1)
    assert report.svg().startswith("<svg ")


class TakeObjects(deepen.ObjectGame):
    def __init__(self, matches: int) -> None:
        super().__init__("|" * matches)

    def actions(self, state: str) -> list[int]:
        return list(range(1, min(len(state), 3) + 1))

    def result(self, state: str, action: int) -> str:
        return state[action:]

    def reward(self, state: str, action: int, result: str) -> int:
        return int(not result)

    def bounds(self, state: str) -> tuple[int, int]:
        return (0, 1) if len(state) == 8 else (-1, 1)

    def canonical(self, state: str) -> str:
        return state if len(state) < 4 else "|" * (4 + len(state) % 4)


def test_games_of_objects() -> None:
    report = deepen.audit(TakeObjects(10))
    assert report.rules == ("bounds", "canonical")
    found = report.counterexample
    assert found is not None
    assert (found.rule, found.game.start, found.value) == ("bounds", "|" * 8, -1)
    assert report.wrong_canonical == 0


def test_connect_four_keeps_its_promises_near_the_end() -> None:
    report = deepen.audit(lambda seed: connect4.random(34, seed=seed), "bounds", instances=4)
    assert report.verdict == "not-refuted"
    assert report.positions > 50


def test_rules_that_are_not_there_are_told() -> None:
    with pytest.raises(deepen.UsageError, match="no rule 'bound' here"):
        deepen.audit(Take(3), "bound")


def test_the_engine_says_when_it_is_cancelled() -> None:
    cancel = _core.Cancel()
    cancel.set()
    limits = Limits(cancel=cancel)
    measured = HeuristicProbe("manhattan").measure(tiles.random(4, 4, seed=1), limits)
    assert measured.found.status == _core.Status.interrupted
