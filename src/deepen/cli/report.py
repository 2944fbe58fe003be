"""An answer for people."""

from __future__ import annotations

from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from deepen.cli.printing import WIDTH, rendered
from deepen.formatting.lines import listed
from deepen.formatting.numbers import in_bytes, in_seconds, rounded, sentence
from deepen.formatting.solution import counts, describe_outcome
from deepen.games.protocol import HasDrawing
from deepen.solution import Solution

MOST_MOVES = 200
MOST_REPLAY_LINES = 30
_GAP = 2
_LONG_ENOUGH = 0.01  # seconds; below that a rate says nothing
_STYLES = {"solved": "bold green", "unsolvable": "bold yellow"}


def report(game: HasDrawing[Any], puzzle: Any, solution: Solution) -> str:
    """The board, the verdict, the moves, the boards along the way if few, the statistics."""
    board = _painted(game, puzzle, puzzle.start)
    parts: list[RenderableType] = [
        board,
        "",
        Text(sentence(describe_outcome(solution)), _STYLES.get(solution.status, "bold red")),
    ]
    if solution.actions:
        hint = " (--plain prints all)"
        parts.append(Text(listed(solution.actions, WIDTH, MOST_MOVES, hint)))
    if _fits_a_screen(board, len(solution.actions)):
        parts.append(Columns(replay(game, puzzle, solution, _width(board)), padding=(0, _GAP)))
    return rendered(*parts, "", Text(statistics(solution), "dim"))


def _fits_a_screen(board: Text, count: int) -> bool:
    """Whether so many boards of that size are worth showing, and not too many."""
    a_row = max(1, (WIDTH + _GAP) // (_width(board) + _GAP))
    rows = -(-count // a_row)
    return 0 < rows * (len(board.split()) + 2) <= MOST_REPLAY_LINES


def _width(board: Text) -> int:
    return max(map(len, board.split()))


def replay(game: HasDrawing[Any], puzzle: Any, solution: Solution, width: int) -> list[Text]:
    """The board after each action, all so wide."""
    return [
        Text.assemble((f"\n{_caption(i, action, width)}\n", "bold"), _painted(game, puzzle, state))
        for i, (action, state) in enumerate(
            zip(solution.actions, solution.states[1:], strict=True), 1
        )
    ]


def _caption(number: int, action: Any, width: int) -> str:
    """The number of an action, and the action itself if that is no wider than the picture."""
    both = f"{number}. {action}"
    return both if len(both) <= width else f"{number}."


def _painted(game: HasDrawing[Any], puzzle: Any, state: Any) -> Text:
    return Text.from_markup(game.draw(puzzle.at(state), markup=True))


def statistics(solution: Solution) -> str:
    """What the search was and what it did, in two lines."""
    guide = "no heuristic" if solution.heuristic == "zero" else solution.heuristic
    effort = [in_seconds(solution.seconds), in_bytes(solution.peak_bytes)]
    if solution.seconds >= _LONG_ENOUGH:
        effort.append(f"{rounded(solution.generated / solution.seconds)} states/s")
    return f"{solution.algorithm} with {guide}: {', '.join(effort)}\n{counts(solution)}"
