"""`deepen explore`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import deepen
from deepen.cli.examples import or_example
from deepen.cli.exit_codes import exit_code
from deepen.cli.kinds import load
from deepen.cli.options import Game, Input, Json, MemoryLimit, NodeLimit, Threads, TimeLimit
from deepen.cli.printing import emit, emit_json, rendered
from deepen.cli.reading import read_puzzle
from deepen.cli.status_line import StatusLine
from deepen.errors import UsageError
from deepen.formatting.numbers import in_bytes, in_seconds, rounded
from deepen.formatting.progress import of_exploration
from deepen.games.protocol import AnyPackage

_SHOWN = 3  # of the farthest states
_LONG_ENOUGH = 0.01  # seconds; below that a rate says nothing


def run(
    game: Game,
    input: Input = None,
    farthest: Annotated[
        bool, typer.Option("--farthest", help="Of a puzzle: show some that are farthest, too.")
    ] = False,
    no_symmetry: Annotated[
        bool,
        typer.Option(
            "--no-symmetry", help="Of a puzzle with the rule 'canonical': count images apart."
        ),
    ] = False,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    node_limit: NodeLimit = None,
    threads: Threads = 1,
    json: Json = False,
) -> int:
    """\b
    deepen explore tiles '2x3: 0 1 2 3 4 5' --farthest

    Count every state that can be reached, by its distance from the start. A goal ends nothing: what
    can be reached from there counts, too. Of a game, legal moves are all that matters.

    Exit codes: 0 all of them were seen, 2 bad input or usage, 3 a limit was hit first, 130
    interrupted; what was seen up to then is printed in any case.
    """
    package = load(game)
    if farthest and package.PLAYERS == 2:
        raise UsageError(f"--farthest is for puzzles, and {package.NAME} is a game of two")
    puzzle = read_puzzle(package, or_example(package, "explore", input))
    options = {
        "keep": "farthest" if farthest else None,
        "symmetry": not no_symmetry,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "node_limit": node_limit,
        "threads": threads,
    }
    seen = _explored(puzzle, options)
    if json:
        emit_json("deepen explore 1", _as_json(package, puzzle, seen))
    else:
        emit(_for_people(package, puzzle, seen))
    return exit_code(seen.status)


def _explored(puzzle: Any, options: dict[str, Any]) -> deepen.Exploration:
    with StatusLine(of_exploration) as line:
        try:
            return deepen.explore(puzzle, **options, on_progress=line.listener)
        except deepen.Interrupted as stopped:
            partial: deepen.Exploration = stopped.partial
            return partial


def _shown(puzzle: Any, seen: deepen.Exploration) -> list[Any]:
    """The first of the farthest states, as puzzles that begin there."""
    return [puzzle.at(state) for state in (seen.farthest or [])[:_SHOWN]]


def _for_people(package: AnyPackage, puzzle: Any, seen: deepen.Exploration) -> str:
    from rich.text import Text  # lazy: start-up

    outcome, *layers, generated = str(seen).split("\n")
    parts: list[Any] = [Text(outcome, "bold" if seen.complete else "bold yellow"), *layers]
    there = _shown(puzzle, seen)
    if there:
        count = seen.layers[-1]
        some = "" if len(there) == count else f", {len(there)} of {count:,}"
        parts += ["", f"Farthest{'' if seen.complete else ' so far'}{some}:"]
    for each in there:
        parts += ["", Text.from_markup(package.draw(each, markup=True))]
    return rendered(*parts, "", Text(f"{generated}, {_effort(seen)}", "dim"))


def _effort(seen: deepen.Exploration) -> str:
    parts = [in_seconds(seen.seconds), in_bytes(seen.peak_bytes)]
    if seen.seconds >= _LONG_ENOUGH:
        parts.append(f"{rounded(seen.generated / seen.seconds)} states/s")
    return ", ".join(parts)


def _as_json(package: AnyPackage, puzzle: Any, seen: deepen.Exploration) -> dict[str, Any]:
    is_kept = seen.farthest is not None
    return {
        "game": package.NAME,
        "status": seen.status,
        "complete": seen.complete,
        "states": seen.states,
        "layers": seen.layers,
        "generated": seen.generated,
        "farthest": [package.format(each) for each in _shown(puzzle, seen)] if is_kept else None,
        "seconds": seen.seconds,
        "peak_bytes": seen.peak_bytes,
    }
