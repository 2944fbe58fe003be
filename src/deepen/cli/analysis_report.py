"""An analysis for people."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from deepen._spelling import line_names, move_names
from deepen.analysis import TABLE_NAME, Analysis, MoveValue
from deepen.cli.printing import rendered
from deepen.formatting.analysis import counts
from deepen.formatting.numbers import in_bytes, in_seconds, joined, rounded, sentence
from deepen.formatting.value import (
    colour,
    describe_value,
    ended_by,
    known,
    ranked,
    value_or_unknown,
)
from deepen.games.protocol import AnyPackage, HasSides

_LONG_ENOUGH = 0.01  # seconds; below that a rate says nothing


def report(package: AnyPackage, position: Any, analysis: Analysis) -> str:
    """The board, what it is worth, the moves by their value, the line, the statistics."""
    style = "bold" if analysis.value is None else f"bold {colour(analysis.value)}"
    said = sentence(describe_value(analysis, mover(package, position)))
    parts: list[RenderableType] = [
        Text.from_markup(package.draw(position, markup=True)),
        "",
        Text(said, style),
    ]
    if ended_by(analysis):
        parts.append(Text(ended_by(analysis)))
    if analysis.moves:
        parts += ["", moves_table(position, analysis)]
    if analysis.line:
        line = joined(line_names(position, analysis.line))
        parts += ["", Text(f"Best play: {line}")]
    return rendered(*parts, "", Text(statistics(analysis), "dim"))


def mover(package: AnyPackage, position: Any) -> str:
    """The player to move, with its sign in the picture where it has one."""
    sign = f" ({package.SIDES[position.to_move]})" if isinstance(package, HasSides) else ""
    return f"the player to move{sign}"


def moves_table(position: Any, analysis: Analysis) -> Table:
    """The moves, best first; those of one value in one row."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("known", no_wrap=True)
    table.add_column("moves")
    for moves in ranked(analysis):
        texts = joined(move_names(position, moves))
        table.add_row(_value(moves[0], analysis), known(moves[0], analysis), Text(texts))
    return table


def _value(move: MoveValue, analysis: Analysis) -> Text:
    style = "dim" if move.value is None else f"bold {colour(move.value)}"
    return Text(value_or_unknown(move, analysis), style)


def statistics(analysis: Analysis) -> str:
    """What the search did, in two lines."""
    effort = [in_seconds(analysis.seconds), in_bytes(analysis.peak_bytes)]
    if analysis.seconds >= _LONG_ENOUGH and analysis.algorithm != TABLE_NAME:
        effort.append(f"{rounded(analysis.nodes / analysis.seconds)} positions/s")
    return f"{analysis.algorithm}: {', '.join(effort)}\n{counts(analysis)}"
