"""`deepen.check` on repetition: the shortest cycle of positions that a game has near its start."""

from __future__ import annotations

from deepen import _core
from deepen.checking.game import GameCheck
from deepen.checking.report import Repetition
from deepen.formatting.numbers import counted
from deepen.search.cycle_words import in_words, moves_along
from deepen.search.games import GameSearch
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.search.repetition import shortest_cycle

# Positions to look at: some tenths of a second, compiled or not.
_MOST_COMPILED = 100_000
_MOST_INTERPRETED = 2_000
_SECONDS = 10.0  # for rules that take long


def repetition_of(rules: GameCheck) -> Repetition | None:
    """What is found from the start of a game; None where its rules fail, which walks show."""
    try:
        # A cycle is one of positions, and of images only where a table looks for it.
        options = AnalysisOptions(compiled=rules.native is not None, symmetry=False)
        search = prepare(rules.subject, options)
        most = _MOST_COMPILED if search.is_compiled else _MOST_INTERPRETED
        found = shortest_cycle(search, most, Limits(time=_SECONDS))
        return _described(search, found)
    except Exception:  # methods of an ObjectGame may raise anything
        return None


def _described(search: GameSearch, found: _core.RawCycle) -> Repetition:
    if not found.states:
        can_repeat = False if found.complete else None
        return Repetition(can_repeat, found.positions, (), None, _none_found(found))
    moves, state = moves_along(search, found.states), search.state_of(found.states[0])
    told = in_words(search, found.states, moves)
    sentence = f"positions can repeat: the shortest cycle found has {told}"
    return Repetition(True, found.positions, tuple(moves), state, sentence)


def _none_found(found: _core.RawCycle) -> str:
    if found.complete:
        seen = "the only position" if found.positions == 1 else f"all {found.positions:,} positions"
        return f"no position can repeat ({seen} seen)"
    first = counted(found.positions, "position")
    return f"no position was found that can repeat, among the first {first}"
