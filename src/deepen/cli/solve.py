"""`deepen solve`."""

from __future__ import annotations

from typing import Any

from deepen._arguments import LIMITS
from deepen.cli.answer import exit_code
from deepen.cli.examples import or_example
from deepen.cli.exit_codes import exit_code
from deepen.cli.kinds import load_for_one
from deepen.cli.printing import emit, note
from deepen.cli.reading import read_all
from deepen.cli.watching import status_line
from deepen.formatting.solution import as_json
from deepen.games.protocol import BuiltIn, HasPlainTimeLimit
from deepen.search.limits import Limits
from deepen.search.options import SearchOptions
from deepen.search.prepared import prepare
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
    time, memory, nodes = (kind(name, search[name]) for name, kind in LIMITS.items())
    given = {name: value for name, value in search.items() if name not in LIMITS}
    prepared = prepare(puzzle, SearchOptions.checked(**given))
    with status_line(prepared) as line:
        return prepared.solve(Limits(time, memory, nodes, line.listener))


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
