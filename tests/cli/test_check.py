"""`deepen check`: one line where nothing is wrong, everything where something is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deepen import games
from deepen.cli import main
from deepen.cli.printing import hanging
from support import module_from

Captured = pytest.CaptureFixture[str]

# A game whose heuristic promises too much and whose text forgets a lamp.
BROKEN = """
import deepen


class Lamps(deepen.Puzzle):
    @deepen.rule
    def successors(board, lamps):
        for i in range(3):
            yield i, lamps ^ 1 << i

    @deepen.rule
    def is_goal(board, lamps):
        return lamps == 0

    @deepen.heuristic(consistent=True)
    def bold(board, lamps):
        return 2 * deepen.popcount(lamps)


NAME = "broken"
EXAMPLES = {"all": "111", "one": "001"}


def parse(text):
    return Lamps(int(text, 2) & 3)


def format(puzzle):
    return f"{puzzle.start:03b}"


def draw(puzzle, markup=False):
    return f"<{puzzle.start:03b}>"
"""


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module_from(tmp_path / "broken_game.py", BROKEN)
    monkeypatch.setitem(games.GAMES, "broken", "broken_game")


def test_a_game_that_is_right(capsys: Captured) -> None:
    assert main(["check", "tiles", "--input", "1 2 0 3 4 5 6 7 8", "--walks", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1 2 0 3 4 5 6 7 8: ")
    assert out.endswith(", nothing wrong\n")


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tiles", marks=pytest.mark.slow),
        pytest.param("chexers", marks=pytest.mark.slow),
        pytest.param("darkchess", marks=pytest.mark.slow),
        pytest.param("connect4", marks=pytest.mark.slow),
        pytest.param("hashi", marks=pytest.mark.slow),
    ],
)
def test_nothing_is_wrong_with_the_built_in_games(capsys: Captured, game: str) -> None:
    assert main(["check", game, "--walks", "2"]) == 0
    told = capsys.readouterr().out.splitlines()
    lines = [line for line in told if not line.startswith(" ")]  # the others are no verdicts
    assert lines
    assert all(line.endswith("nothing wrong") for line in lines)


def test_long_lines_go_on_beneath_where_they_begin() -> None:
    first, *others = hanging(f"one\n  two {'word ' * 30}").splitlines()[1:]
    assert first.startswith("  two")
    assert others
    assert all(line.startswith("    word") and len(line) <= 80 for line in others)


def test_the_examples_are_checked_unless_there_is_an_input(capsys: Captured) -> None:
    assert main(["check", "tiles", "--walks", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(games.load("tiles").EXAMPLES)


def test_a_game_that_is_wrong(broken: None, capsys: Captured) -> None:
    assert main(["check", "broken"]) == 1
    out = capsys.readouterr().out
    assert "FAILED text can be read back" in out
    assert "FAILED estimates fall along actions as declared" in out
    assert "bold, in state 3" in out
    assert "is 4, and 2 after an action of cost 1 to state" in out
    assert "<011>" in out  # the state, drawn
    assert max(map(len, out.splitlines())) <= 80


def test_for_programs(broken: None, capsys: Captured) -> None:
    assert main(["check", "broken", "--input", "001", "--json", "--seed", "3"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["game"] == "broken"
    assert answer["ok"] is False
    (report,) = answer["instances"]
    assert (report["name"], report["seed"]) == ("001", 3)
    assert report["counts"]["compiled"] > 0
    failure = next(each for each in report["failures"] if each["check"] == "admissible")
    assert failure["rule"] == "bold"
    assert "is 2, and declared admissible; but a way of cost 1" in failure["sentence"]


def test_a_game_of_two(capsys: Captured) -> None:
    assert main(["check", "connect4", "--input", "middle", "--walks", "2", "--json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)["instances"]
    assert {"bounds", "moves", "text"} <= set(report["counts"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check", "bogus"], "there is no game 'bogus'"),
        (["check", "tiles", "--input", "none.txt"], "there is no file 'none.txt'"),
        (["check", "tiles", "--input", "1 2 3"], "3 tiles in one line"),
        (["check", "tiles", "--walks", "0"], "--walks"),
        (["check"], "missing argument"),
    ],
)
def test_misuse_is_one_sentence(arguments: list[str], sentence: str, capsys: Captured) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
