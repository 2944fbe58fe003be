"""`deepen.explore`: the whole space that a puzzle can reach, layer by layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deepen import _core
from deepen._search import checked_options, make_allowance, prepare
from deepen.errors import Interrupted
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.solution import Exploration


def explore(
    puzzle: Puzzle | ObjectPuzzle,
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[_core.Progress], Any] | None = None,
    compiled: bool = True,
) -> Exploration:
    """Counts every state that can be reached from the start, ignoring goals.

    The limits are those of `deepen.solve`.

    >>> from deepen.games import tiles
    >>> explore(tiles.parse("2x3: 0 1 2 3 4 5")).layers[:8]
    [1, 2, 3, 5, 6, 7, 10, 12]
    """
    options = checked_options(puzzle, "breadth-first", None, None, True, True, "path", memory_limit)
    allowance = make_allowance(time_limit, memory_limit, node_limit, on_progress, None)
    found = prepare(puzzle, None, options, compiled).explore(allowance)
    complete = found.status == _core.Status.unsolvable
    exploration = Exploration(
        layers=[row.expanded for row in found.rows],
        states=found.stored,
        generated=found.generated,
        complete=complete,
        status="complete" if complete else found.status.name.replace("_", "-"),
        seconds=found.seconds,
        peak_bytes=found.peak_bytes,
    )
    if exploration.status == "interrupted":
        raise Interrupted(exploration)
    return exploration
