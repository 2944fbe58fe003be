"""What is left of a proof in a game that has been elsewhere before.

A win is proven for a game that begins with its position: each move comes nearer to the end, so
nothing repeats. Where positions have been there that may not come again, the way to the end may
lead through one of them, but only if it is nearer to the end itself.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from deepen.analysis import Analysis, MoveValue
from deepen.game import Game, ObjectGame, has_outcome
from deepen.rules import LOSS, WIN
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.search.repetition import A_LOOK, never_repeats
from deepen.tables import known
from deepen.verbs.as_played import path_dependent

AnyGame = Game | ObjectGame


def after_these(analysis: Analysis, game: AnyGame, before: Sequence[AnyGame]) -> Analysis:
    """What an analysis proves of a position to which these have led."""
    is_draw = has_outcome(game) and analysis.value == 0
    if not before or not analysis.exact or analysis.is_over or is_draw:
        return analysis
    closed = _closed(game, before)
    if not closed or never_repeats(prepare(game, AnalysisOptions()), A_LOOK):
        return analysis
    nearest = _nearest(game, closed)
    moves = [_open(each, nearest) if has_outcome(game) else each for each in analysis.moves]
    if (math.inf if analysis.distance is None else analysis.distance) <= nearest:
        return replace(analysis, moves=moves, subject=game)
    bounds = (LOSS, WIN) if has_outcome(game) else (None, None)
    return path_dependent(analysis, game, moves, bounds)


def _closed(game: AnyGame, before: Sequence[AnyGame]) -> list[AnyGame]:
    """The positions that end the game, or may not come, if they come again."""
    visits = Counter((each.start, each.to_move) for each in before)
    least = 2 if game.repetition == "draw" else 1
    found = {(each.start, each.to_move): each for each in before}
    return [found[place] for place, count in visits.items() if count >= least]


def _nearest(game: AnyGame, closed: list[AnyGame]) -> float:
    """In how many moves one of them is decided, at least."""
    table = known.find(game) if has_outcome(game) else None
    if table is None:
        return 0
    entries = [table.get(each) for each in closed]
    if None in entries:
        return 0
    told = [each.distance for each in entries if each is not None and each.distance is not None]
    return min(told, default=math.inf)


def _open(move: MoveValue, nearest: float) -> MoveValue:
    if not move.value or (move.distance is not None and move.distance <= nearest):
        return move
    return replace(move, value=None, lower_bound=LOSS, upper_bound=WIN, exact=False, distance=None)
