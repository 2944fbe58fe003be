"""What an analysis of a position found, in some lines."""

from __future__ import annotations

from deepen.analysis import TABLE_NAME, Analysis, MoveValue
from deepen.formatting.lines import filled, unbroken, width
from deepen.formatting.numbers import counted, joined, sentence
from deepen.formatting.subject import state_in_lines
from deepen.formatting.value import (
    describe_value,
    ended_by,
    known,
    outlook,
    ranked,
    value_or_unknown,
)

_MOST_VALUES = 8
_MOST_MOVES = 60


def verdict(analysis: Analysis) -> str:
    """What the position is worth, as a sentence; how the game will end, where it is known."""
    game = analysis.subject
    said = describe_value(analysis) if game is None else outlook(analysis, game, game.players)
    return sentence(said)


def counts(analysis: Analysis) -> str:
    """How much was looked at, or how much the table knows."""
    if analysis.algorithm == TABLE_NAME:
        return counted(analysis.nodes, "position")
    return f"{counted(analysis.nodes, 'position')}, {analysis.table_hits:,} known from the table"


def analysis_in_lines(analysis: Analysis) -> str:
    """The verdict, the moves by their value, best play, the position, the counts.

    No times: equal searches are printed alike.
    """
    room = width()
    best = first_moves(unbroken(analysis.line))
    lines = [
        filled(verdict(analysis), room),
        ended_by(analysis),
        *_values(analysis, room),
        filled(f"Best play: {best}", room, rest="  ") if best else "",
        state_in_lines("state", analysis.subject.start, room) if analysis.subject else "",
        f"{analysis.algorithm}: {counts(analysis)}",
    ]
    return "\n".join(line for line in lines if line)


def first_moves(moves: list[str]) -> str:
    """One after the other, cut after many."""
    hidden = len(moves) - _MOST_MOVES
    return joined(moves[:_MOST_MOVES]) + (f" ... and {hidden:,} more" if hidden > 0 else "")


def _values(analysis: Analysis, room: int) -> list[str]:
    """A line for the moves of one value, best first."""
    groups = ranked(analysis)
    heads = [(value_or_unknown(moves[0], analysis), known(moves[0], analysis)) for moves in groups]
    wide = [max((len(head[i]) for head in heads), default=0) for i in (0, 1)]
    lines = [
        _row(f"  {value:>{wide[0]}}  {how:<{wide[1]}}  ", moves, room)
        for (value, how), moves in zip(heads[:_MOST_VALUES], groups, strict=False)
    ]
    hidden = sum(map(len, groups[_MOST_VALUES:]))
    return lines + ([f"  ... and {hidden:,} more"] if hidden else [])


def _row(head: str, moves: list[MoveValue], room: int) -> str:
    texts = unbroken([move.text for move in moves])
    return filled(first_moves(texts), room, head, " " * len(head))
