"""The duel room in a real browser: whole games, values, looking back, files."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest

from browser_support import (
    Page,
    Visit,
    cell,
    click,
    click_end_of_chart,
    expect,
    notation,
    problem,
    square,
    title,
)
from deepen.web import positions
from web_support import LONG_SEARCH

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


@pytest.mark.parametrize(
    ("hand", "game"),
    [
        ("mouse", "connect4"),
        ("keyboard", "hashi"),
        pytest.param("mouse", "hashi", marks=pytest.mark.slow),
        pytest.param("keyboard", "connect4", marks=pytest.mark.slow),
    ],
)
def test_a_whole_game(visit: Visit, game: str, hand: str) -> None:
    page = visit.go(f"#/duel/{game}/{quote(SMALL[game], safe='')}")
    human_against_human(page)
    if hand == "keyboard":
        page.locator(".board-host .cell[tabindex='0']").focus()
    count = 0
    while not (now := table(page))["over"]:
        count += 1
        target = now["targets"][-1]
        cells = {each["id"]: each for each in now["scene"]["cells"]}
        if hand == "mouse":
            click(page, target["picks"][0])
        else:
            press(page, target["picks"][0], cells)
        if page.get_by_role("group", name="Which move").is_visible():
            choice = page.get_by_role("group", name="Which move").get_by_role("button")
            choice.filter(has_text=target["move"]).press("Enter")
        page.wait_for_function(
            "count => location.hash.split('?')[1]?.split(',').length === count", arg=count
        )
        expect(page.locator(".moves [aria-current]")).to_have_text(target["move"])
    expect(title(page)).to_contain_text("Over:")
    assert re.search("wins by|a tie", title(page).inner_text())


def test_the_program_answers_and_a_move_can_be_taken_back(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    page.get_by_role("combobox", name="Yellow").select_option("level=2")
    click(page, square(4, 1))
    expect(page.locator(".moves li")).to_have_count(2)
    expect(title(page)).to_contain_text("Red to move")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".count")).to_have_text("0 / 2")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".count")).to_have_text("2 / 2")
    page.get_by_role("button", name="Switch sides").click()
    expect(page.locator(".moves li")).to_have_count(3)


@pytest.mark.slow
def test_a_click_counts_only_in_ones_own_turn(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    moves = page.locator(".moves li")
    with visit.served.line() as line:
        line.until(line.send(verb="solve", **LONG_SEARCH), "progress")  # so the program has to wait
        cell(page, square(4, 1)).dblclick()
        expect(title(page)).to_contain_text("Yellow to move")
        click(page, square(1, 1))
        expect(problem(page)).to_have_text("Yellow is to move, and the program plays Yellow.")
        expect(moves).to_have_text(["4"])
        page.get_by_role("combobox", name="Red").select_option("level=1")
        page.get_by_role("button", name="New game").click()
        expect(title(page)).to_contain_text("Red to move")
        click(page, square(1, 1))
        expect(problem(page)).to_have_text("Red is to move, and the program plays Red.")
        expect(moves).to_have_count(0)
    expect(moves.first).to_be_visible()


@pytest.mark.slow
def test_a_double_click_is_one_move_also_between_people(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    human_against_human(page)
    cell(page, square(4, 1)).dblclick()
    expect(page.locator(".moves li")).to_have_count(1)
    click(page, square(5, 1))
    expect(page.locator(".moves li")).to_have_text(["4", "5"])


@pytest.mark.slow
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
    page.get_by_label("Values on the board").check()
    expect(page.locator(".worth")).to_have_count(6)
    written = [each.text_content() for each in page.locator(".worth text").all()]
    assert Counter(written) == {"+4": 1, "-8": 5}
    expect(page.locator(".worth.best text")).to_have_text("+4")
    expect(page.locator(".outlook")).to_have_text("Proven win by 4 for Yellow, who is to move.")
    expect(cell(page, square(6, 6))).to_have_attribute("aria-label", re.compile(r"6 is worth \+4"))
    assert page.locator(".chart circle.proven").count() == 1


@pytest.mark.slow
def test_what_is_not_proven_looks_otherwise(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    page.get_by_role("combobox", name="Yellow").select_option("level=2")
    expect(page.locator(".gauge")).to_have_attribute("data-known", "")
    click(page, square(4, 1))
    expect(page.locator(".moves li")).to_have_count(2)
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".gauge")).to_have_attribute("data-known", "guess")
    expect(page.locator(".outlook")).to_have_text(
        re.compile("Looks like .* to Yellow at depth 2, proven between .*")
    )
    assert page.locator(".chart circle.guess:not(.proven)").count() == 1


@pytest.mark.slow
def test_looking_back_is_in_the_address_and_the_program_can_go_on_from_there(
    visit: Visit,
) -> None:
    page = visit.go("#/duel/connect4/44?3,5,4@1")
    expect(page.locator(".count")).to_have_text("1 / 3")
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator(".count")).to_have_text("2 / 3")
    page.keyboard.press("Control+z")
    click_end_of_chart(page)
    expect(page.locator(".count")).to_have_text("3 / 3")
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"\?3,5,4@0$"))
    page.reload()
    expect(page.locator(".count")).to_have_text("0 / 3")
    page.get_by_role("combobox", name="Red").select_option("level=1")
    expect(page.locator(".count")).to_have_text("1 / 1")


@pytest.mark.slow
def test_a_link_to_an_impossible_game_is_told(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44?4,9")
    expect(problem(page)).to_contain_text("Move 2: column 9")
    expect(title(page)).to_have_text("Red to move")


@pytest.mark.slow
def test_programs_wait_while_the_board_is_edited(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    page.get_by_role("button", name="Edit the board").click()
    for name in ("Red", "Yellow"):
        page.get_by_role("combobox", name=name).select_option("level=1")
    click(page, square(1, 1))
    expect(notation(page)).to_have_value("441")
    expect(title(page)).to_contain_text("Editing")
    assert visit.served.pool.idle == 1
    page.get_by_role("button", name="Edit the board").click()
    expect(page.locator(".moves li").first).to_be_visible()


@pytest.mark.slow
def test_an_illegal_click_says_why(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/444444")
    click(page, square(4, 1))
    expect(problem(page)).to_have_text("Column 4 cannot be played: the column is full.")


def test_a_game_is_saved_loaded_and_shared(visit: Visit, tmp_path: Path) -> None:
    page = visit.go("#/duel/connect4/44")
    human_against_human(page)
    for column in "35":
        click(page, square(int(column), 1))
        expect(page.locator(".moves [aria-current]")).to_have_text(column)
    expect(page).to_have_url(re.compile(r"#/duel/connect4/44\?3,5$"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    path = tmp_path / "game.json"
    download.value.save_as(path)
    assert json.loads(path.read_text())["moves"] == ["3", "5"]
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG").click()
    download.value.save_as(path.with_suffix(".svg"))
    picture = path.with_suffix(".svg").read_text()
    assert picture.count('r="12"') == 2, "rings tell the second player's stones"
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".moves")).to_be_hidden()
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".moves li")).to_have_count(2)
    page.goto(f"{visit.served.address}/#/duel/connect4/44?3,5,4")
    expect(page.locator(".moves li")).to_have_count(3)


@pytest.mark.slow
def test_the_board_of_a_duel_can_be_edited(visit: Visit) -> None:
    page = visit.go("#/duel/connect4/44")
    human_against_human(page)
    page.get_by_role("button", name="Edit the board").click()
    page.get_by_role("radio", name="Take the top stone").check(force=True)
    click(page, square(4, 1))
    expect(notation(page)).to_have_value("4")
    page.get_by_role("button", name="Edit the board").click()
    expect(title(page)).to_have_text("Yellow to move")
