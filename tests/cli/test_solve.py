"""`deepen solve`, `deepen games` and what every command promises: codes, streams, one sentence."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.text import Text

from deepen.cli import main, report
from deepen.cli.reading import number_of_bytes
from deepen.games import tiles
from support import command, interrupt, on_a_terminal, on_disk, slow

EASY = "1 2 0 3 4 5 6 7 8"
# Takes minutes: Korf's instance 88, the hardest of the hundred.
HARD = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4"
KEYS = {
    "format",
    *("game", "status", "cost", "actions", "lower_bound", "algorithm", "heuristic", "optimal"),
    *("expanded", "generated", "seconds", "peak_bytes"),
    *("reopened", "stored", "initial_h", "rows"),
}
Captured = pytest.CaptureFixture[str]


def run(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), input=text, capture_output=True, text=True, timeout=60, check=False
    )


def sentence_of(captured: Captured) -> str:
    """The one line on standard error of a command that printed nothing else."""
    out, err = captured.readouterr()
    assert out == ""
    assert err.startswith("deepen: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err.removeprefix("deepen: ").rstrip("\n")


# ---- answers


def test_json_is_one_object_with_every_key(capsys: Captured) -> None:
    assert main(["solve", "tiles", EASY, "--json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert err == ""
    assert set(answer) == KEYS
    assert answer["game"] == "tiles"
    assert answer["status"] == "solved"
    assert answer["cost"] == answer["lower_bound"] == 2
    assert answer["actions"] == ["left", "left"]
    assert answer["optimal"] is True
    assert answer["algorithm"] == "astar"
    assert answer["heuristic"] == "manhattan"
    assert set(answer["rows"][0]) == {"bound", "expanded", "generated", "seconds"}


def test_json_of_an_unsolvable_puzzle(capsys: Captured) -> None:
    assert main(["solve", "tiles", tiles.EXAMPLES["unsolvable"], "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == KEYS
    assert (answer["status"], answer["cost"], answer["actions"]) == ("unsolvable", None, [])
    assert answer["lower_bound"] is None


def test_plain_is_one_action_a_line(capsys: Captured) -> None:
    assert main(["solve", "tiles", EASY, "--plain"]) == 0
    assert capsys.readouterr() == ("left\nleft\n", "")


def test_plain_without_a_solution_says_so_on_standard_error(capsys: Captured) -> None:
    assert main(["solve", "tiles", tiles.EXAMPLES["unsolvable"], "--plain"]) == 0
    assert capsys.readouterr() == ("", "proven unsolvable\n")


def test_people_see_boards_words_and_statistics(capsys: Captured) -> None:
    assert main(["solve", "tiles", EASY]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("┌───┬───┬───┐\n│ 1 │ 2 │   │\n")
    assert "Solved in 2 moves, proven shortest.\n  left left\n" in out
    assert "1. left        2. left\n" in out  # the boards side by side
    assert "2 expanded, 6 generated\n" in out
    assert "\x1b" not in out
    assert not any(line.endswith(" ") or len(line) > 80 for line in out.split("\n"))


def test_captions_of_boards_have_all_their_actions_or_none() -> None:
    board = Text("@ $ .")
    moves = ["right", "up", "left"] * 4
    found: Any = SimpleNamespace(actions=moves)
    assert report._captions(board, found) == [f"{i}. {move}" for i, move in enumerate(moves, 1)]
    found.actions = [*moves, "a sentence on what is done here"]
    assert report._captions(board, found) == [f"{i}." for i in range(1, 14)]


def test_long_solutions_are_wrapped_without_replay(capsys: Captured) -> None:
    assert main(["solve", "tiles", tiles.EXAMPLES["8-hardest"]]) == 0
    out = capsys.readouterr().out
    assert "Solved in 31 moves, proven shortest." in out
    assert "1. right" not in out
    assert max(map(len, out.split("\n"))) <= 80


def test_very_long_solutions_are_cut_for_people_only(capsys: Captured) -> None:
    arguments = ["solve", "tiles", tiles.EXAMPLES["8-hardest"], "--algorithm", "depth-first"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "not proven shortest" in out
    assert "more (--plain prints all)" in out.replace("\n  ", " ")
    assert out.count("\n") < 40
    assert main([*arguments, "--plain"]) == 0
    assert capsys.readouterr().out.count("\n") > 1000


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--node-limit", "100"], "node-limit", "Not solved: the node limit was hit first; any"),
        (["--time-limit", "0.05"], "time-limit", "Not solved: the time limit was hit first; any"),
        (["--memory-limit", "1MiB"], "memory-limit", "Not solved: the memory limit was hit first"),
        (
            ["--algorithm", "depth-first", "--depth-limit", "3"],
            "depth-limit",
            "No solution within the depth limit.",
        ),
    ],
)
def test_limits_end_with_3_and_what_is_proven(
    options: list[str], status: str, words: str, capsys: Captured
) -> None:
    assert main(["solve", "tiles", HARD, *options, "--json"]) == 3
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["cost"], answer["optimal"]) == (status, None, False)
    assert status == "depth-limit" or answer["lower_bound"] >= 43
    assert main(["solve", "tiles", HARD, *options]) == 3
    assert words in capsys.readouterr().out


def test_options_reach_the_search(capsys: Captured) -> None:
    options = ["--algorithm", "weighted-astar", "--weight", "1.5", "--heuristic", "manhattan"]
    assert main(["solve", "tiles", tiles.EXAMPLES["15"], *options, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["algorithm"] == "weighted-astar"
    assert 45 <= answer["cost"] <= 1.5 * 45
    assert answer["lower_bound"] * 1.5 >= answer["cost"]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 0),
        ("2000000", 2_000_000),
        ("512M", 512 << 20),
        ("1GiB", 1 << 30),
        ("1g", 1 << 30),
        ("1.5K", 1536),
        ("2 kB", 2000),
        ("3TB", 3 * 10**12),
    ],
)
def test_sizes(text: str, size: int) -> None:
    assert number_of_bytes(text) == size


# ---- inputs


def test_input_from_a_file(tmp_path: Path, capsys: Captured) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(b"\xef\xbb\xbf1 2 0\r\n3 4 5\r\n6 7 8\r\n")  # as some editors save it
    assert main(["solve", "tiles", str(board), "--plain"]) == 0
    assert capsys.readouterr().out == "left\nleft\n"


def test_input_from_standard_input(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(EASY.encode())))
    assert main(["solve", "tiles", "-", "--plain"]) == 0
    assert capsys.readouterr().out == "left\nleft\n"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the input is empty"),
        (b" \n", "the input is empty"),
        (b"1 2\xff 0", "is not UTF-8 text: byte 4 does not fit"),
        (b"1 2 0 3\0", "is not text: it holds a zero byte"),
        (b"1 2\n0 x", "line 2, entry 2: 'x' is not the number of a tile"),
    ],
)
def test_bad_files_are_named(data: bytes, words: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "board"
    path.write_bytes(data)
    assert main(["solve", "tiles", str(path)]) == 2
    sentence = sentence_of(capsys)
    assert sentence.startswith(repr(str(path)))
    assert sentence.endswith(words)


def test_a_directory_is_no_input(tmp_path: Path, capsys: Captured) -> None:
    assert main(["solve", "tiles", str(tmp_path)]) == 2
    assert sentence_of(capsys).endswith("cannot be read: Is a directory")


@pytest.mark.parametrize("name", ["board.txt", "./board", "some/where.txt"])
def test_a_missing_file_is_said_to_be_missing(name: str, capsys: Captured) -> None:
    assert main(["solve", "tiles", name]) == 2
    assert sentence_of(capsys) == f"there is no file {name!r}"


# ---- misuse


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solv"], "'solv'"),
        (["solve"], "GAME"),
        (["solve", "tiles", EASY, "more"], "unexpected extra argument"),
        (["solve", "tiles", EASY, "--bogus"], "--bogus"),
        (["solve", "chess", EASY], "there is no game 'chess'; known: tiles"),
        (["solve", "tiles", ""], "the input is empty"),
        (["solve", "tiles", "1 2 3"], "3 tiles in one line make no square"),
        (["solve", "tiles", EASY, "--json", "--plain"], "exclude each other"),
        (["solve", "tiles", EASY, "--algorithm", "best"], "there is no algorithm 'best'; known:"),
        (["solve", "tiles", EASY, "--heuristic", "h"], "there is no heuristic 'h' here; known:"),
        (["solve", "tiles", EASY, "--weight", "2"], "weight is for weighted-astar"),
        (["solve", "tiles", EASY, "--weight", "much"], "'much' is no weight"),
        (["solve", "tiles", EASY, "--time-limit", "-1"], "'-1' is no number of seconds"),
        (["solve", "tiles", EASY, "--time-limit", "nan"], "'nan' is no number of seconds"),
        (["solve", "tiles", EASY, "--memory-limit", "1 XB"], "'1 XB' is no number of bytes"),
        (["solve", "tiles", EASY, "--node-limit", "-1"], "'--node-limit'"),
    ],
)
def test_misuse_is_one_sentence_and_2(arguments: list[str], words: str, capsys: Captured) -> None:
    assert main(arguments) == 2
    assert words in sentence_of(capsys)


def test_a_defect_is_one_sentence_too(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(tiles, "parse", broken)
    monkeypatch.setattr("deepen.games.registered", list)  # so that it is nobody's own game
    assert main(["solve", "tiles", EASY]) == 1
    assert "please report it: KeyError: 'lost'" in sentence_of(capsys)


# ---- help, version, games


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_starts_with_an_example(arguments: list[str], capsys: Captured) -> None:
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert out.split("\n")[2] == "  deepen solve tiles '1 2 0 3 4 5 6 7 8'"
    assert "Exit codes" in out


def test_version(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("deepen 0.")


def test_games_are_listed(capsys: Captured) -> None:
    assert main(["games", "--plain"]) == 0
    assert "tiles\n" in capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["games"][0]
    assert first["name"] == "tiles"
    assert main(["solve", "tiles", next(iter(first["examples"].values()))]) == 0
    capsys.readouterr()
    assert main(["games"]) == 0
    assert tiles.SUMMARY in capsys.readouterr().out


# ---- processes


def test_a_process_answers_from_standard_input() -> None:
    done = run("solve", "tiles", "-", "--plain", text=EASY)
    assert (done.returncode, done.stdout, done.stderr) == (0, "left\nleft\n", "")


def test_a_process_fails_with_2() -> None:
    done = run("solve", "tiles", "1 2 x 0")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "deepen: entry 3: 'x' is not the number of a tile\n"


def test_cached_rules_need_no_compiler() -> None:
    program = (
        f"import sys; from deepen.cli import main; main(['solve', 'tiles', '{EASY}', '--plain'])\n"
        "sys.exit('numba' in sys.modules)"
    )
    arguments = [sys.executable, "-c", program]
    subprocess.run(arguments, capture_output=True, timeout=60, check=False)  # fills the cache
    assert subprocess.run(arguments, capture_output=True, timeout=60, check=False).returncode == 0


@pytest.mark.parametrize("options", [["--json"], *slow([])])
def test_ctrl_c_prints_what_is_proven_and_ends_with_130(options: list[str]) -> None:
    idastar = ["--algorithm", "idastar", "--time-limit", "60"]
    on_disk("solve", "tiles", EASY, *idastar)
    process = subprocess.Popen(
        command("solve", "tiles", HARD, *idastar, *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out, err = interrupt(process)
    assert (process.returncode, err) == (130, "")
    if options:
        answer = json.loads(out)
        assert answer["status"] == "interrupted"
        assert answer["lower_bound"] >= 43
    else:
        assert "Interrupted; any solution costs at least" in out


def test_a_reader_that_goes_away_is_no_error() -> None:
    arguments = command(
        "solve", "tiles", tiles.EXAMPLES["8-hardest"], "--algorithm", "depth-first", "--plain"
    )
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=30) == 0
    process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_a_full_disk_is_one_sentence() -> None:
    buffered = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command("solve", "tiles", EASY, "--plain"),
            env=buffered,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "deepen: standard output: No space left on device\n"


def test_colour_is_for_terminals_and_not_where_it_is_unwanted() -> None:
    assert "\x1b[32m" in on_a_terminal("solve", "tiles", EASY)
    assert "\x1b" not in on_a_terminal("solve", "tiles", EASY, NO_COLOR="1")


def test_progress_is_for_terminals() -> None:
    piped = run("solve", "tiles", HARD, "--algorithm", "idastar", "--time-limit", "1.5")
    assert (piped.returncode, piped.stderr) == (3, "")
