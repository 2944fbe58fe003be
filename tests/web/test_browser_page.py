"""What all rooms share, in a real browser, and the laboratory; axe looks at everything."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser_support import (
    PATIENCE,
    PHONE,
    WIDE,
    Page,
    Visit,
    at,
    expect,
    notation,
    solve,
)
from web_support import EASY, HARD, Served, serving


def test_a_lost_connection_comes_back(browser: Any) -> None:
    with serving() as first:
        visit = Visit(browser, first)
        page = visit.go(at("tiles", HARD))
        page.get_by_label("Algorithm").select_option("idastar")
        page.get_by_role("button", name="Solve").click()
        expect(page.locator(".figures")).to_contain_text("MiB")
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("The connection was lost")
    page.get_by_role("gridcell", name="row 4, column 2").click()
    with serving(port=first.port):
        expect(page.locator("#offline")).to_be_hidden(timeout=20_000)
        expect(notation(page)).to_have_value(re.compile("10  0  6  4"))
    visit.context.close()


def compare(page: Page) -> None:
    for name in ("IDA*", "Breadth-first"):
        page.get_by_label(name, exact=True).uncheck()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".runs tbody tr")).to_have_count(4, timeout=PATIENCE)


def test_searches_are_compared_and_a_heuristic_is_refuted(visit: Visit) -> None:
    page = visit.go("#/lab/chexers")
    compare(page)
    expect(page.locator(".runs")).to_contain_text("12, 2 too many")
    trial = page.get_by_role("region", name="Audit")
    trial.get_by_role("combobox").select_option("walking")
    trial.get_by_role("button", name="Put it on trial").click()
    expect(trial.locator(".verdict")).to_contain_text("Refuted: walking is not admissible.")
    expect(trial.locator(".case")).to_have_count(2)
    trial.get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="1 red piece to lead")).to_be_visible()
    assert "#/puzzle/chexers/" in page.url


@pytest.mark.slow
def test_the_rooms_share_the_position(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    page.get_by_role("link", name="Laboratory").press("Enter")
    expect(page.get_by_role("button", name="Compare")).to_be_visible()
    expect(page.get_by_role("link", name="Laboratory")).to_be_focused()
    expect(page.get_by_role("heading", name="3 × 3 tiles, 2 out")).to_be_visible()
    page.get_by_role("link", name="Duel").click()
    expect(page.get_by_role("button", name="New game")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="3 × 3 tiles, 2 out")).to_be_visible()


def test_light_and_dark_can_be_chosen_and_stay_so(visit: Visit) -> None:
    page = visit.go()
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark", exact=True).click()
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    page.wait_for_selector(".board-host .cell")
    assert page.evaluate(ground) == dark


def show_solution(page: Page) -> None:
    solve(page)
    page.get_by_label("Show on the board").select_option(index=1)


def show_values(page: Page) -> None:
    page.get_by_label("Values on the board").check()
    expect(page.locator(".worth").first).to_be_visible()


def show_report(page: Page) -> None:
    compare(page)
    page.get_by_role("button", name="Put it on trial").click()
    expect(page.locator(".trial .verdict")).to_be_visible()


# A room of each kind in `make test`; another game in it has other shapes.
slow = pytest.mark.slow


@pytest.mark.parametrize(
    ("where", "show", "scheme", "size"),
    [
        pytest.param("puzzle/chexers", show_solution, "light", WIDE, id="chexers", marks=slow),
        pytest.param("puzzle/darkchess", show_solution, "dark", PHONE, id="darkchess", marks=slow),
        pytest.param("puzzle/tiles", show_solution, "light", PHONE, id="tiles"),
        pytest.param("duel/connect4", show_values, "dark", WIDE, id="connect4"),
        pytest.param("duel/hashi", show_values, "light", PHONE, id="hashi", marks=slow),
        pytest.param("lab/chexers", show_report, "light", PHONE, id="laboratory"),
    ],
)
def test_axe_finds_nothing_serious(
    browser: Any, served: Served, where: str, show: Any, scheme: str, size: dict[str, int]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    visit = Visit(browser, served, viewport=size, color_scheme=scheme)
    page = visit.go(f"#/{where}")
    show(page)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"], "nothing sticks out at the side"
    found = axe.run(page).response["violations"]
    assert [one for one in found if one["impact"] in ("serious", "critical")] == [], found
    assert visit.complaints == []
    visit.context.close()


@pytest.mark.slow
def test_axe_finds_nothing_serious_in_the_api(visit: Visit) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    visit.page.goto(f"{visit.served.address}/api")
    visit.page.wait_for_selector(".operation")
    found = axe.run(visit.page).response["violations"]
    assert [one for one in found if one["impact"] in ("serious", "critical")] == [], found
