"""Whether positions can repeat: a quick look whose answers are kept, also by `deepen.check`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import deepen
from deepen.cli import main
from deepen.cli.check import _as_json
from deepen.games import connect4
from deepen.search import repetition
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.search.repetition import can_repeat, never_repeats
from repeating import Ring, Strip

pytestmark = pytest.mark.engine
STRIP = Strip({"white": 1, "black": 4})


class Descent(deepen.ObjectGame):
    """Down to 0, by one or two; from 100 the way leads back to itself."""

    def actions(self, state: int) -> range:
        return range(min(state, 2) + (state == 100))

    def result(self, state: int, action: int) -> int:
        return state if action == 2 else state - 1 - action


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What the engine was asked."""
    asked: list[Any] = []
    find = repetition._found

    def found(*arguments: Any, **named: Any) -> Any:
        asked.append(arguments)
        return find(*arguments, **named)

    repetition._known.clear()
    monkeypatch.setattr(repetition, "_found", found)
    yield asked
    repetition._known.clear()


@pytest.mark.parametrize("game", [STRIP, Ring(), Descent(102), Descent(100)])
def test_games_with_a_cycle_can_repeat(game: Any) -> None:
    assert can_repeat(game)
    assert can_repeat(game, compiled=False)


@pytest.mark.parametrize(
    "game", [connect4.parse("44"), Descent(50), Strip({"white": 5, "black": 3})]
)
def test_games_without_one_cannot(game: Any, calls: list[Any]) -> None:
    assert not can_repeat(game)
    assert not can_repeat(game, compiled=False)
    assert len(calls) == 1


def test_an_answer_holds_for_the_board(calls: list[Any]) -> None:
    other = Ring(0, size=9)
    for game in (Ring(), Ring(3), Ring(5), other, other.at(4)):
        assert can_repeat(game)
    assert len(calls) == 2


def test_the_look_takes_a_small_part_of_the_time(calls: list[Any]) -> None:
    for time_limit, most in ((0.5, 0.1), (60, 1), (None, 1)):
        repetition._known.clear()
        deepen.analyse(Descent(50), time_limit=time_limit)
        _, _, limits = calls[-1]
        assert limits.time == most


def test_that_little_is_left_says_nothing_of_the_board(calls: list[Any]) -> None:
    assert not can_repeat(Descent(50))
    assert can_repeat(Descent(101))
    assert can_repeat(Descent(50))  # on this board, positions do
    assert len(calls) == 2


def test_boards_that_cannot_be_compared_are_asked_each_time(calls: list[Any]) -> None:
    game = Ring()
    game.marks = [1, 2]  # type: ignore[attr-defined]
    assert can_repeat(game)
    assert can_repeat(game)
    assert len(calls) == 2


def test_rules_that_fail_are_left_to_the_search() -> None:
    class Broken(Ring):
        def result(self, state: int, action: int) -> int:
            return int("three") if state == 3 else state + 1

    assert not can_repeat(Broken())
    assert deepen.check(Broken(), walks=1).repetition is None


LAST = 9


def test_an_answer_holds_for_the_rules(calls: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    class Steps(deepen.Game):
        def moves(board: Any, place: Any) -> Any:
            yield 1, place + 1 if place < LAST else 0

    assert can_repeat(Steps(0))
    monkeypatch.setitem(globals(), "LAST", 1 << 60)
    assert not can_repeat(Steps(0))
    assert len(calls) == 2


def test_that_nothing_ever_repeats_takes_a_whole_look() -> None:
    few, many, looping = Descent(50), Descent(10_000), Descent(102)
    told = [never_repeats(prepare(game, AnalysisOptions())) for game in (few, many, looping)]
    assert told == [True, False, False]


# In a check


def test_a_check_tells_the_shortest_cycle() -> None:
    found = deepen.check(STRIP, walks=2).repetition
    assert found is not None
    assert (found.can_repeat, found.positions) == (True, 14)
    assert found.moves == ("left", "left", "right", "right")
    assert found.state == STRIP.start
    assert found.sentence == (
        "positions can repeat: the shortest cycle found has 4 moves, left left right right, "
        "from State(white=1, black=4), White to move"
    )


def test_a_state_with_fields_is_data_too() -> None:
    (found,) = _as_json("strip", {"start": deepen.check(STRIP, walks=1)})["instances"]
    assert json.loads(json.dumps(found))["repetition"]["state"] == {"white": 1, "black": 4}


class Turning(deepen.Game):
    """A stone on a ring, pushed by one or two; the ring may be turned round."""

    def moves(board: Any, place: Any) -> Any:
        for step in range(1, 3):
            yield step, (place + step) % 7

    def canonical(board: Any, place: Any) -> Any:
        return min(place, (7 - place) % 7)


def test_a_check_tells_a_cycle_of_positions_not_of_images() -> None:
    for start in range(7):
        found = deepen.check(Turning(start), walks=1).repetition
        assert found is not None
        assert found.can_repeat
        assert found.state == start
        assert sum(map(int, found.moves)) == 7


def test_a_check_tells_that_nothing_repeats() -> None:
    found = deepen.check(connect4.parse("5554224333234511764415115"), walks=1)
    assert found.repetition is not None
    assert found.repetition.can_repeat is False
    assert "  no position can repeat (all 57,028 positions seen)" in str(found).split("\n")


def test_a_check_tells_how_far_it_looked() -> None:
    found = deepen.check(Descent(10_000), walks=1).repetition
    assert found is not None
    assert (found.can_repeat, found.moves, found.state) == (None, (), None)
    assert found.sentence == (
        "no position was found that can repeat, among the first 2,000 positions"
    )


def test_a_puzzle_has_no_such_line() -> None:
    class Stairs(deepen.ObjectPuzzle):
        def actions(self, state: int) -> list[int]:
            return [1]

        def result(self, state: int, action: int) -> int:
            return state + action

        def is_goal(self, state: int) -> bool:
            return state == 3

    assert deepen.check(Stairs(0), walks=1).repetition is None


def test_the_shell_says_it_too(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ring.py"
    path.write_text(
        "import deepen\n\n\nclass Ring(deepen.ObjectGame):\n    start = 0\n\n"
        "    def actions(self, state):\n        return [1]\n\n"
        "    def result(self, state, action):\n        return (state + 1) % 3\n"
    )
    assert main(["check", str(path), "--walks", "1"]) == 0
    said = capsys.readouterr().out
    assert "positions can repeat: the shortest cycle found has 3 moves, 1 1 1, from 0" in said
    assert main(["check", str(path), "--walks", "1", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["instances"]
    assert found["repetition"]["can_repeat"] is True
    assert found["repetition"]["moves"] == ["1", "1", "1"]
