"""Text by a look: what is written is read back, what is wrong is told with its place."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import deepen
from deepen.looks import text
from looked import TEXTS, Frogs, Hexes, Sokoban, TicTacToe, Weights
from support import cases

POSITIONS = cases(1000)


@pytest.mark.parametrize("kind", TEXTS, ids=lambda kind: kind.__name__)
def test_what_is_read_is_written_alike(kind: Any) -> None:
    position = text.parse(kind, TEXTS[kind])
    again = text.parse(kind, text.format(position))
    assert again == position
    assert text.format(again) == text.format(position)


@pytest.mark.parametrize("kind", TEXTS, ids=lambda kind: kind.__name__)
def test_positions_of_random_walks_are_read_back(kind: Any) -> None:
    chance = random.Random(len(TEXTS[kind]))
    position = start = text.parse(kind, TEXTS[kind])
    for _ in range(POSITIONS // len(TEXTS)):
        moves = position.legal_moves()
        if not moves:
            position = start
            continue
        move = chance.choice(moves)
        position = position.play(move) if hasattr(position, "play") else position.at(move.state)
        assert text.parse(kind, text.format(position)) == position


def test_rows_are_as_they_are_exchanged() -> None:
    assert text.format(text.parse(Sokoban, TEXTS[Sokoban])) == TEXTS[Sokoban]
    solved = text.parse(Sokoban, "####\n#+*#\n####")
    assert solved.start.man in solved.board.goals
    assert text.format(solved) == "####\n#+*#\n####"


def test_one_line_has_slashes_for_rows() -> None:
    assert text.parse(TicTacToe, "X.O/.X./...").start.stones[0, 2] == 2
    assert text.parse(TicTacToe, "X . O / . X . / . . .") == text.parse(TicTacToe, "X.O/.X./...")


def test_blank_rows_survive() -> None:
    puzzle = text.parse(Sokoban, "---\n-@-\n---")
    assert puzzle.board.rows == 3
    assert text.parse(Sokoban, text.format(puzzle)) == puzzle


def test_two_pieces_without_a_common_symbol_become_json() -> None:
    board = {"rows": 1, "columns": 2, "walls": {0}, "goals": {1}}
    puzzle = Sokoban({"man": 0, "boxes": {1}}, board)
    written = text.format(puzzle)
    assert json.loads(written)["state"] == {"man": 0, "boxes": {"cells": [1]}}
    assert text.parse(Sokoban, written) == puzzle


def test_sizes_and_counts_come_from_the_text() -> None:
    assert text.parse(Frogs, "FFF.").board.count == 3
    assert text.parse(Hexes, "../..").board.size == 2
    assert text.parse(Weights, ". .\n. 3 .\n. .").board.radius == 1


@pytest.mark.parametrize(
    ("kind", "wrong", "said"),
    [
        (Sokoban, "###\n#x#", "line 2, column 2: 'x' is no piece; there are: # wall, . goal"),
        (Sokoban, "@ @", "line 1, column 3: there is a man before this one"),
        (Sokoban, "# $", "there is no man (@) on the board"),
        (Sokoban, " \n ", "the input is empty"),
        (TicTacToe, "X.O/.X", "row 2 has 2 cells, and the first has 3"),
        (TicTacToe, "X.O\n.X\n...", "line 2 has 2 cells, and the first has 3"),
        (TicTacToe, "...", "the board has 3 rows, and the text has 1"),
        (TicTacToe, ".../.../...\nto move: Z", "line 2: 'Z' is not one of X and O"),
        (TicTacToe, ".../.../...\nto move O", 'line 2: a colon is missing, "to move: O"'),
        (TicTacToe, ".../.../...\nmood: 3", "line 2, column 1: there is no 'mood' to be told"),
        (TicTacToe, ".../.../...\nscore: x", "line 2: 'x' is no value for 'score'"),
        (TicTacToe, '{"state": 3', "line 1, column 12: no JSON"),
        (TicTacToe, "{}", 'a position in JSON is {"state": {...}, "board": {...}}'),
        (
            Weights,
            ". .\n. 99 .\n. .",
            "line 2, column 3: 99 does not go there, numbers are 0 to 12",
        ),
        (Weights, ". .\n. .\n. .", "the rows make no hexagon"),
        (Frogs, "F.F", "there are 3 cells in the text, and the board has 4"),
        (Frogs, "F..F\nhops: 77", "cannot hold 77"),
    ],
)
def test_mistakes_are_told_with_their_place(kind: Any, wrong: str, said: str) -> None:
    with pytest.raises(deepen.InputError) as caught:
        text.parse(kind, wrong)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_any_text_is_read_or_refused() -> None:
    chance = random.Random(5)
    refused = []
    signs = '#.$@*+ XO-/FRB019:{}[]"\n\tto move score,é'
    for _ in range(cases(4000)):
        kind = chance.choice(list(TEXTS))
        given = list(TEXTS[kind])
        for _ in range(chance.randint(1, 6)):
            given[chance.randrange(len(given))] = chance.choice(signs)
        try:
            position = text.parse(kind, "".join(given))
        except deepen.InputError as error:
            refused.append(str(error))
        else:
            assert text.parse(kind, text.format(position)) == position
    assert refused
    assert not [sentence for sentence in refused if "\n" in sentence]


def test_an_own_constructor_needs_an_own_parse() -> None:
    class Odd(Sokoban):
        def __init__(self, size: int) -> None:
            super().__init__({}, {})

    with pytest.raises(deepen.RuleError, match="takes other arguments than a state and a board"):
        text.parse(Odd, "@")


def test_a_misspelt_layer_is_told() -> None:
    class Typo(Sokoban):
        look = deepen.Grid(
            layers={"man": deepen.Piece("man", "@"), "boxs": deepen.Piece("box", "$")}
        )

    with pytest.raises(deepen.RuleError, match="a layer 'boxs', and the field 'boxes' has none"):
        text.parse(Typo, "@$")
