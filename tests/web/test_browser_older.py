"""The page in browsers of 2021: school tablets are that old."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from browser_support import Visit, click, expect, solve, square
from web_support import Served

TOO_NEW = {
    "Array.prototype": (
        "at",
        "findLast",
        "findLastIndex",
        "group",
        "toReversed",
        "toSorted",
        "toSpliced",
        "with",
    ),
    "Array": ("fromAsync",),
    "Map": ("groupBy",),
    "Object": ("groupBy", "hasOwn"),
    "Promise": ("try", "withResolvers"),
    "RegExp": ("escape",),
    "Set.prototype": ("difference", "intersection", "isSubsetOf", "union"),
    "String.prototype": ("at", "isWellFormed", "toWellFormed"),
    "URL": ("canParse", "parse"),
    "window": ("structuredClone", "scheduler"),
    "crypto": ("randomUUID",),  # nor is it there over http from another machine
}
"""What browsers learnt since, by the object that has it."""
TOO_NEW_IN_STYLES = ("light-dark", "color-mix", "revert-layer", "@layer", "@container", "@scope")
"""Where a browser that does not know them would show less than it needs."""


def sources(kind: str) -> dict[str, str]:
    """The files of the page that end so."""
    static = files("deepen.web").joinpath("static")
    return {file.name: file.read_text() for file in static.iterdir() if file.name.endswith(kind)}


def called(owner: str, name: str) -> str:
    """A pattern for a call of a function: of whatever object, where all of a kind have it."""
    before = {"window": r"\b"}.get(owner, r"\." if owner.endswith(".prototype") else rf"{owner}\.")
    return before + name + r"\("


def test_no_script_asks_for_what_is_too_new() -> None:
    functions = [called(owner, name) for owner, names in TOO_NEW.items() for name in names]
    too_new = re.compile("|".join([*functions, r"\(\?<[=!]", r"static \{"]))
    assert too_new.search("rows = Map.groupBy(cells)")
    assert too_new.search("stops.at(-1)")
    found = {name: too_new.findall(text) for name, text in sources(".js").items()}
    assert {name: some for name, some in found.items() if some} == {}


def test_no_style_needs_what_is_too_new() -> None:
    rules = {
        name: re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        for name, text in sources(".css").items()
    }
    found = [
        (name, word) for name, text in rules.items() for word in TOO_NEW_IN_STYLES if word in text
    ]
    assert found == []


@pytest.mark.slow
def test_an_older_browser_opens_it(browser: Any, served: Served) -> None:
    visit = Visit(browser, served)
    visit.page.add_init_script(f"""
        for (const [owner, names] of Object.entries({json.dumps(TOO_NEW)})) {{
          const object = owner.split(".").reduce((part, name) => part?.[name], window);
          for (const name of names) delete (owner === "window" ? window : object)?.[name];
        }}
        delete Object.getPrototypeOf(crypto).randomUUID;
    """)
    page = visit.go("#/puzzle/tiles")
    assert page.evaluate("[].at === undefined && Map.groupBy === undefined")
    solve(page)
    visit.go("#/duel/connect4/44")
    page.get_by_role("button", name="Switch sides").click()
    expect(page.locator(".moves li")).to_have_count(1)
    click(page, square(1, 1))
    expect(page.locator(".moves li").nth(1)).to_be_visible()
    visit.go("#/lab/chexers")
    assert visit.complaints == []
    visit.context.close()
