"""`deepen.check` on repetition: the shortest cycle of positions that a game has near its start."""

from __future__ import annotations

from deepen import _core
from deepen._spelling import move_names
from deepen.checking.game import GameCheck
from deepen.checking.report import Repetition
from deepen.formatting.numbers import counted, joined
from deepen.formatting.states import state_in_short
from deepen.search.games import GameSearch
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.search.repetition import shortest_cycle

# Positions to look at: some tenths of a second, compiled or not.
_MOST_COMPILED = 100_000
_MOST_INTERPRETED = 2_000
_SECONDS = 10.0  # for rules that take long
_MOST_MOVES = 12  # that are written out
_MOST_OF_A_STATE = 100  # characters


def repetition_of(rules: GameCheck) -> Repetition | None:
    """What is found from the start of a game; None where its rules fail, which walks show."""
    try:
        search = prepare(rules.subject, AnalysisOptions(compiled=rules.native is not None))
        most = _MOST_COMPILED if search.is_compiled else _MOST_INTERPRETED
        found = shortest_cycle(search, most, Limits(time=_SECONDS))
        return _described(search, found)
    except Exception:  # methods of an ObjectGame may raise anything
        return None


def _described(search: GameSearch, found: _core.RawCycle) -> Repetition:
    if not found.states:
        can_repeat = False if found.complete else None
        return Repetition(can_repeat, found.positions, (), None, _none_found(found))
    moves, state = _moves_along(search, found.states), search.state_of(found.states[0])
    shown = joined(moves[:_MOST_MOVES]) + (" ..." if len(moves) > _MOST_MOVES else "")
    sentence = (
        f"positions can repeat: the shortest cycle found has {counted(len(moves), 'move')}, "
        f"{shown}, from {_place(search, found.states[0])}"
    )
    return Repetition(True, found.positions, tuple(moves), state, sentence)


def _place(search: GameSearch, words: tuple[int, ...]) -> str:
    """A position in words, with the player to move where rules ask for that."""
    said = state_in_short(search.state_of(words), _MOST_OF_A_STATE)
    if not getattr(search.subject, "sees_player", False):
        return said
    there = search.interpreter.position(words)
    return f"{said}, {there.players[there.to_move]} to move"


def _none_found(found: _core.RawCycle) -> str:
    if found.complete:
        seen = "the only position" if found.positions == 1 else f"all {found.positions:,} positions"
        return f"no position can repeat ({seen} seen)"
    first = counted(found.positions, "position")
    return f"no position was found that can repeat, among the first {first}"


def _moves_along(search: GameSearch, cycle: list[tuple[int, ...]]) -> list[str]:
    """The moves from each position to the next, and from the last to the first."""
    asked, names = search.interpreter, []
    for words, to in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        position = asked.position(words)
        number = [child for _, child, *_ in asked.expand(words)].index(to)
        names += move_names(position, [position.legal_moves()[number]])
    return names
