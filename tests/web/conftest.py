"""A browser and a server for the tests that need them, one of each for all tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web_support import Served, serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from browser_support import chromium

    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as server:
        yield server


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
