"""The commands and what they accept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from deepen import cli
from deepen.cli.options import (
    Game,
    Input,
    Jobs,
    Json,
    MemoryLimit,
    Plain,
    TimeLimit,
    searching,
)
from deepen.cli.reading import seconds
from deepen.errors import UsageError

app = typer.Typer(
    name="deepen",
    add_completion=False,
    rich_markup_mode=None,  # plain help starts twice as fast and reads well in a pipe,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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

    Solves puzzles, and proves that no solution is shorter. Finds what positions of games are worth,
    and plays them.

    Exit codes: 0 answered (solved, or proven unsolvable), 2 bad input or usage, 3 a limit was hit
    first, 130 interrupted.
    """
    if context.invoked_subcommand is None:
        from deepen.cli.printing import emit

        emit(context.get_help())


@app.command(short_help="Solve one puzzle.")
@searching
def solve(
    game: Game,
    input: Input,
    search: dict[str, Any],
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
    return run_solve(game, input, search, json=json, plain=plain)


@app.command(short_help="Solve many puzzles, one a line.")
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
    order. Run again with the same --out, only what is missing is solved; delete a line to have it
    solved anew. A bad line becomes a result with status "error". Limits hold for each puzzle.

    Exit codes, for all lines of FILE together: 0 each has its answer or error, 3 some hit a limit,
    2 bad usage, 130 interrupted.
    """
    from deepen.cli.batch import run_batch

    return run_batch(game, file, out, jobs, search, json=json)


@app.command(short_help="Find what a position of a game is worth.")
def analyse(
    game: Game,
    input: Input,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Moves to look ahead; to the end if not.")
    ] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    threads: Annotated[int, typer.Option(min=1, metavar="N", help="That search together.")] = 1,
    algorithm: Annotated[
        str, typer.Option(metavar="NAME", help="negamax, alphabeta or minimax.")
    ] = "negamax",
    values: Annotated[
        str | None,
        typer.Option(
            metavar="all|best", help="Of all moves, or only which are best, as --plain needs it."
        ),
    ] = None,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """\b
    deepen analyse connect4 44444326 --time-limit 10

    Find what a position is worth to the player to move, and each move in it.

    Exit codes: 0 the value is proven, 2 bad input or usage, 3 a limit was hit first, also that of
    --depth, 130 interrupted; what was found up to then is printed in any case.
    """
    from deepen.cli.analyse import run_analyse

    _either(json, plain)
    search = {
        "depth": depth,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "threads": threads,
        "algorithm": algorithm,
        "values": values or ("best" if plain else "all"),
    }
    return run_analyse(game, input, search, json=json, plain=plain)


@app.command(short_help="Play a game against the program.")
def play(
    game: Game,
    input: Annotated[
        str | None,
        typer.Argument(
            metavar="INPUT",
            help="A file, or the text itself; the empty board or a random one unless given.",
            show_default=False,
        ),
    ] = None,
    second: Annotated[
        bool, typer.Option("--second/--first", help="Which of the two you are.")
    ] = False,
    time: Annotated[
        float | None,
        typer.Option(
            parser=seconds, metavar="SECONDS", help="For each move of the program; 2 unless told."
        ),
    ] = None,
    level: Annotated[
        int | None, typer.Option(metavar="N", help="Moves that it looks ahead, 1 to 10.")
    ] = None,
    ai: Annotated[
        int,
        typer.Option(
            "--ai",
            count=True,
            show_default=False,
            help="A player is the program; given twice, it plays itself.",
        ),
    ] = 0,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Chooses among equal moves by chance.")
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the game there, move by move.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Go on with a game that was kept.")
    ] = None,
) -> int:
    """\b
    deepen play connect4 --level 4 --second --save game.json

    Play a game against the program. It asks for your moves; 'help' then lists what else you can
    type: moves, hint, undo, redo, switch, save, quit. Where the program has proven what a position
    is worth, it plays perfectly.

    Exit codes: 0 the game is over or you left, 2 bad input or usage, 130 interrupted.
    """
    from deepen.cli.play import run_play

    return run_play(
        game,
        input,
        programs=ai,
        second=second,
        level=level,
        time=time,
        seed=seed,
        save=save,
        resume=resume,
    )


@app.command(short_help="Show a game that was kept.")
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What 'deepen play --save' wrote.")],
    json: Json = False,
    plain: Annotated[bool, typer.Option("--plain", help="Only the moves, one a line.")] = False,
) -> int:
    """\b
    deepen replay game.json

    Show a game that was kept, move by move; on a terminal, Enter shows the next one.
    """
    from deepen.cli.replay import run_replay

    _either(json, plain)
    return run_replay(file, json=json, plain=plain)


@app.command(short_help="Let two programs play many games.")
def match(
    game: Game,
    first: Annotated[
        str, typer.Option(metavar="PLAYER", help="exact, level=1 to level=10, or time=SECONDS.")
    ],
    second: Annotated[str, typer.Option(metavar="PLAYER", help="The other one.")],
    boards: Annotated[int, typer.Option(min=1, metavar="N", help="Random boards to play on.")] = 20,
    input: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Boards to play on instead; as JSON lines, if FILE ends in .jsonl."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Of the boards, and of chance among equal moves.")
    ] = 0,
    jobs: Jobs = None,
    json: Json = False,
) -> int:
    """\b
    deepen match connect4 --first level=3 --second time=0.1 --boards 50

    Let two programs play each other, on every board twice, so that each moves first once; and
    report wins, ties, points and a confidence interval.

    Exit codes: 0 all games are over, 2 bad input or usage, 130 interrupted; the games up to then
    are reported.
    """
    from deepen.cli.match import run_match

    return run_match(
        game, (first, second), boards=boards, source=input, seed=seed, jobs=jobs, json=json
    )


@app.command(short_help="Refute a heuristic, or say how far it holds.")
def audit(
    game: Game,
    heuristic: Annotated[
        str | None,
        typer.Argument(
            metavar="HEURISTIC",
            help="One of the game's; evaluate, bounds or canonical, if it has two players.",
            show_default=False,
        ),
    ] = None,
    input: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Only this instance, in all its states. Or the text."),
    ] = None,
    instances: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Random ones to look at, at most.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the first random instance.")] = 0,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    jobs: Jobs = None,
    json: Json = False,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE.svg", help="Also draw the verdict.")
    ] = None,
) -> int:
    """\b
    deepen audit darkchess nearest_capturer
    deepen audit chexers waste --input board.json

    Put a heuristic on trial: on random instances of the game, small ones first, for 10 seconds
    unless told otherwise; or on every state of one instance, where what holds is proven. A
    counterexample is made as small as possible, and drawn.

    Exit codes: 0 it held, 1 refuted, 2 bad input or usage, 3 a limit came before any verdict, 130
    interrupted.
    """
    from deepen.cli.audit import run_audit

    options = {
        "instances": instances,
        "seed": seed,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "jobs": jobs,
    }
    return run_audit(game, heuristic, input, options, json=json, out=out)


@app.command(short_help="Look for mistakes in the rules of a game.")
def check(
    game: Game,
    input: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Or the text itself; all examples unless given."),
    ] = None,
    walks: Annotated[int, typer.Option(min=1, metavar="N", help="Random walks to take.")] = 20,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the walks.")] = 0,
    json: Json = False,
) -> int:
    """\b
    deepen check chexers

    Look for mistakes in the rules of a game, on random walks: compiled and interpreted rules must
    say the same, every time; heuristics, bounds and symmetries must keep what they promise; text
    must be read back. 'deepen.check' does the same for a puzzle of your own.

    Exit codes: 0 nothing wrong, 1 something is, 2 bad input or usage.
    """
    from deepen.cli.check import run_check

    return run_check(game, input, walks, seed, json=json)


@app.command(short_help="Compare algorithms and heuristics.")
def compare(
    game: Game,
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT",
            help="Files, texts, files of JSON lines as for 'batch', or names of examples.",
        ),
    ],
    algorithms: Annotated[
        str | None, typer.Option(metavar="A,B", help="All that make sense unless told.")
    ] = None,
    heuristics: Annotated[
        str | None, typer.Option(metavar="X,Y", help="All of the game unless told.")
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(parser=seconds, metavar="SECONDS", help="For each search; 10 unless told."),
    ] = None,
    memory_limit: MemoryLimit = None,
    jobs: Jobs = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep each run there at once: .csv or .jsonl."),
    ] = None,
    plots: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Draw the results; needs matplotlib.")
    ] = None,
    json: Json = False,
) -> int:
    """\b
    deepen compare chexers course race --time-limit 5 --out results.csv
    deepen compare tiles puzzles.jsonl --algorithms astar,idastar --plots plots

    Solve every INPUT by each algorithm with each heuristic, and compare cost, states, time and
    memory. Run again with the same --out, only what is missing is run; delete a line to have it
    run anew.

    Exit codes: 0 compared (a search may well have hit its limit), 2 bad input or usage, 130
    interrupted; the runs up to then are shown.
    """
    from deepen.cli.compare import run_compare

    options = {
        "algorithms": algorithms,
        "heuristics": heuristics,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "jobs": jobs,
        "out": out,
    }
    return run_compare(game, inputs, options, json=json, plots=plots)


@app.command(short_help="Draw a puzzle or a position as SVG.")
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

    Draw a puzzle or a position as SVG. Chexers: board, map (of the relaxed heuristic), solution,
    space (where the search looked). Dark chess: board, characters (Chinese ones), solution,
    distances (of the first kind of piece), distances-R (of chariots, and so on). Games of two:
    board, values (of each move).
    """
    from deepen.cli.draw import run_draw

    return run_draw(game, input, what, out)


@app.command(short_help="Open the page in a browser.")
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any that is free.")] = 8765,
    browser: Annotated[bool, typer.Option(help="Open a browser, or only say where.")] = True,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Searches at a time; one a core.")
    ] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
) -> int:
    """\b
    deepen serve --port 8765 --time-limit 30 --memory-limit 512M

    Open the page: solve puzzles, play games and compare heuristics in a browser. It is only for
    this machine unless --host says otherwise. The limits hold for each search: 60 seconds and 1 GiB
    unless told.
    """
    from deepen.cli.serve import run_serve

    return run_serve(
        host=host,
        port=port,
        browser=browser,
        workers=workers,
        time_limit=time_limit,
        memory_limit=memory_limit,
    )


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
