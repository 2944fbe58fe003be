"""The page in a real browser: edit, solve, walk, stop, share, lose the connection; and axe."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest

from deepen.web import positions
from web_support import EASY, HARD, Served, serving, wait_for

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

Page = Any
WIDE = {"width": 1280, "height": 900}
PATIENCE = 60_000
"""Milliseconds: rules may have to be compiled first, on a machine that has other things to do."""
MINUS = "\N{MINUS SIGN}"
PHONE = {"width": 390, "height": 800}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        sync_api.expect.set_options(timeout=PATIENCE / 2)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as server:
        yield server


class Visit:
    """A page that is open, and every complaint of the browser about it."""

    def __init__(self, browser: Any, served: Served, **options: Any) -> None:
        self.context = browser.new_context(**{"viewport": WIDE, **options})
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE / 2)
        self.served = served
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def go(self, where: str = "") -> Page:
        self.page.goto(f"{self.served.address}/{where}")
        self.page.wait_for_selector(".board-host .cell")
        return self.page


@pytest.fixture
def visit(browser: Any, served: Served) -> Iterator[Visit]:
    one = Visit(browser, served)
    yield one
    assert one.complaints == []
    one.context.close()


def expect(found: Any) -> Any:
    return sync_api.expect(found)


def at(game: str, text: str) -> str:
    return f"#/puzzle/{game}/{quote(text, safe='')}"


def solve(page: Page) -> None:
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".moves")).to_be_visible()


def notation(page: Page) -> Any:
    return page.get_by_role("textbox", name="Text notation")


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
    expect(page.locator("#said")).to_have_text("Step 1 of 2: left")
    expect(page.get_by_role("gridcell", name="row 1, column 2: the gap")).to_be_visible()
    page.get_by_role("button", name="One step on").click()
    expect(count).to_have_text("2 / 2")
    page.get_by_label("Step", exact=True).fill("0")
    expect(count).to_have_text("0 / 2")
    page.locator(".moves button").nth(1).click()
    expect(count).to_have_text("2 / 2")
    expect(page.locator(".moves [aria-current]")).to_have_text("left")
    page.keyboard.press("Home")
    expect(count).to_have_text("0 / 2")


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


def test_limits_and_hopeless_boards_are_told(visit: Visit) -> None:
    page = visit.go(at("tiles", HARD))
    page.get_by_label("Most states").fill("1000")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".verdict")).to_contain_text("the node limit was hit first; any solution")
    page.get_by_role("button", name="unsolvable").click()
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".verdict")).to_contain_text("Proven unsolvable.")


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


def test_a_hint_is_shown_and_played(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".verdict")).to_contain_text("Play left: 2 moves to go")
    assert page.locator(".marks .arrow").count() == 1
    page.get_by_role("button", name="Play it").click()
    expect(notation(page)).to_have_value("1 0 2\n3 4 5\n6 7 8")


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


# Duels

SMALL = {
    "connect4": ". . . .\n. . . .\n. . O .\n. O X X",
    "hashi": "1 . 1\n. 0 .\n. 2 0",
}


def table(page: Page) -> dict[str, Any]:
    """What the page must show, worked out from its address."""
    address = unquote(page.url.partition("#/duel/")[2])
    place, _, moves = address.partition("?")
    game, _, text = place.partition("/")
    return {"game": game} | positions.table(game, text, moves.split(",") if moves else [])


def human_against_human(page: Page) -> None:
    for select in page.locator(".card[aria-label=Game] select").all():
        select.select_option("human")


def cell(page: Page, name: str) -> Any:
    return page.locator(f'.board-host .cell[data-id="{name}"]')


def click(page: Page, pick: str) -> None:
    for name in pick.split():
        cell(page, name).click()


def press(page: Page, pick: str, cells: dict[str, Any]) -> None:
    """Goes to each cell by arrow keys and presses Enter; the board is in focus."""
    for name in pick.split():
        here = page.evaluate("document.activeElement.dataset.id")
        for key, there in (
            ("row", ("ArrowUp", "ArrowDown")),
            ("column", ("ArrowLeft", "ArrowRight")),
        ):
            way = cells[name][key] - cells[here][key]
            for _ in range(abs(way)):
                page.keyboard.press(there[way > 0])
        page.keyboard.press("Enter")


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_whole_game(visit: Visit, game: str, hand: str) -> None:
    page = visit.go(f"#/duel/{game}/{quote(SMALL[game], safe='')}")
    human_against_human(page)
    if hand == "keyboard":
        page.locator(".board-host .cell[tabindex='0']").focus()
    count = 0
    while not (now := table(page))["over"]:
        count += 1
        way = now["ways"][-1]
        cells = {each["id"]: each for each in now["scene"]["cells"]}
        if hand == "mouse":
            click(page, way["picks"][0])
        else:
            press(page, way["picks"][0], cells)
        if page.get_by_role("group", name="Which move").is_visible():
            choice = page.get_by_role("group", name="Which move").get_by_role("button")
            choice.filter(has_text=way["move"]).press("Enter")
        page.wait_for_function(
            "count => location.hash.split('?')[1]?.split(',').length === count", arg=count
        )
        expect(page.locator(".moves [aria-current]")).to_have_text(way["move"])
    expect(page.locator(".status")).to_contain_text("Over:")
    assert re.search("wins by|a tie", page.locator(".status").inner_text())


def test_the_program_answers_and_a_move_can_be_taken_back(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    page.get_by_role("combobox", name="Yellow").select_option("level=2")
    click(page, "4,1")
    expect(page.locator(".moves li")).to_have_count(2)
    expect(page.locator(".status")).to_contain_text("Red to move")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".count")).to_have_text("0 / 2")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".count")).to_have_text("2 / 2")
    page.get_by_role("button", name="Switch sides").click()
    expect(page.locator(".moves li")).to_have_count(3)


def test_the_program_plays_itself_until_it_is_paused(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    for name in ("Red", "Yellow"):
        page.get_by_role("combobox", name=name).select_option("level=1")
    expect(page.locator(".moves li").nth(2)).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    assert not table(page)["over"]


def test_values_are_written_on_the_moves_with_their_sign(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/5554224333234511764415115")
    page.get_by_label("Write the value of every move").check()
    expect(page.locator(".worth")).to_have_count(6)
    written = [each.text_content() for each in page.locator(".worth text").all()]
    assert Counter(written) == {"+4": 1, f"{MINUS}8": 5}
    expect(page.locator(".worth.best text")).to_have_text("+4")
    expect(page.locator(".outlook")).to_have_text("Proven: Yellow by 4 with best play")
    expect(cell(page, "6,6")).to_have_attribute("aria-label", re.compile(r"6 is worth \+4"))
    assert page.locator(".chart circle.proven").count() == 1


def test_an_illegal_click_says_why(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/444444")
    click(page, "4,1")
    expect(page.get_by_role("alert").filter(visible=True)).to_have_text(
        "Column 4 cannot be played: the column is full."
    )


def test_a_game_is_saved_loaded_and_shared(visit: Visit, tmp_path: Path) -> None:
    page = visit.go("#/duel/connect4/44")
    human_against_human(page)
    for column in "35":
        click(page, f"{column},1")
        expect(page.locator(".moves [aria-current]")).to_have_text(column)
    expect(page).to_have_url(re.compile(r"#/duel/connect4/44\?3,5$"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    path = tmp_path / "game.json"
    download.value.save_as(path)
    assert json.loads(path.read_text())["moves"] == ["3", "5"]
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".moves")).to_be_hidden()
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".moves li")).to_have_count(2)
    page.goto(f"{visit.served.address}/#/duel/connect4/44?3,5,4")
    expect(page.locator(".moves li")).to_have_count(3)


def test_the_board_of_a_duel_can_be_edited(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    human_against_human(page)
    page.get_by_role("button", name="Edit the board").click()
    page.get_by_role("radio", name="Take the top stone").check(force=True)
    click(page, "4,1")
    expect(notation(page)).to_have_value("4")
    page.get_by_role("button", name="Edit the board").click()
    expect(page.locator(".status")).to_have_text("Yellow to move")


# The laboratory


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


def test_the_rooms_share_the_position(visit: Visit) -> None:
    page = visit.go(at("tiles", EASY))
    page.get_by_role("link", name="Laboratory").click()
    expect(page.get_by_role("button", name="Compare")).to_be_visible()
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
    page.get_by_label("Write the value of every move").check()
    expect(page.locator(".worth").first).to_be_visible()


def show_report(page: Page) -> None:
    compare(page)
    page.get_by_role("button", name="Put it on trial").click()
    expect(page.locator(".trial .verdict")).to_be_visible()


@pytest.mark.parametrize(
    ("where", "show", "scheme", "size"),
    [
        pytest.param("puzzle/chexers", show_solution, "light", WIDE, id="chexers"),
        pytest.param("puzzle/darkchess", show_solution, "dark", PHONE, id="darkchess"),
        pytest.param("puzzle/tiles", show_solution, "light", PHONE, id="tiles"),
        pytest.param("duel/connect4", show_values, "dark", WIDE, id="connect4"),
        pytest.param("duel/hashi", show_values, "light", PHONE, id="hashi"),
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


def test_axe_finds_nothing_serious_in_the_api(visit: Visit) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    visit.page.goto(f"{visit.served.address}/api")
    visit.page.wait_for_selector(".operation")
    found = axe.run(visit.page).response["violations"]
    assert [one for one in found if one["impact"] in ("serious", "critical")] == [], found
