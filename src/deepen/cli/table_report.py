"""A table of a whole game for people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Rows
from rich.text import Text

import deepen
from deepen.cli.printing import rendered
from deepen.formatting.numbers import counted, in_bytes, in_seconds, rounded
from deepen.formatting.value import ended_by, plies
from deepen.game import has_outcome
from deepen.games.protocol import AnyPackage

_LONG_ENOUGH = 0.01  # seconds; below that a rate says nothing
_MANY = 10_000  # positions; with fewer, most of the file is not about them
_INTERRUPTED = {"interrupted": "interruption"}


def report(
    package: AnyPackage,
    position: Any,
    table: deepen.Table,
    found: deepen.Analysis | None,
    path: Path | None,
    shown: int,
) -> str:
    """The value of the start, how many are won, those that take longest, and where it is kept."""
    met = f"{counted(table.positions, 'position')}, {counted(table.moves_seen, 'move')}"
    if found is None:
        first = _INTERRUPTED.get(table.status, table.status.replace("-", " "))
        said = f"The {first} came first, after {met}: there are no values."
        return rendered(Text(said, "bold yellow"), "", Text(_effort(table), "dim"))
    start = _start(position, table, found)
    parts: list[RenderableType] = [Text(f"{met}.", "bold"), Text(start), ""]
    parts += [_counts(table), *_slowest(package, table, shown), ""]
    if path is not None:
        parts.append(Text(f"{path}: {in_bytes(path.stat().st_size)}{_per_position(table, path)}"))
    return rendered(*parts, Text(_effort(table), "dim"))


def _start(position: Any, table: deepen.Table, found: deepen.Analysis) -> str:
    mover = position.players[position.to_move]
    if found.value is None:
        return f"The start is not decided by the position alone. {ended_by(found)}"
    if found.distance is None:
        distance = table.distance(position)
        if distance is None:
            return "The start is a draw."
        limit = counted(position.move_limit, "move")
        return f"The start is a draw after {limit}: {plies(distance)} are too many."
    worth = f"worth {found.value:+}"
    if has_outcome(position):
        worth = "a win" if found.value > 0 else "a loss"
    return f"The start is {worth} for {mover}, who is to move, in {plies(found.distance)}."


def _counts(table: deepen.Table) -> Rows:
    rows = Rows(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    rows.add_column()
    rows.add_column(justify="right")
    rows.add_column(justify="right")
    drawn = "drawn" if table.subject.repetition == "draw" else "drawn or not decided"
    names = {"won": table.won, drawn: table.drawn, "lost": table.lost}
    for name, count in names.items():
        rows.add_row(f"{name} for who is to move", f"{count:,}", f"{count / table.positions:.1%}")
    return rows


def _slowest(package: AnyPackage, table: deepen.Table, shown: int) -> list[RenderableType]:
    longest = table.longest
    if not longest:
        return []
    count = sum(n for v, d, n in table.counts if v > 0 and d == longest)
    first = min(shown, count)
    which = "this position" if count == 1 else f"these {count} positions"
    if first < count:
        which = f"{count:,} positions, of which these are {first}"
    parts: list[RenderableType] = [
        "",
        Text(f"The longest win takes {plies(longest)}, from {which}:"),
    ]
    for position in table.slowest_positions(first):
        parts += ["", Text.from_markup(package.draw(position, markup=True))]
    return parts


def _per_position(table: deepen.Table, path: Path) -> str:
    if table.positions < _MANY:
        return ""
    return f", {path.stat().st_size / table.positions:.1f} bytes a position"


def _effort(table: deepen.Table) -> str:
    parts = [in_seconds(table.seconds), in_bytes(table.peak_bytes)]
    if table.seconds >= _LONG_ENOUGH:
        parts.append(f"{rounded(table.positions / table.seconds)} positions/s")
    return ", ".join(parts)
