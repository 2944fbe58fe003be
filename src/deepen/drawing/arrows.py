"""Arrows from place to place, numbered, and bent so that they keep clear of each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import TypeVar

from deepen.drawing.scene import Point, Shape

_BENDS = (0.28, -0.28, 0.62, -0.62, 0.95, -0.95)  # to the right and left, as shares of the length
_LONG = 4.0  # units: longer arrows bend no further than those
_PLACES = (0.42, 0.42, 0.3, 0.3, 0.6, 0.6)  # of the numbers on such arrows
_FREE, _TAKEN = 0.2, 0.42  # from the tip to the middle of the place, as shares of the unit

Position = TypeVar("Position")
_Lanes = dict[tuple[float, ...], list[tuple[float, float]]]


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
    lanes: _Lanes = defaultdict(list)
    for mark in (mark for mark in marks if mark.tag == "arrow"):
        way = _free_lane(mark.at, lanes) if mark.text else None
        bend, share = (0.0, 0.5) if way is None else (_BENDS[way], _PLACES[way])
        x1, y1, x2, y2 = mark.at
        bend *= min(1.0, _LONG * unit / max(1e-9, hypot(x2 - x1, y2 - y1)))
        pull = (x1 + x2) / 2 + bend * (y1 - y2), (y1 + y2) / 2 + bend * (x2 - x1)
        tip = _TAKEN if (round(x2), round(y2)) in taken else _FREE
        start = _towards((x1, y1), pull, taken.get((round(x1), round(y1)), _FREE * unit))
        end = _towards((x2, y2), pull, tip * unit)
        yield Arrow(start, pull, end, _on(start, pull, end, share), mark.text)


def _free_lane(at: Sequence[float], lanes: _Lanes) -> int:
    """Which bend keeps clear of the arrows before: to the right, if none lies there already.

    So a chain of steps is an even line of arcs, the way back lies beside the way there, and pieces
    that leap over each other leave arcs above and below their line.
    """
    x1, y1, x2, y2 = at
    angle = (atan2(y2 - y1, x2 - x1) + 0.01) % pi - 0.01  # of the line, either way
    ux, uy = cos(angle), sin(angle)
    line = round(angle, 2), round(y1 * ux - x1 * uy, 1)
    low, high = sorted((x1 * ux + y1 * uy, x2 * ux + y2 * uy))
    turn = 1 if (x2 - x1) * ux + (y2 - y1) * uy > 0 else -1
    own = [lanes[*line, turn * bend] for bend in _BENDS]
    free = (
        way
        for way, lane in enumerate(own)
        if all(high <= start + 1 or end <= low + 1 for start, end in lane)
    )
    way = next(free, len(own) - 1)
    own[way].append((low, high))
    return way


def _towards(start: Point, end: Point, length: float) -> Point:
    """The point that lies so far from start on the way to end, but not all the way."""
    (x1, y1), (x2, y2) = start, end
    share = min(0.7, length / max(1e-9, hypot(x2 - x1, y2 - y1)))
    return x1 + share * (x2 - x1), y1 + share * (y2 - y1)


def _on(start: Point, pull: Point, end: Point, share: float) -> Point:
    """The point of the curve after a share of it."""
    rest = 1 - share
    first, second, third = rest * rest, 2 * rest * share, share * share
    x, y = (first * start[i] + second * pull[i] + third * end[i] for i in (0, 1))
    return x, y
