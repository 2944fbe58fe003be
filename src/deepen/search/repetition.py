"""Can positions of a game repeat? A quick look, whose answers are kept, and a shortest cycle."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from weakref import WeakKeyDictionary

from deepen import _core
from deepen.game import Game, ObjectGame, constants_of
from deepen.interpreter.methods import start_of
from deepen.search.games import GameSearch
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.tables.fingerprint import rules_of

PROBED = 512
"""Positions that the quick look asks for their moves, at most."""
_MOST_SECONDS = 1.0  # for rules in the interpreter that take long
_PART_OF_TIME = 0.2
_PROBE = Limits(time=_MOST_SECONDS, memory=1 << 28)  # so that nobody asks what is free
_MOST_STARTS = 1 << 12
A_LOOK = Limits(0.5)
"""For who has played or searched already: rules that take long are asked for a part of it."""


class _Answers:
    """What is known of a class: of whole boards, and of positions in which little is left."""

    def __init__(self, rules: dict[str, str]) -> None:
        self.rules = rules  # as they were
        self.boards: dict[Hashable, bool] = {}
        self.starts: set[Hashable] = set()  # from here nothing repeats


_known: WeakKeyDictionary[type, _Answers] = WeakKeyDictionary()


def can_repeat(game: Game | ObjectGame, compiled: bool = True) -> bool:
    """Whether a cycle of positions was found by a quick look from this one, or on its board before.

    >>> from deepen.games import connect4
    >>> can_repeat(connect4.parse("44"))
    False
    """
    return repeats(prepare(game, AnalysisOptions(compiled=compiled)))


def repeats(search: GameSearch, limits: Limits | None = None) -> bool:
    """The same of a search that is prepared already, and has all its rules.

    Of the time in `limits` it takes a small part, however long the rules take.
    """
    known, board, start = _asked(search.subject)
    if board in known.boards:
        return known.boards[board]
    if start in known.starts:
        return False
    found = _look(search, limits)
    return bool(found and found.states)


def never_repeats(search: GameSearch, limits: Limits | None = None) -> bool:
    """Whether it is certain that no position can come again: all that can come were looked at."""
    known, board, start = _asked(search.subject)
    if known.boards.get(board):
        return False
    if start in known.starts:
        return True
    found = _look(search, limits)
    return found is not None and found.complete and not found.states


def shortest_cycle(search: GameSearch, most: int, limits: Limits | None = None) -> _core.RawCycle:
    """A shortest cycle among the first positions, in order of arrival."""
    return _found(search, most, limits or Limits(), shortest=True)


def _asked(game: Game | ObjectGame) -> tuple[_Answers, Hashable, Hashable]:
    """What is known of its class, its board and its position; None where these cannot be
    compared."""
    kind = type(game)
    known, rules = _known.get(kind), rules_of(kind)
    if known is None or known.rules != rules:
        known = _known[kind] = _Answers(rules)
    board = _board(game)
    return known, board, None if board is None else (board, game.start, game.to_move)


def _board(game: Game | ObjectGame) -> Hashable | None:
    """What positions of one board have in common; None where that cannot be compared."""
    if isinstance(game, Game):
        return game.board_bytes
    board = tuple(constants_of(game).items())
    try:
        hash((board, start_of(game)))
    except TypeError:
        return None
    return board


def _look(search: GameSearch, limits: Limits | None) -> _core.RawCycle | None:
    """The quick look, whose answer is kept."""
    found = _probe(search, limits or Limits())
    known, board, start = _asked(search.subject)
    if found is None or board is None:
        return found
    if not found.complete:
        known.boards[board] = bool(found.states)
        return found
    if len(known.starts) >= _MOST_STARTS:
        known.starts.clear()
    known.starts.add(start)
    return found


def _probe(search: GameSearch, limits: Limits) -> _core.RawCycle | None:
    """The quick look; None where rules failed or took too long, which the search itself tells."""
    search.compile()
    modest = _PROBE
    if limits.time is not None:
        modest = replace(_PROBE, time=min(_MOST_SECONDS, limits.time * _PART_OF_TIME))
    try:
        found = _found(search, PROBED, modest, shortest=False)
    except Exception:  # methods of an ObjectGame may raise anything
        return None
    return found if found.status == _core.Status.solved else None


def _found(search: GameSearch, most: int, limits: Limits, shortest: bool) -> _core.RawCycle:
    rules, allowance = search.rules, limits.allowance()
    found = search.guarded(
        lambda: _core.find_cycle(rules, search.start, allowance, most=most, shortest=shortest)
    )
    if found.status == _core.Status.interrupted:
        raise KeyboardInterrupt("interrupted")
    return found
