"""`deepen compare`."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any, cast

import deepen
from deepen.cli.examples import or_example_name
from deepen.cli.exit_codes import ANSWERED, INTERRUPTED
from deepen.cli.instances import read_instances
from deepen.cli.kinds import load_for_one
from deepen.cli.printing import emit, note, rendered
from deepen.cli.progress_bar import progress_bar
from deepen.comparing.comparison import Comparison, Run
from deepen.formatting.numbers import counted, in_seconds, short

_WORDS = {
    "unsolvable": "none",
    "time-limit": "time",
    "memory-limit": "memory",
    "node-limit": "nodes",
    "depth-limit": "depth",
}
_CAPTION = "* proven optimal; + above the best known; b is the effective branching factor"


def run_compare(
    name: str,
    sources: list[str] | None,
    options: dict[str, Any],
    *,
    json: bool,
    plots: str | None,
) -> int:
    """Compares, prints the table or JSON, writes the plots, and returns the exit code."""
    package = load_for_one(name)
    puzzles = read_instances(package, or_example_name(package, "compare", sources))
    if plots is not None:
        from deepen.comparing.plots import require_matplotlib

        require_matplotlib()  # better now than after an hour
    options = {**options, **{key: _names(options[key]) for key in ("algorithms", "heuristics")}}
    if options["time_limit"] is None:
        del options["time_limit"]  # not endless: the default
    started = time.monotonic()
    comparison, code = _compared(puzzles, options)
    seconds = time.monotonic() - started
    if json:
        from json import dumps

        runs = [asdict(run) for run in comparison.runs]
        emit(dumps({"game": name, "runs": runs, "seconds": seconds}))
    else:
        emit(table(comparison))
        note(f"{counted(len(comparison.runs), 'run')} in {in_seconds(seconds)}")
    if plots is not None:
        _write_plots(comparison, plots)
    return code


def _compared(puzzles: dict[str, Any], options: dict[str, Any]) -> tuple[Comparison, int]:
    """The comparison, or what there is of it when somebody interrupts it; and the exit code."""
    with progress_bar("comparing") as show:

        def on_progress(progress: deepen.ComparisonProgress) -> None:
            show(progress.done, progress.total)

        try:
            return deepen.compare(puzzles, **options, on_progress=on_progress), ANSWERED
        except deepen.Interrupted as stopped:
            return cast(Comparison, stopped.solution), INTERRUPTED


def _names(text: str | None) -> list[str] | None:
    """What stands between commas."""
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def _write_plots(comparison: Comparison, folder: str) -> None:
    from deepen.comparing.plots import write_plots

    written, missing = write_plots(comparison, folder)
    for sentence in missing:
        note(sentence)
    note(f"{counted(len(written), 'plot')} in {folder}")


def table(comparison: Comparison) -> str:
    """The runs of each instance, at most 80 columns wide."""
    from rich.table import Table
    from rich.text import Text

    parts: list[Any] = []
    for instance in comparison.instances:
        rows = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        rows.add_column("algorithm", no_wrap=True)
        rows.add_column("heuristic", no_wrap=True, overflow="ellipsis")
        for title in ("cost", "above", "expanded", "gen.", "b", "CPU ms", "memory"):
            rows.add_column(title, justify="right", no_wrap=True)
        for run in comparison.runs:
            if run.instance == instance:
                rows.add_row(*_cells(run))
        parts += [Text(instance, "bold", overflow="ellipsis", no_wrap=True), rows, ""]
    return rendered(*parts, Text(_CAPTION, "dim"))


def _cells(run: Run) -> list[str]:
    cost = _WORDS.get(run.status, run.status)
    if run.cost is not None:
        cost = f"{run.cost}{'*' if run.optimal else ''}"
    return [
        run.algorithm,
        "" if run.heuristic == "zero" else run.heuristic,
        cost,
        f"+{run.excess}" if run.excess else "",
        short(run.expanded),
        short(run.generated),
        "" if run.branching is None else f"{run.branching:.2f}",
        short(1000 * run.cpu_seconds),
        short(run.peak_bytes),
    ]
