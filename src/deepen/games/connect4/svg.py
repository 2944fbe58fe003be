"""Connect Four as SVG: the board, and what each column is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import deepen
from deepen.drawing.svg import INK, PAPER, Picture
from deepen.drawing.values import Range, best_of, colour, proven, written
from deepen.games.connect4.board import fours
from deepen.games.connect4.rules import Connect4
from deepen.rules import bits

SIDE = 54.0
DISC = 21.0
MARGIN = 16.0
LINE = 34.0  # of column numbers, or of values
WALL, HOLE = "#3c5a86", "#f6f2ea"
STONES = ("#b8322a", "#f0b429")
RIMS = ("#7d1f19", "#a87708")
NAMES = ("first player (red)", "second player (yellow)")
MOST_NODES = 50_000_000


def board(game: Connect4, values: Mapping[int, Range] | None = None) -> str:
    """The stones, the last move and four in a row marked; over each column its value, if given."""
    picture = _picture(game, values)
    shape = game.shape
    picture.add(
        "rect", x=0, y=0, width=SIDE * shape.columns, height=SIDE * shape.rows, rx=10, fill=WALL
    )
    for column in range(1, shape.columns + 1):
        for row in range(1, shape.rows + 1):
            _draw_square(picture, game, column, row)
        x, _ = _centre(game, column, 1)
        picture.text(x, SIDE * shape.rows + LINE / 2, str(column), 17)
    _mark_last(picture, game)
    _draw_values(picture, game, values or {})
    return str(picture)


def values(game: Connect4) -> str:
    """The board with the value of each column to the player to move, or what is proven of it.

    The search ends after so many positions that it takes some ten seconds at most.
    """
    return known(game, deepen.analyse(game, node_limit=MOST_NODES))


def known(game: Connect4, found: deepen.Analysis) -> str:
    """The board with what an analysis has proven of each move."""
    return board(game, {move.action: proven(move) for move in found.moves})


PICTURES: Mapping[str, Callable[[Any], str]] = {"board": board, "values": values}


# The parts


def _picture(game: Connect4, values: Mapping[int, Range] | None) -> Picture:
    above = MARGIN if values is None else LINE + MARGIN
    width, height = SIDE * game.shape.columns, SIDE * game.shape.rows
    return Picture(
        -MARGIN,
        -above,
        width + 2 * MARGIN,
        height + above + LINE,
        f"Connect Four, {_status(game)}",
        _described(game, values),
    )


def _status(game: Connect4) -> str:
    if game.winner is not None:
        return f"{NAMES[game.winner]} has won"
    return "a draw" if game.is_over else f"{NAMES[game.to_move]} to move"


def _described(game: Connect4, values: Mapping[int, Range] | None) -> str:
    shape = game.shape
    parts = [f"A board of {shape.columns} columns and {shape.rows} rows."]
    for name, stones in zip(NAMES, game.stones, strict=True):
        places = [shape.place(number) for number in bits(stones)]
        shown = ", ".join(f"column {column} row {row}" for column, row in sorted(places))
        parts.append(f"Stones of the {name}: {shown or 'none'}.")
    if values is not None:
        parts += [f"Column {column}: {written(*range_)}." for column, range_ in values.items()]
    return " ".join(parts)


def _centre(game: Connect4, column: int, row: int) -> tuple[float, float]:
    return SIDE * (column - 0.5), SIDE * (game.shape.rows - row + 0.5)


def _draw_square(picture: Picture, game: Connect4, column: int, row: int) -> None:
    x, y = _centre(game, column, row)
    square = game.shape.square(column, row)
    picture.add("circle", cx=x, cy=y, r=DISC, fill=HOLE)
    for who, stones in enumerate(game.stones):
        if square & stones:
            _draw_stone(picture, x, y, who, bool(square & fours(stones, game.shape)))


def _draw_stone(picture: Picture, x: float, y: float, who: int, won: bool) -> None:
    """The second player's has a ring inside, for eyes and printers that see no colour."""
    picture.add(
        "circle", cx=x, cy=y, r=DISC, fill=STONES[who], stroke=RIMS[who], stroke_width=2
    )  # fmt: skip
    if who == 1:
        picture.add(
            "circle", cx=x, cy=y, r=DISC * 0.58, fill="none", stroke=RIMS[who], stroke_width=3
        )  # fmt: skip
    if won:
        picture.add("circle", cx=x, cy=y, r=DISC + 1, fill="none", stroke=PAPER, stroke_width=4)
        picture.add("circle", cx=x, cy=y, r=DISC + 3, fill="none", stroke=INK, stroke_width=2)


def _mark_last(picture: Picture, game: Connect4) -> None:
    if not game.played:
        return
    column = game.played[-1]
    height = (game.shape.column(column) & (game.stones[0] | game.stones[1])).bit_count()
    x, y = _centre(game, column, height)
    picture.add("circle", cx=x, cy=y, r=5, fill=PAPER, stroke=INK, stroke_width=1.5)


def _draw_values(picture: Picture, game: Connect4, values: Mapping[int, Range]) -> None:
    best = best_of(values.values())
    for column, (low, high) in values.items():
        x, _ = _centre(game, column, 1)
        y, half = -LINE / 2 - 2, SIDE / 2 - 4
        is_best = low is not None and low == high == best
        picture.add(
            "rect",
            x=x - half,
            y=y - 13,
            width=2 * half,
            height=26,
            rx=6,
            fill=colour(low, high),
            stroke=INK,
            stroke_width=3 if is_best else 0,
        )
        weight = "bold" if is_best else "normal"
        picture.text(x, y, written(low, high), 16, fill=PAPER, font_weight=weight)


__all__ = ["PICTURES", "board", "known", "values"]
