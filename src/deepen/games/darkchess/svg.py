"""Dark chess as SVG: the board, a solution, and how far a kind of piece is from everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import deepen
from deepen.drawing.arrows import numbered
from deepen.drawing.picture import Board, described, render, render_all
from deepen.games.darkchess.board import FILES, KINDS, REDS, SQUARES, name_of
from deepen.games.darkchess.distances import distance_map, far_from
from deepen.games.darkchess.look import look_of
from deepen.games.darkchess.rules import Darkchess
from deepen.looks.moves import moved
from deepen.looks.pictures import board
from deepen.looks.scene import scene

BLACK_NAMES = dict(zip("KAERNPD", "將士象車馬卒鴨", strict=True))
RED_NAMES = dict(zip(REDS, "帥仕相俥傌炮兵", strict=True))
CHARACTERS = {**BLACK_NAMES, **RED_NAMES}

SQUARE_OF = {name_of(square): square for square in range(SQUARES)}

Move = tuple[int, int]


class WithCharacters(Darkchess):
    """The same position with Chinese characters."""

    look = look_of(CHARACTERS)


def characters(puzzle: Darkchess) -> str:
    """The pieces with the characters of the game's origin."""
    whole = scene(WithCharacters(puzzle.squares))
    return render(whole, title=f"Darkchess, {whole.title}")


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
        boards.append(Board(scene(own[0]), numbered(own, moved, step + 1)))
        step += len(part)
    moves = ", ".join(found.actions) or "none"
    title = f"Dark chess, all captured in {found.cost} moves"
    return render_all(boards, title, f"{described(scene(puzzle))} Moves: {moves}.")


def distances(puzzle: Darkchess, kind: str | None = None) -> str:
    """How many moves the nearest piece of a kind is from each square; by default of the first."""
    kind = kind or next((kind for kind in KINDS if kind in puzzle.squares), KINDS[0])
    values = distance_map(puzzle, kind)
    whole = scene(puzzle)
    return render(
        whole,
        numbers=far_from(puzzle, kind),
        title=f"Dark chess, how far each square is from {kind}",
        description=f"{described(whole)} Least moves of {kind} to each square with only ducks in "
        f"the way: {', '.join(f'{name_of(at)}: {value}' for at, value in values.items())}",
    )


PICTURES: Mapping[str, Callable[[Any], str]] = {
    "board": board,
    "characters": characters,
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


__all__ = ["PICTURES", "board", "distances", "solution"]
