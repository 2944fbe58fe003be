"""`deepen examples`, and the example that a verb begins with when nothing is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from deepen import games
from deepen.cli.completing import example_names, game_names
from deepen.cli.exit_codes import ANSWERED
from deepen.cli.gallery import files as gallery_files
from deepen.cli.kinds import command, load
from deepen.cli.options import Json, either
from deepen.cli.printing import emit, emit_json, note
from deepen.errors import UsageError
from deepen.games.example import Example, no_examples
from deepen.games.protocol import AnyPackage

Examples = dict[str, Mapping[str, Example]]
"""By game and by name."""

EMPTY = "empty"
"""The example from which a game is played, where there is one."""


def or_example(package: AnyPackage, verb: str, source: str | None) -> str:
    """The input, or the text of an example where none is given; then also says how to give one."""
    return package.EXAMPLES[_begin(package, verb)] if source is None else source


def or_example_name(package: AnyPackage, verb: str, sources: list[str] | None) -> list[str]:
    """The same for verbs that take several inputs and go by their names."""
    return sources or [_begin(package, verb)]


def some_examples(package: AnyPackage) -> Mapping[str, Example]:
    """Those of a game.

    Raises:
        UsageError: it has none.
    """
    if not package.EXAMPLES:
        raise no_examples(package)
    return package.EXAMPLES


def _begin(package: AnyPackage, verb: str) -> str:
    known = some_examples(package)
    name = EMPTY if verb == "play" and EMPTY in known else str(next(iter(known)))
    note(
        f"This is the example '{name}'; '{command(package, 'examples')}' lists all.\n"
        f"Your own: {command(package, verb, 'INPUT')}, a file or the text itself."
    )
    return name


def run(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="All games unless given.",
            show_default=False,
            autocompletion=game_names,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The one to print; the list unless given.",
            show_default=False,
            autocompletion=example_names,
        ),
    ] = None,
    write: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Write them there, a file each.")
    ] = None,
    gallery: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Copy the files of the gallery there: rules, ready to be changed.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    json: Json = False,
    plain: Annotated[bool, typer.Option("--plain", help="Only the names.")] = False,
) -> int:
    """\b
    deepen examples tiles
    deepen examples tiles 15 > my-puzzle.txt
    deepen examples chexers --write boards
    deepen examples --gallery my-games

    List the built-in examples, print one, or write them to files. Wherever a verb takes an INPUT,
    the name of an example will do: deepen solve tiles 15
    """
    either(json, plain)
    if force and write is None and gallery is None:
        raise UsageError("--force is for files: it goes with --write FOLDER or --gallery FOLDER")
    if gallery is not None:
        if game is not None or write is not None:
            raise UsageError("--gallery FOLDER goes with nothing but --force")
        _copy_gallery(Path(gallery), force)
        return ANSWERED
    package = None if game is None else load(game)
    found = _found(package, name)
    if write is not None:
        if package is None:
            raise UsageError("--write needs a game: deepen examples GAME --write FOLDER")
        _write(found[package.NAME], Path(write), force)
    elif json:
        emit_json("deepen examples 1", {"examples": list(_records(found))})
    elif plain:
        emit("\n".join(each["name"] for each in _records(found)))
    elif name is not None and package is not None:
        emit(found[package.NAME][name].rstrip("\n"))
    else:
        emit(_overview(found) if package is None else _list(package))
    return ANSWERED


def _found(package: AnyPackage | None, name: str | None) -> Examples:
    """The examples that are meant, by game."""
    if package is None:
        return {each: games.load(each).EXAMPLES for each in games.GAMES}
    game, known = package.NAME, some_examples(package)
    if name is None:
        return {game: known}
    if name not in known:
        raise UsageError(f"{game} has no example {name!r}; known: {', '.join(known)}")
    return {game: {name: known[name]}}


def _records(found: Examples) -> Iterator[dict[str, str]]:
    for game, examples in found.items():
        for name, example in examples.items():
            yield {"game": game, "name": name, "about": example.about, "input": example}


def _overview(found: Examples) -> str:
    lines = [f"{game:<10} {', '.join(examples)}" for game, examples in found.items()]
    return "\n".join([*lines, "", "deepen examples GAME says more about each."])


def _list(package: AnyPackage) -> str:
    examples = package.EXAMPLES
    width = max(map(len, examples))
    lines = [f"{name:<{width}}  {each.about}".rstrip() for name, each in examples.items()]
    name = quote([*examples][:2][-1])  # the second, if there is one
    verb = "analyse" if package.PLAYERS == 2 else "solve"
    hints = (
        command(package, verb, name),
        command(package, "examples", name, "> FILE"),
        command(package, "examples", "--write FOLDER"),
    )
    return "\n".join([*lines, "", *hints])


def _write(examples: Mapping[str, Example], folder: Path, force: bool) -> None:
    """Each to a file of its own."""
    paths = {folder / f"{name}{_suffix(text)}": text for name, text in examples.items()}
    replaced = _put({path: text.rstrip("\n") + "\n" for path, text in paths.items()}, force)
    for path, text in paths.items():
        note(f"{path}{' (replaced)' * (path in replaced)}: {text.about}".removesuffix(": "))


def _copy_gallery(folder: Path, force: bool) -> None:
    files = gallery_files()
    _put({folder / file.name: file.read_text(encoding="utf-8") for file in files}, force)
    note(f"{len(files)} puzzles and games in {str(folder)!r}: {', '.join(f.stem for f in files)}")
    note(f"To begin with: deepen solve {quote(str(folder / 'sokoban.py'))}")


def _put(files: Mapping[Path, str], force: bool) -> list[Path]:
    """Writes files, none if one would be replaced unless by `force`; returns those that were."""
    there = [path for path in files if path.exists()]
    if there and not force:
        raise UsageError(f"{str(there[0])!r} is there already; --force replaces it")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return there


def _suffix(text: str) -> str:
    return ".json" if text.startswith("{") else ".txt"
