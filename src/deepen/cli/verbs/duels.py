"""Verbs about games of two players."""

from __future__ import annotations

from typing import Annotated

import typer

from deepen.cli.completing import game_algorithm_names
from deepen.cli.options import Game, Input, Jobs, Json, MemoryLimit, Plain, TimeLimit, either
from deepen.cli.reading import seconds


def analyse(
    game: Game,
    input: Input = None,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Moves to look ahead; to the end if not.")
    ] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    threads: Annotated[int, typer.Option(min=1, metavar="N", help="That search together.")] = 1,
    algorithm: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="negamax, alphabeta or minimax.",
            autocompletion=game_algorithm_names,
        ),
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

    either(json, plain)
    search = {
        "depth": depth,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "threads": threads,
        "algorithm": algorithm,
        "values": values or ("best" if plain else "all"),
    }
    return run_analyse(game, input, search, json=json, plain=plain)


def play(
    game: Game,
    input: Input = None,
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

    either(json, plain)
    return run_replay(file, json=json, plain=plain)


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
