"""Sliding tiles: text, rules against a naive twin, and the field's published counts."""

from __future__ import annotations

import csv
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deepen
from deepen import games
from deepen.compiler.native_call import NativePuzzle
from deepen.games import tiles
from deepen.games.tiles.board import is_solvable
from deepen.interpreter.puzzles import InterpretedPuzzle

DATA = Path(__file__).parent.parent / "data"
SIDES = st.integers(2, 5)
KORF_EASIEST = 10


def rows_of(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(newline="") as file:
        return list(csv.DictReader(file))


def solved_board(rows: int, columns: int) -> tiles.Tiles:
    return tiles.board(rows, columns, list(range(rows * columns)))


@st.composite
def boards(draw: st.DrawFn) -> tiles.Tiles:
    rows, columns = draw(SIDES), draw(SIDES)
    return tiles.board(rows, columns, draw(st.permutations(range(rows * columns))))


# ---- the registry


def test_games_are_known_by_name() -> None:
    package: object = games.load("tiles")
    assert package is tiles
    assert tiles.NAME in games.GAMES


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(deepen.UsageError, match=r"there is no game 'tile'; known: tiles"):
        games.load("tile")


# ---- notation


@given(boards())
def test_text_and_board_are_inverses(puzzle: tiles.Tiles) -> None:
    text = tiles.format(puzzle)
    assert tiles.parse(text) == puzzle
    assert tiles.parse(text.replace("\n", "\r\n") + "\n\n") == puzzle


@given(boards(), st.sampled_from([" ", ",", ", ", ";", "\t", "\n"]))
def test_a_size_in_front_makes_one_line_of_any_board(puzzle: tiles.Tiles, separator: str) -> None:
    line = separator.join(map(str, puzzle.cells(puzzle.start)))
    assert tiles.parse(f"{puzzle.rows}x{puzzle.columns}: {line}") == puzzle


@given(boards())
def test_the_repr_rebuilds(puzzle: tiles.Tiles) -> None:
    assert eval(repr(puzzle), vars(tiles)) == puzzle


@given(st.one_of(st.text(), st.text("0123456789 ,\n:x")))
def test_any_text_is_a_board_or_an_input_error(text: str) -> None:
    try:
        puzzle = tiles.parse(text)
    except deepen.InputError:
        return
    assert tiles.parse(tiles.format(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there are no tiles in the text"),
        (" \n ", "there are no tiles in the text"),
        ("1 2 x 0", "entry 3: 'x' is not the number of a tile"),
        ("1 2\n-3 0", "line 2, entry 1: '-3' is not the number of a tile"),
        ("1 2 1.5 0", "entry 3: '1.5' is not the number of a tile"),
        ("1 2 ٣ 0", "entry 3: '٣' is not the number of a tile"),
        (f"1 2 {'9' * 30} 0", f"entry 3: '{'9' * 20}...' is not the number of a tile"),
        ("1 1 2 0", "entry 2: tile 1 was there before, at entry 1; 3 is missing"),
        (
            "\n0 1\n2 1",
            "line 3, entry 2: tile 1 was there before, at line 2, entry 2; 3 is missing",
        ),
        (
            "1 2 3 4",
            "entry 4: there is no tile 4 on a 2x2 board, its tiles are 0 to 3; 0 is missing",
        ),
        (
            "0 1 2 3 4 5",
            "6 tiles in one line make no square: put each row on a line of its own, "
            "or the size in front, as in '2x3: 1 2 0 3 4 5'",
        ),
        ("0 1 2\n3 4", "line 2 has 2 tiles, but line 1 has 3"),
        ("2x3: 0 1 2 3", "a 2x3 board takes 6 numbers with the gap's 0, not 4"),
        ("0", "a board has 2 to 5 rows, this one has 1 row"),
        ("0\n1", "a board has 2 to 5 columns, this one has 1 column"),
        ("6x2: 0 1 2 3 4 5 6 7 8 9 10 11", "a board has 2 to 5 rows, this one has 6 rows"),
        (" ".join(map(str, range(36))), "a board has 2 to 5 rows, this one has 6 rows"),
    ],
)
def test_bad_text_names_the_place(text: str, sentence: str) -> None:
    with pytest.raises(deepen.InputError) as caught:
        tiles.parse(text)
    assert str(caught.value) == sentence


def test_a_board_made_by_hand_is_checked_too() -> None:
    with pytest.raises(deepen.InputError, match="each tile from 0 to 3 once"):
        tiles.Tiles(2, 2, [1, 2, 3, 3])


@pytest.mark.parametrize("text", tiles.EXAMPLES.values(), ids=tiles.EXAMPLES)
def test_examples_parse(text: str) -> None:
    tiles.parse(text)


# ---- drawing


def test_a_board_is_drawn_with_its_gap() -> None:
    puzzle = tiles.parse("10 2 0 3\n4 5 6 7\n8 9 1 11")
    picture = [
        "┌────┬────┬────┬────┐",
        "│ 10 │  2 │    │  3 │",
        "├────┼────┼────┼────┤",
        "│  4 │  5 │  6 │  7 │",
        "├────┼────┼────┼────┤",
        "│  8 │  9 │  1 │ 11 │",
        "└────┴────┴────┴────┘",
    ]
    assert tiles.draw(puzzle) == "\n".join(picture)
    assert str(puzzle) == "\n".join(picture)


def test_markup_colours_the_tiles_in_place() -> None:
    puzzle = tiles.parse("2 1 0 3")
    painted = tiles.draw(puzzle, markup=True)
    assert painted.count("[green]") == 2
    assert painted.replace("[green]", "").replace("[/green]", "") == str(puzzle)


# ---- rules


def moved(rows: int, columns: int, cells: list[int]) -> dict[str, list[int]]:
    """All that can happen to a board, by the definition of the game."""
    gap = cells.index(0)
    row, column = divmod(gap, columns)
    found = {}
    for name, r, c in (
        ("up", row - 1, column),
        ("left", row, column - 1),
        ("right", row, column + 1),
        ("down", row + 1, column),
    ):
        if 0 <= r < rows and 0 <= c < columns:
            after = list(cells)
            after[gap], after[r * columns + c] = after[r * columns + c], 0
            found[name] = after
    return found


def manhattan(columns: int, cells: list[int]) -> int:
    return sum(
        abs(cell // columns - tile // columns) + abs(cell % columns - tile % columns)
        for cell, tile in enumerate(cells)
        if tile != 0
    )


def successors(puzzle: tiles.Tiles, state: Any) -> list[tuple[int, Any]]:
    return list(type(puzzle).successors(puzzle.board, state))


@given(boards())
def test_successors_are_those_of_the_definition(puzzle: tiles.Tiles) -> None:
    found = {
        puzzle.describe_action(puzzle.start, action, child): puzzle.cells(child)
        for action, child in successors(puzzle, puzzle.start)
    }
    expected = moved(puzzle.rows, puzzle.columns, puzzle.cells(puzzle.start))
    assert list(found.items()) == list(expected.items())  # in the same order


@given(boards())
def test_manhattan_is_the_sum_and_the_step_agrees(puzzle: tiles.Tiles) -> None:
    cells = puzzle.cells(puzzle.start)
    heuristic = puzzle.heuristics["manhattan"]
    whole = heuristic(puzzle.board, puzzle.start)
    if not is_solvable(puzzle.columns, cells):
        assert whole == deepen.DEAD
        return
    assert whole == manhattan(puzzle.columns, cells)
    assert heuristic.step is not None
    for action, child in successors(puzzle, puzzle.start):
        stepped = heuristic.step(puzzle.board, puzzle.start, whole, action, child)
        assert stepped == heuristic(puzzle.board, child)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2)])
