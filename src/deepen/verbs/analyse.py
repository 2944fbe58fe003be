"""`deepen.analyse`: the value of a position of a two-player game, and of every move in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from deepen import _core
from deepen._arguments import (
    LIMITS,
    a_function,
    a_name,
    a_truth,
    an_integer,
    checked,
    one_of,
    optional,
    unknown,
)
from deepen._core import RuleFault
from deepen.analysis import Analysis, DepthRow, MoveValue
from deepen.compiler import functions
from deepen.errors import Interrupted, RuleError, UsageError
from deepen.game import Game, ObjectGame
from deepen.interpreter.games import GameObjects, InterpretedGame
from deepen.search.prepared import guarded, make_allowance
from deepen.search.subjects import a_game

GAME_ALGORITHMS = ("negamax", "alphabeta", "minimax")
"""What `analyse` may be told to use."""

# The table when nobody sets a memory limit: fixed, so that counts are the same everywhere.
_TABLE_BYTES = 1 << 30
_ALONE = 100_000
"""Positions before other threads join: so many take less time than they would save."""
_MOST_THREADS = 256
_TO_THE_END = _core.MOST_PLIES + 1


@dataclass(frozen=True)
class _Options:
    algorithm: str
    depth: int | None
    threads: int
    table: bool
    reorder: bool
    null_windows: bool
    bounds: bool
    symmetry: bool
    values: str
    table_bytes: int
    deepening: bool


@checked(
    game=a_game,
    depth=optional(an_integer(1, _TO_THE_END)),
    algorithm=a_name,
    threads=an_integer(1, _MOST_THREADS),
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
    on_progress: Callable[[_core.Progress], Any] | None = None,
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
        threads: how many searches share one table. More find the same value sooner.
        values: `all` finds the value of every move; `best` only tells the best from the others.
        table: remember positions.
        reorder: try promising moves first.
        null_windows: ask whether a move is better than a number before asking how good it is.
        bounds, symmetry: use the rules `bounds` and `canonical`, where there are any.
        time_limit: in seconds.
        memory_limit: in bytes, for the table, which grows as it pays; at most 1 GiB without one.
        node_limit: most positions to look at.
        on_progress: called about ten times a second with a snapshot of the search.
        compiled: False runs the rules in the interpreter, for a debugger: the same answer, slower.

    Raises:
        UsageError: an unknown algorithm, or options that do not fit.
        RuleError: a rule that cannot be compiled or that misbehaves.
        Interrupted: Ctrl-C; its `solution` holds the analysis up to then.

    >>> from deepen.games import hashi
    >>> analysis = analyse(hashi.parse("1.1\\n.0.\\n.20"))
    >>> analysis.value, analysis.best_moves
    (4, ['a1-c1'])
    """
    smart = algorithm == "negamax"
    options = _Options(
        algorithm=algorithm,
        depth=depth,
        threads=threads,
        values=values,
        table=smart if table is None else table,
        reorder=smart if reorder is None else reorder,
        null_windows=smart if null_windows is None else null_windows,
        bounds=smart if bounds is None else bounds,
        symmetry=smart if symmetry is None else symmetry,
        table_bytes=_TABLE_BYTES if memory_limit is None else memory_limit,
        deepening=depth is None and time_limit is not None,
    )
    _check(options)
    allowance = make_allowance(time_limit, memory_limit, node_limit, on_progress, None)
    analysis = _prepared(game, options, compiled).run(allowance).about(game)
    if analysis.status == "interrupted":
        raise Interrupted(analysis)
    return analysis


def _check(options: _Options) -> None:
    if options.algorithm not in GAME_ALGORITHMS:
        raise unknown("algorithm", options.algorithm, GAME_ALGORITHMS, " for games")
    if options.threads > 1 and not options.table:
        raise UsageError("threads share a table, so they need one")
    if options.algorithm == "minimax" and (options.table or options.reorder):
        raise UsageError("minimax looks at everything in the rules' order; use alphabeta")


def _prepared(game: Game | ObjectGame, options: _Options, compiled: bool) -> _Prepared:
    if isinstance(game, ObjectGame):
        return _PreparedObjects(game, options)
    return _PreparedGame(game, options, compiled)


