"""The game that a command line names. Verbs are for one player, for two, or for both."""

from __future__ import annotations

from typing import Any

from deepen import games
from deepen.errors import UsageError
from deepen.games.protocol import AnyPackage, BuiltIn


def load(name: str) -> BuiltIn[Any]:
    """The package of a game: a built-in one, a file of rules, one that is installed.

    Raises:
        UsageError: there is no such game.
    """
    if name in games.known():
        return games.load(name)
    from deepen.games.files import resolve  # lazy: start-up

    return resolve(name)


def load_for_one(name: str) -> BuiltIn[Any]:
    """The package of a puzzle.

    Raises:
        UsageError: there is no such game, or it has two players.
    """
    package = load(name)
    if package.PLAYERS == 2:
        raise UsageError(f"{package.NAME} is a game of two: use 'deepen analyse' or 'play'")
    return package


def load_for_two(name: str) -> BuiltIn[Any]:
    """The package of a game of two players.

    Raises:
        UsageError: there is no such game, or it is a puzzle.
    """
    package = load(name)
    if package.PLAYERS == 1:
        raise UsageError(f"{package.NAME} is a puzzle for one: use 'deepen solve'")
    return package


def command(package: AnyPackage, verb: str, *rest: str) -> str:
    """What to type for a verb of this game."""
    origin = getattr(package, "origin", None)
    words = ("deepen", verb, package.NAME) if origin is None else origin.command(verb)
    return " ".join((*words, *rest))
