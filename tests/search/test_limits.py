"""Limits, progress and Ctrl-C: a search ends when it must and keeps what it has proven."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import deepen
from endless import Chain, Objects, Scattered, Tree, Wide
from graphs import FOUR_NODE_GRAPH
from puzzles import AdmissibleGraphPuzzle
from support import run_python, slow

pytestmark = pytest.mark.engine

HERE = Path(__file__).parents[1] / "support"
MB = 1_000_000
ALGORITHMS: list[dict[str, Any]] = [
    {"algorithm": "astar"},
    {"algorithm": "weighted-astar", "weight": 2},
    {"algorithm": "uniform-cost"},
    {"algorithm": "greedy"},
    {"algorithm": "breadth-first"},
    {"algorithm": "depth-first"},
    {"algorithm": "idastar"},
    {"algorithm": "idastar", "table": False, "reorder": False, "cycle_check": "parent"},
]
every_algorithm = pytest.mark.parametrize(
    "options", ALGORITHMS, ids=lambda options: "-".join(str(value) for value in options.values())
)


# Nodes


@every_algorithm
@pytest.mark.parametrize("limit", [0, 1, 2, 127, 128, 129, 1000, 12_345])
def test_node_limit_is_exact(options: dict[str, Any], limit: int) -> None:
    solution = deepen.solve(Tree(1), **options, node_limit=limit)
    assert (solution.status, solution.expanded) == ("node-limit", limit)
    assert solution.generated >= limit
    assert (solution.cost, solution.states, solution.optimal) == (None, [], False)


@pytest.mark.parametrize("limit", [0, 1, 2, 100])
def test_node_limit_is_exact_in_the_interpreter(limit: int) -> None:
    for solution in (
        deepen.solve(Tree(1), compiled=False, node_limit=limit),
        deepen.solve(Objects(), node_limit=limit),
    ):
        assert (solution.status, solution.expanded) == ("node-limit", limit)


def test_the_last_node_allowed_is_enough() -> None:
    puzzle = AdmissibleGraphPuzzle(FOUR_NODE_GRAPH)
    assert deepen.solve(puzzle, node_limit=4).cost == 5
    assert deepen.solve(puzzle, node_limit=3).status == "node-limit"


def test_explore_keeps_a_node_limit() -> None:
    seen = deepen.explore(Tree(1), node_limit=100)
    assert (seen.status, seen.complete) == ("node-limit", False)
    assert seen.layers == [1, 2, 4, 8, 16, 32]
    assert (seen.states, seen.generated) == (201, 201)


# Memory


def check_memory(solution: deepen.Solution, limit: int, least: float = 0.95) -> None:
    assert solution.status == "memory-limit"
    assert least * limit <= solution.peak_bytes <= limit
    assert solution.lower_bound is not None


LIMITS = [MB, 3 * MB, *slow(10 * MB, 64 * MB)]


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("algorithm", ["astar", "breadth-first", "greedy", "uniform-cost"])
def test_memory_limit(algorithm: str, limit: int) -> None:
    check_memory(deepen.solve(Tree(1), algorithm, memory_limit=limit), limit)


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("algorithm", ["astar", "breadth-first"])
def test_memory_limit_of_wide_states(algorithm: str, limit: int) -> None:
    puzzle = Wide((1, 2, 3, 4))
    check_memory(deepen.solve(puzzle, algorithm, memory_limit=limit), limit)


@pytest.mark.parametrize("limit", LIMITS)
def test_memory_limit_with_many_keys(limit: int) -> None:
    check_memory(deepen.solve(Scattered(1), "uniform-cost", memory_limit=limit), limit)
    solution = deepen.solve(Tree(1), "astar", "scattered", memory_limit=limit)
    check_memory(solution, limit)


@pytest.mark.parametrize("limit", LIMITS)
def test_memory_limit_of_depth_first(limit: int) -> None:
    check_memory(deepen.solve(Chain(0), "depth-first", memory_limit=limit), limit, least=0.5)


@pytest.mark.parametrize("limit", LIMITS)
def test_memory_limit_of_explore(limit: int) -> None:
    seen = deepen.explore(Tree(1), memory_limit=limit)
    assert (seen.status, seen.complete) == ("memory-limit", False)
    assert 0.95 * limit <= seen.peak_bytes <= limit


@pytest.mark.parametrize("limit", [100_000, *LIMITS])
@pytest.mark.parametrize("table", [True, False])
def test_idastar_never_exceeds_its_memory(limit: int, table: bool) -> None:
    shallow = deepen.solve(Tree(1), "idastar", table=table, memory_limit=limit, node_limit=100_000)
    assert shallow.status == "node-limit"
    assert shallow.peak_bytes <= limit
    # Cycles that cost nothing need not be found: this path never ends.
    deep = deepen.solve(Chain(0), "idastar", table=table, memory_limit=limit, cycle_check="parent")
    assert deep.status == "memory-limit"
    assert deep.peak_bytes <= limit


@every_algorithm
@pytest.mark.parametrize("limit", [0, 1, 100, 1_000, 4_000, 5_000, 10_000])
def test_a_tiny_memory_limit_ends_the_search_at_once(options: dict[str, Any], limit: int) -> None:
    solution = deepen.solve(Tree(1), **options, memory_limit=limit, node_limit=100_000)
    enough = options["algorithm"] == "idastar" and limit == 10_000
    assert solution.status == "memory-limit" or enough
    # To begin with, every search needs a few kilobytes.
    assert solution.peak_bytes <= max(limit, 20_000)


MEASURED = """
import json, re, sys, deepen, endless

