"""The puzzles of the gallery beside what is published, or was found by other programs."""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import deepen
from gallery_support import later, made, package
from support import long, slow

pytestmark = pytest.mark.engine

LEVELS = Path(__file__).parents[1] / "data" / "sokoban_microban.txt"
FEWEST_BY_DISCS = (1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81)
DEEPEST_STACKS = {2: 1, 3: 3, 4: 4, 5: 5, 6: 7, 7: 8, 8: 9, 9: 10, 10: 11}
CUBES = (1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644)
PEGS = (1, 4, 12, 60, 296, 1338)  # positions after so many jumps


@pytest.mark.parametrize(
    ("name", "text", "cost"),
    [
        ("klotski", "the classic", 81),
        ("lights_out", "five by five", 15),
        ("peg_solitaire", "the whole board", 31),
        ("rush_hour", "the hardest", 51),
        *later(
            ("cube", "four turns", 4),
            ("hanoi", "3", 5),
            ("knights_exchange", "three by three", 16),
            ("missionaries", "three and three", 11),
            ("pancakes", "six", 7),
            ("topspin", "two steps", 2),
            ("water_jugs", "three and five", 6),
        ),
    ],
)
def test_what_is_known_is_found(name: str, text: str, cost: int) -> None:
    solution = deepen.solve(made(name, text))
    assert (solution.cost, solution.optimal) == (cost, True)


@pytest.mark.parametrize(
    ("name", "text"),
    [("lights_out", "one lamp"), *later(("missionaries", "four"), ("water_jugs", "no way"))],
)
def test_what_has_no_solution(name: str, text: str) -> None:
    assert deepen.solve(made(name, text)).status == "unsolvable"


@pytest.mark.parametrize(
    ("name", "text", "states"),
    [
        ("rush_hour", "the hardest", 4_780),
        ("klotski", "the classic", 25_955),
        *later(("topspin", "ten tokens", 3_628_800)),
    ],
)
def test_how_many_states_there_are(name: str, text: str, states: int) -> None:
    assert deepen.explore(made(name, text)).states == states


# Sokoban


def microban() -> Iterator[tuple[str, int]]:
    """The levels as text, and the fewest moves of the man."""
    for part in LEVELS.read_text().split("; moves ")[1:]:
        moves, _, level = part.partition("\n")
        yield level.split(";")[0], int(moves)


@pytest.mark.parametrize("number", [1, *slow(*range(2, 21))])
def test_microban(number: int) -> None:
    level, moves = list(microban())[number - 1]
    assert deepen.solve(made("sokoban", level)).cost == moves


# Whole spaces


@pytest.mark.parametrize("discs", [*slow(*range(1, 12)), *long(12)])
def test_four_pegs(discs: int) -> None:
    assert deepen.solve(made("hanoi", str(discs))).cost == FEWEST_BY_DISCS[discs - 1]


@pytest.mark.parametrize("size", [6, *slow(2, 3, 4, 5, 7, 8, 9, 10)])
def test_the_deepest_stack_of_pancakes(size: int) -> None:
    sizes = ", ".join(str(each) for each in range(1, size + 1))
    seen = deepen.explore(made("pancakes", sizes))
    assert seen.depth == DEEPEST_STACKS[size]


@pytest.mark.long
def test_all_cubes() -> None:
    assert tuple(deepen.explore(made("cube", "")).layers) == CUBES
    assert deepen.solve(made("cube", "eleven turns")).cost == 11


def test_first_jumps() -> None:
    board = made("peg_solitaire", "the whole board")
    seen = deepen.explore(board, symmetry=False, node_limit=1_000)
    assert tuple(seen.layers[:5]) == PEGS[:5]
    assert deepen.explore(board, node_limit=1_000).layers[:6] == [1, 1, 2, 8, 39, 171]


@pytest.mark.long
def test_all_positions_of_peg_solitaire_up_to_symmetry() -> None:
    seen = deepen.explore(made("peg_solitaire", "the whole board"), memory_limit=2 << 30)
    assert (seen.states, seen.complete) == (23_475_688, True)


