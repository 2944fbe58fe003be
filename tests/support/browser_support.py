"""The page in a real browser, for tests: Chromium by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import pytest

from web_support import Served

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
if os.environ.get("DEEPEN_BROWSER") == "required":
    assert CHROMIUM is not None, "where everything is checked, there must be a Chromium"
elif CHROMIUM is None:
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

Page = Any
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 800}
PATIENCE = 60_000
"""Milliseconds: rules may have to be compiled first, on a machine that has other things to do."""


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser, until the end of the context."""
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        sync_api.expect.set_options(timeout=PATIENCE / 2)
        yield launched
        launched.close()


class Visit:
    """A page that is open, and every complaint of the browser about it."""

    def __init__(self, browser: Any, served: Served, context: Any = None, **options: Any) -> None:
        self.context = context or browser.new_context(**{"viewport": WIDE, **options})
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE / 2)
        self.served = served
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def leave(self) -> None:
        """Closes the page. What it has stored is forgotten, but for its scripts and styles."""
        devtools = self.context.new_cdp_session(self.page)
        kept = {"origin": self.served.address, "storageTypes": "local_storage"}
        devtools.send("Storage.clearDataForOrigin", kept)
        self.page.close()
        self.context.clear_permissions()

    def go(self, where: str = "") -> Page:
        """Opens an address, and waits for the board."""
        self.page.goto(f"{self.served.address}/{where}")
        self.page.wait_for_selector(".board-host .cell")
        return self.page


def expect(found: Any) -> Any:
    """Playwright's own, which waits for what is expected."""
    return sync_api.expect(found)


def at(game: str, text: str, room: str = "puzzle") -> str:
    """The address of a position."""
    return f"#/{room}/{game}/{quote(text, safe='')}"


def solve(page: Page) -> None:
    """Solves what is on the board."""
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".moves")).to_be_visible()


def notation(page: Page) -> Any:
    """The text of the position."""
    return page.get_by_role("textbox", name="Text notation")


def title(page: Page) -> Any:
    """What the board is said to be."""
    return page.locator(".of-board .title")


def problem(page: Page) -> Any:
    """What is wrong, if anything is."""
    return page.get_by_role("alert").filter(visible=True)


def cell(page: Page, name: str) -> Any:
    """A cell of the board."""
    return page.locator(f'.board-host .cell[data-id="{name}"]')


def click(page: Page, pick: str) -> None:
    """Clicks on cells, one after the other."""
    for name in pick.split():
        cell(page, name).click()


def square(column: int, row: int) -> str:
    """The name of a cell of Connect Four, by its column and its row from below."""
    return str(7 * (6 - row) + column - 1)


def click_end_of_chart(page: Page) -> None:
    """Clicks where a chart has its last step."""
    chart = page.locator(".chart")
    chart.click(position={"x": chart.bounding_box()["width"] - 12, "y": 20})
