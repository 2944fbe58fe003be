"""What a search says to the shell."""

from __future__ import annotations

from deepen import cli


def exit_code(status: str) -> int:
    """What a status of a search means to the shell."""
    if status in ("solved", "unsolvable"):
        return cli.ANSWERED
    return cli.INTERRUPTED if status == "interrupted" else cli.LIMITED
