"""`deepen.check`: every kind of mistake is found, and named with its rule, state and values."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import deepen
from deepen import games
from deepen.checking.report import CHECKS, CheckFailure
from deepen.checking.unbounded import Exact, lost_word
from deepen.compiler.native_call import NativeFailure, NativePuzzle
from deepen.packing.machine_word import Word
from deepen.rules import bit, popcount
from games_random import Coins, DotsAndBoxes, Kayles
from support import slow

LAMPS = 5
ALL_LAMPS = (1 << LAMPS) - 1


def neighbours(i: int) -> int:
    return (0b111 << i >> 1) & ALL_LAMPS


OFF = [0, "no lamp"]  # which compiled rules cannot take


class Row(deepen.Puzzle):
    """Five lamps in a row; a press toggles a lamp and its neighbours. Turn all off."""

    @deepen.rule
    def successors(board: Any, lamps: int) -> Iterator[tuple[int, int]]:
        for i in range(LAMPS):
            yield i, lamps ^ neighbours(i)

    @deepen.rule
    def is_goal(board: Any, lamps: int) -> bool:
        return lamps == 0


class Lamps(Row):
    """With a heuristic, which is compiled anew with every other rule for the successors."""

    @deepen.heuristic(consistent=True)
    def thirds(board: Any, lamps: int) -> int:
        return (popcount(lamps) + 2) // 3


START = 0b10101


def failure(report: deepen.CheckReport, check: str, rule: str) -> CheckFailure:
    """The one that is meant."""
    (found,) = [each for each in report.failures if (each.check, each.rule) == (check, rule)]
    return found


def only_failure(report: deepen.CheckReport, check: str, rule: str) -> CheckFailure:
    """The same, where nothing else fails."""
    assert [each.check for each in report.failures] == [check], str(report)
    return failure(report, check, rule)


# ---- what is right


def test_right_rules_pass() -> None:
    report = deepen.check(Lamps(START))
    assert report.ok, str(report)
    report.raise_if_failed()
    assert {"legal", "deterministic", "compiled", "fits", "goal", "consistent"} <= set(
        report.counts
    )
    assert report.states == 16
    assert "incremental" not in report.counts
    assert "Lamps: 16 states on 21 walks, seed 0" in str(report)


def test_the_same_seed_takes_the_same_walks() -> None:
    tiles = games.load("tiles").parse("8 0 6 5 4 7 2 3 1")
    first, again, other = (deepen.check(tiles, walks=1, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.counts != other.counts


# One of each kind of game; all heuristics of the others take seconds to compile.
@pytest.mark.parametrize("name", ["tiles", "connect4", *slow("chexers", "darkchess", "hashi")])
def test_built_in_games_pass(name: str) -> None:
    package = games.load(name)
    for text in list(package.EXAMPLES.values())[:1]:
        report = deepen.check(package.parse(text), walks=3)
        report.raise_if_failed()
        assert report.counts["text"] > 0
        assert report.counts["picture"] > 0


@pytest.mark.long
@pytest.mark.parametrize("name", games.GAMES)
def test_built_in_games_pass_on_long_walks(name: str) -> None:
    package = games.load(name)
    for text in package.EXAMPLES.values():
        deepen.check(package.parse(text), walks=30, seed=7).raise_if_failed()


# ---- puzzles that are wrong, each in one way


def test_chance_in_a_rule() -> None:
    class Wavering(Row):
        @deepen.rule
        def successors(board: Any, lamps: int) -> Iterator[tuple[int, int]]:
            yield 0, lamps ^ int(random.random() * (1 << 50))

    found = failure(deepen.check(Wavering(START), walks=3), "deterministic", "successors")
    assert "at first" in found.sentence
    assert "when asked again" in found.sentence
    assert found.times > 1


def test_a_negative_cost() -> None:
    class Paying(Row):
        @deepen.rule
        def successors(board: Any, lamps: int) -> Iterator[tuple[int, int, int]]:
            for i in range(LAMPS):
                yield i, lamps ^ neighbours(i), popcount(lamps) - 2

    found = failure(deepen.check(Paying(START)), "legal", "successors")
    assert "yields the cost -1" in found.sentence
    assert "yield i, lamps ^ neighbours(i), popcount(lamps) - 2" in found.sentence
    assert found.state.bit_count() == 1


def test_a_cost_of_zero_is_legal() -> None:
    class Free(Row):
        @deepen.rule
        def successors(board: Any, lamps: int) -> Iterator[tuple[int, int, int]]:
            for i in range(LAMPS):
                yield i, lamps ^ neighbours(i), i & 3

    assert deepen.check(Free(START)).ok


def test_a_rule_that_raises() -> None:
    class Raising(Row):
        board_fields = {"mask": ("u8", LAMPS)}

        @deepen.rule
        def successors(board: Any, lamps: int) -> Iterator[tuple[int, int]]:
            for i in range(popcount(lamps) + 3):
                yield i, lamps ^ board.mask[i]

    puzzle = Raising(START, {"mask": [neighbours(i) for i in range(LAMPS)]})
    found = failure(deepen.check(puzzle), "legal", "successors")
    assert "IndexError" in found.sentence or "index" in found.sentence
    assert found.state == START


@pytest.fixture
def shifts_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the interpreter `<<` gives one more: a fault such as `check` is there to find."""
    monkeypatch.setattr(Word, "__lshift__", lambda word, by: Word((int(word) << int(by)) + 1))


