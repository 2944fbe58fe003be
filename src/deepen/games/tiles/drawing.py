"""Boards as pictures for a terminal:

    ┌───┬───┬───┐
    │ 1 │ 2 │   │
    ├───┼───┼───┤
    │ 3 │ 4 │ 5 │
    ├───┼───┼───┤
    │ 6 │ 7 │ 8 │
    └───┴───┴───┘

The gap is empty; in colour, tiles that stand where they belong are green.
"""

from __future__ import annotations

from deepen.games.tiles.rules import Tiles


def draw(puzzle: Tiles, markup: bool = False) -> str:
    """A board with lines around its cells; `markup` colours the tiles that are in place."""
    cells = puzzle.cells(puzzle.start)
    width = len(str(len(cells) - 1))
    columns = puzzle.columns
    shown = [_cell(cell, tile, width, markup) for cell, tile in enumerate(cells)]
    rows = ["│" + "│".join(shown[i : i + columns]) + "│" for i in range(0, len(shown), columns)]
    bar = "─" * (width + 2)
    top, middle, bottom = (
        left + between.join([bar] * columns) + right
        for left, between, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    return "\n".join([top, f"\n{middle}\n".join(rows), bottom])


def _cell(cell: int, tile: int, width: int, markup: bool) -> str:
    text = f" {tile if tile != 0 else '':>{width}} "
    return f"[green]{text}[/green]" if markup and tile == cell != 0 else text
