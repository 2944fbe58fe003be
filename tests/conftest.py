"""What all tests share: a cache of compiled rules, and how Hypothesis works."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import support

_MOST_EXAMPLES = 100  # of a test that does not say how many


def pytest_configure(config: pytest.Config) -> None:
    """Decides how many cases random tests take, before any of them is imported.

    The same ones every time: a red test is a change of the code, never of the dice. Set
    HYPOTHESIS_PROFILE=hunt to roll them anew, ten times as often.
    """
    support.every_case = "not slow" not in config.option.markexpr
    settings.register_profile(
        "deepen", deadline=None, derandomize=True, max_examples=support.cases(_MOST_EXAMPLES)
    )
    settings.register_profile("hunt", deadline=None, max_examples=10 * _MOST_EXAMPLES)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "deepen"))


@pytest.hookimpl(tryfirst=True)  # before pytest looks who is slow
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is long is slow, too."""
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker("slow")


def pytest_collection_finish() -> None:
    """Half a million objects live as long as the tests: nobody need look whether they are garbage.

    Nor as often as usual at those of Numba, which come and go by thousands.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def cache_dir() -> Iterator[Path]:
    """For all workers and for what tests start: what was compiled before, and has not changed.

    Half of the work of a first run is compiling. `rm -r build/rules` to begin anew.
    """
    folder = Path(__file__).parents[1] / "build" / "rules"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
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
