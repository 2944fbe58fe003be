"""Lines no wider than the terminal, and not too many of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from textwrap import fill
from typing import Any

WIDEST = 80
_NARROWEST = 20
_GLUE = "\N{NO-BREAK SPACE}"


def width() -> int:
    """Of a line: the terminal's, but no more than is read with ease."""
    return max(_NARROWEST, min(get_terminal_size().columns, WIDEST))


def filled(text: str, room: int, first: str = "", rest: str = "") -> str:
    """Text in lines of that width, the first after one indent and the others after another."""
    lines = fill(text, room, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return lines.replace(_GLUE, " ")


def unbroken(texts: Iterable[str]) -> list[str]:
    """Texts that `filled` ends no line inside of, but for long ones."""
    return [text.replace(" ", _GLUE) if len(text) <= _NARROWEST else text for text in texts]


def listed(items: Sequence[Any], room: int, most: int, hint: str = "") -> str:
    """The first of them, wrapped; one a line where they are sentences."""
    shown = [str(item) for item in items[:most]]
    hidden = len(items) - most
    more = [f"... and {hidden:,} more{hint}"] if hidden > 0 else []
    if are_sentences(items):
        return "\n".join([f"{i:>4}. {text}" for i, text in enumerate(shown, 1)] + _indented(more))
    return filled(" ".join(text.replace(" ", _GLUE) for text in shown + more), room, "  ", "  ")


def _indented(texts: list[str]) -> list[str]:
    return [f"      {text}" for text in texts]


def are_sentences(items: Sequence[Any]) -> bool:
    """Whether they are too long to stand side by side."""
    return any(isinstance(item, str) and " " in item for item in items)
