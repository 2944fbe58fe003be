"""Boards as text: the tiles row by row, 0 the gap.

    1 2 0        or in one line: 1 2 0 3 4 5 6 7 8
    3 4 5
    6 7 8        or with the size in front, if it is no square: 2x3: 1 2 0 3 4 5

Spaces, commas and semicolons separate tiles alike. The goal is 0 1 2 3 and so on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isqrt

from deepen.errors import InputError
from deepen.games.length import check_length
from deepen.games.tiles.board import check_size
from deepen.games.tiles.rules import Tiles
from deepen.solution import Solution

_SIZE = re.compile(r"\s*(\d{1,9})\s*[xX]\s*(\d{1,9})\s*:")
_SEPARATORS = re.compile(r"[\s,;]+")
_LONGEST_NUMBER = 9


@dataclass(frozen=True)
class Entry:
    """One word of the text and where it stands."""

    text: str
    place: str


def board(rows: int, columns: int, cells: list[int]) -> Tiles:
    """The puzzle of that size."""
    return Tiles(rows, columns, cells)


def parse(text: str) -> Tiles:
    """Reads a board.

    Raises:
        InputError: the text is no board; the message names the place.

    >>> parse("2x3: 1 2 0 3 4 5")
    Tiles(2, 3, [1, 2, 0, 3, 4, 5])
    """
    check_length(text)
    size = _SIZE.match(text)
    lines = _entries(text[size.end() :] if size else text)
    entries = [entry for line in lines for entry in line]
    cells = [_number(entry) for entry in entries]
    if size:
        rows, columns = int(size[1]), int(size[2])
        _check_count(rows, columns, len(cells))
    else:
        rows, columns = _size_of(lines)
    check_size(rows, columns)
    _check_each_once(rows, columns, cells, entries)
    return board(rows, columns, cells)


def format(puzzle: Tiles) -> str:
    """The board as text, a row a line; `parse` reads it back."""
    cells = puzzle.cells(puzzle.start)
    width = len(str(len(cells) - 1))
    rows = [cells[i : i + puzzle.columns] for i in range(0, len(cells), puzzle.columns)]
    return "\n".join(" ".join(f"{tile:>{width}}" for tile in row) for row in rows)


def plain(puzzle: Tiles, solution: Solution) -> str:
    """The moves of the gap, one a line."""
    return "\n".join(solution.actions)


def _entries(text: str) -> list[list[Entry]]:
    """The words of each line that has any."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    found = []
    for number, line in lines:
        words = [word for word in _SEPARATORS.split(line) if word]
        prefix = f"line {number}, " if len(lines) > 1 else ""
        found.append([Entry(word, f"{prefix}entry {i}") for i, word in enumerate(words, 1)])
    return [line for line in found if line]


def _number(entry: Entry) -> int:
    text = entry.text
    if not (text.isascii() and text.isdigit()) or len(text) > _LONGEST_NUMBER:
        shown = text if len(text) <= 20 else f"{text[:20]}..."
        raise InputError(f"{entry.place}: {shown!r} is not the number of a tile")
    return int(text)


def _size_of(lines: list[list[Entry]]) -> tuple[int, int]:
    """Rows and columns by the lines of the text; one line must be a square."""
    if not lines:
        raise InputError("there are no tiles in the text")
    columns = len(lines[0])
    if len(lines) == 1:
        side = isqrt(columns)
        if side * side != columns:
            raise InputError(
                f"{_counted(columns)} in one line make no square: put each row on a line of its "
                "own, or the size in front, as in '2x3: 1 2 0 3 4 5'"
            )
        return side, side
    for line in lines[1:]:
        if len(line) != columns:
            raise InputError(
                f"{_line(line)} has {_counted(len(line))}, but {_line(lines[0])} has {columns}"
            )
    return len(lines), columns


def _line(line: list[Entry]) -> str:
    return line[0].place.partition(",")[0]


def _counted(count: int) -> str:
    return f"{count} tile{'s' * (count != 1)}"


def _check_count(rows: int, columns: int, count: int) -> None:
    if count != rows * columns:
        raise InputError(
            f"a {rows}x{columns} board takes {rows * columns} numbers with the gap's 0, not {count}"
        )


def _check_each_once(rows: int, columns: int, cells: list[int], entries: list[Entry]) -> None:
    missing = min(set(range(len(cells))) - set(cells), default=None)
    if missing is None:
        return
    seen: dict[int, Entry] = {}
    for tile, entry in zip(cells, entries, strict=True):
        if tile >= len(cells):
            raise InputError(
                f"{entry.place}: there is no tile {tile} on a {rows}x{columns} board, its tiles "
                f"are 0 to {len(cells) - 1}; {missing} is missing"
            )
        if tile in seen:
            raise InputError(
                f"{entry.place}: tile {tile} was there before, at {seen[tile].place}; "
                f"{missing} is missing"
            )
        seen[tile] = entry
