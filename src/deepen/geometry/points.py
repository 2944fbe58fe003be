"""Boards of points that lines join."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deepen._arguments import shown
from deepen.errors import RuleError
from deepen.look import Layer, Look, Piece, Place, Point

__all__ = ["Points"]


Drawn = tuple[Mapping[str, Point], Sequence[tuple[str, str]]]
"""Where the points are, by name, and which of them lines join."""


class Points(Look):
    """A board of points that lines join, each with a name and a place; y grows downwards.

    It gives boards the constants `cells` and `near`: `board.near[cell]` is the set of the cells at
    the other ends of a point's lines. With `on="lines"` the cells are the lines, in their order,
    and `near` those that share a point.

    Args:
        places: name -> (x, y), about 1 apart; or a function that gives places and lines for the
            constants of a board.
        lines: pairs of names.
        on: "points" or "lines": what the cells are.

    The other arguments are the attributes of `Look`.

    >>> import deepen
    >>> places = {"a": (0, 1), "b": (1, 1), "c": (0.5, 0)}
    >>> deepen.Points(places, [("a", "b"), ("b", "c")]).constants({})
    {'cells': 3, 'near': [{1}, {0, 2}, {1}]}
    """

    in_rows = False

    def __init__(
        self,
        places: Mapping[str, Point] | Callable[[Mapping[str, Any]], Drawn],
        lines: Sequence[tuple[str, str]] = (),
        *,
        on: str = "points",
        layers: Mapping[str, Layer] | None = None,
        pieces: Sequence[Piece] = (),
        both: Mapping[tuple[str, ...], str] | None = None,
        free: str = ".",
        click: str | None = None,
        also: Sequence[str] = (),
    ) -> None:
        if on not in ("points", "lines"):
            raise RuleError(f"a Points look has on={shown(on)}; there are: points, lines")
        self._places, self._lines, self.on = places, tuple(lines), on
        super().__init__(layers, pieces, both, free, click, also)

    def drawn(self, constants: Mapping[str, Any]) -> Drawn:
        """Points and lines of a board."""
        given = self._places
        drawn = (given, self._lines) if isinstance(given, Mapping) else given(constants)
        points, lines = drawn
        for name in (end for line in lines for end in line):
            if name not in points:
                known = ", ".join(list(points)[:20])
                raise RuleError(
                    f"a line of the look joins {shown(name)}, which is no point; there are: {known}"
                )
        return points, lines

    def constants(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """`cells` and `near`."""
        points, lines = self.drawn(given)
        if self.on == "lines":
            pairs = [set(line) for line in lines]
            near = [{j for j, b in enumerate(pairs) if a & b and a != b} for a in pairs]
            return {"cells": len(lines), "near": near}
        numbers = {name: number for number, name in enumerate(points)}
        near = [set() for _ in points]
        for a, b in lines:
            near[numbers[a]].add(numbers[b])
            near[numbers[b]].add(numbers[a])
        return {"cells": len(points), "near": near}

    def places(self, constants: Mapping[str, Any]) -> Sequence[Place]:
        """The points, or the lines."""
        points, lines = self.drawn(constants)
        named = {name: (float(x), float(y)) for name, (x, y) in points.items()}
        spots: list[tuple[str, Point, tuple[Point, ...]]]
        if self.on == "points":
            spots = [(name, spot, ()) for name, spot in named.items()]
        else:
            spots = [
                (f"{a}-{b}", _middle(named[a], named[b]), (named[a], named[b])) for a, b in lines
            ]
        rows = sorted({round(spot[1], 3) for _, spot, _ in spots})
        return [
            Place(name, name, rows.index(round(spot[1], 3)), round(100 * spot[0]), spot, corners)
            for name, spot, corners in spots
        ]

    def lines(self, constants: Mapping[str, Any]) -> Sequence[tuple[Point, Point]]:
        """The lines between points; where they are the cells, they are not drawn behind them."""
        points, lines = self.drawn(constants)
        return [(points[a], points[b]) for a, b in lines] if self.on == "points" else ()

    def sizes_of(self, rows: Sequence[int]) -> dict[str, int]:
        """Nothing: a text has one row, and its length tells no more."""
        return {}


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
