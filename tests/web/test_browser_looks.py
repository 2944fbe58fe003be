"""How the page looks, measured in a real browser: it fits into the window, outlines are seen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser_support import Page, Visit, at, expect
from web_support import EASY, Served

pytestmark = pytest.mark.slow

ROOMS = (
    "puzzle/chexers",
    "puzzle/darkchess",
    "puzzle/tiles",
    "duel/connect4",
    "duel/hashi",
    "lab/chexers",
)
SMALL = {
    "phone in landscape": {"width": 844, "height": 390},
    "zoom of 200 %": {"width": 640, "height": 400},
    "zoom of 400 %": {"width": 320, "height": 640},
}
LOUD = 3.0
"""The contrast that WCAG 1.4.11 wants of outlines."""
READABLE = 4.5

STICKING_OUT = """
() => [...document.querySelectorAll(".card")]
  .filter((card) => card.scrollWidth > card.clientWidth)
  .map((card) => card.getAttribute("aria-label"))
"""
CONTRASTS = """
([selector, part]) => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = (colour) => {
    const [r, g, b] = colour.map((value) => linear(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const over = (ground, colour, more = 1) => {
    const [r, g, b, alpha = 1] = numbers(colour);
    const share = alpha * more;
    return [r, g, b].map((value, place) => value * share + ground[place] * (1 - share));
  };
  // What is painted there, from the page to the element.
  const painted = (node) => {
    const ground = node.parentElement ? painted(node.parentElement) : [255, 255, 255];
    return over(ground, getComputedStyle(node).backgroundColor);
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const isSeen = (node) => node.getClientRects().length > 0;
  return [...document.querySelectorAll(selector)].filter(isSeen).map((node) => {
    const style = getComputedStyle(node);
    const parent = node.parentElement;
    const outside = painted(parent.closest("svg")?.parentElement ?? parent);
    const filled = style.fill && over(outside, style.fill, Number(style.fillOpacity));
    if (part === "fill") return contrast(filled, outside);
    if (part === "stroke") return contrast(over(filled, style.stroke), filled);
    if (part === "glyph") {
      const piece = getComputedStyle(node.previousElementSibling);
      return contrast(over(outside, style.fill), over(outside, piece.fill));
    }
    if (part === "hole") {
      const wall = getComputedStyle(document.querySelector(".board-host .wall-of-holes"));
      return contrast(filled, over(outside, wall.fill));
    }
    const edge = over(outside, style.borderTopColor);
    return Math.max(contrast(edge, outside), contrast(painted(node), outside));
  });
}
"""


def least(page: Page, selector: str, part: str) -> float:
    """The least contrast of all that a selector finds, with what is around or below it."""
    found = page.evaluate(CONTRASTS, [selector, part])
    assert found, f"nothing is {selector}"
    return min(map(float, found))


def look_at(visit: Visit, room: str) -> Page:
    """Opens a game; the address says when its board is there."""
    page = visit.go(f"#/{room}")
    expect(page).to_have_url(re.compile(rf"#/{room}/."))
    expect(page.locator(".gallery .example").first).to_be_visible()
    return page


@pytest.mark.parametrize("size", ["zoom of 400 %", "phone in landscape", "zoom of 200 %"])
def test_nothing_is_larger_than_the_window(browser: Any, served: Served, size: str) -> None:
    visit = Visit(browser, served, viewport=SMALL[size])
    for room in ROOMS:
        page = look_at(visit, room)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= SMALL[size]["width"], f"{room}: {width}"
        assert page.evaluate(STICKING_OUT) == [], room
        board = page.locator(".board-host svg").bounding_box()
        assert 100 < board["height"] <= SMALL[size]["height"], f"{room}: {board}"
        button = page.locator("#theme").bounding_box()
        assert button["x"] + button["width"] <= SMALL[size]["width"], f"{room}: {button}"
    visit.context.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_outlines_are_seen(browser: Any, served: Served, scheme: str) -> None:
    visit = Visit(browser, served, color_scheme=scheme)
    controls = "button:not(.quiet, .tab, .example, :disabled), select, textarea, input[type=number]"
    page = visit.go(at("tiles", EASY))
    assert least(page, controls, "border") >= LOUD
    assert least(page, ".card, .choice span", "border") >= LOUD
    assert least(page, ".board-host .piece.tile:not(.home)", "stroke") >= LOUD
    for game in ("chexers", "darkchess"):
        page = look_at(visit, f"puzzle/{game}")
        assert least(page, ".board-host .field:not(.wall)", "stroke") >= LOUD
        assert least(page, ".board-host .glyph", "glyph") >= READABLE
    for colour in ("Green", "Blue"):
        page = look_at(visit, "puzzle/chexers")
        page.get_by_role("button", name=colour).click()
        expect(page.locator(f".board-host .piece.{colour.lower()}").first).to_be_visible()
        assert least(page, ".board-host .glyph", "glyph") >= READABLE
    page = look_at(visit, "duel/connect4")
    assert least(page, ".board-host .hole", "hole") >= LOUD
    assert least(page, ".board-host .wall-of-holes", "fill") >= LOUD
    page = look_at(visit, "duel/hashi")
    assert least(page, ".board-host .island:not(.complete, text)", "stroke") >= LOUD
    assert least(page, ".board-host .water", "stroke") >= LOUD
    assert least(page, controls, "border") >= LOUD
    visit.context.close()
