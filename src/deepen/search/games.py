"""An analysis of a game that is ready to run."""

from __future__ import annotations

from typing import Any

from deepen import _core
from deepen._core import GAME_LIMIT
from deepen.analysis import (
    DRAW_NAME,
    OUTCOME_NAMES,
    REPEATS,
    Analysis,
    AnalysisRow,
    MoveValue,
)
from deepen.compiler import abi, functions
from deepen.errors import RuleError, UsageError
from deepen.game import Game, ObjectGame, has_outcome
from deepen.interpreter.game_claims import (
    lost_image,
    wrong_image,
    wrong_image_near,
    wrong_way_back,
)
from deepen.interpreter.game_objects import GameObjects
from deepen.interpreter.games import InterpretedGame
from deepen.interpreter.methods import start_of
from deepen.search.base import PreparedSearch, once, status_name
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions

# The table when nobody sets a memory limit: fixed, so that counts are the same everywhere.
_TABLE_BYTES = 1 << 30
_ALONE = 100_000
"""Positions before other threads join: so many take less time than they would save."""
_MOST_IMAGES = 10_000
"""Positions in which a wrong `canonical` is looked for, where a table was refused."""
_IMAGES = (
    "Where a game has `predecessors`, moves of images must lead to images; `symmetry=False` of "
    "tabulate leaves `canonical` aside."
)
TO_THE_END = _core.MOST_PLIES + 1
"""A depth that no game has."""


