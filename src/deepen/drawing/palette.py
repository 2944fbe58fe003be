"""How the words of a style look in a picture that stands alone.

The same colours as the light theme of the page has in board.css; a test compares them. What a
colour tells is told without it too: by hatching, a ring, dashes or a thicker line.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from deepen.drawing.scene import STYLES
from deepen.drawing.svg import INK, PAPER

FIELD, GRID, WALL, GROUND = "#f4f0e8", "#8d8575", "#57524b", "#cfc8bb"
ACCENT, WASH, SOFT = "#5546c8", "#efedfb", "#625e57"
RED, GREEN, BLUE, YELLOW = "#b8322a", "#23763f", "#2560ae", "#e9b12a"
BLACK, WHITE, DEEP_RED, DEEP_YELLOW = "#26231f", "#fffdf8", "#b3241c", "#8a6100"
HATCHED = "url(#wall)"
"""The fill of a wall: a pattern that the picture defines."""

PALE, DEEP = (255, 250, 236), (120, 66, 10)
"""Numbers on cells are shaded from one to the other."""

_COLOURS = {"red": RED, "green": GREEN, "blue": BLUE, "yellow": YELLOW}
_SIDES = {"first": RED, "second": YELLOW, "neutral": GROUND}
_RIMS = _COLOURS | {"red": DEEP_RED, "yellow": DEEP_YELLOW}
_NOTHING = {"fill": "none", "stroke": "none"}

_RULES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("field", {"fill": FIELD, "stroke": GRID, "stroke_width": 1.5}),
    ("wall", {"fill": HATCHED, "stroke": WALL, "stroke_width": 1.5}),
    ("field gap", _NOTHING),
    ("hole", {"stroke": "none"}),
    ("see-through", _NOTHING),
    ("frame", {"fill": GRID, "opacity": 0.35}),
    ("wall-of-holes", {"fill": "#3c5a86"}),
    ("water", {"fill": "#e8eff4", "stroke": GRID, "stroke_width": 1.5}),
    ("dot", {"fill": "#b4c4cf"}),
    ("piece", {"stroke": "#00000059", "stroke_width": 1.5}),
    ("square", {"stroke": INK, "stroke_width": 2, "stroke_linejoin": "round"}),
    *((f"piece {word}", {"fill": colour}) for word, colour in (_COLOURS | _SIDES).items()),
    ("piece black", {"fill": BLACK, "stroke": BLACK}),
    ("piece white", {"fill": WHITE, "stroke": WALL}),
    *(
        (f"piece white {word}", {"fill": WHITE, "stroke": colour, "stroke_width": 3.5})
        for word, colour in _RIMS.items()
    ),
    ("piece marked", {"stroke": INK, "stroke_width": 4}),
    ("glyph", {"fill": PAPER, "font_weight": "bold"}),
    *((f"glyph {word}", {"fill": INK}) for word in ("yellow", "white", "second", "neutral")),
    *((f"glyph white {word}", {"fill": colour}) for word, colour in _RIMS.items()),
    ("piece tile", {"fill": PAPER, "stroke": GRID}),
    ("glyph tile", {"fill": INK}),
    ("piece tile marked", {"fill": WASH, "stroke": ACCENT, "stroke_width": 3}),
    ("glyph tile marked", {"fill": ACCENT}),
    ("glyph bare", {"fill": INK}),
    *((f"glyph bare {word}", {"fill": colour}) for word, colour in _COLOURS.items()),
    ("glyph bare yellow", {"fill": DEEP_YELLOW}),
    ("ring", {"fill": "none", "stroke": INK, "stroke_width": 3.5}),
    *((f"ring {word}", {"stroke": colour}) for word, colour in _COLOURS.items()),
    *((f"ring {word}", {"stroke": DEEP_YELLOW}) for word in ("yellow", "second")),
    *((f"ring {word}", {"stroke": colour}) for word, colour in (("black", BLACK), ("first", RED))),
    ("ring white", {"stroke": WHITE}),
    ("goal", {"fill": "none", "stroke": GREEN, "stroke_width": 3, "stroke_dasharray": "6 4"}),
    *((f"goal {word}", {"stroke": colour}) for word, colour in _COLOURS.items()),
    ("goal yellow", {"stroke": DEEP_YELLOW}),
    ("island", {"fill": PAPER, "stroke": INK, "stroke_width": 2}),
    ("island blank", {"stroke_dasharray": "5 4"}),
    ("island complete", {"fill": INK}),
    ("glyph island", {"fill": INK, "stroke": "none"}),
    ("glyph island complete", {"fill": PAPER}),
    ("bridge", {"stroke": INK, "stroke_width": 4}),
    ("last-bridge", {"stroke": ACCENT, "stroke_width": 6, "stroke_linecap": "round"}),
    ("last-ring", {"fill": "none", "stroke": ACCENT, "stroke_width": 4}),
    ("last", {"fill": PAPER, "stroke": "#000000", "stroke_width": 1.5}),
    ("exit", {"stroke_width": 6, "stroke_linecap": "round"}),
    *((f"exit {word}", {"stroke": colour}) for word, colour in _COLOURS.items()),
    ("note", {"fill": SOFT}),
)
"""As in a style sheet: a rule counts where all its words are there, and the later one wins."""


@cache
def looks(style: str) -> dict[str, Any]:
    """The attributes of a shape of that style: fill, stroke and the like."""
    words = set(style.split())
    assert words <= set(STYLES), f"no such words of a style: {words - set(STYLES)}"
    found: dict[str, Any] = {}
    for rule, attributes in _RULES:
        if words.issuperset(rule.split()):
            found |= attributes
    return found


def ruled() -> set[str]:
    """The words that have a rule, alone or with others."""
    return {word for rule, _ in _RULES for word in rule.split()}
