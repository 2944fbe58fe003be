"""Pictures of Chexers: well formed, described, and showing what there is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import deepen
from deepen.games import chexers
from deepen.games.chexers.marks import distance_map
from deepen.games.chexers.svg import PICTURES

SVG = "{http://www.w3.org/2000/svg}"
BOARD = chexers.parse(chexers.EXAMPLES["course"])


@pytest.mark.parametrize("what", PICTURES)
def test_pictures_are_well_formed_and_described(what: str) -> None:
    root = ElementTree.fromstring(BOARD.svg(what))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")
    assert len(root.findtext(f"{SVG}desc") or "") > 20
    panels = 2 if what == "space" else 1
    hexes = list(root.iter(f"{SVG}polygon"))
    assert len(hexes) == 37 * panels
    assert sum(hex.get("fill") == "url(#wall)" for hex in hexes) == len(BOARD.blocks)


def test_a_board_shows_its_pieces() -> None:
    root = ElementTree.fromstring(BOARD.svg())
    letters = [element.text for element in root.findall(f"{SVG}text")]
    assert letters == ["R", "R", "R"]


def test_the_map_has_a_value_on_every_hex() -> None:
    values = distance_map(BOARD)
    assert set(values) | set(BOARD.blocks) == set(chexers.board.HEXES)
    assert all(values[place] == 1 for place in chexers.board.hexes(int(BOARD.board.exits)))
    root = ElementTree.fromstring(BOARD.svg("map"))
    drawn = [element.text or "" for element in root.findall(f"{SVG}text")]
    assert sorted(drawn) == sorted(str(value) for value in values.values())


def test_a_solution_numbers_its_actions() -> None:
    root = ElementTree.fromstring(BOARD.svg("solution"))
    cost = deepen.solve(BOARD).cost
    assert cost is not None
    assert sum(path.get("marker-end") is not None for path in root.iter(f"{SVG}path")) == cost
    numbers = [element.text for element in root.findall(f"{SVG}text")][len(BOARD.pieces) :]
    assert numbers == [str(step) for step in range(1, cost + 1)]


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(deepen.UsageError, match="board, map, solution, space"):
        BOARD.svg("nothing")
    with pytest.raises(deepen.InputError, match="unsolvable"):
        chexers.parse(chexers.EXAMPLES["unsolvable"]).svg("solution")


def test_notebooks_show_the_board() -> None:
    assert BOARD._repr_svg_() == BOARD.svg("board")


def test_the_shell_draws(tmp_path: Path) -> None:
    target = tmp_path / "map.svg"
    command = [sys.executable, "-m", "deepen.cli", "draw", "chexers", chexers.EXAMPLES["course"]]
    done = subprocess.run(
        [*command, "--what", "map", "-o", str(target)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert target.read_text() == BOARD.svg("map")
    wrong = subprocess.run([*command, "--what", "x"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert wrong.stderr.count("\n") == 1


def test_the_exact_heuristic_is_there_by_name() -> None:
    exact = deepen.solve(BOARD, heuristic="exact")
    assert (exact.cost, exact.optimal) == (deepen.solve(BOARD).cost, True)
    assert exact.expanded == exact.cost  # only the path
