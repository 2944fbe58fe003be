"""A file of rules on the page, in a browser: played, saved again, broken and mended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser_support import at, expect, notation, problem, solve
from own_games import JUGS, write_files
from web_support import Served, serving

pytestmark = pytest.mark.slow  # the page itself is tried quickly elsewhere
PLACE = "3, 5, 4\nstate: (3, 2)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = tmp_path_factory.mktemp("own")
    write_files(found)
    return found


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    games = {name: str(folder / f"{name}.py") for name in ("jugs", "piles")}
    with serving(games=games, watched=(folder / "jugs.py",)) as server:
        yield server


def test_a_file_that_is_saved_is_seen_at_once(visit: Any, folder: Path) -> None:
    page = visit.go(at("jugs", PLACE))
    solve(page)
    file = folder / "jugs.py"
    file.write_text(JUGS.replace("Measure some water", "Measure wine"))
    expect(page.get_by_text("Measure wine")).to_be_attached()
    expect(notation(page)).to_have_value(PLACE)
    file.write_text(JUGS.replace("self.goal in", "self.goal in in"))
    expect(problem(page)).to_have_text(
        "The rules of jugs cannot be read: jugs.py, line 32: SyntaxError: invalid syntax."
    )
    expect(notation(page)).to_have_value(PLACE)
    file.write_text(JUGS)
    expect(problem(page)).to_have_count(0)
    expect(page.get_by_text("Measure some water")).to_be_attached()
    expect(notation(page)).to_have_value(PLACE)
    solve(page)


def test_a_game_is_played_with_the_mouse(visit: Any) -> None:
    page = visit.go("#/duel/piles")
    page.locator(".board-host .cell", has_text="0-1").click()
    expect(page.locator(".moves li, .moves button").first).to_be_visible()