@pytest.mark.usefixtures("shifts_that_differ")
def test_compiled_code_that_differs() -> None:
    class Wide(Row):
        @deepen.rule
        def successors(board: Any, lamps: int) -> Iterator[tuple[int, int]]:
            yield 0, lamps ^ 1
            for i in range(1, 3):
                yield i, lamps ^ 1 << i

    found = failure(deepen.check(Wide(START)), "compiled", "successors")
    assert f"as number 2 (action 1, state {START ^ 2}, cost 1) compiled" in found.sentence
    assert f"(action 1, state {START ^ 3}, cost 1) interpreted" in found.sentence
    assert found.state == START


@pytest.mark.usefixtures("shifts_that_differ")
def test_a_heuristic_that_differs_compiled() -> None:
    class Wide(Lamps):
        @deepen.heuristic()
        def shifted(board: Any, lamps: int) -> int:
            by = 2
            return 1 << by

    found = failure(deepen.check(Wide(START)), "compiled", "shifted")
    assert found.sentence == "gives 4 compiled, 5 interpreted"


def test_a_rule_that_cannot_be_compiled() -> None:
    class Listing(Lamps):
        @deepen.rule
        def is_goal(board: Any, lamps: int) -> bool:
            return lamps in OFF

    found = only_failure(deepen.check(Listing(START)), "compiled", "successors")
    assert "is_goal" in found.sentence


class History(deepen.Puzzle):
    """Each state remembers eight bits of every step taken: nine of them do not fit."""

    @deepen.rule
    def successors(board: Any, past: int) -> Iterator[tuple[int, int]]:
        for i in range(1, 3):
            yield i, past << 8 | i

    @deepen.rule
    def is_goal(board: Any, past: int) -> bool:
        return False


def test_a_state_that_outgrows_its_word() -> None:
    found = only_failure(deepen.check(History(1)), "fits", "successors")
    assert "gives a word of 65 bits" in found.sentence
    assert found.state.bit_length() > 56


def test_states_may_wrap_around_on_purpose() -> None:
    report = deepen.check(History(1), wraps=True)
    assert report.ok
    assert "fits" not in report.counts


def test_a_word_full_to_its_last_bit_fits() -> None:
    class Full(deepen.Puzzle):
        """64 cells of which one is left out, and rotated."""

        board_fields = {"cells": "u8"}

        @deepen.rule
        def successors(board: Any, cells: int) -> Iterator[tuple[int, int]]:
            yield 0, ((cells << 1) & board.cells) | (cells >> 63)
            yield 1, ~cells
            yield 2, cells & -cells
            yield 3, cells ^ bit(63)

        @deepen.rule
        def is_goal(board: Any, cells: int) -> bool:
            return cells == 0

    report = deepen.check(Full(2**64 - 2, {"cells": 2**64 - 1}))
    assert report.ok, str(report)
    assert report.counts["fits"] > 100


