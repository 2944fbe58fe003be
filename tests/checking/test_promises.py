"""The optional rules of puzzles, on walks (`check`) and at every state (`audit`); of games, on
walks."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import deepen
from deepen.games import tiles
from games_looping import BackEnds, ToldBack, looping_game
from support import cases
from symmetric import SymmetricPuzzle, symmetric_graph

SIZE = 9


class Ring(deepen.ObjectPuzzle):
    """A walk round a ring, whose halves are images of each other; every promise is kept."""

    start = 4
    reversible = True

    def actions(self, place: int) -> list[int]:
        return [1, -1]

    def result(self, place: int, step: int) -> int:
        return (place + step) % SIZE

    def cost(self, place: int, step: int, result: int) -> int:
        return 3 if 0 in (place, result) else 1

    def is_goal(self, place: int) -> bool:
        return place == 0

    def canonical(self, place: int) -> int:
        return min(place, SIZE - place)

    def goals(self) -> list[int]:
        return [0]


class OneWay(Ring):
    reversible = False

    def predecessors(self, place: int) -> Iterator[tuple[int, int]]:
        yield 1, (place - 1) % SIZE
        yield -1, (place + 1) % SIZE


class GoesOn(Ring):
    def canonical(self, place: int) -> int:
        return place + 1 if place == 6 else place


class OtherGoal(Ring):
    def canonical(self, place: int) -> int:
        return 2 if place == 0 else place


class OtherCost(Ring):
    def canonical(self, place: int) -> int:
        return 1 if place == 6 else place


class NoWayBack(Ring):
    def actions(self, place: int) -> list[int]:
        return [1] if place == 6 else [1, -1]


class DearBack(Ring):
    def cost(self, place: int, step: int, result: int) -> int:
        return 2 if (place, step) == (6, -1) else 1


class LeftOut(OneWay):
    def predecessors(self, place: int) -> Iterator[tuple[int, int]]:
        yield 1, (place - 1) % SIZE
        if place != 6:
            yield -1, (place + 1) % SIZE


class Invented(OneWay):
    def predecessors(self, place: int) -> Iterator[tuple[int, int]]:
        yield from super().predecessors(place)
        if place == 6:
            yield 1, 3


class NoGoal(Ring):
    def goals(self) -> list[int]:
        return [0, 6]


class NotListed(Ring):
    def goals(self) -> list[int]:
        return []


BROKEN = [
    (GoesOn, "canonical", 6, "gives the state 7; only from here an action of cost 1 leads to"),
    (OtherGoal, "canonical", 0, "gives the state 2; one of the two is a goal"),
    (OtherCost, "canonical", 6, "gives the state 1; only from here an action of cost 1 leads to"),
    (NoWayBack, "reversible", 5, "the action 1 of cost 1 leads to the state 6, from which none"),
    (DearBack, "reversible", 5, "the action 1 of cost 1 leads to the state 6, from which none"),
    (LeftOut, "predecessors", 7, "the action -1 of cost 1 leads from here to 6, but"),
    (
        Invented,
        "predecessors",
        6,
        "yields the action 1 of cost 1 of the state 3, but no such",
    ),
    (NoGoal, "goals", 4, "lists the state 6, which is no goal"),
    (NotListed, "goals", 0, "does not list this state, which is a goal"),
]


@pytest.mark.parametrize("puzzle", [Ring(), OneWay()])
def test_promises_that_are_kept(puzzle: deepen.ObjectPuzzle) -> None:
    report = deepen.check(puzzle)
    assert report.ok, report
    assert {"symmetric", "back", "listed"} <= set(report.counts)
    proof = deepen.audit(puzzle, "rules")
    assert (proof.verdict, proof.states, proof.edges) == ("proven", SIZE, 2 * SIZE)
    assert len(proof.rules) == 3
    proof.raise_if_refuted()


@pytest.mark.parametrize(("kind", "rule", "state", "told"), BROKEN)
def test_promises_that_are_broken(kind: Any, rule: Any, state: int, told: str) -> None:
    report = deepen.check(kind())
    assert rule in {failure.rule for failure in report.failures}
    proof = deepen.audit(kind(), rule)
    found = proof.counterexample
    assert found is not None
    assert (proof.verdict, found.rule, found.state) == ("refuted", rule, state)
    assert found.sentence.startswith(told)
    assert told in str(proof)
    with pytest.raises(deepen.Refuted):
        proof.raise_if_refuted()


@pytest.mark.parametrize("kind", [BackEnds, ToldBack])
def test_ways_back_of_games_that_are_right(kind: Any) -> None:
    for seed in range(3):
        report = deepen.check(kind(looping_game(Random(seed), told=kind is ToldBack)), walks=5)
        assert report.ok, report
        assert report.counts["back"] > 0


class Steps(deepen.Game):
    """Down to 0 by one or two, from 4 on by one; the way back may be wrong in either way."""

    def moves(board: Any, place: int) -> Any:
        for step in range(1, 3 if place > 4 else 2):
            yield step, place - step

    def outcome(board: Any, place: int) -> int | None:
        return deepen.LOSS if place == 0 else None

    def predecessors(board: Any, place: int) -> Any:
        if board.leaves_out == 0 or place != 7:
            yield 1, place + 1
        if board.invents > 0 or place > 2:
            yield 2, place + 2


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ((1, 0), "in state 8: the move 1 leads from here to 7, but predecessors of that state"),
        ((0, 1), "in state 2: yields the move 2 of the state 4, but no such move leads here"),
    ],
)
def test_ways_back_of_games_that_are_wrong(board: tuple[int, int], told: str) -> None:
    game = Steps(8, {"leaves_out": board[0], "invents": board[1]})
    (failure,) = deepen.check(game).failures
    assert (failure.check, failure.rule) == ("back", "predecessors")
    assert told in f"in state {failure.state}: {failure.sentence}"
    with pytest.raises(deepen.RuleError, match=r"in predecessors: in state [0-9]+: .* no table"):
        deepen.tabulate(game)


class Shifted(deepen.Puzzle):
    """Numbers from `first` on, of which only those below `ranks` are in range."""

    ranks = 8

    def successors(board: Any, state: Any) -> Any:
        if state < 9:
            yield 0, state + 1

    def is_goal(board: Any, state: Any) -> Any:
        return state == 9

    def rank(board: Any, state: Any) -> Any:
        return min(state, board.most)

    def unrank(board: Any, number: Any) -> Any:
        return number


@pytest.mark.parametrize(
    ("most", "state", "told"), [(5, 6, "is 5, and unrank(5) is the state 5"), (9, 8, "returns 8")]
)
def test_numbers_are_in_range_and_lead_back(most: int, state: int, told: str) -> None:
    puzzle = Shifted(0, {"most": most})
    found = deepen.audit(puzzle, "rank").counterexample
    assert found is not None
    assert found.state == state
    assert told in found.sentence
    assert told in str(deepen.check(puzzle))


class Numbered(deepen.Game):
    """Down to 0 by one or two; all above `most` have its number."""

    ranks = 9

    def moves(board: Any, place: int) -> Any:
        for step in range(1, min(place, 2) + 1):
            yield step, place - step, int(place == step)

    def rank(board: Any, place: int) -> Any:
        return min(place, board.most)

    def unrank(board: Any, number: int) -> int:
        return number


def test_numbers_of_games_lead_back_or_not() -> None:
    assert not deepen.check(Numbered(8, {"most": 8})).failures
    (failure,) = deepen.check(Numbered(8, {"most": 6})).failures
    assert (failure.check, failure.rule) == ("numbered", "rank")
    assert "is 6, and unrank(6) is the state 6" in failure.sentence


class Swapped(deepen.Game):
    """A step to the left or to the right; images stand for each other, and none for itself."""

    def moves(board: Any, place: int) -> Any:
        if 0 < place < 9:
            yield 0, place - 1
            yield 1, place + 1

    def outcome(board: Any, place: int) -> int | None:
        return deepen.LOSS if place in (0, 9) else None

    def canonical(board: Any, place: int) -> int:
        return 9 - place


def test_a_canonical_state_stands_for_itself() -> None:
    (failure,) = deepen.check(Swapped(4)).failures
    assert (failure.check, failure.rule, failure.state) == ("symmetric", "canonical", 4)
    assert "gives the state 5, and of that one 4" in failure.sentence


def test_sliding_tiles_keep_their_promises() -> None:
    for compiled in (True, False):
        proof = deepen.audit(tiles.parse("2x3: 1 2 0 3 4 5"), "rules", compiled=compiled)
        assert (proof.verdict, proof.states) == ("proven", 360)
    assert deepen.audit(tiles.parse("2x3: 1 2 0 3 4 5")).heuristic == "manhattan"


@pytest.mark.engine
def test_random_graphs_are_symmetric_or_not() -> None:
    """What `canonical` says is moved in one place, which mostly breaks it: engine and interpreter
    agree on where."""
    refuted = 0
    for seed in range(cases(400)):
        symmetric = symmetric_graph(seed)
        assert deepen.audit(SymmetricPuzzle(symmetric), "canonical").verdict == "proven"
        stands = list(symmetric.canonical)
        stands[seed % len(stands)] = (seed // 7) % len(stands)
        broken = SymmetricPuzzle(type(symmetric)(symmetric.graph, tuple(stands)))
        one, other = (
            deepen.audit(broken, "canonical", compiled=compiled) for compiled in (True, False)
        )
        assert (one.verdict, one.broken) == (other.verdict, other.broken)
        if one.counterexample is not None:
            refuted += 1
            assert "compiled" not in one.counterexample.sentence
    assert refuted > cases(400) // 4


def test_what_there_is_not_cannot_be_audited() -> None:
    with pytest.raises(deepen.UsageError, match="optional rule 'rank'"):
        deepen.audit(Ring(), "rank")


def test_a_limit_leaves_it_undecided() -> None:
    proof = deepen.audit(tiles.random(4, 4, seed=1), "reversible", time_limit=0.05)
    assert proof.verdict == "undecided"
    assert "time limit came first" in proof.sentence


class FalseImage(Steps):
    """Ways back are right; from 6 one can go by two, and from what is called its image by one."""

    def canonical(board: Any, place: int) -> int:
        return 4 if place == 6 else place


def test_a_wrong_image_is_blamed_and_no_way_back() -> None:
    game = FalseImage(8, {"leaves_out": 0, "invents": 0})
    blamed = {(each.check, each.rule) for each in deepen.check(game).failures}
    assert ("symmetric", "canonical") in blamed
    assert {rule for _, rule in blamed} == {"canonical"}
    told = "in canonical: gives 4 of 6, and only from the second a move leads to 4 or its image"
    with pytest.raises(deepen.RuleError, match=told) as error:
        deepen.tabulate(game, compiled=False)
    assert "def canonical" in linecache.getline(error.value.filename, error.value.line)


class BothWays(Steps):
    """With a number for each place; that of `clash` is its neighbour's, too."""

    ranks = 9

    def rank(board: Any, place: int) -> Any:
        return place - (place == board.clash)

    def unrank(board: Any, number: int) -> int:
        return number


