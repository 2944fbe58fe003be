"""Pictures of dark chess: well formed, described, and showing what there is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import deepen
from deepen.games import darkchess
from deepen.games.darkchess.distances import distance_map
from deepen.games.darkchess.svg import CHARACTERS, PICTURES

SVG = "{http://www.w3.org/2000/svg}"
POSITION = darkchess.parse(darkchess.EXAMPLES["contest"])  # p RN n, a, K aP and 9 ducks
TITLES = [*"ABCDEFGH", *"1234"]


def texts(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("what", [name for name in PICTURES if name[-2:] not in ("-A", "-E")])
def test_pictures_are_well_formed_and_described(what: str) -> None:
    root = ElementTree.fromstring(POSITION.svg(what))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")
    assert "A2: red soldier; C2: black chariot" in (root.findtext(f"{SVG}desc") or "")
    panels = 2 if what == "solution" else 1
    squares = [rect for rect in root.iter(f"{SVG}rect") if rect.get("width") == "60"]
    assert len(squares) == 32 * panels
    hatched = [square for square in squares if square.get("fill") == "url(#wall)"]
    assert len(hatched) == POSITION.squares.count("D") * panels


def test_a_board_shows_its_pieces_by_letters_or_characters() -> None:
    pieces = [letter for letter in POSITION.squares if letter not in "D."]
    assert texts(POSITION.svg()) == TITLES + pieces
    assert texts(POSITION.svg("characters")) == TITLES + [CHARACTERS[piece] for piece in pieces]
    assert len(set(CHARACTERS.values())) == len(CHARACTERS)


def test_a_solution_numbers_its_moves() -> None:
    picture = POSITION.svg("solution")
    numbers = [int(text) for text in texts(picture) if text.isdigit() and int(text) > 4]
    assert numbers == list(range(5, 17))  # the smaller ones are names of ranks too
    root = ElementTree.fromstring(picture)
    assert sum(path.get("marker-end") is not None for path in root.iter(f"{SVG}path")) == 16


def test_a_solved_position_has_a_solution_without_arrows() -> None:
    assert texts(darkchess.parse("8/8/8/7K b").svg("solution")) == [*TITLES, "K"]


def test_distances_are_those_of_the_kind() -> None:
    slides, steps = distance_map(POSITION, "R"), distance_map(POSITION, "K")
    assert (slides[8], slides[24], slides[30]) == (1, 2, 3)
    assert (steps[24], steps[8], steps[30]) == (0, 2, 10)
    ducks = {square for square, letter in enumerate(POSITION.squares) if letter == "D"}
    assert set(slides) == set(steps) == set(range(32)) - ducks
    drawn = sorted(text for text in texts(POSITION.svg("distances-R")) if text.isdigit())
    assert drawn == sorted([*map(str, slides.values()), *"1234"])
    assert POSITION.svg("distances") == POSITION.svg("distances-K")


def test_squares_out_of_reach_have_no_distance() -> None:
    walled = darkchess.parse("KD6/DD6/8/8 b")
    assert distance_map(walled, "K") == {0: 0}
    assert texts(walled.svg("distances")).count("∞") == 28


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(deepen.UsageError, match="board, characters, solution, distances"):
        POSITION.svg("nothing")
    with pytest.raises(deepen.InputError, match="there is no A on the board"):
        POSITION.svg("distances-A")
    with pytest.raises(deepen.InputError, match="unsolvable"):
        darkchess.parse(darkchess.EXAMPLES["unsolvable"]).svg("solution")


def test_notebooks_show_the_board() -> None:
    assert POSITION._repr_svg_() == POSITION.svg("board")


def test_the_shell_draws(tmp_path: Path) -> None:
    target = tmp_path / "distances.svg"
    command = [sys.executable, "-m", "deepen.cli", "draw", "darkchess"]
    done = subprocess.run(
        [*command, darkchess.format(POSITION), "--what", "distances", "-o", str(target)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert target.read_text(encoding="utf-8") == POSITION.svg("distances")
