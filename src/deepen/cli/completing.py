"""What the shell offers when somebody presses Tab."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from glob import escape, glob
from typing import Any

import deepen
from deepen import games
from deepen.cli.kinds import load
from deepen.errors import DeepenError
from deepen.games.protocol import BuiltIn, HasHeuristics


def game_names(incomplete: str) -> list[str]:
    """The built-in games, and files that may have one of your own."""
    return [*_matching(games.GAMES, incomplete), *sorted(glob(f"{escape(incomplete)}*.py"))]


def example_names(incomplete: str) -> list[str]:
    """The examples of the game on the line; where none fits, the shell offers files."""
    package = _package()
    return [] if package is None else _matching(package.EXAMPLES, incomplete)


def algorithm_names(incomplete: str) -> list[str]:
    """Of searches for solutions; also after a comma."""
    return _matching(deepen.ALGORITHMS, incomplete)


def game_algorithm_names(incomplete: str) -> list[str]:
    """Of searches in games of two."""
    return _matching(deepen.GAME_ALGORITHMS, incomplete)


def heuristic_names(incomplete: str) -> list[str]:
    """Those of the game on the line; also after a comma."""
    package = _package()
    if package is None or not isinstance(package, HasHeuristics):
        return []
    return _matching(sorted({*package.HEURISTICS, "zero"}), incomplete)


def _package() -> BuiltIn[Any] | None:
    """Of the game on the line, if there is one.

    Read from where the shell puts the line: half an option at its end, as in `--heuristic `, keeps
    the parser from reading the arguments before it.
    """
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    for word in line.split():
        if word in games.GAMES or ".py" in word:
            with suppress(DeepenError):  # then there is nothing to offer
                return load(word)
    return None


def _matching(names: Iterable[str], incomplete: str) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(last)]
