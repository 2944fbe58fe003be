"""What is measured, a function a row or a few. Protocol: README.md."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import chexers_like
import deepen
from deepen.games import tiles
from peers import common, fast_downward, native, python_astar, simpleai_astar
from peers import four_nodes as peers_on_four_nodes

ROUNDS = 7
MANY_INSTANCES = (12, 42, 48, 55, 79, 94, 97)
MANY_COPIES = 3
_PLAIN: dict[str, Any] = {"table": False, "reorder": False, "cycle_check": "parent"}


@dataclass(frozen=True)
class Line:
    """A row of the table. `at_least` and `at_most` are the bar, on `value`."""

    measure: str
    ours: str
    theirs: str = ""
    value: float | None = None
    unit: str = "x"
    at_least: float | None = None
    at_most: float | None = None

    @property
    def missed(self) -> bool:
        if self.value is None:
            return False
        too_low = self.at_least is not None and self.value < self.at_least
        too_high = self.at_most is not None and self.value > self.at_most
        return too_low or too_high

    @property
    def ratio(self) -> str:
        if self.value is None:
            return ""
        digits = f"{self.value:.3g}"
        return f"{float(digits):,.0f}{self.unit}" if "e" in digits else digits + self.unit

    @property
    def verdict(self) -> str:
        if self.at_least is None and self.at_most is None:
            return ""
        bar = (
            f"at least {self.at_least}" if self.at_least is not None else f"at most {self.at_most}"
        )
        if self.value is None:
            return f"{bar}: not measured"
        return f"{bar}: {'missed' if self.missed else 'held'}"


def cost_of_python_rules() -> list[Line]:
    """Breadth-first over rules written as a Python generator, against the same inlined in C++."""
    puzzle = chexers_like.instance()
    seen = deepen.explore(puzzle)  # compiles
    ours = _best(lambda: deepen.explore(puzzle)) / seen.generated
    inlined = chexers_like.inlined(puzzle, seen, ROUNDS)
    return [
        Line(
            "breadth-first, rules as a Python generator, per generated state",
            _ns(ours),
            f"inlined C++ {_ns(inlined)}" if inlined else "no C++ compiler",
            ours / inlined if inlined else None,
            at_most=1.5,
        )
    ]


def astar_against_peers() -> list[Line]:
    """A* with Manhattan on Korf's instances: expansions a second."""
    instances = [common.korf(number) for number in common.ASTAR_INSTANCES]
    ours = _astar_rate(instances)
    peers: list[tuple[str, float, Callable[[common.Instance], common.Measurement]]] = [
        ("simpleai", 300, simpleai_astar.measure),
        ("plain Python", 15, python_astar.measure),
        ("Fast Downward", 4, fast_downward.measure),
    ]
    return [_astar_line(name, bar, measure, instances, ours) for name, bar, measure in peers]


def _astar_rate(instances: list[common.Instance]) -> float:
    for instance in instances:
        found = deepen.solve(_korf(instance), "astar", "manhattan")
        assert found.cost == instance.optimal
    seconds, expanded = 0.0, 0
    for instance in instances:
        seconds += _best(partial(deepen.solve, _korf(instance), "astar", "manhattan"), 3)
        expanded += deepen.solve(_korf(instance), "astar", "manhattan").expanded
    return expanded / seconds


def _astar_line(
    name: str,
    bar: float,
    measure: Callable[[common.Instance], common.Measurement],
    instances: list[common.Instance],
    ours: float,
) -> Line:
    rows = [measure(instance) for instance in instances]
    title = f"A*, 15-puzzle, expansions a second, beside {name}"
    done = [row for row in rows if row.rate is not None]
    if not done:
        return Line(title, _per_second(ours), f"{name}: {rows[0].status}", at_least=bar)
    theirs = sum(row.expanded or 0 for row in done) / sum(row.cpu_seconds or 0 for row in done)
    return Line(
        title, _per_second(ours), f"{name} {_per_second(theirs)}", ours / theirs, at_least=bar
    )


def astar_memory() -> list[Line]:
    """Bytes for each stored state, at the worst moment: right after the index has grown."""
    puzzle = _korf(common.korf(1))
    worst = 0.0
    for limit in (100_000, 200_000, 400_000, 800_000, 1_600_000, 3_200_000):
        found = deepen.solve(puzzle, "astar", "manhattan", node_limit=limit)
        worst = max(worst, found.peak_bytes / found.stored)
    return [
        Line(
            "A*, peak bytes for each stored one-word state, table and queue included",
            f"{worst:.1f} bytes",
            value=worst,
            unit=" bytes",
            at_most=40,
        )
    ]


def astar_beyond_caches() -> list[Line]:
    """A* on more states than any cache holds, in units of one random read of main memory."""
    latency = native.measure_dram()
    found = deepen.solve(_korf(common.korf(1)), "astar", "manhattan", node_limit=8_000_000)
    assert found.stored > 10_000_000
    ours = found.seconds / found.generated * 1e9
    theirs = f"one read {latency.huge_pages_ns:.0f} ns" if latency else "no C compiler"
    return [
        Line(
            f"A*, {found.stored / 1e6:.0f} million stored states, ns a generated state",
            f"{ours:.0f} ns",
            theirs,
            ours / latency.huge_pages_ns if latency else None,
            unit=" reads",
            at_most=3.0,
        )
    ]


