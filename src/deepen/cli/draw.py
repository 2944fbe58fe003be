"""`deepen draw`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deepen.cli.examples import or_example
from deepen.cli.exit_codes import ANSWERED
from deepen.cli.kinds import load
from deepen.cli.options import Game, Input
from deepen.cli.printing import check_folder_of, emit, note
from deepen.cli.reading import read_puzzle
from deepen.cli.status_line import StatusLine


def run(
    game: Game,
    input: Input = None,
    what: Annotated[
        str, typer.Option(metavar="NAME", help="board, and what else the game can show.")
    ] = "board",
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="'-' for standard output.")
    ] = "-",
) -> int:
    """\b
    deepen draw chexers board.json --what solution -o solution.svg

    Draw a puzzle or a position as SVG. Chexers: board, map (of the relaxed heuristic), solution,
    space (where the search looked). Dark chess: board, characters (Chinese ones), solution,
    distances (of the first kind of piece), distances-R (of chariots, and so on). Tiles: board,
    solution. Games of two: board, values (of each move).
    """
    check_folder_of(out)
    package = load(game)
    puzzle = read_puzzle(package, or_example(package, "draw", input))
    with StatusLine(str, text=f"drawing {what}"):  # which may take a search
        picture = puzzle.svg(what)
    if out == "-":
        emit(_in_ascii(picture.rstrip("\n")))
    else:
        size = Path(out).write_bytes(picture.encode())
        note(f"{out}: {what} of {package.NAME}, {size:,} bytes")
    return ANSWERED


def _in_ascii(picture: str) -> str:
    """The same picture, whatever the encoding of standard output is."""
    return picture.encode("ascii", "xmlcharrefreplace").decode()
