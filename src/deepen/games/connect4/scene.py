"""Connect Four as a scene: stones in holes, the last move, where the values of moves stand."""

from __future__ import annotations

from deepen.drawing.scene import Cell, MoveTarget, Point, Scene, Shape
from deepen.games.connect4.board import fours, landing
from deepen.games.connect4.rules import Connect4

SIDES = (("Red", "red"), ("Yellow", "yellow"))
SIDE = 60.0
HOLE, STONE = 24.0, 20.0
MARGIN = 14.0
LINE = 26.0  # of column numbers


def scene(game: Connect4) -> Scene:
    """The board with its stones; four in a row are marked."""
    columns, rows = game.shape
    width, height = columns * SIDE, rows * SIDE
    return Scene(
        view=(-MARGIN, -MARGIN, width + 2 * MARGIN, height + MARGIN + LINE),
        title=_title(game),
        cells=tuple(
            _cell(game, column, row)
            for row in range(rows, 0, -1)
            for column in range(1, columns + 1)
        ),
        behind=(
            Shape("rect", (-6, -6, width + 12, height + 12, 14), "wall-of-holes"),
            *(
                Shape("text", ((c - 0.5) * SIDE, height + LINE / 2 + 3, 15), "note", str(c))
                for c in range(1, columns + 1)
            ),
        ),
    )


def _title(game: Connect4) -> str:
    if game.winner is not None:
        return f"{SIDES[game.winner][0]} has won"
    return "a draw" if game.is_over else f"{SIDES[game.to_move][0]} to move"


def _cell(game: Connect4, column: int, row: int) -> Cell:
    x, y = _centre(game, column, row)
    square = game.shape.square(column, row)
    content = "free"
    things: tuple[Shape, ...] = ()
    for (name, style), stones in zip(SIDES, game.stones, strict=True):
        if square & stones:
            won = bool(square & fours(stones, game.shape))
            content = f"{name}{', in a row of four' if won else ''}"
            things = _stone(x, y, style, won)
    return Cell(
        f"{column},{row}",
        f"column {column}, row {row} from below: {content}",
        game.shape.rows - row,
        column - 1,
        Shape("circle", (x, y, HOLE), "field hole"),
        things,
    )


def _stone(x: float, y: float, style: str, won: bool) -> tuple[Shape, ...]:
    """Smaller than its hole, and the second player's with a ring inside: so without colour too."""
    stone = [Shape("circle", (x, y, STONE), f"piece {style}{' marked' if won else ''}")]
    if style == SIDES[1][1]:
        stone.append(Shape("circle", (x, y, STONE * 0.55), f"ring {style}"))
    return tuple(stone)


def _centre(game: Connect4, column: int, row: int) -> Point:
    return (column - 0.5) * SIDE, (game.shape.rows - row + 0.5) * SIDE


def last_move(game: Connect4) -> tuple[Shape, ...]:
    """A dot on the stone that was dropped last."""
    if not game.played:
        return ()
    column = game.played[-1]
    height = (game.shape.column(column) & (game.stones[0] | game.stones[1])).bit_count()
    return (Shape("circle", (*_centre(game, column, height), 6), "last"),)


def moved(_before: Connect4, after: Connect4) -> tuple[Shape, ...]:
    """The mark of the move between two positions."""
    return last_move(after)


def move_targets(game: Connect4) -> list[MoveTarget]:
    """A click anywhere in a column drops a stone there; its value stands where it would land."""
    return [_target(game, move.action) for move in game.legal_moves()]


def _target(game: Connect4, column: int) -> MoveTarget:
    place = landing(game.stones[0] | game.stones[1], column, game.shape)
    spot = _centre(game, *game.shape.place(place.bit_length() - 1))
    picks = tuple(f"{column},{row}" for row in range(1, game.shape.rows + 1))
    return MoveTarget(str(column), spot, picks)
