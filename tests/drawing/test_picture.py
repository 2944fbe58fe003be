"""Scenes as pictures: all is drawn, in order, and marks keep clear of each other."""

from __future__ import annotations

from math import cos, radians, sin
from xml.etree import ElementTree

import pytest

from deepen.drawing.arrows import arrows
from deepen.drawing.palette import DEEP_RED, GROUND, RED
from deepen.drawing.picture import Board, render, render_all
from deepen.drawing.scene import Cell, MoveTarget, Scene, Shape
from deepen.drawing.svg import INK
from deepen.drawing.values import LOSS, TIE, WIN, badges

SVG = "{http://www.w3.org/2000/svg}"


def square(column: int, style: str = "field", *things: Shape) -> Cell:
    outline = Shape("rect", (40 * column, 0, 40, 40, 0), style)
    return Cell("abc"[column], f"{'abc'[column]}: {len(things)} things", 0, column, outline, things)


PIECE = (Shape("circle", (20, 20, 12), "piece red"), Shape("text", (20, 20, 14), "glyph red", "R"))
SCENE = Scene(
    (0, 0, 120, 40),
    "Three squares",
    (square(0, "field", *PIECE), square(1, "field wall"), square(2)),
    behind=(Shape("rect", (0, 0, 120, 40, 0), "frame"),),
    before=(Shape("line", (120, 0, 120, 40), "exit red"),),
)
THERE = Shape("arrow", (20, 20, 100, 20))


def drawn(picture: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter(f"{SVG}{tag}"))


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in drawn(picture, "text")]


def test_a_scene_is_drawn_from_behind_to_before_with_title_and_description() -> None:
    picture = render(SCENE)
    root = ElementTree.fromstring(picture)
    assert root.findtext(f"{SVG}title") == "Three squares"
    assert root.findtext(f"{SVG}desc") == "a: 2 things; b: 0 things."
    tags = [element.tag.removeprefix(SVG) for element in root][3:]
    assert tags == ["rect", "rect", "rect", "circle", "text", "rect", "rect", "line"]
    assert [rect.get("fill") for rect in drawn(picture, "rect")].count("url(#wall)") == 1
    assert GROUND in picture.partition("</defs>")[0]


def test_own_words_replace_those_of_the_scene() -> None:
    root = ElementTree.fromstring(render(SCENE, title="Mine", description="To see."))
    assert [root.findtext(f"{SVG}{tag}") for tag in ("title", "desc")] == ["Mine", "To see."]


def test_what_is_only_clicked_is_not_drawn() -> None:
    seen, unseen = (
        render(Scene((0, 0, 40, 40), "", (square(0, style),)))
        for style in ("field", "field see-through")
    )
    assert len(drawn(seen, "rect")) - len(drawn(unseen, "rect")) == 1


def test_arrows_between_the_same_places_part() -> None:
    numbered = [Shape("arrow", THERE.at, text=str(n)) for n in range(1, 6)]
    picture = render(SCENE, marks=numbered)
    ways = [path.get("d") for path in drawn(picture, "path") if path.get("marker-end")]
    assert len(set(ways)) == 5
    assert texts(picture)[1:] == ["1", "2", "3", "4", "5"]
    spots = {(circle.get("cx"), circle.get("cy")) for circle in drawn(picture, "circle")[1:]}
    assert len(spots) == 5


def test_numbered_arrows_keep_right_and_leaps_part() -> None:
    """Above their line a picture's y is less: the way there lies below it, the way back above."""
    there, back = (Shape("arrow", at, text="1") for at in ((0, 0, 40, 0), (40, 0, 0, 0)))
    leaps = [Shape("arrow", (x, 0, x + 80, 0), text="1") for x in (0, 40, 80)]
    assert [arrow.spot[1] > 0 for arrow in arrows([there, back], 10, {})] == [True, False]
    assert [arrow.spot[1] > 0 for arrow in arrows(leaps, 10, {})] == [True, False, True]


