"""What a worker does for the laboratory: compare searches, put a heuristic on trial."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import deepen
from deepen.drawing.arrows import numbered
from deepen.drawing.scene import shapes_as_json
from deepen.formatting.comparison import cells
from deepen.formatting.numbers import NOTHING, in_seconds, sentence, short
from deepen.formatting.progress import of_audit
from deepen.formatting.value import signed
from deepen.web.pages import Page
from deepen.web.solving import Report, read_puzzle

EACH = 5.0
"""Seconds for each search of a comparison, unless told otherwise."""
RUN = (
    "algorithm",
    "heuristic",
    "status",
    "cost",
    "optimal",
    "excess",
    "expanded",
    "generated",
    "branching",
    "cpu_seconds",
    "peak_bytes",
    "lower_bound",
)
"""What is told of each run."""


def compare(
    game: str,
    text: str,
    report: Report,
    algorithms: Sequence[str],
    heuristics: Sequence[str] = (),
    **limits: Any,
) -> dict[str, Any]:
    """All runs, each told as soon as it is over; together they keep within the time limit."""
    _, puzzle = read_puzzle(game, text)

    def tell(progress: deepen.ComparisonProgress) -> None:
        run = _run(progress.run)
        done = f"{progress.done} of {progress.total}"
        report({"done": progress.done, "total": progress.total, "told": done, "run": run})

    count = len(algorithms) * max(1, len(heuristics))
    try:
        comparison = deepen.compare(
            puzzle,
            algorithms=algorithms,
            heuristics=heuristics or ["zero"],
            time_limit=min(EACH, limits.pop("time_limit") / count),
            jobs=1,
            on_progress=tell,
            **limits,
        )
    except deepen.Interrupted as stopped:
        comparison = stopped.partial
    return {"runs": [_run(run) for run in comparison.runs], "csv": comparison.to_csv()}


def _run(run: deepen.Run) -> dict[str, Any]:
    everything = asdict(run)
    return {name: everything[name] for name in RUN} | {"cells": cells(run)}


def audit(game: str, text: str, report: Report, heuristic: str, **limits: Any) -> dict[str, Any]:
    """The verdict on a heuristic, from every position that can be reached."""
    page, puzzle = read_puzzle(game, text)

    def tell(progress: deepen.AuditProgress) -> None:
        told = of_audit(progress)
        report({"seconds": progress.seconds, "states": progress.states, "told": told})

    try:
        found = deepen.audit(puzzle, heuristic, jobs=1, on_progress=tell, **limits)
    except deepen.Interrupted as stopped:
        found = stopped.partial
    claims = ", ".join(found.declared)
    return {
        "verdict": found.verdict,
        "headline": found.sentence,
        "declared": list(found.declared),
        "claim": f"Its author claims{f': {claims}' if claims else ' nothing'}.",
        "figures": _figures(found),
        "states": found.states,
        "edges": found.edges,
        "overestimates": found.overestimates,
        "steep_edges": found.steep_edges,
        "mean_ratio": found.mean_ratio,
        "exact_share": found.exact_share,
        "histogram": list(found.histogram.items()),
        "chart": _chart(found.histogram),
        "seconds": found.seconds,
        "cases": [_case(page, *evidence) for evidence in found.evidence],
    }


def _figures(found: deepen.AuditReport) -> list[tuple[str, str]]:
    share = found.exact_share
    return [
        ("Positions", f"{found.states:,}"),
        ("Actions", f"{found.edges:,}"),
        ("Time", in_seconds(found.seconds)),
        ("h above h*", f"{found.overestimates:,}"),
        ("h falls too fast", f"{found.steep_edges:,}"),
        ("h = h*", NOTHING if share is None else f"{100 * share:.1f} %"),
    ]


def _chart(histogram: dict[int, int]) -> dict[str, Any]:
    """What is written below and above the bars, and spoken of all of them."""
    return {
        "names": [signed(gap) for gap in histogram],
        "counts": [short(count) for count in histogram.values()],
        "spoken": ", ".join(f"{signed(gap)}: {count:,}" for gap, count in histogram.items()),
    }


def _case(page: Page, puzzle: Any, states: Sequence[Any], told: str) -> dict[str, Any]:
    path = [puzzle.at(state) for state in states]
    first, *rest = told.splitlines()
    return {
        "told": sentence(first),
        "moves": [line.strip() for line in rest],
        "text": page.package.format(path[0]),
        "scene": page.view.scene(path[0]).as_json(),
        "marks": shapes_as_json(numbered(path, page.view.moved)),
    }
