"""Positions as pictures for a terminal, on a raster twice as fine, so that every bridge is seen:

      a b c
    1 1───1        1 to 4   an island with that label
                   0        an island without a label
    2 · 3 ·        ─ │      a bridge
                   ═ ║      two of them
    3 · 2 0        ·        water

In colour, complete islands are green, islands without a label yellow, and the last move stands out.
"""

from __future__ import annotations

from deepen.games.hashi.board import Cell, Grid, column_name
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.position import Bridge, Label

SEA = "·"
ACROSS, DOWN = " ─═", " │║"
BRIDGE_STYLE, LAST_STYLE = "cyan", "bold black on yellow"

Signs = dict[Cell, tuple[str, str]]
"""What stands where on the raster, and its style."""


def draw(game: Hashi, markup: bool = False) -> str:
    """The position with its coordinates; `markup` adds colours."""
    grid = game.grid
    signs = _signs(game)
    margin = len(str(grid.height))
    lines = [" " * margin + " " + line for line in _header(grid)]
    if markup:
        lines = [f"[dim]{line}[/dim]" for line in lines]
    for row in range(2 * grid.height - 1):
        number = str(row // 2 + 1) if row % 2 == 0 else ""
        head = f"{number:>{margin}} "
        cells = [signs.get((row, column), (" ", "")) for column in range(2 * grid.width - 1)]
        if markup:
            body = "".join(f"[{style}]{sign}[/{style}]" if style else sign for sign, style in cells)
            lines.append(f"[dim]{head}[/dim]{body}".rstrip())
        else:
            lines.append((head + "".join(sign for sign, _ in cells)).rstrip())
    return "\n".join(lines)


def _signs(game: Hashi) -> Signs:
    grid, position = game.grid, game.position
    signs: Signs = {
        (2 * row, 2 * column): (SEA, "dim")
        for row in range(grid.height)
        for column in range(grid.width)
    }
    for pair, count in enumerate(position.bridges):
        if count:
            style = LAST_STYLE if game.last == Bridge(pair) else BRIDGE_STYLE
            signs.update(_bridge(grid, pair, count, style))
    for island, (row, column) in enumerate(grid.islands):
        signs[2 * row, 2 * column] = (str(position.labels[island]), _island_style(game, island))
    return signs


def _bridge(grid: Grid, pair: int, count: int, style: str) -> Signs:
    """All of the raster between two islands."""
    (top, left), (bottom, right) = (grid.islands[end] for end in grid.pairs[pair])
    if top == bottom:
        return {(2 * top, x): (ACROSS[count], style) for x in range(2 * left + 1, 2 * right)}
    return {(y, 2 * left): (DOWN[count], style) for y in range(2 * top + 1, 2 * bottom)}


def _island_style(game: Hashi, island: int) -> str:
    if isinstance(game.last, Label) and game.last.island == island:
        return LAST_STYLE
    if not game.position.labels[island]:
        return "bold yellow"
    return "bold green" if game.position.is_complete(island) else "bold"


def _header(grid: Grid) -> list[str]:
    """The names of the columns, upright where they have two letters."""
    names = [column_name(column) for column in range(grid.width)]
    height = max(map(len, names))
    return [" ".join(name.rjust(height)[i] for name in names).rstrip() for i in range(height)]
