"""Rules in the manner of single-player Chexers, written as a user would.

37 hexes of a hexagonal board, a bit each; pieces step to a free neighbour, jump over an occupied
one, or leave from the far edge. `peers/chexers_bfs.cpp` has the same rules inlined in C++.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import deepen
from deepen import bit, bits

RADIUS = 3
CELLS = [
    (q, r)
    for r in range(-RADIUS, RADIUS + 1)
    for q in range(-RADIUS, RADIUS + 1)
    if abs(q + r) <= RADIUS
]
NUMBER = {cell: i for i, cell in enumerate(CELLS)}
DIRECTIONS = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
NOWHERE = 63  # a hex that no board has
START = [(-3, 0), (-3, 1), (-3, 2), (-3, 3)]
BLOCKS = [(0, 0), (1, -2), (-1, 2)]


class ChexersLike(deepen.Puzzle):
    """The action is the hex a piece leaves and its direction; direction 6 leaves the board."""

    board_fields = {
        "blocks": "u8",
        "exits": "u8",
        "step": ("u1", (37, 6)),
        "jump": ("u1", (37, 6)),
    }
    state_words = 1

    @deepen.rule
    def successors(board: Any, pieces: int) -> Iterator[tuple[int, int]]:
        # Beyond the edge counts as occupied, so that one test refuses it.
        occupied = pieces | board.blocks | bit(NOWHERE)
        for cell in bits(pieces):
            others = pieces ^ bit(cell)
            if board.exits & bit(cell):
                yield 8 * cell + 6, others
            for direction in range(6):
                target = board.step[cell, direction]
                if occupied & bit(target):
                    target = board.jump[cell, direction]
                if occupied & bit(target) == 0:
                    yield 8 * cell + direction, others | bit(target)

    @deepen.rule
    def is_goal(board: Any, pieces: int) -> bool:
        return pieces == 0


def instance() -> ChexersLike:
    """Four pieces on the left edge, three blocks; red leaves on the right."""
    return ChexersLike(
        start=_mask(START),
        board={
            "blocks": _mask(BLOCKS),
            "exits": _mask([cell for cell in CELLS if cell[0] == RADIUS]),
            "step": [[_along(cell, way, 1) for way in DIRECTIONS] for cell in CELLS],
            "jump": [[_along(cell, way, 2) for way in DIRECTIONS] for cell in CELLS],
        },
    )


def inlined(puzzle: ChexersLike, seen: deepen.Exploration, rounds: int) -> float | None:
    """CPU seconds a generated state of the program in C++; None where nothing compiles it."""
    source = Path(__file__).parent / "peers" / "chexers_bfs.cpp"
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "chexers_bfs"
        build = ["c++", "-O3", "-march=native", "-std=c++20", "-o", str(program), str(source)]
        try:
            subprocess.run(build, check=True)
        except FileNotFoundError:
            return None
        run = subprocess.run(
            [str(program), str(rounds)],
            input=_as_text(puzzle),
            capture_output=True,
            text=True,
            check=True,
        )
    states, generated, seconds = run.stdout.split()
    if (int(states), int(generated)) != (seen.states, seen.generated):
        raise ValueError("the inlined rules search another space")
    return float(seconds) / int(generated)


def _as_text(puzzle: ChexersLike) -> str:
    """The instance as numbers, in the order in which the C++ program reads them."""
    tables = [puzzle.board.step, puzzle.board.jump]
    numbers = [int(value) for table in tables for row in table for value in row]
    return " ".join(
        map(str, [puzzle.start, int(puzzle.board.blocks), int(puzzle.board.exits), *numbers])
    )


def _mask(cells: list[tuple[int, int]]) -> int:
    return sum(1 << NUMBER[cell] for cell in cells)


def _along(cell: tuple[int, int], way: tuple[int, int], count: int) -> int:
    return NUMBER.get((cell[0] + count * way[0], cell[1] + count * way[1]), NOWHERE)
