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
_CAPTION = 20  # so wide a board may become for what stands above it
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
    if captions := _captions(board, solution):
        parts.append(Columns(replay(game, puzzle, solution, captions), padding=(0, _GAP)))
    return rendered(*parts, "", Text(statistics(solution), "dim"))


def _captions(board: Text, solution: Solution) -> list[str]:
    """What stands above the boards along the way: numbers and actions, or where these take too
    much room the numbers of all; nothing if the boards do not fit a screen."""
    numbers = [f"{i}." for i in range(1, len(solution.actions) + 1)]
    whole = [f"{i} {action}" for i, action in zip(numbers, solution.actions, strict=True)]
    lines = board.split()
    narrowest = max(map(len, lines))
    for captions, widest in ((whole, max(narrowest, _CAPTION)), (numbers, WIDTH)):
        width = max([narrowest, *map(len, captions)])
        if width <= widest and _fits_a_screen(width, len(lines), len(captions)):
            return captions
    return []


def _fits_a_screen(width: int, height: int, count: int) -> bool:
    """Whether so many boards of that size are worth showing, and not too many."""
    a_row = max(1, (WIDTH + _GAP) // (width + _GAP))
    rows = -(-count // a_row)
    return 0 < rows * (height + 2) <= MOST_REPLAY_LINES


def replay(
    game: HasDrawing[Any], puzzle: Any, solution: Solution, captions: list[str]
) -> list[Text]:
    """The board after each action."""
    return [
        Text.assemble((f"\n{caption}\n", "bold"), _painted(game, puzzle, state))
        for caption, state in zip(captions, solution.states[1:], strict=True)
    ]


def _painted(game: HasDrawing[Any], puzzle: Any, state: Any) -> Text:
    return Text.from_markup(game.draw(puzzle.at(state), markup=True))


def statistics(solution: Solution) -> str:
    """What the search was and what it did, in two lines."""
    guide = "no heuristic" if solution.heuristic == "zero" else solution.heuristic
    effort = [in_seconds(solution.seconds), in_bytes(solution.peak_bytes)]
    if solution.seconds >= _LONG_ENOUGH:
        effort.append(f"{rounded(solution.generated / solution.seconds)} states/s")
    return f"{solution.algorithm} with {guide}: {', '.join(effort)}\n{counts(solution)}"
