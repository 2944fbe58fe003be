"""What a person sees who waits: the live line, its milestones, the bar and its estimate."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import deepen
from deepen.cli import main, status_line
from deepen.cli.progress_bar import BAR, Pace, bar, in_minutes
from deepen.cli.status_line import StatusLine, Thresholds
from deepen.cli.watching import of_solving
from deepen.cli.watching import status_line as line_of
from deepen.formatting.progress import of_analysis
from deepen.games import darkchess
from deepen.search.options import SearchOptions
from deepen.search.prepared import prepare
from support import on_a_terminal

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
HARD = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4"


def snapshot(**changed: Any) -> deepen.Progress:
    usual = deepen.Progress(4.0, 10_000_000, 20_000_000, 3 << 20, lower_bound=41)
    return replace(usual, **changed)


class Screen(io.StringIO):
    """A terminal in memory."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True

    def wait_for(self, text: str) -> None:
        """Returns when the text is there, or after a long time."""
        for _ in range(1000):
            if text in self.getvalue():
                return
            time.sleep(0.01)

    def lines(self) -> list[str]:
        return [each for each in re.split(r"[\r\n]+", ESCAPE.sub("", self.getvalue())) if each]


def watch(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Standard error, to somebody who is not willing to wait."""
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(status_line, "PATIENCE", 0)
    monkeypatch.setenv("TERM", "xterm")
    return screen


# ---- the words of the line


@pytest.mark.parametrize(
    ("algorithm", "reach"),
    [
        ("astar", "f 41, lower bound 41, "),
        ("idastar", "threshold 41, lower bound 41, "),
        ("uniform-cost", "cost 41, lower bound 41, "),
        ("weighted-astar", "lower bound 41, "),
        ("breadth-first", "depth 40, lower bound 41, "),
    ],
)
def test_a_line_says_how_far_the_search_is(algorithm: str, reach: str) -> None:
    said = of_solving(algorithm, is_proven=True)(snapshot())
    assert said == f"4 s, 20M states, 5M/s, {reach}3.0 MiB"


def test_a_line_claims_no_bound_that_is_not_proven() -> None:
    assert "bound" not in of_solving("astar", is_proven=False)(snapshot())
    assert of_solving("greedy", is_proven=False)(snapshot()) == "4 s, 20M states, 5M/s, 3.0 MiB"


@pytest.mark.parametrize(
    ("algorithm", "heuristic", "is_proven"),
    [
        (None, None, True),
        ("idastar", "forest", True),
        ("astar", "nearest_capturer", False),
        ("astar", "zero", True),
        ("greedy", None, False),
        ("depth-first", None, False),
        ("breadth-first", None, True),
        ("uniform-cost", "nearest_capturer", True),
    ],
)
def test_what_is_proven_depends_on_the_search(
    algorithm: str | None, heuristic: str | None, is_proven: bool
) -> None:
    puzzle = darkchess.parse(darkchess.EXAMPLES["chariot"])
    with line_of(prepare(puzzle, SearchOptions(algorithm, heuristic))) as line:
        line.update(snapshot())
        assert line.text.count("lower bound") == is_proven


def test_a_line_about_a_position() -> None:
    said = of_analysis(deepen.AnalysisProgress(4.0, 10_000_000, 3 << 20, depth=7))
    assert said == "4 s, 10M positions, 2.5M/s, depth 7, 3.0 MiB"
    assert "to the end" in of_analysis(deepen.AnalysisProgress(4.0, 1, 1, depth=None))


def test_the_longest_line_fits_80_columns() -> None:
    large = snapshot(seconds=99_999.0, generated=99_990_000_000, bytes=1000 << 30, lower_bound=999)
    assert len(of_solving("idastar", is_proven=True)(large)) < 80 - len("- ")


# ---- the line itself


def test_thresholds_are_told_as_they_finish() -> None:
    finished = Thresholds()
    assert finished(snapshot(lower_bound=41)) == ""
    assert finished(snapshot(lower_bound=41)) == ""
    told = finished(snapshot(lower_bound=43, seconds=4.5))
    assert told == "threshold 41 finished after 4.50 s, 20M states"
    assert finished(snapshot(lower_bound=43)) == ""


def test_milestones_stay_above_the_line_also_those_before_it_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = watch(monkeypatch)
    with StatusLine(
        lambda now: f"at {now}", lambda now: f"reached {now}" if now % 2 else ""
    ) as line:
        assert line.listener is not None
        for now in range(4):
            line.listener(now)
        screen.wait_for("at ")
        line.listener(5)
    assert [text for text in screen.lines() if text.startswith("reached")] == [
        "reached 1",
        "reached 3",
        "reached 5",
    ]
    assert "at " in screen.getvalue()


def test_nobody_is_told_who_does_not_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with StatusLine(str) as line:
        assert line.listener is None
    assert pipe.getvalue() == ""


def test_idastar_on_a_terminal() -> None:
    """Whoever waits is told; in a pipe nobody is, see `test_progress_is_for_terminals`."""
    seen = on_a_terminal("solve", "tiles", HARD, "--algorithm", "idastar", "--time-limit", "1.5")
    assert re.search(r"threshold \d+ finished after ", seen)
    assert re.search(r"threshold \d+, lower bound \d+, \d", seen)
    assert "states, " in seen


# ---- the bar


def test_an_estimate_follows_the_pace() -> None:
    now = 0.0
    pace = Pace(lambda: now)
    assert pace.estimate(0, 10) == ""
    now = 6.0
    assert pace.estimate(1, 10) == ", about 0:54 left"
    now = 8.0
    assert pace.estimate(4, 10) == ", about 0:12 left"
    assert pace.estimate(10, 10) == ""


def test_what_an_earlier_run_did_took_no_time() -> None:
    now = 0.0
    pace = Pace(lambda: now)
    now = 10.0
    assert pace.estimate(91, 100) == ", about 1:30 left"


def test_times_are_read_as_on_a_clock() -> None:
    assert [in_minutes(seconds) for seconds in (0.4, 7, 754, 3723)] == [
        "0:00",
        "0:07",
        "12:34",
        "1:02:03",
    ]


@pytest.mark.parametrize(("done", "total", "full"), [(0, 4, 0), (1, 4, 7), (4, 4, 30), (0, 0, 30)])
def test_a_bar_fills(done: int, total: int, full: int) -> None:
    drawn = bar(done, total)
    assert (drawn.count("█"), drawn.count("·")) == (full, BAR - full)


def test_a_batch_counts_what_needs_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = watch(monkeypatch)
    lines = [{"id": number, "input": "1 2 0 3 4 5 6 7 8"} for number in range(4)]
    (tmp_path / "some.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines[:2]))
    lines.append({"id": 9, "input": "nonsense"})
    (tmp_path / "all.jsonl").write_text("\n".join(map(json.dumps, lines)))
    out = str(tmp_path / "results.jsonl")
    assert main(["batch", "tiles", str(tmp_path / "some.jsonl"), "--out", out]) == 0
    before = len(screen.getvalue())
    assert main(["batch", "tiles", str(tmp_path / "all.jsonl"), "--out", out]) == 0
    assert "2 of 2" in screen.getvalue()[before:]
