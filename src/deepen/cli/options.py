"""Arguments and options that several commands share, each spelled once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Annotated, Any

import typer

from deepen.cli.completing import (
    algorithm_names,
    example_names,
    game_names,
    heuristic_names,
)
from deepen.cli.reading import exact_weight, number_of_bytes, seconds
from deepen.errors import UsageError

Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="One of those that 'deepen games' lists, or your own: my.py, my.py:Class, "
        "package.module:Class.",
        autocompletion=game_names,
    ),
]
Input = Annotated[
    str | None,
    typer.Argument(
        metavar="INPUT",
        help="A file, '-' for standard input, the text itself, or the name of one of 'deepen "
        "examples GAME'; the first of those unless given.",
        show_default=False,
        autocompletion=example_names,
    ),
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
Jobs = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="Cores to use; all unless told.")
]
Threads = Annotated[
    int, typer.Option(min=0, metavar="N", help="That work on one search together; 0: all cores.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object, nothing else.")]
Plain = Annotated[bool, typer.Option("--plain", help="The bare answer in the game's own format.")]


def _search(
    algorithm: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="astar, weighted-astar, idastar, breadth-first, uniform-cost, greedy, "
            "depth-first or bidirectional.",
            autocompletion=algorithm_names,
        ),
    ] = None,
    heuristic: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="One of the game's heuristics, or zero.",
            autocompletion=heuristic_names,
        ),
    ] = None,
    weight: Annotated[
        Fraction | None,
        typer.Option(
            parser=exact_weight, metavar="W", help="Of weighted-astar: at most W times the best."
        ),
    ] = None,
    depth_limit: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Of depth-first: most moves to take.")
    ] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    node_limit: NodeLimit = None,
) -> None:
    """How to solve a puzzle: the arguments of `deepen.solve`."""


def searching(command: Callable[..., int]) -> Callable[..., int]:
    """Gives a command the options of a search, in place of its argument `search`, a dict."""
    options = inspect.signature(_search, eval_str=True).parameters
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command, eval_str=True).parameters.items():
        parameters.extend(options.values() if name == "search" else [parameter])

    @wraps(command)
    def collected(**given: Any) -> int:
        search = {name: given.pop(name) for name in options}
        return command(search=search, **given)

    collected.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    collected.__annotations__ = {each.name: each.annotation for each in parameters}
    return collected


def either(json: bool, plain: bool) -> None:
    """Refuses two formats at once."""
    if json and plain:
        raise UsageError("--json and --plain exclude each other")
