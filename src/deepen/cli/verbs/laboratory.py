"""Verbs that put heuristics, rules and algorithms on trial."""

from __future__ import annotations

from typing import Annotated

import typer

from deepen.cli.completing import algorithm_names, example_names, heuristic_names
from deepen.cli.options import Game, Jobs, Json, MemoryLimit, TimeLimit
from deepen.cli.reading import seconds


def audit(
    game: Game,
    heuristic: Annotated[
        str | None,
        typer.Argument(
            metavar="HEURISTIC",
            help="One of the game's; evaluate, bounds or canonical, if it has two players.",
            show_default=False,
            autocompletion=heuristic_names,
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


def compare(
    game: Game,
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="INPUT",
            help="Files, texts, files of JSON lines as for 'batch', or names of examples.",
            show_default=False,
            autocompletion=example_names,
        ),
    ] = None,
    algorithms: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="All that make sense unless told.",
            autocompletion=algorithm_names,
        ),
    ] = None,
    heuristics: Annotated[
        str | None,
        typer.Option(
            metavar="X,Y", help="All of the game unless told.", autocompletion=heuristic_names
        ),
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
