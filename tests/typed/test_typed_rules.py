"""Rules with fields and full annotations, as users write them who check their types.

`make lint` reads this file with mypy --strict. It holds what is inferred (`assert_type`), and every
mistake below to be one: an ignored error that does not occur is an error itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any, Protocol, assert_type

import pytest

import deepen


class Corridor(Protocol):
    """The constants of a board, for those who want their types checked too."""

    cells: int
    goals: Set[int]


class Sokoban(deepen.Puzzle):
    """Push every box onto a goal; a corridor, to be quick."""

    class State(deepen.State):
        man = deepen.Cell("cells")
        boxes = deepen.CellSet("cells")
        pushes = deepen.Integer(max=9)
        tiles = deepen.Array(3, deepen.Integer(max=9))
        seen = deepen.Array((1, 2), deepen.Boolean())
        done = deepen.Boolean()

    @deepen.rule
    def successors(board: Corridor, state: State) -> Iterator[tuple[int, State]]:
        for step in (-1, 1):
            to = state.man + step
            if to < 0 or to >= board.cells:
                continue
            child = state.copy()
            if to in state.boxes:
                push(child, to, to + step)
                if to + step < 0 or to + step >= board.cells:
                    continue
            child.man = to
            yield step + 1, child

    @deepen.rule
    def is_goal(board: Corridor, state: State) -> bool:
        return state.boxes == board.goals

    @deepen.heuristic(admissible=True)
    def boxes_to_go(board: Any, state: State) -> int:
        return len(state.boxes - board.goals)


def push(child: Sokoban.State, box: int, beyond: int) -> None:
    """A helper that changes the copy that it is given."""
    child.boxes.remove(box)
    if 0 <= beyond < 6:
        child.boxes.add(beyond)
    child.pushes += 1
    child.tiles[0] = child.tiles[1] + child.pushes
    child.seen[0, 1] = True
    child.done = not child.done


class Matches(deepen.Game):
    """Take one or two; who takes the last one wins a point. Without decorators."""

    class State(deepen.State):
        left = deepen.Integer(max=9)

    def moves(board: Any, state: State) -> Iterator[tuple[int, State, bool]]:
        for taken in range(1, min(state.left, 2) + 1):
            child = state.copy()
            child.left -= taken
            yield taken, child, child.left == 0

    def evaluate(board: Any, state: State) -> int:
        return -1 if state.left % 3 == 0 else 1


def what_is_inferred(state: Sokoban.State) -> None:
    assert_type(state.copy(), Sokoban.State)
    assert_type(state.man, int)
    assert_type(state.pushes, int)
    assert_type(state.done, bool)
    assert_type(state.tiles[0], int)
    assert_type(state.tiles[1:], list[int])
    assert_type(list(state.tiles), list[int])
    assert_type(state.tiles.count(3), int)
    assert_type(state.seen[0, 1], bool)
    assert_type([box for box in state.boxes], list[int])  # noqa: C416
    assert_type(len(state.boxes), int)
    assert_type(3 in state.boxes, bool)
    assert_type(sorted(state.boxes | {3}), list[int])
    assert_type((state.boxes & {3}).issubset(state.boxes), bool)
    assert_type(state.boxes == {3}, bool)
    assert_type(state.tiles == [1, 2, 3], bool)
    assert_type(state == state.copy(), bool)
    assert_type(state < state.copy(), bool)
    assert_type(state.as_dict(), dict[str, Any])


def what_may_be_assigned(state: Sokoban.State) -> None:
    child = state.copy()
    child.boxes = {3}
    child.boxes = state.boxes | {4}
    child.boxes |= {5}
    child.boxes -= state.boxes
    child.tiles = [1, 2, 3]
    child.tiles = state.tiles
    child.tiles[0:2] = [1, 2]
    child.tiles[2] += 1
    child.seen = [[True, False]]
    child.done = state.man == 3


def mistakes(child: Sokoban.State) -> None:
    child.man = "3"  # type: ignore[assignment]
    child.men = 3  # type: ignore[attr-defined]
    print(child.men)  # type: ignore[attr-defined]
    child.pushes.add(3)  # type: ignore[attr-defined]
    child.done = 3  # type: ignore[assignment]
    child.boxes = 3  # type: ignore[assignment]
    child.boxes.add("3")  # type: ignore[arg-type]
    child.boxes.append(3)  # type: ignore[attr-defined]
    child.boxes | 3  # type: ignore[operator]
    child.tiles[0] = "3"  # type: ignore[call-overload]
    child.tiles["a"]  # type: ignore[call-overload]
    child.tiles = "abc"  # type: ignore[assignment]
    child.tiles.add(3)  # type: ignore[attr-defined]
    print(child.copy().men)  # type: ignore[attr-defined]


START = {
    **{"man": 1, "boxes": {2}, "pushes": 0, "tiles": [0, 0, 0], "seen": [[False, False]]},
    "done": False,
}


def test_annotated_rules_are_rules() -> None:
    puzzle = Sokoban(START, {"cells": 6, "goals": {4}})
    solution = deepen.solve(puzzle)
    assert solution.actions == [2, 2]
    assert (solution.states[-1].tiles, solution.states[-1].done) == ([2, 0, 0], False)
    assert deepen.analyse(Matches({"left": 4}), compiled=False).best_moves == ["1"]
    what_is_inferred(puzzle.start)
    what_may_be_assigned(puzzle.start)


@pytest.mark.slow  # mypy, cold
def test_users_see_the_types_too(tmp_path: Path) -> None:
    """Without our settings, from another folder, with what is installed."""
    from mypy import api

    own = tmp_path / "own.py"
    own.write_text(Path(__file__).read_text())
    said, _, code = api.run(
        ["--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}", str(own)]
    )
    assert code == 0, said
