"""Verbs about puzzles."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from deepen.cli.options import Game, Input, Jobs, Json, Plain, either, searching


@searching
def solve(
    game: Game,
    search: dict[str, Any],
    input: Input = None,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """\b
    deepen solve tiles '1 2 0 3 4 5 6 7 8' --algorithm idastar --time-limit 10

    Solve one puzzle.

    Exit codes: 0 solved or proven unsolvable, 2 bad input or usage, 3 a limit was hit first,
    130 interrupted; what was proven up to then is printed in any case.
    """
    from deepen.cli.solve import run_solve

    either(json, plain)
    return run_solve(game, input, search, json=json, plain=plain)


@searching
def batch(
    game: Game,
    file: Annotated[
        str, typer.Argument(metavar="FILE.jsonl", help="The puzzles, or '-' for standard input.")
    ],
    out: Annotated[str, typer.Option(metavar="RESULTS.jsonl", help="Where the results go.")],
    search: dict[str, Any],
    jobs: Jobs = None,
    json: Annotated[
        bool, typer.Option("--json", help="The summary as one JSON object on standard output.")
    ] = False,
) -> int:
    """\b
    deepen batch tiles puzzles.jsonl --out results.jsonl --jobs 2 --time-limit 60

    Solve many puzzles, one a line: {"id": 1, "input": "1 2 0 3 4 5 6 7 8"}

    Each result is a line of RESULTS.jsonl with its id, written as soon as it is known, in any
    order. Run again with the same --out, only what is missing is solved, what has changed (input,
    options, version), and what ended at a smaller limit. A bad line becomes a result with status
    "error". Limits hold for each puzzle.

    Exit codes, for all lines of FILE together: 0 each has its answer or error, 3 some hit a limit,
    2 bad usage, 130 interrupted.
    """
    from deepen.cli.batch import run_batch

    return run_batch(game, file, out, jobs, search, json=json)


def draw(
    game: Game,
    input: Input = None,
    what: Annotated[
        str, typer.Option(metavar="NAME", help="board, and what else the game can show.")
    ] = "board",
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="'-' for standard output.")
    ] = "-",
) -> int:
    """\b
    deepen draw chexers board.json --what solution -o solution.svg

    Draw a puzzle or a position as SVG. Chexers: board, map (of the relaxed heuristic), solution,
    space (where the search looked). Dark chess: board, characters (Chinese ones), solution,
    distances (of the first kind of piece), distances-R (of chariots, and so on). Games of two:
    board, values (of each move).
    """
    from deepen.cli.draw import run_draw

    return run_draw(game, input, what, out)
