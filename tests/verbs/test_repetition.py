"""Games that are played: positions that come back, and a limit of moves."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import deepen
from deepen import GameResult
from deepen.cli import main
from deepen.cli.play_text import farewell
from deepen.cli.schema import FOLDER
from deepen.formatting.value import ended_by, standing
from repeating import LosingRing, NoWayBack, Ring, ShortRing, Strip, Toll

TO_AND_FRO = ("1", "-1")
STRIP = {"white": 1, "black": 4}


def played(game: Any, *moves: str) -> deepen.Session:
    session = deepen.play(game, "human", "human")
    for move in moves:
        session.play(move)
    return session


def told(session: deepen.Session) -> str:
    """As the page tells it."""
    result, game = session.result, session.position
    if result is None:
        return standing(game, game.players, over=False)
    first = result.points if result.winner == "first" else -result.points
    score = first if session.start.to_move == 0 else -first
    return standing(game, game.players, over=True, score=score, reason=result.reason)


# A draw


def test_the_third_time_is_a_draw() -> None:
    session = played(Ring(), *TO_AND_FRO, "1")
    assert (session.is_over, session.result) == (False, None)
    session.play("-1")
    assert session.is_over
    assert session.result == GameResult("tie", 0, "repetition")
    assert session.legal_moves() == []
    assert told(session) == "Over: a draw by repetition"
    assert farewell(session) == "the game is over: a draw by repetition"
    with pytest.raises(deepen.InputError) as refused:
        session.play("1")
    assert str(refused.value) == "'1' cannot be played: the game is over, a draw by repetition"


def test_a_position_of_the_other_player_is_another_one() -> None:
    """On a ring of three fields the stone is back after three moves, with the other to move."""
    session = played(Ring(size=3), *["1"] * 11)
    assert not session.is_over
    session.play("1")
    assert session.result == GameResult("tie", 0, "repetition")


def test_moves_that_were_taken_back_do_not_count() -> None:
    session = played(Ring(), *TO_AND_FRO, *TO_AND_FRO)
    session.undo()
    assert not session.is_over
    session.play("1")
    assert not session.is_over
    session.go_to(0)
    for move in (*TO_AND_FRO, "1"):
        session.play(move)
        assert not session.is_over
    session.go_to(1)
    session.redo()
    session.redo()
    session.play("-1")
    results = []
    for count in (4, 2, 4):
        session.go_to(count)
        results.append(session.result)
    assert results == [GameResult("tie", 0, "repetition"), None, GameResult("tie", 0, "repetition")]


def test_points_stand_when_a_position_repeats() -> None:
    session = played(Toll(1), "-1", "1", "-1", "1")
    assert session.result == GameResult("first", 4, "repetition")
    assert told(session) == "Over: White wins by 4, ended by repetition"
    assert farewell(session) == (
        "the game is over: the first player wins by 4 points, ended by repetition"
    )


def test_a_win_comes_before_a_limit() -> None:
    class OneStep(Strip):
        move_limit = 1

    assert played(OneStep({"white": 4, "black": 2}), "right").result == GameResult("first", 1)
    left = played(OneStep({"white": 4, "black": 2}), "left")
    assert left.result == GameResult("tie", 0, "move-limit")
    assert told(left) == "Over: a draw: 1 move was made"


# A loss, and no move at all


def test_who_repeats_loses() -> None:
    session = played(LosingRing(), "1", "-1")
    assert session.result == GameResult("first", 1, "repetition")
    assert told(session) == "Over: Black loses by repetition"
    assert farewell(session) == "the game is over: the second player loses by repetition"
    you = deepen.play(LosingRing(), "level=1", "human")
    you.play("1")
    you.play("-1")
    assert farewell(you) == "the game is over: you lose by repetition"


def test_a_program_does_not_lose_by_repetition_if_it_need_not() -> None:
    session = deepen.play(LosingRing(), "human", "level=2")
    session.play("1")
    assert session.hint(deepen.Program(level=2)).move.text == "1"
    assert session.answer().move.text == "1"


def test_a_move_that_repeats_is_forbidden() -> None:
    session = played(NoWayBack(), "1")
    assert [move.text for move in session.legal_moves()] == ["1"]
    for back in ("-1", -1, session.position.legal_moves()[1]):
        with pytest.raises(deepen.InputError) as refused:
            session.play(back)
        assert str(refused.value) == (
            "'-1' leads back to a position that has been there, which is forbidden"
        )
    with pytest.raises(deepen.InputError, match="'5' is not a legal move; legal are: 1, -1"):
        session.play("5")
    session.undo()
    assert len(session.legal_moves()) == 2


def test_where_every_move_is_forbidden_nobody_wins() -> None:
    session = played(NoWayBack(), *["1"] * 5)
    assert session.result == GameResult("tie", 0, "repetition")
    assert told(session) == "Over: a draw: every move would repeat a position"


def test_a_program_chooses_among_moves_that_are_left() -> None:
    class Trap(deepen.ObjectGame):
        """Back to the start would win; of the other two moves one loses."""

        repetition = "forbidden"
        start = "home"
        ways = {
            "home": ["away"],
            "away": ["home", "swamp", "road"],
            "swamp": ["won by white"],
            "road": ["won by black"],
        }

        def actions(self, state: str) -> list[str]:
            return self.ways.get(state, [])

        def result(self, state: str, action: str) -> str:
            return action

        def reward(self, state: str, action: str, result: str) -> int:
            return {"won by white": 5, "won by black": -5, "home": 9}.get(result, 0)

    session = deepen.play(Trap(), "human", "level=3")
    session.play("away")
    assert session.answer().move.text == "road"


# Its length


def test_a_limit_of_moves_is_a_draw() -> None:
    session = played(ShortRing(), "1", "1")
    assert not session.is_over
    session.play("1")
    assert session.result == GameResult("tie", 0, "move-limit")
    assert told(session) == "Over: a draw: 3 moves were made"
    session.undo()
    assert not session.is_over


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("repetition", "lose", "Odd.repetition is 'lose', not 'draw', 'loss' or 'forbidden'"),
        ("repetition", None, "Odd.repetition is None, not 'draw', 'loss' or 'forbidden'"),
        ("move_limit", 0, "Odd.move_limit is 0, not a number of moves, 1 or more"),
        ("move_limit", True, "Odd.move_limit is True, not a number of moves, 1 or more"),
        ("move_limit", "9", "Odd.move_limit is '9', not a number of moves, 1 or more"),
    ],
)
def test_a_rule_that_there_is_not(name: str, value: Any, sentence: str) -> None:
    for base in (deepen.Game, deepen.ObjectGame):
        with pytest.raises(deepen.RuleError) as refused:
            type("Odd", (base,), {name: value})
        assert str(refused.value) == sentence


def test_a_state_that_cannot_be_compared() -> None:
    class Lists(Ring):
        def result(self, state: Any, action: int) -> Any:
            return [state]

    with pytest.raises(deepen.RuleError, match=r"Lists.start is \[0\], and a list cannot be a"):
        deepen.play(Lists([0]))  # type: ignore[arg-type]
    with pytest.raises(deepen.RuleError, match=r"Lists.result returned \[0\], and a list cannot"):
        played(Lists(), "1")


def test_who_moves_again_comes_to_another_position() -> None:
    class Twice(NoWayBack):
        """To the right one moves once more."""

        def again(self, state: int, action: int, result: int) -> bool:
            return action == 1

    session = played(Twice(), "1", "-1")
    assert [session.to_move, session.position.start] == [1, 0]
    assert len(session.legal_moves()) == 2
    session.play("1")
    assert [move.text for move in session.legal_moves()] == ["1"]  # back was White's turn


# Records and matches


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        (Ring(), TO_AND_FRO * 2),
        (LosingRing(), TO_AND_FRO),
        (NoWayBack(), ("1",) * 5),
        (ShortRing(), ("1",) * 3),
        (Ring(), TO_AND_FRO),
    ],
)
def test_records_are_replayed(game: Any, moves: tuple[str, ...]) -> None:
    package = SimpleNamespace(NAME="ring", parse=lambda _: game, format=lambda _: "")
    session = deepen.play(game, "human", "human", package=package)
    for move in moves:
        session.play(move)
    data = session.record().as_json()
    record = deepen.Record.from_json(data, package)
    assert record.as_json() == data
    assert deepen.Session.resume(record, package).result == session.result


def test_a_record_must_keep_the_rule() -> None:
    package = SimpleNamespace(NAME="ring", parse=lambda _: NoWayBack(), format=lambda _: "")
    other = SimpleNamespace(NAME="ring", parse=lambda _: LosingRing(), format=lambda _: "")
    session = deepen.play(Ring(), "human", "human", package=other)
    for move in TO_AND_FRO:
        session.play(move)
    data = session.record().as_json()
    with pytest.raises(deepen.InputError, match="move 2: '-1' leads back to a position"):
        deepen.Record.from_json(data, package)
    with pytest.raises(deepen.InputError, match=r"first by 1 \(repetition\), not open"):
        deepen.Record.from_json(data, other)


def test_matches_end() -> None:
    """Of programs that never see an end of their game."""
    for kind, reason in (
        (Ring, "repetition"),
        (LosingRing, "repetition"),
        (NoWayBack, "repetition"),
        (ShortRing, "move-limit"),
    ):
        games = deepen.match([kind(1)], "level=2", "level=1", jobs=1).games
        assert [game.reason for game in games] == [reason] * 2
        assert sum(game.points for game in games) == 0
    assert len(deepen.match([Strip(STRIP)], "level=1", "level=2", jobs=1, seed=3).games) == 2


# An analysis that comes to no end


class OneWay(Ring):
    """Round and round."""

    def actions(self, state: int) -> list[int]:
        return [1]


class Stairs(OneWay):
    """2,000 moves down, and none back."""

    def actions(self, state: int) -> list[int]:
        return [1] * (state < 2000)

    def result(self, state: int, action: int) -> int:
        return state + 1


SEARCHES: list[dict[str, Any]] = [{"algorithm": "minimax"}, {"depth": 1001}]
TO_THE_END: list[dict[str, Any]] = [{}, {"values": "best"}, {"time_limit": 1e6}]


@pytest.mark.engine
@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((OneWay(), options) for options in SEARCHES),  # else it would be read off a table
        *((Stairs(), options) for options in SEARCHES + TO_THE_END),
    ],
    ids=str,
)
def test_a_search_to_the_end_that_meets_none(game: Any, options: dict[str, Any]) -> None:
    found = deepen.analyse(game, **options)
    assert (found.status, found.exact, found.depth) == ("repeats", False, 1000)
    assert ended_by(found) == (
        "Positions repeat, or the game is longer than 1,000 moves: the search met no end."
    )
    assert ended_by(found) in str(found)


def test_other_limits_keep_their_names() -> None:
    assert deepen.analyse(OneWay(), depth=1000).status == "depth-limit"
    assert deepen.analyse(Stairs(), node_limit=10).status == "node-limit"
    assert deepen.analyse(Stairs(1500)).status == "solved"


def test_the_shell_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "stairs.py"
    path.write_text(
        "import deepen\n\n\nclass Stairs(deepen.ObjectGame):\n    start = 0\n\n"
        "    def actions(self, state):\n        return [1] * (state < 2000)\n\n"
        "    def result(self, state, action):\n        return state + 1\n"
    )
    assert main(["analyse", str(path)]) == 3
    assert "Positions repeat, or the game is longer" in capsys.readouterr().out
    for verb in ("analyse", "hint"):
        assert main([verb, str(path), "--json"]) == 3
        answer = json.loads(capsys.readouterr().out)
        schema = json.loads((FOLDER / f"{verb}.json").read_text())
        assert list(Draft202012Validator(schema).iter_errors(answer)) == []
        assert answer["status"] == "repeats"


WAYS = {
    "B": "DC",
    "C": "X",
    "D": "XE",
    "E": "AF",
    "A": "BG",
    "F": "X",
    "G": "H",
    "H": "IG",
    "I": "G",
}


class Walk(deepen.ObjectGame):
    """Who comes to X has won; from A the only way to win leads to B."""

    start = "B"

    def actions(self, state: str) -> list[str]:
        return list(WAYS.get(state, ""))

    def result(self, state: str, action: str) -> str:
        return action

    def outcome(self, state: str) -> int | None:
        return deepen.LOSS if state == "X" else None


@pytest.mark.parametrize(
    ("rule", "moves"), [("forbidden", "DEA"), ("loss", "DEA"), ("draw", "DEABDEA")]
)
def test_a_win_through_where_the_game_has_been_is_not_proven(rule: str, moves: str) -> None:
    kind = type("Walk", (Walk,), {"repetition": rule})
    assert deepen.analyse(kind("A")).value == 1
    session = deepen.play(kind("B"), "human", "human")
    for move in moves:
        session.play(move)
    hint = session.hint()
    assert (hint.exact, hint.analysis.value) == (False, None)
    assert hint.analysis.status == "path-dependent"
    assert [move.exact for move in hint.analysis.moves if move.text == "B"] == [False]


def test_a_win_elsewhere_than_the_game_has_been_is_proven() -> None:
    kind = type("Walk", (Walk,), {"repetition": "forbidden"})
    session = deepen.play(kind("B"), "human", "human")
    session.play("D")
    hint = session.hint()
    assert (hint.move.text, hint.exact, hint.distance) == ("X", True, 1)
