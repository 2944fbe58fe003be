"""The games that are on the page, and what a game offers to be there.

A game has a module `page` with

    TITLE, RULES               its name, and how it is played in a few sentences
    TOOLS                      what clicks of an editor can do
    LEVELS                     name of a difficulty -> arguments of the game's `random`
    scene(position)            a `Scene`
    edit(position, tool, cells)
                               the position after a click with a tool, or an `InputError`

A puzzle also has

    HEURISTICS                 those to choose from, the best first
    moved(before, after)       arrows for the move between two positions
    maps(puzzle)               name -> a number for each cell, such as the parts of a heuristic;
                               a name is a few words, or these, a colon and more of them
    occupied(puzzle, state)    the cells that count as visited in a state
    VISITED                    what that means, in words
    named(action)              what an action is called beside the board, if not by its own text

and a game of two players

    PLAYERS                    their names, and the style of their pieces
    SCALE                      a value that is a clear win, for the gauge
    moved(before, after)       marks for the last move
    move_targets(game)         the legal moves as `MoveTarget`s
    meant(game, cells)         the move that a click on cells means, legal or not
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from deepen import games
from deepen.errors import InputError, UsageError
from deepen.game import Game, ObjectGame
from deepen.games.length import MOST_TEXT
from deepen.web import choices


class Page:
    """A game as the page has it.

    Attributes:
        package: its rules and notation, see `deepen.games`.
        view: its module `page`, see above.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.package: Any = games.load(name)
        self.view: Any = import_module(f"{games.GAMES[name]}.page")
        first = self.package.parse(next(iter(self.package.EXAMPLES.values())))
        self.is_duel = isinstance(first, (Game, ObjectGame))
        self.kind = type(first)

    def parse(self, text: str) -> Any:
        """A position from text that may come from anywhere.

        Raises:
            InputError: it is none; the message names the place.
        """
        return self.package.parse(text)

    def named(self, action: Any) -> str:
        """An action, as it is called beside the board."""
        name = getattr(self.view, "named", str)
        return str(name(str(action)))

    @property
    def players(self) -> tuple[str, ...]:
        """The names of both players of a game of two."""
        return tuple(name for name, _ in self.view.PLAYERS)

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
        return {
            **choices.of_search([*self.view.HEURISTICS, "zero"]),
            "default_algorithm": self.kind.default_algorithm,
            "default_heuristic": self.kind.default_heuristic or self.view.HEURISTICS[0],
        }

    def _of_duel(self) -> dict[str, Any]:
        players = [{"name": name, "style": style} for name, style in self.view.PLAYERS]
        return {"players": players, "scale": self.view.SCALE, **choices.of_players()}


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
