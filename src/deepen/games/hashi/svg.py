"""The Hashi duel as SVG: the board with its bridges, and what each move is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import deepen
from deepen.drawing.svg import INK, PAPER, Picture
from deepen.drawing.values import Range, best_of, colour, proven, written
from deepen.games.hashi.board import Cell, column_name, name
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.position import Bridge, Label, read

SIDE = 64.0
RADIUS = 18.0
MARGIN = 44.0
APART = 4.5  # half the distance between the two bridges of a pair
TAG_APART = 21.0  # from the middle of an island to the value of a label for it
SEA, FOAM = "#eef3f6", "#c9d6de"
SAND, DONE, BLANK = "#f7ecd2", "#bcd9b4", "#ffffff"
LAST = "#f0b429"
MOST_NODES = 20_000_000


def board(game: Hashi, values: Mapping[str, Range] | None = None) -> str:
    """Islands and bridges, the last move marked; beside each move its value, if given."""
    picture = _picture(game, values)
    _draw_sea(picture, game)
    for pair, count in enumerate(game.position.bridges):
        if count:
            _draw_bridges(picture, game, pair, count)
    for island in range(len(game.grid.islands)):
        _draw_island(picture, game, island)
    best = best_of((values or {}).values())
    for text, (low, high) in (values or {}).items():
        is_best = low is not None and low == high == best
        _draw_value(picture, game, text, (low, high), is_best)
    return str(picture)


def values(game: Hashi) -> str:
    """The board with the value of each move to the player to move, or what is proven of it.

    The search ends after so many positions that it takes some ten seconds at most.
    """
    return known(game, deepen.analyse(game, node_limit=MOST_NODES))


def known(game: Hashi, found: deepen.Analysis) -> str:
    """The board with what an analysis has proven of each move."""
    return board(game, {move.text: proven(move) for move in found.moves})


PICTURES: Mapping[str, Callable[[Any], str]] = {"board": board, "values": values}


# The parts


def _picture(game: Hashi, values: Mapping[str, Range] | None) -> Picture:
    width, height = SIDE * (game.grid.width - 1), SIDE * (game.grid.height - 1)
    title = f"Hashi duel, player {game.to_move + 1} to move, score {game.score:+d}"
    return Picture(
        -1.6 * MARGIN,
        -1.6 * MARGIN,
        width + 2.6 * MARGIN,
        height + 2.6 * MARGIN,
        title,
        _described(game, values),
    )


def _described(game: Hashi, values: Mapping[str, Range] | None) -> str:
    position = game.position
    islands = ", ".join(
        f"{name(cell)} {f'needs {label}' if label else 'without a label'}"
        for cell, label in zip(game.grid.islands, position.labels, strict=True)
    )
    bridges = ", ".join(
        f"{game.grid.pair_name(pair)}{' twice' * (count == 2)}"
        for pair, count in enumerate(position.bridges)
        if count
    )
    parts = [f"Islands: {islands or 'none'}.", f"Bridges: {bridges or 'none'}."]
    parts += [f"{text}: {written(*known)}." for text, known in (values or {}).items()]
    return " ".join(parts)


def _centre(cell: Cell) -> tuple[float, float]:
    return SIDE * cell[1], SIDE * cell[0]


def _draw_sea(picture: Picture, game: Hashi) -> None:
    width, height = SIDE * (game.grid.width - 1), SIDE * (game.grid.height - 1)
    picture.add(
        "rect", x=-MARGIN * 0.8, y=-MARGIN * 0.8, width=width + MARGIN * 1.6,
        height=height + MARGIN * 1.6, rx=14, fill=SEA,
    )  # fmt: skip
    for column in range(game.grid.width):
        picture.text(SIDE * column, -MARGIN * 1.2, column_name(column), 16)
        for row in range(game.grid.height):
            picture.add("circle", cx=SIDE * column, cy=SIDE * row, r=2, fill=FOAM)
    for row in range(game.grid.height):
        picture.text(-MARGIN * 1.2, SIDE * row, str(row + 1), 16)


def _draw_bridges(picture: Picture, game: Hashi, pair: int, count: int) -> None:
    (x1, y1), (x2, y2) = (_centre(game.grid.islands[end]) for end in game.grid.pairs[pair])
    is_last = game.last == Bridge(pair)
    for shift in (0.0,) if count == 1 else (-APART, APART):
        dx, dy = (0.0, shift) if y1 == y2 else (shift, 0.0)
        ends: dict[str, Any] = {"x1": x1 + dx, "y1": y1 + dy, "x2": x2 + dx, "y2": y2 + dy}
        # The second bridge of a pair is the lower or the right one.
        if is_last and shift >= 0:
            picture.add("line", **ends, stroke=LAST, stroke_width=11)
        picture.add("line", **ends, stroke=INK, stroke_width=4)


def _draw_island(picture: Picture, game: Hashi, island: int) -> None:
    x, y = _centre(game.grid.islands[island])
    label, complete = game.position.labels[island], game.position.is_complete(island)
    if isinstance(game.last, Label) and game.last.island == island:
        picture.add("circle", cx=x, cy=y, r=RADIUS + 5, fill=LAST)
    fill = DONE if complete else SAND if label else BLANK
    style = {} if label else {"stroke_dasharray": "5 4"}
    picture.add(
        "circle", cx=x, cy=y, r=RADIUS, fill=fill, stroke=INK, stroke_width=4 if complete else 2,
        **style,
    )  # fmt: skip
    if label:
        picture.text(x, y, str(label), 22, font_weight="bold")


def _draw_value(picture: Picture, game: Hashi, text: str, known: Range, is_best: bool) -> None:
    step = read(text, game.grid)
    assert not isinstance(step, str)  # a legal move
    shown = written(*known)
    if isinstance(step, Bridge):
        x, y = _first_gap(game, step.pair)
    else:
        x, y = _centre(game.grid.islands[step.island])
        y += -TAG_APART if step.label == 3 else TAG_APART
        shown = f"{step.label}: {shown}"
    half = 3.6 * len(shown) + 4
    picture.add(
        "rect", x=x - half, y=y - 8, width=2 * half, height=16, rx=5, fill=colour(*known),
        stroke=INK if is_best else PAPER, stroke_width=2.5 if is_best else 1,
    )  # fmt: skip
    picture.text(x, y, shown, 11.5, fill=PAPER, font_weight="bold")


def _first_gap(game: Hashi, pair: int) -> tuple[float, float]:
    """Half a cell from where a bridge begins: no other bridge comes there."""
    (x1, y1), (_x2, y2) = (_centre(game.grid.islands[end]) for end in game.grid.pairs[pair])
    return (x1 + SIDE / 2, y1) if y1 == y2 else (x1, y1 + SIDE / 2)


__all__ = ["PICTURES", "board", "known", "values"]
