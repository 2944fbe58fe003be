"""The built-in games, written with the same API that everyone has.

Each is a package with the names that `deepen.games.protocol` tells, in the same rooms: `board`,
`rules`, `heuristics`, `notation`, `examples`, `scramble` (random positions), `family` (instances to
audit on), `look` (how positions look), `page` (what clicks do there), `svg` (which pictures there
are beyond those of a look). They import the public API, and none of them another; verbs are called
for pictures of answers and for random positions alone, and for `darkchess.is_solvable`.
Each is imported only when somebody asks for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from deepen.errors import UsageError
from deepen.games.protocol import AnyPackage, BuiltIn, GamePackage

if TYPE_CHECKING:
    from deepen.games import chexers, connect4, darkchess, hashi, tiles
    from deepen.games.protocol import HasHeuristics, HasSides, HasSmaller

    # Each is what the protocol says: so mypy checks them, and nothing is imported for it.
    _tiles: BuiltIn[tiles.Tiles] = tiles
    _chexers: BuiltIn[chexers.Chexers] = chexers
    _darkchess: BuiltIn[darkchess.Darkchess] = darkchess
    _connect4: BuiltIn[connect4.Connect4] = connect4
    _hashi: BuiltIn[hashi.Hashi] = hashi
    _with_heuristics: tuple[HasHeuristics, ...] = (tiles, chexers, darkchess)
    _with_sides: tuple[HasSides, ...] = (connect4, hashi)
    _chexers_less: HasSmaller[chexers.Chexers] = chexers
    _darkchess_less: HasSmaller[darkchess.Darkchess] = darkchess

GAMES = {
    "tiles": "deepen.games.tiles",
    "chexers": "deepen.games.chexers",
    "darkchess": "deepen.games.darkchess",
    "connect4": "deepen.games.connect4",
    "hashi": "deepen.games.hashi",
}
"""Where each built-in game lives."""
_registered: dict[str, BuiltIn[Any]] = {}


def known() -> tuple[str, ...]:
    """The names of all games that can be loaded: built-in ones, and those that were registered."""
    return (*GAMES, *_registered)


def registered() -> tuple[str, ...]:
    """The names of games that did not come along."""
    return tuple(_registered)


def register(package: BuiltIn[Any]) -> None:
    """Makes a game known by its name, until the process ends; see `deepen.games.files`.

    Raises:
        UsageError: another one has that name.
    """
    name, before = package.NAME, _registered.get(package.NAME)
    if name in GAMES or (before is not None and _home(before) != _home(package)):
        raise UsageError(f"there is another game called '{name}': choose another name for one")
    _registered[name] = package


def _home(package: BuiltIn[Any]) -> Any:
    """Where the rules of a game are: what is read again from there is the same game."""
    kind, origin = getattr(package, "kind", None), getattr(package, "origin", None)
    return getattr(kind, "__qualname__", ""), origin and origin.files[:1]


def load(name: str) -> BuiltIn[Any]:
    """The package of the game of that name.

    Raises:
        UsageError: there is no such game.
    """
    if name in _registered:
        return _registered[name]
    if name not in GAMES:
        raise UsageError(f"there is no game '{name}'; known: {', '.join(known())}")
    return cast("BuiltIn[Any]", import_module(GAMES[name]))


def package_of(position: object) -> BuiltIn[Any] | None:
    """The package of a position of a game that is known; None for any other."""
    for package in _registered.values():
        if type(position) is getattr(package, "kind", None):
            return package
    home = f"{type(position).__module__}."
    names = (name for name, place in GAMES.items() if home.startswith(f"{place}."))
    return next(map(load, names), None)


__all__ = [
    "GAMES",
    "AnyPackage",
    "BuiltIn",
    "GamePackage",
    "known",
    "load",
    "package_of",
    "register",
    "registered",
]
