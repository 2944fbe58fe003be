"""Connect Four as SVG: the board, and what each column is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import deepen
from deepen.drawing.picture import render
from deepen.drawing.values import Range, badges, proven, written
from deepen.games.connect4.rules import Connect4
from deepen.games.connect4.scene import last_move, move_targets, scene
from deepen.rules import bits

NAMES = ("first player (red)", "second player (yellow)")
MOST_NODES = 50_000_000


def board(game: Connect4, values: Mapping[int, Range] | None = None) -> str:
    """The stones, the last move and four in a row marked; values, if any, where one would land."""
    known = {str(column): range_ for column, range_ in (values or {}).items()}
    return render(
        scene(game),
        marks=last_move(game),
        values=badges(move_targets(game), known),
        title=f"Connect Four, {_status(game)}",
        description=_described(game, values),
    )


def values(game: Connect4) -> str:
    """The board with the value of each column to the player to move, or what is proven of it.

    The search ends after so many positions that it takes some ten seconds at most.
    """
    return known(game, deepen.analyse(game, node_limit=MOST_NODES))


def known(game: Connect4, found: deepen.Analysis) -> str:
    """The board with what an analysis has proven of each move."""
    return board(game, {move.action: proven(move) for move in found.moves})


PICTURES: Mapping[str, Callable[[Any], str]] = {"board": board, "values": values}


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


__all__ = ["PICTURES", "board", "known", "values"]
