"""Sliding tiles: push tiles into the gap until they stand in order, the gap first.

Cells are numbered row by row; here the 15-puzzle's, and its goal:

     0  1  2  3         .  1  2  3
     4  5  6  7         4  5  6  7
     8  9 10 11         8  9 10 11
    12 13 14 15        12 13 14 15

A state has room for 16 cells, or for 25 on larger boards, so that boards of all sizes share two
compiled forms of these rules. Cells beyond the board hold 0, as the gap does, but come after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

import deepen
from deepen.games.tiles.board import (
    ACTIONS,
    ROOMS,
    check_size,
    geometry,
    is_solvable,
    orders_of,
)
from deepen.rules import DEAD, bit, popcount


class Tiles(deepen.Puzzle):
    """A board of `rows` times `columns` cells.

    Args:
        rows, columns: from 2 to 5.
        cells: the tile in each cell, row by row; 0 is the gap.
    """

    class State(deepen.State):
        """The tile in each cell, 0 for the gap."""

        tiles = deepen.Array("room", deepen.Integer(max="last"))

    actions = ACTIONS
    reversible = True
    look = deepen.Grid(
        layers={"tiles": deepen.Piece("tile {}", "{}", "tile", text="{}")}, free="0", ground="tray"
    )

    @deepen.rule
    def successors(board: Any, state: State) -> Iterator[tuple[int, State]]:
        gap = state.tiles.index(0)
        for way in range(4):
            cell = board.next[gap, way]
            if cell >= 0:
                child = state.copy()
                child.tiles[gap] = state.tiles[cell]
                child.tiles[cell] = 0
                yield way, child

    @deepen.rule
    def is_goal(board: Any, state: State) -> bool:
        return state.tiles == board.goal

    @deepen.heuristic(admissible=True, consistent=True)
    def manhattan(board: Any, state: State) -> int:
        """Each tile's steps to its place, summed: a move changes one of them by one."""
        if board.solvable == 0:
            return DEAD
        total = 0
        for cell, tile in enumerate(state.tiles):
            total += board.distance[tile, cell]
        return total

    @manhattan.incremental  # type: ignore[no-redef]
    def manhattan(board: Any, state: State, h: int, action: int, child: State) -> int:
        gap = state.tiles.index(0)
        cell = board.next[gap, action]
        tile = state.tiles[cell]
        return int(h - board.distance[tile, cell] + board.distance[tile, gap])

    # A number for each state: the cell of the gap, then what is left of the tiles smaller than the
    # one in each further cell. The last two tiles stand as the others make them: odd or even.

    @deepen.rule
    def rank(board: Any, state: State) -> int:
        number = state.tiles.index(0)
        left, seen = board.cells - 1, 0
        for cell in range(board.cells):
            tile = state.tiles[cell]
            if tile != 0 and left > 2:
                number = number * left + tile - 1 - popcount(seen & (bit(tile) - 1))
                seen |= bit(tile)
                left -= 1
        return number

    @deepen.rule
    def unrank(board: Any, number: int, state: State) -> State:
        child = state.copy()
        left, seen, weight = board.cells - 1, 0, board.orders
        gap = number // weight
        inversions = gap
        number %= weight
        for cell in range(board.cells):
            if cell == gap:
                continue
            smaller = 0
            if left > 2:
                weight //= left
                smaller = number // weight
                number %= weight
            elif left == 2:
                steps = gap // board.columns + gap % board.columns
                smaller = (inversions + steps + 1 - board.solvable) % 2
            inversions += smaller
            tile = 1
            while smaller > 0 or seen >> tile & 1:
                smaller -= 1 - (seen >> tile & 1)
                tile += 1
            child.tiles[cell] = tile
            seen |= bit(tile)
            left -= 1
        return child

    @property
    def ranks(self) -> int | None:
        """How many states can be reached; None where that is too large a number for rules."""
        return orders_of(self.rows * self.columns)

    @deepen.rule
    def goals(board: Any) -> Iterator[dict[str, Any]]:
        yield {"tiles": board.goal}

    # Beyond the rules

    def __init__(self, rows: int, columns: int, cells: Sequence[int]) -> None:
        check_size(rows, columns)
        if sorted(cells) != list(range(rows * columns)):
            last = rows * columns - 1
            raise deepen.InputError(
                f"a {rows}x{columns} board needs each tile from 0 to {last} once, not {list(cells)}"
            )
        self.rows = rows
        self.columns = columns
        room = next(room for room in ROOMS if room >= rows * columns)
        board = {
            **geometry(rows, columns, room),
            "rows": rows,
            "columns": columns,
            "solvable": int(is_solvable(columns, cells)),
        }
        super().__init__({"tiles": [*cells, *[0] * (room - len(cells))]}, board)

    def at(self, state: Any) -> Self:
        return type(self)(self.rows, self.columns, self.cells(state))

    def cells(self, state: Any) -> list[int]:
        """The tile in each cell of a state."""
        tiles: list[int] = state.tiles.tolist()
        return tiles[: self.rows * self.columns]

    def marked(self, state: Any) -> dict[int, str]:
        """The tiles that are where they belong."""
        tiles = enumerate(self.cells(state))
        return {cell: "in place" for cell, tile in tiles if tile == cell != 0}

    def title(self) -> str:
        """What there is to see."""
        wrong = self.rows * self.columns - 1 - len(self.marked(self.start))
        return f"{self.rows} × {self.columns} tiles, {wrong or 'none'} out of place"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tiles):
            return NotImplemented
        return (self.rows, self.start) == (other.rows, other.start)

    def __hash__(self) -> int:
        return hash((self.rows, self.start))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rows}, {self.columns}, {self.cells(self.start)})"

    def __str__(self) -> str:
        from deepen.looks.terminal import board  # lazy: start-up

        return board(self)