class GameSearch(PreparedSearch):
    """What the analyses of a `Game` and of an `ObjectGame` share."""

    interpreter: InterpretedGame | GameObjects
    options: AnalysisOptions

    def __init__(self, game: Game | ObjectGame, options: AnalysisOptions) -> None:
        options.check()
        if options.algorithm == "proof-number":
            _check_play_without_end(game)
        self.subject = game
        self.options = options
        self.symmetry = options.is_on(options.symmetry)

    @once
    def rules(self) -> _core.GameRules:
        """For the engine."""
        return self.interpreter.rules(self.symmetry)

    @once
    def space(self) -> _core.PuzzleRules:
        return _core.PythonPuzzleRules(len(self.start), self.interpreter.reach, _never, None)

    def compile(self) -> None:
        self.rules  # noqa: B018

    def retrace(self, words: tuple[int, ...]) -> None:
        self.interpreter.retrace(words, self.symmetry)

    def retrace_space(self, words: tuple[int, ...]) -> None:
        self.interpreter.reach(words, 0, along=False)

    @once
    def paying_space(self) -> _core.PuzzleRules:
        """The rules as those of a puzzle; in place of a cost, what a move pays."""
        asked = self.interpreter
        canonical = asked.canonical if self.has_symmetry else None
        back = None
        if isinstance(asked, InterpretedGame) and asked.predecessors_rule is not None:
            back = asked.predecessors
        return _core.PythonPuzzleRules(len(self.start), asked.pay, _never, None, canonical, back)

    def words_of_position(self, game: Any) -> tuple[int, ...]:
        """Where another game of these rules stands, as the engine has it."""
        raise NotImplementedError

    def canonical_words(self, words: tuple[int, ...]) -> tuple[int, ...]:
        """What stands for a position where images of each other are one."""
        return self.interpreter.canonical(words) if self.has_symmetry else words

    @property
    def has_symmetry(self) -> bool:
        """Whether they are."""
        return self.symmetry and getattr(type(self.subject), "canonical", None) is not None

    def tabulate(
        self, limits: Limits, log: str | None = None, key: str = "", save_every: float = 10.0
    ) -> _core.RawTable:
        """Finds what every position is worth that can be reached.

        With a `log`, the path of a file, what is found is kept there every so many seconds, and a
        build that was stopped goes on from it, if it had the same `key`.
        """
        rules, allowance = self.paying_space, limits.allowance()
        decided = self.interpreter.outcome(tuple(self.start))
        return self.guarded(
            lambda: _core.tabulate(
                rules,
                self.start,
                allowance,
                threads=self.threads,
                pays_at_ends=has_outcome(self.subject),
                worth_of_start=decided or 0,
                log=log,
                key=key,
                save_every=save_every,
            )
        )

    def analyse(self, limits: Limits) -> Analysis:
        """Searches, and turns the raw result into an `Analysis`."""
        if self.options.algorithm == "proof-number":
            return self._analysis(self._proven(limits))
        options = self.options
        last = options.depth or TO_THE_END
        endless = limits.time is not None or options.repeats
        deepening = options.depth is None and endless
        analysis_options = _core.AnalysisOptions(
            first_depth=1 if deepening else last,
            last_depth=last,
            all_values=options.values == "all",
            quick_wins_score_more=self.subject.quick_wins_score_more,
            threads=self.threads,
            alone=_ALONE,
            table=options.is_on(options.table),
            reorder=options.is_on(options.reorder),
            null_windows=options.is_on(options.null_windows),
        )
        memory = limits.chosen_memory
        rules, allowance = self.rules, limits.allowance()
        found = self.guarded(
            lambda: _core.analyse(
                rules,
                self.start,
                allowance,
                analysis_options,
                table_bytes=_TABLE_BYTES if memory is None else memory,
                prune=options.algorithm != "minimax",
            )
        )
        return self._analysis(found)

    def _proven(self, limits: Limits) -> _core.RawAnalysis:
        """The raw result of proof-number search."""
        memory = limits.chosen_memory
        rules, allowance = self.rules, limits.allowance()
        table_bytes = _TABLE_BYTES if memory is None else memory
        return self.guarded(
            lambda: _core.proof_number(rules, self.start, allowance, table_bytes=table_bytes)
        )

    def _analysis(self, found: _core.RawAnalysis) -> Analysis:
        low, high, depth = found.proven.lower_bound, found.proven.upper_bound, found.depth
        decided = None if found.moves else self.interpreter.outcome(tuple(self.start))
        if decided is not None:  # to the engine, a position without moves is worth 0
            low = high = decided
        exact = low == high
        proves = self.options.algorithm == "proof-number"
        start = self.state_of(self.start)
        moves = [self._move_value(start, move) for move in found.moves]
        value = low if exact else found.value.lower_bound if depth > 0 or not moves else None
        best_moves = _best(moves, value, exact)
        return Analysis(
            status=self._status(found.status),
            value=value,
            exact=exact,
            lower_bound=_bound(low),
            upper_bound=_bound(high),
            depth=None if exact or proves else min(depth, _core.MOST_PLIES),
            best_moves=best_moves,
            moves=moves,
            line=self._line(start, found.line) if best_moves else [],
            algorithm=self.options.algorithm,
            nodes=found.nodes,
            table_hits=found.table_hits,
            peak_bytes=found.peak_bytes,
            seconds=found.seconds,
            rows=[AnalysisRow(r.depth, r.value, r.nodes, r.seconds) for r in found.rows],
            winner=winner_of(self.subject, _bound(low), _bound(high), decided is not None),
            outcome=outcome_of(self.subject, value) if exact else None,
            distance=0 if decided else None,
            winner_moves=0 if decided else None,
            repeats=self.options.repeats and not exact,
            subject=self.subject,
        )

    def _status(self, status: _core.Status) -> str:
        """How it ended. One that was to look to the end met none in as many moves as it may."""
        name, to_the_end = status_name(status), self.options.depth in (None, TO_THE_END)
        return REPEATS if to_the_end and name == "depth-limit" else name

    def _move_value(self, start: Any, move: _core.RawMove) -> MoveValue:
        proven, action = move.proven, move.action
        low, high = proven.lower_bound, proven.upper_bound
        exact = low == high
        shown = self.interpreter.shown_action(start, action, self.state_of(move.state))
        return MoveValue(
            str(shown),
            self.interpreter.action(action),
            low if exact else _certain(move.at_depth),
            _bound(low),
            _bound(high),
            exact,
        )

    def _line(self, state: Any, line: list[_core.RawMove]) -> list[str]:
        """Moves one after the other, as people write them."""
        texts = []
        for move in line:
            child = self.state_of(move.state)
            texts.append(str(self.interpreter.shown_action(state, move.action, child)))
            state = child
        return texts


