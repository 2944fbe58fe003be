"""Scenes, drawings, clicks and edits by a look."""

from __future__ import annotations

import random
from typing import Any
from unittest.mock import patch

import pytest

import deepen
from deepen.drawing.scene import TAGS
from deepen.games.own import Origin, own_game
from deepen.looks import editing, moves, terminal, text
from deepen.looks.scene import scene
from deepen.web.look_view import LookView
from looked import TEXTS, Countdown, Frogs, Hexes, Sides, Sokoban, TicTacToe


def at(kind: Any) -> Any:
    return text.parse(kind, TEXTS[kind])


def test_a_cell_says_what_is_on_it() -> None:
    cells = scene(text.parse(Sokoban, "####\n#*@#\n####")).cells
    assert [cell.label for cell in cells[4:8]] == [
        "row 2, column 1: wall",
        "row 2, column 2: box on goal",
        "row 2, column 3: man",
        "row 2, column 4: wall",
    ]
    assert [cell.id for cell in cells] == [str(number) for number in range(12)]


@pytest.mark.parametrize("kind", TEXTS, ids=lambda kind: kind.__name__)
def test_everything_is_within_the_picture(kind: Any) -> None:
    found = scene(at(kind))
    left, top, width, height = found.view
    for cell in found.cells:
        for shape in (cell.outline, *cell.things):
            assert shape.tag in TAGS
            assert left <= shape.at[0] <= left + width
            assert top <= shape.at[1] <= top + height


@pytest.mark.parametrize("kind", [*TEXTS, Countdown], ids=lambda kind: kind.__name__)
def test_terminal_drawings_fit(kind: Any) -> None:
    position = at(kind) if kind in TEXTS else kind()
    plain = terminal.draw(position)
    assert plain
    assert all(len(line) <= 80 for line in plain.splitlines())
    assert terminal.draw(position, markup=True)


def test_a_drawing_has_the_board_and_the_rest() -> None:
    assert terminal.draw(at(TicTacToe)) == "X . O\n. X .\n. . .\nO to move"
    assert terminal.draw(at(Hexes)).splitlines()[1] == " . B ."
    assert terminal.draw(at(Frogs)).splitlines()[-1] == "hops: 2"
    assert terminal.draw(Countdown(3)) == "state  3"


def test_a_piece_that_fills_two_cells_has_one_border() -> None:
    class Bricks(deepen.ObjectPuzzle):
        look = deepen.Grid(1, 3, pieces=[deepen.Piece("brick {}", "B", "fill", "red")])

        def contents(self, state: Any) -> Any:
            return {0: ("brick {}", 1), 1: ("brick {}", 1), 2: ("brick {}", 2)}

    lines = {shape.at for shape in scene(Bricks(0)).before}
    assert (60.0, 0.0, 60.0, 60.0) not in lines, "one brick"
    assert (120.0, 0.0, 120.0, 60.0) in lines, "two"
    assert len(lines) == 9


def test_a_title_counts_pieces_without_a_plural() -> None:
    assert scene(text.parse(Sokoban, TEXTS[Sokoban])).title == "man, box × 2"


def test_clicks_mean_moves() -> None:
    assert moves.meant(at(TicTacToe), ["1"]) == "1"
    assert moves.meant(at(TicTacToe), ["0"]) is None
    assert moves.meant(at(Frogs), ["0", "1"]) == "(0, 1)"
    assert moves.meant(at(Sides), ["2"]) == "2"
    assert moves.meant(Countdown(), ["move two"]) == "two"


def test_a_click_means_the_only_move_that_changes_the_cell() -> None:
    puzzle = text.parse(Sokoban, "#####\n#@$.#\n#####")
    assert moves.meant(puzzle, ["7"]) == "right"
    assert moves.meant(puzzle, ["0"]) is None


def test_a_click_asks_for_the_legal_moves_once() -> None:
    view = LookView(own_game(Sokoban, "sokoban", Origin("sokoban.py")))
    puzzle = text.parse(Sokoban, "#####\n#@$.#\n#####")
    usual = Sokoban.legal_moves
    with patch.object(Sokoban, "legal_moves", autospec=True, side_effect=usual) as legal:
        assert view.edit(puzzle, "play", ["7"]).start.man == 7
    assert legal.call_count == 1


def test_arrows_go_where_pieces_went() -> None:
    before = text.parse(Sokoban, "#####\n#@$.#\n#####")
    (step,) = before.legal_moves()
    arrows = moves.moved(before, before.at(step.state))
    assert [shape.tag for shape in arrows] == ["arrow", "arrow"]
    game = at(TicTacToe)
    (mark,) = moves.moved(game, game.play("1"))
    assert mark.style == "last"


class Strip(deepen.ObjectPuzzle):
    """What stands on each of six cells: "b" is a block of several, "o" and "x" are discs."""

    look = deepen.Grid(
        1,
        6,
        pieces=[
            deepen.Piece("b", "b", "fill", "red"),
            deepen.Piece("o", "o"),
            deepen.Piece("x", "x", text="x"),
        ],
    )

    def contents(self, state: str) -> dict[int, str]:
        return {cell: sign for cell, sign in enumerate(state) if sign != "."}


@pytest.mark.parametrize(
    ("before", "after", "drawn"),
    [
        (".bb...", "...bb.", [("arrow", 120, 240)]),  # one block
        ("oo....", "..o...", [("arrow", 30, 150)]),  # over the other, which is taken
        ("o.....", ".ooo..", [("circle", 90), ("circle", 150), ("circle", 210)]),
        ("o.o...", "...o.o", [("arrow", 30, 210), ("arrow", 150, 330)]),
        ("......", "..x...", [("circle", 170.4)]),  # beside its letter
    ],
)
def test_what_a_move_did_is_drawn_where_it_is_clear(
    before: str, after: str, drawn: list[tuple[Any, ...]]
) -> None:
    found = moves.moved(Strip(before), Strip(after))
    assert [(shape.tag, *shape.at[0:-1:2]) for shape in found] == drawn


