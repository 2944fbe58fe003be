"""Takes the pictures of docs/page.md: each room of the page, in a real browser.

    python scripts/screenshots.py

Needs Chromium, the extra `web` and the group `dev`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from playwright.sync_api import Page, expect, sync_playwright

FOLDER = Path(__file__).parents[1] / "docs" / "images"
WIDE, PHONE = (1280, 860), (390, 844)
PATIENCE = 60_000
CHEXERS = (
    '{"colour": "red", "pieces": [[-3, 0], [-3, 1], [-2, 1], [0, -2]], '
    '"blocks": [[-1, 0], [-1, 1], [1, 1], [3, -1], [1, -1], [0, 2], [2, 0]]}'
)
DARK_CHESS = "2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b"
HASHI = ". 2 . . 4\n. 0 . . 3\n. 1 0 2 .\n. . . 4 .\n4 . 3 3 4"


class Shot(NamedTuple):
    """A picture: where to go, what to do there, and how it is seen."""

    name: str
    where: str
    act: Callable[[Page], None]
    size: tuple[int, int] = WIDE
    scheme: str = "light"


def solve(page: Page) -> None:
    """A solution, some steps along."""
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".moves")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("ArrowRight")


def solve_all(page: Page) -> None:
    """A solution, all of its moves on the board."""
    page.get_by_role("button", name="Solve").click()
    page.get_by_label("All moves as arrows").check()


def look_at_the_map(page: Page) -> None:
    """Where the search looked."""
    solve(page)
    page.get_by_label("Show on the board").select_option("visits")
    expect(page.locator(".board-host .value").first).to_be_visible()


def value_moves(page: Page) -> None:
    """The value of every move."""
    page.get_by_label("Values on the board").check()
    expect(page.locator(".worth").first).to_be_visible()


def play(page: Page) -> None:
    """A few moves, then the values."""
    for seat in page.locator(".card[aria-label=Game] select").all():
        seat.select_option("human")
    page.locator('.board-host [data-id="d4"]').click()
    page.locator('.board-host [data-id="d5"]').click()
    page.get_by_label("Values on the board").check()
    expect(page.locator(".worth").first).to_be_visible()
    page.get_by_role("button", name="Analyse the whole game").click()
    expect(page.locator(".chart circle.proven")).to_have_count(2)


def experiment(page: Page) -> None:
    """A comparison, and a heuristic that is refuted."""
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".runs tbody tr")).to_have_count(9)
    trial = page.get_by_role("region", name="Audit")
    trial.get_by_role("combobox").select_option("walking")
    trial.get_by_role("button", name="Put it on trial").click()
    expect(trial.locator(".case").first).to_be_visible()


SHOTS = (
    Shot("page-puzzle", f"puzzle/chexers/{quote(CHEXERS, safe='')}", solve),
    Shot(
        "page-puzzle-dark",
        f"puzzle/darkchess/{quote(DARK_CHESS, safe='')}",
        solve_all,
        WIDE,
        "dark",
    ),
    Shot("page-phone", f"puzzle/chexers/{quote(CHEXERS, safe='')}", look_at_the_map, PHONE),
    Shot("page-duel", f"duel/hashi/{quote(HASHI, safe='')}", play),
    Shot("page-duel-connect4", "duel/connect4/44444326", value_moves),
    Shot("page-laboratory", "lab/chexers", experiment),
)


@contextmanager
def server() -> Iterator[str]:
    """The address of a server that runs as long as it is needed."""
    command = [sys.executable, "-m", "deepen.cli", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        yield process.stderr.readline().split()[3]
    finally:
        process.terminate()
        process.wait()


def take(browser: Any, address: str, shot: Shot) -> None:
    """One picture."""
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=shot.scheme
    )
    page = context.new_page()
    page.goto(f"{address}/#/{shot.where}")
    page.wait_for_selector(".board-host .cell")
    shot.act(page)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(500)
    page.screenshot(path=FOLDER / f"{shot.name}.png", full_page=shot.size == WIDE)
    context.close()
    print(f"{shot.name}.png")


def main() -> None:
    """All pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with server() as address, sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for shot in SHOTS:
            take(browser, address, shot)
        browser.close()


if __name__ == "__main__":
    main()
