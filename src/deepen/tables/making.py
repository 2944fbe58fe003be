"""Tables out of the engine."""

from __future__ import annotations

from deepen.errors import UsageError
from deepen.search.base import status_name
from deepen.search.games import GameSearch
from deepen.search.limits import Limits
from deepen.table import Table
from deepen.tables.entries import SortedEntries


def made(search: GameSearch, limits: Limits) -> Table:
    """A table of all positions that can be reached; without values where a limit came first.

    Raises:
        UsageError: a cycle pays points, so that positions have no value.
    """
    found = search.tabulate(limits)
    if found.paying_cycle:
        states = [search.state_of(words) for words in found.paying_cycle]
        raise UsageError(
            f"positions of {type(search.subject).__name__} have no value: a cycle of "
            f"{len(states)} moves pays points, through {states[0]!r}"
        )
    return Table(
        search,
        status=status_name(found.status),
        positions=found.positions,
        moves_seen=found.moves,
        counts=[
            (value, distance if value else None, count) for value, distance, count in found.outcomes
        ],
        entries=SortedEntries(len(search.start), found.states, found.codes),
        seconds=found.seconds,
        peak_bytes=found.peak_bytes,
    )
