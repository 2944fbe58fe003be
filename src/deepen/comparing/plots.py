"""Plots of a comparison, drawn with matplotlib.

Lines and marks differ in shape as well as in colour, so that a plot can be read in grey.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from itertools import cycle
from math import ceil, floor, log10
from pathlib import Path
from statistics import geometric_mean
from typing import TYPE_CHECKING, Any

from deepen import _core
from deepen.errors import UsageError
from deepen.rules import DEAD
from deepen.search.limits import Limits
from deepen.search.options import USES_HEURISTIC, SearchOptions
from deepen.search.prepared import prepare

if TYPE_CHECKING:
    from deepen.comparing.comparison import Comparison, Run

Joint = list[tuple[int, int, int]]

_STYLE = {
    "svg.hashsalt": "deepen",  # the same plot is the same file
    "svg.fonttype": "none",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e6e0d6",
    "axes.axisbelow": True,
    "figure.constrained_layout.use": True,
}
_COLOURS = ("#b8322a", "#2560ae", "#2b2926", "#c07f00", "#3a7d44", "#7b4fa3", "#6b655c")
_MARKS = "osD^vPX*"
_MOST_STATES = 200_000
_LEAST_SECONDS, _LEAST_BYTES = 1e-6, 1.0  # a logarithmic axis has no 0


def svg(comparison: Comparison, what: str) -> str:
    """One of `PLOTS` as SVG.

    Raises:
        UsageError: there is no such plot, nothing to show in it, or no matplotlib.
    """
    if what not in PLOTS:
        raise UsageError(f"there is no plot '{what}'; known: {', '.join(PLOTS)}")
    pyplot = _pyplot()
    with pyplot.rc_context(_STYLE):
        figure = PLOTS[what](comparison, pyplot)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
        pyplot.close(figure)
    return text.getvalue()


def write_plots(comparison: Comparison, folder: str) -> tuple[list[str], list[str]]:
    """Writes every plot that has something to show; returns the files, and why others are not."""
    require_matplotlib()
    written, missing = [], []
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for what in PLOTS:
            try:
                text = svg(comparison, what)
            except UsageError as error:
                missing.append(str(error))
                continue
            file = Path(folder) / f"{what}.svg"
            file.write_text(text)
            written.append(str(file))
    except OSError as error:
        raise UsageError(f"{folder!r} cannot be written: {error.strerror}") from None
    return written, missing


def require_matplotlib() -> None:
    """Raises a `UsageError` if there is none."""
    try:
        import matplotlib  # noqa: F401, lazy: an extra
    except ImportError:
        raise UsageError(
            "plots need matplotlib, which is not installed: pip install matplotlib"
        ) from None


def _pyplot() -> Any:
    require_matplotlib()
    import matplotlib  # lazy: an extra

    matplotlib.use("Agg")
    from matplotlib import pyplot  # lazy: an extra

    return pyplot


# The plots


def _nodes(comparison: Comparison, pyplot: Any) -> Any:
    """Expanded states of each heuristic, for the best-known of the algorithms that use one."""
    algorithm = next(
        (name for name in USES_HEURISTIC if any(run.algorithm == name for run in comparison.runs)),
        None,
    )
    runs = [run for run in comparison.runs if run.algorithm == algorithm and _is_over(run)]
    _need(runs, "nodes", "no algorithm with a heuristic has solved anything")
    names = [name for name in comparison.instances if any(run.instance == name for run in runs)]
    heuristics = list(dict.fromkeys(run.heuristic for run in runs))
    figure, axes = pyplot.subplots(
        figsize=(7.5, max(2.5, 1.2 + 0.22 * len(names) * len(heuristics)))
    )
    width = 0.8 / len(heuristics)
    for number, heuristic in enumerate(heuristics):
        found = {run.instance: run.expanded for run in runs if run.heuristic == heuristic}
        places = [i + (number + 0.5) * width - 0.4 for i, name in enumerate(names) if name in found]
        counts = [max(1, found[name]) for name in names if name in found]
        axes.barh(places, counts, width, label=heuristic, color=_COLOURS[number % len(_COLOURS)])
    axes.set_yticks(range(len(names)), [_short(name) for name in names])
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set(xlabel="expanded states", title=f"{algorithm}: states expanded with each heuristic")
    axes.legend()
    return figure


def _growth(comparison: Comparison, pyplot: Any) -> Any:
    """Expanded states by the cost of the cheapest solution known, a line for each combination.

    Colours tell algorithms apart, marks heuristics; of several instances of one size, the
    geometric mean.
    """
    points: dict[tuple[str, str], dict[int, list[int]]] = {}
    for run in comparison.runs:
        size = comparison.best_cost(run.instance)
        if run.status == "solved" and size is not None:
            line = points.setdefault((run.algorithm, run.heuristic), {})
            line.setdefault(size, []).append(max(1, run.expanded))
    _need(points, "growth", "nothing was solved")
    figure, axes = pyplot.subplots(figsize=(7.5, 4.5))
    colours = dict(zip(dict.fromkeys(name for name, _ in points), cycle(_COLOURS), strict=False))
    marks = dict(zip(dict.fromkeys(name for _, name in points), cycle(_MARKS), strict=False))
    for (algorithm, heuristic), line in points.items():
        sizes = sorted(line)
        axes.plot(
            sizes,
            [geometric_mean(line[size]) for size in sizes],
            color=colours[algorithm],
            marker=marks[heuristic],
            markersize=5,
            label=algorithm if heuristic == "zero" else f"{algorithm}, {heuristic}",
        )
    axes.set_yscale("log")
    axes.set(
        xlabel="cost of the cheapest solution known",
        ylabel="expanded states",
        title="Work by the size of the instance",
    )
    figure.legend(loc="outside right upper", fontsize=8)
    return figure


def _memory(comparison: Comparison, pyplot: Any) -> Any:
    """A* against IDA*, a point for each instance and heuristic that both have solved."""
    pairs = list(_pairs(comparison.runs))
    _need(pairs, "memory", "no instance was solved by both astar and idastar")
    figure, places = pyplot.subplots(1, 2, figsize=(9, 4.5))
    measures: tuple[tuple[str, Callable[[Run], float], float], ...] = (
        ("CPU seconds", lambda run: run.cpu_seconds, _LEAST_SECONDS),
        ("peak memory in bytes", lambda run: float(run.peak_bytes), _LEAST_BYTES),
    )
    for axes, (label, measure, least) in zip(places, measures, strict=True):
        styles = zip(cycle(_COLOURS), cycle(_MARKS))
        for heuristic, (colour, mark) in zip(_heuristics(pairs), styles, strict=False):
            own = [pair for pair in pairs if pair[0].heuristic == heuristic]
            xs, ys = ([max(least, measure(pair[i])) for pair in own] for i in (0, 1))
            axes.scatter(xs, ys, color=colour, marker=mark, label=heuristic, zorder=3)
        axes.set(xscale="log", yscale="log", xlabel="A*", ylabel="IDA*", title=label)
        _draw_diagonal(axes)
    places[0].legend()
    return figure


def _estimates(comparison: Comparison, pyplot: Any) -> Any:
    """h against h*, over all states of the first instance that is small enough."""
    heuristics = _heuristics([(run, run) for run in comparison.runs if run.heuristic != "zero"])
    _need(heuristics, "estimates", "there is no heuristic")
    name, joints = _first_small(comparison, heuristics)
    figure, places = pyplot.subplots(
        1, len(heuristics), figsize=(1 + 3.6 * len(heuristics), 4), squeeze=False
    )
    for axes, heuristic, joint in zip(places[0], heuristics, joints, strict=True):
        _draw_joint(axes, heuristic, joint)
    places[0][0].set_ylabel("h, the estimate")
    figure.suptitle(f"Estimates against true distances, {_short(name)}")
    return figure


PLOTS: dict[str, Callable[[Comparison, Any], Any]] = {
    "nodes": _nodes,
    "growth": _growth,
    "memory": _memory,
    "estimates": _estimates,
}
"""What can be drawn."""


# What they share


def _need(found: Any, what: str, reason: str) -> None:
    if not found:
        raise UsageError(f"the plot '{what}' has nothing to show: {reason}")


def _is_over(run: Run) -> bool:
    return run.status in ("solved", "unsolvable")


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:21]}..."


def _pairs(runs: Iterable[Run]) -> Iterable[tuple[Run, Run]]:
    solved = {run.key: run for run in runs if run.status == "solved"}
    for (instance, algorithm, heuristic), run in solved.items():
        other = solved.get((instance, "idastar", heuristic))
        if algorithm == "astar" and other is not None:
            yield run, other


def _heuristics(pairs: Iterable[tuple[Run, Run]]) -> list[str]:
    return list(dict.fromkeys(run.heuristic for run, _ in pairs))


def _draw_diagonal(axes: Any) -> None:
    """Where both are equal, from one power of ten to another."""
    from matplotlib.ticker import NullFormatter  # lazy: an extra

    ends = [*axes.get_xlim(), *axes.get_ylim()]
    frame = 10.0 ** floor(log10(min(ends))), 10.0 ** ceil(log10(max(ends)))
    axes.plot(frame, frame, color="#6b655c", linewidth=0.8)
    axes.set(xlim=frame, ylim=frame)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_formatter(NullFormatter())


def _first_small(comparison: Comparison, heuristics: list[str]) -> tuple[str, list[Joint]]:
    """The first instance whose states can all be seen, and what each heuristic says of them."""
    for name, puzzle in comparison.puzzles.items():
        joints = [_joint(puzzle, heuristic) for heuristic in heuristics]
        seen = [joint for joint in joints if joint]
        if len(seen) == len(heuristics):
            return name, seen
    raise UsageError(
        "the plot 'estimates' has nothing to show: no instance with a solution has at most "
        f"{_MOST_STATES:,} states"
    )


def _joint(puzzle: Any, heuristic: str) -> Joint | None:
    """(h, h*, states) where both are finite; None if the space is too large to be seen whole."""
    prepared = prepare(puzzle, SearchOptions("astar", heuristic, symmetry=False))
    found = prepared.audit(Limits(nodes=_MOST_STATES))
    joint = [(h, true, n) for h, true, n in found.joint if DEAD not in (h, true)]
    return joint if found.status == _core.Status.solved and joint else None


def _draw_joint(axes: Any, heuristic: str, joint: Joint) -> None:
    """A square for each pair, the larger the more states have it; over the line is wrong."""
    most = max(max(h, true) for h, true, _ in joint)
    largest = max(n for *_, n in joint)
    for over, colour in ((False, _COLOURS[1]), (True, _COLOURS[0])):
        own = [
            (true, h, 4 + 120 * (n / largest) ** 0.5) for h, true, n in joint if (h > true) == over
        ]
        if own:
            axes.scatter(*zip(*own, strict=True), marker="s", color=colour, alpha=0.75, linewidth=0)
    axes.plot([0, most], [0, most], color="#2b2926", linewidth=0.8)
    axes.set(title=heuristic, xlabel="h*, the true distance", xlim=(-1, most + 1))
    axes.set_ylim(-1, most + 1)
