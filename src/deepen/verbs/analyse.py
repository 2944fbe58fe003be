"""`deepen.analyse`: the value of a position of a two-player game, and of every move in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deepen._arguments import (
    LIMITS,
    a_function,
    a_name,
    a_truth,
    an_integer,
    checked,
    one_of,
    optional,
)
from deepen.analysis import Analysis
from deepen.errors import Interrupted
from deepen.game import Game, ObjectGame
from deepen.progress import AnalysisProgress, of_analysis
from deepen.search.games import TO_THE_END
from deepen.search.jobs import THREADS
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.search.subjects import a_game


@checked(
    game=a_game,
    depth=optional(an_integer(1, TO_THE_END)),
    algorithm=a_name,
    threads=THREADS,
    values=one_of("all", "best"),
    table=optional(a_truth),
    reorder=optional(a_truth),
    null_windows=optional(a_truth),
    bounds=optional(a_truth),
    symmetry=optional(a_truth),
    on_progress=optional(a_function),
    compiled=a_truth,
    **LIMITS,
)
def analyse(
    game: Game | ObjectGame,
    *,
    depth: int | None = None,
    algorithm: str = "negamax",
    threads: int = 1,
    values: str = "all",
    table: bool | None = None,
    reorder: bool | None = None,
    null_windows: bool | None = None,
    bounds: bool | None = None,
    symmetry: bool | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[AnalysisProgress], Any] | None = None,
    compiled: bool = True,
) -> Analysis:
    """Finds what a position is worth to the player to move, which moves are best, and why.

    Without `depth` it looks to the end of the game, so the answer is exact; under a time limit it
    deepens step by step, and keeps what the last finished depth has shown.

    Args:
        game: the position.
        depth: how many moves to look ahead.
        algorithm: `negamax`, which uses everything below; `alphabeta`, which uses of that only what
            you switch on; `minimax`, which looks at everything.
        threads: how many searches share one table; 0 for one a core. More find the same value
            sooner.
        values: `all` finds the value of every move; `best` only tells the best from the others.
        table: remember positions.
        reorder: try promising moves first.
        null_windows: ask whether a move is better than a number before asking how good it is.
        bounds, symmetry: use the rules `bounds` and `canonical`, where there are any.
        time_limit: in seconds.
        memory_limit: in bytes, for the table, which grows as it pays; at most 1 GiB without one.
        node_limit: most positions to look at.
        on_progress: called about ten times a second with an `AnalysisProgress`.
        compiled: False runs the rules in the interpreter, for a debugger: the same answer, slower.

    Raises:
        UsageError: an unknown algorithm, or options that do not fit.
        RuleError: a rule that cannot be compiled or that misbehaves.
        Interrupted: Ctrl-C; its `partial` holds the analysis up to then.

    >>> from deepen.games import hashi
    >>> analysis = analyse(hashi.parse("1.1\\n.0.\\n.20"))
    >>> analysis.value, analysis.best_moves
    (4, ['a1-c1'])
    """
    options = AnalysisOptions(
        algorithm,
        depth,
        threads,
        values,
        table,
        reorder,
        null_windows,
        bounds,
        symmetry,
        compiled,
    )
    limits = Limits(time_limit, memory_limit, node_limit, of_analysis(on_progress))
    analysis = prepare(game, options).analyse(limits)
    if analysis.status == "interrupted":
        raise Interrupted(analysis)
    return analysis