def forgetful(board: Any, lamps: int, h: int, action: int, child: int) -> int:
    return h + popcount(child & neighbours(action)) - (action != 2)


def test_a_wrong_incremental_form() -> None:
    class Stepping(Lamps):
        @deepen.heuristic()
        def lit(board: Any, lamps: int) -> int:
            return popcount(lamps)

        lit.incremental(forgetful)

    found = only_failure(deepen.check(Stepping(START)), "incremental", "lit")
    assert "gives" in found.sentence
    assert "the heuristic itself" in found.sentence


def test_an_estimate_at_a_goal() -> None:
    class Hopeful(Lamps):
        @deepen.heuristic(admissible=True)
        def one(board: Any, lamps: int) -> int:
            return 1

    report = deepen.check(Hopeful(START))
    found = failure(report, "goal", "one")
    assert found.state == 0
    assert found.sentence == "is 1 at a goal, and declared admissible"
    assert failure(report, "admissible", "one").state == 0


def test_an_estimate_above_a_way_that_was_seen() -> None:
    class Bold(Lamps):
        @deepen.heuristic(admissible=True)
        def all_lit(board: Any, lamps: int) -> int:
            return popcount(lamps)

    found = only_failure(deepen.check(Bold(0b00111)), "admissible", "all_lit")
    lit, cost = found.state.bit_count(), deepen.solve(Lamps(found.state)).cost
    assert cost < lit
    assert f"is {lit}, and declared admissible; but a way of cost " in found.sentence


def test_an_estimate_that_falls_too_fast() -> None:
    class Steep(Lamps):
        @deepen.heuristic(consistent=True)
        def jumpy(board: Any, lamps: int) -> int:
            return 2 if lamps == 0b11011 else 0

    found = only_failure(deepen.check(Steep(0b11011)), "consistent", "jumpy")
    assert found.state == 0b11011
    assert found.sentence.startswith("is 2, and 0 after an action of cost 1 to state ")


def test_what_is_not_declared_is_not_asked_for() -> None:
    class Undeclared(Lamps):
        @deepen.heuristic()
        def wild(board: Any, lamps: int) -> int:
            return 100 * (lamps & 3) + 1

    assert deepen.check(Undeclared(START)).ok


def test_nobody_is_misled_where_no_goal_can_be_reached() -> None:
    class OneWay(deepen.Puzzle):
        """From 1 on numbers grow to 5, and the goal is 0; the heuristic falls there, harmlessly."""

        @deepen.rule
        def successors(board: Any, n: int) -> Iterator[tuple[int, int]]:
            if n == 0 or n < 5:
                yield 0, n + 1

        @deepen.rule
        def is_goal(board: Any, n: int) -> bool:
            return n == 9

        @deepen.heuristic(consistent=True)
        def falling(board: Any, n: int) -> int:
            return 50 - 10 * n

    assert deepen.check(OneWay(0)).ok


# ---- games


class GreedyBounds(Coins):
    """Says that the mover gets at least the first coin, which he need not keep."""

    @deepen.rule
    def bounds(board: Any, state: int) -> tuple[int, int]:
        first, last = state & 255, state >> 8
        return int(board.coin[first]) if first < last else 0, 100


class Mirrored(Coins):
    """Takes a row for its own mirror image, though the coins stay where they are."""

    @deepen.rule
    def canonical(board: Any, state: int) -> int:
        first, last = state & 255, state >> 8
        return int(min(state, board.coins - last | (board.coins - first) << 8))

    board_fields = {**Coins.board_fields, "coins": "i8"}

    def __init__(self, coins: list[int]) -> None:
        super(Coins, self).__init__(len(coins) << 8, {"coin": coins, "coins": len(coins)})


