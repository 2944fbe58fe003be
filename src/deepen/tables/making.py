"""Tables out of the engine: in memory, or in a file from whose log a killed build goes on."""

from __future__ import annotations

import os

from deepen.errors import RuleError, UsageError
from deepen.game import Game
from deepen.search.base import status_name
from deepen.search.cycle_words import in_words, moves_along
from deepen.search.faults import ThreadsRefused
from deepen.search.games import GameSearch
from deepen.search.limits import Limits
from deepen.table import Table
from deepen.tables.build_log import BuildLog
from deepen.tables.entries import SortedEntries
from deepen.tables.file import refuse_in_the_way
from deepen.tables.origin import Origin, origin_of
from deepen.tables.store import build_key, save

SAVE_EVERY = 0.2
"""Seconds between two entries of a log, but of values ten times what one takes to write: as much is
lost when a build is killed."""
_SHARE, _LEAST = 1 / 8, 0.01  # of a time limit, that may be lost; but no less than so many seconds


def made_in_file(search: GameSearch, limits: Limits, path: str | os.PathLike[str]) -> Table:
    """A table that is saved. What is found on the way is kept beside it, in a log.

    A build that was killed, interrupted or limited goes on from there; the file is the same.

    Raises:
        UsageError: it cannot be written, what is there is no table, another process is at it, or a
            cycle pays points.
    """
    key = build_key(search)
    refuse_in_the_way(path)  # better now than after an hour
    with BuildLog(path, key) as log:
        try:
            table = made(search, limits, log.path, key)
        except ThreadsRefused:
            raise
        except (UsageError, RuleError):  # other rules would not go on from it
            log.remove()
            raise
        except OSError as error:
            if error.filename != log.path:
                raise
            raise UsageError(f"{log.path!r} cannot be written: {error.strerror}") from None
        if table.status == "solved":
            save(table, path)
            log.remove()
    return table


def _interval(time_limit: float | None) -> float:
    """Between two entries of a log; so short that a time limit takes little away."""
    return SAVE_EVERY if time_limit is None else min(SAVE_EVERY, max(_LEAST, time_limit * _SHARE))


def _origin(search: GameSearch) -> Origin | None:
    game = search.subject
    return origin_of(game, search.has_symmetry) if isinstance(game, Game) else None


def made(search: GameSearch, limits: Limits, log: str | None = None, key: str = "") -> Table:
    """A table of all positions that can be reached; without values where a limit came first.

    Raises:
        UsageError: a cycle pays points, so that positions have no value.
        OSError: the log cannot be written.
    """
    origin = _origin(search)  # before rules that may change meanwhile are asked
    found = search.tabulate(limits, log, key, _interval(limits.time))
    if found.paying_cycle:
        moves = moves_along(search, found.paying_cycle)
        told = in_words(search, found.paying_cycle, moves, " pays points")
        name = type(search.subject).__name__
        raise UsageError(f"positions of {name} have no value: a cycle of {told}")
    return Table(
        search,
        status=status_name(found.status),
        positions=found.positions,
        moves_seen=found.moves,
        counts=[
            (value, distance if value else None, count) for value, distance, count in found.outcomes
        ],
        entries=SortedEntries(len(search.start), found.states, found.codes),
        origin=origin,
        seconds=found.seconds,
        peak_bytes=found.peak_bytes,
    )