def both_ways(kind: Any = BothWays, **wrong: int) -> Any:
    return kind(8, {"leaves_out": 0, "invents": 0, "clash": -1} | wrong)


def test_rules_of_games_are_proven_at_every_position() -> None:
    proof = deepen.audit(both_ways(), "rules")
    assert proof.sentence.endswith(" predecessors and rank (9 states, exhaustively).")
    assert (proof.states, proof.expanded, proof.edges) == (9, 9, 12)
    assert deepen.audit(both_ways(leaves_out=1), "rank").verdict == "proven"
    family = deepen.audit(lambda seed: both_ways(clash=9 + seed), "rules", instances=2)
    assert (family.verdict, family.instances, family.states) == ("not-refuted", 2, 18)
    limited = deepen.audit(both_ways(), "rules", time_limit=0)
    assert (limited.verdict, limited.status) == ("undecided", "time-limit")


@pytest.mark.parametrize(
    ("game", "rule", "state", "told"),
    [
        (both_ways(leaves_out=1), "predecessors", 8, "the move 1 leads from here to 7, but"),
        (both_ways(clash=5), "rank", 5, "is 4, and unrank(4) is the state 4"),
        (FalseImage(8, {"leaves_out": 0, "invents": 0}), "canonical", 6, "gives 4 of 6, and only"),
    ],
)
def test_rules_of_games_are_refuted(game: Any, rule: str, state: int, told: str) -> None:
    proof = deepen.audit(game, "rules")
    found = proof.counterexample
    assert found is not None
    assert (proof.verdict, found.rule, found.state) == ("refuted", rule, state)
    assert found.puzzle.start == state
    assert found.sentence.startswith(told)
    assert told in str(proof)
    with pytest.raises(deepen.Refuted):
        proof.raise_if_refuted()


def test_rules_that_a_game_does_not_have() -> None:
    class Plain(Steps):
        predecessors = None  # type: ignore[assignment]

    with pytest.raises(deepen.UsageError, match="has none of the optional rules: predecessors, r"):
        deepen.audit(both_ways(Plain), "rules")
    with pytest.raises(deepen.UsageError, match="no optional rule 'rank' here"):
        deepen.audit(FalseImage(8, {"leaves_out": 0, "invents": 0}), "rank")
    with pytest.raises(deepen.UsageError, match=r"'rnak' .* did you mean 'rank'. known: predec"):
        deepen.audit(both_ways(), "rnak")
    with pytest.raises(deepen.UsageError, match="name what is to be audited: predecessors, rank, "):
        deepen.audit(both_ways())
