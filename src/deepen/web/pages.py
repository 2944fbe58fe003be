"""The games that are on the page: those with a module `page`, as `game_page` asks for it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from deepen import games
from deepen.errors import InputError, UsageError
from deepen.games.length import MOST_TEXT
from deepen.games.protocol import HasHeuristics
from deepen.web import choices
from deepen.web.game_page import DuelPage, GamePage, HasActionNames, PuzzlePage


class Page:
    """A game as the page has it.

    Attributes:
        package: its rules and notation, see `deepen.games`.
        view: its module `page`, see above.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.package = games.load(name)
        self.is_duel = self.package.PLAYERS == 2
        self.view = cast("GamePage[Any]", import_module(f"{games.GAMES[name]}.page"))

    @property
    def puzzle(self) -> PuzzlePage[Any]:
        """The view of a puzzle; a `UsageError` where it is a game of two."""
        self.check_puzzle()
        return cast("PuzzlePage[Any]", self.view)

    @property
    def duel(self) -> DuelPage[Any]:
        """The view of a game of two; a `UsageError` where it is a puzzle."""
        self.check_duel()
        return cast("DuelPage[Any]", self.view)

    def parse(self, text: str) -> Any:
        """A position from text that may come from anywhere.

        Raises:
            InputError: it is none; the message names the place.
        """
        return self.package.parse(text)

    def named(self, action: Any) -> str:
        """An action, as it is called beside the board."""
        text = str(action)
        return self.view.named(text) if isinstance(self.view, HasActionNames) else text

    @property
    def players(self) -> tuple[str, ...]:
        """The names of both players of a game of two."""
        return tuple(name for name, _ in self.duel.SIDES)

    def check_puzzle(self) -> None:
        """Raises `UsageError` where only a puzzle will do."""
        if self.is_duel:
            raise UsageError(f"{self.name} is a game of two: it is analysed and played, not solved")

    def check_duel(self) -> None:
        """Raises `UsageError` where only a game of two will do."""
        if not self.is_duel:
            raise UsageError(f"{self.name} is a puzzle for one: it is solved, not played")

    def description(self) -> dict[str, Any]:
        """All that the browser must know of the game."""
        found = {
            "name": self.name,
            "title": self.view.TITLE,
            "summary": self.package.SUMMARY,
            "rules": self.view.RULES,
            "kind": "duel" if self.is_duel else "puzzle",
            "examples": [
                {"name": name, "text": text} for name, text in self.package.EXAMPLES.items()
            ],
            "tools": [vars(tool) for tool in self.view.TOOLS],
            "levels": list(self.view.LEVELS),
            "most_text": MOST_TEXT,
            "too_long": f"this text is too long: it may have {MOST_TEXT:,} characters",
        }
        return found | (self._of_duel() if self.is_duel else self._of_puzzle())

    def _of_puzzle(self) -> dict[str, Any]:
        kind = type(self.parse(next(iter(self.package.EXAMPLES.values()))))
        named = self.package.HEURISTICS if isinstance(self.package, HasHeuristics) else ()
        return {
            **choices.of_search([*named, "zero"]),
            "default_algorithm": kind.default_algorithm,
            "default_heuristic": kind.default_heuristic or named[0],
        }

    def _of_duel(self) -> dict[str, Any]:
        players = [{"name": name, "style": style} for name, style in self.duel.SIDES]
        return {"players": players, "scale": self.duel.SCALE, **choices.of_players()}


@cache
def names() -> tuple[str, ...]:
    """The games that have a page, in the order of `deepen games`."""
    return tuple(name for name, home in games.GAMES.items() if find_spec(f"{home}.page"))


@cache
def page(name: str) -> Page:
    """The page of a game.

    Raises:
        InputError: there is none of that name.
    """
    if name not in names():  # so nothing but these is ever imported
        raise InputError(f"there is no game {name[:40]!r} here; known: {', '.join(names())}")
    return Page(name)


def catalogue() -> list[dict[str, Any]]:
    """The descriptions of all games, by title."""
    found = [page(name).description() for name in names()]
    return sorted(found, key=lambda description: str(description["title"]))


__all__ = ["Page", "catalogue", "names", "page"]
