"""The page of a class that has a look, or none: all that the rooms ask of a game's view."""

from __future__ import annotations

from typing import Any

import pytest

import deepen
from deepen.looks import text
from deepen.web.game_page import DuelPage, PuzzlePage
from deepen.web.look_view import LookView
from looked import TEXTS, Countdown, Frogs, Sides, Sokoban, TicTacToe


class Package:
    """As much of a package as a view asks for."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.NAME = kind.__name__.lower()
        self.RULES = kind.__doc__ or ""
        self.PLAYERS = 2 if hasattr(kind, "players") else 1


def view(kind: Any) -> Any:
    return LookView(Package(kind))


def at(kind: Any) -> Any:
    return text.parse(kind, TEXTS[kind])


@pytest.mark.parametrize("kind", [*TEXTS, Countdown], ids=lambda kind: kind.__name__)
def test_a_view_has_all_that_pages_have(kind: Any) -> None:
    found = view(kind)
    wanted: Any = DuelPage if found.is_duel else PuzzlePage
    names = {name for base in wanted.__mro__[:2] for name in vars(base) if not name.startswith("_")}
    assert {name for name in names if not hasattr(found, name)} == set()
    assert found.TOOLS[0].cells > 0, "a click on the board does something"
    assert found.TITLE
    assert found.RULES


def test_a_puzzle_is_played_by_clicks_and_by_buttons() -> None:
    puzzle = text.parse(Sokoban, "#####\n#@$.#\n#####")
    clicked = view(Sokoban).edit(puzzle, "play", ["7"])
    assert text.format(clicked) == "#####\n# @*#\n#####"
    assert view(Sokoban).edit(puzzle, "play right", []) == clicked
    with pytest.raises(deepen.InputError, match="this click is no move here; there are: right"):
        view(Sokoban).edit(puzzle, "play", ["0"])
    with pytest.raises(deepen.InputError, match="'up' is no move here"):
        view(Sokoban).edit(puzzle, "play up", [])


def test_from_a_cell_to_another_takes_two_clicks() -> None:
    assert view(Frogs).TOOLS[0].cells == 2
    hopped = view(Frogs).edit(at(Frogs), "play", ["0", "1"])
    assert hopped.start.frogs.tolist() == [1, 3]


def test_a_puzzle_without_a_look_is_played_from_a_list() -> None:
    found = view(Countdown)
    assert [cell.id for cell in found.scene(Countdown(5)).cells][1:] == ["move one", "move two"]
    assert found.edit(Countdown(5), "play", ["move two"]).start == 3
    assert found.occupied(Countdown(5), 3) == []
    assert found.maps(Countdown(5)) == {}


def test_moves_of_a_game_are_offered_where_they_are() -> None:
    targets = view(TicTacToe).move_targets(at(TicTacToe))
    assert [target.picks for target in targets] == [(str(n),) for n in (1, 3, 5, 6, 7, 8)]
    assert targets[0].spot == (90.0, 30.0)
    assert view(TicTacToe).meant(at(TicTacToe), ["1"]) == "1"
    assert view(TicTacToe).meant(at(TicTacToe), ["0"]) == "a1"
    assert view(TicTacToe).SIDES == (("X", "red"), ("O", "blue"))
    assert (view(TicTacToe).SCALE, view(Sides).SCALE) == (1, 6)


def test_a_game_that_is_won_has_no_moves() -> None:
    won = text.parse(TicTacToe, "XXX/OO./...\nto move: O")
    assert view(TicTacToe).move_targets(won) == []
    assert view(TicTacToe).scene(won).title == "the game is over"


def test_where_a_search_looked() -> None:
    puzzle = at(Sokoban)
    assert view(Sokoban).occupied(puzzle, puzzle.start) == [str(puzzle.start.man)]


def test_a_map_of_the_heuristic_where_one_thing_moves() -> None:
    class Walk(deepen.Puzzle):
        class State(deepen.State):
            man = deepen.Cell("cells")

        look = deepen.Grid(1, 4, layers={"man": deepen.Piece("man", "@")})

        def successors(board: Any, state: Any) -> Any:
            yield 0, state

        def is_goal(board: Any, state: Any) -> Any:
            return state.man == 3

        @deepen.heuristic(admissible=True)
        def left(board: Any, state: Any) -> Any:
            return deepen.DEAD if state.man == 0 else 3 - state.man

    puzzle = text.parse(Walk, ".@..")
    assert view(Walk).maps(puzzle) == {"left": {"0": None, "1": 2, "2": 1, "3": 0}}
    assert "∞" in puzzle.svg("map")
