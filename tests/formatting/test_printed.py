"""What `print`, `repr` and JSON say of puzzles, games and answers."""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
import pytest

import deepen
from deepen.formatting.data import plain
from deepen.formatting.states import state_in_words
from deepen.games import connect4, tiles


class Shelf(deepen.Puzzle):
    """Carry every book
    to the other end.

    What follows is for those who read on.
    """

    class State(deepen.State):
        hand = deepen.Cell("places")
        books = deepen.CellSet("places")

    @deepen.rule
    def successors(board: Any, state: Any) -> Any:
        child = state.copy()
        child.books.remove(state.hand)
        if state.hand + 1 < board.places:
            child.hand += 1
        yield state.hand, child

    @deepen.rule
    def is_goal(board: Any, state: Any) -> bool:
        return len(state.books) == 0

    @deepen.heuristic(consistent=True)
    def left(board: Any, state: Any) -> int:
        return len(state.books)


class Counting(deepen.ObjectPuzzle):
    """States of any kind."""

    end = 3

    def actions(self, state: Any) -> Any:
        return [(1, "up")]

    def result(self, state: Any, action: Any) -> Any:
        return state + 1

    def is_goal(self, state: Any) -> bool:
        return bool(state == self.end)


class Matches(deepen.Game):
    """Take one or two; who takes the last one wins a point."""

    class State(deepen.State):
        left = deepen.Integer(max="all")

    @deepen.rule
    def moves(board: Any, state: Any) -> Any:
        for taken in range(1, min(state.left, 2) + 1):
            child = state.copy()
            child.left -= taken
            yield taken, child, child.left == 0


def shelf(places: int) -> Shelf:
    return Shelf({"hand": 0, "books": set(range(places))}, {"places": places})


def solve(puzzle: Any) -> deepen.Solution:
    return deepen.solve(puzzle, compiled=False)


@pytest.fixture(autouse=True)
def _a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


def test_a_solution_says_what_was_found() -> None:
    assert str(solve(shelf(3))).splitlines() == [
        "Solved in 3 moves, proven shortest.",
        "  0 1 2",
        "start: hand=0, books={0, 1, 2}",
        " goal: hand=2, books={}",
        "A* with left: 3 expanded, 4 generated",
    ]


def test_a_solution_is_as_wide_as_the_terminal_and_not_endless() -> None:
    lines = str(solve(shelf(300))).splitlines()
    assert max(map(len, lines)) <= 60
    assert len(lines) < 12
    assert "  ... and 240 more" in lines
    assert lines[-4].startswith("start: hand=0, books={0, 1, 2,")
    assert lines[-3] == "       12, 13, 14, 15, ...}"


def test_no_solution_says_what_is_proven() -> None:
    assert str(deepen.solve(shelf(9), compiled=False, node_limit=2)).splitlines() == [
        "Not solved: the node limit was hit first; any solution costs",
        "at least 9.",
        "Allow more states.",
        "A* with left: 2 expanded, 3 generated",
    ]


def test_a_puzzle_says_what_it_is() -> None:
    assert str(shelf(3)).splitlines() == [
        "Shelf: Carry every book to the other end.",
        "state: hand=0, books={0, 1, 2}",
        "heuristics: left",
    ]
    assert repr(shelf(3)) == "Shelf(start=State(hand=0, books={0, 1, 2}))"


def test_a_game_says_whose_turn_it_is() -> None:
    game = Matches({"left": 4}, {"all": 9})
    assert str(game).splitlines()[-2:] == ["state: left=4", "player 1 to move, score 0"]
    assert repr(game.play("1")) == "Matches(start=State(left=3), to_move=1)"
    assert str(deepen.analyse(game, compiled=False)).splitlines() == [
        "Proven win by 1 for player 1, who is to move.",
        "  +1  proven  1",
        "  -1  proven  2",
        "Best play: 1 1 2",
        "state: left=4",
        "negamax: 8 positions, 5 known from the table",
    ]


