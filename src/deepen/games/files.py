"""Which game is meant: a built-in one, a file, a class of a module, or one that is installed.

    tiles                   comes along, or was registered before
    my.py, my.py:Sokoban    a file, and one of the classes that it defines
    package.module:Sokoban  a class, or a package as `deepen.games.protocol` describes it
    sokoban                 what an installed package announces as an entry point of `deepen.games`

This runs code that a command line names. What comes from elsewhere, such as a request of the page
or a record, names games that are known already: those go to `deepen.games.load`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

from deepen import games
from deepen._arguments import shown
from deepen.errors import UsageError
from deepen.game import Game, ObjectGame
from deepen.games.broken import BrokenGameError, own_folder
from deepen.games.own import KINDS, Origin, OwnGame, own_game
from deepen.games.protocol import BuiltIn, GamePackage
from deepen.puzzle import ObjectPuzzle, Puzzle

GROUP = "deepen.games"
"""The entry points by which installed packages announce games."""

_FILE = re.compile(r"(?P<path>.+\.py)(:(?P<name>\w+))?")
_CLASS = re.compile(r"(?P<module>[\w.]+):(?P<name>\w+)")
# What a class must have of its own to be more than a base of others.
_RULES: dict[type, tuple[str, ...]] = {
    Puzzle: Puzzle.needed_rules,
    Game: Game.needed_rules,
    ObjectPuzzle: ("actions", "result", "is_goal"),
    ObjectGame: ("actions", "result"),
}


def resolve(text: str, name: str | None = None) -> BuiltIn[Any]:
    """The package of what a command line names; known by its name from now on.

    Args:
        text: what is named.
        name: what it shall be called; by itself, it is called as its file, its class or its entry
            point.

    Raises:
        UsageError: there is none. A `BrokenGameError` where it cannot be read.
    """
    if text in games.known():
        return games.load(text)
    package: BuiltIn[Any]
    if match := _FILE.fullmatch(text):
        package = _of_file(text, match["path"], match["name"])
    elif match := _CLASS.fullmatch(text):
        package = _of_module(text, match["module"], match["name"])
    else:
        package = _announced(text)
    if name is not None:
        vars(package)["NAME"] = name
    games.register(package)
    return package


def _of_file(typed: str, path: str, name: str | None) -> OwnGame:
    if not os.path.isfile(path):
        raise UsageError(f"there is no file {path!r}")
    module = _loaded(Path(path))
    found = _own_classes(module)
    if not found or (name is not None and name not in found):
        _check_complete(module, name)
    kind = _chosen(path, found, name)
    stem = Path(path).stem if name is None else f"{Path(path).stem}:{name}"
    origin = Origin(typed, files_of(module))
    return own_game(kind, stem if stem not in games.GAMES else Path(path).name, origin)


def _loaded(path: Path) -> ModuleType:
    """The file as a module of its own, with its folder where Python looks for others."""
    name = _module_name(path)
    specification = importlib.util.spec_from_file_location(name, path.absolute())
    assert specification is not None
    module = importlib.util.module_from_spec(specification)
    folder = str(path.absolute().parent)
    own_folder(folder)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    sys.modules[name] = module  # as of all modules: its classes can be pickled, and inspected
    with _reading(path.name):
        # Not by the loader, which may take what it has kept of a file that was saved this second.
        exec(compile(path.read_bytes(), str(path.absolute()), "exec"), vars(module))
    return module


def _module_name(path: Path) -> str:
    """One that no other file has; the same in every run, for compiled rules are kept by it."""
    name = "deepen_own_" + re.sub(r"\W", "_", path.stem)
    file = str(path.absolute())
    while name in sys.modules and sys.modules[name].__file__ != file:
        name += "_"
    return name


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """What is raised meanwhile is the user's own; what is printed is no answer."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (Exception, SystemExit) as error:
        raise BrokenGameError(name, error) from error


def files_of(module: ModuleType) -> tuple[Path, ...]:
    """Its own, and those of other modules in the same folder or below."""
    first = Path(module.__file__ or "")
    folder = first.parent
    own_folder(str(folder))
    loaded = [str(getattr(each, "__file__", None) or "") for each in list(sys.modules.values())]
    # There may be thousands, and most are told apart by a word: paths are slow to make.
    near = {Path(file) for file in loaded if folder.name in file and folder in Path(file).parents}
    return first, *sorted(near - {first})


def fingerprint(package: object) -> str:
    """Another one if the files of a game of one's own change; "" of one that comes along."""
    if not isinstance(package, OwnGame):
        return ""
    found = hashlib.sha256()
    for path in package.origin.files:
        found.update(path.read_bytes())
    return found.hexdigest()


