"""Chexers as SVG: the board, the heuristic's map, a solution, and what a search looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import deepen
from deepen.drawing.arrows import numbered
from deepen.drawing.picture import Board, described, render, render_all
from deepen.games.chexers.board import hexes
from deepen.games.chexers.marks import cells_of, distance_map, maps, moved
from deepen.games.chexers.rules import Chexers
from deepen.looks.pictures import board
from deepen.looks.scene import scene


def heuristic_map(puzzle: Chexers) -> str:
    """How many actions each hex is from leaving, if steps and jumps were free."""
    (numbers,) = maps(puzzle).values()
    values = distance_map(puzzle)
    return render(
        scene(puzzle),
        numbers=numbers,
        title=f"Chexers, the relaxed map for {puzzle.colour}",
        description="Least actions to leave the board from each hex when jumps need no neighbour: "
        + ", ".join(f"{place}: {value}" for place, value in values.items()),
    )


def solution(puzzle: Chexers, found: deepen.Solution | None = None) -> str:
    """A solution as numbered arrows; a shortest one, unless it is given."""
    found = deepen.solve(puzzle) if found is None else found
    if not found.solved:
        raise deepen.InputError(f"there is no solution to draw: the board is {found.status}")
    whole = scene(puzzle)
    return render(
        whole,
        marks=numbered(map(puzzle.at, found.states), moved),
        title=f"Chexers, {puzzle.colour} off the board in {found.cost} actions",
        description=f"{described(whole)} {' '.join(found.actions)}",
    )


def space(puzzle: Chexers) -> str:
    """How often each hex was occupied in the states that A* expanded: here, and without blocks."""
    name = f"{len(puzzle.blocks)} blocks" if puzzle.blocks else "as given"
    free = Chexers(puzzle.colour, puzzle.pieces, ())
    boards = [_expanded(puzzle, name), _expanded(free, "without blocks")]
    words = "; ".join(board.caption for board in boards)
    return render_all(boards, "Chexers, where A* looked", f"{words}.")


PICTURES: Mapping[str, Callable[[Any], str]] = {
    "board": board,
    "map": heuristic_map,
    "solution": solution,
    "space": space,
}


def _expanded(puzzle: Chexers, name: str) -> Board:
    found = deepen.solve(puzzle, "astar", "relaxed", keep_expanded=True, node_limit=1_000_000)
    places = (place for state in found.expanded_states or () for place in hexes(state))
    counts = Counter(cells_of(places))
    caption = f"{name}: {found.expanded:,} states expanded"
    return Board(scene(puzzle), numbers=counts, caption=caption)


__all__ = ["PICTURES", "board", "heuristic_map", "solution", "space"]
