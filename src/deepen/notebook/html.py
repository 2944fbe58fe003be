"""Puzzles, games and what was found of them as HTML for a notebook.

Colours come with a sign or a word, and text takes the notebook's own colour, so that all of it can
be read on light and dark pages, and where a viewer strips styles. Pictures are embedded as images:
viewers that distrust a notebook let those pass, and names inside one cannot clash with another's.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from deepen.analysis import Analysis, MoveValue
from deepen.formatting.analysis import verdict
from deepen.formatting.mixins import draws_itself
from deepen.formatting.numbers import counted, in_bytes, in_seconds, joined, sentence
from deepen.formatting.solution import describe_outcome
from deepen.formatting.states import state_in_words
from deepen.formatting.subject import purpose, remarks
from deepen.formatting.value import (
    best_first,
    ended_by,
    known,
    spelled_out,
    tendency,
)
from deepen.notebook.mixins import has_picture
from deepen.solution import Solution

MOST_CHARACTERS = 2000
MOST_MOVES = 60
FIRST_BOARDS = 6
STRIP_WIDTH = 150

# See-through, so that they suit any page: better for the mover, even, worse.
_BETTER, _EVEN, _WORSE = "rgba(46,160,67,.3)", "rgba(128,128,128,.2)", "rgba(218,54,51,.3)"
_LEFT = "text-align:left"
_XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


# A puzzle or game without a picture


def box(subject: Any) -> str:
    """What is known of any puzzle or game: its name and purpose, how it stands, its heuristics."""
    kind = type(subject)
    said = purpose(subject)
    parts = [
        f"<p><strong>{escape(kind.__name__)}</strong></p>",
        _paragraph(said),
        f'<pre style="{_LEFT};font-family:monospace">{escape(_cut(_standing(subject)))}</pre>',
        *(_paragraph(line) for line in remarks(subject)),
    ]
    return _framed(parts)


def _standing(subject: Any) -> str:
    """As it draws itself with `str`, if it does; else its state."""
    return str(subject) if draws_itself(subject) else f"state: {state_in_words(subject.start)}"


# A solution


def solution_html(solution: Solution) -> str:
    """The verdict, the board with the way or the boards along it, the moves, the figures."""
    return _framed(
        [
            _headline(sentence(describe_outcome(solution))),
            _way(solution),
            _moves(solution.actions),
            _table([_figures(solution)]),
        ]
    )


def _way(solution: Solution) -> str:
    puzzle = solution.subject
    if puzzle is None:
        return ""
    if solution.solved and hasattr(puzzle, "svg_of"):
        return _picture(puzzle, puzzle.svg_of(solution))
    if not has_picture(puzzle):
        return ""
    if not solution.actions:
        return _picture(puzzle, puzzle._repr_svg_())
    return _strip(solution)


def _strip(solution: Solution) -> str:
    """The first boards on the way and the last one."""
    last = len(solution.actions)
    shown = [step for step in range(last + 1) if step < FIRST_BOARDS or step == last]
    boards = [_board_after(solution, step) for step in shown]
    hidden = last + 1 - len(shown)
    if hidden:
        boards.insert(-1, f"<span>… {counted(hidden, 'board')} …</span>")
    style = "display:flex;flex-wrap:wrap;gap:12px;align-items:center;margin-bottom:1em"
    return f'<div style="{style}">{"".join(boards)}</div>'


def _board_after(solution: Solution, step: int) -> str:
    board = solution.subject.at(solution.states[step])
    said = f"{step}. {solution.actions[step - 1]}" if step else "start"
    picture = _image(board._repr_svg_(), said, f"width:{STRIP_WIDTH}px")
    return f'<figure style="margin:0">{picture}<figcaption>{escape(said)}</figcaption></figure>'


def _moves(actions: Sequence[Any]) -> str:
    """The first of them; one a line where they are sentences."""
    shown = [str(action) for action in actions[:MOST_MOVES]]
    if not shown:
        return ""
    hidden = len(actions) - len(shown)
    rest = f"… and {hidden:,} more" if hidden else ""
    if any(" " in action for action in shown):
        items = "".join(f"<li>{escape(action)}</li>" for action in shown)
        return f'<ol style="{_LEFT}">{items}</ol>{_paragraph(rest) if rest else ""}'
    return _paragraph(f"Moves: {joined([*shown, *([rest] if rest else [])])}")


def _figures(solution: Solution) -> dict[str, str]:
    return {
        "status": solution.status,
        "cost": _number(solution.cost),
        "proven optimal": "yes" if solution.optimal else "no",
        "lower bound": _number(solution.lower_bound),
        "algorithm": solution.algorithm,
        "heuristic": "none" if solution.heuristic == "zero" else solution.heuristic,
        "expanded": _number(solution.expanded),
        "generated": _number(solution.generated),
        "time": in_seconds(solution.seconds),
        "memory": in_bytes(solution.peak_bytes),
    }


# An analysis


def analysis_html(analysis: Analysis) -> str:
    """What the position is worth, the board, the value of every move, best play, the figures."""
    line = [str(move) for move in analysis.line]
    return _framed(
        [
            _headline(verdict(analysis)),
            _paragraph(ended_by(analysis)),
            _position(analysis),
            _values(analysis),
            _paragraph(f"Best play: {_first(line)}" if line else ""),
            _table([_effort(analysis)]),
        ]
    )


def _position(analysis: Analysis) -> str:
    game = analysis.subject
    if game is None:
        return ""
    proven = any(move.exact for move in analysis.moves)  # what is guessed is for the table alone
    if proven and hasattr(game, "svg_of"):
        return _picture(game, game.svg_of(analysis))
    if proven and game.look is not None:
        from deepen.looks.pictures import values  # lazy: start-up

        return _picture(game, values(game, analysis))
    return _picture(game, game._repr_svg_()) if has_picture(game) else ""


def _values(analysis: Analysis) -> str:
    """The moves, best first; those of one value in one row."""
    groups: dict[tuple[str, str], list[str]] = {}
    for move in sorted(analysis.moves, key=best_first):
        groups.setdefault((_value_cell(move, analysis), known(move, analysis)), []).append(
            move.text
        )
    rows = [
        f"<tr>{value}{_cell(known)}{_cell(joined(texts))}</tr>"
        for (value, known), texts in groups.items()
    ]
    head = "".join(f'<th style="{_LEFT}">{name}</th>' for name in ("value", "known", "moves"))
    return _as_table(head, rows) if rows else ""


def _value_cell(move: MoveValue, analysis: Analysis) -> str:
    tint = {1: _BETTER, 0: _EVEN, -1: _WORSE}[tendency(move)]
    return _cell(
        spelled_out(move, analysis), f"text-align:right;font-weight:bold;background:{tint}"
    )


def _effort(analysis: Analysis) -> dict[str, str]:
    return {
        "status": analysis.status,
        "depth": "to the end" if analysis.depth is None else f"{analysis.depth}",
        "algorithm": analysis.algorithm,
        "positions": _number(analysis.nodes),
        "known from the table": _number(analysis.table_hits),
        "time": in_seconds(analysis.seconds),
        "memory": in_bytes(analysis.peak_bytes),
    }


# The parts


def _framed(parts: Iterable[str]) -> str:
    return f"<div>{''.join(parts)}</div>"


def _headline(text: str) -> str:
    return f"<p><strong>{escape(text)}</strong></p>"


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>" if text else ""


def _table(rows: Sequence[dict[str, str]]) -> str:
    head = "".join(f'<th style="{_LEFT}">{escape(name)}</th>' for name in rows[0])
    return _as_table(head, [f"<tr>{''.join(map(_cell, row.values()))}</tr>" for row in rows])


def _as_table(head: str, rows: Iterable[str]) -> str:
    body = "".join(rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(text: str, style: str = _LEFT) -> str:
    return f'<td style="{style}">{escape(text)}</td>'


def _picture(subject: Any, svg: str) -> str:
    return f"<p>{_image(svg, type(subject).__name__)}</p>"


def _image(svg: str, otherwise: str, style: str = "max-width:100%") -> str:
    """A picture that stands alone; its title, or else some words, for those who cannot see it."""
    if _XMLNS not in svg:  # needed outside a page, and easily forgotten
        svg = svg.replace("<svg", f"<svg {_XMLNS}", 1)
    title = _TITLE.search(svg)
    alt = title[1].replace('"', "&quot;") if title else escape(otherwise)
    data = b64encode(svg.encode()).decode()
    return f'<img style="{style}" alt="{alt}" src="data:image/svg+xml;base64,{data}">'


def _number(value: int | None) -> str:
    return "none" if value is None else f"{value:,}"


def _first(moves: Sequence[str]) -> str:
    shown = joined(moves[:MOST_MOVES])
    hidden = len(moves) - MOST_MOVES
    return f"{shown} … and {hidden:,} more" if hidden > 0 else shown


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]} …"
