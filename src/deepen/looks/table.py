"""A position of a class without a look: what its state is made of as a table, moves as a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deepen.drawing.scene import Cell, Scene, Shape
from deepen.formatting.numbers import counted
from deepen.game import points_of
from deepen.state import State

_ROW, _NAME, _VALUE = 34.0, 120.0, 300.0
_MARGIN, _SIZE = 12.0, 15.0
_LETTERS = 36  # that a value has room for
MOST_MOVES = 60
"""In the list; more are typed."""


def rows_of(subject: Any, state: Any = None) -> list[tuple[str, str]]:
    """The fields of a state with their values; who moves and the score of a game."""
    state = subject.start if state is None else state
    if isinstance(state, State):
        rows = [(name, _told(value)) for name, value in state.as_dict().items()]
    else:
        rows = [("state", _told(state))]
    if hasattr(subject, "players"):
        rows.append(("to move", str(subject.players[subject.to_move])))
        if points := points_of(subject):
            rows.append(("score", f"{points:+d}"))
    return rows


def _told(value: Any) -> str:
    return str(value) if isinstance(value, str) else repr(value)


def table_scene(subject: Any, state: Any = None) -> Scene:
    """The table, and under it the moves, which can be clicked."""
    rows = rows_of(subject, state)
    moves = move_names(subject, state)
    cells = [*_table(rows), *_moves(moves, len(rows))]
    height = (len(rows) + len(moves)) * _ROW
    return Scene(
        view=(-_MARGIN, -_MARGIN, _NAME + _VALUE + 2 * _MARGIN, height + 2 * _MARGIN),
        title=f"{type(subject).__name__}, {counted(len(moves), 'move')} possible",
        cells=tuple(cells),
    )


def move_names(subject: Any, state: Any = None) -> list[str]:
    """What can be done in a position, as people write it."""
    at = subject if state is None else subject.at(state)
    return [move.text for move in at.legal_moves()][:MOST_MOVES]


def _table(rows: list[tuple[str, str]]) -> Iterator[Cell]:
    for number, (name, value) in enumerate(rows):
        top = number * _ROW
        shown = value if len(value) <= _LETTERS else f"{value[: _LETTERS - 1]}…"
        yield Cell(
            f"field {name}",
            f"{name}: {value}",
            number,
            0,
            Shape("rect", (0, top, _NAME + _VALUE, _ROW, 0), "field"),
            (
                Shape("text", (_NAME / 2, top + _ROW / 2, _SIZE), "note", name),
                Shape("text", (_NAME + _VALUE / 2, top + _ROW / 2, _SIZE), "glyph bare", shown),
            ),
        )


def _moves(moves: list[str], above: int) -> Iterator[Cell]:
    for number, text in enumerate(moves):
        top = (above + number) * _ROW
        yield Cell(
            f"move {text}",
            f"move {text}",
            above + number,
            0,
            Shape("rect", (_NAME, top + 3, _VALUE, _ROW - 6, 8), "field"),
            (Shape("text", (_NAME + _VALUE / 2, top + _ROW / 2, _SIZE), "glyph bare", text),),
        )
