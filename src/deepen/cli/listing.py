"""`deepen games`."""

from __future__ import annotations

from typing import Any

from deepen import games
from deepen.cli import ANSWERED
from deepen.cli.printing import emit
from deepen.game import Game, ObjectGame


def run_games(*, json: bool, plain: bool) -> int:
    """Prints what there is."""
    packages = {name: games.load(name) for name in games.GAMES}
    if json:
        from json import dumps

        known = [
            {"name": name, "summary": package.SUMMARY, "examples": package.EXAMPLES}
            for name, package in packages.items()
        ]
        emit(dumps({"games": known}))
    elif plain:
        emit("\n".join(packages))
    else:
        for name, package in packages.items():
            example = next(iter(package.EXAMPLES.values()))
            verb = "analyse" if _is_for_two(package.parse(example)) else "solve"
            emit(f"{name:<10} {package.SUMMARY}\n{'':<10} deepen {verb} {name} {_quoted(example)}")
    return ANSWERED


def _is_for_two(puzzle: Any) -> bool:
    return isinstance(puzzle, (Game, ObjectGame))


def _quoted(text: str) -> str:
    """As a word on a command line, in one line."""
    lines = text.split("\n")
    return f"'{text}'" if len(lines) == 1 else "$'" + r"\n".join(lines) + "'"
