"""A puzzle and a game of the gallery in a browser: all that the games that come along can."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser_support import cell, expect, notation, solve
from web_support import Served, serving

EXAMPLES = Path(__file__).parents[2] / "examples"
PUSHED = "#####\n# @*#\n#####"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    games = {name: str(EXAMPLES / f"{name}.py") for name in ("sokoban", "tic_tac_toe", "hanoi")}
    with serving(games=games) as server:
        yield server


def test_a_puzzle_is_played_edited_solved_and_shared(visit: Any) -> None:
    page = visit.go("#/puzzle/sokoban")
    start = notation(page).input_value()
    cell(page, "7").click()  # the box, which the man pushes
    expect(notation(page)).to_have_value(PUSHED)
    page.get_by_role("button", name="Undo").click()
    expect(notation(page)).to_have_value(start)
    cell(page, "6").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(notation(page)).to_have_value(PUSHED)
    page.get_by_role("button", name="Undo").click()
    expect(notation(page)).to_have_value(start)

    page.locator("label.choice", has=page.get_by_label("Goal", exact=True)).click()
    cell(page, "6").click()  # under the man
    expect(notation(page)).to_have_value("#####\n#+$.#\n#####")
    page.get_by_role("button", name="Undo").click()
    expect(cell(page, "6")).to_have_attribute("aria-label", "row 2, column 2: man")

    solve(page)
    expect(page.get_by_text("Solved in 1 move, proven shortest.").first).to_be_visible()
    page.get_by_role("button", name="One step on").click()
    expect(cell(page, "8")).to_have_attribute("aria-label", "row 2, column 4: box on goal")
    address = page.evaluate("location.href")
    assert "/puzzle/sokoban/" in address
    page.reload()
    page.wait_for_selector(".board-host .cell")
    expect(notation(page)).to_have_value(start)


@pytest.mark.slow
def test_buttons_along_a_solution_are_those_of_each_step(visit: Any) -> None:
    page = visit.go("#/puzzle/hanoi")
    buttons = page.locator('.board-host .cell[data-id^="move "]')
    expect(buttons).to_have_count(3)
    solve(page)
    page.get_by_role("button", name="One step on").click()
    expect(buttons).to_have_count(5)  # two discs may move now
    page.get_by_role("button", name="One step back").click()
    expect(buttons).to_have_count(3)


def test_a_game_is_played_analysed_edited_and_shared(visit: Any) -> None:
    page = visit.go("#/duel/tic_tac_toe")
    for name in ("Crosses, moves first", "Noughts"):
        page.get_by_label(name).select_option("human")
    cell(page, "4").click()
    expect(cell(page, "4")).to_have_attribute("aria-label", "row 2, column 2: cross")
    cell(page, "4").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(cell(page, "1")).to_have_attribute("aria-label", "row 1, column 2: nought")
    page.get_by_label("Values on the board").check()
    expect(page.get_by_text("Crosses wins, proven.").first).to_be_visible()
    assert page.evaluate("location.href").count("/duel/tic_tac_toe/") == 1
    page.reload()
    page.wait_for_selector(".board-host .cell")
    expect(cell(page, "1")).to_have_attribute("aria-label", "row 1, column 2: nought")

    page.get_by_role("button", name="Edit the board").click()
    page.locator("label.choice", has=page.get_by_label("Nought", exact=True)).click()
    cell(page, "8").click()
    expect(cell(page, "8")).to_have_attribute("aria-label", "row 3, column 3: nought")
