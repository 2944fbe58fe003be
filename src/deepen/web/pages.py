"""The games that are on the page: built-in ones with a module `page`, as `game_page` asks for it,
and before them those that the server's command line names, which are drawn by their look.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

import deepen
from deepen import games
from deepen.errors import InputError, UsageError
from deepen.games.broken import told_outside
from deepen.games.example import no_examples
from deepen.games.files import resolve
from deepen.games.length import MOST_TEXT
from deepen.games.protocol import BuiltIn, HasHeuristics
from deepen.web import choices
from deepen.web.game_page import DuelPage, GamePage, HasActionNames, PuzzlePage
from deepen.web.look_view import LookView


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
        self.view = _view(name, self.package)

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
        """A position from text that may come from anywhere; the name of an example will do.

        Raises:
            InputError: it is none; the message names the place.
        """
        try:
            return self.package.parse(text)
        except InputError:  # only then: what the page has written is never taken for a name
            if text not in self.package.EXAMPLES:
                raise
        return self.package.parse(self.package.EXAMPLES[text])

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
        kind: Any = type(self.parse(next(iter(self.package.EXAMPLES.values()))))
        named = self.package.HEURISTICS if isinstance(self.package, HasHeuristics) else ()
        return {
            **choices.of_search(deepen.algorithms_of(kind), [*named, "zero"]),
            "default_algorithm": kind.default_algorithm,
            "default_heuristic": getattr(kind, "default_heuristic", None) or [*named, "zero"][0],
        }

    def _of_duel(self) -> dict[str, Any]:
        players = [{"name": name, "style": style} for name, style in self.duel.SIDES]
        return {"players": players, "scale": self.duel.SCALE, **choices.of_players()}


def _view(name: str, package: BuiltIn[Any]) -> GamePage[Any]:
    if name in games.GAMES:
        return cast("GamePage[Any]", import_module(f"{games.GAMES[name]}.page"))
    return cast("GamePage[Any]", getattr(package, "page", None) or LookView(package))


# Those of the command line

_own: dict[str, Exception | None] = {}  # what is wrong with each, if anything is
_told: set[str] = set()  # to the server's owner


def open_own(named: Mapping[str, str]) -> None:
    """Reads the games that the server names; one that cannot be read stays on the list."""
    for name, typed in named.items():
        try:
            package = resolve(typed, name)
            if not package.EXAMPLES:
                raise no_examples(package, otherwise="")
            _own[name] = None
        except Exception as error:  # whatever the rules may do
            _own[name] = error


@cache
def _built_in() -> tuple[str, ...]:
    return tuple(name for name, home in games.GAMES.items() if find_spec(f"{home}.page"))


def names() -> tuple[str, ...]:
    """The games that have a page, those of the command line first."""
    return (*_own, *_built_in())


def page(name: str) -> Page:
    """The page of a game.

    Raises:
        InputError: there is none of that name, or its rules cannot be read.
    """
    if name not in names():  # so nothing but these is ever imported
        raise InputError(f"there is no game {name[:40]!r} here; known: {', '.join(names())}")
    if error := _own.get(name):
        raise InputError(told_outside(error)) from error
    return _opened(name)


_opened = cache(Page)


def catalogue() -> list[dict[str, Any]]:
    """The descriptions of all games: those of the command line, then built-in ones by title."""
    found = [_described(name) for name in _built_in()]
    own = [_described(name) for name in _own]
    return own + sorted(found, key=lambda description: str(description["title"]))


def _described(name: str) -> dict[str, Any]:
    """A description; where a user's rules do not allow one, what is wrong with them."""
    try:
        return page(name).description()
    except Exception as error:
        if name not in _own:
            raise
        problem = told_outside(error)
        _tell_owner(name, problem, error.__cause__ or error)
        facts: dict[str, Any] = {"name": name, "title": name, "summary": "", "examples": []}
        return {**facts, "kind": "broken", "problem": problem}


def _tell_owner(name: str, problem: str, error: BaseException) -> None:
    """On the terminal too, with the user's lines; once for each mistake."""
    if problem not in _told:
        _told.add(problem)
        lines = getattr(error, "traceback", "") or problem
        print(f"{lines}\ndeepen: {name} is not on the page until this is mended", file=sys.stderr)


__all__ = ["Page", "catalogue", "names", "open_own", "page"]
