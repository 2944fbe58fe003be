"""What positions and moves are worth, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from deepen.analysis import (
    DRAW_NAME,
    OUTCOME_NAMES,
    PATH_DEPENDENT,
    REPEATS,
    Analysis,
    MoveValue,
)
from deepen.endings import reason_in_words
from deepen.formatting.numbers import counted
from deepen.game import Playable, has_outcome
from deepen.rules import DRAW


def signed(value: int) -> str:
    """A value with its sign: +4, 0, -3."""
    return f"{value:+,}" if value else "0"


def colour(value: int) -> str:
    """Of a value: green is good for the player to move."""
    return "green" if value > 0 else "red" if value < 0 else "yellow"


def describe_value(analysis: Analysis, mover: str = "the player to move") -> str:
    """What a position is worth to its mover, how sure that is, and what is proven."""
    if analysis.exact or analysis.is_over or analysis.status == PATH_DEPENDENT:
        return impression(analysis, mover)
    low, high = analysis.lower_bound, analysis.upper_bound
    proven = _proven_outcome(low, high) if _is_won_or_lost(analysis) else _proven(low, high)
    if analysis.status == "solved":  # the question was on which side of 0 it lies
        return proven
    return f"{impression(analysis, mover)}, {proven}"


def impression(analysis: Analysis, mover: str) -> str:
    """The same in a few words."""
    is_won_or_lost = _is_won_or_lost(analysis)
    if analysis.is_over:
        return f"the game is over: {_won(analysis)}" if is_won_or_lost else "the game is over"
    if analysis.value is None:
        by_path = analysis.status == PATH_DEPENDENT
        return "not decided by the position alone" if by_path else "not known yet"
    if is_won_or_lost and analysis.exact:
        return f"{_won(analysis)}, proven"
    if is_won_or_lost:
        seen = OUTCOME_NAMES[analysis.value]
        return f"looks like a {seen} for {mover} at depth {analysis.depth}"
    if analysis.exact:
        return f"worth {signed(analysis.value)} to {mover}, proven"
    return f"looks like {signed(analysis.value)} to {mover} at depth {analysis.depth}"


def _is_won_or_lost(analysis: Analysis) -> bool:
    """Whether it is of a game that is won, drawn or lost, as far as that is known."""
    return analysis.subject is not None and has_outcome(analysis.subject)


def _won(analysis: Analysis) -> str:
    if analysis.winner == DRAW_NAME:
        return "a draw by repetition" if analysis.repeats else "a draw"
    return f"{analysis.winner} wins{_pace(analysis)}"


def _pace(analysis: Analysis) -> str:
    """In how many moves of the winner, and how many plies that takes, where it is known."""
    if not analysis.distance:
        return ""
    if analysis.winner_moves is None:
        return f" in {plies(analysis.distance)}"
    own = f" in {counted(analysis.winner_moves, 'move')}"
    return (
        own if analysis.winner_moves == analysis.distance else f"{own} ({plies(analysis.distance)})"
    )


def plies(count: int) -> str:
    """Moves, those of both players counted."""
    return f"{count:,} {'ply' if count == 1 else 'plies'}"


def _proven_outcome(low: int | None, high: int | None) -> str:
    if low is not None and low >= DRAW:
        return "proven at least a draw"
    return "proven at most a draw" if high is not None and high <= DRAW else "nothing proven"


def outlook(analysis: Analysis, game: Playable, names: Sequence[str]) -> str:
    """How a game will end, score included, where that is proven; else what it looks like.

    `names` are those of the first and the second player.
    """
    mover = names[game.to_move]
    before = game.score if game.to_move == 0 else -game.score
    if analysis.is_over or analysis.value is None or has_outcome(game):
        return describe_value(analysis, mover)
    if not analysis.exact:
        return f"{describe_value(analysis, mover)}{f'; {signed(before)} so far' if before else ''}"
    said = f"proven {_result(before + analysis.value)} for {mover}, who is to move"
    if before:
        said += f": {signed(analysis.value)} from here on, {signed(before)} so far"
    return said


def _result(total: int) -> str:
    return f"{'win' if total > 0 else 'loss'} by {abs(total):,}" if total else "tie"


def standing(
    game: Playable, names: Sequence[str], *, over: bool, score: int = 0, reason: str | None = None
) -> str:
    """Whose turn it is and who leads, or how the game ended.

    `reason` and `score` are those of a game that its rules do not end.
    """
    if reason is not None:
        return f"Over: {reason_in_words(game, names, score, reason)}"
    if has_outcome(game):
        return _outcome_so_far(game, names, over)
    leader, points = names[game.score < 0], f"{abs(game.score):,}"
    if over:
        return f"Over: {f'{leader} wins by {points}' if game.score else 'a tie'}"
    lead = f", {leader} leads by {points}" if game.score else ""
    return f"{names[game.to_move]} to move{lead}"


def _outcome_so_far(game: Playable, names: Sequence[str], over: bool) -> str:
    """The same of a game that is won, drawn or lost."""
    if not over:
        return f"{names[game.to_move]} to move"
    decided = game.decided()
    if not decided:
        return "Over: a draw"
    return f"Over: {names[game.to_move if decided > 0 else 1 - game.to_move]} wins"


def _proven(low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return "nothing proven"
    return f"proven {between(low, high)}"


def between(low: int | None, high: int | None) -> str:
    """Bounds of a value."""
    if low is None:
        return "unknown" if high is None else f"at most {signed(high)}"
    return (
        f"at least {signed(low)}" if high is None else f"between {signed(low)} and {signed(high)}"
    )


def ended_by(analysis: Analysis) -> str:
    """Which limit came first, as a sentence; nothing where none did."""
    if analysis.exact or analysis.status == "solved":
        return ""
    if analysis.status == PATH_DEPENDENT:
        return _of_path(analysis.subject)
    if analysis.status == "interrupted":
        said = "Interrupted."
    elif analysis.status == REPEATS:
        longest = f"{analysis.depth:,} moves"
        said = f"Positions repeat, or the game is longer than {longest}: the search met no end."
    else:
        said = f"The {analysis.status.replace('-', ' ')} was hit first."
    return " ".join(filter(None, (said, what_helps(analysis))))


def _of_path(game: Any) -> str:
    limit = getattr(game, "move_limit", None)
    if limit is None or game.repetition != "draw":
        return "It depends on the path of play, since positions must not repeat."
    if not has_outcome(game):
        return f"It depends on how many moves are left, since the game ends after {limit:,}."
    return (
        f"After {counted(limit, 'move')} it is a draw, and it is not known how soon anybody wins: "
        "'deepen tabulate' finds that."
    )


def what_helps(analysis: Analysis) -> str:
    """What is more than a guess where positions repeat and nothing is proven; else nothing."""
    if analysis.exact or not analysis.repeats:
        return ""
    return "Positions can repeat: 'deepen tabulate' finds what each of them is worth."


def best_first(move: MoveValue) -> tuple[float, ...]:
    """Best first: by value, quick wins and slow losses first; those with bounds alone after the
    others; proven before guessed."""
    if move.value is not None:
        return (0, -move.value, not move.exact, *move.pace)
    low = -float("inf") if move.lower_bound is None else move.lower_bound
    high = float("inf") if move.upper_bound is None else move.upper_bound
    return (1, -high, -low)


def ranked(analysis: Analysis) -> list[list[MoveValue]]:
    """The moves, best first; those of one value together."""
    best = sorted(analysis.moves, key=best_first)
    return [list(moves) for _, moves in groupby(best, key=best_first)]


def worth(value: int, analysis: Analysis) -> str:
    """A value as short as it gets: +4, or a win, a draw, a loss."""
    return OUTCOME_NAMES[value] if _is_won_or_lost(analysis) else signed(value)


def value_or_unknown(move: MoveValue, analysis: Analysis) -> str:
    """What a move is worth, proven or seen, and how soon."""
    if move.value is None:
        return "?"
    soon = "" if move.distance is None else f" in {plies(move.distance)}"
    return f"{worth(move.value, analysis)}{soon}"


def known(move: MoveValue, analysis: Analysis) -> str:
    """How sure the value of a move is, or what is proven where there is none."""
    if move.exact:
        return "proven"
    if move.value is not None and analysis.depth is not None:
        return f"depth {analysis.depth}"
    if _is_won_or_lost(analysis):
        return _proven_outcome(move.lower_bound, move.upper_bound).removeprefix("proven ")
    return between(move.lower_bound, move.upper_bound)


def in_signs(move: MoveValue, analysis: Analysis) -> str:
    """What a move is worth, as short as it gets: +4 is proven, ≈+2 was seen, ≥+1 is a bound, and
    "win 3" is a win in three plies."""
    if move.value is not None:
        soon = "" if move.distance is None else f" {move.distance}"
        return f"{'' if move.exact else '≈'}{worth(move.value, analysis)}{soon}"
    if move.lower_bound is not None and move.lower_bound > 0:
        return f"≥{signed(move.lower_bound)}"
    if move.upper_bound is not None and move.upper_bound < 0:
        return f"≤{signed(move.upper_bound)}"
    return "?"


SIGNS = (
    "+ is good for the player to move. ≈ is what the search has seen so far; without it, the value "
    "is proven. Win 3 is a win in three plies, moves of both players counted."
)
"""What `in_signs` means, for people."""


def spelled_out(move: MoveValue, analysis: Analysis) -> str:
    """The same with its units."""
    return in_signs(move, analysis) if move.distance is None else value_or_unknown(move, analysis)


def tendency(move: MoveValue) -> int:
    """1 for a move that is good for the mover, -1 for a bad one, 0 for neither or unknown."""
    low = move.lower_bound if move.value is None else move.value
    high = move.upper_bound if move.value is None else move.value
    if low is not None and low > 0:
        return 1
    return -1 if high is not None and high < 0 else 0
