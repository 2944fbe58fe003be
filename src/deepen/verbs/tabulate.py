"""`deepen.tabulate`: what every position of a game is worth, also where positions repeat."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import Any

from deepen._arguments import LIMITS, a_function, a_path, a_truth, checked, optional
from deepen.errors import Interrupted
from deepen.game import Game, ObjectGame
from deepen.progress import TableProgress, of_table
from deepen.search.jobs import THREADS
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.search.subjects import a_game
from deepen.table import Table
from deepen.tables import known
from deepen.tables.making import made, made_in_file


@checked(
    game=a_game,
    file=optional(a_path),
    symmetry=a_truth,
    threads=THREADS,
    on_progress=optional(a_function),
    compiled=a_truth,
    **LIMITS,
)
def tabulate(
    game: Game | ObjectGame,
    *,
    file: str | PathLike[str] | None = None,
    symmetry: bool = True,
    threads: int = 1,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[TableProgress], Any] | None = None,
    compiled: bool = True,
) -> Table:
    """Finds the value of every position that can be reached, and its distance in plies.

    Positions may repeat: whoever does better by going round than by any end does so for ever, and
    that is a draw. In a game of points no cycle may pay any.

    Args:
        game: the position from which the others are reached.
        file: where to save the table. What is found on the way is kept beside it, in a file that
            ends in `.part`: a call that was killed, interrupted or limited goes on from there.
        symmetry: use the rule `canonical`, where there is one: images of each other are one.
        threads, time_limit, memory_limit, node_limit, compiled: as in `deepen.explore`.
        on_progress: called about ten times a second with a `TableProgress`.

    Returns:
        A table. If a limit came first, its `status` says so, and it has counts of what was met but
        no values; with `file` the same call goes on from there.

    Raises:
        UsageError: a cycle pays points, so that positions have no value; or the file cannot be
            written.
        RuleError: a rule that cannot be compiled or that misbehaves.
        Interrupted: Ctrl-C; its `partial` is a table without values.

    >>> import deepen
    >>> class Race(deepen.Game):
    ...     '''Step forth or back on a ring of six; who comes to 0 has won.'''
    ...     def moves(board, place):
    ...         yield 0, (place + 1) % 6
    ...         yield 1, (place + 5) % 6
    ...     def outcome(board, place):
    ...         return deepen.LOSS if place == 0 else None
    >>> table = deepen.tabulate(Race(3))
    >>> table.positions, table.get(Race(3)), table.get(Race(1))
    (6, TableEntry(value=0, distance=None), TableEntry(value=1, distance=1))
    """
    options = AnalysisOptions(
        threads=threads, reorder=False, bounds=False, symmetry=symmetry, compiled=compiled
    )
    limits = Limits(time_limit, memory_limit, node_limit, of_table(on_progress))
    search = prepare(game, options)
    table = made(search, limits) if file is None else made_in_file(search, limits, file)
    if table.status == "interrupted":
        raise Interrupted(table)
    known.remember(table)
    return table
