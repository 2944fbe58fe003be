"""`deepen games`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from deepen import games
from deepen.cli.exit_codes import ANSWERED
from deepen.cli.options import Json, either
from deepen.cli.printing import emit, emit_json
from deepen.games.protocol import AnyPackage


def run(
    json: Json = False, plain: Annotated[bool, typer.Option(help="Only the names.")] = False
) -> int:
    """\b
    deepen games

    List the built-in games.
    """
    either(json, plain)
    packages = {name: games.load(name) for name in games.GAMES}
    if json:
        emit_json("deepen games 1", {"games": [_record(*each) for each in packages.items()]})
    elif plain:
        emit("\n".join(packages))
    else:
        emit("\n".join(_lines(name, package) for name, package in packages.items()))
    return ANSWERED


def _record(name: str, package: AnyPackage) -> dict[str, Any]:
    return {"name": name, "summary": package.SUMMARY, "examples": package.EXAMPLES}


def _lines(name: str, package: AnyPackage) -> str:
    verb = "analyse" if package.PLAYERS == 2 else "solve"
    return f"{name:<10} {package.SUMMARY}\n{'':<10} deepen {verb} {name}, deepen examples {name}"
