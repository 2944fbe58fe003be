"""Games for one and games for two: verbs are for one of them, or for both."""

from __future__ import annotations

from typing import Any

from deepen import games
from deepen.errors import UsageError
from deepen.games.protocol import BuiltIn


def load_for_one(name: str) -> BuiltIn[Any]:
    """The package of a puzzle.

    Raises:
        UsageError: there is no such game, or it has two players.
    """
    package = games.load(name)
    if package.PLAYERS == 2:
        raise UsageError(f"{name} is a game of two: use 'deepen analyse' or 'play'")
    return package


def load_for_two(name: str) -> BuiltIn[Any]:
    """The package of a game of two players.

    Raises:
        UsageError: there is no such game, or it is a puzzle.
    """
    package = games.load(name)
    if package.PLAYERS == 1:
        raise UsageError(f"{name} is a puzzle for one: use 'deepen solve'")
    return package
