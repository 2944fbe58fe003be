"""Tables of whole games, in which positions may repeat."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

import deepen
from deepen.tables.entries import SortedEntries
from games_looping import (
    BackEnds,
    EndsGame,
    LoopingGame,
    MirrorBack,
    ToldBack,
    ToldEnds,
    TwinEnds,
    WrongBack,
    looping_game,
    looping_points,
    mirrored,
    twinned,
)
from games_random import BareGame, TwinGame
from reference_games import Known, PayingCycle, counted_points, reached
from support import cases

pytestmark = pytest.mark.engine


def placed(game: deepen.Game, node: int) -> deepen.Game:
    """A game of these rules in another node."""
    if not isinstance(game, ToldEnds):
        return game.at(node)
    other = game.at(node // 2)
    other.to_move = node % 2
    return other


def assert_table(game: Any, explicit: LoopingGame, **options: Any) -> None:
    """The table holds what the oracle says of every node that can be reached, and nothing else."""
    table, truth = deepen.tabulate(game, **options), explicit.truth()
    assert table.status == "solved"
    assert table.positions == sum(count for _, _, count in table.counts)
    nodes = reached(explicit)
    if not options.get("symmetry", True) or type(game).canonical is None:
        assert table.positions == len(nodes)
    for node in nodes:
        entry = table.get(placed(game, node))
        assert entry is not None
        assert Known(entry.value, entry.distance) == truth[node]


KINDS = [EndsGame, ToldEnds, TwinEnds, BareGame, TwinGame, BackEnds, ToldBack, MirrorBack]


@pytest.mark.parametrize("kind", KINDS)
def test_random_games(kind: Any) -> None:
    for seed in range(cases(240)):
        assert_random_table(kind, seed)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_games(kind: Any) -> None:
    for seed in range(2_000):
        assert_random_table(kind, seed)


def from_widest_start(game: LoopingGame) -> LoopingGame:
    """The same from where most can be reached."""
    starts = [replace(game, start=node) for node in range(game.n)]
    return max(starts, key=lambda each: len(reached(each)))


def assert_random_table(kind: Any, seed: int) -> None:
    chance, told = Random(seed), issubclass(kind, ToldEnds)
    game = looping_game(chance, told=told) if kind.outcome else looping_points(chance)
    game = from_widest_start(game)
    if kind.canonical is not None:
        doubled = twinned if getattr(kind, "predecessors", None) is None else mirrored
        game = replace(doubled(chance, game), start=2 * game.start)
    assert_table(kind(game), game, threads=1 + seed % 2, symmetry=seed % 3 > 0)


@pytest.mark.parametrize("kind", [EndsGame, BareGame])
def test_rules_in_the_interpreter(kind: Any) -> None:
    for seed in range(cases(20)):
        chance = Random(seed)
        game = looping_game(chance) if kind.outcome else looping_points(chance)
        assert_table(kind(game), game, compiled=False)


@pytest.mark.parametrize(("kept", "asked"), [(EndsGame, BackEnds), (ToldEnds, ToldBack)])
def test_the_way_back_gives_the_same_table(kept: Any, asked: Any) -> None:
    for seed in range(cases(40)):
        game = from_widest_start(looping_game(Random(seed), told=kept is ToldEnds))
        one, other = (deepen.tabulate(kind(game), threads=1 + seed % 2) for kind in (kept, asked))
        assert (one.counts, one.moves_seen) == (other.counts, other.moves_seen)
        assert all(map(np.array_equal, arrays_of(one), arrays_of(other)))


def arrays_of(table: deepen.Table) -> tuple[Any, Any]:
    assert isinstance(table.entries, SortedEntries)
    return table.entries.rows(), table.entries.codes


def refusal(game: Any, **options: Any) -> str:
    """Why there is no table; nothing where there is one."""
    try:
        deepen.tabulate(game, **options)
    except deepen.RuleError as error:
        return str(error)
    return ""


def test_a_wrong_way_back_gives_no_table() -> None:
    refused = 0
    for seed in range(cases(80)):
        explicit = from_widest_start(looping_game(Random(seed)))
        game, options = WrongBack(explicit), {"compiled": seed % 4 > 0, "threads": 1 + seed % 2}
        said = refusal(game, **options)
        if said:
            refused += 1
            assert re.search(r"in predecessors: in state \d+: the move .* leaves it out", said)
        else:
            assert_table(game, explicit, **options)
    assert refused > 0


def test_images_that_are_no_mirror_images_have_no_way_back() -> None:
    """`canonical` says that values are the same; the way back needs the moves to be images."""
    refused = 0
    for seed in range(cases(40)):
        chance = Random(seed)
        explicit = from_widest_start(looping_game(chance))
        explicit = replace(twinned(chance, explicit), start=2 * explicit.start)
        said = refusal(MirrorBack(explicit))
        refused += bool(said)
        assert not said or re.search(r"in canonical: gives \d+ of \d+, to which a move leads", said)
        assert_table(MirrorBack(explicit), explicit, symmetry=not said)
    assert refused > 0


def test_points_have_no_way_back() -> None:
    with pytest.raises(deepen.RuleError, match="won, drawn or lost by a rule `outcome`"):

        class Points(deepen.Game):
            def moves(board: Any, place: int) -> Any:
                yield 0, place, 1

            def predecessors(board: Any, place: int) -> Any:
                yield 0, place, 1


def test_cycles_that_pay_are_refused() -> None:
    refused = 0
    for seed in range(cases(40)):
        game = looping_points(Random(seed), 5, paying=True)
        part = {node: [*moves] for node, moves in reached(game).items()}
        try:
            truth = counted(part)
        except PayingCycle:
            refused += 1
            with pytest.raises(deepen.UsageError, match="a cycle of"):
                deepen.tabulate(BareGame(game))
        else:
            table = deepen.tabulate(BareGame(game))
            assert {node: table.value(BareGame(game).at(node)) for node in part} == truth
    assert refused > 0


def counted(graph: Any) -> dict[int, int]:
    return {node: known.value for node, known in counted_points(graph).items()}


def test_a_game_that_is_over() -> None:
    game = EndsGame(LoopingGame(**vars(looping_game(Random(1))) | {"ends": (1,) * 64, "start": 0}))
    table = deepen.tabulate(game)
    assert (table.positions, table.counts) == (1, [(1, 0, 1)])


def test_what_is_not_there() -> None:
    class Ring(deepen.Game):
        def moves(board: Any, place: int) -> Any:
            yield 0, (place + 1) % 6

    with pytest.raises(deepen.InputError, match="not in the table"):
        deepen.tabulate(Ring(0)).value(Ring(7))


def test_limits_leave_no_values() -> None:
    game = EndsGame(from_widest_start(looping_game(Random(2))))
    table = deepen.tabulate(game, node_limit=2)
    assert table.status == "node-limit"
    assert table.get(game) is None


class Countdown(deepen.Game):
    """One less each time; who comes to nothing has won. From 7 on one may wait."""

    def moves(board: Any, left: Any) -> Any:
        yield 1, left - 1
        if left == 7:
            yield 0, left

    def outcome(board: Any, left: Any) -> Any:
        return deepen.LOSS if left == 0 else None


def test_a_win_may_be_too_far_away() -> None:
    assert deepen.tabulate(Countdown(31_999)).slowest(1) == [31_999]
    for ask in (deepen.tabulate, lambda game: deepen.tabulate(game, threads=2)):
        with pytest.raises(deepen.UsageError, match="a win takes more than 32,000 plies"):
            ask(Countdown(40_000))


class Toll(deepen.Game):
    """Round a ring of six by one or two; whoever leaves place 2 by one step gets a point."""

    def moves(board: Any, place: Any) -> Any:
        yield 1, (place + 1) % 6, place == 2
        yield 2, (place + 2) % 6


def test_a_cycle_that_pays_is_shown() -> None:
    with pytest.raises(deepen.UsageError) as refused:
        deepen.tabulate(Toll(0), compiled=False)
    told = re.search(
        r"a cycle of (\d+) moves? pays points, ([12 ]+), from (\d)", str(refused.value)
    )
    assert told is not None
    moves, at, paid, mover = told[2].split(), int(told[3]), 0, 0
    assert len(moves) == int(told[1])
    for move in moves:
        paid += (1 - 2 * mover) * (at == 2 and move == "1")
        at, mover = (at + int(move)) % 6, 1 - mover
    assert (at, mover) == (int(told[3]), 0)
    assert paid != 0


class Odd(deepen.Game):
    """On a ring of eight; `canonical` takes the place that is lost for one that is not."""

    def moves(board: Any, place: Any) -> Any:
        yield 1, (place + 1) % 8
        yield 2, (place + 3) % 8

    def outcome(board: Any, place: Any) -> Any:
        return deepen.LOSS if place == 5 else None

    def canonical(board: Any, place: Any) -> Any:
        return 1 if place == 5 else place


@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"compiled": False}])
def test_an_end_whose_image_goes_on_is_refused(options: Any) -> None:
    for start in range(8):
        with pytest.raises(deepen.RuleError, match=r"it gives \d for states in which the"):
            deepen.tabulate(Odd(start), **options)
    assert deepen.tabulate(Odd(0), symmetry=False, **options).won > 0


class Rich(deepen.Game):
    """Five moves that pay as much as one can."""

    def moves(board: Any, place: Any) -> Any:
        if place < board.most:
            yield 1, place + 1, (1 << 30) - 1, True
        if place == 9:
            yield 1, 9  # positions repeat somewhere else


def test_what_is_worth_too_much_is_refused() -> None:
    assert deepen.tabulate(Rich(0, {"most": 1})).value(Rich(0, {"most": 1})) == (1 << 30) - 1
    with pytest.raises(deepen.RuleError, match="a position is worth 1073741824 or more"):
        deepen.tabulate(Rich(0, {"most": 5}))


class Harbour(deepen.Game):
    """One large component, from some places of which one may leave for points."""

    def moves(board: Any, place: Any) -> Any:
        if place < board.size:
            yield 0, (place + 1) % board.size
            yield 1, (place * 5 + 3) % board.size
            if place % 97 == 5:
                yield 2, board.size + place % 7, place % 11 - 3


def test_the_values_of_a_large_component_take_memory_and_are_counted() -> None:
    game = Harbour(0, {"size": 100_000})
    whole = deepen.tabulate(game)
    assert (whole.status, whole.positions) == ("solved", 100_007)
    # To find all positions takes some 60 bytes each; the rest is for their values.
    assert whole.peak_bytes > 80 * whole.positions
    less = deepen.tabulate(game, memory_limit=whole.peak_bytes * 9 // 10)
    assert less.status == "memory-limit"
