"""Dark chess as SVG: the board, a solution, and how far a kind of piece is from everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import deepen
from deepen.drawing.arrows import numbered
from deepen.drawing.picture import Board, render, render_all
from deepen.games.darkchess.board import DUCK, FILES, KINDS, REDS, SQUARES, name_of
from deepen.games.darkchess.rules import Darkchess
from deepen.games.darkchess.scene import distance_map, far_from, moved, scene

LETTERS = {letter: letter for letter in REDS}  # small, as in the notation
BLACK_NAMES = dict(zip("KAERNPD", "將士象車馬卒鴨", strict=True))
RED_NAMES = dict(zip(REDS, "帥仕相俥傌炮兵", strict=True))
CHARACTERS = {**BLACK_NAMES, **RED_NAMES}

SQUARE_OF = {name_of(square): square for square in range(SQUARES)}

Move = tuple[int, int]


def board(puzzle: Darkchess, names: Mapping[str, str] = LETTERS) -> str:
    """The pieces where they stand, with letters, or with other names for them."""
    title = "Dark chess, Black captures all"
    return render(scene(puzzle, names), title=title, description=_described(puzzle))


def solution(puzzle: Darkchess, found: deepen.Solution | None = None) -> str:
    """A solution as numbered arrows; on several boards if they would cover each other.

    It is a shortest one, unless it is given.
    """
    found = deepen.solve(puzzle) if found is None else found
    if not found.solved:
        raise deepen.InputError(f"there is no solution to draw: the position is {found.status}")
    path = [puzzle.at(state) for state in found.states]
    boards, step = [], 0
    for part in _parts([_ends(action) for action in found.actions]):
        own = path[step : step + len(part) + 1]
        boards.append(Board(scene(own[0], LETTERS), numbered(own, moved, step + 1)))
        step += len(part)
    moves = ", ".join(found.actions) or "none"
    title = f"Dark chess, all captured in {found.cost} moves"
    return render_all(boards, title, f"{_described(puzzle)} Moves: {moves}.")


def distances(puzzle: Darkchess, kind: str | None = None) -> str:
    """How many moves the nearest piece of a kind is from each square; by default of the first."""
    kind = kind or next((kind for kind in KINDS if kind in puzzle.squares), KINDS[0])
    values = distance_map(puzzle, kind)
    return render(
        scene(puzzle, LETTERS),
        numbers=far_from(puzzle, kind),
        title=f"Dark chess, how far each square is from {kind}",
        description=f"{_described(puzzle)} Least moves of {kind} to each square with only ducks "
        f"in the way: {', '.join(f'{name_of(at)}: {value}' for at, value in values.items())}",
    )


PICTURES: Mapping[str, Callable[[Any], str]] = {
    "board": board,
    "characters": partial(board, names=CHARACTERS),
    "solution": solution,
    "distances": distances,
    **{f"distances-{kind}": partial(distances, kind=kind) for kind in KINDS},
}


def _ends(action: str) -> Move:
    """The squares of a move such as `E2 E1`."""
    source, target = action.split()
    return SQUARE_OF[source], SQUARE_OF[target]


def _parts(moves: Sequence[Move]) -> list[list[Move]]:
    """The moves of each board: a new one begins where a move takes a way again."""
    parts: list[list[Move]] = [[]]
    used: set[Move] = set()
    for source, target in moves:
        way = _way(source, target)
        if used & way:
            parts.append([])
            used = set()
        used |= way
        parts[-1].append((source, target))
    return parts


def _way(source: int, target: int) -> set[Move]:
    """A move as steps from square to square; arrows keep right, so the way back is another."""
    step = FILES if (target - source) % FILES == 0 else 1
    step = step if target > source else -step
    return {(square, square + step) for square in range(source, target, step)}


def _described(puzzle: Darkchess) -> str:
    parts = []
    for side, letters in (("Black", KINDS), ("Red", REDS), ("Ducks", DUCK)):
        found = [
            f"{'' if letter == DUCK else letter + ' on '}{name_of(square)}"
            for square, letter in enumerate(puzzle.squares)
            if letter in letters
        ]
        parts.append(f"{side}: {', '.join(found) or 'none'}.")
    return f"A board of 8 by 4 squares. {' '.join(parts)}"


__all__ = ["PICTURES", "board", "distances", "solution"]
