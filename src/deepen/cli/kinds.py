"""Games for one and games for two: verbs are for one of them, or for both."""

from __future__ import annotations

from types import ModuleType

from deepen import games
from deepen.errors import UsageError
from deepen.game import Game, ObjectGame


def load_for_one(name: str) -> ModuleType:
    """The package of a puzzle.

    Raises:
        UsageError: there is no such game, or it has two players.
    """
    package = games.load(name)
    if is_for_two(package):
        raise UsageError(f"{name} is a game of two: use 'deepen analyse' or 'play'")
    return package


def load_for_two(name: str) -> ModuleType:
    """The package of a game of two players.

    Raises:
        UsageError: there is no such game, or it is a puzzle.
    """
    package = games.load(name)
    if not is_for_two(package):
        raise UsageError(f"{name} is a puzzle for one: use 'deepen solve'")
    return package


def is_for_two(package: ModuleType) -> bool:
    """Whether a game has two players."""
    return any(issubclass(kind, (Game, ObjectGame)) for kind in classes_of(package))


def classes_of(package: ModuleType) -> list[type]:
    """The classes that a game offers."""
    return [value for value in vars(package).values() if isinstance(value, type)]
