"""`deepen hint`."""

from __future__ import annotations

import json
import subprocess

import pytest

from deepen.cli import main
from deepen.games import chexers, connect4
from support import command, interrupt, on_disk

Captured = pytest.CaptureFixture[str]
MIDDLE = connect4.EXAMPLES["middle"]
OVER = "1212121"


def hinted(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    """The exit code, the answer, and what is said besides."""
    code = main(["hint", *arguments])
    return code, *capsys.readouterr()


def test_a_puzzle_has_the_first_move_of_a_shortest_solution(capsys: Captured) -> None:
    code, out, err = hinted(capsys, "tiles", "1 2 0 3 4 5 6 7 8")
    assert (code, err) == (0, "")
    assert out.startswith("Try left: solved in 2 moves, proven shortest.\n\n")
    assert "│ 1 │   │ 2 │" in out  # the board after it


def test_a_game_has_a_best_move_and_what_it_is_worth(capsys: Captured) -> None:
    code, out, err = hinted(capsys, "connect4", MIDDLE)
    assert (code, err) == (0, "")
    assert out.startswith("Try 6: worth +4 to you, proven.\n\n")


def test_a_move_that_is_a_sentence_has_one_full_stop(capsys: Captured) -> None:
    _, out, _ = hinted(capsys, "chexers", chexers.EXAMPLES["course"])
    assert "): solved in" in out


@pytest.mark.parametrize(
    ("arguments", "move"),
    [(["tiles", "1 2 0 3 4 5 6 7 8"], "left"), (["connect4", MIDDLE], "6")],
)
def test_plain_is_the_move(arguments: list[str], move: str, capsys: Captured) -> None:
    assert hinted(capsys, *arguments, "--plain") == (0, f"{move}\n", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tiles", "0 1 2 3 4 5 6 7 8"], "solved in 0 moves"),
        (["tiles", "unsolvable"], "proven unsolvable"),
        (["connect4", OVER], "the game is over"),
    ],
)
def test_there_may_be_no_move(arguments: list[str], words: str, capsys: Captured) -> None:
    assert words in hinted(capsys, *arguments)[1].lower()
    code, out, err = hinted(capsys, *arguments, "--plain")
    assert (code, out) == (0, "")
    assert words in err
    assert json.loads(hinted(capsys, *arguments, "--json")[1])["move"] is None


def test_a_puzzle_that_takes_too_long_has_its_bound(capsys: Captured) -> None:
    code, out, _ = hinted(capsys, "tiles", "24", "--json", "--time-limit", "0")
    answer = json.loads(out)
    assert (code, answer["status"], answer["move"]) == (3, "time-limit", None)
    assert answer["lower_bound"] > 20


def test_a_game_that_takes_too_long_has_its_best_so_far(capsys: Captured) -> None:
    code, out, _ = hinted(capsys, "connect4", "44", "--json", "--time-limit", "0.1")
    answer = json.loads(out)
    assert (code, answer["exact"]) == (3, False)
    assert answer["move"] == answer["best_moves"][0]


@pytest.mark.slow
def test_ctrl_c_tells_what_is_known() -> None:
    on_disk("hint", "connect4", MIDDLE)
    words = command("hint", "connect4", "44", "--json", "--time-limit", "600")
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    out, _ = interrupt(process)
    assert process.returncode == 130
    assert json.loads(out)["status"] == "interrupted"
