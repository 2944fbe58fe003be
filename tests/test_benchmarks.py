"""Benchmarks that nobody runs for a while must still run: here, what needs no peer installed."""

from __future__ import annotations

import pytest

import chexers_like
import deepen


@pytest.mark.slow  # an optimising C++ compiler
def test_the_inlined_rules_search_the_same_space() -> None:
    puzzle = chexers_like.instance()
    seen = deepen.explore(puzzle)
    assert chexers_like.inlined(puzzle, seen, rounds=1) is not None
