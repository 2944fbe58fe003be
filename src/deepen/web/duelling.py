"""What a worker does for the duel room: tell what positions are worth, and choose moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

import deepen
from deepen._core import MOST_PLIES
from deepen.analysis import Analysis
from deepen.errors import UsageError
from deepen.formatting import value
from deepen.formatting.numbers import sentence
from deepen.web import positions
from deepen.web.pages import Page
from deepen.web.solving import MOST_STEPS, Report


def analyse(
    game: str, text: str, report: Report, moves: Sequence[str] = (), **search: Any
) -> dict[str, Any]:
    """What a position of a game of two is worth, and every move in it."""
    page, played = positions.played(game, text, moves)
    position = played[-1]
    try:
        analysis = deepen.analyse(position, **search, on_progress=_looking(report))
    except deepen.Interrupted as stopped:
        analysis = cast(Analysis, stopped.solution)
    return _worth(page, position, analysis)


def choose(
    game: str,
    text: str,
    report: Report,
    moves: Sequence[str] = (),
    level: int | None = None,
    time_limit: float | None = None,
) -> dict[str, Any]:
    """The program's move, and what it made of the position."""
    page, played = positions.played(game, text, moves)
    position = played[-1]
    if not position.legal_moves():
        raise UsageError("the game is over")
    program = deepen.Program(level=level, time=None if level is not None else time_limit)
    choice = program.choose(position, Random(), _looking(report))
    return _worth(page, position, choice.analysis) | {"move": choice.move.text}


def _looking(report: Report) -> Callable[[Any], None]:
    def tell(progress: Any) -> None:
        depth = progress.lower_bound  # of the look that is under way
        report(
            {
                "seconds": progress.seconds,
                "nodes": progress.expanded,
                "depth": depth if depth <= MOST_PLIES else None,
            }
        )

    return tell


def _worth(page: Page, position: Any, analysis: Analysis) -> dict[str, Any]:
    name, _ = page.page.PLAYERS[position.to_move]
    return {
        "verdict": sentence(value.verdict(analysis, name)),
        "to_move": position.to_move,
        "score": position.score,
        "value": analysis.value,
        "exact": analysis.exact,
        "depth": analysis.depth,
        "best_moves": analysis.best_moves,
        "moves": [
            {
                "move": move.text,
                "value": move.value,
                "lower_bound": move.lower_bound,
                "upper_bound": move.upper_bound,
                "exact": move.exact,
            }
            for move in analysis.moves
        ],
        "line": analysis.line[:MOST_STEPS],
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
    }
