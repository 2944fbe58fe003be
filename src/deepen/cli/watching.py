"""What the live line says of a search for a solution."""

from __future__ import annotations

from typing import Any

from deepen.cli.status_line import Describe, StatusLine, Thresholds
from deepen.compiler.functions import yields_unit_costs
from deepen.formatting.progress import line
from deepen.search.prepared import USES_HEURISTIC

# What the bound in a snapshot is besides a lower bound.
_REACHED = {
    "astar": "f {}",
    "idastar": "threshold {}",
    "uniform-cost": "cost {}",
}


def status_line(puzzle: Any, search: dict[str, Any]) -> StatusLine:
    """The line of a search with these options."""
    algorithm = search["algorithm"] or puzzle.default_algorithm
    describe = of_solving(algorithm, _is_proven(puzzle, algorithm, search["heuristic"]))
    return StatusLine(describe, Thresholds()) if algorithm == "idastar" else StatusLine(describe)


def of_solving(algorithm: str, is_proven: bool) -> Describe:
    """Describes snapshots; `is_proven` if their bounds are those of all solutions."""

    def describe(progress: Any) -> str:
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


def _is_proven(puzzle: Any, algorithm: str, heuristic: str | None) -> bool:
    """Whether no solution can cost less than the bounds of such a search."""
    if algorithm == "breadth-first":
        return yields_unit_costs(type(puzzle), compiled=True)
    if algorithm not in USES_HEURISTIC:
        return algorithm == "uniform-cost"
    chosen = puzzle.heuristics.get(heuristic)  # by default one that never overestimates
    return algorithm != "greedy" and (chosen is None or chosen.admissible)
