"""The page on the Hashi duel shows what the study counts."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from studies import PAGES, copy_studies, run_study

study = partial(run_study, "hashi_study")


@pytest.mark.long
def test_the_whole_page_is_current() -> None:
    done = study("--check")
    assert done.returncode == 0, done.stderr


def test_a_changed_page_is_stale_until_the_part_is_written_anew(tmp_path: Path) -> None:
    page = copy_studies(tmp_path) / "hashi.md"
    page.write_text(page.read_text().replace("The board of the course", "The board"))
    stale = study("--check", "picture", root=tmp_path)
    assert stale.returncode == 1
    assert "stale: picture;" in stale.stderr
    assert study("picture", root=tmp_path).returncode == 0
    assert page.read_text() == (PAGES / "hashi.md").read_text()
