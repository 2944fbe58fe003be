"""Games in progress: moves and their undoing, players and their promises, records."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deepen
from deepen import games as built_in
from deepen.games import connect4, hashi
from deepen.verbs.player import ChosenMove, player
from deepen.verbs.record import GameResult
from games_random import (
    Coins,
    DotsAndBoxes,
    Endless,
    EndlessObjects,
    ExplicitGame,
    FullGame,
    FullObjects,
    Kayles,
    Matches,
    games,
)
from reference_games import Values
from support import examples

FORCED = "4455"  # column 3 or 6 wins


def small_connect4(seed: int) -> Any:
    return connect4.random(seed % 9, columns=5, rows=4, seed=seed)


def finish(session: deepen.Session, chance: Random) -> list[tuple[Any, ChosenMove]]:
    """Plays to the end, humans by chance; what the program chose, and where."""
    chosen = []
    while not session.is_over:
        if isinstance(session.player, deepen.Program):
            position = session.position
            chosen.append((position, session.answer()))
        else:
            session.play(chance.choice(session.legal_moves()))
    return chosen


# ---- moving


def test_a_game_from_start_to_end() -> None:
    session = deepen.play(Coins([3, 9, 1]), "human", "exact")
    assert (session.to_move, session.moves, session.result) == (0, [], None)
    assert session.player == deepen.Human()
    session.play("1")
    assert (session.score, session.to_move) == (1, 1)
    assert session.answer().move.text == "1"
    session.play("0")
    assert session.is_over
    assert session.moves == ["1", "1", "0"]
    assert session.scores == [1, 1 - 9, 1 - 9 + 3]
    assert session.result == GameResult("second", 5)


def test_a_move_is_given_as_text_number_or_move() -> None:
    session = deepen.play(Coins([3, 9, 1]))
    for move in (session.legal_moves()[1], 1, "1", " 1 "):
        assert session.play(move).text == "1"
        session.go_to(0)


class Fork(deepen.ObjectGame):
    """One move, of names that are hard to spell."""

    start = "here"

    def actions(self, state: str) -> list[str]:
        return ["Turn left", "go Right", "GO right"] if state == "here" else []

    def result(self, state: str, action: str) -> str:
        return action


def test_spelling_is_forgiven_where_it_is_clear() -> None:
    for text in ("Turn left", "turn left", "TURNLEFT"):
        assert deepen.play(Fork()).play(text).text == "Turn left"
    assert deepen.play(Fork()).play("GO right").text == "GO right"
    with pytest.raises(deepen.InputError, match="'go right' is not a legal move; legal are: Turn"):
        deepen.play(Fork()).play("go right")


@pytest.mark.parametrize("move", ["8", "0", "x", "", "44", -1, 99])
def test_an_illegal_move_says_why_and_changes_nothing(move: Any) -> None:
    session = deepen.play(connect4.parse(FORCED))
    with pytest.raises(deepen.InputError) as caught:
        session.play(move)
    assert str(caught.value) == session.position.explain_illegal(str(move))
    assert (session.moves, session.position) == ([], session.start)


def test_no_move_after_the_end() -> None:
    session = deepen.play(Coins([]), "exact", "exact")
    assert session.is_over
    assert session.result == GameResult("tie", 0)
    with pytest.raises(deepen.InputError, match="the game is over"):
        session.play("0")
    with pytest.raises(deepen.UsageError, match="the game is over"):
        session.answer()
    with pytest.raises(deepen.UsageError, match="the game is over"):
        session.hint()


def test_the_program_does_not_move_for_a_human() -> None:
    with pytest.raises(deepen.UsageError, match="a human's turn"):
        deepen.play(Matches(5)).answer()


def test_only_games_are_played() -> None:
    with pytest.raises(deepen.UsageError, match="is a puzzle: `deepen"):
        deepen.play(built_in.load("tiles").parse("1 2 0 3 4 5 6 7 8"))


def test_first_and_second_are_seen_from_the_start() -> None:
    """Not from whom the game calls player 0: here player 1 moves first, and wins."""
    session = deepen.play(connect4.parse("1" + "4455"), "exact", "level=1")
    assert session.position.to_move == 1
    assert session.to_move == 0
    finish(session, Random(0))
    assert session.score == -session.position.score
    assert session.result == GameResult.of(session.score)


def test_whoever_moves_again_is_asked_again() -> None:
    session = deepen.play(DotsAndBoxes(1), "human", "human")
    for side in "012":
        session.play(side)
    assert session.to_move == 1
    session.play("3")
    assert (session.to_move, session.result) == (1, GameResult("second", 1))


# ---- taking back


def test_undo_takes_back_a_move_and_its_answer() -> None:
    session = deepen.play(Kayles(8), "human", "level=2")
    before = session.position
    session.play("0")
    session.answer()
    played, position = session.moves, session.position
    session.undo()
    assert (session.moves, session.position) == ([], before)
    session.redo()
    assert (session.moves, session.position) == (played, position)
    with pytest.raises(deepen.UsageError, match="no move to make again"):
        session.redo()


def test_the_opening_of_the_program_cannot_be_taken_back() -> None:
    session = deepen.play(Kayles(8), "level=2", "human")
    session.answer()
    with pytest.raises(deepen.UsageError, match="no move to take back"):
        session.undo()
    assert len(session.moves) == 1


def test_undo_after_the_end() -> None:
    session = deepen.play(Coins([3, 9, 1]), "human", "exact")
    finish(session, Random(1))
    session.undo()
    assert len(session.moves) == 2
    assert session.player == deepen.Human()
    session.undo()
    assert session.moves == []


def test_undo_before_the_answer() -> None:
    session = deepen.play(Kayles(8), "human", "level=2")
    session.play("0")
    session.undo()
    assert session.moves == []
    session.redo()
    assert session.moves == ["0"]  # the answer had not been made
    assert session.to_move == 1


def test_a_new_move_forgets_what_was_taken_back() -> None:
    session = deepen.play(Kayles(8), "human", "human")
    session.play("0")
    session.undo()
    session.play("2")
    with pytest.raises(deepen.UsageError, match="no move to make again"):
        session.redo()
    assert session.moves == ["2"]


def test_programs_alone_take_back_move_by_move() -> None:
    session = deepen.play(Kayles(8), "level=1", "level=2")
    session.answer()
    session.answer()
    played = session.moves
    session.undo()
    assert session.moves == played[:1]
    session.redo()
    assert session.moves == played


def test_humans_alone_take_back_move_by_move() -> None:
    session = deepen.play(Kayles(8), "human", "human")
    session.play("0")
    session.play("2")
    session.undo()
    assert session.moves == ["0"]


def test_where_somebody_moves_again_undo_takes_back_one_decision() -> None:
    session = deepen.play(DotsAndBoxes(2), "human", "level=1")
    for side in ("0", "2", "4"):  # three sides of the left box, whoever draws them
        session.play(side)
    session.go_to(3)
    session.switch()
    session.play("5")  # closes it
    assert session.score == -1
    session.undo()
    assert len(session.moves) == 3


def test_going_anywhere() -> None:
    session = deepen.play(Coins([1, 2, 3, 4]), "exact", "exact")
    finish(session, Random(0))
    moves, scores = session.moves, session.scores
    for count in (0, 3, 1, 4, 2):
        session.go_to(count)
        assert session.moves == moves[:count]
        assert session.scores == scores[:count]
        assert session.is_over == (count == 4)
    for count in (-1, 5):
        with pytest.raises(deepen.UsageError, match="there are 4 moves"):
            session.go_to(count)


def test_switching_sides() -> None:
    session = deepen.play(Kayles(8), "human", "level=2")
    session.switch()
    assert session.players == [deepen.Program(level=2), deepen.Human()]
    session.answer()
    session.play(session.legal_moves()[0])
    session.undo()
    assert len(session.moves) == 1


Step = tuple[str, int]


@examples(60)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["play", "undo", "redo", "switch", "answer"]), st.integers(0, 9)),
        max_size=30,
    )
)
def test_any_mixture_of_steps_leaves_a_game_that_can_be_replayed(steps: list[Step]) -> None:
    session = deepen.play(small_connect4(3), "human", "level=1", seed=5)
    for step, number in steps:
        try:
            if step == "play":
                session.play(session.legal_moves()[number % len(session.legal_moves())])
            else:
                getattr(session, step)()
        except (deepen.UsageError, ZeroDivisionError):
            continue
    assert session.position == replayed(session)
    assert deepen.Record.from_json(session.record().as_json()) == session.record()


def replayed(session: deepen.Session) -> Any:
    position = session.start
    for move in session.moves:
        position = position.play(move)
    return position


# ---- players


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("human", deepen.Human()),
        ("exact", deepen.Program()),
        ("level=3", deepen.Program(level=3)),
        ("time=0.5", deepen.Program(time=0.5)),
        ("time=2", deepen.Program(time=2.0)),
        ("time=0.1234567", deepen.Program(time=0.1234567)),
        (" level = 10 ", deepen.Program(level=10)),
    ],
)
def test_players_have_names(text: str, meant: Any) -> None:
    assert player(text) == meant
    assert player(str(meant)) == meant
    assert player(meant) is meant


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no player ''"),
        ("robot", "there is no player 'robot'"),
        ("human=1", "there is no player"),
        ("exact=2", "there is no player"),
        ("level", "has no number"),
        ("level=", "has no number"),
        ("level=2.5", "has no number"),
        ("level=0", "level is 0; it must be from 1 to 10"),
        ("level=11", "level is 11"),
        ("time=soon", "has no number"),
        ("time=0", "time is 0.0; it must be more than 0 seconds"),
        ("time=-1", "time is -1"),
        ("time=nan", "time is nan"),
        ("time=inf", "time is inf"),
    ],
)
def test_wrong_players(text: str, words: str) -> None:
    with pytest.raises(deepen.UsageError, match=words):
        deepen.play(Matches(5), second=text)


def test_a_program_has_a_level_or_a_time() -> None:
    with pytest.raises(deepen.UsageError, match="a level or a time, not both"):
        deepen.Program(level=1, time=1.0)


def test_a_level_is_how_many_moves_it_looks_ahead() -> None:
    """The second coin of nine is seen from two moves away only."""
    row = [3, 9, 1, 1]
    for level in range(1, 5):
        choice = deepen.Program(level=level).choose(Coins(row))
        found = deepen.analyse(Coins(row), depth=level, values="best")
        assert choice.move.text == found.best_moves[0]
        assert (choice.analysis.value, choice.analysis.nodes) == (found.value, found.nodes)


def test_without_a_seed_the_first_of_the_best_moves_is_played() -> None:
    game = connect4.parse(FORCED)
    assert {deepen.Program().choose(game).move.text for _ in range(5)} == {"3"}


def test_a_seed_brings_variety_among_the_best_moves_only() -> None:
    game = connect4.parse(FORCED)
    choices = {seed: deepen.play(game, "exact", seed=seed).answer().move.text for seed in range(20)}
    assert set(choices.values()) == {"3", "6"}
    for seed, text in choices.items():
        assert deepen.play(game, "exact", seed=seed).answer().move.text == text


def test_a_move_taken_back_is_found_again() -> None:
    session = deepen.play(Kayles(9), "human", "exact", seed=11)
    session.play("0")
    answer = session.answer().move
    for _ in range(5):
        session.undo()
        session.play("0")
        assert session.answer().move == answer


def test_a_hint_is_what_the_program_would_play() -> None:
    session = deepen.play(connect4.parse(FORCED))
    hint = session.hint()
    assert (hint.move.text, hint.exact, hint.analysis.value) == ("3", True, 18)
    assert session.moves == []
    assert session.hint(deepen.Program(level=1)).move.text == "3"


@pytest.mark.parametrize("game", [Endless(1), EndlessObjects()], ids=["packed", "objects"])
@pytest.mark.parametrize("seconds", [0.0001, 0.02, 0.2])
def test_a_program_answers_in_its_time(game: Any, seconds: float) -> None:
    """Also where no search comes to an end. The margin is for a machine that is busy."""
    program = deepen.Program(time=seconds)
    program.choose(game)  # compiles
    started = time.monotonic()
    choice = program.choose(game)
    assert time.monotonic() - started < seconds + 5
    assert choice.analysis.value is not None  # it has always looked one move ahead
    assert not choice.exact


def test_a_listener_sees_the_search_and_may_end_it() -> None:
    class Enough(Exception):
        pass

    def listen(progress: Any) -> None:
        raise Enough

    session = deepen.play(Endless(1), "exact")
    with pytest.raises(Enough):
        session.answer(listen)
    assert session.moves == []


# ---- promises

STRENGTHS = ["exact", "time=0.05", "level=1", "level=2", "level=4"]


@pytest.mark.parametrize("kind", [FullGame, FullObjects], ids=["packed", "objects"])
@pytest.mark.parametrize("strength", STRENGTHS)
@examples(25)
@given(game=games(max_nodes=12), seed=st.integers(0, 99))
def test_no_value_is_lost_where_exactness_was_claimed(
    kind: Callable[[ExplicitGame], Any], strength: str, game: ExplicitGame, seed: int
) -> None:
    values = Values(game)
    session = deepen.play(kind(game), strength, "human", seed=seed)
    for position, choice in finish(session, Random(seed)):
        state = node_of(position)
        assert choice.move.text in choice.analysis.best_moves
        if choice.exact:
            assert choice.analysis.value == values.of_state(state)
            assert choice.move.text in best_texts(values, state, kind)
        assert choice.exact or strength != "exact"


def node_of(position: Any) -> int:
    return int(position.start[1:]) if isinstance(position, FullObjects) else position.start


def best_texts(values: Values[int], state: int, kind: Any) -> list[str]:
    prefix = "a" if kind is FullObjects else ""
    worth = values.of_moves(state)
    most = max(value for _, value in worth)
    return [f"{prefix}{move.action}" for move, value in worth if value == most]


@examples(40)
@given(game=games(max_nodes=12), seed=st.integers(0, 99), first=st.booleans())
def test_a_perfect_player_gains_at_least_the_value(
    game: ExplicitGame, seed: int, first: bool
) -> None:
    value = Values(game).of_state(game.start)
    players = ("exact", "human") if first else ("human", "exact")
    session = deepen.play(FullGame(game), *players, seed=seed)
    finish(session, Random(seed))
    assert session.score >= value if first else session.score <= value
    perfect = deepen.play(FullGame(game), "exact", "exact", seed=seed)
    finish(perfect, Random(seed))
    assert perfect.score == value


def two_player_packages() -> list[Any]:
    packages = [built_in.load(name) for name in built_in.GAMES]
    return [each for each in packages if isinstance(each.random(seed=0), deepen.Game)]


@pytest.mark.parametrize("package", two_player_packages(), ids=lambda package: package.NAME)
@pytest.mark.parametrize("strength", ["time=0.05", "level=3"])
def test_built_in_games_keep_their_promises(package: Any, strength: str) -> None:
    """From the first claim on, by the exact values of an analysis of its own."""
    for seed in range(6):
        session = deepen.play(package.random(seed=seed), strength, "human", seed=seed)
        for position, choice in finish(session, Random(seed)):
            if choice.exact:
                whole = deepen.analyse(position, values="best")
                assert choice.analysis.value == whole.value
                assert choice.move.text in whole.best_moves


BOARDS: dict[str, Callable[[int], Any]] = {
    "connect4": lambda seed: connect4.random(22, seed=seed),
    "hashi": lambda seed: hashi.random(seed=seed),
}


@pytest.mark.long
@pytest.mark.parametrize("name", BOARDS)
def test_a_thousand_boards_are_played_without_a_loss_of_value(name: str) -> None:
    """By each strength in turn, against chance; exact values tell what each move was worth."""
    claims = 0
    for seed in range(1000):
        strength = STRENGTHS[seed % len(STRENGTHS)]
        players = (strength, "human") if seed % 2 else ("human", strength)
        session = deepen.play(BOARDS[name](seed), *players, seed=seed)
        for position, choice in finish(session, Random(seed)):
            whole = deepen.analyse(position, values="best")
            assert not choice.exact or choice.analysis.value == whole.value
            assert not choice.exact or choice.move.text in whole.best_moves
            claims += choice.exact
    assert claims > 1000


# ---- records


def a_game(seed: int | None = 4) -> deepen.Session:
    session = deepen.play(connect4.parse(FORCED), "human", "level=2", seed=seed)
    finish(session, Random(seed))
    return session


def test_a_record_is_data() -> None:
    session = deepen.play(connect4.parse(FORCED), "exact", "time=0.5", seed=7)
    session.play("3")
    session.play("7")
    session.play("2")
    assert session.record().as_json() == {
        "format": "deepen game 1",
        "game": "connect4",
        "start": FORCED,
        "players": {"first": "exact", "second": "time=0.5"},
        "settings": {"seed": 7},
        "moves": ["3", "7", "2"],
        "scores": [0, 0, 18],
        "result": {"winner": "first", "points": 18},
    }


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_a_record_goes_to_a_file_and_back(seed: int | None, tmp_path: Path) -> None:
    session = a_game(seed)
    path = tmp_path / "game.json"
    session.record().save(path)
    record = deepen.Record.load(path)
    assert record == session.record()
    assert deepen.Record.load(str(path)) == record
    assert [position.score for position in record.positions()][1:] == [
        position.score for position in positions_of(session)
    ]
    assert record.positions()[-1] == session.position


def positions_of(session: deepen.Session) -> list[Any]:
    found = []
    for count in range(1, len(session.moves) + 1):
        session.go_to(count)
        found.append(session.position)
    return found


def test_a_game_goes_on_from_its_record() -> None:
    session = deepen.play(connect4.parse("44"), "human", "level=2", seed=3)
    session.play("3")
    session.answer()
    again = deepen.Session.resume(session.record())
    assert (again.moves, again.players, again.seed) == (session.moves, session.players, 3)
    again.undo()
    assert again.moves == []
    again.play("3")
    assert again.answer().move.text == session.moves[1]


def test_what_was_taken_back_is_not_recorded() -> None:
    session = deepen.play(connect4.parse(FORCED))
    session.play("1")
    session.undo()
    assert session.record().moves == ()


def test_an_unfinished_record_has_no_result() -> None:
    session = deepen.play(connect4.parse(FORCED))
    assert session.record().result is None
    assert deepen.Record.from_json(session.record().as_json()).result is None


def test_games_that_are_not_built_in_need_their_package(tmp_path: Path) -> None:
    session = deepen.play(Matches(5))
    with pytest.raises(deepen.UsageError, match="Matches is not built in"):
        session.record()
    package = SimpleNamespace(
        NAME="matches",
        parse=lambda text: Matches(int(text)),
        format=lambda game: str(game.start),
    )
    session = deepen.play(Matches(5), "exact", "exact", package=package)
    finish(session, Random(0))
    path = tmp_path / "game.json"
    session.record().save(path)
    assert deepen.Record.load(path, package) == session.record()
    assert deepen.Session.resume(session.record(), package).moves == session.moves
    with pytest.raises(deepen.InputError, match="there is no game 'matches'"):
        deepen.Record.load(path)


def test_games_of_objects_are_recorded_too() -> None:
    package = SimpleNamespace(NAME="fork", parse=lambda _: Fork(), format=lambda _: "")
    session = deepen.play(Fork(), "human", "human", package=package)
    session.play("go Right")
    assert deepen.Record.from_json(session.record().as_json(), package) == session.record()


def test_a_start_that_cannot_be_written_is_not_recorded() -> None:
    package = SimpleNamespace(NAME="m", parse=lambda _: Matches(1), format=lambda _: "1")
    with pytest.raises(deepen.UsageError, match="cannot be written as text"):
        deepen.play(Matches(2), package=package).record()


PLAYED = {
    "format": "deepen game 1",
    "game": "connect4",
    "start": FORCED,
    "players": {"first": "human", "second": "level=2"},
    "settings": {"seed": 4},
    "moves": ["3", "7", "2"],
    "scores": [0, 0, 18],
    "result": {"winner": "first", "points": 18},
}


def test_a_record_is_accepted() -> None:
    assert deepen.Record.from_json(PLAYED).as_json() == PLAYED


def changed(**entries: Any) -> dict[str, Any]:
    return {**PLAYED, **entries}


def without(name: str) -> dict[str, Any]:
    data = changed()
    del data[name]
    return data


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "the record is not an object"),
        (None, "the record is not an object"),
        ({}, "its format is None, not 'deepen game 1'"),
        (changed(format="PGN"), "its format is 'PGN'"),
        *[(without(name), f"it has no '{name}'") for name in ("game", "start", "players")],
        *[(without(name), f"it has no '{name}'") for name in ("settings", "moves", "scores")],
        (changed(game="chess"), "there is no game 'chess'"),
        (changed(game=4), "'game' is not a string"),
        (changed(start="99"), "the start: character 1 is '9'"),
        (changed(players=["human", "exact"]), "'players' is not an object"),
        (changed(players={"first": "human"}), "it has no 'second'"),
        (
            changed(players={"first": "human", "second": "hal"}),
            "'second': there is no player 'hal'",
        ),
        (changed(players={"first": "human", "second": "level=99"}), "'second': level is 99"),
        (changed(settings=None), "'settings' is not an object"),
        (changed(settings={"seed": "x"}), "'seed' is not an integer"),
        (changed(settings={"seed": True}), "'seed' is not an integer"),
        (changed(moves="34"), "'moves' is not a list"),
        (changed(moves=["3", 4]), "'moves', entry 2 is not a string"),
        (changed(moves=["3"]), "there are 1 moves, but"),
        (changed(moves=["9"], scores=[0]), "move 1: column 9 cannot be played"),
        (changed(moves=["3", "3"], scores=[0, 5]), "move 2: the score is 0, not 5"),
        (changed(scores=["0"]), "'scores', entry 1 is not an integer"),
        (changed(moves=[], scores=[]), "the result is open, not"),
        (changed(result=None), "the result is first by 18, not open"),
        (changed(result="first"), "'result' is not an object"),
        (changed(result={"winner": "first"}), "it has no 'points'"),
        (changed(result={"winner": "second", "points": 2}), "not second by 2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_records_are_refused_in_one_sentence(data: Any, words: str) -> None:
    with pytest.raises(deepen.InputError, match=words):
        deepen.Record.from_json(data)


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"{", b"[1", b"[" * 100_000, b"nonsense", b"\0"], ids=repr
)
def test_files_that_are_no_records(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    with pytest.raises(deepen.InputError, match="is no JSON, so no record of a game"):
        deepen.Record.load(path)


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(deepen.InputError, match=r"nowhere.json' cannot be read: No such file"):
        deepen.Record.load(tmp_path / "nowhere.json")
    path = tmp_path / "game.json"
    path.write_text(json.dumps(changed(game="chess")))
    with pytest.raises(deepen.InputError, match=r"game.json': there is no game 'chess'"):
        deepen.Record.load(path)


# ---- threads


def test_sessions_do_not_disturb_each_other() -> None:
    def play_one(seed: int) -> None:
        session = deepen.play(small_connect4(seed), "level=3", "level=2", seed=seed)
        finish(session, Random(seed))
        results[seed] = session.moves

    results: dict[int, list[str]] = {}
    threads = [threading.Thread(target=play_one, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    together = dict(results)
    for seed in range(4):
        play_one(seed)
    assert results == together
