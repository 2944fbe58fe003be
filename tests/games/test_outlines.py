"""Lines of boards in notebooks and files are seen: the contrast that WCAG 1.4.11 wants."""

from __future__ import annotations

import pytest

from deepen.drawing.palette import looks

LOUD = 3.0


def light(colour: str) -> float:
    """The relative luminance of #rrggbb."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_has_the_most() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        pytest.param(looks("field")["stroke"], looks("field")["fill"], id="chexers, dark chess"),
        pytest.param(looks("wall-of-holes")["fill"], looks("field hole")["fill"], id="connect4"),
        pytest.param(looks("island")["stroke"], looks("water")["fill"], id="hashi"),
        pytest.param(looks("piece tile")["stroke"], looks("piece tile")["fill"], id="tiles"),
        *(
            pytest.param(looks(f"{kind} {colour}")["stroke"], looks("field")["fill"], id=colour)
            for kind in ("ring", "goal")
            for colour in ("red", "green", "blue", "yellow")
        ),
    ],
)
def test_lines_of_boards_are_seen(line: str, field: str) -> None:
    assert contrast(line, field) >= LOUD
