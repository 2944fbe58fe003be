"""Boards and analyses as text.

A board is a line for each row, with a sign for each cell; blanks between them do not matter:

    1 . 1        .        water
    . 0 .        1 to 4   an island with that label
    . 2 0        0        an island without a label

Rows may also stand in one line, with slashes between them: `1.1/.0./.20`. After the board a line
may tell the moves that were made on it:

    moves: a1-c1 b2=3
"""

from __future__ import annotations

from typing import Any, NamedTuple

from deepen.games.hashi.board import check_rows
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.rules import duel
from deepen.games.length import check_length

MOVES = "moves:"


class _Row(NamedTuple):
    """The cells of a row, and where they are in the text."""

    cells: str
    line: int
    columns: list[int]
    end: int

    def place(self, cell: int) -> str:
        column = self.columns[cell] if cell < len(self.columns) else self.end
        return f"line {self.line}, column {column}"


def parse(text: str) -> Hashi:
    """Reads a board, and the moves made on it if there are any.

    Raises:
        InputError: the text is no board, or a move is not legal; the message names the place.

    >>> parse("1.1/.0./.20")
    TwoWordHashi(['1.1', '.0.', '.20'])
    """
    check_length(text)
    lines = text.rstrip().splitlines()
    played: list[str] = []
    if lines and lines[-1].lstrip().startswith(MOVES):
        played = lines.pop().replace(MOVES, "").split()
    rows = [row for number, line in enumerate(lines, 1) for row in _rows(number, line)]
    full = [number for number, row in enumerate(rows) if row.cells]
    rows = rows[full[0] : full[-1] + 1] if full else []
    check_rows([row.cells for row in rows], lambda row, cell: rows[row].place(cell))
    return duel([row.cells for row in rows], played)


def format(game: Hashi) -> str:
    """The board and the moves made on it as text; `parse` reads it back."""
    rows = [" ".join(row) for row in game.grid.rows]
    return "\n".join([*rows, *([f"{MOVES} {' '.join(game.played)}"] if game.played else [])])


def plain(game: Hashi, analysis: Any) -> str:
    """The value, and the best moves."""
    return f"{analysis.value}\n{' '.join(analysis.best_moves)}"


def _rows(number: int, line: str) -> list[_Row]:
    rows, offset = [], 0
    for part in line.split("/"):
        columns = [i for i, sign in enumerate(part, offset + 1) if not sign.isspace()]
        offset += len(part) + 1
        end = columns[-1] + 1 if columns else offset
        rows.append(_Row("".join(part.split()), number, columns, end))
    return rows
