"""`deepen draw`."""

from __future__ import annotations

from pathlib import Path

from deepen import games
from deepen.cli.examples import or_example
from deepen.cli.printing import check_folder_of, emit, note
from deepen.cli.reading import read_puzzle
from deepen.cli.status_line import StatusLine
from deepen.errors import UsageError


def run_draw(name: str, source: str | None, what: str, out: str) -> int:
    """Draws a puzzle as SVG, to a file or to standard output."""
    check_folder_of(out)
    game = games.load(name)
    puzzle = read_puzzle(game, or_example(game, "draw", source))
    if not hasattr(puzzle, "svg"):
        raise UsageError(f"there are no pictures of {name} yet")
    with StatusLine(str, text=f"drawing {what}"):  # which may take a search
        picture = puzzle.svg(what)
    if out == "-":
        emit(_in_ascii(picture.rstrip("\n")))
    else:
        size = Path(out).write_bytes(picture.encode())
        note(f"{out}: {what} of {name}, {size:,} bytes")
    return 0


def _in_ascii(picture: str) -> str:
    """The same picture, whatever the encoding of standard output is."""
    return picture.encode("ascii", "xmlcharrefreplace").decode()
