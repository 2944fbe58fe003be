"""The files of `examples/` as the shell reads them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deepen import games
from deepen.games.files import resolve

FOLDER = Path(__file__).parents[2] / "examples"

PUZZLES = (
    *(
        "cube",
        "eight_queens",
        "hanoi",
        "klotski",
        "knights_exchange",
        "lights_out",
        "maze",
        "missionaries",
    ),
    *("pancakes", "peg_solitaire", "ricochet_robots", "rush_hour", "sokoban", "topspin"),
    "water_jugs",
)
GAMES = (
    *("breakthrough", "chess_endings", "chomp", "dodgem", "domineering", "dots_and_boxes"),
    *("fox_and_geese", "hex", "kalah", "mu_torere", "nim", "othello", "pong_hau_ki"),
    *("three_mens_morris", "tic_tac_toe"),
)
GALLERY = PUZZLES + GAMES


_known: dict[str, Any] = {}


@contextmanager
def by_themselves() -> Iterator[None]:
    """With the gallery registered and importable; other tests have games of the same names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "_registered", _known)
        patch.setattr(sys, "path", list(sys.path))
        yield


def file_of(name: str) -> str:
    """What a user types for one of them."""
    return str(FOLDER / f"{name}.py")


@cache
def package(name: str) -> Any:
    """One of them, read once."""
    with by_themselves():
        return resolve(file_of(name))


def made(name: str, text: str) -> Any:
    """A position of it, by its text or by the name of an example."""
    found = package(name)
    return found.parse(found.EXAMPLES.get(text, text))


def later(*rows: tuple[Any, ...]) -> list[Any]:
    """Rows of parameters that are tried where the slow tests run."""
    return [pytest.param(*row, marks=pytest.mark.slow) for row in rows]
