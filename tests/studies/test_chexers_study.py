"""The page on Chexers shows what the study counts."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from studies import PAGES, copy_studies, run_study

study = partial(run_study, "chexers_study")


@pytest.mark.slow
@pytest.mark.parametrize("part", ["pictures", "distance", "space"])
def test_a_part_that_is_soon_counted_is_current(part: str) -> None:
    done = study("--check", part)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_whole_page_is_current() -> None:
    done = study("--check")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow  # test_hashi_study has it, too, and draws less
def test_a_changed_page_is_stale_until_the_part_is_written_anew(tmp_path: Path) -> None:
    folder = copy_studies(tmp_path)
    page = folder / "chexers.md"
    page.write_text(page.read_text().replace("A shortest solution: 10", "A shortest solution: 9"))
    (folder / "images" / "chexers-map.svg").unlink()
    stale = study("--check", "pictures", root=tmp_path)
    assert stale.returncode == 1
    assert "stale: pictures, chexers-map.svg;" in stale.stderr
    assert study("pictures", root=tmp_path).returncode == 0
    assert page.read_text() == (PAGES / "chexers.md").read_text()
    assert study("--check", "pictures", root=tmp_path).returncode == 0


def test_unknown_parts_are_named() -> None:
    done = study("nothing")
    assert done.returncode == 2
    assert "there is no part 'nothing'; known: pictures," in done.stderr
