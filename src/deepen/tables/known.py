"""Which tables there are: those of this process, and those that are kept on disk.

Nobody who has no table for a game pays more for this than a look into a folder, ten times a second
at most: one that another process makes is found a tenth of a second later.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from deepen.compiler import cache
from deepen.compiler.private_folder import PrivateFolder
from deepen.errors import InputError, UsageError
from deepen.game import Game, ObjectGame, constants_of
from deepen.tables import build_log, replacing
from deepen.tables.fingerprint import digests, key_of, rules_of
from deepen.tables.origin import origin_of

if TYPE_CHECKING:
    from deepen.search.limits import Limits
    from deepen.table import Table

AnyGame = Game | ObjectGame
ENDING = ".table"
MOST_POSITIONS = 5_000_000
"""Of a table that is made without being asked for."""
MOST_SECONDS = 2.0
"""That this may take."""
_MOST_REMEMBERED = 8
_DIGITS = 24  # of a digest, in the name of a file
_FRESH = 0.1  # seconds; a look into the folder takes longer than many a search

Key = tuple[type, object, tuple[int, ...]]
"""The class of a game, what tells its rules apart, and a start; of packed games, the board is one
of the rules, of others it is compared where it is."""
_remembered: OrderedDict[Key, Table] = OrderedDict()
_large: WeakValueDictionary[Key, Table] = WeakValueDictionary()  # as long as others need them


def find(game: AnyGame) -> Table | None:
    """A table that has the position: made or opened in this process, or kept on disk."""
    there = [*_remembered.items()]
    if _large:  # to list none takes longer than the rest of this
        there += _large.items()
    for key, table in there:
        if key[0] is type(game) and _is_of(key, table, game) and table.get(game) is not None:
            return table
    return _find_on_disk(game) if isinstance(game, Game) else None


def remember(table: Table) -> None:
    """Keeps a table in mind: a large one for as long as others do, until there are newer ones."""
    if table.status != "solved":
        return
    if table.positions > MOST_POSITIONS:
        _large[_key(table)] = table
        return
    _remembered[_key(table)] = table
    _remembered.move_to_end(_key(table))
    while len(_remembered) > _MOST_REMEMBERED:
        _remembered.popitem(last=False)


def forget() -> None:
    """Remembers no table any more; those on disk stay."""
    _remembered.clear()
    _large.clear()
    _files.forget()


def small(game: AnyGame, limits: Limits, compiled: bool = True) -> Table | None:
    """A table that is made at once and remembered; None if it is too large for that.

    Raises:
        UsageError: a cycle pays points, so that positions have no value.
    """
    from deepen.search.options import AnalysisOptions  # lazy: start-up
    from deepen.search.prepared import prepare  # lazy: start-up
    from deepen.tables.making import made  # lazy: start-up

    seconds = MOST_SECONDS if limits.time is None else min(MOST_SECONDS, limits.time)
    nodes = MOST_POSITIONS if limits.nodes is None else min(MOST_POSITIONS, limits.nodes)
    options = AnalysisOptions(reorder=False, bounds=False, compiled=compiled)
    table = made(prepare(game, options), replace(limits, time=seconds, nodes=nodes))
    if table.status == "interrupted":
        raise KeyboardInterrupt
    remember(table)
    return table if table.status == "solved" else None


# In this process


def _key(table: Table) -> Key:
    game, start = table.subject, tuple(table.search.start)
    if isinstance(game, Game):
        return type(game), key_of(digests(game)), start
    return type(game), key_of(rules_of(type(game))), (id(game), *start)


def _is_of(key: Key, table: Table, game: AnyGame) -> bool:
    if isinstance(game, Game):
        return key[1] == key_of(digests(game))
    if key[1] != key_of(rules_of(type(game))):
        return False
    try:
        return constants_of(table.subject) == constants_of(game)
    except ValueError:  # arrays, which are neither equal nor not
        return False


# On disk


def folder() -> PrivateFolder:
    """Where they are kept: beside compiled rules."""
    return PrivateFolder(cache.folder() / "tables", ENDING)


def kept() -> list[int]:
    """The sizes of the files there.

    Raises:
        OSError: the folder is not ours alone, or none.
    """
    return [size for _, size in folder().sizes()]


def clear() -> None:
    """Removes them all, and what builds that were stopped have left, and nothing else.

    Raises:
        OSError: as for `kept`.
    """
    if kept():
        folder().prune(0)
    for ending in (build_log.ENDING, replacing.ENDING):
        for left in folder().path.glob(f"*{ENDING}{ending}"):
            with suppress(OSError):
                left.unlink()


def place_for(game: AnyGame) -> Path:
    """Where a table that is made from a position is kept, so that `find` finds it.

    Raises:
        UsageError: the folder cannot be made or is not ours alone, or states are objects.
    """
    from deepen.tables.store import prepared, start_of  # lazy: start-up

    search, place = prepared(game), folder().path
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept()  # in a folder that is not ours alone, nobody would find it
    except OSError as error:
        raise UsageError(f"{str(place)!r} cannot be used: {error.strerror}") from None
    start = hashlib.sha256(repr(start_of(search)).encode()).hexdigest()
    assert isinstance(game, Game)
    return place / f"{_named(game, search.has_symmetry)}{start[:8]}{ENDING}"


class _Files:
    """The names of the files on disk, without the ending, as they were a moment ago."""

    def __init__(self) -> None:
        self._by_class: dict[str, list[str]] = {}
        self._until = 0.0

    def forget(self) -> None:
        self._until = 0.0

    def of(self, kind: type) -> list[str]:
        """Those that may have tables of a class of games, by its name."""
        now = time.monotonic()
        if now >= self._until:
            by_class: dict[str, list[str]] = {}
            for name in folder().names():
                by_class.setdefault(name.partition("-")[0], []).append(name)
            self._by_class, self._until = by_class, now + _FRESH
        return self._by_class.get(_title(kind.__name__), [])


_files = _Files()


def _find_on_disk(game: Game) -> Table | None:
    names = _files.of(type(game))
    if not names:
        return None
    wanted = tuple(_named(game, symmetry) for symmetry in (True, False))
    paths = (folder().path / f"{name}{ENDING}" for name in names if name.startswith(wanted))
    return next(filter(None, (_with(path, game) for path in paths)), None)


def _with(path: Path, game: Game) -> Table | None:
    """The table in a file, if it is one that has the position."""
    from deepen.table import Table  # lazy: start-up

    try:
        table = Table.open(path, game)
        found = table.get(game) is not None
    except InputError:  # damaged, or gone meanwhile: as if it were not there
        return None
    if found:
        with suppress(OSError):  # no right to: it only counts as used now
            os.utime(path, ns=(time.time_ns(), path.stat().st_mtime_ns))
        remember(table)
    return table if found else None


def _named(game: Game, symmetry: bool) -> str:
    """How the names of files begin that have tables of such a game."""
    origin = key_of(origin_of(game, symmetry))
    return f"{_title(type(game).__name__)}-{origin[:_DIGITS]}-"


@lru_cache(maxsize=256)  # every analysis asks
def _title(name: str) -> str:
    """The name of a class as names of files have it: as far as it takes no time to know."""
    return "".join(c for c in name if c.isascii() and c.isalnum())