REVERSIBLE = ("klotski", "knights_exchange", "lights_out", "missionaries", "pancakes", "rush_hour")


@pytest.mark.parametrize("name", ["hanoi", "peg_solitaire", *slow(*REVERSIBLE)])
def test_optional_rules_keep_what_they_promise(name: str) -> None:
    puzzle = made(name, next(iter(package(name).EXAMPLES)))
    assert deepen.audit(puzzle, "rules").verdict == "proven"


@pytest.mark.slow
def test_a_quarter_of_all_lights_can_be_put_out() -> None:
    seen = deepen.explore(made("lights_out", "...../...../...../...../....."))
    assert (seen.states, seen.depth) == (2**25 // 4, 15)


# Against searches of our own


@pytest.mark.parametrize("text", ["eight by eight", *long("sixteen by sixteen")])
def test_robots_by_breadth_first_search(text: str) -> None:
    puzzle = made("ricochet_robots", text)
    assert deepen.solve(puzzle).cost == fewest_slides(puzzle)


def fewest_slides(puzzle: Any) -> int | None:
    """Breadth-first, on rows and columns."""
    rows, columns = puzzle.board.rows, puzzle.board.columns
    walls = {divmod(cell, columns) for cell in puzzle.board.walls}
    (goal,) = (divmod(cell, columns) for cell in puzzle.board.target)
    layer = {tuple(divmod(cell, columns) for cell in puzzle.start.robots)}
    seen, depth = set(layer), 0
    while layer:
        if any(robots[0] == goal for robots in layer):
            return depth
        layer = {
            (*robots[:i], slid(robots[i], way, {*walls, *robots}, rows, columns), *robots[i + 1 :])
            for robots in layer
            for i in range(4)
            for way in ((-1, 0), (0, -1), (0, 1), (1, 0))
        } - seen
        seen |= layer
        depth += 1
    return None


def slid(
    place: tuple[int, int], way: tuple[int, int], taken: set[Any], rows: int, columns: int
) -> tuple[int, int]:
    """Where a robot stops."""
    while True:
        to = place[0] + way[0], place[1] + way[1]
        if to in taken or not (0 <= to[0] < rows and 0 <= to[1] < columns):
            return place
        place = to


@pytest.mark.parametrize("text", ["small", *slow("32, 32, 2"), *long("512, 512, 1")])
def test_mazes_by_dijkstra(text: str) -> None:
    puzzle = made("maze", text)
    assert deepen.solve(puzzle).cost == cheapest(puzzle)


def cheapest(puzzle: Any) -> int:
    """Dijkstra's search, on rows and columns."""
    columns, flag = puzzle.board.columns, int(puzzle.board.flag)
    weight = [int(each) for each in puzzle.board.weight]
    ahead, done = [(0, 0)], set()
    while True:
        cost, cell = heapq.heappop(ahead)
        if cell == flag:
            return cost
        if cell in done:
            continue
        done.add(cell)
        row, column = divmod(cell, columns)
        for y, x in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            to = y * columns + x
            if 0 <= x < columns and 0 <= to < len(weight) and weight[to]:
                heapq.heappush(ahead, (cost + weight[to], to))


# Heuristics


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lights_out", "the middle"),
        ("maze", "small"),
        ("pancakes", "six"),
        ("peg_solitaire", "the cross"),
        ("sokoban", "Microban 1"),
    ],
)
def test_heuristics_keep_what_they_promise(name: str, text: str) -> None:
    puzzle = made(name, text)
    report = deepen.audit(puzzle, package(name).HEURISTICS[0])
    assert "Proven" in report.sentence


def test_seeds_make_the_same_boards() -> None:
    robots = package("ricochet_robots")
    assert robots.random(seed=3) == robots.random(seed=3) != robots.random(seed=4)
    state = random.getstate()
    assert made("maze", "9, 9, 5") == made("maze", "9, 9, 5")
    assert random.getstate() == state
