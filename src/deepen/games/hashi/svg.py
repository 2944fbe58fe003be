"""The Hashi duel as SVG: the board with its bridges, and what each move is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import deepen
from deepen.drawing.picture import render
from deepen.drawing.values import Range, badges, proven, written
from deepen.games.hashi.board import name
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.scene import last_move, move_targets, scene

MOST_NODES = 20_000_000


def board(game: Hashi, values: Mapping[str, Range] | None = None) -> str:
    """Islands and bridges, the last move marked; beside each move its value, if given."""
    return render(
        scene(game),
        marks=last_move(game),
        values=badges(move_targets(game), values or {}),
        title=f"Hashi duel, player {game.to_move + 1} to move, score {game.score:+d}",
        description=_described(game, values),
    )


def values(game: Hashi) -> str:
    """The board with the value of each move to the player to move, or what is proven of it.

    The search ends after so many positions that it takes some ten seconds at most.
    """
    return known(game, deepen.analyse(game, node_limit=MOST_NODES))


def known(game: Hashi, found: deepen.Analysis) -> str:
    """The board with what an analysis has proven of each move."""
    return board(game, {move.text: proven(move) for move in found.moves})


PICTURES: Mapping[str, Callable[[Any], str]] = {"board": board, "values": values}


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


__all__ = ["PICTURES", "board", "known", "values"]
