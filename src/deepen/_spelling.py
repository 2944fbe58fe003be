"""Moves as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

_NUMBERS = re.compile(r"\(?\s*(-?\d+(?:(?:\s*,\s*|\s+)-?\d+)+)\s*,?\s*\)?")


def move_meant(legal: Iterable[Any], wanted: Any) -> Any:
    """The legal move that somebody means; None if it is none of them, or could be two.

    It is given as text, as rules have it, or as the move itself.
    """
    moves = list(legal)
    for move in moves:
        if wanted in (move, move.text, move.action):
            return move
    for reading in (_loosely, _numbers):
        spelling = reading(str(wanted))
        meant = [move for move in moves if spelling and reading(move.text) == spelling]
        if len(meant) == 1:
            return meant[0]
    return None


def _loosely(text: str) -> str:
    """No matter how it is spaced, in brackets, in capitals or not."""
    return "".join(text.split()).casefold().removeprefix("(").removesuffix(")")


def _numbers(text: str) -> tuple[int, ...]:
    """The parts of a move that is a tuple of numbers, also without its commas and brackets."""
    found = _NUMBERS.fullmatch(text.strip())
    return tuple(map(int, found[1].replace(",", " ").split())) if found else ()
