"""Constants of a board without declared types."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import deepen
from deepen.compiler import functions


class Jump(deepen.Puzzle):
    """From cell to cell along `to`, until `goal`."""

    @deepen.rule
    def successors(board: Any, cell: int) -> Any:
        for way in range(board.ways):
            if board.to[cell, way] not in board.walls:
                yield way, board.to[cell, way]

    @deepen.rule
    def is_goal(board: Any, cell: int) -> bool:
        return bool(board.goal[cell])


def jump(cells: int = 6, **more: Any) -> Jump:
    board: dict[str, Any] = {
        "ways": 2,
        "to": [[(i + 1) % cells, (i + 2) % cells] for i in range(cells)],
        "walls": {1, 4},
        "goal": [i == cells - 1 for i in range(cells)],
    }
    return Jump(0, board | more)


@pytest.mark.parametrize("compiled", [False, True])
def test_types_are_taken_from_the_values(compiled: bool) -> None:
    assert deepen.solve(jump(), compiled=compiled).cost == 3
    as_array = np.array([[1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 1]])
    assert deepen.solve(jump(to=as_array), compiled=compiled).cost == 3
    assert deepen.solve(jump(walls=frozenset({2, 3})), compiled=compiled).status == "unsolvable"


def test_puzzles_of_one_shape_share_their_code() -> None:
    other = jump(walls={2}, goal=[False, False, False, True, False, False])
    assert jump().packing is other.packing
    assert jump().packing is not jump(cells=7).packing
    assert functions.expand_function(jump().packing) == functions.expand_function(other.packing)


def test_sets_may_have_cells_beyond_a_word() -> None:
    large = jump(cells=200, walls={100})
    assert deepen.solve(large).cost == deepen.solve(large, compiled=False).cost == 100


class Lines(deepen.Puzzle):
    """Fill cells until a line is full."""

    class State(deepen.State):
        full = deepen.CellSet(9)

    @deepen.rule
    def successors(board: Any, state: Any) -> Any:
        for cell in range(9):
            for line in board.through[cell]:
                if cell not in state.full and len(line & state.full) >= 0:
                    child = state.copy()
                    child.full.add(cell)
                    yield cell, child
        if board.pairs[1, -1] <= state.full and len(board.pairs) == 2:
            yield 9, state

    @deepen.rule
    def is_goal(board: Any, state: Any) -> bool:
        full = 0
        for line in board.lines:
            if line <= state.full:
                full += 1
        return full > 0


def lines(**more: Any) -> Lines:
    rows = [{3 * i, 3 * i + 1, 3 * i + 2} for i in range(3)]
    columns = [{i, i + 3, i + 6} for i in range(3)]
    board: dict[str, Any] = {
        "lines": rows + columns,
        "through": [[rows[cell // 3], columns[cell % 3]] for cell in range(9)],
        "pairs": [[{0}, {1}], [{2}, {3, 100}]],
    }
    return Lines({"full": {0, 4}}, board | more)


def test_lists_of_sets_are_tables_of_sets() -> None:
    found = deepen.explore(lines())
    assert found.layers == deepen.explore(lines(), compiled=False).layers
    assert deepen.solve(lines()).cost == deepen.solve(lines(), compiled=False).cost == 2
    assert lines().board.through[4, 1] == {1, 4, 7}
    assert lines().packing is lines(lines=[{0}] * 6).packing
    with pytest.raises(deepen.InputError, match="its rows differ in length"):
        lines(lines=[[{1}], [{2}, {3}]])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("text", "the board of Jump has 'text' as 'more', and it is not made of integers"),
        ([[1], [2, 3]], "and its rows differ in length"),
        ([], "and it is empty, so its shape is not known"),
        ([1, None], "and it is not made of integers"),
        ({-1}, "the board of Jump has {-1} as 'more', and a set holds cells"),
        ({"x"}, "the board of Jump has {'x'} as 'more', and a set holds cells"),
        (1 << 64, "the board's field 'more' cannot hold 18446744073709551616"),
    ],
)
def test_what_is_no_constant_is_refused(value: Any, words: str) -> None:
    with pytest.raises(deepen.InputError) as caught:
        jump(more=value)
    assert words in str(caught.value)


def test_the_board_of_another_is_taken_by_at() -> None:
    wanted = "the board of Jump is {}; it must be a dict with a value for each constant"
    for board, given in ((jump().board, "that of another"), (jump(), r"Jump\(.*\)"), (3, "3")):
        with pytest.raises(deepen.InputError, match=wanted.format(given)) as told:
            Jump(0, board)  # type: ignore[arg-type]
        assert ("`other.at(state)`" in str(told.value)) == (given != "3")
