"""`deepen draw`."""

from __future__ import annotations

from pathlib import Path

from deepen import games
from deepen.cli.printing import emit, note
from deepen.cli.reading import read_puzzle
from deepen.errors import UsageError


def run_draw(name: str, source: str, what: str, out: str) -> int:
    """Draws a puzzle as SVG, to a file or to standard output."""
    game = games.load(name)
    puzzle = read_puzzle(game, source)
    if not hasattr(puzzle, "svg"):
        raise UsageError(f"there are no pictures of {name} yet")
    picture = puzzle.svg(what)
    if out == "-":
        emit(picture.rstrip("\n"))
    else:
        Path(out).write_text(picture, encoding="utf-8")
        note(f"{out}: {what} of {name}, {len(picture):,} bytes")
    return 0
