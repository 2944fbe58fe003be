"""Snapshots of verbs at work: what their `on_progress` is called with, a class for each kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deepen import _core

if TYPE_CHECKING:
    from deepen.comparing.comparison import Run

__all__ = ["AnalysisProgress", "AuditProgress", "ComparisonProgress", "Progress", "TableProgress"]

Listener = Callable[[_core.Progress], Any]
"""What the engine calls."""


@dataclass(frozen=True)
class Progress:
    """How far `solve` or `explore` is.

    Attributes:
        seconds: since the search began.
        expanded, generated: counts of states; the start counts as generated.
        bytes: memory of the search itself.
        lower_bound: how far it has come: the f of A*, the threshold of IDA*, the depth that
            breadth-first search is looking for. No solution costs less, if the heuristic keeps what
            it declares; 0 where a search proves nothing on its way.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> def show(progress):
    ...     print(f"{progress.expanded:,} states, lower bound {progress.lower_bound}")
    >>> easy = tiles.parse("2x3: 1 2 0 3 4 5")
    >>> deepen.solve(easy, on_progress=show).cost  # over before there is anything to tell
    2
    """

    seconds: float
    expanded: int
    generated: int
    bytes: int
    lower_bound: int


@dataclass(frozen=True)
class AnalysisProgress:
    """How far `analyse` is.

    Attributes:
        seconds: since the analysis began.
        nodes: positions that were looked at.
        bytes: memory of the search itself.
        depth: how many moves ahead the look under way goes; None if to the end of the game.

    >>> import deepen
    >>> from deepen.games import hashi
    >>> def show(progress):
    ...     print(f"{progress.nodes:,} positions, depth {progress.depth}")
    >>> small = hashi.parse("1.1\\n.0.\\n.20")
    >>> deepen.analyse(small, on_progress=show).value  # over before there is anything to tell
    4
    """

    seconds: float
    nodes: int
    bytes: int
    depth: int | None


@dataclass(frozen=True)
class AuditProgress:
    """How far `audit` is.

    Attributes:
        seconds: since the audit began.
        instances: those finished.
        states: those seen, over all instances.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> seen = []
    >>> _ = deepen.audit(tiles, "manhattan", instances=2, on_progress=seen.append)
    >>> [progress.instances for progress in seen]
    [1, 2]
    """

    seconds: float
    instances: int
    states: int


@dataclass(frozen=True)
class ComparisonProgress:
    """How far `compare` is.

    Attributes:
        seconds: since the comparison began.
        done: runs that are finished, those read from a file included.
        total: runs in all.
        run: the last one.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> seen = []
    >>> easy = tiles.parse("2x3: 1 2 0 3 4 5")
    >>> _ = deepen.compare(easy, algorithms=["astar", "idastar"], on_progress=seen.append)
    >>> [f"{progress.done} of {progress.total}" for progress in seen]
    ['1 of 2', '2 of 2']
    """

    seconds: float
    done: int
    total: int
    run: Run


@dataclass(frozen=True)
class TableProgress:
    """How far `tabulate` is.

    Attributes:
        seconds: since it began.
        positions: that were met.
        moves: that lead from one to another.
        bytes: memory of the search itself.
        share: of the values, how much is done, from 0 to 1; 0 while positions are still being met.

    >>> import deepen
    >>> from deepen.games import hashi
    >>> def show(progress):
    ...     print(f"{progress.positions:,} positions, {progress.share:.0%} done")
    >>> small = hashi.parse("1.1\\n.0.\\n.20")
    >>> deepen.tabulate(small, on_progress=show).value(small)  # over before there is much to tell
    4
    """

    seconds: float
    positions: int
    moves: int
    bytes: int
    share: float


def of_table(on_progress: Callable[[TableProgress], Any] | None) -> Listener | None:
    """What the engine calls so that `on_progress` hears of a table that is being made."""
    if on_progress is None:
        return None

    def listen(now: _core.Progress) -> None:
        on_progress(TableProgress(now.seconds, now.expanded, now.generated, now.bytes, now.share))

    return listen


def of_search(on_progress: Callable[[Progress], Any] | None) -> Listener | None:
    """What the engine calls so that `on_progress` hears of a search."""
    if on_progress is None:
        return None

    def listen(now: _core.Progress) -> None:
        on_progress(Progress(now.seconds, now.expanded, now.generated, now.bytes, now.lower_bound))

    return listen


def of_analysis(on_progress: Callable[[AnalysisProgress], Any] | None) -> Listener | None:
    """What the engine calls so that `on_progress` hears of an analysis."""
    if on_progress is None:
        return None

    def listen(now: _core.Progress) -> None:
        depth = now.lower_bound  # the engine has one kind of snapshot for both
        to_the_end = depth > _core.MOST_PLIES
        nodes = now.expanded
        on_progress(AnalysisProgress(now.seconds, nodes, now.bytes, None if to_the_end else depth))

    return listen
