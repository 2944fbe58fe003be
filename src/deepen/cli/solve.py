"""`deepen solve`."""

from __future__ import annotations

from typing import Any, cast

import deepen
from deepen.cli.answer import exit_code
from deepen.cli.examples import or_example
from deepen.cli.kinds import load_for_one
from deepen.cli.printing import emit, note
from deepen.cli.reading import read_all
from deepen.cli.watching import status_line
from deepen.formatting.solution import as_json
from deepen.games.protocol import BuiltIn, HasPlainTimeLimit
from deepen.solution import Solution


def run_solve(
    name: str, source: str | None, search: dict[str, Any], *, json: bool, plain: bool
) -> int:
    """Solves the puzzles of a source, mostly one, prints each answer and returns the exit code."""
    game = load_for_one(name)
    if plain and search["time_limit"] is None:
        search = {**search, "time_limit": _judges_limit(game)}
    worst = 0
    for number, puzzle in enumerate(read_all(game, or_example(game, "solve", source))):
        solution = _solve(puzzle, search)
        if json:
            from json import dumps

            emit(dumps(as_json(name, solution)))
        elif plain:
            _print_plain(game, puzzle, solution)
        else:
            from deepen.cli.report import report

            emit("\n" * (number > 0) + report(game, puzzle, solution))
        worst = max(worst, exit_code(solution.status))
        if solution.status == "interrupted":
            break
    return worst


def _solve(puzzle: Any, search: dict[str, Any]) -> Solution:
    with status_line(puzzle, search) as line:
        try:
            return deepen.solve(puzzle, **search, on_progress=line.listener)
        except deepen.Interrupted as stopped:
            return cast(Solution, stopped.solution)


def _judges_limit(game: BuiltIn[Any]) -> float | None:
    return game.PLAIN_TIME_LIMIT if isinstance(game, HasPlainTimeLimit) else None


def _print_plain(game: BuiltIn[Any], puzzle: Any, solution: Solution) -> None:
    says_failure = isinstance(game, HasPlainTimeLimit)
    text = game.plain(puzzle, solution) if solution.solved or says_failure else ""
    if text:
        emit(text)
    if not solution.solved:
        from deepen.formatting.solution import verdict

        note(verdict(solution))