def idastar_against_c() -> list[Line]:
    """Plain IDA*, counted as Korf counts, beside a C loop for this one puzzle."""
    instances = [one for one in common.load_korf() if one.generated < common.IDA_LIMIT]
    for instance in instances:
        _checked_ida(instance)
    puzzles = [_korf(instance) for instance in instances]
    seconds = min(sum(_cpu(partial(_ida, puzzle)) for puzzle in puzzles) for _ in range(3))
    nodes = sum(instance.generated for instance in instances)
    ours = nodes / seconds
    loops = [native.measure_ida(instances) for _ in range(3)]
    known = [loop for loop in loops if loop[0].cpu_seconds]
    loop = max((nodes / sum(row.cpu_seconds or 0 for row in rows) for rows in known), default=None)
    return [
        Line(
            f"IDA*, counted as Korf does, {len(instances)} instances, {nodes / 1e6:.0f} M nodes",
            _per_second(ours),
            f"C loop {_per_second(loop)}" if loop else "no C compiler",
            ours / loop if loop else None,
            at_least=0.5,
        ),
        Line(
            "the same, beside what HOG2 reached on such a machine (an absolute number)",
            _per_second(ours),
            f"HOG2 {_per_second(50e6)}",
            ours / 50e6,
            at_least=1.0,
        ),
    ]


def idastar_on_two_threads() -> list[Line]:
    """The same instances on two threads against one, in turns. Wall-clock time."""
    instances = [one for one in common.load_korf() if one.generated < common.IDA_LIMIT]
    puzzles = [_korf(instance) for instance in instances]
    lines = []
    for title, options in (("as Korf counts", _PLAIN), ("with its table", {})):
        one, two = _in_turns(partial(_all_of, puzzles, options), ROUNDS)
        lines.append(
            Line(
                f"IDA*, {title}, {len(puzzles)} instances, 2 threads",
                f"{two:.2f} s",
                f"1 thread {one:.2f} s",
                one / two,
                at_least=1.85 if options else None,
            )
        )
    return lines


def _all_of(puzzles: list[deepen.Puzzle], options: dict[str, Any], threads: int) -> None:
    for puzzle in puzzles:
        found = deepen.solve(puzzle, "idastar", "manhattan", threads=threads, **options)
        if found.status != "solved":
            raise ValueError(f"not solved: {found}")


def _in_turns(call: Callable[[int], object], rounds: int) -> tuple[float, float]:
    """The best wall time of one thread and of two."""
    times = [[_wall(partial(call, threads)) for threads in (1, 2)] for _ in range(rounds)]
    return min(one for one, _ in times), min(two for _, two in times)


def _checked_ida(instance: common.Instance) -> None:
    found = _ida(_korf(instance))
    counted = (found.cost, found.generated, found.expanded)
    if counted != (instance.optimal, instance.generated, instance.expanded):
        raise ValueError(f"Korf {instance.id}: counted {counted}, recorded {instance}")


def _ida(puzzle: deepen.Puzzle) -> deepen.Solution:
    return deepen.solve(puzzle, "idastar", "manhattan", **_PLAIN)


def many_on_two_cores() -> list[Line]:
    """`solve_many` with two jobs against one. Wall-clock time."""
    puzzles = [_korf(common.korf(number)) for number in MANY_INSTANCES] * MANY_COPIES
    deepen.solve_many(puzzles[:2], "idastar", jobs=2)
    one = min(_wall(lambda: deepen.solve_many(puzzles, "idastar", jobs=1)) for _ in range(2))
    two = min(_wall(lambda: deepen.solve_many(puzzles, "idastar", jobs=2)) for _ in range(2))
    return [
        Line(
            f"solve_many, {len(puzzles)} 15-puzzles, 2 jobs",
            f"{two:.2f} s",
            f"1 job {one:.2f} s",
            one / two,
            at_least=1.8,
        )
    ]


def four_nodes() -> list[Line]:
    """The graph of four nodes with an admissible, inconsistent heuristic; the optimum is 5."""
    ours = deepen.solve(FourNodes())
    title = "four nodes, admissible and inconsistent heuristic, optimum 5: cost found"
    return [
        Line(
            title,
            str(ours.cost),
            f"{answer.peer} {answer.version}: {answer.cost or 'not installed'}",
        )
        for answer in peers_on_four_nodes.answers()
    ]


class FourNodes(deepen.ObjectPuzzle):
    """S to G: the direct way to B closes it before the cheaper way through A is seen."""

    admissible = True
    edges = peers_on_four_nodes.EDGES
    estimates = peers_on_four_nodes.HEURISTIC

    start = "S"

    def actions(self, state: str) -> list[str]:
        return list(self.edges[state])

    def result(self, state: str, action: str) -> str:
        return action

    def cost(self, state: str, action: str, result: str) -> int:
        return self.edges[state][result]

    def is_goal(self, state: str) -> bool:
        return state == "G"

    def heuristic(self, state: str) -> int:
        return self.estimates[state]


def _korf(instance: common.Instance) -> deepen.Puzzle:
    return tiles.parse(" ".join(map(str, instance.tiles)))


def _best(call: Callable[[], object], rounds: int = ROUNDS) -> float:
    return min(_cpu(call) for _ in range(rounds))


def _cpu(call: Callable[[], object]) -> float:
    before = time.thread_time()
    call()
    return time.thread_time() - before


def _wall(call: Callable[[], object]) -> float:
    before = time.perf_counter()
    call()
    return time.perf_counter() - before


def _ns(seconds: float) -> str:
    return f"{seconds * 1e9:.1f} ns"


def _per_second(rate: float) -> str:
    return f"{rate / 1e6:.3g} M/s" if rate >= 1e5 else f"{rate / 1e3:.3g} k/s"