class Wide(deepen.Game):
    """One move of twenty, and the end."""

    actions = (deepen.Cell(40), deepen.Cell(9))

    @deepen.rule
    def moves(board: Any, state: int) -> Any:
        for place in range(10, 10 + 20 * state):
            yield (place, 2), 0


def test_a_line_does_not_end_inside_a_move() -> None:
    lines = str(deepen.analyse(Wide(1), compiled=False)).splitlines()
    assert sum("(" in line for line in lines) > 3
    assert all(line.count("(") == line.count(")") for line in lines)


def test_an_exploration_says_whether_it_saw_everything() -> None:
    assert str(deepen.explore(shelf(4), compiled=False, node_limit=1)).splitlines() == [
        "2 states seen, not all: the node limit was hit first.",
        "By distance from the start, 0 to 0:",
        "  1",
        "2 generated",
    ]


@pytest.mark.parametrize(
    "found",
    [
        solve(shelf(300)),
        deepen.explore(Counting(0), node_limit=3000),
        deepen.analyse(connect4.parse("4455"), depth=2),
        solve(Counting(-40)),
        shelf(300),
        Counting("text" * 1000),
    ],
    ids=lambda found: type(found).__name__,
)
def test_repr_is_short(found: Any) -> None:
    said = repr(found)
    assert len(said) < 800
    assert "\n" not in said
    assert said.startswith(f"{type(found).__name__}(")


def test_who_writes_a_class_decides_how_it_is_printed() -> None:
    class Named(Counting):
        def __repr__(self) -> str:
            return "Named"

    class Drawn(Counting):
        def __str__(self) -> str:
            return "a picture"

    assert f"{Named(1)} {Named(1)!r}" == "Named Named"
    assert f"{Drawn(1)} {Drawn(1)!r}" == "a picture Drawn(start=1)"


def test_a_puzzle_without_a_start_is_printed_too() -> None:
    assert f"{Counting()} {Counting()!r}" == "Counting: States of any kind. Counting()"


def test_states_without_fields_are_shown_as_words_or_by_their_repr() -> None:
    assert state_in_words(511) == "511"
    assert state_in_words((1, 1 << 63)) == "(1, 0x8000000000000000)"
    assert state_in_words(("a", frozenset({2}))) == "('a', frozenset({2}))"
    assert len(state_in_words("x" * 5000)) <= 100


# As data


def keys(verb: str) -> set[str]:
    schema = resources.files("deepen").joinpath(f"schemas/{verb}.json").read_text()
    return set(json.loads(schema)["required"]) - {"format", "game"}


def test_answers_as_data_have_the_keys_of_the_shell() -> None:
    solution = solve(shelf(2))
    assert set(solution.as_dict()) == keys("solve") | {"states"}
    assert json.loads(solution.as_json()) == solution.as_dict()
    assert solution.as_dict()["states"][0] == {"hand": 0, "books": [0, 1]}
    analysis = deepen.analyse(connect4.parse("4455"), depth=2)
    assert set(analysis.as_dict()) == keys("analyse")
    assert json.loads(analysis.as_json()) == analysis.as_dict()
    seen = deepen.explore(tiles.parse("2x3: 0 1 2 3 4 5"))
    assert json.loads(seen.as_json())["layers"] == seen.layers


def test_actions_as_data_keep_their_numbers() -> None:
    assert solve(Counting(0)).as_dict()["actions"] == [[1, "up"]] * 3


def test_any_object_becomes_plain() -> None:
    class Colour(enum.Enum):
        RED = 1

    @dataclass
    class Pair:
        left: Any
        right: Any

    given = Pair(
        {Colour.RED: (1, 2.5)}, [frozenset({3, 1}), {None, "a"}, np.int64(4), np.arange(2)]
    )
    assert plain(given) == {
        "left": {"Colour.RED": [1, 2.5]},
        "right": [[1, 3], ["a", None], 4, [0, 1]],
    }
    assert plain(object).startswith("<class")
