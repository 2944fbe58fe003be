"""Which table answers a question: one that is named, one that is known, or a small one that is
made at once."""

from __future__ import annotations

import threading
from dataclasses import replace
from os import PathLike
from time import monotonic
from typing import Any

from deepen._arguments import refusal
from deepen.analysis import Analysis
from deepen.errors import DeepenError, Interrupted, UsageError
from deepen.game import Game, ObjectGame, board_of, has_outcome, position_of
from deepen.search.faults import ThreadsRefused
from deepen.search.games import GameSearch
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.search.repetition import can_repeat, repeats
from deepen.search.tabulated import analysis_from
from deepen.table import Table
from deepen.tables import known
from deepen.tables.fingerprint import rules_of
from deepen.tables.known import MOST_POSITIONS, MOST_SECONDS

AnyGame = Game | ObjectGame

# Of a time limit, what goes into a table; and where one of the same board was too large, in case
# that less can be reached from another position. What is left is for a search.
_SHARE_OF_TIME, _SHARE_AGAIN = 0.5, 0.1

_MOST_NOTED = 1 << 12
_MOST_LATE = 0.1  # seconds that whoever interrupts may wait for the moves

_making = threading.Lock()  # the games of a match share a table, and one is enough
_too_large: set[Any] = set()  # boards
_refused: set[Any] = set()  # boards
_in_vain: dict[Any, tuple[float, int]] = {}  # by position: so many seconds, so many positions


def a_table(name: str, value: Any) -> Any:
    """A table, or where there is a file of one, as an argument."""
    if not isinstance(value, (Table, str, PathLike)):
        raise refusal(name, value, "a deepen.Table, or the path of a file with one")
    return value


def read_off(using: Table | str | PathLike[str], game: AnyGame) -> Analysis:
    """What a table says that somebody has named.

    Raises:
        InputError: the position is not in it, or it is no table of this game.
    """
    table = _opened(using, game)
    table.refuse_others(game)
    table.value(game)  # says why there is none
    found = analysis_from(table, game)
    assert found is not None
    return found


def _opened(using: Table | str | PathLike[str], game: AnyGame) -> Table:
    return Table.open(using, game) if isinstance(using, (str, PathLike)) else using


def look_up(search: GameSearch, limits: Limits, made: int = 0) -> Analysis | None:
    """What a known table says of a position, or a small one where positions repeat; else None.

    `search` begins at the position, with all rules of the game; `made` is how many moves were made
    before, of those that a limit of moves allows.

    Raises:
        Interrupted: Ctrl-C; its `partial` is an analysis that knows nothing.
    """
    try:
        return _looked_up(search, limits, made)
    except KeyboardInterrupt:
        raise interrupted(search.subject) from None


def _looked_up(search: GameSearch, limits: Limits, made: int) -> Analysis | None:
    game = search.subject
    table = known.find(game)
    found = None if table is None else analysis_from(table, game, made)
    if found is not None or not (needs_distances(game) or repeats(search, limits)):
        return found
    table = _small(game, _modest(game, limits), search.options.compiled)
    found = None if table is None else analysis_from(table, game, made)
    if table is None or found is None:
        return None
    seconds = table.seconds + found.seconds
    return replace(found, seconds=seconds, peak_bytes=table.peak_bytes, subject=game)


def needs_distances(game: AnyGame) -> bool:
    """Whether it is not enough to know who wins, but also how soon: only a table has that."""
    return game.move_limit is not None and has_outcome(game)


def has_no_table(game: AnyGame) -> bool:
    """Whether one was refused: a cycle pays points, or a win is too far away."""
    return _board(game) in _refused


def _board(game: AnyGame) -> Any:
    """A board, under the rules as they are now."""
    return *board_of(game), *rules_of(type(game)).values()


def left_over(limit: float, spent: float) -> float:
    """Of a time limit, what is left for a search after a table was tried, for so many seconds.

    Time in which rules were compiled is nobody's, so a search has its share in any case.
    """
    return max(limit - spent, limit * (1 - _SHARE_OF_TIME))


def interrupted(game: AnyGame) -> BaseException:
    """As a search ends by Ctrl-C, with an analysis that knows nothing but the moves."""
    search = prepare(game, AnalysisOptions(compiled=False))
    try:
        nothing = search.analyse(Limits(_MOST_LATE, nodes=0))
    except DeepenError:  # rules that take too long even for that, or that fail
        return KeyboardInterrupt("interrupted")
    return Interrupted(replace(nothing, status="interrupted", subject=game))


def make_ready(game: AnyGame, limits: Limits) -> None:
    """Before somebody plays against the clock: makes a small table, where that was not tried yet.

    As rules are compiled then, it is done once for all moves.

    Raises:
        Interrupted: as `look_up`.
    """
    try:
        if known.find(game) is not None or _board(game) in _too_large:
            return
        if needs_distances(game) or can_repeat(game):
            _small(game, _modest(game, limits), compiled=True)
    except KeyboardInterrupt:
        raise interrupted(game) from None


def _modest(game: AnyGame, limits: Limits) -> Limits:
    """What may be spent on a table that may turn out to be too large."""
    again = _board(game) in _too_large
    seconds, nodes = MOST_SECONDS * (_SHARE_AGAIN if again else 1.0), MOST_POSITIONS
    if limits.time is not None:
        seconds = min(seconds, limits.time * (_SHARE_AGAIN if again else _SHARE_OF_TIME))
    if limits.nodes is not None:
        nodes = min(nodes, limits.nodes)
    return replace(limits, time=seconds, nodes=nodes)


def _small(game: AnyGame, limits: Limits, compiled: bool) -> Table | None:
    """A table that is made at once; None where the limits do not allow for one."""
    position = _board(game), position_of(game)
    with _making:
        if _is_in_vain(position, limits):
            return None
        table = known.find(game)
        if table is not None and table.get(game) is not None:
            return table  # another thread has made it meanwhile
        started = monotonic()
        try:
            table = known.small(game, limits, compiled)
        except ThreadsRefused:
            raise
        except UsageError:  # and so would any other be
            _refused.add(position[0])
            table = None
        if table is None:
            _note_size(position, limits, monotonic() - started)
    return table


def _is_in_vain(position: Any, limits: Limits) -> bool:
    """Whether as much was not enough before."""
    assert limits.time is not None
    assert limits.nodes is not None
    seconds, nodes = _in_vain.get(position, (0.0, 0))
    return limits.time <= seconds or limits.nodes <= nodes


def _note_size(position: Any, limits: Limits, spent: float) -> None:
    """Of the two limits one was hit: that of time, if so much was spent."""
    assert limits.time is not None
    assert limits.nodes is not None
    if len(_in_vain) >= _MOST_NOTED:
        _in_vain.clear()
    was_late = spent >= limits.time
    _in_vain[position] = (limits.time, 0) if was_late else (0.0, limits.nodes)
    if limits.time >= MOST_SECONDS if was_late else limits.nodes >= MOST_POSITIONS:
        _too_large.add(position[0])
