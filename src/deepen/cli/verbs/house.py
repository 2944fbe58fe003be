"""Verbs about what there is, and the page."""

from __future__ import annotations

from typing import Annotated

import typer

from deepen.cli.completing import example_names, game_names
from deepen.cli.options import Json, MemoryLimit, TimeLimit, either


def games(
    json: Json = False, plain: Annotated[bool, typer.Option(help="Only the names.")] = False
) -> int:
    """\b
    deepen games

    List the built-in games.
    """
    from deepen.cli.listing import run_games

    either(json, plain)
    return run_games(json=json, plain=plain)


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any that is free.")] = 8765,
    browser: Annotated[bool, typer.Option(help="Open a browser, or only say where.")] = True,
    token: Annotated[
        str | None,
        typer.Option(metavar="WORD", help="Let in only who knows it, or has the link with it."),
    ] = None,
    no_token: Annotated[
        bool, typer.Option("--no-token", help="Let everybody in, also from other machines.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Searches at a time; one a core.")
    ] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
) -> int:
    """\b
    deepen serve --port 8765 --time-limit 30 --memory-limit 512M

    Open the page: solve puzzles, play games and compare heuristics in a browser. It is only for
    this machine unless --host says otherwise; then others need the link that is printed, with its
    token. The limits hold for each search: 60 seconds and 1 GiB unless told.
    """
    from deepen.cli.serve import run_serve

    return run_serve(
        host=host,
        port=port,
        browser=browser,
        token=token,
        no_token=no_token,
        workers=workers,
        time_limit=time_limit,
        memory_limit=memory_limit,
    )


def examples(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="All games unless given.",
            show_default=False,
            autocompletion=game_names,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The one to print; the list unless given.",
            show_default=False,
            autocompletion=example_names,
        ),
    ] = None,
    write: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Write them there, a file each.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    json: Json = False,
    plain: Annotated[bool, typer.Option("--plain", help="Only the names.")] = False,
) -> int:
    """\b
    deepen examples tiles
    deepen examples tiles 15 > my-puzzle.txt
    deepen examples chexers --write boards

    List the built-in examples, print one, or write them to files. Wherever a verb takes an INPUT,
    the name of an example will do: deepen solve tiles 15
    """
    from deepen.cli.examples import run_examples

    either(json, plain)
    return run_examples(game, name, write, force=force, json=json, plain=plain)