def resident(name):
    with open("/proc/self/status") as status:
        return int(re.search(name + r":\\s*(\\d+) kB", status.read())[1]) * 1024

deepen.solve(endless.Tree(1), **json.loads(sys.argv[1]), node_limit=10)
before = resident("VmRSS")
solution = deepen.solve(endless.Tree(1), **json.loads(sys.argv[1]), memory_limit=100_000_000)
print(solution.status, solution.peak_bytes, resident("VmHWM") - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("algorithm", ["astar", *slow("breadth-first")])
def test_what_is_counted_is_what_the_system_sees(algorithm: str) -> None:
    run = run_python(MEASURED, json.dumps({"algorithm": algorithm}), folder=HERE)
    assert run.returncode == 0, run.stderr
    status, peak, measured = run.stdout.split()
    assert status == "memory-limit"
    assert 0.8 < int(measured) / int(peak) < 1.15


# Time


@every_algorithm
def test_time_limit_of_nothing(options: dict[str, Any]) -> None:
    solution = deepen.solve(Tree(1), **options, time_limit=0)
    assert (solution.status, solution.expanded) == ("time-limit", 0)
    assert solution.lower_bound is not None


@every_algorithm
def test_short_time_limit(options: dict[str, Any]) -> None:
    solution = deepen.solve(Tree(1), **options, time_limit=0.05, memory_limit=1000 * MB)
    assert solution.status == "time-limit"
    assert solution.expanded > 0
    assert 0.05 <= solution.seconds < 5


@pytest.mark.parametrize("algorithm", ["astar", "breadth-first", "idastar"])
def test_what_was_proven_is_kept(algorithm: str) -> None:
    solution = deepen.solve(Tree(1), algorithm, node_limit=1000)
    # 511 states lie above depth 9, where f is 9 and whose children are 10 deep. IDA* walks 2^d - 1
    # states for each d: 1 + 3 + ... + 255 = 502, and is in the next round when the limit comes.
    assert solution.lower_bound == {"astar": 9, "breadth-first": 10, "idastar": 8}[algorithm]


def test_time_limit_in_the_interpreter() -> None:
    for solution in (
        deepen.solve(Tree(1), compiled=False, time_limit=0.05),
        deepen.solve(Objects(), time_limit=0.05),
    ):
        assert solution.status == "time-limit"
        assert 0.05 <= solution.seconds < 5


def test_time_limit_of_each_in_solve_many() -> None:
    solutions = deepen.solve_many([Tree(1), Tree(1), Tree(2)], jobs=2, time_limit=0.02)
    assert [solution.status for solution in solutions] == ["time-limit"] * 3


# Progress


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("algorithm", ["astar", "idastar", "breadth-first"])
def test_progress_comes_at_most_ten_times_a_second(algorithm: str, compiled: bool) -> None:
    seen: list[deepen.Progress] = []
    solution = deepen.solve(
        Tree(1), algorithm, time_limit=0.35, on_progress=seen.append, compiled=compiled
    )
    assert 1 <= len(seen) <= 3
    assert all(b.seconds - a.seconds >= 0.1 for a, b in pairwise(seen))
    for a, b in pairwise(seen):
        assert a.expanded <= b.expanded
        assert a.generated <= b.generated
        assert a.lower_bound <= b.lower_bound
    last = seen[-1]
    assert 0.1 <= seen[0].seconds <= last.seconds <= solution.seconds
    assert 0 < last.expanded <= solution.expanded
    assert 0 < last.generated <= solution.generated
    assert 0 < last.bytes <= solution.peak_bytes


def test_explore_reports_progress() -> None:
    seen: list[deepen.Progress] = []
    deepen.explore(Tree(1), time_limit=0.25, on_progress=seen.append)
    assert 1 <= len(seen) <= 2


class Enough(Exception):
    pass


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("algorithm", ["astar", "idastar", "depth-first"])
def test_an_exception_in_on_progress_comes_out_unchanged(algorithm: str, compiled: bool) -> None:
    enough = Enough("stop here")

    def stop(progress: Any) -> None:
        raise enough

    with pytest.raises(Enough) as caught:
        deepen.solve(Tree(1), algorithm, on_progress=stop, compiled=compiled, time_limit=20)
    assert caught.value is enough


def test_a_search_inside_on_progress() -> None:
    inner: list[int | None] = []

    def search(progress: Any) -> None:
        inner.append(deepen.solve(AdmissibleGraphPuzzle(FOUR_NODE_GRAPH)).cost)

    deepen.solve(Tree(1), on_progress=search, time_limit=0.35)
    assert set(inner) == {5}


# Ctrl-C

INTERRUPTED = """
import json, os, signal, threading
import deepen, endless

calls = {
    "astar": lambda: deepen.solve(endless.Tree(1), "astar"),
    "astar, threads": lambda: deepen.solve(endless.Tree(1), "astar", threads=3),
    "idastar": lambda: deepen.solve(endless.Tree(1), "idastar"),
    "breadth-first": lambda: deepen.solve(endless.Tree(1), "breadth-first"),
    "depth-first": lambda: deepen.solve(endless.Tree(1), "depth-first"),
    "interpreted": lambda: deepen.solve(endless.Tree(1), "idastar", compiled=False),
    "objects": lambda: deepen.solve(endless.Objects(), "breadth-first"),
    "explore": lambda: deepen.explore(endless.Tree(1)),
    "many": lambda: deepen.solve_many([endless.Tree(1)] * 5, "idastar", jobs=2),
    "many objects": lambda: deepen.solve_many([endless.Objects()] * 3, jobs=2),
}
deepen.solve(endless.Tree(1), node_limit=10)  # compiles
for name, call in calls.items():
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        call()
    except KeyboardInterrupt as caught:
        solution = getattr(caught, "partial", None)
        print(json.dumps({
            "search": name,
            "type": type(caught).__name__,
            "status": getattr(solution, "status", None),
            "lower_bound": getattr(solution, "lower_bound", None),
            "expanded": getattr(solution, "expanded", getattr(solution, "states", None)),
            "seconds": getattr(solution, "seconds", None),
        }))
    # The interpreter is in order, and searches go on working.
    timer.join()
    assert deepen.solve(endless.Tree(1), node_limit=10).expanded == 10
    assert threading.active_count() == 1, threading.enumerate()
"""


def test_ctrl_c_keeps_what_was_proven() -> None:
    run = run_python(INTERRUPTED, folder=HERE, timeout=60)
    assert run.returncode == 0, run.stderr
    outcomes = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(outcomes) == 10
    for seen in outcomes:
        assert (seen["type"], seen["status"]) == ("Interrupted", "interrupted"), seen
        assert seen["expanded"] > 0, seen
        assert seen["seconds"] < 10, seen
        if seen["search"] != "explore":
            assert seen["lower_bound"] >= (0 if seen["search"] == "depth-first" else 3), seen


def test_interrupted_is_a_keyboard_interrupt() -> None:
    assert issubclass(deepen.Interrupted, KeyboardInterrupt)
    assert not issubclass(deepen.Interrupted, Exception)
