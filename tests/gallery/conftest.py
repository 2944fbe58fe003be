"""What tests of the gallery share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gallery_support import by_themselves


@pytest.fixture(autouse=True)
def gallery() -> Iterator[None]:
    """Known here, and to no other test."""
    with by_themselves():
        yield
