"""The commands and what they accept."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import typer

from deepen import cli
from deepen.cli.reading import exact_weight, number_of_bytes, seconds
from deepen.errors import UsageError

app = typer.Typer(
    name="deepen",
    add_completion=False,
    rich_markup_mode=None,  # plain help starts twice as fast and reads well in a pipe,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="One of those that 'deepen games' lists.")
]
Input = Annotated[
    str, typer.Argument(metavar="INPUT", help="A file, '-' for standard input, or the text itself.")
]
Algorithm = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="astar, weighted-astar, idastar, breadth-first, uniform-cost, greedy or depth-first.",
    ),
]
Heuristic = Annotated[
    str | None, typer.Option(metavar="NAME", help="One of the game's heuristics, or zero.")
]
Weight = Annotated[
    Fraction | None,
    typer.Option(
        parser=exact_weight, metavar="W", help="Of weighted-astar: at most W times the best."
    ),
]
DepthLimit = Annotated[
    int | None, typer.Option(min=0, metavar="N", help="Of depth-first: most moves to take.")
]
TimeLimit = Annotated[
    float | None,
    typer.Option(parser=seconds, metavar="SECONDS", help="Stop after so long."),
]
MemoryLimit = Annotated[
    int | None,
    typer.Option(
        parser=number_of_bytes, metavar="BYTES", help="Of the search: 2000000, 512M, 1GiB."
    ),
]
NodeLimit = Annotated[int | None, typer.Option(min=0, metavar="N", help="Most states to expand.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object, nothing else.")]
Plain = Annotated[bool, typer.Option("--plain", help="The bare answer in the game's own format.")]


def run(arguments: Sequence[str]) -> int:
    """Runs a command line; raises what goes wrong, and turns misuse into a `UsageError`."""
    try:
        code = typer.main.get_command(app).main(
            list(arguments), prog_name="deepen", standalone_mode=False
        )
    except typer.Abort:
        return cli.INTERRUPTED
    except Exception as error:
        # Typer has its errors from click, or from a copy of its own: all of them can do this.
        if hasattr(error, "format_message"):
            said = error.format_message().rstrip(".")
            raise UsageError(f"{said[:1].lower()}{said[1:]} (see deepen --help)") from None
        raise
    return int(code or 0)


def _print_version(wanted: bool) -> None:
    if wanted:
        from deepen import __version__
        from deepen.cli.printing import emit

        emit(f"deepen {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def deepen(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="And exit.")
    ] = False,
) -> None:
    """\b
    deepen solve tiles '1 2 0 3 4 5 6 7 8'

    Solves puzzles, and proves that no solution is shorter.

    Exit codes: 0 answered (solved, or proven unsolvable), 2 bad input or usage, 3 a limit was hit
    first, 130 interrupted.
    """
    if context.invoked_subcommand is None:
        from deepen.cli.printing import emit

        emit(context.get_help())


@app.command(short_help="Solve one puzzle.")
def solve(
    game: Game,
    input: Input,
    algorithm: Algorithm = None,
    heuristic: Heuristic = None,
    weight: Weight = None,
    depth_limit: DepthLimit = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    node_limit: NodeLimit = None,
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

    _either(json, plain)
    search = {
        "algorithm": algorithm,
        "heuristic": heuristic,
        "weight": weight,
        "depth_limit": depth_limit,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "node_limit": node_limit,
    }
    return run_solve(game, input, search, json=json, plain=plain)


@app.command(short_help="Solve many puzzles, one a line.")
def batch(
    game: Game,
    file: Annotated[
        str, typer.Argument(metavar="FILE.jsonl", help="The puzzles, or '-' for standard input.")
    ],
    out: Annotated[str, typer.Option(metavar="RESULTS.jsonl", help="Where the results go.")],
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Cores to use; all unless told.")
    ] = None,
    algorithm: Algorithm = None,
    heuristic: Heuristic = None,
    weight: Weight = None,
    depth_limit: DepthLimit = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    node_limit: NodeLimit = None,
    json: Annotated[
        bool, typer.Option("--json", help="The summary as one JSON object on standard output.")
    ] = False,
) -> int:
    """\b
    deepen batch tiles puzzles.jsonl --out results.jsonl --jobs 2 --time-limit 60

    Solve many puzzles, one a line: {"id": 1, "input": "1 2 0 3 4 5 6 7 8"}

    Each result is a line of RESULTS.jsonl with its id, written as soon as it is known, in any
    order. Run again with the same --out, only what is missing is solved; delete a line to have it
    solved anew. A bad line becomes a result with status "error". Limits hold for each puzzle.

    Exit codes, for all lines of FILE together: 0 each has its answer or error, 3 some hit a limit,
    2 bad usage, 130 interrupted.
    """
    from deepen.cli.batch import run_batch

    search = {
        "algorithm": algorithm,
        "heuristic": heuristic,
        "weight": weight,
        "depth_limit": depth_limit,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "node_limit": node_limit,
    }
    return run_batch(game, file, out, jobs, search, json=json)


@app.command(short_help="Draw a puzzle as SVG.")
def draw(
    game: Game,
    input: Input,
    what: Annotated[
        str, typer.Option(metavar="NAME", help="board, and what else the game can show.")
    ] = "board",
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="'-' for standard output.")
    ] = "-",
) -> int:
    """\b
    deepen draw chexers board.json --what solution -o solution.svg

    Draw a puzzle as SVG. Chexers: board, map (of the relaxed heuristic), solution, space (where
    the search looked).
    """
    from deepen.cli.draw import run_draw

    return run_draw(game, input, what, out)


@app.command(short_help="List the built-in games.")
def games(
    json: Json = False, plain: Annotated[bool, typer.Option(help="Only the names.")] = False
) -> int:
    """\b
    deepen games

    List the built-in games.
    """
    from deepen.cli.listing import run_games

    _either(json, plain)
    return run_games(json=json, plain=plain)


def _either(json: bool, plain: bool) -> None:
    if json and plain:
        raise UsageError("--json and --plain exclude each other")
