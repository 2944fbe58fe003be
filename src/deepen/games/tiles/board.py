"""What boards of all sizes share: their geometry, and how tiles are packed into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any, ClassVar, Self

import deepen
from deepen.puzzle import Words

ACTIONS = ("up", "left", "right", "down")
SHORTEST_SIDE, LONGEST_SIDE = 2, 5


class SlidingTiles(deepen.Puzzle):
    """A board of `rows` times `columns` cells.

    Args:
        rows, columns: from 2 to 5.
        cells: the tile in each cell, row by row; 0 is the gap.

    Attributes:
        cell_bits, cells_a_word: how a state is packed, cell 0 lowest.
    """

    cell_bits: ClassVar[int]
    cells_a_word: ClassVar[int]

    def __init__(self, rows: int, columns: int, cells: Sequence[int]) -> None:
        check_size(rows, columns)
        if sorted(cells) != list(range(rows * columns)):
            last = rows * columns - 1
            raise deepen.InputError(
                f"a {rows}x{columns} board needs each tile from 0 to {last} once, not {list(cells)}"
            )
        self.rows = rows
        self.columns = columns
        constants = {
            **geometry(rows, columns, self.cell_bits),
            "goal": self.pack(range(rows * columns)),
            "place": [self.pack([0] * cell + [1]) for cell in range(rows * columns)],
            "solvable": int(is_solvable(columns, cells)),
        }
        board = {name: constants[name] for name in self.board_fields}
        super().__init__(self.pack(cells), board)

    def pack(self, cells: Iterable[int]) -> Words:
        """The state with these tiles."""
        words = [0] * self.state_words
        for cell, tile in enumerate(cells):
            word, place = divmod(cell, self.cells_a_word)
            words[word] |= tile << self.cell_bits * place
        return words[0] if self.state_words == 1 else tuple(words)

    def at(self, state: Words) -> Self:
        return type(self)(self.rows, self.columns, self.cells(state))

    def cells(self, state: Words) -> list[int]:
        """The tile in each cell of a state."""
        words = (state,) if isinstance(state, int) else state
        tiles = []
        for cell in range(self.rows * self.columns):
            word, place = divmod(cell, self.cells_a_word)
            tiles.append(words[word] >> self.cell_bits * place & (1 << self.cell_bits) - 1)
        return tiles

    def describe_action(self, state: Words, action: int, child: Words) -> str:
        return ACTIONS[action >> self.cell_bits]

    def svg(self, what: str = "board") -> str:
        """A picture: `board`."""
        from deepen.drawing.svg import drawn
        from deepen.games.tiles.svg import PICTURES

        return drawn(PICTURES, self, what)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SlidingTiles):
            return NotImplemented
        return (self.rows, self.start) == (other.rows, other.start)

    def __hash__(self) -> int:
        return hash((self.rows, self.start))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rows}, {self.columns}, {self.cells(self.start)})"

    def __str__(self) -> str:
        from deepen.games.tiles.drawing import draw

        return draw(self)


def check_size(rows: int, columns: int) -> None:
    """Raises `InputError` for a board that is too small or too large."""
    for count, name in ((rows, "row"), (columns, "column")):
        if not SHORTEST_SIDE <= count <= LONGEST_SIDE:
            raise deepen.InputError(
                f"a board has {SHORTEST_SIDE} to {LONGEST_SIDE} {name}s, "
                f"this one has {count} {name}{'s' * (count != 1)}"
            )


def is_solvable(columns: int, cells: Sequence[int]) -> bool:
    """Whether the goal can be reached: half of all orders cannot.

    A move swaps the gap with a tile and takes the gap one step along. So the number of swaps that
    sort the board, odd or even, always equals the gap's distance from its corner, odd or even.
    """
    inversions = sum(a > b for a, b in combinations(cells, 2))
    row, column = divmod(list(cells).index(0), columns)
    return (inversions + row + column) % 2 == 0


@cache
def geometry(rows: int, columns: int, cell_bits: int) -> dict[str, Any]:
    """The constants that depend only on the size.

    An action is the cell that the gap goes to, and above its bits the direction: rules need the one
    at once, people the other.
    """
    cells = range(rows * columns)
    ways = [ways_from(rows, columns, cell) for cell in cells]
    return {
        "moves": [len(possible) for possible in ways],
        "action": [
            [way << cell_bits | target for way, target in possible] + [0] * (4 - len(possible))
            for possible in ways
        ],
        "distance": [
            [_distance(columns, tile, cell) if tile != 0 else 0 for cell in cells] for tile in cells
        ],
    }


def ways_from(rows: int, columns: int, cell: int) -> list[tuple[int, int]]:
    """The directions open to a gap in a cell, in the order of `ACTIONS`, and where each leads."""
    row, column = divmod(cell, columns)
    steps = (-columns, -1, 1, columns)
    possible = (row > 0, column > 0, column < columns - 1, row < rows - 1)
    return [(way, cell + steps[way]) for way, allowed in enumerate(possible) if allowed]


def _distance(columns: int, a: int, b: int) -> int:
    return abs(a // columns - b // columns) + abs(a % columns - b % columns)
