"""Positions as SVG by the look of their class: the board, a solution, what moves are worth, a map.

A class without a look has the same pictures of a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import deepen
from deepen.drawing.picture import Board, described, render, render_all
from deepen.drawing.scene import Map, Scene
from deepen.drawing.svg import drawn
from deepen.drawing.values import badges, proven, written
from deepen.errors import InputError
from deepen.looks import moves
from deepen.looks.contents import Position, fields_of, kind_of
from deepen.looks.scene import scene
from deepen.rules import DEAD

MOST_BOARDS = 24
"""Of a solution; of a longer one the first and the last."""
_IN_A_ROW = 6
_MOST_STATES = 2_000_000
_MOST_NODES = 20_000_000
_MOST_MAPPED = 1500  # cells for which a heuristic is asked


def picture(subject: Any, what: str = "board") -> str:
    """One of the pictures that there are of a puzzle or game.

    Raises:
        UsageError: there is no such picture.
    """
    if hasattr(subject, "players"):
        return drawn(_GAME, subject, what)
    known = {name: draw for name, draw in _PUZZLE.items() if name != "map" or _is_mapped(subject)}
    return drawn(known, subject, what)


def board(subject: Any) -> str:
    """The position."""
    whole = scene(subject)
    return render(whole, title=_title(subject, whole))


def solution(puzzle: Any, found: deepen.Solution | None = None) -> str:
    """The boards along a solution, each with the move that leads to it."""
    found = deepen.solve(puzzle, node_limit=_MOST_STATES) if found is None else found
    if not found.solved:
        raise InputError(f"there is no solution to draw: the search ended with {found.status}")
    last = len(found.states) - 1
    shown = [step for step in range(last + 1) if step < MOST_BOARDS - 1 or step == last]
    path = [puzzle.at(found.states[step]) for step in shown]
    marks: list[Any] = [(), *(moves.moved(*pair) for pair in pairwise(path))]
    boards = [
        Board(scene(one), marks[i], caption=_caption(found, step))
        for i, (step, one) in enumerate(zip(shown, path, strict=True))
    ]
    said = f"{_title(puzzle, boards[0].scene)}, solved at a cost of {found.cost}"
    return render_all(boards, said, " ".join(map(str, found.actions)), _IN_A_ROW)


def _caption(found: deepen.Solution, step: int) -> str:
    return f"{step}. {found.actions[step - 1]}" if step else "start"


def values(game: Any, found: deepen.Analysis | None = None) -> str:
    """The board with what each move is worth to the player to move, or what is proven of it."""
    found = deepen.analyse(game, node_limit=_MOST_NODES) if found is None else found
    known = {move.text: proven(move) for move in found.moves}
    board = scene(game)
    whole = moves.buttons(game, board)
    said = "; ".join(f"{text}: {written(*value)}" for text, value in known.items())
    return render(
        whole,
        values=badges(moves.targets_on(game, whole), known),
        title=_title(game, whole),
        description=f"{described(board)} Values: {said}.",
    )


def heuristic_map(puzzle: Any) -> str:
    """Where one thing moves about: what the heuristic says for every cell it could be on."""
    name, numbers = next(iter(heuristic_maps(puzzle).items()))
    whole = scene(puzzle)
    title = f"{_title(puzzle, whole)}, the heuristic {name}"
    return render(whole, numbers=numbers, title=title)


def heuristic_maps(puzzle: Any) -> dict[str, Map]:
    """A map for each heuristic, by name."""
    if not _is_mapped(puzzle):
        return {}
    (name,) = fields_of(type(puzzle))
    cells = range(len(Position(puzzle).places))
    return {
        heuristic: {str(cell): _estimate(puzzle, rule, {name: cell}) for cell in cells}
        for heuristic, rule in type(puzzle).heuristics.items()
    }


def _is_mapped(puzzle: Any) -> bool:
    """Whether a state is one cell of the look, and there is a heuristic to ask about it."""
    kind = type(puzzle)
    fields = [*fields_of(kind).values()]
    if kind.look is None or [kind_of(field) for field in fields] != ["cell"]:
        return False
    return bool(kind.heuristics) and len(Position(puzzle).places) <= _MOST_MAPPED


def _estimate(puzzle: Any, rule: Any, state: Mapping[str, int]) -> int | None:
    """What a heuristic says of a state; None where it says that there is no way."""
    value = int(rule(puzzle.board, puzzle.at(state).start))
    return None if value >= DEAD else value


def _title(subject: Any, whole: Scene) -> str:
    name = type(subject).__name__
    return whole.title if whole.title.startswith(name) else f"{name}, {whole.title}"


_PUZZLE: Mapping[str, Callable[[Any], str]] = {
    "board": board,
    "solution": solution,
    "map": heuristic_map,
}
_GAME: Mapping[str, Callable[[Any], str]] = {"board": board, "values": values}