def test_half_of_all_boards_are_solvable_and_exactly_those_can_be_reached(
    rows: int, columns: int
) -> None:
    cells = range(rows * columns)
    solvable = sum(is_solvable(columns, order) for order in permutations(cells))
    assert deepen.explore(solved_board(rows, columns)).states == solvable


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "breadth-first"])
def test_unsolvable_boards_are_proven_so(algorithm: str) -> None:
    solution = deepen.solve(tiles.parse(tiles.EXAMPLES["unsolvable"]), algorithm, time_limit=20)
    assert solution.status == "unsolvable"
    assert solution.expanded == (181_440 if algorithm == "breadth-first" else 0)


@pytest.mark.parametrize(
    ("name", "cost"), [("two-moves", 2), ("2x3", 10), ("8-hardest", 31), ("15", 45), ("24", 46)]
)
def test_examples_are_solved(name: str, cost: int) -> None:
    puzzle = tiles.parse(tiles.EXAMPLES[name])
    solution = deepen.solve(puzzle, time_limit=20)
    assert (solution.status, solution.cost, solution.optimal) == ("solved", cost, True)
    assert tiles.plain(puzzle, solution).split("\n") == solution.actions
    cells = puzzle.cells(puzzle.start)
    for action in solution.actions:
        cells = moved(puzzle.rows, puzzle.columns, cells)[action]
    assert cells == sorted(cells)


