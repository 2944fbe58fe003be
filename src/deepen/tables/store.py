"""Tables into files, and back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

from deepen import __version__
from deepen._arguments import shown
from deepen.errors import InputError, UsageError
from deepen.game import Game, ObjectGame
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.tables.entries import SortedEntries
from deepen.tables.file import TableFile, write
from deepen.tables.fingerprint import digests
from deepen.tables.header import Header
from deepen.tables.stored import StoredEntries

if TYPE_CHECKING:
    from deepen.table import Table

AnyTable = TypeVar("AnyTable", bound="Table")


def save(table: Table, path: str | os.PathLike[str]) -> None:
    """Writes a table to a file."""
    import numpy as np  # lazy: start-up

    header, entries = header_of(table), table.entries
    if isinstance(entries, StoredEntries):  # it is in a file already
        states, codes = entries.file.states(), entries.file.codes()
    else:
        assert isinstance(entries, SortedEntries)
        every = np.asarray(entries.states).reshape(-1, entries.width)
        states = np.ascontiguousarray(every[:, : header.width], "<u8")
        codes = np.asarray(entries.codes).astype(f"<u{header.code_bytes}")
    write(path, header, states.reshape(-1), codes)


def header_of(table: Table) -> Header:
    """What the file of a table says of it.

    Raises:
        UsageError: there are no values yet, or states are objects.
    """
    game = table.subject
    if table.status != "solved":
        raise UsageError(f"the table has no values, so it is not kept: {table.status}")
    width = _packed(game).packing.words
    return Header(
        deepen=__version__,
        game=type(game).__name__,
        rules=_rules(game, table.search.has_symmetry),
        start=table.search.canonical_words(tuple(table.search.start))[:width],
        width=width,
        positions=table.positions,
        moves=table.moves_seen,
        outcomes=tuple(table.counts),
    )


def opened(kind: type[AnyTable], path: str | os.PathLike[str], game: Any) -> AnyTable:
    """The table in a file, for a game of the same rules."""
    file = TableFile(path)
    symmetry = "canonical" in file.header.rules
    _compare(file, _packed(game), symmetry)
    options = AnalysisOptions(reorder=False, bounds=False, symmetry=symmetry)
    return from_file(kind, file, game, options)


def from_file(
    kind: type[AnyTable], file: TableFile, game: Game, options: AnalysisOptions
) -> AnyTable:
    """A table out of a file that is known to be of this game, in whatever position."""
    header, search = file.header, prepare(game, options)
    padding = (0,) * (len(search.start) - header.width)
    start = search.interpreter.position(header.start + padding)
    return kind(
        prepare(start, options),
        status="solved",
        positions=header.positions,
        moves_seen=header.moves,
        counts=list(header.outcomes),
        entries=StoredEntries(file, len(search.start)),
    )


def _packed(game: Any) -> Game:
    if isinstance(game, ObjectGame):
        raise UsageError(
            f"the states of {type(game).__name__} are objects, which have no place in a file of "
            "tables: write its rules as those of a Game"
        )
    if not isinstance(game, Game):
        raise UsageError(f"game is {shown(game)}, which is no Game")
    return game


def _rules(game: Game, symmetry: bool) -> dict[str, str]:
    """Digests of what the values follow from."""
    found = digests(game)
    found.pop("rank", None)
    if not symmetry:
        found.pop("canonical", None)
    return found


def _compare(file: TableFile, game: Game, symmetry: bool) -> None:
    """Raises `InputError` where a table was made from other rules, or on another board."""
    made_from, now = file.header.rules, _rules(game, symmetry)
    changed = [part for part in {**now, **made_from} if made_from.get(part) != now.get(part)]
    if changed:
        name = type(game).__name__
        reasons = [_CHANGES.get(part, f"`{part}` of {name} has changed") for part in changed]
        raise InputError(
            f"the table {file.path!r} was made from other rules: {', and '.join(reasons)}"
        )


_CHANGES = {"board": "it is of another board", "state": "states are packed another way"}
