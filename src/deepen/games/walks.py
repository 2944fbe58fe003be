"""Random walks: positions of a game that says of none how to make one."""

from __future__ import annotations

from random import Random
from typing import Any

from deepen.game import Game, ObjectGame
from deepen.interpreter.puzzles import InterpretedPuzzle, Objects
from deepen.puzzle import Puzzle


def walked(position: Any, chance: Random, steps: int) -> Any:
    """Where so many random steps lead, or fewer where a walk has no way on that is new."""
    if isinstance(position, (Game, ObjectGame)):
        return _played(position, chance, steps)
    rules: Any = Objects(position)
    if isinstance(position, Puzzle):
        rules = InterpretedPuzzle(position, None, position.state_words)
    words = tuple(rules.start_words())
    seen = {words}
    for _ in range(steps):
        ways = [child for _, child, _, _ in rules.expand(words, 0, along=False)]
        ways = [child for child in ways if child not in seen and not rules.is_goal(child)]
        if not ways:
            break
        words = chance.choice(ways)
        seen.add(words)
    return position.at(rules.shown_words(words))


def _played(game: Any, chance: Random, steps: int) -> Any:
    """A game after some moves; one that is over is of no use to anybody."""
    for _ in range(steps):
        after = game.after(chance.choice(moves)) if (moves := game.legal_moves()) else game
        if not after.legal_moves():
            break
        game = after
    return game
