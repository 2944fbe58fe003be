"""`deepen games`."""

from __future__ import annotations

from deepen import games
from deepen.cli import ANSWERED
from deepen.cli.exit_codes import ANSWERED
from deepen.cli.printing import emit
from deepen.games.protocol import AnyPackage


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
        emit("\n".join(_lines(name, package) for name, package in packages.items()))
    return ANSWERED


def _lines(name: str, package: AnyPackage) -> str:
    verb = "analyse" if package.PLAYERS == 2 else "solve"
    return f"{name:<10} {package.SUMMARY}\n{'':<10} deepen {verb} {name}, deepen examples {name}"
