"""What a worker does for the duel room: tell what positions are worth, and choose moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import deepen
from deepen.analysis import PATH_DEPENDENT, REPEATS, Analysis
from deepen.formatting.numbers import sentence
from deepen.formatting.progress import of_analysis
from deepen.formatting.value import (
    describe_value,
    ended_by,
    in_signs,
    outlook,
    spelled_out,
    tendency,
    what_helps,
)
from deepen.web import positions
from deepen.web.pages import Page
from deepen.web.solving import MOST_STEPS, Report


def analyse(
    game: str, text: str, report: Report, moves: Sequence[str] = (), **search: Any
) -> dict[str, Any]:
    """What a position of a game of two is worth, and every move in it."""
    page, session = positions.played(game, text, moves)
    position = session.position
    try:
        analysis = deepen.analyse(position, **search, on_progress=_looking(report))
    except deepen.Interrupted as stopped:
        analysis = stopped.partial
    return _evaluation(page, position, analysis)


def choose(
    game: str,
    text: str,
    report: Report,
    moves: Sequence[str] = (),
    level: int | None = None,
    time_limit: float | None = None,
) -> dict[str, Any]:
    """The program's move, and what it made of the position."""
    program = deepen.Program(level=level, time=None if level is not None else time_limit)
    page, session = positions.played(game, text, moves, program)
    choice = session.choose(_looking(report))
    return _evaluation(page, session.position, choice.analysis) | {"move": choice.move.text}


def _looking(report: Report) -> Callable[[deepen.AnalysisProgress], None]:
    def tell(progress: deepen.AnalysisProgress) -> None:
        report(
            {"seconds": progress.seconds, "nodes": progress.nodes, "told": of_analysis(progress)}
        )

    return tell


def _evaluation(page: Page, position: Any, analysis: Analysis) -> dict[str, Any]:
    return {
        "verdict": _told(describe_value(analysis, page.players[position.to_move]), analysis),
        "outlook": _told(outlook(analysis, position, page.players), analysis),
        "total": _total(position, analysis),
        "to_move": position.to_move,
        "score": position.score,
        "value": analysis.value,
        "exact": analysis.exact,
        "outcome": analysis.outcome,
        "distance": analysis.distance,
        "depth": analysis.depth,
        "best_moves": analysis.best_moves,
        "moves": [_move(move, analysis) for move in analysis.moves],
        "line": analysis.line[:MOST_STEPS],
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
    }


def _told(verdict: str, analysis: Analysis) -> str:
    """As a sentence, and why there is no more to say, where that is not for lack of time."""
    is_plain = analysis.status not in (PATH_DEPENDENT, REPEATS)
    why = what_helps(analysis) if is_plain else ended_by(analysis)
    return f"{sentence(verdict)} {why}".rstrip()


def _total(position: Any, analysis: Analysis) -> dict[str, Any] | None:
    if analysis.value is None:
        return None
    to_first = analysis.value if position.to_move == 0 else -analysis.value
    return positions.total(position.score + to_first, exact=analysis.exact)


def _move(move: deepen.MoveValue, analysis: Analysis) -> dict[str, Any]:
    return {
        "move": move.text,
        "value": move.value,
        "lower_bound": move.lower_bound,
        "upper_bound": move.upper_bound,
        "exact": move.exact,
        "distance": move.distance,
        "tendency": tendency(move),
        "text": in_signs(move, analysis),
        "spoken": f"{move.text} is worth {spelled_out(move, analysis)}",
    }
