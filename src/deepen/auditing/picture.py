"""The report of an audit as SVG: the verdict, the board that refutes, a chart of the errors."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from deepen.auditing.report_text import (
    game_headline,
    headline,
    promise_headline,
    table_headline,
    wrong_answer_text,
)
from deepen.drawing.svg import Picture
from deepen.errors import UsageError

if TYPE_CHECKING:
    from deepen.auditing.game_report import GameAuditReport
    from deepen.auditing.promise_report import PromiseReport
    from deepen.auditing.report import AuditReport
    from deepen.auditing.table_report import TableReport

WIDTH, MARGIN = 560.0, 24.0
LINE, CHARACTERS = 20.0, 58
BAR_HEIGHT, MOST_BARS = 18.0, 16
OVER, EXACT, UNDER = "#b8322a", "#23763f", "#8a8378"
_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


def picture(report: AuditReport) -> str:
    """The verdict, the counterexample with its shorter path, and the histogram of h* - h."""
    boards = []
    if report.counterexample is not None:
        boards.append(_board(report.counterexample.puzzle))
    elif report.inconsistency is not None:
        boards.append(_board(report.inconsistency.puzzle))
    words = [headline(report)]
    if report.wrong_answer is not None:
        boards.append(_board(report.wrong_answer.puzzle))
        words.append(f"{wrong_answer_text(report.wrong_answer).splitlines()[0]} (second board).")
    bars = {-gap: count for gap, count in report.histogram.items()}
    return _composed(words, [board for board in boards if board], bars, "h - h*, number of states")


def game_picture(report: GameAuditReport) -> str:
    """The verdict, the counterexample, and the histogram of evaluate - value."""
    found = report.counterexample
    boards = [] if found is None else [_board(found.game)]
    title = "evaluate - value, number of positions"
    return _composed(
        [game_headline(report)], [board for board in boards if board], report.guesses, title
    )


def promise_picture(report: PromiseReport) -> str:
    """The verdict, and the state in which a rule is wrong."""
    found = report.counterexample
    board = None if found is None else _board(found.puzzle)
    return _composed([promise_headline(report)], [board] if board else [], {}, "")


def table_picture(report: TableReport) -> str:
    """The verdict, and a position of which the table is wrong."""
    found = report.counterexample
    board = None if found is None or found.game is None else found.game._repr_svg_()
    return _composed([table_headline(report)], [board] if board else [], {}, "")


def _board(puzzle: Any) -> str | None:
    """The puzzle's own picture, with a solution if it can show one."""
    own: str | None = puzzle._repr_svg_()
    if own is None or puzzle.look is not None:
        return own
    try:
        return str(puzzle.svg("solution"))
    except (UsageError, TypeError):  # it has no such picture, or only one
        return str(puzzle.svg())


def _composed(words: list[str], boards: list[str], bars: dict[int, int], title: str) -> str:
    lines = [line for text in words for line in wrap(text, CHARACTERS)]
    text_end = MARGIN + LINE * len(lines)
    sizes = [_size(board) for board in boards]
    across = max([WIDTH, *(width for width, _ in sizes)])
    board_end = text_end + sum(height for _, height in sizes)
    rows = _rows(bars)
    height = board_end + MARGIN + (LINE + BAR_HEIGHT * len(rows) + MARGIN) * bool(rows)
    drawn = Picture(0.0, 0.0, across, height, words[0], " ".join(words))
    for number, line in enumerate(lines):
        place = MARGIN + LINE * (number + 0.5)
        drawn.text(MARGIN, place, line, 14, text_anchor="start", font_weight="bold")
    top = text_end
    for board, (width, tall) in zip(boards, sizes, strict=True):
        left = (across - width) / 2
        drawn.shapes.append(board.replace("<svg ", f'<svg x="{left:.2f}" y="{top:.2f}" ', 1))
        top += tall
    _chart(drawn, board_end + MARGIN, rows, title)
    return str(drawn)


def _size(board: str) -> tuple[float, float]:
    found = _SIZE.search(board)
    return (float(found[1]), float(found[2])) if found else (WIDTH, WIDTH)


def _rows(bars: dict[int, int]) -> list[tuple[str, int, int]]:
    """A label, the error and how often, the largest first; the far end is summed up in one row."""
    ordered = sorted(bars.items(), reverse=True)
    rows = [(f"{error:+}" if error else "0", error, count) for error, count in ordered]
    if len(rows) <= MOST_BARS:
        return rows
    rest = rows[MOST_BARS - 1 :]
    label, error, _ = rest[0]
    return [*rows[: MOST_BARS - 1], (f"≤ {label}", error, sum(count for _, _, count in rest))]


def _chart(drawn: Picture, top: float, rows: list[tuple[str, int, int]], title: str) -> None:
    if not rows:
        return
    drawn.text(MARGIN, top + LINE / 2, title, 13, text_anchor="start")
    most, left = max(count for _, _, count in rows), 3 * MARGIN
    room = WIDTH - left - 5 * MARGIN
    for number, (label, error, count) in enumerate(rows):
        place = top + LINE + BAR_HEIGHT * number
        colour = OVER if error > 0 else EXACT if error == 0 else UNDER
        length = max(1.0, room * count / most)
        middle = place + BAR_HEIGHT / 2
        drawn.text(left - 8, middle, label, 12, text_anchor="end")
        drawn.add("rect", x=left, y=place + 2, width=length, height=BAR_HEIGHT - 4, fill=colour)
        drawn.text(left + length + 6, middle, f"{count:,}", 12, text_anchor="start")
