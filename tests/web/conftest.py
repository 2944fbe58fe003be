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


@pytest.fixture
def visit(browser: Any, served: Served) -> Iterator[Any]:
    from browser_support import Visit

    one = Visit(browser, served)
    yield one
    assert one.complaints == []
    one.context.close()
