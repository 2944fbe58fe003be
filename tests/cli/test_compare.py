"""`deepen compare`: a table that fits, files that survive, arguments that make sense."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deepen import games
from deepen.cli import main
from deepen.cli.instances import read_instances
from deepen.games import darkchess, tiles

EASY = "1 2 0 3 4 5 6 7 8"
# Takes minutes: Korf's instance 88, the hardest of the hundred.
HARD = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4"
Captured = pytest.CaptureFixture[str]


def start(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "deepen.cli", "compare", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as lines:
        return list(csv.DictReader(lines))


# ---- the table


def test_a_table_for_people(capsys: Captured) -> None:
    assert main(["compare", "tiles", "8-hardest", "unsolvable"]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0] == "8-hardest"
    assert lines[1].split() == [
        "algorithm", "heuristic", "cost", "above", "expanded", "gen.", "b", "CPU", "ms", "memory",
    ]  # fmt: skip
    astar = next(line.split() for line in lines if line.startswith("astar"))
    assert astar[:6] == ["astar", "manhattan", "31*", "6728", "17.7k", "1.31"]
    greedy = next(line.split() for line in lines if line.startswith("greedy"))
    assert greedy[2:5] == ["53", "+22", "88"]
    assert any(line.split()[:2] == ["breadth-first", "none"] for line in lines)
    assert "16 runs in " in captured.err
    assert max(map(len, lines)) <= 80


def test_long_names_fit_80_columns(capsys: Captured) -> None:
    text = darkchess.EXAMPLES["contest"]
    assert main(["compare", "darkchess", text, "--algorithms", "weighted-astar,depth-first"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert any("nearest_capturer" in line for line in lines)


def test_limits_have_a_word_of_their_own(capsys: Captured) -> None:
    limits = ["--time-limit", "0.2", "--memory-limit", "1M"]
    assert main(["compare", "tiles", HARD, "--algorithms", "astar,idastar", *limits]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["astar", "manhattan", "memory"] in [line[:3] for line in lines]
    assert ["idastar", "manhattan", "time"] in [line[:3] for line in lines]


def test_for_programs(capsys: Captured) -> None:
    arguments = ["compare", "tiles", EASY, "--algorithms", "astar, greedy", "--json"]
    assert main(arguments) == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert captured.err == ""
    assert answer["game"] == "tiles"
    assert [run["algorithm"] for run in answer["runs"]] == ["astar", "greedy"]
    first = answer["runs"][0]
    assert (first["instance"], first["cost"], first["optimal"], first["excess"]) == (
        EASY, 2, True, 0,
    )  # fmt: skip


# ---- inputs


def test_inputs_of_every_kind(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(EASY)
    records = [{"id": "a", "input": EASY}, {"id": 7, "input": EASY}]
    (tmp_path / "many.jsonl").write_text("\n".join(map(json.dumps, records)) + "\n\n")
    sources = [str(tmp_path / "board.txt"), str(tmp_path / "many.jsonl"), "8-hardest", EASY]
    found = read_instances(tiles, sources)
    assert list(found) == ["board", "a", "7", "8-hardest", EASY]
    assert found["a"].start == found[EASY].start


def test_a_file_with_a_puzzle_a_line(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{darkchess.EXAMPLES['maze']}\n{darkchess.EXAMPLES['contest']}\n")
    assert list(read_instances(darkchess, [str(file)])) == ["positions:1", "positions:2"]


def test_the_same_input_twice_is_one(tmp_path: Path) -> None:
    assert list(read_instances(tiles, [EASY, EASY])) == [EASY]


def test_a_bad_line_is_named(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(json.dumps({"id": 1, "input": EASY}) + "\n" + json.dumps({"id": 2}) + "\n")
    assert main(["compare", "tiles", str(file)]) == 2
    assert "line 2 has no input" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["bogus", EASY], "there is no game 'bogus'"),
        ([], "missing argument"),
        (["tiles", "none.txt"], "there is no file 'none.txt'"),
        (["tiles", EASY, "--algorithms", "astar,bogus"], "there is no algorithm 'bogus'"),
        (["tiles", EASY, "--heuristics", "bogus"], "there is no heuristic 'bogus'"),
        (["tiles", EASY, "--algorithms", ","], "there is nothing to compare"),
        (["tiles", EASY, "--out", "results.txt"], "ends neither in .csv nor in .jsonl"),
        (["tiles", EASY, "--jobs", "0"], "--jobs"),
        (["tiles", EASY, "--time-limit", "soon"], "no number of seconds"),
        (["connect4", "middle"], "connect4 is a game of two"),
    ],
)
def test_misuse_is_one_sentence(arguments: list[str], sentence: str, capsys: Captured) -> None:
    assert main(["compare", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1


def test_two_inputs_of_one_name(tmp_path: Path, capsys: Captured) -> None:
    for folder, example in (("a", "two-moves"), ("b", "8-hardest")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "board.txt").write_text(games.load("tiles").EXAMPLES[example])
    sources = [str(tmp_path / folder / "board.txt") for folder in "ab"]
    assert main(["compare", "tiles", *sources]) == 2
    assert "two inputs are called 'board'" in capsys.readouterr().err


# ---- files


def test_a_killed_comparison_loses_nothing(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "results.csv"
    files = ["--algorithms", "astar,greedy,idastar", "--out", str(out)]
    process = start("tiles", "8-hardest", EASY, HARD, *files, "--time-limit", "100")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not out.exists() or out.read_text().count("\n") < 5):
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    before = {row["algorithm"] + row["instance"]: row for row in rows_of(out)}
    assert len(before) >= 4
    assert main(["compare", "tiles", "8-hardest", EASY, HARD, *files, "--time-limit", "0.1"]) == 0
    after = {row["algorithm"] + row["instance"]: row for row in rows_of(out)}
    assert len(after) == 9
    for key, row in before.items():
        assert {**row, "excess": after[key]["excess"]} == after[key]
    assert "9 runs" in capsys.readouterr().err


def test_an_interrupted_comparison_shows_what_there_is(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    process = start(
        "tiles", EASY, HARD, "--algorithms", "astar", "--out", str(out), "--time-limit", "100"
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not out.exists() or not out.read_text()):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"2*" in printed
    assert b"1 run in" in said
    assert [json.loads(line)["instance"] for line in out.read_text().splitlines()] == [EASY]


@pytest.mark.slow
def test_plots_are_written(tmp_path: Path, capsys: Captured) -> None:
    pytest.importorskip("matplotlib")
    folder = tmp_path / "plots"
    assert main(["compare", "tiles", EASY, "8-hardest", "--plots", str(folder)]) == 0
    assert sorted(file.stem for file in folder.iterdir()) == [
        "estimates", "growth", "memory", "nodes",
    ]  # fmt: skip
    assert "4 plots in " in capsys.readouterr().err


def test_without_matplotlib_nothing_is_begun(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["compare", "tiles", EASY, "--plots", "plots"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "plots need matplotlib" in captured.err
