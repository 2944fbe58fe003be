"""`deepen.explore`: the whole space that a puzzle or a game can reach, layer by layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deepen._arguments import LIMITS, a_function, a_truth, checked, optional
from deepen.errors import Interrupted
from deepen.game import Game, ObjectGame
from deepen.progress import Progress, of_search
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.jobs import THREADS
from deepen.search.limits import Limits
from deepen.search.prepared import prepare_space
from deepen.search.subjects import a_puzzle_or_game
from deepen.solution import Exploration


@checked(
    puzzle=a_puzzle_or_game,
    symmetry=a_truth,
    threads=THREADS,
    on_progress=optional(a_function),
    compiled=a_truth,
    **LIMITS,
)
def explore(
    puzzle: Puzzle | ObjectPuzzle | Game | ObjectGame,
    *,
    symmetry: bool = True,
    threads: int = 1,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], Any] | None = None,
    compiled: bool = True,
) -> Exploration:
    """Counts every state that can be reached from the start, ignoring goals.

    Of a puzzle with the rule `canonical`, states that are images of each other count as one, unless
    `symmetry` is False. Threads and limits are those of `deepen.solve`. The counts do not depend on
    the threads.

    >>> from deepen.games import tiles
    >>> explore(tiles.parse("2x3: 0 1 2 3 4 5")).layers[:8]
    [1, 2, 3, 5, 6, 7, 10, 12]
    """
    limits = Limits(time_limit, memory_limit, node_limit, of_search(on_progress))
    exploration = prepare_space(puzzle, compiled, threads, symmetry).explore(limits)
    if exploration.status == "interrupted":
        raise Interrupted(exploration)
    return exploration
