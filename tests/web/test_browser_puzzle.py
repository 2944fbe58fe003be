"""The puzzle room in a real browser: edit, solve, walk, stop, share."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from browser_support import (
    Visit,
    at,
    click_end_of_chart,
    expect,
    notation,
    problem,
    solve,
)
from web_support import EASY, HARD, LONG_SEARCH, wait_for


def test_it_opens_on_an_example_and_solves_it(visit: Visit) -> None:
    page = visit.go()
    assert page.get_by_role("gridcell").count() == 37
    solve(page)
    expect(page.locator(".verdict")).to_contain_text("Solved in 10 moves, proven shortest.")
    expect(page.locator(".figures")).to_contain_text("Expanded")
    assert page.locator(".chart .guess").count() > 1


def test_a_click_edits_and_undo_takes_it_back(visit: Visit) -> None:
    page = visit.go("#/puzzle/chexers")
    before = notation(page).input_value()
    page.get_by_role("gridcell", name="1, 0: free").click()
    expect(page.get_by_role("gridcell", name="1, 0: red piece")).to_be_visible()
    assert [1, 0] in json.loads(notation(page).input_value())["pieces"]
    page.get_by_role("button", name="Undo").click()
    expect(notation(page)).to_have_value(before)
    page.keyboard.press("Control+Shift+Z")
    expect(page.get_by_role("gridcell", name="1, 0: red piece")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("heading", name="0 red pieces")).to_be_visible()


@pytest.mark.slow
def test_a_drag_moves_a_piece(visit: Visit) -> None:
    page = visit.go(at("darkchess", "K7/8/8/7k b"))
    source, target = (page.get_by_role("gridcell", name=name) for name in ("A1:", "C2:"))
    source.drag_to(target)
    expect(notation(page)).to_have_value("8/2K5/8/7k b")


def test_what_is_typed_is_drawn_and_what_is_wrong_is_told(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    notation(page).fill("1 2 3 0")
    expect(page.get_by_role("heading", name="2 × 2 tiles")).to_be_visible()
    notation(page).fill("1 2 2 0")
    expect(page.locator("#text-problem")).to_contain_text("Entry 3: tile 2 was there before")
    expect(page.get_by_role("heading", name="2 × 2 tiles")).to_be_visible()
    notation(page).fill(EASY)
    expect(page.locator("#text-problem")).to_be_hidden()


@pytest.mark.slow
def test_the_address_is_the_position(visit: Visit, browser: Any) -> None:
    page = visit.go(at("darkchess", "K7/8/8/7k b"))
    page.get_by_role("radio", name="Red soldier").check(force=True)
    page.get_by_role("gridcell", name="B2:").click()
    expect(notation(page)).to_have_value("K7/1p6/8/7k b")
    friend = Visit(browser, visit.served)
    seen = friend.page
    seen.goto(page.url)
    expect(notation(seen)).to_have_value("K7/1p6/8/7k b")
    expect(seen.get_by_role("gridcell", name="B2: red soldier")).to_be_visible()
    friend.context.close()


@pytest.mark.slow
def test_a_broken_link_is_told(visit: Visit) -> None:
    page = visit.page
    page.goto(f"{visit.served.address}/{at('tiles', '1 2 3')}")
    expect(page.locator("#text-problem")).to_contain_text("make no square")
    expect(notation(page)).to_have_value("1 2 3")
    expect(page.get_by_role("heading", name="3 × 3 tiles")).to_be_visible()


def test_a_solution_is_walked_by_keys_buttons_and_slider(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    solve(page)
    count = page.locator(".count")
    expect(count).to_have_text("0 / 2")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("1 / 2")
    expect(page.locator("#said")).to_have_text("Step 1 of 2: gap left")
    expect(page.get_by_role("gridcell", name="row 1, column 2: the gap")).to_be_visible()
    page.get_by_role("button", name="One step on").click()
    expect(count).to_have_text("2 / 2")
    page.get_by_label("Step", exact=True).fill("0")
    expect(count).to_have_text("0 / 2")
    page.locator(".moves button").nth(1).click()
    expect(count).to_have_text("2 / 2")
    expect(page.locator(".moves [aria-current]")).to_have_text("gap left")
    page.keyboard.press("Home")
    expect(count).to_have_text("0 / 2")


@pytest.mark.slow
def test_an_edit_goes_on_from_what_is_seen_and_undo_brings_the_solution_back(
    visit: Visit,
) -> None:
    page = visit.go(at("tiles", EASY))
    solve(page)
    page.keyboard.press("ArrowRight")
    page.get_by_role("gridcell", name="row 2, column 2").click()
    expect(notation(page)).to_have_value("1 4 2\n3 0 5\n6 7 8")
    expect(page.locator(".moves")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".verdict")).to_contain_text("Solved in 2 moves")
    expect(page.locator(".count")).to_have_text("0 / 2")


def test_a_search_shows_figures_and_can_be_stopped(visit: Visit) -> None:
    page = visit.go(at("tiles", HARD))
    page.get_by_label("Algorithm").select_option("idastar")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".figures")).to_contain_text("MiB")
    page.keyboard.press("Escape")
    expect(page.locator(".verdict")).to_contain_text("any solution costs at least")
    expect(page.get_by_role("button", name="Solve")).to_be_visible()
    wait_for(lambda: visit.served.pool.idle == 1)


@pytest.mark.slow
def test_limits_and_hopeless_boards_are_told(visit: Visit) -> None:
    page = visit.go(at("tiles", HARD))
    page.get_by_label("Most states").fill("1000")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".verdict")).to_contain_text("the node limit was hit first; any solution")
    page.get_by_role("button", name="unsolvable").click()
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".verdict")).to_contain_text("Proven unsolvable.")


@pytest.mark.slow
def test_who_waits_is_told_the_place(visit: Visit, browser: Any) -> None:
    first = Visit(browser, visit.served)
    busy = first.go(at("tiles", HARD))
    busy.get_by_label("Algorithm").select_option("idastar")
    busy.get_by_role("button", name="Solve").click()
    expect(busy.locator(".figures")).to_contain_text("MiB")
    page = visit.go(at("tiles", EASY))
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".verdict")).to_contain_text("you are next")
    first.context.close()
    expect(page.locator(".verdict")).to_contain_text("Solved in 2 moves")


@pytest.mark.slow
def test_a_random_position_waits_in_the_queue_too(visit: Visit) -> None:
    with visit.served.line() as line:
        line.until(line.send(verb="solve", **LONG_SEARCH), "progress")
        page = visit.go("#/puzzle/tiles")
        page.get_by_role("button", name="Easy").click()
        expect(problem(page)).to_contain_text("you are next")
    expect(notation(page)).not_to_have_value("1 2 0\n3 4 5\n6 7 8")
    expect(problem(page)).to_have_count(0)


@pytest.mark.slow
def test_a_worker_that_dies_is_told_and_replaced(visit: Visit) -> None:
    page = visit.go(at("tiles", HARD))
    page.get_by_label("Algorithm").select_option("idastar")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".figures")).to_contain_text("MiB")
    os.kill(visit.served.pool.processes[0], signal.SIGKILL)
    expect(page.locator(".verdict")).to_contain_text("a new one takes its place")
    page.get_by_role("button", name="two-moves").click()
    solve(page)


@pytest.mark.slow
def test_a_limit_that_makes_no_sense_is_not_sent(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    page.get_by_label("Time limit").fill("0")
    page.get_by_role("button", name="Solve").click()
    assert page.evaluate("document.activeElement.validity.rangeUnderflow")
    expect(page.locator(".verdict")).to_be_hidden()
    page.get_by_label("Time limit").fill("5")
    solve(page)


def test_a_hint_is_shown_and_played(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".verdict")).to_contain_text(
        "Next: gap left. Then 1 more move, and no way is shorter."
    )
    assert page.locator(".marks .arrow").count() == 1
    page.get_by_role("button", name="Play it").click()
    expect(notation(page)).to_have_value("1 0 2\n3 4 5\n6 7 8")


@pytest.mark.slow
def test_maps_lie_over_the_board(visit: Visit) -> None:
    page = visit.go("#/puzzle/chexers")
    shown = page.get_by_label("Show on the board")
    shown.select_option(index=1)
    expect(page.locator(".board-host .value").first).to_be_visible()
    assert page.locator(".board-host .value").count() == 33
    shown.select_option("visits")
    expect(page.locator(".aside", has_text="How often a piece stood there")).to_be_visible()
    shown.select_option("")
    expect(page.locator(".board-host .value")).to_have_count(0)


@pytest.mark.slow
def test_a_map_follows_the_solution(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    page.get_by_label("Show on the board").select_option(label="Heuristic: manhattan")
    first = page.locator('.board-host [data-id="2"] .value')
    expect(first).to_have_count(0)  # the gap is there
    solve(page)
    page.keyboard.press("ArrowRight")
    expect(first).to_have_text("0")
    expect(page.locator(".aside", has_text="Each tile's steps to its place.")).to_be_visible()


@pytest.mark.slow
def test_a_click_on_the_chart_goes_there(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    solve(page)
    click_end_of_chart(page)
    expect(page.locator(".count")).to_have_text("2 / 2")


@pytest.mark.slow
def test_arrows_that_overlap_go_side_by_side(visit: Visit) -> None:
    arrows = [
        ["arrow", "", [0, 0, 4, 0], "1"],
        ["arrow", "", [4, 0, 8, 0], "2"],
        ["arrow", "", [2, 0, 6, 0], "3"],
        ["arrow", "", [8, 0, 0, 0], "4"],
        ["circle", "", [0, 0, 4]],
    ]
    lanes = "async (shapes) => (await import('/lanes.js')).lanesOf(shapes)"
    assert visit.go().evaluate(lanes, arrows) == [0, 0, 1, 0, 0]


@pytest.mark.slow
def test_a_chart_of_a_solution_that_is_cut_says_where_it_ends(visit: Visit) -> None:
    page = visit.go(at("tiles", "8 0 6 5 4 7 2 3 1"))
    ticks = page.locator(".chart .tick")
    solve(page)
    expect(ticks).to_have_text(["0", "31", "start", "goal"])
    page.get_by_label("Algorithm").select_option("depth-first")
    page.get_by_role("button", name="Solve").click()
    expect(ticks).to_have_text(["0", re.compile(r"^[0-9.]+k$"), "start", "move 2,000"])


@pytest.mark.slow
def test_a_random_position_of_each_level(visit: Visit) -> None:
    page = visit.go("#/puzzle/chexers")
    seen = {notation(page).input_value()}
    for level in ("Easy", "Medium", "Hard"):
        page.get_by_role("button", name=level).click()
        page.wait_for_function(
            "seen => !seen.includes(document.querySelector('.notation').value)", arg=list(seen)
        )
        seen.add(notation(page).input_value())
    assert len(seen) == 4


@pytest.mark.slow
def test_what_is_saved(visit: Visit, tmp_path: Path) -> None:
    page = visit.go("#/puzzle/chexers")
    solve(page)
    contents = {}
    for kind in ("SVG", "JSON", "Plain"):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind, exact=True).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        contents[path.name] = path.read_text()
    assert json.loads(contents["chexers.json"])["cost"] == 10
    assert contents["chexers.txt"].startswith("JUMP from (-2, 1) to (0, 1).\n")
    picture = contents["chexers.svg"]
    assert picture.startswith("<svg")
    assert "url(#hatch" in picture
    assert "var(" not in picture
    assert len(re.findall("<polygon", picture)) >= 37


def test_everything_by_keyboard(visit: Visit) -> None:
    page = visit.go(at("darkchess", "8/8/8/8 b"))
    page.get_by_role("gridcell", name="A1").focus()
    for key in ("K", "Enter", "ArrowDown", "ArrowRight", "k", " ", "End", "x", "D", "Enter"):
        page.keyboard.press(key)
    expect(notation(page)).to_have_value("K7/1k5D/8/8 b")
    page.keyboard.press("Delete")
    expect(notation(page)).to_have_value("K7/1k6/8/8 b")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".verdict")).to_contain_text("Solved in 2 moves")


@pytest.mark.slow
def test_edits_are_announced(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    said = page.locator("#said")
    page.get_by_role("gridcell", name="row 1, column 2").press("Enter")
    slid = "row 1, column 2: the gap. row 1, column 3: tile 2, in place. 3 × 3 tiles"
    expect(said).to_contain_text(slid)
    page.keyboard.press("Control+z")
    expect(said).to_contain_text("Undone. row 1, column 2: tile 2")
    page.keyboard.press("Control+Shift+Z")
    expect(said).to_contain_text(f"Redone. {slid}")
    page.get_by_role("button", name="15", exact=True).click()
    expect(said).to_have_text(re.compile("^4 × 4 tiles, [0-9]+ out of place$"))
    page = visit.go(at("darkchess", "8/8/8/8 b"))
    page.get_by_role("gridcell", name="A1").focus()
    for key in ("K", "Enter"):
        page.keyboard.press(key)
    expect(said).to_contain_text("A1: black general")
    page.keyboard.press("Delete")
    expect(said).to_contain_text("A1: free")
