"""The page on choosing an algorithm shows what its script measures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "studies" / "choosing_an_algorithm.py"


def check(*parts: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), "--check", *parts]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_parts_that_are_soon_counted_are_current() -> None:
    done = check("heuristics", "weights")
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_whole_page_is_current() -> None:
    done = check()
    assert done.returncode == 0, done.stderr
