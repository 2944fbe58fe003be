"""Tables into files, and back."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from deepen import __version__
from deepen._arguments import shown
from deepen.errors import InputError, UsageError
from deepen.game import Game, ObjectGame
from deepen.search.games import GameSearch
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.tables.build_log import BEGINNING
from deepen.tables.entries import SortedEntries, Words
from deepen.tables.file import TableFile, write
from deepen.tables.fingerprint import key_of
from deepen.tables.header import Header
from deepen.tables.known import remember
from deepen.tables.numbering import Numbering, has_ranks
from deepen.tables.origin import changes, in_words, origin_of
from deepen.tables.stored import RankedEntries, StoredEntries

if TYPE_CHECKING:
    from deepen.table import Table

AnyTable = TypeVar("AnyTable", bound="Table")
_PART = 1 << 18  # positions whose ranks are asked for at once


def save(table: Table, path: str | os.PathLike[str]) -> None:
    """Writes a table to a file: by rank, where the game has ranks and that takes less."""
    entries = table.entries
    if isinstance(entries, StoredEntries):  # it is in a file already
        write(path, entries.file.header, *entries.file.content())
        return
    assert isinstance(entries, SortedEntries)
    header = header_of(table)
    sections = _stored if header.ranks is None else _ranked
    write(path, header, *sections(table, header, entries))


def _stored(table: Table, header: Header, entries: SortedEntries) -> tuple[Any, Any]:
    """The states, with no more words than rules use, and their codes."""
    import numpy as np  # lazy: start-up

    states = np.ascontiguousarray(entries.rows()[:, : header.width], "<u8")
    return states.reshape(-1), np.asarray(entries.codes).astype(f"<u{header.code_bytes}")


def _ranked(table: Table, header: Header, entries: SortedEntries) -> tuple[Any, Any]:
    """No states, and the codes of all ranks; in parts, since ranks take as much as states."""
    import numpy as np  # lazy: start-up

    assert header.ranks is not None
    numbering, rows = Numbering(table.search), entries.rows()
    codes = np.full(header.ranks, header.absent, f"<u{header.code_bytes}")
    for begin in range(0, len(rows), _PART):
        ranks = numbering.ranks(rows[begin : begin + _PART])
        numbering.refuse(rows[: begin + _PART], ranks[codes[ranks] != header.absent])
        codes[ranks] = np.asarray(entries.codes[begin : begin + _PART])
    return b"", codes


def header_of(table: Table) -> Header:
    """What the file of a table says of it.

    Raises:
        UsageError: there are no values yet, or states are objects.
        InputError: the rules have changed since it was made.
    """
    game = table.subject
    if table.status != "solved":
        raise UsageError(f"the table has no values, so it is not kept: {table.status}")
    table.refuse_others(_packed(game))
    stored = Header(
        deepen=__version__,
        game=type(game).__name__,
        rules=origin_of(game, table.search.has_symmetry),
        start=start_of(table.search),
        width=game.packing.words,
        positions=table.positions,
        moves=table.moves_seen,
        outcomes=tuple(table.counts),
    )
    if not has_ranks(game):
        return stored
    ranks = Numbering(table.search).places
    origin = origin_of(game, table.search.has_symmetry, by_rank=True)
    ranked = replace(stored, rules=origin, ranks=ranks)
    return ranked if ranked.size() < stored.size() else stored


def start_of(search: GameSearch) -> Words:
    """The position that a table is made from, with no more words than rules use."""
    words = search.canonical_words(tuple(search.start))
    return words[: _packed(search.subject).packing.words]


def prepared(game: Any) -> GameSearch:
    """What a table is made by unless told otherwise."""
    return prepare(_packed(game), AnalysisOptions(reorder=False, bounds=False))


_LAYOUT = 5  # of a log, by what the engine writes into it


def build_key(search: GameSearch) -> str:
    """Equal for builds that find the same in the same order.

    Raises:
        UsageError: states are objects.
    """
    origin = key_of(origin_of(_packed(search.subject), search.has_symmetry, back=True))
    return f"{BEGINNING}{__version__} {_LAYOUT} {origin} {search.start}"


def opened(kind: type[AnyTable], path: str | os.PathLike[str], game: Any) -> AnyTable:
    """The table in a file, for a game of the same rules."""
    file = TableFile(path)
    if changed := changes(file.header.rules, _packed(game)):
        own, name = file.header.game, type(game).__name__
        if own != name:
            raise InputError(f"the table {file.path!r} is of {own}, and says nothing of {name}")
        raise InputError(f"the table {file.path!r} {in_words(changed, game)}")
    symmetry = "canonical" in file.header.rules
    options = AnalysisOptions(reorder=False, bounds=False, symmetry=symmetry)
    table = from_file(kind, file, game, options)
    remember(table)
    return table


def from_file(
    kind: type[AnyTable], file: TableFile, game: Game, options: AnalysisOptions
) -> AnyTable:
    """A table out of a file that is known to be of this game, in whatever position."""
    header, search = file.header, prepare(game, options)
    padding = (0,) * (len(search.start) - header.width)
    search = prepare(search.interpreter.position(header.start + padding), options)
    is_ranked = header.ranks is not None
    if is_ranked and Numbering(search).places != header.ranks:
        raise InputError(f"the table {file.path!r} was made from other rules: `ranks` has changed")
    return kind(
        search,
        status="solved",
        positions=header.positions,
        moves_seen=header.moves,
        counts=list(header.outcomes),
        origin=header.rules,
        entries=RankedEntries(file, Numbering(search))
        if is_ranked
        else StoredEntries(file, len(search.start)),
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
