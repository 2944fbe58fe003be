"""A browser and a server for the tests that need them, one of each for all tests of a file.

Files of browser tests that follow each other share them: to start both takes two seconds of CPU.
They do not stay for other files, since Playwright keeps an event loop running in this thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cached_property
from typing import Any

import pytest

from web_support import Served, serving


class Shared:
    """What is started when the first test asks for it."""

    def __init__(self) -> None:
        self._end = ExitStack()

    @cached_property
    def browser(self) -> Any:
        from browser_support import chromium

        return self._end.enter_context(chromium())

    @cached_property
    def server(self) -> Served:
        return self._end.enter_context(serving())

    def close(self) -> None:
        """Ends what was started; who asks later has it started again."""
        self._end.close()
        for name in ("browser", "server"):
            self.__dict__.pop(name, None)


_shared = Shared()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Ends both once the next test is of a file that has no use for them."""
    try:
        yield
    finally:
        if nextitem is None or not (nextitem.path == item.path or _is_of_browser(nextitem)):
            _shared.close()


def _is_of_browser(item: pytest.Item) -> bool:
    return item.path.name.startswith("test_browser_")


@pytest.fixture(scope="module")
def browser() -> Any:
    return _shared.browser


@pytest.fixture(scope="module")
def served() -> Served:
    return _shared.server


@pytest.fixture(scope="module")
def context(browser: Any) -> Iterator[Any]:
    """A person's browser: a page that is opened again is sooner there."""
    from browser_support import WIDE

    opened = browser.new_context(viewport=WIDE)
    yield opened
    opened.close()


@pytest.fixture
def visit(browser: Any, served: Served, context: Any) -> Iterator[Any]:
    from browser_support import Visit

    one = Visit(browser, served, context)
    yield one
    assert one.complaints == []
    one.leave()
