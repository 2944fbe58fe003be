"""Line charts as SVG, with a logarithmic axis for counts and the names at the ends of the lines.

Lines differ in mark and shade too, so that a chart can be read in grey.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

from deepen.drawing.svg import INK, PAPER, Picture

WIDTH, HEIGHT = 660.0, 400.0
LEFT, RIGHT, TOP, BOTTOM = 100.0, 96.0, 64.0, 62.0
GRID, FAINT = "#e6e0d6", "#6b655c"
COLOURS = ("#b8322a", "#2b2926", "#2560ae")
MARKS = (
    ((0.0, -6.5), (6.5, 0.0), (0.0, 6.5), (-6.5, 0.0)),
    ((-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)),
    ((0.0, -6.5), (6.0, 5.0), (-6.0, 5.0)),
)
LABEL_GAP = 17.0

Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A named line through points (x, count); lines of one style look the same in all charts."""

    name: str
    points: list[Point]
    style: int


@dataclass(frozen=True)
class Chart:
    """What is drawn: lines over a linear x axis and a logarithmic y axis."""

    title: str
    description: str
    x_label: str
    y_label: str
    lines: list[Line]

    def svg(self) -> str:
        """The picture."""
        picture = Picture(0.0, 0.0, WIDTH, HEIGHT, self.title, self.description)
        self._draw_axes(picture)
        for line in self.lines:
            self._draw_line(picture, line)
        self._draw_names(picture)
        return str(picture)

    @property
    def _ticks(self) -> list[float]:
        return sorted({x for line in self.lines for x, _ in line.points})

    @property
    def _decades(self) -> tuple[int, int]:
        counts = [y for line in self.lines for _, y in line.points]
        return floor(log10(min(counts))), ceil(log10(max(counts)))

    def _x(self, value: float) -> float:
        low, high = self._ticks[0], self._ticks[-1]
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def _y(self, value: float) -> float:
        low, high = self._decades
        return HEIGHT - BOTTOM - (log10(value) - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def _draw_axes(self, picture: Picture) -> None:
        left, right, bottom = LEFT - 14, WIDTH - RIGHT + 8, HEIGHT - BOTTOM
        for decade in range(self._decades[0], self._decades[1] + 1):
            y = self._y(10.0**decade)
            picture.add("line", x1=left, y1=y, x2=right, y2=y, stroke=GRID, stroke_width=1)
            _write(picture, left - 8, y, f"{10**decade:,}", 13, "end", FAINT)
        for tick in self._ticks:
            x = self._x(tick)
            picture.add("line", x1=x, y1=TOP, x2=x, y2=bottom, stroke=GRID, stroke_width=1)
            _write(picture, x, bottom + 18, f"{tick:g}", 13, "middle", FAINT)
        middle = (self._x(self._ticks[0]) + self._x(self._ticks[-1])) / 2
        _write(picture, middle, HEIGHT - 18, self.x_label, 14, "middle", FAINT)
        _write(picture, 14.0, 20.0, self.title, 16, "start", INK, font_weight="bold")
        _write(picture, 14.0, 40.0, self.y_label, 13, "start", FAINT)

    def _draw_line(self, picture: Picture, line: Line) -> None:
        colour = COLOURS[line.style]
        places = [(self._x(x), self._y(y)) for x, y in line.points]
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in places)
        picture.add(
            "polyline", points=path, fill="none", stroke=colour, stroke_width=2.2,
            stroke_linejoin="round",
        )  # fmt: skip
        for x, y in places:
            _mark(picture, x, y, line.style)

    def _draw_names(self, picture: Picture) -> None:
        """Each name beside the right end of its line, pushed up where two would touch."""
        ends = [(max(line.points), line) for line in self.lines]
        last = HEIGHT
        for (x, y), line in sorted(ends, key=lambda end: end[0][1]):
            last = min(self._y(y), last - LABEL_GAP)
            colour = COLOURS[line.style]
            _write(
                picture, self._x(x) + 14, last, line.name, 14, "start", colour, font_weight="bold"
            )


def _write(
    picture: Picture,
    x: float,
    y: float,
    text: str,
    size: float,
    anchor: str,
    colour: str,
    **style: Any,
) -> None:
    picture.text(x, y, text, size, text_anchor=anchor, fill=colour, **style)


def _mark(picture: Picture, x: float, y: float, style: int) -> None:
    """A point of a line, in the shape of its style."""
    corners = " ".join(f"{x + dx:.2f},{y + dy:.2f}" for dx, dy in MARKS[style])
    picture.add("polygon", points=corners, fill=COLOURS[style], stroke=PAPER, stroke_width=1)
