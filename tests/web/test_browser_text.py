"""Texts that cannot be drawn, in a real browser: too long, or no position at all."""

from __future__ import annotations

from typing import Any

import pytest

from browser_support import Page, Visit, at, expect, notation, solve, title
from deepen.web import pages
from deepen.web.protocol import MOST_BYTES
from web_support import EASY

pytestmark = pytest.mark.slow

MOST_TEXT = int(pages.page("tiles").description()["most_text"])


def complaint(page: Page) -> Any:
    """What is said beside the text."""
    return page.locator("#text-problem")


def paste(page: Page, text: str) -> None:
    """Pastes a text over what is written."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    notation(page).focus()
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+V")


def test_a_text_that_is_too_long_is_refused_beside_it(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    before = notation(page).input_value()
    paste(page, "1" * (MOST_TEXT + 1))
    expect(complaint(page)).to_contain_text(f"too long: it may have {MOST_TEXT:,} characters")
    expect(notation(page)).to_have_value(before)
    notation(page).fill("1" * (MOST_BYTES + 10_000))
    expect(complaint(page)).to_contain_text("it may have")
    notation(page).fill("1 2 3 0")
    expect(title(page)).to_contain_text("2 × 2 tiles")
    expect(complaint(page)).to_be_hidden()
    expect(page.locator("#offline")).to_be_hidden()


def test_a_link_that_is_too_long_shows_a_sentence_and_a_board(visit: Visit) -> None:
    page = visit.go(at("tiles", "1" * (MOST_BYTES + 10_000)))
    expect(complaint(page)).to_contain_text("it may have")
    expect(title(page)).to_contain_text("3 × 3 tiles")
    visit.go("#/duel/connect4/44?" + ",".join(["4"] * (MOST_BYTES // 3)))
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text(
        "more than the server takes"
    )
    expect(title(page)).to_contain_text("Red to move")
    page.reload()
    expect(title(page)).to_contain_text("Red to move")


def test_what_the_server_refuses_by_hanging_up_is_not_sent_again(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    refusal = page.evaluate(
        """async (size) => {
            const { Connection } = await import("/connection.js");
            const line = new Connection(`ws://${location.host}/socket`, { largest: Infinity });
            const ask = (text) => line.ask({ verb: "position", game: "tiles", text });
            const large = ask("1".repeat(size)).catch(({ message }) => message);
            const small = await ask("1 2 3 0");
            return [await large, small.text];
        }""",
        MOST_BYTES + 1,
    )
    assert refusal == ["this is more than the server takes", "1 2\n3 0"]


def test_only_what_the_text_says_is_solved(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    notation(page).fill("1 2 2 0")
    page.get_by_role("button", name="Solve").click()  # before the text is known to be wrong
    said = page.locator(".verdict")
    expect(said).to_contain_text("The text is no position, so there is nothing to solve.")
    expect(said).to_contain_text("Entry 3: tile 2 was there before")
    page.get_by_role("button", name="Hint").click()
    expect(said).to_contain_text("The text is no position")
    expect(page.get_by_role("button", name="Solve")).to_be_visible()
    notation(page).fill("1 2 3 0")
    expect(said).to_be_hidden()
    notation(page).fill(EASY)
    solve(page)  # at once: what is solved is what was typed last
    expect(said).to_contain_text("Solved in 2 moves")
    page.get_by_role("link", name="Laboratory").click()
    notation(page).fill("1 2 2 0")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("status").filter(has_text="The text is no position")).to_be_visible()
    page.get_by_role("button", name="Put it on trial").click()
    expect(page.locator(".trial")).to_contain_text("The text is no position")
