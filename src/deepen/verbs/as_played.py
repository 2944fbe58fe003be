"""What is left of what a search has proven, where a class has rules on how its game is played.

A search knows no limit of moves, nothing of repetition and no distances: it proves that somebody
wins, not that they do so in time, or without a position that must not come again. A table knows
more (`search.tabulated`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from deepen.analysis import PATH_DEPENDENT, TABLE_NAME, Analysis, MoveValue
from deepen.game import Game, ObjectGame, has_outcome
from deepen.rules import DRAW, LOSS, WIN
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.search.repetition import never_repeats

AnyGame = Game | ObjectGame
Bounds = tuple[int | None, int | None]


def may_come_back(game: AnyGame, compiled: bool = True, limits: Limits | None = None) -> bool:
    """Whether a position may come that must not come again."""
    if game.repetition == "draw":
        return False
    return not never_repeats(prepare(game, AnalysisOptions(compiled=compiled)), limits)


def as_played(analysis: Analysis, game: AnyGame, comes_back: bool) -> Analysis:
    """What holds of it in a game that begins with this position; a table knows that already."""
    if analysis.is_over or analysis.algorithm == TABLE_NAME:
        return analysis
    is_limited = game.move_limit is not None
    if not has_outcome(game):
        is_open = is_limited or comes_back
        return _with(analysis, game, {}, (None, None)) if is_open else analysis
    if comes_back:
        analysis = _without_repeating(analysis, game)
    if not is_limited:
        return analysis
    known = {move.text: _in_time(_bounds(move)) for move in analysis.moves}
    return _with(analysis, game, known, _in_time(_bounds(analysis)))


def _in_time(bounds: Bounds) -> Bounds:
    """What is won or lost too late is a draw."""
    low, high = bounds
    return LOSS if low is None else min(low, DRAW), WIN if high is None else max(high, DRAW)


def _without_repeating(analysis: Analysis, game: AnyGame) -> Analysis:
    """Who loses does so in any case. The quickest win repeats nothing, others may have to; which
    one is the quickest, a search knows only where there is no other."""
    bounds = _bounds(analysis)
    if bounds[1] == LOSS:
        return analysis
    winning = [move for move in analysis.moves if move.lower_bound == WIN]
    known = {winning[0].text: (WIN, WIN)} if len(winning) == 1 else {}
    found = _with(analysis, game, known, bounds if bounds[0] == WIN else (None, None))
    return replace(found, line=[], subject=game)  # it may repeat on its way


def _bounds(known: Analysis | MoveValue) -> Bounds:
    return known.lower_bound, known.upper_bound


def _with(
    analysis: Analysis, game: AnyGame, known: Mapping[str, Bounds], bounds: Bounds
) -> Analysis:
    """An analysis with what is known of moves, and of the position."""
    any_value: Bounds = (LOSS, WIN) if has_outcome(game) else (None, None)
    moves = [_only_bounded(move, known.get(move.text, any_value)) for move in analysis.moves]
    bounds = any_value if bounds == (None, None) else bounds
    if bounds == _bounds(analysis):
        return replace(analysis, moves=moves, subject=game)
    if not analysis.exact:  # its value is a guess, and stays one
        low, high = bounds
        return replace(analysis, moves=moves, lower_bound=low, upper_bound=high, subject=game)
    return path_dependent(analysis, game, moves, bounds)


def _only_bounded(move: MoveValue, bounds: Bounds) -> MoveValue:
    """A move of which these bounds are proven; its value is a guess then, that of the search."""
    if bounds == _bounds(move):
        return move
    low, high = bounds
    return replace(move, lower_bound=low, upper_bound=high, exact=False, distance=None)


def path_dependent(
    analysis: Analysis, game: AnyGame, moves: list[MoveValue], bounds: Bounds
) -> Analysis:
    """An analysis of which only bounds are left, and which moves are best as far as is known."""
    low, high = bounds
    return replace(
        analysis,
        status=PATH_DEPENDENT,
        moves=moves,
        value=None,
        exact=False,
        lower_bound=low,
        upper_bound=high,
        line=[],
        winner=None,
        outcome=None,
        distance=None,
        winner_moves=None,
        repeats=False,
        subject=game,
    )
