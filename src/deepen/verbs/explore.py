"""`deepen.explore`: the whole space that a puzzle or a game can reach, layer by layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deepen._arguments import LIMITS, a_function, a_truth, checked, one_of, optional
from deepen.errors import Interrupted, UsageError
from deepen.game import Game, ObjectGame
from deepen.progress import Progress, of_search
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.jobs import THREADS
from deepen.search.limits import Limits
from deepen.search.prepared import prepare_space
from deepen.search.puzzles import PuzzleSearch
from deepen.search.subjects import a_puzzle_or_game
from deepen.solution import Exploration


@checked(
    puzzle=a_puzzle_or_game,
    keep=optional(one_of("distances", "farthest")),
    ranked=a_truth,
    symmetry=a_truth,
    threads=THREADS,
    on_progress=optional(a_function),
    compiled=a_truth,
    **LIMITS,
)
def explore(
    puzzle: Puzzle | ObjectPuzzle | Game | ObjectGame,
    *,
    keep: str | None = None,
    ranked: bool = True,
    symmetry: bool = True,
    threads: int = 1,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], Any] | None = None,
    compiled: bool = True,
) -> Exploration:
    """Counts every state that can be reached from the start, ignoring goals.

    Args:
        puzzle: where to begin.
        keep: of a puzzle, what is kept of all that was seen: `distances`, how far each state is,
            or `farthest`, the states of the last layer; without, only counts.
        ranked: where the rules give every state a number (`rank`), use an array of 2 bits for each,
            or, with `keep`, of a byte, in place of a table of states, if it fits.
        symmetry: of a puzzle with the rule `canonical`, count states that are images of each other
            as one.
        threads: as in `deepen.solve`; the counts of a space seen whole do not depend on it.
        time_limit, memory_limit, node_limit, on_progress, compiled: as in `deepen.solve`.

    Raises:
        UsageError: `keep` of a game, or of states that it cannot keep.
        RuleError: a rule that cannot be compiled or that misbehaves.
        Interrupted: Ctrl-C; its `partial` holds what was counted.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> explore(tiles.parse("2x3: 0 1 2 3 4 5")).layers[:8]
    [1, 2, 3, 5, 6, 7, 10, 12]
    >>> [farthest] = explore(tiles.parse("2x3: 0 1 2 3 4 5"), keep="farthest").farthest
    >>> deepen.solve(tiles.parse("2x3: 0 1 2 3 4 5").at(farthest)).cost
    21
    """
    limits = Limits(time_limit, memory_limit, node_limit, of_search(on_progress))
    prepared = prepare_space(puzzle, compiled, threads, symmetry)
    if isinstance(prepared, PuzzleSearch):
        exploration = prepared.explore(limits, keep, ranked)
    elif keep is None:
        exploration = prepared.explore(limits)
    else:
        raise UsageError("keep is for puzzles: of a game, only the positions are counted")
    if exploration.status == "interrupted":
        raise Interrupted(exploration)
    return exploration
