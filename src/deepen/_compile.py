"""From rule functions to native code: what to compile, and where it is kept.

A search asks for up to four functions of a puzzle. Each becomes a small object file, kept in memory
and in the disk cache under a key that covers everything it was made from.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from deepen import _cache
from deepen._fingerprint import Witness, fingerprint
from deepen.rules import Heuristic, Rule

if TYPE_CHECKING:
    from deepen._packed import Packed
    from deepen.game import Game
    from deepen.puzzle import Puzzle

_lock = threading.Lock()
_addresses: dict[str, int] = {}
_recent: dict[tuple[Any, ...], tuple[Witness, int]] = {}
_MOST_RECENT = 256

# How states of so many words are stored in the engine; others take the next larger width.
WIDTHS = (1, 2, 3, 4, 6, 8)


def width_of(words: int) -> int:
    """The engine's width for a state of `words` words."""
    return next(width for width in WIDTHS if width >= words)


def expand_function(puzzle: type[Puzzle]) -> int:
    """Address of the function that writes the successors of a state."""
    return _address(puzzle, "expand", puzzle.successors)


def expand_along_function(puzzle: type[Puzzle], heuristic: Heuristic | None) -> int:
    """The same, writing the estimate of each successor too."""
    return _address(puzzle, "expand_along", puzzle.successors, heuristic, puzzle.is_goal)


def is_goal_function(puzzle: type[Puzzle]) -> int:
    """Address of the goal test."""
    return _address(puzzle, "is_goal", puzzle.is_goal)


def estimate_function(puzzle: type[Puzzle], heuristic: Heuristic | None) -> int:
    """Address of a heuristic; 0 for none."""
    return 0 if heuristic is None else _address(puzzle, "estimate", heuristic)


def moves_function(game: type[Game], order: Rule | None, bounds: Rule | None) -> int:
    """Address of the function that writes the moves of a state, with what is known of each."""
    return _address(game, "moves", game.moves, order, bounds)


def reach_function(game: type[Game]) -> int:
    """Address of the function that writes where the moves of a state lead, and nothing else."""
    return _address(game, "reach", game.moves)


def evaluate_function(game: type[Game]) -> int:
    """Address of the guess of a value; 0 for none."""
    return 0 if game.evaluate is None else _address(game, "evaluate", game.evaluate)


def canonical_function(game: type[Game]) -> int:
    """Address of the function that writes the canonical form of a state; 0 for none."""
    return 0 if game.canonical is None else _address(game, "canonical", game.canonical)


def bounds_function(game: type[Game], bounds: Rule | None) -> int:
    """Address of the function that writes the bounds of a state; 0 for none."""
    return 0 if bounds is None else _address(game, "bounds", bounds)


def _address(packed: type[Packed], kind: str, *rules: Rule | None) -> int:
    # A constant that a rule uses may have changed since the last search.
    wanted = (kind, packed.state_words, packed.layout.text, *map(_functions_of, rules))
    witness, address = _recent.get(wanted, (None, 0))
    if witness is not None and witness.stands():
        return address
    key, witness = fingerprint(wanted)
    with _lock:
        if key not in _addresses:
            code = _cache.load(key)
            if code is None:
                code = _build(kind, packed, rules)
                _cache.store(key, code)
            _addresses[key] = _cache.link(code)
        if len(_recent) >= _MOST_RECENT:
            _recent.clear()
        _recent[wanted] = witness, _addresses[key]
        return _addresses[key]


def _functions_of(rule: Rule | None) -> tuple[Callable[..., Any] | None, ...]:
    step = rule.step if isinstance(rule, Heuristic) else None
    return rule.function if rule is not None else None, step


def _build(kind: str, packed: type[Packed], rules: tuple[Rule | None, ...]) -> _cache.Code:
    from deepen._build import build  # imports Numba

    return build(kind, packed, rules)
