"""`deepen compare`."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Annotated, Any

import typer

import deepen
from deepen.cli.completing import algorithm_names, example_names, heuristic_names
from deepen.cli.examples import or_example_name
from deepen.cli.exit_codes import ANSWERED, INTERRUPTED
from deepen.cli.instances import read_instances
from deepen.cli.kinds import load_for_one
from deepen.cli.options import Game, Jobs, Json, MemoryLimit
from deepen.cli.printing import emit, emit_json, note, rendered
from deepen.cli.progress_bar import progress_bar
from deepen.cli.reading import seconds
from deepen.comparing.comparison import Comparison, Run
from deepen.comparing.plots import require_matplotlib, write_plots
from deepen.formatting.numbers import counted, in_seconds, short

_WORDS = {
    "unsolvable": "none",
    "time-limit": "time",
    "memory-limit": "memory",
    "node-limit": "nodes",
    "depth-limit": "depth",
}
_CAPTION = "* proven optimal; + above the best known; b is the effective branching factor"


def run(
    game: Game,
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="INPUT",
            help="Files, texts, files of JSON lines as for 'batch', or names of examples.",
            show_default=False,
            autocompletion=example_names,
        ),
    ] = None,
    algorithms: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="All that make sense unless told.",
            autocompletion=algorithm_names,
        ),
    ] = None,
    heuristics: Annotated[
        str | None,
        typer.Option(
            metavar="X,Y", help="All of the game unless told.", autocompletion=heuristic_names
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(parser=seconds, metavar="SECONDS", help="For each search; 10 unless told."),
    ] = None,
    memory_limit: MemoryLimit = None,
    jobs: Jobs = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep each run there at once: .csv or .jsonl."),
    ] = None,
    plots: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Draw the results; needs matplotlib.")
    ] = None,
    json: Json = False,
) -> int:
    """\b
    deepen compare chexers course race --time-limit 5 --out results.csv
    deepen compare tiles puzzles.jsonl --algorithms astar,idastar --plots plots

    Solve every INPUT by each algorithm with each heuristic, and compare cost, states, time and
    memory. Run again with the same --out, only what is missing is run; delete a line to have it
    run anew.

    Exit codes: 0 compared (a search may well have hit its limit), 2 bad input or usage, 130
    interrupted; the runs up to then are shown.
    """
    package = load_for_one(game)
    puzzles = read_instances(package, or_example_name(package, "compare", inputs))
    if plots is not None:
        require_matplotlib()  # better now than after an hour
    options: dict[str, Any] = {
        "algorithms": _names(algorithms),
        "heuristics": _names(heuristics),
        "memory_limit": memory_limit,
        "jobs": jobs,
        "out": out,
    }
    if time_limit is not None:  # else not endless: the default
        options["time_limit"] = time_limit
    started = time.monotonic()
    comparison, code = _compared(puzzles, options)
    took = time.monotonic() - started
    if json:
        runs = [asdict(run) for run in comparison.runs]
        emit_json("deepen compare 1", {"game": package.NAME, "runs": runs, "seconds": took})
    else:
        emit(table(comparison))
        note(f"{counted(len(comparison.runs), 'run')} in {in_seconds(took)}")
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
            return stopped.partial, INTERRUPTED


def _names(text: str | None) -> list[str] | None:
    """What stands between commas."""
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def _write_plots(comparison: Comparison, folder: str) -> None:
    written, missing = write_plots(comparison, folder)
    for sentence in missing:
        note(sentence)
    note(f"{counted(len(written), 'plot')} in {folder}")


def table(comparison: Comparison) -> str:
    """The runs of each instance, at most 80 columns wide."""
    from rich.table import Table  # lazy: start-up
    from rich.text import Text  # lazy: start-up

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
