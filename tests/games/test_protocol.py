"""What games offer; that they have the types of the protocol, mypy checks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import deepen
from deepen import games
from deepen.games.example import Example
from deepen.games.protocol import BuiltIn, GamePackage, HasHeuristics, HasRandom, HasSides

PACKAGES = [games.load(name) for name in games.GAMES]
every_game = pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.NAME)


@every_game
def test_a_game_is_known_by_its_name_and_its_positions(package: BuiltIn[Any]) -> None:
    assert games.load(package.NAME) is package
    for text in package.EXAMPLES.values():
        assert games.package_of(package.parse(text)) is package


@every_game
def test_the_number_of_players_is_true(package: BuiltIn[Any]) -> None:
    kind = {1: deepen.Puzzle, 2: deepen.Game}[package.PLAYERS]
    assert all(isinstance(package.parse(text), kind) for text in package.EXAMPLES.values())
    assert isinstance(package, HasSides) == (package.PLAYERS == 2)


@every_game
def test_all_heuristics_are_named(package: BuiltIn[Any]) -> None:
    positions = [package.parse(text) for text in package.EXAMPLES.values()]
    known = {
        name
        for puzzle in positions
        if isinstance(puzzle, deepen.Puzzle)
        for name in (*puzzle.heuristics, *puzzle.more_heuristics)
    }
    assert known == set(package.HEURISTICS if isinstance(package, HasHeuristics) else ())


def test_what_is_optional_may_be_missing() -> None:
    mine = SimpleNamespace(
        NAME="mine",
        SUMMARY="a game of my own",
        PLAYERS=1,
        EXAMPLES={"first": Example("1")},
        parse=int,
        format=str,
        draw=lambda position, markup=False: str(position),
    )
    assert isinstance(mine, GamePackage)
    assert not isinstance(mine, HasRandom)
    assert games.package_of(mine) is None
