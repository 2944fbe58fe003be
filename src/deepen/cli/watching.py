"""A search for a solution with a live line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import deepen
from deepen.cli.status_line import Describe, StatusLine, Thresholds
from deepen.formatting.progress import line
from deepen.progress import Progress
from deepen.search.budget import Budget
from deepen.search.limits import Limits
from deepen.search.options import SearchOptions
from deepen.search.prepared import prepare
from deepen.search.puzzles import PuzzleSearch
from deepen.solution import Solution

# What the bound in a snapshot is besides a lower bound.
_REACHED = {
    "astar": "f {}",
    "idastar": "threshold {}",
    "uniform-cost": "cost {}",
}


def watched(puzzle: Any, options: SearchOptions, limits: Limits) -> Solution:
    """What is found; Ctrl-C brings what was proven by then."""
    budget = Budget(limits)
    try:
        prepared = prepare(puzzle, options, budget)
    except deepen.Interrupted as stopped:
        solution: Solution = stopped.partial
        return solution
    with status_line(prepared) as line:
        return prepared.solve(replace(budget.limits, on_progress=line.listener))


def status_line(prepared: PuzzleSearch) -> StatusLine:
    """The line of a search."""
    describe = of_solving(prepared.algorithm, prepared.proves_bounds)
    if prepared.algorithm == "idastar":
        return StatusLine(describe, Thresholds())
    return StatusLine(describe)


def of_solving(algorithm: str, is_proven: bool) -> Describe:
    """Describes snapshots; `is_proven` if their bounds are those of all solutions."""

    def describe(progress: Progress) -> str:
        bound = progress.lower_bound
        reach = []
        if algorithm == "breadth-first":
            reach.append(f"depth {bound - 1}")
        elif algorithm in _REACHED:
            reach.append(_REACHED[algorithm].format(bound))
        if is_proven:
            reach.append(f"lower bound {bound}")
        return line(progress, progress.generated, "states", *reach)

    return describe
