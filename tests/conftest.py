"""What all tests share: one empty cache of compiled rules a session, and how Hypothesis works."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples every time: a red test is a change of the code, never of the dice. Set
# HYPOTHESIS_PROFILE=hunt to roll them anew, ten times as often.
settings.register_profile("deepen", deadline=None, derandomize=True)
settings.register_profile("hunt", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "deepen"))


@pytest.fixture(scope="session", autouse=True)
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty cache for this session, for all its workers and for what tests start."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder = folder / "cache"
    folder.mkdir(mode=0o700, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DEEPEN_CACHE_DIR", str(folder))
        yield folder


@pytest.fixture(scope="session", autouse=True)
def threads_join_at_once() -> Iterator[None]:
    """So that small games, too, are searched by all threads that they are given."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deepen.search.games._ALONE", 0)
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tells the sum of the node counts: see `test_signature`."""
    reports = terminalreporter.stats.get("passed", [])
    counts = [value for each in reports for name, value in each.user_properties if name == "nodes"]
    if counts:
        terminalreporter.write_line(f"node counts of {len(counts)} games, in all: {sum(counts)}")
