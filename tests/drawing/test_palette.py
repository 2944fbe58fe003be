"""The palette of pictures: every word has a rule, and the colours are the page's."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from deepen.drawing import palette
from deepen.drawing.palette import looks
from deepen.drawing.scene import STYLES

STATIC = files("deepen.web").joinpath("static")


def rules(sheet: str) -> list[tuple[str, dict[str, str]]]:
    """The selectors of a style sheet, one by one, with what they declare."""
    text = re.sub(r"/\*.*?\*/", "", STATIC.joinpath(sheet).read_text(), flags=re.DOTALL)
    return [
        (selector.strip(), dict(re.findall(r"([\w-]+)\s*:\s*([^;]+)", body)))
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text)
        for selector in selectors.split(",")
    ]


NAMES = {
    name: value
    for selector, declared in rules("style.css")
    if selector == ":root"
    for name, value in declared.items()
}


def in_light(value: str) -> str:
    """A colour of the light theme, names replaced by what they stand for."""
    light = re.match(r"var\(--light, ([^)]*)\)", value)
    if light:
        return light[1]
    named = re.match(r"var\((--[\w-]+)\)", value)
    return in_light(NAMES[named[1]]) if named else value


def on_the_page(style: str) -> dict[str, str]:
    """What the style sheet says of fill and stroke: of two rules, the one with more words."""
    words = set(style.split())
    found: dict[str, tuple[int, str]] = {}
    for selector, declared in rules("board.css"):
        plain = re.fullmatch(r"(:where\()?((?:\.[a-z-]+)+)(:not\(\.wall\)\))?", selector)
        if not plain or not words.issuperset(plain[2].split(".")[1:]):
            continue
        rank = 0 if plain[1] else plain[2].count(".")
        for name in ("fill", "stroke"):
            if name in declared and rank >= found.get(name, (0, ""))[0]:
                found[name] = rank, in_light(declared[name])
    return {name: value for name, (_, value) in found.items()}


def as_long(colour: str) -> str:
    return re.sub(r"^#(.)(.)(.)$", r"#\1\1\2\2\3\3", colour)


def test_every_word_of_a_style_has_a_rule() -> None:
    assert palette.ruled() == set(STYLES)


@pytest.mark.parametrize("style", [rule for rule, _ in palette._RULES if rule != "wall"])
def test_pictures_have_the_colours_of_the_page(style: str) -> None:
    own = {name: value for name, value in looks(style).items() if name in ("fill", "stroke")}
    page = {name: as_long(value) for name, value in on_the_page(style).items()}
    if style == "see-through":  # there to be clicked; in a picture it is not there at all
        page["fill"] = "none"
    assert own == page


def test_unknown_words_are_refused() -> None:
    with pytest.raises(AssertionError, match="shiny"):
        looks("piece shiny")
