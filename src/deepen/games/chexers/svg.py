"""Chexers as SVG: the board, the heuristic's map, a solution, and what a search looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import deepen
from deepen.drawing.arrows import numbered
from deepen.drawing.picture import Board, render, render_all
from deepen.games.chexers.board import hexes
from deepen.games.chexers.rules import Chexers
from deepen.games.chexers.scene import distance_map, id_of, maps, moved, scene


def board(puzzle: Chexers) -> str:
    """Pieces, blocks and exits."""
    title = f"Chexers, {puzzle.colour} to leave"
    return render(scene(puzzle), title=title, description=_described(puzzle))


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
    return render(
        scene(puzzle),
        marks=numbered(map(puzzle.at, found.states), moved),
        title=f"Chexers, {puzzle.colour} off the board in {found.cost} actions",
        description=f"{_described(puzzle)} {' '.join(found.actions)}",
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
    counts = Counter(map(id_of, places))
    caption = f"{name}: {found.expanded:,} states expanded"
    return Board(scene(puzzle), numbers=counts, caption=caption)


def _described(puzzle: Chexers) -> str:
    own = ", ".join(map(str, puzzle.pieces)) or "nowhere"
    walls = ", ".join(map(str, puzzle.blocks)) or "nowhere"
    return f"A hexagonal board of 37 hexes; {puzzle.colour} pieces at {own}; blocks at {walls}."


__all__ = ["PICTURES", "board", "heuristic_map", "solution", "space"]
