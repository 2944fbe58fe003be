"""What a search has done so far, and what it did in all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deepen.formatting.numbers import NOTHING, counted, in_bytes, in_seconds, short
from deepen.solution import Solution

if TYPE_CHECKING:
    from deepen import AnalysisProgress, AuditProgress, Progress, TableProgress

Figures = list[tuple[str, str]]
"""Names and values, in the order in which they are shown."""


def line(progress: Any, count: int, noun: str, *reach: str) -> str:
    """Elapsed, how many, how fast, how far, how much memory."""
    rate = count / progress.seconds if progress.seconds > 0 else 0.0
    facts = (f"{progress.seconds:.0f} s", f"{short(count)} {noun}", f"{short(rate)}/s")
    return ", ".join((*facts, *reach, in_bytes(progress.bytes)))


def of_analysis(progress: AnalysisProgress) -> str:
    """A snapshot of a look at a position, in a line."""
    reach = "to the end" if progress.depth is None else f"depth {progress.depth}"
    return line(progress, progress.nodes, "positions", reach)


def of_table(progress: TableProgress) -> str:
    """A snapshot of a table that is being made, in a line."""
    reach = f"{progress.share:.0%} of the values" if progress.share > 0 else "meeting positions"
    return line(progress, progress.positions, "positions", reach)


def of_exploration(progress: Progress) -> str:
    """A snapshot of a look at everything that can be reached, in a line."""
    return line(progress, progress.generated, "states", f"depth {progress.lower_bound - 1}")


def of_audit(progress: AuditProgress) -> str:
    """A snapshot of an audit, in a line."""
    instances = f"{counted(progress.instances, 'instance')}, " if progress.instances else ""
    return f"{progress.seconds:.0f} s, {instances}{short(progress.states)} states, no refutation"


def figures_so_far(progress: Any) -> Figures:
    """A snapshot of a search for a solution."""
    return _figures(progress, progress.bytes)


def figures_of(solution: Solution) -> Figures:
    """The same when it is over."""
    return _figures(solution, solution.peak_bytes)


def _figures(search: Any, size: int) -> Figures:
    bound = search.lower_bound
    return [
        ("Time", in_seconds(search.seconds)),
        ("Expanded", f"{search.expanded:,}"),
        ("States/s", short(search.generated / search.seconds) if search.seconds > 0 else NOTHING),
        ("Lower bound", "∞" if bound is None else f"{bound:,}"),
        ("Memory", in_bytes(size)),
    ]
