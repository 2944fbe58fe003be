"""How games end that their rules do not end: by repetition, or by their length; in words."""

from __future__ import annotations

from collections.abc import Sequence

from deepen.game import Playable

REPETITION, MOVE_LIMIT = "repetition", "move-limit"
"""Why a game is over, as results have it."""


def reason_in_words(game: Playable, names: Sequence[str], score: int, reason: str) -> str:
    """How a game ended that its rules do not end: by repetition, or by its length.

    `score`: points that the first of the two who have these names is ahead.
    """
    if is_lost_by_repetition(game, reason):
        return f"{names[score > 0]} loses by repetition"
    ended = f"{names[score < 0]} wins by {abs(score):,}" if score else "a draw"
    return f"{ended}{cause(game, reason, tied=score == 0)}"


def is_lost_by_repetition(game: Playable, reason: str | None) -> bool:
    """Whether somebody has lost by bringing a position back."""
    return reason == REPETITION and game.repetition == "loss"


def cause(game: Playable, reason: str | None, *, tied: bool) -> str:
    """What follows after `a draw` or `White wins by 3`; nothing where the rules ended the game."""
    if reason is None:
        return ""
    if reason == MOVE_LIMIT:
        limit = game.move_limit or 0
        return f": {limit:,} move{' was' if limit == 1 else 's were'} made"
    if game.repetition == "forbidden":
        return ": every move would repeat a position"
    return " by repetition" if tied else ", ended by repetition"
