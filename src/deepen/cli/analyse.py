"""`deepen analyse`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import deepen
from deepen.analysis import Analysis
from deepen.cli.completing import game_algorithm_names
from deepen.cli.examples import or_example
from deepen.cli.exit_codes import exit_code
from deepen.cli.kinds import load_for_two
from deepen.cli.options import Game, Input, Json, MemoryLimit, Plain, Threads, TimeLimit, either
from deepen.cli.printing import emit, emit_json, note
from deepen.cli.reading import read_puzzle
from deepen.cli.status_line import StatusLine
from deepen.formatting.progress import of_analysis
from deepen.formatting.value import describe_value
from deepen.games.protocol import BuiltIn


def run(
    game: Game,
    input: Input = None,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Moves to look ahead; to the end if not.")
    ] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = 1,
    algorithm: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="negamax, alphabeta, minimax or proof-number.",
            autocompletion=game_algorithm_names,
        ),
    ] = "negamax",
    values: Annotated[
        str | None,
        typer.Option(
            metavar="all|best", help="Of all moves, or only which are best, as --plain needs it."
        ),
    ] = None,
    using: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Read the answer off this table of 'deepen tabulate'."),
    ] = None,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """\b
    deepen analyse connect4 44444326 --time-limit 10

    Find what a position is worth to the player to move, and each move in it. Where positions can
    repeat, the answer is read off a table; a small one is made at once.

    Exit codes: 0 the value is proven, 2 bad input or usage, 3 a limit was hit first, also that of
    --depth, or no end of the game was met in 1,000 moves, 130 interrupted; what was found up to
    then is printed in any case.
    """
    either(json, plain)
    package = load_for_two(game)
    position = read_puzzle(package, or_example(package, "analyse", input))
    search = {
        "depth": depth,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "threads": threads,
        "algorithm": algorithm,
        "using": using,
        "values": values or ("best" if plain else "all"),
    }
    analysis = _analysis(position, search)
    if json:
        emit_json("deepen analyse 1", {"game": package.NAME, **analysis.as_dict()})
    elif plain:
        _print_plain(package, position, analysis)
    else:
        from deepen.cli.analysis_report import report  # lazy: start-up

        emit(report(package, position, analysis))
    return exit_code(analysis.status)


def _analysis(position: Any, search: dict[str, Any]) -> Analysis:
    with StatusLine(of_analysis) as line:
        try:
            analysis = deepen.analyse(position, **search, on_progress=line.listener)
        except deepen.Interrupted as stopped:
            analysis = stopped.partial
    return analysis


def _print_plain(package: BuiltIn[Any], position: Any, analysis: Analysis) -> None:
    if analysis.value is not None:
        emit(package.plain(position, analysis))
    if not analysis.exact:
        note(describe_value(analysis))
