"""What each game offers to the page: scenes, tools, maps, arrows; one contract for all."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

import deepen
from deepen.drawing.scene import STYLES, TAGS, Scene, Shape, changes, in_one_view
from deepen.web import pages, positions, solving, verbs
from deepen.web.choices import MOST_LEVEL
from deepen.web.pages import Page
from support import slow

NAMES = pages.names()
PUZZLES = [name for name in NAMES if not pages.page(name).is_duel]
EXAMPLES = [(name, example) for name in NAMES for example in pages.page(name).package.EXAMPLES]
# For games of one's own:
WORDS_OF_LOOKS = {"bare", "square", "goal", "first", "second"}
LARGEST = {"tiles": "24"}
"""Examples that take too long to be solved here."""


def example(name: str, which: str) -> tuple[Page, Any]:
    page = pages.page(name)
    return page, page.parse(page.package.EXAMPLES[which])


def shapes(scene: Scene) -> list[Shape]:
    of_cells = [shape for cell in scene.cells for shape in (cell.outline, *cell.things)]
    return [*of_cells, *scene.behind, *scene.before]


@pytest.mark.parametrize(("name", "which"), EXAMPLES)
def test_a_scene_is_whole(name: str, which: str) -> None:
    page, position = example(name, which)
    scene = page.view.scene(position)
    cells = scene.cells
    assert len({cell.id for cell in cells}) == len(cells)
    assert len({cell.label for cell in cells}) == len(cells), "each cell is told by its label"
    assert len({(cell.row, cell.column) for cell in cells}) == len(cells)
    assert all(shape.tag in TAGS for shape in shapes(scene))
    assert scene.title
    json.dumps(scene.as_json(), allow_nan=False)


@pytest.mark.parametrize(("name", "which"), EXAMPLES)
def test_all_that_is_drawn_is_in_view(name: str, which: str) -> None:
    page, position = example(name, which)
    scene = page.view.scene(position)
    left, top, width, height = scene.view
    for shape in shapes(scene):
        xs, ys = extent(shape)
        assert left <= min(xs) <= max(xs) <= left + width
        assert top <= min(ys) <= max(ys) <= top + height


def extent(shape: Shape) -> tuple[list[float], list[float]]:
    at = shape.at
    if shape.tag == "rect":
        return [at[0], at[0] + at[2]], [at[1], at[1] + at[3]]
    if shape.tag == "circle":
        return [at[0] - at[2], at[0] + at[2]], [at[1] - at[2], at[1] + at[2]]
    if shape.tag == "text":
        return [at[0]], [at[1]]
    return list(at[::2]), list(at[1::2])


def words_of_styles(name: str) -> set[str]:
    """All that a game says of how things look, in its examples and some moves from them."""
    page = pages.page(name)
    tools = [tool.style for tool in page.view.TOOLS]
    drawn: list[Shape] = []
    for text in page.package.EXAMPLES.values():
        position = page.parse(text)
        drawn += shapes(page.view.scene(position))
        for _ in range(8 if page.is_duel else 0):
            moves = position.legal_moves()
            if moves:
                before, position = position, position.play(moves[0])
                drawn += [*shapes(page.view.scene(position)), *page.view.moved(before, position)]
    return {word for style in [*tools, *(shape.style for shape in drawn)] for word in style.split()}


def test_what_games_say_of_looks_is_what_the_style_sheet_knows() -> None:
    static = files("deepen.web").joinpath("static")
    sheet = re.sub(r"/\*.*?\*/", "", static.joinpath("board.css").read_text(), flags=re.DOTALL)
    selectors = " ".join(re.findall(r"([^{}]+)\{", sheet))
    ruled = set(re.findall(r"\.([a-z][a-z-]*)", selectors))
    assert ruled >= set(STYLES)
    used = set().union(*map(words_of_styles, NAMES))
    assert set(STYLES) - used == WORDS_OF_LOOKS
    assert used <= set(STYLES)
    scripts = " ".join(each.read_text() for each in static.iterdir() if each.name.endswith(".js"))
    assert ruled - set(STYLES) <= set(re.findall(r"[a-z][a-z-]*", scripts)), "others are the page's"


@pytest.mark.parametrize("step", [7, *slow(1)])
@pytest.mark.parametrize("name", NAMES)
def test_every_click_gives_a_position_or_says_why_not(name: str, step: int) -> None:
    page = pages.page(name)
    text = positions.gallery(name)[0]["text"]
    cells = [cell.id for cell in page.view.scene(page.parse(text)).cells]
    kept = 0
    for tool in page.view.TOOLS:
        for cell in cells[::step] if tool.cells else [""]:
            picked = [cell, cells[0]][: tool.cells]
            try:
                after = positions.edit(name, text, tool.name, picked)
            except deepen.InputError:
                continue  # and nothing else
            assert positions.position(name, after["text"])["text"] == after["text"]
            kept += 1
    assert kept > len(page.view.TOOLS)


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_says_what_is_wrong_with_its_cells(name: str) -> None:
    page = pages.page(name)
    text = positions.gallery(name)[0]["text"]
    tool = next(tool for tool in page.view.TOOLS if tool.cells == 1)
    with pytest.raises(deepen.InputError, match=r"there is no .*'nowhere'"):
        positions.edit(name, text, tool.name, ["nowhere"])
    with pytest.raises(deepen.InputError, match="takes 1 cells, not 0"):
        positions.edit(name, text, tool.name, [])
    with pytest.raises(deepen.InputError, match="there is no tool 'saw'"):
        positions.edit(name, text, "saw", [])


@pytest.mark.parametrize("name", NAMES)
def test_keys_choose_one_tool_each(name: str) -> None:
    keys = [tool.key for tool in pages.page(name).view.TOOLS if tool.key]
    assert len(set(keys)) == len(keys)
    assert keys


def test_a_second_click_takes_away_what_the_first_one_put() -> None:
    for name, tool, cell in (
        ("chexers", "piece", "19"),
        ("chexers", "block", "19"),
        ("darkchess", "K", "0"),
        ("darkchess", "D", "0"),
    ):
        text = positions.gallery(name)[0]["text"]
        once = positions.edit(name, text, tool, [cell])["text"]
        assert once != text
        assert positions.edit(name, once, tool, [cell])["text"] == text


def test_pieces_can_be_moved_and_nothing_cannot() -> None:
    chexers = positions.edit(
        "chexers", '{"colour": "red", "pieces": [[0, 0]], "blocks": [[1, 1]]}', "move",
        ["18", "26"],
    )  # fmt: skip
    assert json.loads(chexers["text"])["pieces"] == [[1, 1]]
    assert json.loads(chexers["text"])["blocks"] == []
    darkchess = positions.edit("darkchess", "K7/8/8/7k b", "move", ["31", "8"])
    assert darkchess["text"] == "K7/k7/8/8 b"
    with pytest.raises(deepen.InputError, match="nothing on B1"):
        positions.edit("darkchess", "K7/8/8/7k b", "move", ["1", "8"])


def test_a_whole_row_of_tiles_slides() -> None:
    after = positions.edit("tiles", "1 2 0 3 4 5 6 7 8", "slide", ["0"])
    assert after["text"].split() == ["0", "1", "2", "3", "4", "5", "6", "7", "8"]
    after = positions.edit("tiles", "1 2 0 3 4 5 6 7 8", "slide", ["8"])
    assert after["text"].split() == ["1", "2", "5", "3", "4", "8", "6", "7", "0"]
    with pytest.raises(deepen.InputError, match="not in line"):
        positions.edit("tiles", "1 2 0 3 4 5 6 7 8", "slide", ["3"])


@pytest.mark.parametrize(
    ("name", "level"),
    [
        pytest.param(name, level, marks=[pytest.mark.slow] * (level == "hard"))
        for name in NAMES
        for level in pages.page(name).view.LEVELS
    ],
)
def test_every_level_gives_a_position(name: str, level: str) -> None:
    assert list(pages.page(name).view.LEVELS) == ["easy", "medium", "hard"]
    made = verbs.random(name, level, _ignore, seed=1)
    assert made["scene"] == positions.position(name, made["text"])["scene"]
    assert made["seed"] == 1


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(deepen.UsageError, match="easy, medium, hard"):
        verbs.random("tiles", "brutal", _ignore)


# Puzzles


@pytest.mark.parametrize(
    ("name", "which"),
    [pair for pair in EXAMPLES if pair[0] in PUZZLES and pair[1] != LARGEST.get(pair[0])],
)
def test_a_solution_is_drawn_step_by_step(name: str, which: str) -> None:
    page, puzzle = example(name, which)
    answer = solving.solve(name, page.package.EXAMPLES[which], _ignore)
    if answer["result"]["status"] == "unsolvable":
        assert answer["steps"] == []
        return
    steps = answer["steps"]
    assert len(steps) == answer["result"]["cost"] + 1
    assert steps[0]["text"] == page.package.format(puzzle)
    cells = {cell["id"]: cell for cell in page.view.scene(puzzle).as_json()["cells"]}
    for step in steps:
        cells |= {cell["id"]: cell for cell in step["scene"]["cells"]}
        scene = page.view.scene(page.parse(step["text"]))
        assert list(cells.values()) == scene.as_json()["cells"]
    assert [len(step["marks"]) for step in steps] == [1] * (len(steps) - 1) + [0]
    assert steps[0]["h"] == answer["result"]["initial_h"]
    assert steps[-1]["h"] == 0
    assert all(action in answer["plain"] for action in answer["result"]["actions"])


@pytest.mark.parametrize("name", PUZZLES)
def test_each_heuristic_on_offer_can_be_used(name: str) -> None:
    description = pages.page(name).description()
    text = positions.gallery(name)[0]["text"]
    for heuristic in [each["name"] for each in description["heuristics"]]:
        answer = solving.solve(name, text, _ignore, heuristic=heuristic)
        assert answer["result"]["heuristic"] == heuristic
        assert answer["steps"][0]["h"] == answer["result"]["initial_h"]


def test_a_solution_is_told_in_words() -> None:
    news: list[dict[str, Any]] = []
    answer = solving.solve("tiles", "1 2 0 3 4 5 6 7 8", news.append)
    assert answer["remark"] == "A* with manhattan"
    assert dict(answer["figures"])["Lower bound"] == "2"
    assert [name for name, _ in answer["figures"]][:2] == ["Time", "Expanded"]
    assert answer["chart"]["remaining"] == [2, 1, 0]
    assert answer["chart"]["spoken"].endswith("from 2; equal at 3 of 3 positions.")
    limited = solving.solve("tiles", "8 0 6 5 4 7 2 3 1", news.append, node_limit=10)
    assert limited["remark"] == "Allow more states. (A* with manhattan)"
    assert limited["chart"] is None
    assert all(len(one["figures"]) == 5 for one in news)


def test_options_of_algorithms_come_from_the_engine() -> None:
    description = pages.page("tiles").description()
    options = {each["name"]: each["options"] for each in description["algorithms"]}
    assert list(options) == list(deepen.ALGORITHMS)
    assert options["weighted-astar"] == ["heuristic", "weight"]
    assert options["depth-first"] == ["depth_limit"]
    assert all(each["title"] != each["name"] for each in description["algorithms"])


def test_every_program_on_offer_plays() -> None:
    description = pages.page("connect4").description()
    offered = [name for group in description["programs"] for name, _ in group["choices"]]
    assert set(description["default_players"]) <= {"human", *offered}
    for name in offered:
        positions.record("connect4", "44", [], ["human", name])
    with pytest.raises(deepen.UsageError, match="level"):
        deepen.Program(level=MOST_LEVEL + 1)


@pytest.mark.parametrize("name", PUZZLES)
def test_maps_and_visits_are_of_cells(name: str) -> None:
    page = pages.page(name)
    text = positions.gallery(name)[0]["text"]
    cells = {cell.id for cell in page.view.scene(page.parse(text)).cells}
    maps = positions.position(name, text)["maps"]
    assert maps
    assert all(set(one) <= cells for one in maps.values())
    visits = solving.visits(name, text, _ignore, algorithm="idastar")
    assert visits["swapped"]
    assert visits["complete"]
    assert visits["algorithm"] == "astar"
    assert set(visits["map"]) <= cells
    assert sum(count for count, _ in visits["map"].values()) >= visits["expanded"] > 0


def test_the_maps_sum_up_to_the_heuristic() -> None:
    maps = positions.position("tiles", "8 0 6 5 4 7 2 3 1")["maps"]
    (manhattan,) = maps.values()
    solution = deepen.solve(pages.page("tiles").parse("8 0 6 5 4 7 2 3 1"))
    assert sum(number for number, _ in manhattan.values()) == solution.initial_h


@pytest.mark.parametrize("name", PUZZLES)
def test_a_hint_is_the_first_move(name: str) -> None:
    text = positions.gallery(name)[0]["text"]
    hint = solving.hint(name, text, _ignore)
    answer = solving.solve(name, text, _ignore)
    assert hint["action"] == answer["result"]["actions"][0]
    assert hint["name"] == answer["steps"][1]["move"]
    rest = solving.solve(name, hint["text"], _ignore)
    assert rest["result"]["cost"] == hint["cost"] - 1
    assert len(hint["marks"]) == 1


def test_a_move_of_the_gap_is_called_so() -> None:
    steps = solving.solve("tiles", "1 2 0 3 4 5 6 7 8", _ignore)["steps"]
    assert [step["move"] for step in steps] == ["", "gap left", "gap left"]


def test_there_is_no_hint_where_there_is_no_move() -> None:
    solved = solving.hint("tiles", "0 1 2 3 4 5 6 7 8", _ignore)
    assert (solved["action"], solved["cost"]) == (None, 0)
    hopeless = solving.hint("tiles", "0 2 1 3 4 5 6 7 8", _ignore)
    assert (hopeless["action"], hopeless["verdict"]) == (None, "Proven unsolvable.")


def test_a_very_long_solution_is_cut_where_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "MOST_STEPS", 50)
    answer = solving.solve("tiles", "8 0 6 5 4 7 2 3 1", _ignore, algorithm="depth-first")
    assert answer["result"]["cost"] > solving.MOST_STEPS
    assert len(answer["steps"]) == solving.MOST_STEPS + 1
    assert answer["length"] == answer["result"]["cost"]
    assert len(answer["plain"].split()) == answer["result"]["cost"]


def test_changes_are_only_what_changed() -> None:
    page, puzzle = example("tiles", "two-moves")
    before = page.view.scene(puzzle)
    assert changes(before, before)["cells"] == []
    after = page.view.scene(page.view.edit(puzzle, "slide", ["1"]))
    assert [cell["id"] for cell in changes(before, after)["cells"]] == ["1", "2"]
    assert changes(before, after).keys() == {"title", "cells"}
    fewer = replace(before, cells=before.cells[1:], view=(0, 0, 9, 1))
    assert changes(before, fewer)["ids"] == [cell.id for cell in before.cells[1:]]
    assert changes(before, fewer)["view"] == [0, 0, 9, 1]
    first, second = in_one_view([before, fewer])
    assert first.view == second.view


def _ignore(news: dict[str, Any]) -> None:
    assert news
