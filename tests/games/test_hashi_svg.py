"""Pictures of the Hashi duel: well formed, described, and showing what there is."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import deepen
from deepen.drawing.palette import ACCENT
from deepen.drawing.svg import PAPER
from deepen.drawing.values import LOSS, TIE, WIN
from deepen.games import hashi
from deepen.games.hashi.svg import PICTURES, board

SVG = "{http://www.w3.org/2000/svg}"
GAME = hashi.parse("2 . 3 . 1\n. 1 . . .\n0 1 . . 2\nmoves: a1-c1 a1-c1 b2-b3")


def drawn(picture: str, tag: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(picture).findall(f"{SVG}{tag}")


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in drawn(picture, "text")]


@pytest.mark.parametrize("what", PICTURES)
def test_pictures_are_well_formed_and_described(what: str) -> None:
    root = ElementTree.fromstring(GAME.svg(what))
    assert root.get("role") == "img"
    assert "player 2 to move" in (root.findtext(f"{SVG}title") or "")
    description = root.findtext(f"{SVG}desc") or ""
    assert "a1-c1 twice, b2-b3" in description
    assert "a3 without a label" in description


def test_a_board_shows_islands_bridges_and_coordinates() -> None:
    picture = GAME.svg()
    shown = texts(picture)
    assert shown[: 5 + 3] == ["a", "b", "c", "d", "e", "1", "2", "3"]
    assert sorted(shown[8:]) == ["1", "1", "1", "2", "2", "3", "?"]
    lines = [line for line in drawn(picture, "line") if line.get("stroke") != ACCENT]
    across = [line for line in lines if line.get("y1") == line.get("y2")]
    assert (len(lines), len({line.get("y1") for line in across})) == (3, 2)


def test_the_last_move_stands_out() -> None:
    def marked(game: hashi.Hashi) -> list[str]:
        elements = ElementTree.fromstring(game.svg()).iter()
        return [
            element.tag.removeprefix(SVG)
            for element in elements
            if ACCENT in (element.get("stroke"), element.get("fill"))
        ]

    assert marked(GAME) == ["line"]
    assert marked(GAME.play("a3=4")) == ["circle"]
    assert marked(hashi.parse(hashi.format(GAME).partition("moves")[0])) == []


def test_every_move_has_its_value_with_a_sign() -> None:
    values = {"a1-c1": (2, 2), "c1-e1": (-3, -3), "a3=3": (0, 0), "a3=4": (None, -1)}
    fresh = hashi.parse(hashi.format(GAME).partition("moves")[0])
    picture = board(fresh, values)
    assert texts(picture)[-6:] == ["+2", "-3", "3", "0", "4", "≤ -1"]
    tags = [tag.get("fill") for tag in drawn(picture, "rect")]
    assert [tag for tag in tags if tag in (WIN, LOSS, TIE)] == [WIN, LOSS, TIE, LOSS]
    assert "c1-e1: -3." in (ElementTree.fromstring(picture).findtext(f"{SVG}desc") or "")


def test_values_are_those_of_the_analysis() -> None:
    found = deepen.analyse(GAME)
    signed = [f"{move.value:+d}" if move.value else "0" for move in found.moves]
    picture = GAME.svg("values")
    worth = [text.text for text in drawn(picture, "text") if text.get("fill") == PAPER]
    assert worth[-len(signed) :] == signed  # complete islands have white numbers too


def test_no_two_values_cover_each_other() -> None:
    crowded = hashi.parse("2 0 3 0\n0 3 0 4\n3 0 4 0\n. 3 3 2")
    values = {move.text: (-10, -10) for move in crowded.legal_moves()}
    boxes = [
        tuple(float(tag.get(name, "0")) for name in ("x", "y", "width", "height"))
        for tag in drawn(board(crowded, values), "rect")
        if tag.get("fill") == LOSS
    ]
    for number, (x, y, width, height) in enumerate(boxes):
        for left, top, other_width, other_height in boxes[:number]:
            apart = abs(x + width / 2 - left - other_width / 2) >= (width + other_width) / 2
            assert apart or abs(y - top) >= (height + other_height) / 2


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(deepen.UsageError, match="board, values"):
        GAME.svg("nothing")


def test_notebooks_show_the_board() -> None:
    assert GAME._repr_svg_() == GAME.svg("board")
