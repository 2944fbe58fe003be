"""`deepen play` and `deepen replay`: a conversation, typed or piped in, and what is kept of it."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

import deepen
from deepen.cli import main
from deepen.games import connect4, hashi
from support import command, on_a_terminal, on_disk, slow

FORCED = "4455"  # column 3 or 6 wins
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> object:
    """Gives lines to standard input, as a pipe would."""

    def give(*lines: str) -> None:
        data = "".join(f"{line}\n" for line in lines).encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))

    return give


def play(typed: object, *lines: str, options: tuple[str, ...] = (), start: str = FORCED) -> int:
    assert callable(typed)
    typed(*lines)
    return main(["play", "connect4", start, "--level", "2", *options])


# ---- a game


def test_a_whole_game(typed: object, capsys: Captured) -> None:
    assert play(typed, "3", "2", "6") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(
        "You (●) move first.\nThe program (○) moves second and looks 2 moves ahead.\n"
        "Type a move, or 'help' for what else there is.\n\n· · "
    )
    assert "\nYour move: 3\n" in out
    assert "\nThe program plays " in out
    assert "\nThe score is even.\n" in out
    assert out.endswith("\nThe game is over: you win by 18 points.\n")
    assert "\x1b" not in out
    assert not any(len(line) > 80 for line in out.split("\n"))


def test_the_program_may_move_first_and_say_what_it_knows(typed: object, capsys: Captured) -> None:
    assert play(typed, "7", options=("--second",)) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "The program (●) moves first and looks 2 moves ahead.\nYou (○) move second.\n"
    )
    assert "\nThe program plays 3: worth +18 to it, proven.\n" in out
    assert out.endswith("\nThe game is over: the program wins by 18 points.\n")


def test_a_tie(typed: object, capsys: Captured) -> None:
    board = "· · · ·\nO X X O\nX O O X\nX O O X\n".replace("· · · ·", ". O X .")
    assert play(typed, "1", "4", start=board) == 0
    assert capsys.readouterr().out.endswith("\nThe game is over: a tie.\n")


def test_illegal_moves_say_why_and_are_asked_for_again(typed: object, capsys: Captured) -> None:
    assert play(typed, "9", "four", "44", "", "3") == 0
    out = capsys.readouterr().out
    assert "\nColumn 9 cannot be played: the columns are 1 to 7.\nYour move: four\n" in out
    assert "\n'four' is no move: a move is a column from 1 to 7.\nYour move: 44\n" in out
    assert "\nYour move: \nYour move: 3\n" in out


def test_long_sentences_are_broken(
    typed: object, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert play(typed, "four") == 0
    assert "\n'four' is no move: a move is a\n  column from 1 to 7.\n" in capsys.readouterr().out


def test_a_full_column_is_named(typed: object, capsys: Captured) -> None:
    assert play(typed, "4", start="444444") == 0
    assert "\nColumn 4 cannot be played: the column is full.\n" in capsys.readouterr().out


def test_a_game_of_points(typed: object, capsys: Captured) -> None:
    """In which the score changes along the way, and a rule is broken in another way."""
    assert callable(typed)
    typed("b1-b2", "a1-c1", "quit")
    assert main(["play", "hashi", "1.1/.0./.20", "--level", "5"]) == 0
    out = capsys.readouterr().out
    assert "\n'b1-b2' cannot be played: there is no island at b1.\nYour move: a1-c1\n" in out
    assert "\nYou lead by 2 points.\n" in out
    assert "\n1 1───1\n" in out


# ---- commands


def test_moves_are_listed_on_request(typed: object, capsys: Captured) -> None:
    assert play(typed, "moves") == 0
    assert "\nYour move: moves\n4 3 5 2 6 1 7\n" in capsys.readouterr().out


def test_a_hint(typed: object, capsys: Captured) -> None:
    assert play(typed, "hint") == 0
    assert "\nTry 3: worth +18 to you, proven.\n" in capsys.readouterr().out


def test_undo_and_redo(typed: object, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.json"
    options = ("--save", str(path))
    assert play(typed, "1", options=options) == 0
    moves = deepen.Record.load(path).moves
    assert len(moves) == 2
    assert play(typed, "1", "undo", options=options) == 0
    assert deepen.Record.load(path).moves == ()
    assert play(typed, "1", "undo", "redo", options=options) == 0
    assert deepen.Record.load(path).moves == moves
    capsys.readouterr()
    assert play(typed, "undo", "redo", "quit") == 0
    out = capsys.readouterr().out
    assert "\nThere is no move to take back.\n" in out
    assert "\nThere is no move to make again.\n" in out


def test_switching_sides_lets_the_program_move(typed: object, capsys: Captured) -> None:
    assert play(typed, "switch", "7") == 0
    out = capsys.readouterr().out
    assert "\nThe program (●) moves first and looks 2 moves ahead.\nYou (○) move second.\n" in out
    assert "\nThe program plays 3: worth +18 to it, proven.\n" in out
    assert out.endswith("the program wins by 18 points.\n")


def test_help_names_every_command(typed: object, capsys: Captured) -> None:
    assert play(typed, "HELP") == 0
    out = capsys.readouterr().out
    for word in ("moves", "hint", "undo", "redo", "switch", "save FILE", "help", "quit"):
        assert f" {word}" in out.split("Type a move, or one of these:")[1]


@pytest.mark.parametrize("lines", [("1", "quit", "2"), ("1",), ("1", "Quit ")])
def test_leaving_by_word_or_by_the_end_of_the_input(
    lines: tuple[str, ...], typed: object, capsys: Captured
) -> None:
    assert play(typed, *lines) == 0
    assert capsys.readouterr().out.endswith("\nThe game is not over: the score is even.\n")


def test_bytes_that_are_no_text_are_no_move(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n\0\n3")))
    assert main(["play", "connect4", FORCED, "--level", "1"]) == 0
    assert capsys.readouterr().out.count(" is no move: ") == 2


# ---- keeping


def test_saving_on_request(typed: object, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "my game.json"
    assert play(typed, "3", f"save {path}", "save", f"save {tmp_path}/no/where") == 0
    out = capsys.readouterr().out
    assert f"\nSaved to {path}.\n" in out
    assert "\nSay where to: save FILE.\n" in out
    assert "/no/where' cannot be written: No such file or directory." in " ".join(out.split())
    record = deepen.Record.load(path)
    assert (record.moves[0], record.players) == ("3", ("human", "level=2"))


def test_the_file_of_save_is_always_up_to_date(typed: object, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert play(typed, options=("--save", str(path))) == 0
    assert deepen.Record.load(path).moves == ()
    assert play(typed, "3", options=("--save", str(path), "--seed", "2")) == 0
    record = deepen.Record.load(path)
    assert (record.seed, record.moves[0], len(record.moves)) == (2, "3", 2)
    assert play(typed, options=("--save", str(path), "--ai", "--ai")) == 0
    assert deepen.Record.load(path).result is not None


def test_a_file_that_cannot_be_written_is_known_at_once(
    typed: object, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "no" / "where"
    assert play(typed, "3", options=("--save", str(path))) == 2
    said = f"{str(path)!r} cannot be written: there is no folder {str(path.parent)!r}"
    assert capsys.readouterr() == ("", f"deepen: {said}\n")


def test_going_on_with_a_game(typed: object, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.json"
    assert play(typed, "3", options=("--save", str(path))) == 0
    moves = deepen.Record.load(path).moves
    capsys.readouterr()
    assert callable(typed)
    typed("undo", "6")
    assert main(["play", "connect4", "--resume", str(path), "--save", str(path)]) == 0
    assert "looks 2 moves ahead" in capsys.readouterr().out
    assert deepen.Record.load(path).moves[0] == "6"
    assert len(moves) == 2


# ---- the program alone


def alone(*options: str) -> list[str]:
    return ["play", "connect4", "44", "--ai", "--ai", "--level", "3", *options]


def test_the_program_plays_itself(capsys: Captured) -> None:
    assert main(alone("--seed", "1")) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "The first player (●) looks 3 moves ahead.\nThe second player (○) looks 3 moves ahead.\n"
    )
    assert "\nThe second player plays " in out
    assert "Type a move" not in out
    assert "\nThe game is over: " in out


def test_the_same_seed_gives_the_same_game(capsys: Captured) -> None:
    transcripts = []
    for seed in ("1", "1", "2"):
        assert main(alone("--seed", seed)) == 0
        transcripts.append(capsys.readouterr().out)
    assert transcripts[0] == transcripts[1] != transcripts[2]


def test_without_a_seed_too(capsys: Captured) -> None:
    assert main(alone()) == main(alone()) == 0
    out = capsys.readouterr().out
    assert out[: len(out) // 2] == out[len(out) // 2 :]


def test_one_program_is_the_default(typed: object, capsys: Captured) -> None:
    assert play(typed, "3", options=("--ai",)) == 0
    assert capsys.readouterr().out.startswith("You (●) move first.")


# ---- where to begin


def test_without_a_board_the_game_begins_empty(typed: object, capsys: Captured) -> None:
    assert callable(typed)
    typed("4")
    assert main(["play", "connect4", "--level", "1"]) == 0
    assert "\n· · · · · · ·\n1 2 3 4 5 6 7\n" in capsys.readouterr().out


def test_without_an_empty_board_it_begins_on_the_first_example(
    typed: object, capsys: Captured
) -> None:
    assert callable(typed)
    typed("quit")
    assert main(["play", "hashi", "--level", "1"]) == 0
    assert hashi.draw(hashi.parse(hashi.EXAMPLES["course"])) in capsys.readouterr().out


def test_time_for_each_move(typed: object, capsys: Captured) -> None:
    assert callable(typed)
    typed("3", "quit")
    assert main(["play", "connect4", "444", "--time", "0.05"]) == 0
    out = capsys.readouterr().out
    assert "The program (●) moves second and has 0.05 s a move." in out
    assert "You (○) move first" in out  # from here, though not from the empty board


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play"], "GAME"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "tiles", "1 2 0 3 4 5 6 7 8"], "tiles is a puzzle for one"),
        (["play", "tiles"], "tiles is a puzzle for one"),
        (["play", "connect4", "-"], "moves come from standard input"),
        (["play", "connect4", "88"], "character 1 is '8'"),
        (["play", "connect4", "--level", "0"], "level is 0; it must be from 1 to 10"),
        (["play", "connect4", "--time", "0"], "time is 0.0; it must be more than 0 seconds"),
        (["play", "connect4", "--level", "1", "--time", "1"], "a level or a time, not both"),
        (["play", "connect4", "--ai", "--ai", "--ai"], "--ai may be given twice at most"),
        (["play", "connect4", "44", "--resume", "x"], "takes no INPUT"),
        (["play", "connect4", "--resume", "no.json"], "'no.json' cannot be read: No such file"),
        (["replay"], "FILE"),
        (["replay", "no.json"], "'no.json' cannot be read: No such file or directory"),
        (["replay", "no.json", "--json", "--plain"], "exclude each other"),
    ],
)
def test_misuse_is_one_sentence_and_2(arguments: list[str], words: str, capsys: Captured) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


# ---- replay


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    session = deepen.play(connect4.parse(FORCED), "human", "level=2")
    for move in ("3", "7", "2"):
        session.play(move)
    path = tmp_path / "game.json"
    session.record().save(path)
    return path


def test_a_game_is_shown_again(saved: Path, capsys: Captured) -> None:
    assert main(["replay", str(saved)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("connect4: human against level=2\n\n· · ")
    assert "\n1. You play 3.\n\n" in out
    assert "\n2. The program plays 7.\n\n" in out
    assert "\n3. You play 2.\n\n" in out
    assert out.endswith("\nThe game is over: you win by 18 points.\n")
    assert out.count("1 2 3 4 5 6 7\n") == 4


def test_a_game_as_json_and_plain(saved: Path, capsys: Captured) -> None:
    assert main(["replay", str(saved), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(saved.read_text())
    assert main(["replay", str(saved), "--plain"]) == 0
    assert capsys.readouterr().out == "3\n7\n2\n"


def test_a_game_without_moves(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.json"
    deepen.play(connect4.parse(FORCED)).record().save(path)
    assert main(["replay", str(path), "--plain"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.endswith("\nThe game is not over: the score is even.\n")


def test_a_wrong_record_is_one_sentence(saved: Path, capsys: Captured) -> None:
    saved.write_text(saved.read_text().replace('"7"', '"8"'))
    assert main(["replay", str(saved)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"deepen: {str(saved)!r}: move 2: column 8 cannot be played: the columns are 1 to 7\n"
    )


def test_the_record_of_another_game_is_not_played_on(saved: Path, capsys: Captured) -> None:
    assert main(["play", "hashi", "--resume", str(saved)]) == 2
    assert "is a game of connect4, not of hashi" in capsys.readouterr().err


# ---- at a terminal


def test_a_conversation_at_a_terminal() -> None:
    seen = on_a_terminal("play", "connect4", FORCED, "--level", "1", typed="3\nquit\n")
    assert "Your move: " in seen
    assert "\x1b[1;31m●" in seen
    assert "The game is not over" in seen


def test_the_end_of_the_input_at_a_terminal() -> None:
    seen = on_a_terminal("play", "connect4", FORCED, "--level", "1", typed="\x04")
    assert "Your move: " in seen
    assert "The game is not over" in seen
    assert "Traceback" not in seen


def test_a_replay_waits_for_enter(saved: Path) -> None:
    seen = on_a_terminal("replay", str(saved), typed="\nq\n")
    assert "Enter shows the next move, q leaves: " in seen
    assert "1. You play 3." in seen
    assert "2. The program plays 7." not in seen
    whole = on_a_terminal("replay", str(saved), typed="\n\n\n")
    assert "you win by 18 points." in whole
    assert "1. You play" not in on_a_terminal("replay", str(saved), typed="\x04")


@pytest.mark.parametrize("waiting", ["for a line", *slow("for the program")])
def test_ctrl_c_ends_with_130_and_keeps_the_game(waiting: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    on_disk("play", "connect4", "44", "--ai", "--ai", "--level", "1")
    second = ["--second", "--time", "60"] if waiting == "for the program" else []
    process = subprocess.Popen(
        command("play", "connect4", "44", "--save", str(path), *second),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 30
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    assert deepen.Record.load(path).start == "44"
    assert "Traceback" not in out


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(
        command(*alone()), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0
    process.stderr.close()


# ---- documentation

PAGE = Path(__file__).parent.parent.parent / "docs" / "playing.md"
SESSION = re.compile(r"```console\n\$ (?P<command>.*?)\n(?P<output>.*?)```", re.DOTALL)


@pytest.mark.parametrize("found", [*SESSION.finditer(PAGE.read_text())], ids=lambda found: "")
def test_the_page_shows_what_happens(found: re.Match[str], tmp_path: Path) -> None:
    line = found["command"].replace("deepen ", f"{shlex.join(command())} ")
    done = subprocess.run(
        line, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (0, found["output"])
