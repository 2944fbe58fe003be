"""`deepen hint`: one move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import typer

import deepen
from deepen._spelling import line_names
from deepen.analysis import Analysis
from deepen.cli.examples import or_example
from deepen.cli.exit_codes import exit_code
from deepen.cli.kinds import load
from deepen.cli.options import Game, Input, Json, either
from deepen.cli.printing import emit, emit_json, in_colour, note
from deepen.cli.reading import read_puzzle, seconds
from deepen.cli.status_line import StatusLine
from deepen.cli.watching import watched
from deepen.errors import UsageError
from deepen.formatting import solution as solution_text
from deepen.formatting import value as value_text
from deepen.formatting.numbers import sentence
from deepen.formatting.progress import of_analysis
from deepen.search.limits import Limits
from deepen.search.options import SearchOptions
from deepen.verbs.play import DEFAULT_PROGRAM

PUZZLE_SECONDS = 10.0


def run(
    game: Game,
    input: Input = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            parser=seconds,
            metavar="SECONDS",
            help="To think; 10 for a puzzle and 2 for a game unless told.",
        ),
    ] = None,
    json: Json = False,
    plain: Annotated[bool, typer.Option("--plain", help="Only the move.")] = False,
) -> int:
    """\b
    deepen hint tiles '1 2 0 3 4 5 6 7 8'
    deepen hint connect4 44444326 --time-limit 10

    Tell one move. Of a puzzle the first of a shortest solution, and how long that is; of a game
    the best that is found in time, and what it is worth to the player to move.

    Exit codes: 0 the move is proven to be best, or there is none to make, 2 bad input or usage,
    3 a limit was hit first (a game has its best move so far), 130 interrupted.
    """
    either(json, plain)
    package = load(game)
    subject = read_puzzle(package, or_example(package, "hint", input))
    hint = (_of_a_game if package.PLAYERS == 2 else _of_a_puzzle)(package, subject, time_limit)
    if json:
        emit_json(
            "deepen hint 1",
            {"game": package.NAME, "move": hint.move, "status": hint.status, **hint.facts},
        )
    elif plain:
        _print_plain(hint)
    else:
        emit(_for_people(hint))
    return exit_code(hint.status)


@dataclass(frozen=True)
class Hint:
    """A move, or none, and what a search knows of it.

    Attributes:
        status: of the search.
        verdict: the outcome in words.
        facts: what programs may want to know besides; its keys are a contract.
        picture: draws the board after the move, in rich's markup.
        name: what people call the move, if that is not its text.
        more: a sentence on what would tell more than a guess.
    """

    move: str | None
    status: str
    verdict: str
    facts: dict[str, Any]
    picture: Callable[[], str]
    name: str = ""
    more: str = ""


def _for_people(hint: Hint) -> str:
    if hint.move is None:
        return sentence(hint.verdict)
    move = (hint.name or hint.move).rstrip(".")  # some games write a move as a sentence
    more = f" {hint.more}" if hint.more else ""
    return f"Try {move}: {hint.verdict}.{more}\n\n{in_colour(hint.picture())}"


def _print_plain(hint: Hint) -> None:
    if hint.move is not None:
        emit(hint.move)
    if hint.move is None or exit_code(hint.status):
        note(hint.verdict)


# Puzzles


def _of_a_puzzle(package: Any, puzzle: Any, time_limit: float | None) -> Hint:
    limit = PUZZLE_SECONDS if time_limit is None else time_limit
    solution = watched(puzzle, SearchOptions(), Limits(time=limit))
    return Hint(
        str(solution.actions[0]) if solution.actions else None,
        solution.status,
        solution_text.describe_outcome(solution),
        {
            "cost": solution.cost,
            "lower_bound": solution.lower_bound,
            "optimal": solution.optimal,
            "seconds": solution.seconds,
        },
        lambda: package.draw(puzzle.at(solution.states[1]), markup=True),
    )


# Games


def _of_a_game(package: Any, position: Any, time_limit: float | None) -> Hint:
    if time_limit == 0:
        raise UsageError("--time-limit is 0, and to find a move of a game takes some time")
    program = DEFAULT_PROGRAM if time_limit is None else deepen.Program(time=time_limit)
    analysis = _analysis(position, program)
    move = analysis.best_moves[0] if analysis.best_moves else None
    keys = (
        *("value", "exact", "lower_bound", "upper_bound", "depth", "best_moves", "seconds"),
        *("outcome", "distance"),
    )
    return Hint(
        move,
        analysis.status,
        value_text.impression(analysis, "you"),
        {key: getattr(analysis, key) for key in keys},
        lambda: package.draw(_after(position, move), markup=True),
        "" if move is None else line_names(position, [move])[0],
        value_text.what_helps(analysis),
    )


def _analysis(position: Any, program: deepen.Program) -> Analysis:
    with StatusLine(of_analysis) as line:
        try:
            if not position.legal_moves():
                return deepen.analyse(position)  # which says that the game is over
            return program.choose(position, on_progress=line.listener).analysis
        except deepen.Interrupted as stopped:
            analysis: Analysis = stopped.partial
            return analysis


def _after(position: Any, text: str | None) -> Any:
    return position.after(next(move for move in position.legal_moves() if move.text == text))
