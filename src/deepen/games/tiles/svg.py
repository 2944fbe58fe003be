"""Sliding tiles as SVG: the board, with the tiles that are in place marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deepen.drawing.picture import render
from deepen.games.tiles.rules import Tiles
from deepen.games.tiles.scene import scene


def board(puzzle: Tiles) -> str:
    """The tiles; one that is where it belongs has another colour and a thick edge."""
    title = f"Sliding tiles, {puzzle.rows} × {puzzle.columns}"
    return render(scene(puzzle), title=title, description=_described(puzzle))


PICTURES: Mapping[str, Callable[[Any], str]] = {"board": board}


def _described(puzzle: Tiles) -> str:
    cells = [str(tile) if tile else "gap" for tile in puzzle.cells(puzzle.start)]
    rows = [cells[i : i + puzzle.columns] for i in range(0, len(cells), puzzle.columns)]
    return "; ".join(f"Row {n}: {', '.join(row)}" for n, row in enumerate(rows, 1)) + "."


__all__ = ["PICTURES", "board"]
