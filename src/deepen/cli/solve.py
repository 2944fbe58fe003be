"""`deepen solve`."""

from __future__ import annotations

from typing import Any, cast

import deepen
from deepen import games
from deepen.cli.answer import as_json, exit_code
from deepen.cli.printing import emit, note
from deepen.cli.reading import read_puzzle
from deepen.cli.status_line import StatusLine
from deepen.solution import Solution


def run_solve(name: str, source: str, search: dict[str, Any], *, json: bool, plain: bool) -> int:
    """Solves one puzzle, prints the answer and returns the exit code."""
    game = games.load(name)
    puzzle = read_puzzle(game, source)
    solution = _solve(puzzle, search)
    if json:
        from json import dumps

        emit(dumps(as_json(name, solution)))
    elif plain:
        _print_plain(game, puzzle, solution)
    else:
        from deepen.cli.report import report

        emit(report(game, puzzle, solution))
    return exit_code(solution.status)


def _solve(puzzle: Any, search: dict[str, Any]) -> Solution:
    with StatusLine() as line:
        try:
            return deepen.solve(puzzle, **search, on_progress=line.listener)
        except deepen.Interrupted as stopped:
            return cast(Solution, stopped.solution)


def _print_plain(game: Any, puzzle: Any, solution: Solution) -> None:
    if solution.solved:
        if solution.actions:
            emit(game.plain(puzzle, solution))
    else:
        from deepen.cli.report import verdict

        note(verdict(solution))
