"""What a worker does for the laboratory: compare searches, put a heuristic on trial."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any, cast

import deepen
from deepen.auditing.words import bite_text, estimate_text, headline, slope_text
from deepen.formatting.numbers import sentence
from deepen.web.pages import Page
from deepen.web.scene import Shape, shapes_as_json
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
        report({"done": progress.done, "total": progress.total, "run": run})

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
        comparison = cast(deepen.Comparison, stopped.solution)
    return {"runs": [_run(run) for run in comparison.runs], "csv": comparison.to_csv()}


def _run(run: deepen.Run) -> dict[str, Any]:
    everything = asdict(run)
    return {name: everything[name] for name in RUN}


def audit(game: str, text: str, report: Report, heuristic: str, **limits: Any) -> dict[str, Any]:
    """The verdict on a heuristic, from every position that can be reached."""
    page, puzzle = read_puzzle(game, text)

    def tell(progress: deepen.AuditProgress) -> None:
        report({"seconds": progress.seconds, "states": progress.states})

    try:
        found = deepen.audit(puzzle, heuristic, jobs=1, on_progress=tell, **limits)
    except deepen.Interrupted as stopped:
        found = cast(deepen.AuditReport, stopped.solution)
    return {
        "verdict": found.verdict,
        "headline": headline(found),
        "declared": list(found.declared),
        "states": found.states,
        "edges": found.edges,
        "overestimates": found.overestimates,
        "steep_edges": found.steep_edges,
        "mean_ratio": found.mean_ratio,
        "exact_share": found.exact_share,
        "histogram": list(found.histogram.items()),
        "seconds": found.seconds,
        "cases": _cases(page, found),
    }


def _cases(page: Page, found: deepen.AuditReport) -> list[dict[str, Any]]:
    """The positions that show what is wrong, drawn."""
    cases = []
    over, slope, bite = found.counterexample, found.inconsistency, found.bite
    if over is not None:
        told = estimate_text(found.heuristic, over)
        cases.append(_case(page, over.puzzle, over.states or [over.state], told))
    elif slope is not None:
        told = slope_text(found.heuristic, slope)
        cases.append(_case(page, slope.puzzle, [slope.state, slope.child], told))
    if bite is not None:
        cases.append(_case(page, bite.puzzle, bite.best_states, bite_text(bite)))
    return cases


def _case(page: Page, puzzle: Any, states: Sequence[Any], told: str) -> dict[str, Any]:
    path = [puzzle.at(state) for state in states]
    marks = [
        Shape(mark.tag, mark.at, mark.style, str(number))
        for number, (before, after) in enumerate(pairwise(path), 1)
        for mark in page.page.moved(before, after)
    ]
    first, *rest = told.splitlines()
    return {
        "told": sentence(first),
        "moves": [line.strip() for line in rest],
        "text": page.package.format(path[0]),
        "scene": page.page.scene(path[0]).as_json(),
        "marks": shapes_as_json(marks),
    }
