"""The page on Chexers shows what the study counts."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STUDY = ROOT / "scripts" / "chexers_study.py"
PAGE = ROOT / "docs" / "games" / "chexers.md"


def study(*arguments: str, script: Path = STUDY) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(script), *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("part", ["pictures", "distance", "space"])
def test_a_part_that_is_soon_counted_is_current(part: str) -> None:
    done = study("--check", part)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_whole_page_is_current() -> None:
    done = study("--check")
    assert done.returncode == 0, done.stderr


def test_a_changed_page_is_stale_until_the_part_is_written_anew(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    page = tmp_path / "docs" / "games" / "chexers.md"
    shutil.copytree(PAGE.parent, page.parent)
    script = tmp_path / "scripts" / STUDY.name
    page.write_text(page.read_text().replace("A shortest solution: 10", "A shortest solution: 9"))
    (page.parent / "images" / "chexers-map.svg").unlink()
    stale = study("--check", "pictures", script=script)
    assert stale.returncode == 1
    assert "stale: pictures, chexers-map.svg;" in stale.stderr
    assert study("pictures", script=script).returncode == 0
    assert page.read_text() == PAGE.read_text()
    assert study("--check", "pictures", script=script).returncode == 0


def test_unknown_parts_are_named() -> None:
    done = study("nothing")
    assert done.returncode == 2
    assert "there is no part 'nothing'; known: pictures," in done.stderr
