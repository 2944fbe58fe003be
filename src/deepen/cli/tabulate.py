"""`deepen tabulate`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

import deepen
from deepen.cli.examples import or_example
from deepen.cli.exit_codes import INTERRUPTED, exit_code
from deepen.cli.kinds import load_for_two
from deepen.cli.options import Game, Input, Json, MemoryLimit, Threads, TimeLimit
from deepen.cli.printing import check_folder_of, emit, emit_json, note
from deepen.cli.reading import read_puzzle
from deepen.cli.status_line import StatusLine
from deepen.errors import UsageError
from deepen.formatting.progress import of_table
from deepen.games.protocol import BuiltIn
from deepen.tables import known
from deepen.tables.build_log import path_beside
from deepen.tables.file import refuse_in_the_way

_SHOWN = 3  # positions that take longest


def run(
    game: Game,
    input: Input = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Where the table goes; without, to where the other verbs find it.",
        ),
    ] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = 0,
    json: Json = False,
) -> int:
    """\b
    deepen tabulate ring.py
    deepen tabulate ring.py 31 -o ring.table

    Find what every position is worth that can be reached, and in how many moves, also where
    positions repeat; what nobody can decide is a draw. The table is kept: 'deepen analyse' and
    'play' use it by themselves, 'deepen analyse --using FILE' the one in a file.

    Exit codes: 0 all values are known, 2 bad input or usage, also a game in which a cycle pays
    points, 3 a limit was hit first, 130 interrupted; the same command goes on from there then.
    """
    package = load_for_two(game)
    position = read_puzzle(package, or_example(package, "tabulate", input))
    path = _place(position, out)
    limits = {"time_limit": time_limit, "memory_limit": memory_limit, "threads": threads}
    before = _saved(path)
    try:
        table = _table(position, path, limits)
    except KeyboardInterrupt:  # while nothing was searched, such as when the file is written
        note("Interrupted; the same command goes on from there.")
        return INTERRUPTED
    if table.status in ("interrupted", "time-limit") and path is not None:
        note(_kept(before, _saved(path)))
    found = deepen.analyse(position, using=table) if table.status == "solved" else None
    if found is None:
        path = None
    if json:
        emit_json("deepen tabulate 1", _as_json(package, table, found, path))
    else:
        from deepen.cli.table_report import report  # lazy: start-up

        emit(report(package, position, table, found, path, _SHOWN))
    return exit_code(table.status)


def _saved(path: Path | None) -> int | None:
    """When something was last written that a build can go on from; None if there is nothing."""
    try:
        return None if path is None else os.stat(path_beside(path)).st_mtime_ns
    except OSError:
        return None


def _kept(before: int | None, now: int | None) -> str:
    """What is left of a build that did not come to its end."""
    if now is None:
        return "Nothing was saved yet, which is done five times a second."
    if now == before:
        return "No more was saved than before: it comes further if it may take longer."
    return "The same command goes on from what was saved."


def _place(position: Any, out: str | None) -> Path | None:
    """Where the table goes; None where it cannot be kept, and nobody asked for that.

    Raises:
        UsageError: it cannot be written there: better now than after an hour.
    """
    if out is None:
        try:
            return known.place_for(position)
        except UsageError as error:
            note(f"The table will not be kept: {error}.")
            return None
    if out == "-":
        raise UsageError("a table is a file, and cannot go to standard output: '-o FILE'")
    check_folder_of(out)
    refuse_in_the_way(out)
    return Path(out)


def _table(position: Any, path: Path | None, limits: dict[str, Any]) -> deepen.Table:
    with StatusLine(of_table) as line:
        try:
            return deepen.tabulate(position, file=path, **limits, on_progress=line.listener)
        except deepen.Interrupted as stopped:
            partial: deepen.Table = stopped.partial
            return partial


def _as_json(
    package: BuiltIn[Any], table: deepen.Table, found: deepen.Analysis | None, path: Path | None
) -> dict[str, Any]:
    return {
        "game": package.NAME,
        "status": table.status,
        "positions": table.positions,
        "moves": table.moves_seen,
        "won": table.won,
        "drawn": table.drawn,
        "lost": table.lost,
        "longest": table.longest,
        "value": None if found is None else found.value,
        "distance": None if found is None else found.distance,
        "counts": table.counts,
        "slowest": [package.format(each) for each in table.slowest_positions(_SHOWN)],
        "file": None if path is None else str(path),
        "bytes": None if path is None else path.stat().st_size,
        "seconds": table.seconds,
        "peak_bytes": table.peak_bytes,
    }
