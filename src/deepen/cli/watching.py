"""What the live line says of a search for a solution."""

from __future__ import annotations

from deepen.cli.status_line import Describe, StatusLine, Thresholds
from deepen.formatting.progress import line
from deepen.progress import Progress
from deepen.search.puzzles import PuzzleSearch

# What the bound in a snapshot is besides a lower bound.
_REACHED = {
    "astar": "f {}",
    "idastar": "threshold {}",
    "uniform-cost": "cost {}",
}


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