def test_right_games_pass() -> None:
    for game in (Coins([3, 1, 4, 1, 5]), Kayles(9), DotsAndBoxes(2), Mirrored([1, 2, 5, 2, 1])):
        report = deepen.check(game)
        assert report.ok, str(report)
        assert report.counts["moves"] > 0
        assert not report.remarks
    assert {"bounds", "canonical"} <= set(report.counts)


def test_bounds_that_exclude_the_value() -> None:
    found = only_failure(deepen.check(GreedyBounds([3, 1, 4, 1, 5])), "bounds", "bounds")
    assert "says that the value lies from" in found.sentence
    assert " to 100, but it is " in found.sentence


def test_a_symmetry_that_is_none() -> None:
    found = only_failure(deepen.check(Mirrored([1, 2, 3, 4, 5])), "canonical", "canonical")
    assert found.sentence.startswith("gives the state ")
    assert re.search(r", worth [+-]?\d+; this one is worth [+-]?\d+$", found.sentence)


def test_a_symmetry_that_ends_a_game() -> None:
    class Ended(Piles):
        def canonical(self, state: int) -> int:
            return 0 if state == 1 else state

    class Lost(deepen.Game):
        """Take one or two; who takes the last has won."""

        def moves(board: Any, n: int) -> Any:
            for taken in range(1, min(n, 2) + 1):
                yield taken, n - taken

        def outcome(board: Any, n: int) -> int | None:
            return deepen.LOSS if n == 0 else None

        def canonical(board: Any, n: int) -> int:
            return 0 if n == 1 else n

    for game, here in ((Ended(), "worth +1"), (Lost(5), "a win for who is to move")):
        found = only_failure(deepen.check(game), "canonical", "canonical")
        assert found.sentence == f"gives the state 0, where the game is over; this one is {here}"


def test_a_symmetry_of_a_game_that_is_too_large() -> None:
    right = deepen.check(Kayles(40), walks=1)
    assert right.counts["symmetric"] > 0
    assert right.ok

    class Shifted(Kayles):
        @deepen.rule
        def canonical(board: Any, pins: int) -> int:
            return pins & ~1 if popcount(pins) > 20 else pins

    report = deepen.check(Shifted(40), walks=1)
    assert report.ok
    (remark,) = report.remarks
    assert "which has other moves; that may be right, but the game is too large to tell" in remark
    assert remark in str(report)


@pytest.mark.usefixtures("shifts_that_differ")
def test_a_rule_of_a_game_that_differs_compiled() -> None:
    class Wide(Coins):
        @deepen.rule
        def evaluate(board: Any, state: int) -> int:
            by = 2
            return 1 << by

    found = only_failure(deepen.check(Wide([3, 1, 4])), "compiled", "evaluate")
    assert found.sentence == "gives 4 compiled, 5 interpreted"


