"""Arrows from place to place, numbered, and bent so that they keep clear of each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot
from typing import TypeVar

from deepen.drawing.scene import Point, Shape

_WIDTHS = (0.28, 0.62, 0.95)  # of the bends between the same two places, as shares of the length
_PLACES = (0.5, 0.3, 0.7)  # of their numbers on them
_TIP = 0.2  # from the tip to the middle of the place, as a share of the unit


Position = TypeVar("Position")


def numbered(
    path: Iterable[Position],
    moved: Callable[[Position, Position], Iterable[Shape]],
    first: int = 1,
) -> list[Shape]:
    """The marks of each step of a path, with its number."""
    return [
        replace(mark, text=str(number))
        for number, (before, after) in enumerate(pairwise(path), first)
        for mark in moved(before, after)
    ]


@dataclass(frozen=True)
class Arrow:
    """A curve from start to end, drawn towards `pull` and never there; its number at `spot`."""

    start: Point
    pull: Point
    end: Point
    spot: Point
    text: str


def arrows(
    marks: Iterable[Shape], unit: float, taken: Mapping[tuple[int, int], float]
) -> Iterator[Arrow]:
    """The arrows among some marks; those without a number are straight.

    Args:
        marks: the shapes.
        unit: of the board, by which arrows grow.
        taken: how far what stands on a place reaches from its middle, in whole numbers: arrows
            begin outside of it.
    """
    drawn: dict[tuple[float, ...], list[int]] = defaultdict(list)
    for number, mark in enumerate((mark for mark in marks if mark.tag == "arrow"), 1):
        bend, share = 0.0, 0.5
        if mark.text:
            drawn[mark.at].append(number)
            bend, share = _bend(drawn[mark.at])
        x1, y1, x2, y2 = mark.at
        start, end = (x1, y1), (x2, y2)
        pull = (x1 + x2) / 2 + bend * (y1 - y2), (y1 + y2) / 2 + bend * (x2 - x1)
        start = _towards(start, pull, taken.get((round(x1), round(y1)), _TIP * unit))
        end = _towards(end, pull, _TIP * unit)
        yield Arrow(start, pull, end, _on(start, pull, end, share), mark.text)


def _bend(numbers: list[int]) -> tuple[float, float]:
    """How far the last of the arrows between two places bends, and where on it its number stands.

    The first bends left or right by turns, so that pieces that leap over each other leave arcs
    above and below their line; the others bend to one side and the other, further and further.
    """
    count = len(numbers)
    width = _WIDTHS[min((count - 1) // 2, len(_WIDTHS) - 1)]
    side = 1 if (numbers[0] + count) % 2 == 0 else -1
    return side * width, _PLACES[(count - 1) % len(_PLACES)]


def _towards(start: Point, end: Point, length: float) -> Point:
    """The point that lies so far from start on the way to end, or half the way if that is less."""
    (x1, y1), (x2, y2) = start, end
    share = min(0.5, length / max(1e-9, hypot(x2 - x1, y2 - y1)))
    return x1 + share * (x2 - x1), y1 + share * (y2 - y1)


def _on(start: Point, pull: Point, end: Point, share: float) -> Point:
    """The point of the curve after a share of it."""
    rest = 1 - share
    first, second, third = rest * rest, 2 * rest * share, share * share
    x, y = (first * start[i] + second * pull[i] + third * end[i] for i in (0, 1))
    return x, y
