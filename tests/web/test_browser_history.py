"""Nothing is lost by going elsewhere, in a real browser: rooms, games, examples, Back and Undo."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from browser_support import Page, Visit, at, cell, click, expect, notation, square
from web_support import EASY

pytestmark = pytest.mark.slow

EDITED = "1 0 2\n3 4 5\n6 7 8"
"""EASY after its second tile has gone into the gap."""


def play(page: Page, columns: str) -> None:
    """Two people play these columns of Connect Four."""
    for select in page.locator(".card[aria-label=Game] select").all():
        select.select_option("human")
    for column in columns:
        click(page, square(int(column), 1))
        expect(page.locator(".moves [aria-current]")).to_have_text(column)


def go(page: Page, name: str) -> None:
    """Into a room, or to a game by its tab."""
    page.locator("nav a, .tab").get_by_text(name, exact=True).click()


def test_a_game_is_kept_while_one_is_elsewhere(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    moves = page.locator(".moves li")
    entries = "history.length"
    before = page.evaluate(entries)
    play(page, "352")
    assert page.evaluate(entries) == before, "a move is no place to go back to"
    go(page, "Puzzles")
    expect(page.get_by_role("button", name="Solve")).to_be_visible()
    go(page, "Duel")
    expect(moves).to_have_text(["3", "5", "2"])
    go(page, "Hashi duel")
    expect(moves).to_have_count(0)
    page.reload()
    go(page, "Connect Four")
    expect(moves).to_have_text(["3", "5", "2"])
    expect(page).to_have_url(re.compile(r"#/duel/connect4/44\?3,5,2$"))
    page.go_back()
    expect(page).to_have_url(re.compile("#/duel/hashi/"))
    expect(page.get_by_role("button", name="Hashi duel")).to_have_attribute("aria-pressed", "true")


def test_a_program_that_was_left_thinking_goes_on(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    page.get_by_role("combobox", name="Yellow").select_option("time=2")
    click(page, square(3, 1))
    expect(page.locator(".thinking")).to_contain_text("Yellow thinks")
    go(page, "Puzzles")
    expect(page.get_by_role("button", name="Solve")).to_be_visible()
    go(page, "Duel")
    expect(page.locator(".moves li")).to_have_count(2)


REPLACE: dict[str, Callable[[Page], None]] = {
    "example": lambda page: page.get_by_role("button", name="empty").click(),
    "random": lambda page: page.get_by_role("button", name="Easy").click(),
    "text": lambda page: notation(page).fill("1234567"),
    "new game": lambda page: page.get_by_role("button", name="New game").click(),
    "edit": lambda page: page.get_by_role("button", name="Edit the board").click(),
}


def test_back_and_undo_bring_back_a_game_that_was_replaced(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    moves = page.locator(".moves li")
    play(page, "35")
    for replace in REPLACE.values():
        replace(page)
        expect(moves).to_have_count(0)
        page.go_back()
        expect(moves).to_have_text(["3", "5"])
        page.go_forward()
        expect(moves).to_have_count(0)
        page.get_by_role("button", name="Undo").filter(visible=True).last.click()
        expect(moves).to_have_text(["3", "5"])
        expect(page.locator(".count")).to_have_text("2 / 2")
        expect(page).to_have_url(re.compile(r"#/duel/connect4/44\?3,5$"))


def test_an_edited_puzzle_is_kept_and_brought_back(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    cell(page, "1").click()
    expect(notation(page)).to_have_value(EDITED)
    go(page, "Chexers")
    expect(page.get_by_role("gridcell")).to_have_count(37)
    go(page, "Sliding tiles")
    expect(notation(page)).to_have_value(EDITED)
    page.get_by_role("button", name="Easy").click()
    expect(notation(page)).not_to_have_value(EDITED)
    page.go_back()
    expect(notation(page)).to_have_value(EDITED)
    page.get_by_role("button", name="Undo").click()
    expect(notation(page)).to_have_value("1 2 0\n3 4 5\n6 7 8")
