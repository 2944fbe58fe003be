"""`deepen.analyse`: the value of a position of a two-player game, and of every move in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from os import PathLike
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

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
from deepen.errors import Interrupted, UsageError
from deepen.game import Game, ObjectGame
from deepen.progress import AnalysisProgress, of_analysis
from deepen.search.games import TO_THE_END, GameSearch
from deepen.search.jobs import THREADS
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.search.repetition import repeats
from deepen.search.subjects import a_game
from deepen.verbs.as_played import as_played, may_come_back
from deepen.verbs.lookup import (
    a_table,
    has_no_table,
    interrupted,
    left_over,
    look_up,
    needs_distances,
    read_off,
)

if TYPE_CHECKING:
    from deepen.table import Table


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
    using=optional(a_table),
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
    using: Table | str | PathLike[str] | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[AnalysisProgress], Any] | None = None,
    compiled: bool = True,
) -> Analysis:
    """Finds what a position is worth to the player to move, which moves are best, and why.

    Without `depth` it looks to the end of the game, so the answer is exact; under a time limit it
    deepens step by step, and keeps what the last finished depth has shown.

    A game in which positions can repeat has no end to look to. Its answer is read off a table: one
    that `deepen.tabulate` has made, or a small one that is made at once, of at most 5 million
    positions in at most 2 seconds, or in half of `time_limit` if that is less. It knows who wins
    and in how many plies. Where there is no such table, or you say how to search, the search goes
    on until a limit ends it.

    Args:
        game: the position.
        depth: how many moves to look ahead.
        algorithm: `negamax`, which uses everything below; `alphabeta`, which uses of that only what
            you switch on; `minimax`, which looks at everything; `proof-number`, which proves who
            wins, on larger boards and where positions repeat, and of points on which side of 0 the
            value lies.
        threads: how many searches share one table; 0 for one a core. More find the same value
            sooner; `proof-number` uses one.
        values: `all` finds the value of every move; `best` only tells the best from the others;
            `proof-number` is content with one best move, whatever is said here.
        table: remember positions, in a transposition table.
        reorder: try promising moves first.
        null_windows: ask whether a move is better than a number before asking how good it is.
        using: a table to read the answer off, or the path of its file; nothing is searched then.
        bounds: use the rule `bounds`, if there is one.
        symmetry: use the rule `canonical`, if there is one.
        time_limit: in seconds.
        memory_limit: in bytes, for the transposition table, which grows as it pays; at most 1 GiB
            without one.
        node_limit: most positions to look at.
        on_progress: called about ten times a second with an `AnalysisProgress`.
        compiled: False runs the rules in the interpreter, for a debugger: the same answer, slower.

    Raises:
        UsageError: an unknown algorithm, or options that do not fit.
        InputError: `using` is no table of this game, or does not have the position.
        RuleError: a rule that cannot be compiled or that misbehaves.
        Interrupted: Ctrl-C; its `partial` holds the analysis up to then.

    >>> from deepen.games import hashi
    >>> analysis = analyse(hashi.parse("1.1\\n.0.\\n.20"))
    >>> analysis.value, analysis.best_moves
    (4, ['a1-c1'])
    """
    limits = Limits(time_limit, memory_limit, node_limit, of_analysis(on_progress))
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
    if using is not None:
        if depth is not None:
            raise UsageError("a table knows the end of the game: leave out depth, or using")
        return read_off(using, game)
    try:
        comes_back = may_come_back(game, compiled, limits)
    except KeyboardInterrupt:
        raise interrupted(game) from None
    try:
        found = analysed(game, options, limits)
    except Interrupted as stopped:
        raise Interrupted(as_played(cast(Analysis, stopped.partial), game, comes_back)) from None
    return as_played(found, game, comes_back)


def analysed(game: Game | ObjectGame, options: AnalysisOptions, limits: Limits) -> Analysis:
    """What a table or a search finds of a position.

    A search knows nothing of the rules that a class has on how its game is played: `as_played`.
    """
    search = prepare(game, options)
    if not options.asks_for_the_end:
        return _searched(search, limits)
    started = monotonic()
    found = look_up(search, limits)
    if found is not None:
        return found
    if repeats(search, limits):
        search = prepare(game, replace(options, repeats=True))
    elif not needs_distances(game):  # so no table was tried
        return _searched(search, limits)
    return _after_a_table(search, limits, monotonic() - started)


def _after_a_table(search: GameSearch, limits: Limits, spent: float) -> Analysis:
    """A search in the time that a table has left over."""
    if limits.time is not None:
        left = left_over(limits.time, spent)
        spent, limits = limits.time - left, replace(limits, time=left)
    game, found = search.subject, _searched(search, limits)
    repeats = found.repeats and not has_no_table(game)  # which is where a table knows more
    return replace(found, seconds=found.seconds + spent, repeats=repeats, subject=game)


def _searched(search: GameSearch, limits: Limits) -> Analysis:
    analysis = search.analyse(limits)
    if analysis.status == "interrupted":
        raise Interrupted(analysis)
    return analysis
