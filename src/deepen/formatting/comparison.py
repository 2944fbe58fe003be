"""A run of a comparison in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deepen.formatting.names import algorithm_name, heuristic_name
from deepen.formatting.numbers import NOTHING, in_bytes, in_seconds

if TYPE_CHECKING:
    from deepen import Run


def cells(run: Run) -> dict[str, str]:
    """What a table says of it, column by column."""
    return {
        "Algorithm": algorithm_name(run.algorithm),
        "Heuristic": NOTHING if run.heuristic == "zero" else heuristic_name(run.heuristic),
        "Cost": _cost(run),
        "Expanded": f"{run.expanded:,}",
        "Time": in_seconds(run.cpu_seconds),
        "Memory": in_bytes(run.peak_bytes),
    }


def _cost(run: Run) -> str:
    if run.cost is not None:
        above = f", {run.excess:,} too many" if run.excess else ""
        return f"{run.cost:,}{', proven' if run.optimal else above}"
    if run.status == "unsolvable":
        return "unsolvable"
    bound = f", ≥ {run.lower_bound:,}" if run.lower_bound else ""
    return f"{run.status.replace('-', ' ')}{bound}"
