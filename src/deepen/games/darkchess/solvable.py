"""Whether a position can be solved at all, without finding a shortest solution.

No capture is ever a mistake for that (see `heuristics`): so look for any capture, make it, and go
on from there. Each search tells apart only where the black pieces stand, not also which reds are
left, and mostly ends soon. The last one finds no capture, or there is no red left.
"""

from __future__ import annotations

from typing import Any, ClassVar

import deepen
from deepen.games.darkchess import heuristics
from deepen.games.darkchess.board import REDS, packed, reds_of
from deepen.games.darkchess.rules import Darkchess
from deepen.puzzle import QuickSearch
from deepen.rules import DEAD, popcount
from deepen.solution import Solution


class FirstCapture(Darkchess):
    """A position that is solved as soon as one red is captured."""

    board_fields: ClassVar = {**Darkchess.board_fields, "reds_at_start": "i8"}

    @classmethod
    def constants(cls, squares: str) -> dict[str, Any]:
        count = sum(letter in REDS for letter in squares)
        return {**super().constants(squares), "reds_at_start": count}

    @deepen.rule
    def is_goal(board: Any, state: tuple[int, int]) -> bool:
        return popcount(reds_of(state)) < board.reds_at_start


class Hopeless(Darkchess):
    """A position that `is_solvable` has proven unsolvable."""

    default_heuristic = "hopeless"

    @deepen.heuristic(consistent=True)
    def hopeless(board: Any, state: tuple[int, int]) -> int:
        """No goal can be reached, as was proven before."""
        return DEAD


def is_walled_in(puzzle: Darkchess) -> bool:
    """Whether ducks part some red from all that may capture it: a search would end too late."""
    state = packed(puzzle.squares)
    reds = reds_of(state)
    return heuristics.first_captures(puzzle.board, state, reds, heuristics.LEVELS - 1) != reds


def is_solvable(
    puzzle: Darkchess, node_limit: int | None = None, search: QuickSearch | None = None
) -> bool | None:
    """Whether all reds can be captured.

    Args:
        puzzle: the position.
        node_limit: most states to expand, over all captures. None is the answer when that is not
            enough.
        search: makes the searches, where they are part of another one; it needs a `node_limit`.

    >>> is_solvable(Darkchess("K" + "." * 30 + "k")), is_solvable(Darkchess("K" + "." * 30 + "p"))
    (True, False)
    """
    if is_walled_in(puzzle):
        return False
    squares = puzzle.squares
    while any(letter in squares for letter in REDS):
        found = _first_capture(squares, node_limit, search)
        if found.status == "unsolvable":
            return False
        if not found.solved:
            return None
        squares = puzzle.letters(found.states[-1])
        if node_limit is not None:
            node_limit -= found.expanded
    return True


def _first_capture(squares: str, node_limit: int | None, search: QuickSearch | None) -> Solution:
    puzzle = FirstCapture(squares)
    if search is None or node_limit is None:
        return deepen.solve(puzzle, "breadth-first", "zero", node_limit=node_limit)
    return search(puzzle, "breadth-first", "zero", node_limit)
