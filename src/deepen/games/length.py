"""How long the text of a board may be, whoever it comes from: checked before anything is read."""

from __future__ import annotations

from deepen.errors import InputError

MOST_TEXT = 5_000
"""Characters. The longest that a game itself writes is a Hashi board of 1,024 cells with all its
moves, some 4,000; a test holds that."""


def check_length(text: str) -> None:
    """Raises an `InputError` where a text is too long to be a board."""
    if len(text) > MOST_TEXT:
        raise InputError(
            f"the text has {len(text):,} characters; a board has {MOST_TEXT:,} at the most"
        )