def test_a_reward_out_of_range() -> None:
    class Rich(Coins):
        @deepen.rule
        def moves(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
            if state & 255 < state >> 8:
                yield 0, state + 1, 1 << 28 + (state & 255)

    found = only_failure(deepen.check(Rich([1, 1, 1, 1])), "legal", "moves")
    assert f"yields the reward {1 << 30}" in found.sentence
    assert found.state == 4 << 8 | 2


def test_two_moves_of_one_name() -> None:
    class Nameless(Coins):
        def describe_action(self, state: Any, action: int, child: Any) -> str:
            return "take"

    found = only_failure(deepen.check(Nameless([3, 1, 4])), "moves", "describe_action")
    assert found.sentence == "calls two moves 'take'"


# ---- objects


class Jugs(deepen.ObjectPuzzle):
    """Two jugs, of 3 and 5 litres; measure 4."""

    admissible = True
    full = (3, 5)

    start = (0, 0)

    def actions(self, state: Any) -> list[Any]:
        return ["fill", "empty", "pour"]

    def result(self, state: Any, action: Any) -> Any:
        small, large = state
        if action == "fill":
            return (small, 5)
        if action == "empty":
            return (0, large)
        poured = min(large, 3 - small)
        return (small + poured, large - poured)

    def is_goal(self, state: Any) -> bool:
        return bool(state[1] == 4)

    def heuristic(self, state: Any) -> int:
        return int(state[1] != 4)


def test_right_objects_pass() -> None:
    report = deepen.check(Jugs())
    assert report.ok, str(report)
    assert report.counts["admissible"] > 0
    assert "compiled" not in report.counts


def test_objects_that_change_their_mind() -> None:
    class Moody(Jugs):
        asked = 0

        def actions(self, state: Any) -> list[Any]:
            self.asked += 1
            return ["fill", "empty", "pour"][self.asked % 2 :]

    found = failure(deepen.check(Moody()), "deterministic", "actions, result and cost")
    assert "as number 1 (action empty, state (0, 0), cost 1) at first" in found.sentence


def test_objects_with_a_bad_cost_a_bad_estimate_and_an_exception() -> None:
    class Wrong(Jugs):
        def cost(self, state: Any, action: Any, result: Any) -> int:
            return int(state[0]) - 1

        def heuristic(self, state: Any) -> int:
            return 7 // int(state[0])

    failures = deepen.check(Wrong()).failures
    assert [each.rule for each in failures] == ["actions, result and cost", "heuristic"]
    assert "Wrong.cost returned -1" in failures[0].sentence
    assert "raises ZeroDivisionError" in failures[1].sentence
    assert failures[0].state == (0, 0)


class Piles(deepen.ObjectGame):
    """Take 1 to 3 of 6; the last one wins a point."""

    start = 6

    def actions(self, state: int) -> range:
        return range(1, min(state, 3) + 1)

    def result(self, state: int, action: int) -> int:
        return state - action

    def reward(self, state: int, action: int, result: int) -> int:
        return int(result == 0)


def test_game_objects() -> None:
    assert deepen.check(Piles()).ok

    class Wrong(Piles):
        def bounds(self, state: int) -> tuple[int, int]:
            return (0, 1)

        def canonical(self, state: int) -> int:
            return state % 2

    failures = deepen.check(Wrong()).failures
    assert [each.check for each in failures] == ["canonical", "bounds"]
    assert failures[1].state == 4
    assert failures[1].sentence == "says that the value lies from 0 to 1, but it is -1"


# ---- text and pictures


def spoken(puzzle: Any) -> str:
    return f"{puzzle.start:05b}"


def lamps_of(text: str) -> Lamps:
    return Lamps(int(text, 2))


def test_text_that_is_read_back() -> None:
    package = SimpleNamespace(format=spoken, parse=lamps_of)
    report = deepen.check(Lamps(START), package=package)
    assert report.ok
    assert report.counts["text"] == report.states
    assert "picture" not in report.counts


def test_text_of_a_game_that_is_won_has_no_points() -> None:
    class Last(deepen.ObjectGame):
        """Who takes the last one wins; so its end is worth something, and nobody counts points."""

        def __init__(self, n: int, to_move: int = 0) -> None:
            self.start, self.to_move = n, to_move

        def actions(self, n: int) -> list[int]:
            return [1, 2][:n]

        def result(self, n: int, taken: int) -> int:
            return n - taken

        def outcome(self, n: int) -> int | None:
            return deepen.LOSS if n == 0 else None

    def parse(text: str) -> Last:
        n, mover = text.split()
        return Last(int(n), int(mover))

    package = SimpleNamespace(format=lambda game: f"{game.start} {game.to_move}", parse=parse)
    assert deepen.check(Last(4), package=package).ok


@pytest.mark.parametrize(
    ("change", "rule", "sentence"),
    [
        ({"parse": lambda text: Lamps(int(text, 2) | 1)}, "parse", "of the text '"),
        ({"parse": lambda text: Lamps(int(text))}, "parse", "makes the start "),
        ({"parse": lambda text: Lamps(int(text, 1))}, "parse", "says ValueError: "),
        ({"draw": lambda puzzle, markup: "x" * 81}, "draw", "draws 81 columns"),
        ({"draw": lambda puzzle, state: ""}, "draw", "raises TypeError: "),
        ({"format": lambda puzzle: spoken(puzzle)[5]}, "format", "raises IndexError: "),
    ],
)
def test_text_and_pictures_that_are_wrong(change: dict[str, Any], rule: str, sentence: str) -> None:
    package = SimpleNamespace(**{"format": spoken, "parse": lamps_of} | change)
    (found,) = deepen.check(Lamps(START), package=package).failures
    assert found.rule == rule
    assert sentence in found.sentence


def test_a_puzzle_that_starts_elsewhere() -> None:
    class Lost(Lamps):
        def at(self, state: Any) -> Any:
            return Lamps(state & 0b1111)

    package = SimpleNamespace(draw=lambda puzzle, markup: "")
    found = only_failure(deepen.check(Lost(START), package=package), "at", "at")
    assert found.sentence == f"gives a puzzle that starts in {found.state & 0b1111}"


# ---- the report, and the tools


def test_a_failure_is_raised_with_all_there_is_to_know() -> None:
    report = deepen.check(GreedyBounds([3, 1, 4, 1, 5]))
    with pytest.raises(deepen.CheckFailed) as raised:
        report.raise_if_failed()
    assert isinstance(raised.value, AssertionError)
    text = str(raised.value)
    assert "FAILED values lie within their bounds" in text
    assert f"bounds, in state {report.failures[0].state}" in text
    assert "more):" in text


def test_what_cannot_be_checked_is_refused() -> None:
    with pytest.raises(deepen.UsageError, match="puzzle is 3, which is neither"):
        deepen.check(3)  # type: ignore[arg-type]
    with pytest.raises(deepen.UsageError, match="walks is 0"):
        deepen.check(Lamps(1), walks=0)


def test_every_check_has_a_name() -> None:
    assert all(text and text[0].islower() for text in CHECKS.values())


def test_native_calls_find_room_and_report_failure() -> None:
    class Many(deepen.Puzzle):
        @deepen.rule
        def successors(board: Any, n: int) -> Iterator[tuple[int, int]]:
            for i in range(n):
                yield i, i

        @deepen.rule
        def is_goal(board: Any, n: int) -> bool:
            return 7 // n == 7

    rules = NativePuzzle(Many(0))
    assert len(rules.expand((1000,))) == 1000
    assert rules.expand((2,)) == [(0, (0,), 1, 0), (1, (1,), 1, 0)]
    with pytest.raises(NativeFailure):
        rules.expand((100_000,))
    with pytest.raises(NativeFailure):
        rules.is_goal((0,))
    assert rules.is_goal((1,))


def test_exact_numbers_lose_nothing_and_know_what_fits() -> None:
    word = Exact(2**64 - 1)
    assert int(word << 1) == 2**65 - 2
    assert lost_word(word << 1) == 2**65 - 2
    assert lost_word((word, word)) is None
    assert lost_word(~word) is None
    assert word < 0  # signed, as in compiled code
    assert int(word >> 60) == 15
    assert int(Exact(-1) >> 60) == 15
    assert int(word // 2) == -1


class Stairs(deepen.Game):
    """Down one step each time, who comes to 0 has won; all that is won is one, to `canonical`."""

    def moves(board: Any, step: int) -> Any:
        yield 1, step - 1
        if step == board.landing:
            yield 2, step  # one may wait

    def outcome(board: Any, step: int) -> int | None:
        return deepen.LOSS if step == 0 else None

    def canonical(board: Any, step: int) -> int:
        return 3 if step == 1 else step


def test_images_have_to_go_on_alike_where_positions_repeat() -> None:
    """In a table of them who has won goes round for ever: 3, 2, and 1 that is taken for 3."""
    game = Stairs(3, {"landing": 3})
    assert deepen.analyse(game, symmetry=False, depth=9).value == 1
    assert deepen.tabulate(game).value(game) == 0
    report = deepen.check(game)
    assert {failure.check for failure in report.failures} >= {"symmetric"}


def test_elsewhere_they_are_remarked_on() -> None:
    game = Stairs(3, {"landing": 9})
    report = deepen.check(game)
    assert report.ok
    assert any("a table takes images that go on alike" in remark for remark in report.remarks)
    assert deepen.tabulate(game, symmetry=False).value(game) == 1
