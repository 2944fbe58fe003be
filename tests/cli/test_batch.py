"""`deepen batch`: every line gets exactly one result, whatever happens on the way."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import deepen
from deepen.cli import main
from deepen.games import tiles
from deepen.search.memory import DefaultLimit
from support import interrupt, slow

EASY = "1 2 0 3 4 5 6 7 8"
UNSOLVABLE = tiles.EXAMPLES["unsolvable"]
# Takes minutes: Korf's instance 88, the hardest of the hundred.
HARD = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4"
Captured = pytest.CaptureFixture[str]


class Files:
    """A file of puzzles and where its results go."""

    def __init__(self, folder: Path) -> None:
        self.puzzles = folder / "puzzles.jsonl"
        self.out = folder / "results.jsonl"

    def write(self, *records: Any) -> None:
        """Strings are written as they are, everything else as JSON."""
        lines = [r if isinstance(r, str) else json.dumps(r) for r in records]
        self.puzzles.write_text("".join(f"{line}\n" for line in lines))

    def arguments(self, *options: str) -> list[str]:
        return ["batch", "tiles", str(self.puzzles), "--out", str(self.out), *options]

    def run(self, *options: str) -> int:
        return main(self.arguments(*options))

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "deepen.cli", *self.arguments(*options)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def results(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.read_text().splitlines()]

    def whole_lines(self) -> int:
        return self.out.read_bytes().count(b"\n") if self.out.exists() else 0

    def by_id(self) -> dict[Any, dict[str, Any]]:
        results = self.results()
        found = {result["id"]: result for result in results if "id" in result}
        assert len(found) == sum("id" in result for result in results), "an id was doubled"
        return found


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def puzzle(id: Any, input: Any = EASY) -> dict[str, Any]:
    return {"id": id, "input": input}


def boards(count: int) -> list[dict[str, Any]]:
    """Random 8-puzzles; most take a few thousand expansions."""
    return [puzzle(i, tiles.format(tiles.random(3, 3, seed=i))) for i in range(count)]


def wait_for(files: Files, lines: int) -> None:
    wait_until(lambda: files.whole_lines() >= lines)


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.005)


# ---- results


def test_each_line_gets_its_result(files: Files, capsys: Captured) -> None:
    files.write(puzzle(1), puzzle("two", UNSOLVABLE), {**puzzle(3, "0 1 2 3"), "note": "kept out"})
    assert files.run() == 0
    found = files.by_id()
    assert {id: result["status"] for id, result in found.items()} == {
        1: "solved",
        "two": "unsolvable",
        3: "solved",
    }
    assert found[1]["actions"] == ["left", "left"]
    assert found[1]["game"] == "tiles"
    assert found[3]["cost"] == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"3 results in {files.out}: 2 solved, 1 unsolvable;")


def test_results_equal_those_of_solve(files: Files) -> None:
    files.write(*boards(12))
    assert files.run("--algorithm", "idastar", "--jobs", "2") == 0
    for record in boards(12):
        alone = deepen.solve(tiles.parse(record["input"]), "idastar")
        result = files.by_id()[record["id"]]
        for name in ("cost", "actions", "expanded", "generated", "algorithm"):
            assert result[name] == getattr(alone, name)


def test_the_summary_as_json(files: Files, capsys: Captured) -> None:
    files.write(puzzle(1), puzzle(2, "x"))
    assert files.run("--json") == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["statuses"] == {"solved": 1, "error": 1}


def test_limits_hold_for_each_line_and_end_with_3(files: Files) -> None:
    files.write(puzzle(1), puzzle(2, HARD), puzzle(3, HARD))
    assert files.run("--time-limit", "0.1", "--jobs", "2") == 3
    found = files.by_id()
    assert [found[id]["status"] for id in (1, 2, 3)] == ["solved", "time-limit", "time-limit"]
    assert found[2]["lower_bound"] >= 43
    assert files.run("--time-limit", "0.1") == 3  # nothing is left to do, but nothing is better
    assert len(files.results()) == 3


def test_puzzles_from_standard_input(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps(puzzle(1)).encode()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert main(["batch", "tiles", "-", "--out", str(files.out)]) == 0
    assert files.by_id()[1]["status"] == "solved"


# ---- bad lines


def test_bad_lines_get_their_sentence_and_the_rest_goes_on(files: Files) -> None:
    bad = {
        "nonsense": "line 2, column 1: no JSON, Expecting value",
        "[1, 2]": "line 3 is not a JSON object with an id and an input",
        '{"input": "0 1 2 3"}': "line 4 has no id",
        '{"id": null, "input": ""}': "line 5: its id is neither a string nor an integer",
        '{"id": true, "input": ""}': "line 6: its id is neither a string nor an integer",
        '{"id": 1, "input": "0 1 2 3"}': "line 7: the id 1 was there before, in line 1",
        '{"id": "none"}': "line 8 has no input",
        '{"id": "list", "input": [1]}': "line 9: entry 1: '[1]' is not the number of a tile",
        '{"id": "text", "input": "1 2"}': "line 10: 2 tiles in one line make no square: put each "
        "row on a line of its own, or the size in front, as in '2x3: 1 2 0 3 4 5'",
        "[" * 100_000: "line 11 is no JSON that can be read: ",
    }
    files.write(puzzle(1), *bad, "", puzzle(2))
    assert files.run() == 0
    results = files.results()
    errors = [result for result in results if result["status"] == "error"]
    assert len(results) == len(errors) + 2
    for error, sentence in zip(errors, bad.values(), strict=True):
        assert error["error"].startswith(sentence)
        assert error["game"] == "tiles"
    assert [error.get("id", error.get("line")) for error in errors] == [
        *(2, 3, 4, 5, 6, 7),
        *("none", "list", "text"),
        11,
    ]
    before = files.out.read_bytes()
    assert files.run() == 0
    assert files.out.read_bytes() == before  # bad lines are not reported twice


def test_bytes_that_are_no_text_are_a_bad_line(files: Files) -> None:
    files.puzzles.write_bytes(b'\xef\xbb\xbf{"id": 1, "input": "0 1 2 3"}\r\n\xff\xfe\r\n')
    assert files.run() == 0
    assert files.by_id()[1]["status"] == "solved"
    (bad,) = (result for result in files.results() if "line" in result)
    assert (bad["line"], bad["status"]) == (2, "error")
    assert bad["error"] == "line 2 is not UTF-8 text"


def test_an_empty_file_has_no_results(files: Files, capsys: Captured) -> None:
    files.write()
    assert files.run() == 0
    assert "0 results" in capsys.readouterr().err


# ---- again with the same --out


def test_only_what_is_missing_is_solved(files: Files, capsys: Captured) -> None:
    files.write(*boards(3))
    assert files.run() == 0
    before = files.out.read_bytes()
    files.write(*boards(5))
    assert files.run() == 0
    assert files.out.read_bytes().startswith(before)
    assert sorted(files.by_id()) == [0, 1, 2, 3, 4]
    assert "5 results (3 from an earlier run)" in capsys.readouterr().err


@pytest.mark.parametrize("torn", ["{", '{"id', '{"id": 2, "game": "ti', '{"line": 7'])
def test_a_torn_line_is_dropped(torn: str, files: Files) -> None:
    files.write(puzzle(1), puzzle(2))
    assert files.run() == 0
    whole = files.out.read_bytes().splitlines(keepends=True)
    files.out.write_bytes(whole[0] + torn.encode())
    assert files.run() == 0
    assert files.out.read_bytes().startswith(whole[0])
    assert sorted(files.by_id()) == [1, 2]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("my diary", "line 1"),
        ("my diary\n", "line 1"),
        ('{"id": 1, "input": "0 1 2 3"}\n', "line 1"),
        ("\0\0\0", "line 1"),
        ('{"id": 1, "game": "chexers", "status": "solved"}\n', "line 1: a result of chexers"),
    ],
)
def test_a_file_of_something_else_is_left_alone(
    content: str, place: str, files: Files, capsys: Captured
) -> None:
    files.write(puzzle(1))
    files.out.write_text(content)
    assert files.run() == 2
    assert files.out.read_text() == content
    err = capsys.readouterr().err
    assert place in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("stops", [(1, 400), *slow((1, 40, 400, 900))])
def test_killed_at_any_moment_nothing_is_lost_or_doubled(
    files: Files, stops: tuple[int, ...]
) -> None:
    count = stops[-1] + 600
    files.write(*boards(count))
    seen: list[str] = []
    for stop_after in stops:
        process = files.start("--jobs", "2")
        wait_for(files, stop_after)
        process.kill()
        process.communicate()
        lines = files.out.read_text().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith("\n")]
        assert whole[: len(seen)] == seen, "a finished line was lost"
        seen = whole
    assert len(seen) >= stops[-1]
    assert files.run("--jobs", "2") == 0
    assert files.out.read_text().startswith("".join(seen))
    assert sorted(files.by_id()) == list(range(count))


def test_ctrl_c_keeps_what_is_known_and_ends_with_130(files: Files) -> None:
    files.write(puzzle(1), puzzle(2, HARD), puzzle(3, HARD), puzzle(4, HARD))
    process = files.start("--jobs", "2", "--algorithm", "idastar", "--time-limit", "60")
    wait_for(files, 1)
    time.sleep(0.3)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert time.monotonic() - sent < 1.5  # of which the interpreter's exit takes some
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert list(files.by_id()) == [1]


def test_two_batches_do_not_share_a_file(files: Files, capsys: Captured) -> None:
    files.write(puzzle(1), puzzle(2, HARD))
    process = files.start("--algorithm", "idastar", "--time-limit", "60")
    try:
        wait_for(files, 1)
        assert files.run() == 2
        assert "another batch is writing" in capsys.readouterr().err
    finally:
        process.kill()
        process.communicate()


# ---- what a result belongs to


def again(files: Files, capsys: Captured, *options: str) -> dict[str, int]:
    """Runs once more; what the summary counts, without what is nothing."""
    capsys.readouterr()
    assert files.run("--json", *options) in (0, 3)
    summary = json.loads(capsys.readouterr().out)
    return {name: summary[name] for name in ("earlier", "changed", "retried") if summary[name] != 0}


def test_a_changed_line_is_solved_again(files: Files, capsys: Captured) -> None:
    files.write(puzzle(1), puzzle(2), puzzle(3))
    assert files.run() == 0
    files.write(puzzle(1), puzzle(2, "0 1 2 3"), puzzle(3))
    assert again(files, capsys) == {"earlier": 2, "changed": 1}
    assert [files.by_id()[id]["cost"] for id in (1, 2, 3)] == [2, 0, 2]
    assert again(files, capsys) == {"earlier": 3}


def test_changed_options_solve_all_again(files: Files, capsys: Captured) -> None:
    files.write(*boards(3))
    assert files.run("--algorithm", "astar") == 0
    assert again(files, capsys, "--algorithm", "idastar", "--jobs", "1") == {"changed": 3}
    assert {result["algorithm"] for result in files.by_id().values()} == {"idastar"}
    assert again(files, capsys, "--algorithm", "idastar", "--time-limit", "60") == {"earlier": 3}


def test_another_version_solves_all_again(
    files: Files, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.write(puzzle(1), puzzle(2, "x"))
    assert files.run() == 0
    monkeypatch.setattr("deepen.cli.request.__version__", "99")
    assert again(files, capsys) == {"changed": 2}
    assert again(files, capsys) == {"earlier": 2}


def test_results_without_a_digest_are_of_an_older_version(files: Files, capsys: Captured) -> None:
    files.write(puzzle(1))
    files.out.write_text('{"id": 1, "game": "tiles", "status": "solved", "cost": 77}\n')
    assert again(files, capsys) == {"changed": 1}
    assert files.by_id()[1]["cost"] == 2


@pytest.mark.parametrize(
    ("option", "small", "larger"),
    [
        ("--node-limit", "5", "1000"),
        ("--time-limit", "0", "60"),
        ("--memory-limit", "1000", "1G"),
    ],
)
def test_a_larger_limit_tries_again(
    option: str, small: str, larger: str, files: Files, capsys: Captured
) -> None:
    files.write(puzzle(1, "0 1 2 3"), puzzle(2, tiles.EXAMPLES["2x3"]))
    assert files.run(option, small) == 3
    status = option.removeprefix("--")
    assert files.by_id()[2]["status"] == status
    unsolved = sum(result["status"] == status for result in files.results())
    assert again(files, capsys, option, small) == {"earlier": 2}
    counted = again(files, capsys, option, larger)
    assert counted == ({"earlier": 1, "retried": 1} if unsolved == 1 else {"retried": 2})
    assert files.by_id()[2]["status"] == "solved"
    assert again(files, capsys, option, small) == {"earlier": 2}


def test_no_limit_is_larger_than_any(files: Files, capsys: Captured) -> None:
    files.write(*(puzzle(id, tiles.EXAMPLES["2x3"]) for id in range(3)))
    for number, option in enumerate(["--node-limit", "--time-limit", "--memory-limit"]):
        assert files.run(option, "0") == 3
        assert again(files, capsys) == {"retried": 3}
        assert {result["status"] for result in files.by_id().values()} == {"solved"}
        if number < 2:
            files.out.unlink()


def test_only_the_limit_that_ended_a_search_counts(files: Files, capsys: Captured) -> None:
    files.write(puzzle(1, tiles.EXAMPLES["2x3"]))
    assert files.run("--node-limit", "5", "--time-limit", "50") == 3
    assert again(files, capsys, "--node-limit", "5", "--time-limit", "60") == {"earlier": 1}
    assert again(files, capsys, "--node-limit", "6", "--time-limit", "40") == {"retried": 1}


def test_the_default_memory_limit_is_no_larger_than_itself(
    files: Files, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = DefaultLimit(1 << 20, "what was available")
    for place in ("deepen.verbs.solve_many.default_limit", "deepen.search.memory.default_limit"):
        monkeypatch.setattr(place, room.shared)
    files.write(puzzle(1, tiles.EXAMPLES["15"]))
    assert files.run("--algorithm", "astar") == 3
    assert again(files, capsys, "--algorithm", "astar") == {"earlier": 1}
    assert again(files, capsys, "--algorithm", "astar", "--memory-limit", "1000") == {"earlier": 1}
    assert again(files, capsys, "--algorithm", "astar", "--memory-limit", "2M") == {"retried": 1}
    # The default is now the smaller one.
    assert again(files, capsys, "--algorithm", "astar") == {"earlier": 1}


def test_lines_that_were_bad_once(files: Files, capsys: Captured) -> None:
    files.write("nonsense", puzzle(2, "x"), puzzle(3))
    assert files.run() == 0
    files.write(puzzle(1), puzzle(2), puzzle(3, "x"))
    assert again(files, capsys) == {"changed": 2}
    assert [files.by_id()[id]["status"] for id in (1, 2, 3)] == ["solved", "solved", "error"]
    assert len(files.results()) == 3
    files.write("", puzzle(2), puzzle(3, "x"))
    assert again(files, capsys) == {"earlier": 2}


def test_the_summary_says_why_lines_were_solved_again(files: Files, capsys: Captured) -> None:
    files.write(puzzle(1), puzzle(2), puzzle(3, tiles.EXAMPLES["2x3"]))
    assert files.run("--node-limit", "5") == 3
    files.write(puzzle(1), puzzle(2, "0 1 2 3"), puzzle(3, tiles.EXAMPLES["2x3"]))
    capsys.readouterr()
    assert files.run() == 0
    assert capsys.readouterr().err.startswith(
        "3 results (1 from an earlier run, 1 solved again since input, options, rules or version "
        f"changed, 1 tried again with a larger limit) in {files.out}: 3 solved;"
    )


@pytest.mark.slow
def test_killed_while_solving_again_nothing_is_lost_or_doubled(files: Files) -> None:
    count = 200
    files.write(*boards(count))
    assert files.run("--jobs", "2", "--algorithm", "astar") == 0
    done = 0
    for stop_after in (1, count // 3, 2 * count // 3):
        process = files.start("--jobs", "2", "--algorithm", "idastar")
        wait_until(lambda: files.out.read_bytes().count(b'"idastar"') >= stop_after)  # noqa: B023
        process.kill()
        process.communicate()
        lines = files.out.read_bytes().splitlines(keepends=True)
        results = [json.loads(line) for line in lines if line.endswith(b"\n")]
        last = {result["id"]: result["algorithm"] for result in results}
        assert sorted(last) == list(range(count)), "a result was lost"
        now = sum(algorithm == "idastar" for algorithm in last.values())
        assert now >= done, "a new result was lost"
        done = now
    assert done > 0
    assert files.run("--jobs", "2", "--algorithm", "idastar") == 0
    assert sorted(files.by_id()) == list(range(count))
    assert {result["algorithm"] for result in files.results()} == {"idastar"}
    assert [path.name for path in files.out.parent.glob("*.new")] == []


@pytest.mark.slow
def test_ctrl_c_while_solving_again_keeps_the_old_results(files: Files) -> None:
    files.write(puzzle(1), puzzle(2, HARD), puzzle(3, HARD))
    assert files.run("--algorithm", "idastar", "--node-limit", "1000") == 3
    process = files.start("--jobs", "2", "--algorithm", "idastar", "--time-limit", "60")
    interrupt(process, after=2)
    assert process.returncode == 130
    assert [files.by_id()[id]["status"] for id in (1, 2, 3)] == ["solved"] + ["node-limit"] * 2


def test_a_new_file_is_as_locked_as_the_old_one(files: Files, capsys: Captured) -> None:
    """Superseded results are dropped at the start: the file that the batch writes is a new one."""
    files.write(puzzle(1), puzzle(2, HARD))
    assert files.run("--node-limit", "10") == 3
    old = files.out.read_bytes()
    files.out.write_bytes(old + old)
    process = files.start("--algorithm", "idastar", "--time-limit", "60")
    try:
        wait_until(lambda: files.whole_lines() == 3)
        assert files.run() == 2
        assert "another batch is writing" in capsys.readouterr().err
    finally:
        process.kill()
        process.communicate()


def test_a_link_stays_a_link_and_rights_stay(files: Files, tmp_path: Path) -> None:
    files.write(puzzle(1))
    assert files.run() == 0
    real = tmp_path / "elsewhere.jsonl"
    files.out.rename(real)
    real.chmod(0o640)
    files.out.symlink_to(real)
    files.write(puzzle(1, "0 1 2 3"))
    assert files.run() == 0
    assert files.out.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert files.by_id()[1]["cost"] == 0


# ---- misuse


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "/dev/null", "fifo"])
def test_results_go_to_an_ordinary_file(
    device: str, files: Files, tmp_path: Path, capsys: Captured
) -> None:
    files.write(puzzle(1))
    if device == "fifo":
        device = str(tmp_path / "fifo")
        os.mkfifo(device)
    assert main(["batch", "tiles", str(files.puzzles), "--out", device]) == 2
    assert f"{device!r} cannot be written: it is no ordinary file" in capsys.readouterr().err


def test_a_file_without_an_end_of_line_is_read_so_far_and_no_further(
    files: Files, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deepen._lines_file._MOST_BYTES", 1000)
    files.write(puzzle(1))
    files.out.write_bytes(b'{"id": ' + b"1" * 10_000)
    assert files.run() == 2
    assert "line 1: not a result of a batch" in capsys.readouterr().err
    assert files.out.stat().st_size == 10_007


def test_puzzles_without_end_are_refused(
    files: Files, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deepen.cli.batch._MOST_BYTES", 1 << 20)
    assert main(["batch", "tiles", "/dev/zero", "--out", str(files.out)]) == 2
    assert "'/dev/zero' is too long: 1.0 MiB are the most" in capsys.readouterr().err


def test_puzzles_are_never_overwritten(files: Files, capsys: Captured) -> None:
    files.write(puzzle(1))
    before = files.puzzles.read_bytes()
    assert main(["batch", "tiles", str(files.puzzles), "--out", str(files.puzzles)]) == 2
    assert files.puzzles.read_bytes() == before
    assert "results go to a file of their own" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--jobs", "0"], "'--jobs'"),
        (["--algorithm", "best"], "there is no algorithm 'best'"),
        (["--heuristic", "best"], "there is no heuristic 'best'"),
        (["--weight", "2"], "weight is for weighted-astar"),
    ],
)
def test_bad_options(options: list[str], words: str, files: Files, capsys: Captured) -> None:
    files.write(puzzle(1))
    assert files.run(*options) == 2
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1


def test_files_that_cannot_be_opened(files: Files, tmp_path: Path, capsys: Captured) -> None:
    assert files.run() == 2
    assert "puzzles.jsonl' cannot be read: No such file" in capsys.readouterr().err
    files.write(puzzle(1))
    assert main(["batch", "tiles", str(files.puzzles), "--out", str(tmp_path)]) == 2
    assert "cannot be written: Is a directory" in capsys.readouterr().err
    assert main(["batch", "tiles", str(files.puzzles)]) == 2
    assert "'--out'" in capsys.readouterr().err