class _Prepared:
    """An analysis that is ready to run."""

    options: _Options
    rules: _core.GameRules
    start: list[int]
    quick_wins_score_more: bool

    def run(self, allowance: _core.SearchLimits) -> Analysis:
        options = self.options
        last = options.depth or _TO_THE_END
        interpreted = not isinstance(self.rules, _core.CompiledGameRules)
        analysis_options = _core.AnalysisOptions(
            first_depth=1 if options.deepening else last,
            last_depth=last,
            all_values=options.values == "all",
            quick_wins_score_more=self.quick_wins_score_more,
            threads=1 if interpreted else options.threads,  # one interpreter, one lock
            alone=_ALONE,
            table=options.table,
            reorder=options.reorder,
            null_windows=options.null_windows,
        )
        found = guarded(
            lambda: _core.analyse(
                self.rules,
                self.start,
                allowance,
                analysis_options,
                table_bytes=options.table_bytes,
                prune=options.algorithm != "minimax",
            ),
            self.explain,
        )
        return self._analysis(found)

    def explain(self, fault: RuleFault, words: tuple[int, ...]) -> Exception:
        """What a failure of compiled rules on a state means."""
        return RuleError(_FAULTS[fault])

    def text_of(self, words: list[int], move: _core.RawMove) -> str:
        """A move from a state, as people write it."""
        raise NotImplementedError

    def action_of(self, number: int) -> Any:
        """An action as users see it."""
        return number

    def _analysis(self, found: _core.RawAnalysis) -> Analysis:
        searched = found.depth > 0 or not found.moves
        value = found.value.lower_bound if searched else None
        exact = found.proven.lower_bound == found.proven.upper_bound
        if exact:
            value = found.proven.lower_bound
        moves = [self._move_value(move) for move in found.moves]
        best_moves = _best(moves, value, exact)
        rows = [DepthRow(row.depth, row.value, row.nodes, row.seconds) for row in found.rows]
        return Analysis(
            status=found.status.name.replace("_", "-"),
            value=value,
            exact=exact,
            lower_bound=_bound(found.proven.lower_bound),
            upper_bound=_bound(found.proven.upper_bound),
            depth=None if exact or found.depth == _TO_THE_END else found.depth,
            best_moves=best_moves,
            moves=moves,
            line=self._line(found.line) if best_moves else [],
            algorithm=self.options.algorithm,
            nodes=found.nodes,
            table_hits=found.table_hits,
            peak_bytes=found.peak_bytes,
            seconds=found.seconds,
            rows=rows,
        )

    def _move_value(self, move: _core.RawMove) -> MoveValue:
        proven = move.proven
        exact = proven.lower_bound == proven.upper_bound
        known = proven if exact else move.at_depth
        return MoveValue(
            text=self.text_of(self.start, move),
            action=self.action_of(move.action),
            value=known.lower_bound if known.lower_bound == known.upper_bound else None,
            lower_bound=_bound(proven.lower_bound),
            upper_bound=_bound(proven.upper_bound),
            exact=exact,
        )

    def _line(self, line: list[_core.RawMove]) -> list[str]:
        texts, words = [], self.start
        for move in line:
            texts.append(self.text_of(words, move))
            words = list(move.state)
        return texts


def _bound(value: int) -> int | None:
    return value if abs(value) < _core.GAME_LIMIT else None


def _best(moves: list[MoveValue], value: int | None, exact: bool) -> list[str]:
    """The moves that reach the value.

    None, where the bounds of the position prove what it is worth before any move is proven to
    reach that: a move that is called best of an exact value must be.
    """
    if exact:
        return [move.text for move in moves if move.lower_bound == value]
    seen = [move.value for move in moves if move.value is not None]
    return [move.text for move in moves if seen and move.value == max(seen)]


_FAULTS = {
    RuleFault.raised: "a rule raised an exception in compiled code only",
    RuleFault.bad_value: "a rule gave a number out of range in compiled code only",
    RuleFault.too_many: "a position has too many moves in compiled code only",
    RuleFault.value_overflow: f"a position is worth {_core.GAME_LIMIT} or more",
    RuleFault.unfinished: "a rule did not return in time",
}


class _PreparedGame(_Prepared):
    """A `Game`, its rules compiled or not."""

    def __init__(self, game: Game, options: _Options, compiled: bool) -> None:
        self.game = game
        self.options = options
        self.quick_wins_score_more = game.quick_wins_score_more
        kind = type(game)
        width = functions.width_of(game.state_words)
        order = kind.order if options.reorder else None
        bounds = kind.bounds if options.bounds else None
        self.interpreted = InterpretedGame(game, width, order, bounds)
        self.start = list(self.interpreted.words(game.start))
        if not compiled:
            self.rules = self.interpreted.rules(options.symmetry)
            return
        self.rules = _core.CompiledGameRules(
            width,
            game.board_bytes,
            moves=functions.moves_function(kind, order, bounds),
            evaluate=functions.evaluate_function(kind),
            canonical=functions.canonical_function(kind) if options.symmetry else 0,
            bounds=functions.bounds_function(kind, bounds),
        )

    def explain(self, fault: RuleFault, words: tuple[int, ...]) -> Exception:
        # The interpreter knows the line: run the rules there, on the same state.
        try:
            self.interpreted.evaluate(words)
            self.interpreted.bounds(words)
            for _, child, *_ in self.interpreted.expand(words):
                self.interpreted.evaluate(child)
            if self.options.symmetry and type(self.game).canonical is not None:
                self.interpreted.canonical(words)
        except RuleError as error:
            return error
        return super().explain(fault, words)

    def text_of(self, words: list[int], move: _core.RawMove) -> str:
        shown = self.interpreted.shown_words
        return str(self.game.describe_action(shown(words), move.action, shown(move.state)))


class _PreparedObjects(_Prepared):
    """An `ObjectGame`."""

    def __init__(self, game: ObjectGame, options: _Options) -> None:
        self.options = options
        self.quick_wins_score_more = game.quick_wins_score_more
        self.objects = GameObjects(game, order=options.reorder, bounds=options.bounds)
        self.rules = self.objects.rules(options.symmetry)
        self.start = [self.objects.start()]

    def explain(self, fault: RuleFault, words: tuple[int, ...]) -> Exception:
        self.objects.expand(words)
        self.objects.evaluate(words)
        return super().explain(fault, words)

    def text_of(self, words: list[int], move: _core.RawMove) -> str:
        return str(self.objects.actions[move.action])

    def action_of(self, number: int) -> Any:
        return self.objects.actions[number]