class PreparedGame(GameSearch):
    """An analysis of a `Game`, its rules compiled or not."""

    interpreter: InterpretedGame

    def __init__(self, game: Game, options: AnalysisOptions) -> None:
        super().__init__(game, options)
        self.game = game
        self.is_compiled = options.compiled
        kind = type(game)
        self.order = kind.order if options.is_on(options.reorder) else None
        self.bounds = kind.bounds if options.is_on(options.bounds) else None
        width = abi.width_of(game.packing.words)
        self.interpreter = InterpretedGame(game, width, self.order, self.bounds)
        self.start = self.interpreter.start_words()

    def unexplained(self, fault: _core.RuleFault, words: tuple[int, ...]) -> RuleError:
        if fault == _core.RuleFault.wrong_way_back:
            return self._wrong_way_back(words)
        if fault == _core.RuleFault.asymmetric:
            state = self.state_of(words)
            reason = f"it gives {state!r} for states in which the game is over, and for others"
            return self.interpreter.wrong_rule("canonical", reason, "`deepen.check` may tell more.")
        return super().unexplained(fault, words)

    def _wrong_way_back(self, words: tuple[int, ...]) -> RuleError:
        """Values that the rule `predecessors` has led to do not follow from those of the moves."""
        asked, no_table = self.interpreter, "; so there is no table"
        wrong_back = wrong_way_back(asked, words)
        if self.has_symmetry and (image := self._wrong_image(words, is_back_right=not wrong_back)):
            return asked.wrong_rule("canonical", image + no_table, _IMAGES)
        wrong = wrong_back or "predecessors of another state yields a move of this one that is none"
        reason = f"in state {self.state_of(words)!r}: {wrong}{no_table}"
        return asked.wrong_rule("predecessors", reason, "`deepen check` may tell more.")

    def _wrong_image(self, words: tuple[int, ...], is_back_right: bool) -> str:
        """Looked for first, since with images that are none any way back looks wrong."""
        asked = self.interpreter
        return (
            wrong_image(asked, words)
            or wrong_image_near(asked, tuple(self.start), _MOST_IMAGES)
            or (lost_image(asked, words) if is_back_right else "")
        )

    def words_of_position(self, game: Game) -> tuple[int, ...]:
        return tuple(InterpretedGame(game, self.interpreter.width).start_words())

    @once
    def rules(self) -> _core.GameRules:
        if not self.is_compiled:
            return self.interpreter.rules(self.symmetry)
        kind = type(self.game)
        return _core.CompiledGameRules(
            self.interpreter.width,
            self.game.board_bytes,
            **functions.game_functions(
                self.game.packing,
                self.order,
                self.bounds,
                kind.canonical if self.symmetry else None,
            ),
        )

    @once
    def space(self) -> _core.PuzzleRules:
        if not self.is_compiled:
            return _core.PythonPuzzleRules(len(self.start), self.interpreter.reach, _never, None)
        return _core.CompiledPuzzleRules(
            self.interpreter.width,
            self.game.board_bytes,
            expand=functions.reach_function(self.game.packing),
            expand_along=0,
            is_goal=0,
            estimate=0,
        )

    @once
    def paying_space(self) -> _core.PuzzleRules:
        if not self.is_compiled:
            return super().paying_space
        packing = self.game.packing
        return _core.CompiledPuzzleRules(
            self.interpreter.width,
            self.game.board_bytes,
            expand=functions.pay_function(packing),
            expand_along=0,
            is_goal=0,
            estimate=0,
            canonical=functions.canonical_function(packing) if self.symmetry else 0,
            predecessors=functions.optional_function(packing, "predecessors"),
        )


class PreparedObjectGame(GameSearch):
    """An analysis of an `ObjectGame`."""

    interpreter: GameObjects
    is_compiled = False

    def __init__(self, game: ObjectGame, options: AnalysisOptions) -> None:
        super().__init__(game, options)
        order, bounds = options.is_on(options.reorder), options.is_on(options.bounds)
        self.interpreter = GameObjects(game, order=order, bounds=bounds)
        self.start = self.interpreter.start_words()

    def words_of_position(self, game: ObjectGame) -> tuple[int, ...]:
        return (self.interpreter.states.of(start_of(game)),)


def _check_play_without_end(game: Game | ObjectGame) -> None:
    """Refuses a game whose values depend on the path: it is not known to the search."""
    if game.repetition != "draw" or game.move_limit is not None:
        name = type(game).__name__
        raise UsageError(
            f"proof-number takes play without end for a draw, and {name} says otherwise by its "
            f"`{'move_limit' if game.repetition == 'draw' else 'repetition'}`"
        )


def _never(words: tuple[int, ...]) -> bool:
    return False


def _certain(at_depth: _core.Bounds) -> int | None:
    low = at_depth.lower_bound
    return low if low == at_depth.upper_bound else None


def _bound(value: int) -> int | None:
    return value if -GAME_LIMIT < value < GAME_LIMIT else None


def outcome_of(game: Game | ObjectGame, value: int | None) -> str | None:
    """What a proven value means to the mover; None where points are counted."""
    return None if value is None or not has_outcome(game) else OUTCOME_NAMES[value]


def winner_of(
    game: Game | ObjectGame, low: int | None, high: int | None, decided: bool
) -> str | None:
    """Who wins in the end, points of before included, if these bounds of the value prove it."""
    before = game.score if game.to_move == 0 else -game.score
    if decided:
        before = 0  # the score has it already, if the game was played to here
    if low is not None and before + low > 0:
        return game.players[game.to_move]
    if high is not None and before + high < 0:
        return game.players[1 - game.to_move]
    return DRAW_NAME if low == high == -before else None


def _best(moves: list[MoveValue], value: int | None, exact: bool) -> list[str]:
    """The moves that reach the value.

    None, where the bounds of the position prove what it is worth before any move is proven to
    reach that: a move that is called best of an exact value must be.
    """
    if exact:
        return [move.text for move in moves if move.lower_bound == value]
    seen = [move.value for move in moves if move.value is not None]
    return [move.text for move in moves if seen and move.value == max(seen)]
