"""`deepen match`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import deepen
from deepen.cli import main
from deepen.games import connect4
from support import command, interrupt, on_a_terminal, on_disk

KEYS = {
    "format",
    *("game", "first", "second", "boards", "wins", "ties", "points", "share", "confidence"),
    *("interval", "games", "seed", "seconds"),
}
LEVELS = ["match", "connect4", "--first", "level=3", "--second", "level=1", "--boards", "3"]
Captured = pytest.CaptureFixture[str]


def test_json_is_one_object_with_every_key(capsys: Captured) -> None:
    assert main([*LEVELS, "--json", "--seed", "4"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert (err, set(answer)) == ("", KEYS)
    assert (answer["game"], answer["first"], answer["second"]) == ("connect4", "level=3", "level=1")
    assert (answer["boards"], answer["seed"], len(answer["games"])) == (3, 4, 6)
    assert sum(answer["wins"].values()) + answer["ties"] == 6
    low, high = answer["interval"]
    assert 0 <= low <= answer["share"] <= high <= 1
    assert set(answer["games"][0]) == {"board", "opener", "points", "moves", "reason"}


def test_json_agrees_with_python(capsys: Captured) -> None:
    assert main([*LEVELS, "--json", "--seed", "4"]) == 0
    answer = json.loads(capsys.readouterr().out)
    boards = [connect4.random(seed=seed) for seed in (4, 5, 6)]
    match = deepen.match(boards, "level=3", "level=1", seed=4)
    assert answer["points"] == match.points
    assert answer["wins"] == {"first": match.wins[0], "second": match.wins[1]}
    assert {tuple(game["moves"]) for game in answer["games"]} == {
        tuple(game.moves) for game in match.games
    }


def test_people_see_a_table_and_the_interval(capsys: Captured) -> None:
    assert main(LEVELS) == 0
    out, err = capsys.readouterr()
    lines = out.split("\n")
    assert lines[0].split() == ["player", "wins", "ties", "points"]
    assert [line.split()[0] for line in lines[1:3]] == ["level=3", "level=1"]
    assert " of the games, a tie being half a game; with 95 % confidence" in out.replace("\n", " ")
    assert "(Wilson's interval, 3 boards)." in out.replace("\n", " ")
    assert max(map(len, lines)) <= 80
    assert err.startswith("6 games in ")


def test_the_same_seed_gives_the_same_match(capsys: Captured) -> None:
    games = []
    for seed in ("7", "7", "8"):
        assert main([*LEVELS, "--json", "--seed", seed, "--jobs", "2"]) == 0
        games.append(json.loads(capsys.readouterr().out)["games"])
    assert games[0] == games[1] != games[2]


def test_boards_from_a_file(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "boards.jsonl"
    lines = [{"id": 1, "input": "4455"}, {"id": 2, "input": "444444"}]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert main([*LEVELS, "--input", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["boards"] == 2
    board = tmp_path / "board.txt"
    board.write_text("4455")
    assert main([*LEVELS, "--input", str(board), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["boards"] == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "line 2, column 2: no JSON"),
        ("[]", "line 2 is not a JSON object"),
        ('{"id": 1}', "line 2 has no input"),
        ('{"id": 1, "input": "8"}', "line 2: character 1 is '8'"),
    ],
)
def test_bad_lines_are_named(line: str, words: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text('{"id": 0, "input": "44"}\n' + line)
    assert main([*LEVELS, "--input", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "connect4", "--first", "exact"], "--second"),
        (["match", "chess", "--first", "exact", "--second", "exact"], "there is no game 'chess'"),
        (["match", "tiles", "--first", "exact", "--second", "exact"], "tiles is a puzzle for one"),
        (["match", "connect4", "--first", "me", "--second", "exact"], "there is no player 'me'"),
        (["match", "connect4", "--first", "exakt", "--second", "exact"], "did you mean 'exact'?"),
        (["match", "connect4", "--first", "human", "--second", "exact"], "between programs"),
        ([*LEVELS, "--boards", "0"], "--boards"),
        ([*LEVELS, "--jobs", "0"], "--jobs"),
        ([*LEVELS, "--input", "no.jsonl"], "'no.jsonl' cannot be read: No such file"),
    ],
)
def test_misuse_is_one_sentence_and_2(arguments: list[str], words: str, capsys: Captured) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


def test_a_bar_is_for_terminals() -> None:
    assert "playing" in on_a_terminal(*LEVELS)


@pytest.mark.slow
def test_ctrl_c_reports_the_games_up_to_then_and_ends_with_130() -> None:
    on_disk(*LEVELS)
    process = subprocess.Popen(
        command(
            *("match", "connect4", "--first", "time=30", "--second", "level=1", "--boards", "2"),
            "--json",
        ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out, err = interrupt(process)
    assert (process.returncode, err) == (130, "")
    assert len(json.loads(out)["games"]) < 4
