"""Measures the algorithms and writes the tables of docs/choosing-an-algorithm.md.

python studies/choosing_an_algorithm.py              everything, about a minute
python studies/choosing_an_algorithm.py weights      only the parts named
python studies/choosing_an_algorithm.py --check      writes nothing, says what is stale

What stands outside the comments that name the parts is written by hand and stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from statistics import geometric_mean, mean

import deepen
from deepen.games import chexers, darkchess, tiles
from study.chart import Chart, Line
from study.page import Page, Part, main, table

DOCS = Path(__file__).parent.parent / "docs"
PAGE = Page(DOCS / "choosing-an-algorithm.md", DOCS / "images")
EIGHTS, FIFTEENS, BOARDS = 100, 20, 20
FIFTEEN_STEPS = 60
WEIGHTS = (1.0, 1.1, 1.25, 1.5, 2.0, 5.0)
TITLES = {
    "astar": "A\\*",
    "weighted-astar": "weighted A\\*, 1.5",
    "idastar": "IDA\\*",
    "breadth-first": "breadth-first",
    "uniform-cost": "uniform-cost",
    "greedy": "greedy",
    "depth-first": "depth-first",
}
MOST_DEPTH_SHOWN = 26


# ---- measured


@cache
def eights() -> deepen.Comparison:
    """Random 8-puzzles, by everything that there is."""
    puzzles = [tiles.random(3, 3, seed=seed) for seed in range(EIGHTS)]
    return deepen.compare(puzzles, time_limit=None)


def fifteens() -> list[deepen.Puzzle]:
    """15-puzzles, walked away from the goal so far that A* still has room."""
    return [tiles.random(4, 4, seed=seed, steps=FIFTEEN_STEPS) for seed in range(FIFTEENS)]


def crowded() -> list[deepen.Puzzle]:
    """Chexers: four pieces move by turns, and each order of the same steps ends in one place."""
    return [chexers.random(4, 6, seed=seed, at_least=9) for seed in range(BOARDS)]


def chases() -> list[deepen.Puzzle]:
    """Dark chess: two pieces hunt four."""
    return [darkchess.random("KA", "akpp", 8, seed=seed, at_least=10) for seed in range(BOARDS)]


def runs_of(found: deepen.Comparison, algorithm: str) -> list[deepen.Run]:
    return [run for run in found.runs if run.algorithm == algorithm]


# ---- parts


def everything() -> Part:
    rows = [
        _row(title, runs_of(eights(), algorithm), _above) for algorithm, title in TITLES.items()
    ]
    headers = ["algorithm", "cost", "above the optimum", "expanded", "memory", "b"]
    return Part(
        f"{EIGHTS} random 8-puzzles, `manhattan` where a heuristic is used; means, of states and "
        "bytes geometric ones. b is the effective branching factor.\n\n" + table(headers, rows)
    )


def growth() -> Part:
    lines = [
        _line("BFS", "breadth-first", 1),
        _line("IDA*", "idastar", 2),
        _line("A*", "astar", 0),
    ]
    chart = Chart(
        title="The 8-puzzle by the length of its shortest solution",
        description="States expanded by breadth-first search, IDA* and A*, each growing with the "
        "length of the solution; A* lowest.",
        x_label="moves of the shortest solution",
        y_label="expanded states",
        lines=lines,
    )
    text = "\n\n".join(
        [
            "![Expanded states by length of the solution](images/choosing-growth.svg)",
            f"*The same {EIGHTS} puzzles: geometric means for each length.*",
        ]
    )
    return Part(text, {"choosing-growth.svg": chart.svg()})


def memory() -> Part:
    rows = []
    for title, puzzles, heuristic in (
        (f"15-puzzle, {FIFTEENS} boards", fifteens(), "manhattan"),
        (f"Chexers, {BOARDS} boards of 4 pieces", crowded(), "relaxed"),
        (f"dark chess, {BOARDS} positions", chases(), "forest"),
    ):
        found = deepen.compare(
            puzzles, algorithms=["astar", "idastar"], heuristics=[heuristic], time_limit=None
        )
        plain = [
            deepen.solve(puzzle, "idastar", heuristic, table=False).expanded for puzzle in puzzles
        ]
        astar, idastar = runs_of(found, "astar"), runs_of(found, "idastar")
        rows.append(
            [
                title,
                _count(astar, lambda run: run.expanded),
                _bytes(astar),
                _count(idastar, lambda run: run.expanded),
                _bytes(idastar),
                f"{geometric_mean(plain):,.0f}",
            ]
        )
    headers = ["", "A\\* expands", "memory", "IDA\\* expands", "memory", "without its table"]
    return Part(table(headers, rows))


def weights() -> Part:
    puzzles = fifteens()
    best = [run.cost for run in _weighted(puzzles, 1.0)]
    rows = []
    for weight in WEIGHTS:
        runs = _weighted(puzzles, weight)
        ratios = [_cost(run) / (least or 1) for run, least in zip(runs, best, strict=True)]
        rows.append(
            [
                f"{weight:g}",
                f"{mean(map(_cost, runs)):.1f}",
                f"{100 * (mean(ratios) - 1):.1f} %",
                f"{100 * (max(ratios) - 1):.0f} %",
                _count(runs, lambda run: run.expanded),
            ]
        )
    headers = ["weight", "mean cost", "above the optimum", "at worst", "expanded"]
    return Part(f"The same {FIFTEENS} 15-puzzles.\n\n" + table(headers, rows))


def heuristics() -> Part:
    names = ["count", "forest", "cover"]
    found = deepen.compare(
        chases(), algorithms=["astar"], heuristics=["zero", *names], time_limit=None
    )
    rows = [
        _row(f"`{name}`", [run for run in found.runs if run.heuristic == name], None)
        for name in ("zero", *names)
    ]
    headers = ["heuristic", "cost", "expanded", "memory", "b"]
    return Part(f"A\\* on the {BOARDS} positions of dark chess.\n\n" + table(headers, rows))


# ---- what they share


def _row(
    title: str, runs: Sequence[deepen.Run], above: Callable[[Sequence[deepen.Run]], str] | None
) -> list[str]:
    cells = [title, f"{mean(map(_cost, runs)):,.1f}"]
    if above is not None:
        cells.append(above(runs))
    branching = mean(run.branching for run in runs if run.branching is not None)
    return [*cells, _count(runs, lambda run: run.expanded), _bytes(runs), f"{branching:.2f}"]


def _cost(run: deepen.Run) -> int:
    assert run.cost is not None, f"{run.key} was not solved"
    return run.cost


def _above(runs: Sequence[deepen.Run]) -> str:
    """In how many runs, and how much in the mean of all."""
    over = [run.excess or 0 for run in runs]
    many = sum(more > 0 for more in over)
    return f"{mean(over):,.1f} ({many} of {len(runs)})" if many else "never"


def _count(runs: Sequence[deepen.Run], measure: Callable[[deepen.Run], int]) -> str:
    return f"{geometric_mean(max(1, measure(run)) for run in runs):,.0f}"


def _bytes(runs: Sequence[deepen.Run]) -> str:
    size = geometric_mean(max(1, run.peak_bytes) for run in runs)
    return f"{size / 1024:,.0f} KiB" if size < 1 << 20 else f"{size / (1 << 20):,.1f} MiB"


def _weighted(puzzles: Sequence[deepen.Puzzle], weight: float) -> list[deepen.Run]:
    found = deepen.compare(puzzles, algorithms=["weighted-astar"], weight=weight, time_limit=None)
    return list(found.runs)


def _line(name: str, algorithm: str, style: int) -> Line:
    points: dict[int, list[int]] = {}
    for run in runs_of(eights(), algorithm):
        if _cost(run) <= MOST_DEPTH_SHOWN:
            points.setdefault(_cost(run), []).append(run.expanded)
    return Line(name, [(size, geometric_mean(points[size])) for size in sorted(points)], style)


PARTS = {
    "everything": everything,
    "growth": growth,
    "memory": memory,
    "weights": weights,
    "heuristics": heuristics,
}

if __name__ == "__main__":
    main(PAGE, PARTS, passing=set())
