"""What deepen says to the shell by its exit code."""

from __future__ import annotations

ANSWERED, DEFECT, MISUSED, LIMITED, INTERRUPTED = 0, 1, 2, 3, 130
REFUTED = 1  # of `deepen audit` and `check`, whose answers have two sides


def exit_code(status: str) -> int:
    """What a status of a search means to the shell."""
    if status in ("solved", "unsolvable", "complete"):
        return ANSWERED
    return INTERRUPTED if status == "interrupted" else LIMITED
