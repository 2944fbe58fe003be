"""`deepen.compare`: every sensible run once, measured right, and never lost."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import deepen
import reference
from deepen.comparing.comparison import COLUMNS, csv_line, with_excess
from deepen.comparing.file import run_file
from deepen.comparing.plots import PLOTS, write_plots
from deepen.comparing.tasks import combinations
from deepen.games import chexers, darkchess, tiles
from deepen.search.puzzles import heuristics_of

EASY = tiles.parse("1 2 0 3 4 5 6 7 8")
HARDEST = tiles.parse(tiles.EXAMPLES["8-hardest"])
UNSOLVABLE = tiles.parse(tiles.EXAMPLES["unsolvable"])


# ---- the effective branching factor


@pytest.mark.parametrize(
    ("generated", "depth", "expected"),
    [
        (15, 3, 2.0),  # 1 + 2 + 4 + 8
        (4, 3, 1.0),  # straight to the goal
        (11, 1, 10.0),
        (53, 5, 1.92),  # the textbook's: 52 nodes without the start
        (1 + 3 + 9 + 27 + 81, 4, 3.0),
        (2**40 - 1, 39, 2.0),
        (6, 2, 1.79),  # b + b^2 = 5
    ],
)
def test_branching_factors_by_hand(generated: int, depth: int, expected: float) -> None:
    found = deepen.effective_branching_factor(generated, depth)
    assert found == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize("depth", [1, 2, 7, 31, 40])
@pytest.mark.parametrize("more", [0, 1, 2, 10, 1000, 12_345_678])
def test_branching_factors_by_the_reference(depth: int, more: int) -> None:
    generated = depth + 1 + more
    found = deepen.effective_branching_factor(generated, depth)
    assert found == pytest.approx(reference.branching_factor(generated, depth), abs=2e-6)


def test_branching_factors_at_the_edges() -> None:
    assert deepen.effective_branching_factor(1, 0) is None
    assert deepen.effective_branching_factor(3, 3) is None
    deep = deepen.effective_branching_factor(282_703, 87_951)
    assert deep is not None
    assert 1 < deep < 1.0001
    wide = deepen.effective_branching_factor(10**300, 2)
    assert wide == pytest.approx(1e150, rel=1e-6)


# ---- what is run


class Blind(deepen.Puzzle):
    """Count up to 5; nothing helps."""

    @deepen.rule
    def successors(board: Any, n: int) -> Iterator[tuple[int, int]]:
        yield 0, n + 1

    @deepen.rule
    def is_goal(board: Any, n: int) -> bool:
        return n == 5


class Counting(deepen.ObjectPuzzle):
    """The same with objects, and a heuristic."""

    admissible = True

    start = ""

    def actions(self, state: str) -> str:
        return "ab"

    def result(self, state: str, action: str) -> str:
        return state + action

    def is_goal(self, state: str) -> bool:
        return len(state) == 3

    def heuristic(self, state: str) -> int:
        return 3 - len(state)


def test_blind_algorithms_run_once_and_others_with_each_heuristic() -> None:
    course = chexers.parse(chexers.EXAMPLES["course"])
    found = combinations(course, None, None)
    assert len(found) == len(set(found)) == 4 * 3 + 3
    assert {algorithm for algorithm, _ in found} == set(deepen.algorithms_of(course))
    assert [name for name, heuristic in found if heuristic == "zero"] == [
        "breadth-first",
        "uniform-cost",
        "depth-first",
    ]


def test_without_heuristics_only_what_makes_sense() -> None:
    assert [name for name, _ in combinations(Blind(0), None, None)] == [
        "idastar",
        "breadth-first",
        "uniform-cost",
        "depth-first",
    ]
    assert combinations(Blind(0), ["astar"], None) == [("astar", "zero")]


def test_what_is_asked_for_is_run() -> None:
    assert combinations(EASY, ["astar", "breadth-first"], ["zero", "manhattan"]) == [
        ("astar", "zero"),
        ("astar", "manhattan"),
        ("breadth-first", "zero"),
    ]


def test_heuristics_of_puzzles() -> None:
    assert heuristics_of(EASY) == ["manhattan"]
    assert heuristics_of(Blind(0)) == []
    assert heuristics_of(Counting()) == ["heuristic"]
    position = darkchess.parse(darkchess.EXAMPLES["contest"])
    assert set(position.heuristics) <= set(heuristics_of(position))


# ---- what comes out


@pytest.fixture(scope="module")
def comparison() -> deepen.Comparison:
    puzzles = {"easy": EASY, "hardest": HARDEST, "unsolvable": UNSOLVABLE}
    return deepen.compare(puzzles, time_limit=None)


def run_of(comparison: deepen.Comparison, *key: str) -> deepen.Run:
    (found,) = [run for run in comparison.runs if run.key == key]
    return found


def test_a_run_says_what_solve_says(comparison: deepen.Comparison) -> None:
    for algorithm in ("astar", "idastar", "greedy"):
        run = run_of(comparison, "hardest", algorithm, "manhattan")
        solution = deepen.solve(HARDEST, algorithm, "manhattan")
        assert (run.cost, run.optimal, run.status) == (solution.cost, solution.optimal, "solved")
        assert (run.expanded, run.generated) == (solution.expanded, solution.generated)
        assert (run.peak_bytes, run.lower_bound) == (solution.peak_bytes, solution.lower_bound)
        assert run.actions == len(solution.actions)
        assert run.branching == deepen.effective_branching_factor(run.generated, run.actions)
        assert run.cpu_seconds > 0


def test_runs_are_measured_against_the_best(comparison: deepen.Comparison) -> None:
    assert comparison.best_cost("hardest") == 31
    for run in comparison.runs:
        best = comparison.best_cost(run.instance)
        if run.cost is not None:
            assert best is not None
            assert run.excess == run.cost - best
            assert run.excess == 0 or not run.optimal
    assert run_of(comparison, "hardest", "depth-first", "zero").excess == 87_951 - 31


def test_what_is_unsolvable_has_no_cost(comparison: deepen.Comparison) -> None:
    run = run_of(comparison, "unsolvable", "breadth-first", "zero")
    assert (run.status, run.cost, run.excess, run.branching) == ("unsolvable", None, None, None)
    assert run.optimal
    assert comparison.best_cost("unsolvable") is None


def test_limits_hold_for_each_run() -> None:
    found = deepen.compare(HARDEST, algorithms=["breadth-first", "astar"], node_limit=100)
    assert [run.status for run in found.runs] == ["node-limit", "node-limit"]
    assert all(run.expanded == 100 for run in found.runs)
    small = deepen.compare(HARDEST, algorithms=["breadth-first"], memory_limit=200_000)
    assert small.runs[0].status == "memory-limit"


def test_names() -> None:
    assert deepen.compare([EASY, HARDEST], algorithms=["astar"]).instances == ["1", "2"]
    named = deepen.compare({"a\n b": EASY}, algorithms=["astar"])
    assert named.instances == ["a b"]
    assert named.puzzles == {"a b": EASY}


def test_objects_are_compared_too() -> None:
    found = deepen.compare(Counting(), algorithms=["astar", "breadth-first"])
    assert [(run.heuristic, run.cost) for run in found.runs] == [("heuristic", 3), ("zero", 3)]


def test_a_heuristic_that_brings_tables() -> None:
    board = chexers.parse(chexers.EXAMPLES["course"])
    (run,) = deepen.compare(board, algorithms=["astar"], heuristics=["exact"]).runs
    assert (run.heuristic, run.cost) == ("exact", 10)
    assert run.preparing_seconds > 0


def test_progress_is_told() -> None:
    seen: list[deepen.ComparisonProgress] = []
    deepen.compare([EASY, HARDEST], algorithms=["astar", "greedy"], on_progress=seen.append)
    assert [(each.done, each.total) for each in seen] == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"algorithms": ["bogus"]}, "there is no algorithm 'bogus'"),
        ({"heuristics": ["bogus"]}, "there is no heuristic 'bogus'"),
        ({"algorithms": []}, "there is nothing to compare"),
        ({"jobs": 0}, "jobs is 0"),
        ({"out": "results.txt"}, "ends neither in .csv nor in .jsonl"),
        ({"weight": 0.5}, "weight is 0.5"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(deepen.UsageError, match=sentence):
        deepen.compare(EASY, **options)


def test_nothing_is_compared_with_nothing() -> None:
    with pytest.raises(deepen.UsageError, match="there is nothing to compare"):
        deepen.compare([])


# ---- as text


def test_csv_and_json_have_every_column(comparison: deepen.Comparison) -> None:
    rows = list(csv.DictReader(io.StringIO(comparison.to_csv())))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == len(comparison.runs)
    assert rows[0]["optimal"] == "true"
    assert json.loads(comparison.to_json()) == comparison.rows()


def test_in_a_notebook_it_is_a_table(comparison: deepen.Comparison) -> None:
    html = comparison._repr_html_()
    assert html.count("<tr>") == len(comparison.runs) + 1
    assert "<td>181,376</td>" in html
    odd = deepen.Comparison([with_name(comparison.runs[0], "<b>&")])
    assert "&lt;b&gt;&amp;" in odd._repr_html_()


def with_name(run: deepen.Run, name: str) -> deepen.Run:
    return deepen.Run(**{**vars(run), "instance": name})


def test_printed_it_is_a_table(comparison: deepen.Comparison) -> None:
    lines = str(comparison).splitlines()
    assert lines[0].split() == [
        "instance", "algorithm", "heuristic", "status", "cost", "expanded",
    ]  # fmt: skip
    assert len(lines) == len(comparison.runs) + 1


# ---- the file


@pytest.mark.parametrize("name", ["results.csv", "results.jsonl"])
class TestFile:
    def compared(self, folder: Path, name: str, **options: Any) -> deepen.Comparison:
        asked = {"algorithms": ["astar", "greedy", "breadth-first"], **options}
        puzzles = {"easy": EASY, "hardest": HARDEST}
        return deepen.compare(puzzles, out=str(folder / name), **asked)

    def test_every_run_is_there(self, tmp_path: Path, name: str) -> None:
        found = self.compared(tmp_path, name)
        with run_file(str(tmp_path / name)) as file:
            assert list(file.runs.values()) == list(found.runs)

    def test_runs_are_there_as_soon_as_they_are_over(self, tmp_path: Path, name: str) -> None:
        counts = []

        def count(progress: deepen.ComparisonProgress) -> None:
            counts.append((tmp_path / name).read_bytes().count(b"\n"))

        self.compared(tmp_path, name, on_progress=count, jobs=1)
        header = name.endswith(".csv")
        assert counts == [number + header for number in range(1, 7)]

    def test_a_rerun_runs_what_is_missing(self, tmp_path: Path, name: str) -> None:
        first = self.compared(tmp_path, name)
        lines = (tmp_path / name).read_text().splitlines(keepends=True)
        gone = next(line for line in lines if "greedy" in line and "hardest" in line)
        (tmp_path / name).write_text("".join(line for line in lines if line != gone))
        seen: list[deepen.ComparisonProgress] = []
        again = self.compared(tmp_path, name, on_progress=seen.append)
        assert [each.run.key for each in seen] == [("hardest", "greedy", "manhattan")]
        assert [(each.done, each.total) for each in seen] == [(6, 6)]
        assert [run.key for run in again.runs] == [run.key for run in first.runs]
        kept = [run for run in first.runs if run.key != seen[0].run.key]
        assert [run for run in again.runs if run.key != seen[0].run.key] == kept

    def test_a_torn_line_is_run_again(self, tmp_path: Path, name: str) -> None:
        first = self.compared(tmp_path, name)
        whole = (tmp_path / name).read_bytes()
        for cut in range(1, len(whole), 97):
            (tmp_path / name).write_bytes(whole[:cut])
            again = self.compared(tmp_path, name)
            assert [(run.key, run.cost, run.excess) for run in again.runs] == [
                (run.key, run.cost, run.excess) for run in first.runs
            ]

    def test_more_algorithms_go_into_the_same_file(self, tmp_path: Path, name: str) -> None:
        alone = self.compared(tmp_path, name, algorithms=["greedy"])
        assert {run.excess for run in alone.runs} == {0}
        self.compared(tmp_path, name, algorithms=["astar"])
        again = self.compared(tmp_path, name, algorithms=["greedy"])
        assert [run.excess for run in again.runs] == [0, 22]
        with run_file(str(tmp_path / name)) as file:
            assert len(file.runs) == 4
            assert file.runs["hardest", "greedy", "manhattan"].excess == 22

    def test_another_puzzle_of_the_same_name(self, tmp_path: Path, name: str) -> None:
        self.compared(tmp_path, name)
        with pytest.raises(deepen.UsageError, match="has another puzzle of the name 'easy'"):
            deepen.compare({"easy": HARDEST}, algorithms=["astar"], out=str(tmp_path / name))

    @pytest.mark.parametrize(
        "content", ["my notes\n", "my notes", "a,b\n1,2\n", '{"id": 1}\n', "[]\n", "\n"]
    )
    def test_a_file_of_ones_own_is_left_alone(
        self, tmp_path: Path, name: str, content: str
    ) -> None:
        (tmp_path / name).write_text(content)
        with pytest.raises(deepen.UsageError, match="not a result of a comparison"):
            self.compared(tmp_path, name)
        assert (tmp_path / name).read_text() == content

    def test_two_comparisons_do_not_share_a_file(self, tmp_path: Path, name: str) -> None:
        with (
            run_file(str(tmp_path / name)),
            pytest.raises(deepen.UsageError, match="another comparison is writing"),
        ):
            self.compared(tmp_path, name)

    def test_odd_names_survive(self, tmp_path: Path, name: str) -> None:
        odd = {'a, "b"': EASY, "ü;é": EASY}
        out = str(tmp_path / name)
        first = deepen.compare(odd, algorithms=["astar"], out=out)
        assert deepen.compare(odd, algorithms=["astar"], out=out).runs == first.runs


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(deepen.UsageError, match="cannot be written: No such file"):
        deepen.compare(EASY, out=str(tmp_path / "none" / "results.csv"))


def test_cells_that_are_no_numbers_are_not_ours(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    file.write_text(csv_line(COLUMNS) + csv_line(["x"] * len(COLUMNS)))
    with pytest.raises(deepen.UsageError, match="line 2: not a result"):
        deepen.compare(EASY, out=str(file))


def test_the_best_known_is_that_of_each_instance(comparison: deepen.Comparison) -> None:
    assert with_excess([]) == []
    assert with_excess(comparison.runs) == list(comparison.runs)


# ---- plots; to import what draws them, and to look for fonts, takes longer than all else here


@pytest.fixture(scope="module")
def boards() -> deepen.Comparison:
    puzzles = {name: chexers.parse(chexers.EXAMPLES[name]) for name in ("course", "detour")}
    return deepen.compare(puzzles)


@pytest.fixture(scope="module")
def pictures(boards: deepen.Comparison) -> dict[str, str]:
    pytest.importorskip("matplotlib")
    return {what: boards.svg(what) for what in PLOTS}


@pytest.mark.slow
@pytest.mark.parametrize("what", ["growth", "nodes", "memory", "estimates"])
def test_a_plot_is_always_the_same(
    boards: deepen.Comparison, pictures: dict[str, str], what: str
) -> None:
    assert pictures[what] == boards.svg(what)


@pytest.mark.slow
@pytest.mark.parametrize("what", PLOTS)
def test_every_plot_is_drawn(pictures: dict[str, str], what: str) -> None:
    picture = pictures[what]
    assert picture.startswith("<?xml")
    assert "<svg" in picture


@pytest.mark.slow
def test_plots_name_what_they_show(pictures: dict[str, str]) -> None:
    assert all(name in pictures["nodes"] for name in ("relaxed", "waste", "course", "detour"))
    assert "idastar, waste" in pictures["growth"]
    assert "peak memory" in pictures["memory"]


@pytest.mark.slow
def test_plots_go_into_a_folder(boards: deepen.Comparison, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    written, missing = write_plots(boards, str(tmp_path / "new" / "plots"))
    assert [Path(file).stem for file in written] == list(PLOTS)
    assert all(Path(file).stat().st_size > 1000 for file in written)
    assert missing == []


@pytest.mark.slow
def test_plots_without_anything_to_show(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    blind = deepen.compare(Blind(0), algorithms=["breadth-first"])
    written, missing = write_plots(blind, str(tmp_path))
    assert [Path(file).stem for file in written] == ["growth"]
    assert len(missing) == 3
    assert all("has nothing to show: " in sentence for sentence in missing)
    with pytest.raises(deepen.UsageError, match="there is no plot 'pie'; known: nodes, "):
        blind.svg("pie")


@pytest.mark.slow
def test_a_space_too_large_for_estimates() -> None:
    pytest.importorskip("matplotlib")
    large = deepen.compare(tiles.parse("4x4: 1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15"))
    with pytest.raises(deepen.UsageError, match=r"no instance with a solution has at most"):
        large.svg("estimates")


def test_without_matplotlib_there_is_a_sentence(
    boards: deepen.Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(deepen.UsageError, match="pip install matplotlib"):
        boards.svg()