@pytest.mark.parametrize("turn", range(0, 360, 15))
def test_leaps_part_along_every_line(turn: int) -> None:
    x, y = 22.5 * cos(radians(turn)), 22.5 * sin(radians(turn))
    leaps = [Shape("arrow", (n * x, n * y, n * x + 2 * x, n * y + 2 * y), text="1") for n in (7, 8)]
    sides = [arrow.spot[0] * y - arrow.spot[1] * x > 0 for arrow in arrows(leaps, 10, {})]
    assert sides == [False, True]


def test_long_arrows_bend_no_further() -> None:
    ways = (Shape("arrow", (0, 0, length, 0), text="1") for length in (40, 400))
    short, long = (next(iter(arrows([way], 10, {}))) for way in ways)
    assert short.pull[1] == pytest.approx(long.pull[1])


def test_an_arrow_without_a_number_is_straight_and_begins_outside_the_piece() -> None:
    picture = render(SCENE, marks=[THERE])
    way = next(path.get("d") for path in drawn(picture, "path") if path.get("marker-end"))
    assert (way or "").startswith("M32.00,20.00 Q60.00,20.00 ")
    assert texts(picture) == ["R"]


def test_badges_have_the_colour_of_their_worth_and_the_best_a_rim() -> None:
    targets = [
        MoveTarget("a", (20, 20), ()),
        MoveTarget("b", (60, 20), (), "3", 9),
        MoveTarget("c", (100, 20), ()),
        MoveTarget("unknown", (0, 0), ()),
    ]
    picture = render(SCENE, values=badges(targets, {"a": (2, 2), "b": (0, 0), "c": (None, -1)}))
    assert texts(picture)[1:] == ["+2", "3", "0", "≤ -1"]
    boxes = [rect for rect in drawn(picture, "rect") if rect.get("fill") in (WIN, TIE, LOSS)]
    assert [box.get("fill") for box in boxes] == [WIN, TIE, LOSS]
    rims = [rect for rect in drawn(picture, "rect") if rect.get("fill") == "none"]
    assert [rim.get("stroke") == INK for rim in rims] == [True, False, False]


def test_numbers_shade_cells_and_leave_walls() -> None:
    picture = render(SCENE, numbers={"a": 7, "c": None})
    assert texts(picture) == ["7", "R", "∞"]
    fills = [rect.get("fill") for rect in drawn(picture, "rect")][-3:]
    assert fills[1] == "url(#wall)"
    assert fills[0] != fills[2]


@pytest.mark.parametrize(("style", "line"), [("red", RED), ("white red", DEEP_RED)])
def test_around_a_number_a_piece_is_a_ring_where_there_is_no_corner(style: str, line: str) -> None:
    piece = Shape("circle", (20, 20, 12), f"piece {style}")
    outline = Shape("polygon", (0, 0, 40, 0, 40, 40, 0, 40), "field")
    scene = Scene((0, 0, 40, 40), "", (Cell("a", "a", 0, 0, outline, (piece,)),))
    rings = drawn(render(scene, numbers={"a": 1}), "circle")
    assert [(ring.get("fill"), ring.get("stroke")) for ring in rings][-1] == ("none", line)


@pytest.mark.parametrize(("count", "size"), [(1, (120, 74)), (2, (240, 74)), (3, (240, 148))])
def test_boards_stand_side_by_side_with_captions(count: int, size: tuple[int, int]) -> None:
    boards = [Board(SCENE, caption=f"number {n}") for n in range(count)]
    picture = render_all(boards, "Some", "Boards.")
    root = ElementTree.fromstring(picture)
    assert (root.get("width"), root.get("height")) == tuple(map(str, size))
    assert len(drawn(picture, "g")) == count - 1
    assert [text for text in texts(picture) if text != "R"] == [f"number {n}" for n in range(count)]