@pytest.mark.parametrize("algorithm", ["astar", "idastar"])
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (4, 5), (5, 5)])
def test_interpreted_rules_count_the_same(algorithm: str, rows: int, columns: int) -> None:
    puzzle = tiles.random(rows, columns, seed=5, steps=14)
    compiled = deepen.solve(puzzle, algorithm, time_limit=20)
    interpreted = deepen.solve(puzzle, algorithm, time_limit=20, compiled=False)
    for name in ("cost", "actions", "expanded", "generated", "initial_h"):
        assert getattr(compiled, name) == getattr(interpreted, name)


def test_zero_is_a_heuristic() -> None:
    solution = deepen.solve(tiles.parse(tiles.EXAMPLES["2x3"]), heuristic="zero")
    assert (solution.heuristic, solution.cost, solution.initial_h) == ("zero", 10, 0)


# ---- random boards


@given(SIDES, SIDES, st.integers(0, 2**32))
def test_random_boards_can_be_solved_and_repeat(rows: int, columns: int, seed: int) -> None:
    puzzle = tiles.random(rows, columns, seed=seed)
    assert puzzle == tiles.random(rows, columns, seed=seed)
    assert is_solvable(columns, puzzle.cells(puzzle.start))


def test_random_boards_are_any_of_the_solvable_ones() -> None:
    assert len({tiles.random(2, 2, seed=seed) for seed in range(300)}) == 12


@pytest.mark.parametrize("steps", [0, 1, 5, 12])
def test_a_walk_ends_at_most_so_far_away(steps: int) -> None:
    cost = deepen.solve(tiles.random(3, 3, seed=steps, steps=steps)).cost
    assert cost is not None
    assert cost <= steps
    assert (cost - steps) % 2 == 0


# ---- published counts


@pytest.mark.parametrize(
    ("rows", "columns", "name"),
    [
        (2, 3, "tiles_2x3"),
        (2, 4, "tiles_2x4"),
        (3, 3, "tiles_3x3_corner"),
        (2, 5, "tiles_2x5"),
    ],
)
def test_layers_of_the_whole_space(rows: int, columns: int, name: str) -> None:
    (row,) = (row for row in rows_of("layer_counts.csv") if row["puzzle"] == name)
    explored = deepen.explore(solved_board(rows, columns), time_limit=60)
    assert explored.complete
    assert explored.layers == [int(count) for count in row["layers"].split()]
    assert explored.states == int(row["total_states"])


@pytest.mark.parametrize(
    ("side", "name"), [(4, "tiles_4x4_corner"), (5, "tiles_5x5_corner (prefix)")]
)
def test_first_layers_of_larger_spaces(side: int, name: str) -> None:
    (row,) = (row for row in rows_of("layer_counts.csv") if row["puzzle"] == name)
    explored = deepen.explore(solved_board(side, side), node_limit=250_000)
    assert len(explored.layers) > 12
    expected = [int(count) for count in row["layers"].split()]
    assert explored.layers == expected[: len(explored.layers)]


@pytest.mark.parametrize("cells", [[0, 1, 2, 3, 4, 5], [0, 2, 1, 3, 4, 5]])
def test_numbers_of_states_are_dense(cells: list[int]) -> None:
    puzzle = tiles.board(2, 3, cells)
    asked = InterpretedPuzzle(puzzle, None, puzzle.state_words)
    native, start = NativePuzzle(puzzle), tuple(asked.start_words())
    seen, todo = {start}, [start]
    while todo:
        new = {words for _, words, *_ in native.expand(todo.pop())} - seen
        seen |= new
        todo += new
    numbers = {native.rank(words): words for words in seen}
    assert sorted(numbers) == list(range(360)) == list(range(puzzle.ranks or 0))
    assert all(native.unrank(number) == words for number, words in numbers.items())


def test_the_largest_boards_have_no_numbers() -> None:
    assert solved_board(3, 4).ranks == 239_500_800
    assert solved_board(4, 5).ranks is not None
    assert solved_board(5, 5).ranks is None
    assert deepen.solve(solved_board(5, 5), compiled=False).cost == 0


def korf_instances() -> list[dict[str, str]]:
    by_size = sorted(rows_of("korf100.csv"), key=lambda row: int(row["ida_md_generated_ULRD"]))
    return by_size[:KORF_EASIEST]


@pytest.mark.parametrize("row", korf_instances(), ids=lambda row: row["id"])
def test_korf_counts_exactly(row: dict[str, str]) -> None:
    solution = deepen.solve(
        tiles.board(4, 4, [int(row[f"t{cell}"]) for cell in range(16)]),
        "idastar",
        "manhattan",
        table=False,
        reorder=False,
        cycle_check="parent",
        time_limit=60,
    )
    assert solution.optimal
    assert solution.cost == int(row["optimal"])
    assert solution.initial_h == int(row["h0_manhattan"])
    assert solution.generated == int(row["ida_md_generated_ULRD"])
    assert solution.expanded == int(row["ida_md_expanded_ULRD"])
