"""Pictures as SVG text: shapes in, a document with a title and a description out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from deepen.errors import UsageError

INK = "#1f1e1c"
PAPER = "#ffffff"
FONT = "Helvetica, Arial, sans-serif"


class Picture:
    """A drawing that grows shape by shape.

    Args:
        left, top, width, height: the part of the plane that is shown.
        title: what it is; browsers show it, screen readers speak it.
        description: what there is to see, for those who cannot.
    """

    def __init__(
        self, left: float, top: float, width: float, height: float, title: str, description: str
    ) -> None:
        self.frame = (left, top, width, height)
        self.title = title
        self.description = description
        self.definitions: dict[str, str] = {}
        self.shapes: list[str] = []
        self.add("rect", x=left, y=top, width=width, height=height, fill=PAPER)

    def add(self, tag: str, text: str = "", **attributes: Any) -> None:
        """A shape; `stroke_width=2` becomes `stroke-width="2"`."""
        self.shapes.append(element(tag, text, **attributes))

    def text(self, x: float, y: float, text: str, size: float, **attributes: Any) -> None:
        """A text centred on a point."""
        style = {"text_anchor": "middle", "fill": INK}
        middle = y + 0.35 * size  # half the height of a digit; not all programs know how to centre
        place = {"x": x, "y": middle, "font_size": size, "font_family": FONT}
        self.add("text", text, **place, **style | attributes)

    def open_group(self, **attributes: Any) -> None:
        """What follows belongs together, until the group is closed."""
        self.shapes.append(element("g", **attributes).replace("/>", ">"))

    def close_group(self) -> None:
        """The end of the group that was opened last."""
        self.shapes.append("</g>")

    def define(self, name: str, definition: str) -> str:
        """A pattern or marker, once; returns the way to refer to it."""
        self.definitions[name] = definition
        return f"url(#{name})"

    def __str__(self) -> str:
        left, top, width, height = self.frame
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'viewBox="{number(left)} {number(top)} {number(width)} {number(height)}" '
            f'width="{number(width)}" height="{number(height)}" '
            f'aria-label="{escape(self.title)}">'
        )
        lines = [
            head,
            f"<title>{escape(self.title)}</title>",
            f"<desc>{escape(self.description)}</desc>",
            *(["<defs>", *self.definitions.values(), "</defs>"] if self.definitions else []),
            *self.shapes,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"


def element(tag: str, text: str = "", **attributes: Any) -> str:
    """One element, its content escaped."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{written}>{escape(text)}</{tag}>" if text else f"<{tag}{written}/>"


def number(value: Any) -> str:
    """A number with two decimals at most, anything else as it is."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def hatching(name: str, colour: str, gap: float, ground: str) -> str:
    """A pattern of slanted lines on a ground, which stays visible where colours do not."""
    full = element("rect", width=gap, height=gap, fill=ground)
    line = element("line", x1=0, y1=0, x2=0, y2=gap, stroke=colour, stroke_width=0.9 * gap)
    size = number(gap)
    return (
        f'<pattern id="{name}" patternUnits="userSpaceOnUse" width="{size}" height="{size}" '
        f'patternTransform="rotate(45)">{full}{line}</pattern>'
    )


def arrow_head(name: str, colour: str, size: float) -> str:
    """The tip of an arrow in the colour of its shaft, with a pale rim: it is seen on anything."""
    tip = element("path", d="M0,0 L8,4 L0,8", fill=colour, stroke=PAPER, stroke_width=1)
    side = number(size * 10 / 8)
    return (
        f'<marker id="{name}" viewBox="-1 -1 10 10" refX="7" refY="4" markerWidth="{side}" '
        f'markerHeight="{side}" orient="auto-start-reverse" markerUnits="userSpaceOnUse">'
        f"{tip}</marker>"
    )


def shade(share: float, light: tuple[int, int, int], dark: tuple[int, int, int]) -> str:
    """The colour that lies `share` of the way from light to dark."""
    mixed = (round(a + (b - a) * share) for a, b in zip(light, dark, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def drawn(pictures: Mapping[str, Callable[[Any], str]], subject: Any, what: str) -> str:
    """One of the pictures that there are of a puzzle or game.

    Raises:
        UsageError: there is no such picture.
    """
    if what not in pictures:
        raise UsageError(f"there is no picture '{what}' here; known: {', '.join(pictures)}")
    return pictures[what](subject)
