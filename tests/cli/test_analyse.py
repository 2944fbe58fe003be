"""`deepen analyse` and `deepen draw` for games of two."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import deepen
from deepen.analysis import Analysis
from deepen.cli import main
from deepen.formatting.value import between, describe_value, ended_by, signed
from deepen.games import connect4
from support import command, interrupt, on_a_terminal, on_disk

MIDDLE = connect4.EXAMPLES["middle"]
LATE = "7422341735647741166133573473242566"  # takes no time: 8 cells are free
HARD = "44"  # takes minutes
KEYS = {
    "format",
    *("game", "status", "value", "exact", "lower_bound", "upper_bound", "depth", "best_moves"),
    *("moves", "line", "algorithm", "nodes", "table_hits", "peak_bytes", "seconds", "rows"),
    *("winner", "outcome", "distance", "winner_moves", "repeats"),
}
Captured = pytest.CaptureFixture[str]


# ---- answers


def test_json_is_one_object_with_every_key(capsys: Captured) -> None:
    assert main(["analyse", "connect4", MIDDLE, "--json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert (err, set(answer)) == ("", KEYS)
    assert (answer["game"], answer["status"]) == ("connect4", "solved")
    assert (answer["value"], answer["exact"], answer["depth"]) == (4, True, None)
    assert answer["lower_bound"] == answer["upper_bound"] == 4
    assert answer["best_moves"] == ["6"]
    assert answer["line"][0] == "6"
    values = {move["text"]: move["value"] for move in answer["moves"]}
    assert values == {"4": -8, "3": -8, "2": -8, "6": 4, "1": -8, "7": -8}
    keys = {"text", "action", "value", "lower_bound", "upper_bound", "exact", "distance"}
    assert set(answer["moves"][0]) == keys


def test_json_agrees_with_python(capsys: Captured) -> None:
    assert main(["analyse", "connect4", MIDDLE, "--json", "--depth", "5"]) == 3
    answer = json.loads(capsys.readouterr().out)
    found = deepen.analyse(connect4.parse(MIDDLE), depth=5)
    assert answer["nodes"] == found.nodes
    assert answer["line"] == found.line
    assert answer["depth"] == 5


def test_plain_is_value_and_best_moves(capsys: Captured) -> None:
    assert main(["analyse", "connect4", MIDDLE, "--plain"]) == 0
    assert capsys.readouterr() == ("4\n6\n", "")


def test_plain_asks_for_no_more_than_it_prints(capsys: Captured) -> None:
    """All values of this position take minutes, the best moves no time."""
    assert main(["analyse", "connect4", "4455", "--plain", "--time-limit", "20"]) == 0
    assert capsys.readouterr().out == "18\n3 6\n"


def test_plain_says_on_standard_error_what_is_not_proven(capsys: Captured) -> None:
    assert main(["analyse", "connect4", HARD, "--plain", "--depth", "4"]) == 3
    out, err = capsys.readouterr()
    assert out.startswith("0\n4 3 5")
    assert err == "looks like 0 to the player to move at depth 4, proven between -19 and +18\n"
    assert main(["analyse", "connect4", HARD, "--plain", "--time-limit", "0"]) == 3
    assert capsys.readouterr() == ("", "not known yet, proven between -19 and +18\n")


def test_people_see_board_words_moves_and_line(capsys: Captured) -> None:
    assert main(["analyse", "connect4", MIDDLE]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("· · · · ● · ·\n")
    assert "\nWorth +4 to the player to move (○), proven.\n" in out
    assert "   +4   proven   6\n   -8   proven   4 3 2 1 7\n" in out
    assert "\nBest play: 6 " in out
    assert "positions" in out
    assert "\x1b" not in out
    assert not any(line.endswith(" ") or len(line) > 80 for line in out.split("\n"))


def test_people_see_what_is_not_proven(capsys: Captured) -> None:
    assert main(["analyse", "connect4", HARD, "--depth", "6", "--values", "best"]) == 3
    out = capsys.readouterr().out
    assert "Looks like 0 to the player to move (●) at depth 6, proven between -19 and +18." in out
    assert "\nThe depth limit was hit first.\n" in out
    assert "    0   depth 6   4 3 5 2 6 1 7\n" in out


def test_people_see_bounds_of_moves_that_are_not_best(capsys: Captured) -> None:
    assert main(["analyse", "connect4", "4455", "--values", "best"]) == 0
    assert "    ?   between -18 and +17   4 5 2 1 7\n" in capsys.readouterr().out
    assert main(["analyse", "connect4", "4455", "--depth", "4"]) == 3
    assert "    0   between -18 and +17   4 5 2 1 7\n" in capsys.readouterr().out


def test_a_game_that_is_over(capsys: Captured) -> None:
    assert main(["analyse", "connect4", "4455362"]) == 0
    assert "\nThe game is over.\n" in capsys.readouterr().out
    assert main(["analyse", "connect4", "4455362", "--plain"]) == 0
    assert capsys.readouterr().out.startswith("0\n")


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--depth", "3"], "depth-limit", "The depth limit was hit first."),
        (["--time-limit", "0.05"], "time-limit", "The time limit was hit first."),
        (["--time-limit", "0"], "time-limit", "Not known yet, proven between -19 and +18."),
    ],
)
def test_limits_end_with_3_and_what_is_known(
    options: list[str], status: str, words: str, capsys: Captured
) -> None:
    assert main(["analyse", "connect4", HARD, *options, "--json"]) == 3
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["exact"]) == (status, False)
    assert main(["analyse", "connect4", HARD, *options]) == 3
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    "options",
    [
        ["--algorithm", "alphabeta"],
        ["--algorithm", "minimax", "--depth", "4"],
        ["--threads", "2"],
        ["--memory-limit", "4M"],
        ["--values", "best"],
    ],
)
def test_options_reach_the_search(options: list[str], capsys: Captured) -> None:
    late = MIDDLE + "663341"
    code = main(["analyse", "connect4", late, *options, "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert code == (0 if answer["exact"] else 3)
    assert answer["algorithm"] == (options[1] if "--algorithm" in options else "negamax")
    assert "6" in answer["best_moves"]


def test_the_empty_board_may_be_given_as_nothing(capsys: Captured) -> None:
    assert main(["analyse", "connect4", "", "--depth", "2", "--json"]) == 3
    assert len(json.loads(capsys.readouterr().out)["moves"]) == 7


def test_a_position_from_a_file(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "board.txt"
    path.write_text(connect4.EXAMPLES["small"])
    assert main(["analyse", "connect4", str(path), "--plain"]) == 0
    assert capsys.readouterr().out.count("\n") == 2


def test_pictures_of_positions(tmp_path: Path, capsys: Captured) -> None:
    assert main(["draw", "connect4", MIDDLE]) == 0
    assert capsys.readouterr().out.startswith("<svg")
    path = tmp_path / "board.svg"
    assert main(["draw", "connect4", MIDDLE, "-o", str(path)]) == 0
    assert path.read_text().startswith("<svg")


# ---- words


def analysis(
    value: int | None = None,
    low: int | None = None,
    high: int | None = None,
    status: str = "time-limit",
) -> Analysis:
    found = deepen.analyse(connect4.parse(HARD), depth=1)
    exact = value is not None and low == high == value
    told = {"value": value, "lower_bound": low, "upper_bound": high, "exact": exact}
    return Analysis(**{**vars(found), **told, "status": status, "depth": 9})


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ((4, 4, 4), "worth +4 to the player to move, proven"),
        ((0, 0, 0), "worth 0 to the player to move, proven"),
        ((-1200, -1200, -1200), "worth -1,200 to the player to move, proven"),
        ((2, -3, 8), "looks like +2 to the player to move at depth 9, proven between -3 and +8"),
        ((2, None, 8), "looks like +2 to the player to move at depth 9, proven at most +8"),
        ((2, -3, None), "looks like +2 to the player to move at depth 9, proven at least -3"),
        ((2, None, None), "looks like +2 to the player to move at depth 9, nothing proven"),
        ((None, None, None), "not known yet, nothing proven"),
    ],
)
def test_verdicts(found: tuple[int | None, int | None, int | None], words: str) -> None:
    assert describe_value(analysis(*found)) == words


def test_ends() -> None:
    assert ended_by(analysis(4, 4, 4)) == ""
    assert ended_by(analysis(status="node-limit")) == "The node limit was hit first."
    assert ended_by(analysis(status="interrupted")) == "Interrupted."


def test_signs() -> None:
    assert [signed(value) for value in (3, 0, -3)] == ["+3", "0", "-3"]
    assert between(None, None) == "unknown"


# ---- misuse


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["analyse"], "GAME"),
        (["analyse", "chess", "1"], "there is no game 'chess'"),
        (
            ["analyse", "tiles", "1 2 0 3 4 5 6 7 8"],
            "tiles is a puzzle for one: use 'deepen solve'",
        ),
        (["solve", "connect4", "44"], "connect4 is a game of two: use 'deepen analyse' or 'play'"),
        (["analyse", "connect4", "89"], "character 1 is '8'"),
        (["analyse", "connect4", "no.txt"], "there is no file 'no.txt'"),
        (["analyse", "connect4", "44", "--values", "some"], "values is 'some'"),
        (["analyse", "connect4", "44", "--algorithm", "astar"], "no algorithm 'astar' for games"),
        (["analyse", "connect4", "44", "--depth", "0"], "--depth"),
        (["analyse", "connect4", "44", "--threads", "-1"], "--threads"),
        (["analyse", "connect4", "44", "--time-limit", "x"], "'x' is no number of seconds"),
        (["analyse", "connect4", "44", "--json", "--plain"], "exclude each other"),
        (["draw", "connect4", "44", "--what", "space"], "space"),
    ],
)
def test_misuse_is_one_sentence_and_2(arguments: list[str], words: str, capsys: Captured) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


@pytest.mark.parametrize("name", ["analyse", "play", "replay", "match", "draw"])
def test_help_starts_with_an_example(name: str, capsys: Captured) -> None:
    assert main([name, "--help"]) == 0
    assert capsys.readouterr().out.split("\n")[2].startswith(f"  deepen {name}")


def test_games_are_listed_with_the_verb_that_fits(capsys: Captured) -> None:
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert "deepen solve tiles" in out
    assert "deepen analyse connect4" in out


# ---- processes


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_ctrl_c_prints_what_is_known_and_ends_with_130(options: list[str]) -> None:
    limit = ["--time-limit", "60"]
    on_disk("analyse", "connect4", MIDDLE, *limit)
    process = subprocess.Popen(
        command("analyse", "connect4", HARD, *limit, *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out, err = interrupt(process)
    assert (process.returncode, err) == (130, "")
    if options:
        answer = json.loads(out)
        assert (answer["status"], answer["exact"]) == ("interrupted", False)
        assert answer["depth"] >= 1
    else:
        assert "\nInterrupted.\n" in out


def test_values_have_colour_and_sign_on_a_terminal() -> None:
    seen = on_a_terminal("analyse", "connect4", LATE)
    assert "\x1b[1;32m   +1\x1b[0m" in seen
    assert "\x1b[1;31m   -4\x1b[0m" in seen
    assert "\x1b" not in on_a_terminal("analyse", "connect4", LATE, NO_COLOR="1")


def test_progress_is_for_terminals_and_for_those_who_wait() -> None:
    waited = on_a_terminal("analyse", "connect4", HARD, "--time-limit", "1.5")
    assert "positions, " in waited
    assert "depth 1" in waited
