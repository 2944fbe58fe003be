"""What a look may say of its board: names beside it, what cells are on, what stands out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import deepen
from deepen import Piece
from deepen.drawing.scene import Scene
from deepen.looks import moves, terminal
from deepen.looks.scene import scene

STONES = [Piece("stone", "o", "disc", "red", marked="*"), Piece("token", "t", "coin", "blue", "T")]


class Board(deepen.ObjectPuzzle):
    """A state is what stands on the six cells of two rows, a letter each."""

    look = deepen.Grid(2, 3, pieces=STONES, named=("a", "1"))

    def contents(self, state: str) -> dict[int, str]:
        names = {"o": "stone", "t": "token"}
        return {cell: names[sign] for cell, sign in enumerate(state) if sign in names}

    def marked(self, state: str) -> dict[int, str]:
        return dict.fromkeys((4, 5), "at home")


class Wall(Board):
    look = deepen.Grid(2, 3, pieces=STONES, named=("1", ""), upwards=True, ground="holes")


class Tray(Board):
    look = deepen.Grid(
        2, 3, pieces=[Piece("stone", "o", "tile"), Piece("token", "t")], ground="tray"
    )


def test_rows_and_columns_have_names() -> None:
    found = scene(Board("o..t.."))
    assert [cell.label for cell in found.cells[2:4]] == ["c1: free", "a2: token"]
    assert [shape.text for shape in found.behind] == ["a", "b", "c", "1", "2"]
    left, top, width, height = found.view
    assert all(left < s.at[0] < left + width and top < s.at[1] < top + height for s in found.behind)
    assert terminal.board(Board("o..t..")) == "  a b c\n1 o . .\n2 t . ."


def test_rows_are_counted_from_below() -> None:
    found = scene(Wall("o.."))
    assert found.cells[0].label == "column 1, row 2 from below: stone"
    assert terminal.board(Wall("o..t..")) == "o . .\nt . .\n1 2 3"


def test_discs_are_in_holes_of_a_wall() -> None:
    found = scene(Wall("o.."))
    (disc,) = found.cells[0].things
    assert found.cells[0].outline.style == "field hole"
    assert disc.at[2] < found.cells[0].outline.at[2]
    assert found.behind[0].style == "wall-of-holes"


def test_tiles_are_in_a_tray() -> None:
    found = scene(Tray("oo.ooo"))
    assert found.cells[0].things[0].at == found.cells[0].outline.at
    assert found.cells[2].outline.style == "field gap"
    assert found.cells[2].label.endswith(": the gap")
    assert terminal.board(Tray("o..")).splitlines()[:2] == ["┌───┬───┬───┐", "│ o │   │   │"]


def test_pieces_that_are_marked_stand_out_and_are_the_same_pieces() -> None:
    before, after = Board("o....."), Board("....o.")
    cell = scene(after).cells[4]
    assert cell.label == "b2: stone, at home"
    assert cell.things[0].style == "piece red marked"
    assert terminal.board(after).splitlines()[2] == "2 . * ."
    assert [shape.tag for shape in moves.moved(before, after)] == ["arrow"]


def test_a_coin_is_pale_with_a_rim_of_its_colour() -> None:
    disc, letter = scene(Board("t.....")).cells[0].things
    assert (disc.style, letter.style) == ("piece white blue", "glyph white blue")


def test_a_class_has_the_last_word() -> None:
    class Titled(Board):
        def title(self) -> str:
            return "six cells"

        def scene(self, drawn: Scene) -> Scene:
            return replace(drawn, before=drawn.behind)

    found = scene(Titled("......"))
    assert found.title == "six cells"
    assert found.before == found.behind


def test_attributes_of_such_names_are_left_alone() -> None:
    class Named(deepen.ObjectPuzzle):
        title = "a puzzle"
        marked = (1, 2)
        look = deepen.Grid(1, 1, pieces=STONES)

        def contents(self, state: Any) -> dict[int, str]:
            return {0: "stone"}

    assert scene(Named(0)).title == "Named"


class Drop(deepen.ObjectGame):
    """Let stones fall into columns that are called 1 to 3."""

    look = deepen.Grid(2, 3, pieces=STONES, named=("1", ""), click="column")

    def actions(self, state: str) -> list[int]:
        return [column for column in (1, 2, 3) if state[column - 1] == "."]

    def result(self, state: str, action: int) -> str:
        return state

    contents = Board.contents


def test_a_column_is_clicked_by_its_name() -> None:
    game = Drop("...o..")
    targets = moves.targets_on(game, scene(game))
    assert [target.move for target in targets] == ["1", "2", "3"]
    assert set(targets[0].picks) == {"0", "3"}
    assert targets[0].spot == (30.0, 30.0), "its value stands where the stone comes to rest"
    assert targets[1].spot == (90.0, 90.0)


@pytest.mark.parametrize(("word", "value"), [("ground", "sea"), ("named", ("a", "x"))])
def test_words_are_checked(word: str, value: Any) -> None:
    with pytest.raises(deepen.RuleError, match=rf"{word}=.*; there are"):
        deepen.Grid(1, 1, **{word: value})


def test_two_pieces_that_a_class_puts_on_a_cell_may_have_a_symbol() -> None:
    class Doubled(Board):
        look = deepen.Grid(2, 3, pieces=STONES, both={("stone", "token"): "8"})

        def contents(self, state: str) -> Any:
            return {0: ["stone", "token"], 1: ["stone"]}

    assert terminal.board(Doubled("")) == "8 o .\n. . ."
    with pytest.raises(deepen.RuleError, match="names 'coin', which is no piece"):
        deepen.Grid(1, 1, pieces=STONES, both={("stone", "coin"): "8"})


def test_hexes_are_called_by_how_far_they_are_from_the_middle() -> None:
    places = deepen.Hex(1, axial=True).places({})
    assert [place.name for place in places] == ["0,-1", "1,-1", "-1,0", "0,0", "1,0", "-1,1", "0,1"]
    assert places[0].spoken == "0, -1"
