"""The page on dark chess shows what the study counts."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from studies import PAGES, copy_studies, run_study

study = partial(run_study, "darkchess_study")


@pytest.mark.slow
def test_parts_that_are_soon_counted_are_current() -> None:
    done = study("--check", "pictures", "contest", "record", "counterexamples", "unsolvable")
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_whole_page_is_current() -> None:
    done = study("--check")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_changed_page_is_stale_until_the_part_is_written_anew(tmp_path: Path) -> None:
    page = copy_studies(tmp_path) / "darkchess.md"
    page.write_text(page.read_text().replace("| SH-2 | 23 |", "| SH-2 | 22 |"))
    stale = study("--check", "contest", "pictures", root=tmp_path)
    assert stale.returncode == 1
    assert "stale: contest;" in stale.stderr
    assert study("contest", root=tmp_path).returncode == 0
    assert page.read_text() == (PAGES / "darkchess.md").read_text()
