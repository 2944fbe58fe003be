"""`deepen solve`."""

from __future__ import annotations

from typing import Any

from deepen._arguments import LIMITS
from deepen.cli.examples import or_example
from deepen.cli.exit_codes import exit_code
from deepen.cli.kinds import load_for_one
from deepen.cli.options import Game, Input, Json, Plain, Threads, either, searching
from deepen.cli.printing import emit, emit_json, note
from deepen.cli.reading import read_all
from deepen.cli.watching import watched
from deepen.formatting.solution import as_json, describe_outcome
from deepen.games.protocol import BuiltIn, HasPlainTimeLimit
from deepen.search.limits import Limits
from deepen.search.options import SearchOptions
from deepen.solution import Solution


@searching
def run(
    game: Game,
    search: dict[str, Any],
    input: Input = None,
    threads: Threads = 1,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """\b
    deepen solve tiles '1 2 0 3 4 5 6 7 8' --algorithm idastar --time-limit 10

    Solve one puzzle.

    Exit codes: 0 solved or proven unsolvable, 2 bad input or usage, 3 a limit was hit first,
    130 interrupted; what was proven up to then is printed in any case.
    """
    either(json, plain)
    package = load_for_one(game)
    if plain and search["time_limit"] is None:
        search = {**search, "time_limit": _judges_limit(package)}
    search["threads"] = threads
    worst = 0
    for number, puzzle in enumerate(read_all(package, or_example(package, "solve", input))):
        solution = _solve(puzzle, search)
        if json:
            emit_json("deepen solve 1", as_json(package.NAME, solution))
        elif plain:
            _print_plain(package, puzzle, solution)
        else:
            from deepen.cli.report import report  # lazy: start-up

            emit("\n" * (number > 0) + report(package, puzzle, solution))
        worst = max(worst, exit_code(solution.status))
        if solution.status == "interrupted":
            break
    return worst


def _solve(puzzle: Any, search: dict[str, Any]) -> Solution:
    time, memory, nodes = (kind(name, search[name]) for name, kind in LIMITS.items())
    given = {name: value for name, value in search.items() if name not in LIMITS}
    return watched(puzzle, SearchOptions.checked(**given), Limits(time, memory, nodes))


def _judges_limit(game: BuiltIn[Any]) -> float | None:
    return game.PLAIN_TIME_LIMIT if isinstance(game, HasPlainTimeLimit) else None


def _print_plain(game: BuiltIn[Any], puzzle: Any, solution: Solution) -> None:
    says_failure = isinstance(game, HasPlainTimeLimit)
    text = game.plain(puzzle, solution) if solution.solved or says_failure else ""
    if text:
        emit(text)
    if not solution.solved:
        note(describe_outcome(solution))
