"""Positions and analyses as text.

A position is the string of columns played so far, from 1; nothing is the empty board:

    44453

or a picture, from which the size of the board is read too; a line of column numbers may be there:

    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . . O . . .
    . . X X O . .
"""

from __future__ import annotations

from typing import Any

from deepen.errors import InputError
from deepen.games.connect4.board import FOUR, Shape
from deepen.games.connect4.rules import Connect4
from deepen.games.length import check_length
from deepen.looks.terminal import board as draw

FIRST, SECOND, FREE = "XxRr●◆", "OoYy○◇", ".·_-"


def parse(text: str) -> Connect4:
    """Reads a position.

    Raises:
        InputError: the text is no position; the message names the place.

    >>> parse("44453")
    Connect4('44453')
    """
    check_length(text)
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, words) for number, words in lines if words]
    if len(lines) < FOUR:
        return Connect4(_columns(text))
    if all(word.isdecimal() for word in lines[-1][1]):  # the numbers of the columns
        lines.pop()
    return _pictured([(number, "".join(words)) for number, words in lines])


def format(game: Connect4) -> str:
    """The position as text; `parse` reads it back.

    Columns where they are known, on a board of the usual size; else a picture.
    """
    if game.shape == Shape() and not any(game.setup):
        return "".join(map(str, game.played))
    return draw(game)


def plain(game: Connect4, analysis: Any) -> str:
    """The value, and the best columns."""
    return f"{analysis.value}\n{' '.join(analysis.best_moves)}"


def _columns(text: str) -> str:
    usual = Shape()
    columns = []
    for number, sign in enumerate(text, 1):
        if sign.isspace():
            continue
        if sign not in "123456789"[: usual.columns]:
            raise InputError(
                f"character {number} is {sign!r}, not a column from 1 to {usual.columns}"
            )
        columns.append(sign)
    return "".join(columns)


def _pictured(lines: list[tuple[int, str]]) -> Connect4:
    width = len(lines[0][1])
    shape = Shape(width, len(lines)).checked()
    stones = {FIRST: 0, SECOND: 0, FREE: 0}
    for row, (number, line) in enumerate(reversed(lines), 1):
        if len(line) != width:
            raise InputError(
                f"line {number} has {len(line)} squares, line {lines[0][0]} has {width}"
            )
        for column, sign in enumerate(line, 1):
            stones[_kind(sign, number, column)] |= shape.square(column, row)
    return Connect4(columns=width, rows=len(lines), setup=(stones[FIRST], stones[SECOND]))


def _kind(sign: str, line: int, square: int) -> str:
    for kind in (FIRST, SECOND, FREE):
        if sign in kind:
            return kind
    raise InputError(
        f"line {line}, square {square}: {sign!r} is neither X (the first player) nor O nor . (free)"
    )
