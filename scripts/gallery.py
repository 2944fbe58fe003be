"""Writes docs/gallery.md and its pictures: each file of examples/ with what is known of it.

python scripts/gallery.py
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from deepen.games.files import resolve
from deepen.games.own import OwnGame

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gallery.md"
PICTURES = ROOT / "docs" / "images" / "gallery"
SIZE = 240  # of the longer side


class Entry(NamedTuple):
    """A file of the gallery.

    Attributes:
        name: of the file.
        title: for people.
        known: the answer to the example, and what else is known.
        example: the input of the command.
        picture: what is drawn, if it is not the example.
        what: of it, as `deepen draw --what` takes it.
    """

    name: str
    title: str
    known: str
    example: str
    picture: str = ""
    what: str = "board"


WANTED = '3, 5, wanted=4\nstate: {"litres": [2, 5]}'
SIDES = "-.--.-.-.-..\nrows: 2\ncolumns: 2"
SMALL = "whoever begins wins on 2x2, 3x3, 4x4 and 6x6, and loses on 5x5"
PUBLISHED = "White wins by 8; on 6x6 by 4, which is published and takes longer"
GEESE = "the geese win, among 818,280 positions"
MORRIS = "White wins in 9, by the centre alone; with free moves or a king's moves it is a draw"
FREELY = "where anyone may enter the centre, White wins in one move"
MATES = "mate in at most 16 moves; with a queen in 10, with bishop and knight in 33"
PUZZLES = (
    Entry("sokoban", "Sokoban", "33 moves; levels 1 to 20 are solved at once", "Microban 1"),
    Entry("rush_hour", "Rush Hour", "51 slides, and 4,780 jams to be reached", "the hardest"),
    Entry("klotski", "Klotski", "81 moves, among 25,955 positions", "the classic"),
    Entry("cube", "2x2x2 cube", "4 turns; none of the 3,674,160 needs more than 11", "four turns"),
    Entry("pancakes", "Pancakes", "7 turns; ten pancakes need at most 11", "six"),
    Entry("peg_solitaire", "Peg solitaire", "31 jumps", "the whole board"),
    Entry("hanoi", "Hanoi, four pegs", "25 moves; twelve discs take 81", "seven discs"),
    Entry("lights_out", "Lights Out", "15 presses; no board needs more", "five by five"),
    Entry("knights_exchange", "Knights' exchange", "16 moves", "three by three"),
    Entry("missionaries", "Missionaries and cannibals", "11 crossings", "three and three"),
    Entry("water_jugs", "Water jugs", "6 steps", "three and five", WANTED),
    Entry("topspin", "TopSpin", "23 steps, among 3,628,800 rings", "ten tokens"),
    Entry("ricochet_robots", "Ricochet Robots", "7 moves", "sixteen by sixteen"),
    Entry("maze", "Maze with weights", "a cost of 92; the maze `512, 512, 1` costs 4,244", "small"),
    Entry("eight_queens", "Eight queens", "8 queens", "eight", "8\nstate: (0, 4, 7, 5, 2)"),
)
GAMES = (
    Entry("tic_tac_toe", "Tic-tac-toe", "a draw", "empty", "a fork", "values"),
    Entry("nim", "Nim", "won, unless the exclusive or of the heaps is 0", "three heaps"),
    Entry("dots_and_boxes", "Dots and Boxes", "won by 2; on 3x3 lost by 3", "two by two", SIDES),
    Entry("kalah", "Kalah", "South wins by 6", "four pits", "", "values"),
    Entry("othello", "Othello", PUBLISHED, "four by four", "", "values"),
    Entry("domineering", "Domineering", SMALL, "four by four", "##../..#./..#./....", "values"),
    Entry("hex", "Hex", "Red wins, by the short diagonal alone", "four by four", "", "values"),
    Entry("breakthrough", "Breakthrough", "Black wins", "four by four", "a race", "values"),
    Entry(
        "chomp", "Chomp", "the first player wins every bar but 1x1", "three by four", "", "values"
    ),
    Entry("fox_and_geese", "Fox and geese", GEESE, "eight by eight", "a gap"),
)
REPEATING = (
    Entry("three_mens_morris", "Three men's morris", MORRIS, "empty", "", "values"),
    Entry("pong_hau_ki", "Pong Hau K'i", "a draw", "the start", "a trap"),
    Entry("mu_torere", "Mu Torere", f"a draw; {FREELY}", "the start", "a trap"),
    Entry("dodgem", "Dodgem", "Blue wins in 19; on 4x4 it is a draw", "three by three"),
    Entry("chess_endings", "Chess endings", MATES, "rook", "bishop and knight"),
)
ENTRIES = PUZZLES + GAMES + REPEATING

HEAD = """\
# Gallery

Puzzles and games in at most sixty lines of code each, and chess in a hundred: rules with [named
fields](fields.md), a [look](looks.md), and a few examples. The files are in `examples/` of the
repository; `deepen examples --gallery FOLDER` copies them out. Every verb takes them, and so does
the page: `deepen serve sokoban.py`. What is said of each is held by a test to what is published, or
to programs that share no code with deepen.

This page and its pictures are made by `scripts/gallery.py`.
"""


def package(entry: Entry) -> OwnGame:
    """The file as the shell reads it."""
    found = resolve(str(ROOT / "examples" / f"{entry.name}.py"))
    assert isinstance(found, OwnGame)
    return found


def picture(entry: Entry) -> str:
    """Its SVG, as `deepen draw` has it, small enough for a column of the page."""
    found = package(entry)
    shown = entry.picture or entry.example
    svg = str(found.parse(found.EXAMPLES.get(shown, shown)).svg(entry.what))
    _, width, height, _ = re.split(r' width="([\d.]+)" height="([\d.]+)"', svg, maxsplit=1)
    scale = SIZE / max(float(width), float(height))
    size = f' width="{scale * float(width):.0f}" height="{scale * float(height):.0f}"'
    return svg.replace(f' width="{width}" height="{height}"', size, 1)


def row(entry: Entry) -> str:
    """A row of a table: the picture, and what to say of it."""
    found = package(entry)
    verb = "analyse" if found.PLAYERS == 2 else "solve"
    command = f"deepen {verb} {entry.name}.py '{entry.example}'"
    said = f"**{entry.title}.** {found.SUMMARY} `{command}`: {entry.known}."
    return f"| ![{entry.title}](images/gallery/{entry.name}.svg) | {said} |"


def table(caption: str, entries: tuple[Entry, ...]) -> str:
    """Some of them, with a caption."""
    return "\n".join([f"## {caption}", "| | |", "|---|---|", *map(row, entries)])


def page() -> str:
    """The whole page."""
    tables = (
        table("Puzzles", PUZZLES),
        table("Games of two", GAMES),
        table("Games of two in which positions repeat", REPEATING),
    )
    return "\n".join([HEAD, "\n\n".join(tables), ""])


def main() -> None:
    """Writes all."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for entry in ENTRIES:
        (PICTURES / f"{entry.name}.svg").write_text(picture(entry), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
