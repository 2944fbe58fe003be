"""`deepen games`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from deepen import games
from deepen.cli.exit_codes import ANSWERED
from deepen.cli.kinds import load
from deepen.cli.options import Json, either
from deepen.cli.printing import emit, emit_json
from deepen.errors import UsageError
from deepen.games.files import announced, distribution
from deepen.games.protocol import AnyPackage

BUILT_IN = "built in"


@dataclass(frozen=True)
class Listed:
    """A game in the list; one without a package cannot be read, and the summary says why."""

    name: str
    origin: str
    summary: str
    package: AnyPackage | None = None


def run(
    json: Json = False, plain: Annotated[bool, typer.Option(help="Only the names.")] = False
) -> int:
    """\b
    deepen games

    List the games that come along, and those of other installed packages (entry points of
    'deepen.games'). A file of your own needs no place here: deepen solve my.py
    """
    either(json, plain)
    listed = [_listed(name, BUILT_IN) for name in games.GAMES]
    listed += [_listed(name, distribution(point)) for name, point in announced().items()]
    if json:
        emit_json("deepen games 1", {"games": [_record(each) for each in listed]})
    elif plain:
        emit("\n".join(each.name for each in listed))
    else:
        emit("\n".join(map(_lines, listed)))
    return ANSWERED


def _listed(name: str, origin: str) -> Listed:
    try:
        package = load(name)
    except UsageError as error:
        return Listed(name, origin, f"cannot be read: {error}")
    return Listed(name, origin, package.SUMMARY, package)


def _record(each: Listed) -> dict[str, object]:
    examples = {} if each.package is None else each.package.EXAMPLES
    return {
        "name": each.name,
        "summary": each.summary,
        "origin": each.origin,
        "examples": examples,
    }


def _lines(each: Listed) -> str:
    first = f"{each.name:<10} {each.summary}"
    origin = "" if each.origin == BUILT_IN else f"  (of {each.origin})"
    if each.package is None:
        return f"{first}{origin}"
    verb = "analyse" if each.package.PLAYERS == 2 else "solve"
    hint = f"deepen {verb} {each.name}, deepen examples {each.name}{origin}"
    return f"{first}\n{'':<10} {hint}"