def test_moves_that_are_no_places_become_buttons() -> None:
    class Pass(TicTacToe):
        def moves(board: Any, state: Any, player: int) -> Any:
            yield 9, state.copy()

    game = Pass(at(TicTacToe).start.as_dict())
    found = moves.buttons(game, scene(game))
    assert [cell.id for cell in found.cells[9:]] == ["move 9"]
    assert moves.meant(game, ["move 9"]) == "9"


@pytest.mark.parametrize("kind", TEXTS, ids=lambda kind: kind.__name__)
def test_what_the_editor_makes_can_be_read(kind: Any) -> None:
    """Tools offer what the fields can hold, whatever is clicked in whatever order."""
    chance = random.Random(1)
    position = at(kind)
    names = [tool.name for tool in editing.tools(kind)]
    cells = [cell.id for cell in scene(position).cells]
    for _ in range(60):
        position = editing.edited(position, chance.choice(names), [chance.choice(cells)])
        assert text.parse(kind, text.format(position)) == position


def test_a_tool_puts_takes_away_and_moves() -> None:
    puzzle = text.parse(Sokoban, "#####\n#@$.#\n#####")

    def after(tool: str, cell: str) -> str:
        return text.format(editing.edited(puzzle, tool, [cell]))

    assert after("put boxes", "8") == "#####\n#@$*#\n#####"
    assert after("put boxes", "7") == "#####\n#@ .#\n#####"
    assert after("put man", "8") == "#####\n# $+#\n#####"
    assert after("put walls", "7") == "#####\n#@#.#\n#####"
    assert after("erase", "8") == "#####\n#@$ #\n#####"
    with pytest.raises(deepen.InputError, match="no cell '77'"):
        after("erase", "77")


def test_many_numbers_are_counted_up_and_down() -> None:
    class Pits(deepen.Puzzle):
        class State(deepen.State):
            seeds = deepen.Array("cells", deepen.Integer(max=30))

        look = deepen.Grid(1, layers={"seeds": deepen.Piece("seeds {}", "{}", "text", text="{}")})

        def successors(board: Any, state: Any) -> Any:
            yield 0, state

        def is_goal(board: Any, state: Any) -> Any:
            return True

    assert [tool.name for tool in editing.tools(Pits)] == ["more seeds", "less seeds", "erase"]
    pits = text.parse(Pits, "3 . 30")
    assert text.format(editing.edited(pits, "more seeds", ["0"])).split() == ["4", ".", "30"]
    assert text.format(editing.edited(pits, "more seeds", ["2"])).split() == ["3", ".", "30"]
    assert text.format(editing.edited(pits, "less seeds", ["1"])).split() == ["3", ".", "30"]


def test_a_cell_of_something_else_is_no_place() -> None:
    class Cars(Frogs):
        actions = (deepen.Cell("count"), deepen.Cell("cells"))

        def successors(board: Any, state: Any) -> Any:
            yield (0, 1), state.copy()

    cars = Cars(at(Frogs).start.as_dict(), {"count": 2})
    assert moves.meant(cars, ["1"]) == "(0, 1)"
    assert moves.meant(cars, ["0", "1"]) is None


def test_layers_and_pieces_are_checked() -> None:
    with pytest.raises(deepen.RuleError, match="shape 'cube'; there are: disc"):
        deepen.Piece("box", "$", "cube")
    with pytest.raises(deepen.RuleError, match="`both` of the look names 'x'"):
        deepen.Grid(layers={"man": deepen.Piece("man")}, both={("man", "x"): "+"})


def test_a_constant_does_not_replace_the_cells_of_the_look() -> None:
    board = {"rows": 1, "columns": 2, "walls": set(), "goals": {1}}
    assert Sokoban({"man": 0, "boxes": {1}}, {**board, "cells": 2}).board.cells == 2
    with pytest.raises(deepen.RuleError, match="constant 'cells', 3, and the look has 2 cells"):
        Sokoban({"man": 0, "boxes": {1}}, {**board, "cells": 3})


def test_a_layer_is_a_field_or_a_constant() -> None:
    class Lost(Sokoban):
        look = deepen.Grid(1, 1, layers={"woman": deepen.Piece("woman")})

    puzzle = Lost({"man": 0, "boxes": []})
    with pytest.raises(deepen.RuleError, match="neither a field of the state nor a constant"):
        scene(puzzle)


def test_a_class_may_put_two_pieces_on_a_cell() -> None:
    class Ferry(deepen.ObjectPuzzle):
        look = deepen.Grid(1, 2, pieces=[deepen.Piece("river", "~", "fill"), deepen.Piece("boat")])
        start = 0

        def contents(self, state: int) -> dict[int, list[str]]:
            return {0: ["river", "boat"], 1: ["river"]}

    assert terminal.draw(Ferry()) == "b ~"
    assert scene(Ferry()).cells[0].label.endswith("boat on river")


def test_pieces_without_layers_need_contents() -> None:
    class Bare(Countdown):
        look = deepen.Grid(1, 1, pieces=[deepen.Piece("coin")])

    with pytest.raises(deepen.RuleError, match="has pieces and no layers"):
        scene(Bare(1))


def test_lines_join_points() -> None:
    look = deepen.Points({"a": (0, 0)}, [("a", "d9")])
    with pytest.raises(deepen.RuleError, match="joins 'd9', which is no point; there are: a"):
        look.constants({})
