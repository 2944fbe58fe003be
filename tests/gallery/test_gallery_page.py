"""The page of the gallery and its pictures are what the files give."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from gallery_support import GALLERY
from support import slow

ROOT = Path(__file__).parents[2]
QUICK = ("sokoban", "topspin", "tic_tac_toe")


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    """What makes them."""
    return runpy.run_path(str(ROOT / "scripts" / "gallery.py"))


def test_the_page_tells_of_all_files(script: dict[str, Any]) -> None:
    assert (ROOT / "docs" / "gallery.md").read_text() == script["page"]()
    assert {entry.name for entry in script["ENTRIES"]} == set(GALLERY)


@pytest.mark.parametrize("name", [*QUICK, *slow(*(n for n in GALLERY if n not in QUICK))])
def test_pictures_are_up_to_date(name: str, script: dict[str, Any]) -> None:
    (entry,) = (each for each in script["ENTRIES"] if each.name == name)
    kept = ROOT / "docs" / "images" / "gallery" / f"{name}.svg"
    assert kept.read_text() == script["picture"](entry), "run `python scripts/gallery.py`"