# Classes


def _own_classes(module: ModuleType) -> dict[str, Any]:
    """The puzzles and games that a module defines, by name."""
    return {
        name: value
        for name, value in vars(module).items()
        if is_game(value) and value.__module__ == module.__name__ and not name.startswith("_")
    }


def is_game(value: Any) -> bool:
    """Whether it is a class with the rules of a puzzle or a game."""
    return isinstance(value, type) and issubclass(value, KINDS) and not _missing(value)


def _missing(kind: type) -> list[str]:
    """The rules that a class lacks."""
    base = next(each for each in KINDS if issubclass(kind, each))
    return [rule for rule in _RULES[base] if getattr(kind, rule, None) is getattr(base, rule, None)]


def _check_complete(module: ModuleType, wanted: str | None) -> None:
    """Raises `UsageError` of a class that would be one, but for a rule."""
    for name, value in vars(module).items():
        is_own = isinstance(value, type) and value.__module__ == module.__name__
        if is_own and issubclass(value, KINDS) and wanted in (None, name) and _missing(value):
            raise UsageError(f"{name} has no {' and no '.join(_missing(value))}, which it needs")


def _chosen(path: str, found: dict[str, Any], name: str | None) -> Any:
    if not found:
        raise UsageError(
            f"{path!r} defines no puzzle and no game: a class with rules that derives from "
            "deepen.Puzzle, deepen.ObjectPuzzle, deepen.Game or deepen.ObjectGame"
        )
    if name is None and len(found) > 1:
        choice = ", ".join(f"{path}:{each}" for each in found)
        raise UsageError(f"{path!r} defines several games; say which: {choice}")
    if name is not None and name not in found:
        raise UsageError(f"{path!r} defines no game {name!r}; known: {', '.join(found)}")
    return next(iter(found.values())) if name is None else found[name]


# Modules and what is installed


def _of_module(typed: str, place: str, name: str) -> BuiltIn[Any]:
    if os.getcwd() not in sys.path:  # as `python -m` has it
        sys.path.insert(0, os.getcwd())
    with _reading(place):
        module = _imported(place)
    if not hasattr(module, name):
        raise UsageError(f"the module {place!r} has no {name!r}")
    return _package(getattr(module, name), name.lower(), Origin(typed, files_of(module)))


def _imported(place: str) -> ModuleType:
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{place}.".startswith(f"{error.name}."):
            raise UsageError(f"there is no module {place!r}") from None
        raise


def announced() -> dict[str, Any]:
    """The entry points of installed packages by name; a built-in name stays what it is."""
    from importlib.metadata import entry_points  # lazy: start-up

    return {
        point.name: point for point in entry_points(group=GROUP) if point.name not in games.GAMES
    }


def distribution(point: Any) -> str:
    """Which installed package announces it."""
    return "" if point.dist is None else f"{point.dist.name} {point.dist.version}"


def _announced(name: str) -> BuiltIn[Any]:
    points = announced()
    if name not in points:
        raise UsageError(_unknown(name, points))
    with _reading(name):
        found = points[name].load()
    home = sys.modules[getattr(found, "__module__", None) or found.__name__]
    return _package(found, name, Origin(name, files_of(home)))


def _unknown(name: str, points: dict[str, Any]) -> str:
    known = ", ".join((*games.known(), *points))
    if os.path.isfile(f"{name}.py"):
        return f"there is no game '{name}'; the file is '{name}.py'"
    return f"there is no game '{name}'; known: {known}; a file of your own ends in .py"


def _package(found: Any, name: str, origin: Origin) -> BuiltIn[Any]:
    if is_game(found):
        return own_game(found, name, origin)
    if isinstance(found, GamePackage):
        return _completed(found, name)
    raise UsageError(
        f"{origin.typed} is {shown(found)}: neither a class of a puzzle or a game with its rules, "
        "nor a package with the names of deepen.games.protocol.GamePackage"
    )


def _completed(package: GamePackage[Any], name: str) -> BuiltIn[Any]:
    """The package with what it may leave out."""
    offered = {each: getattr(package, each) for each in dir(package) if not each.startswith("_")}
    wanting = own_game(
        type(package.parse(next(iter(package.EXAMPLES.values())))), name, Origin(name)
    )
    more = {each: getattr(wanting, each) for each in ("kind", "RULES", "plain", "random", "family")}
    return cast("BuiltIn[Any]", SimpleNamespace(**{**more, **offered, "NAME": name}))
