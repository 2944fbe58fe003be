"""Characters that a stream has: decided here, for everything that is printed.

Boards, bars and marks are drawn with all of Unicode, and replaced on their way out, one character
by one: where somebody asks for ASCII, and where the encoding of a stream lacks one of them.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any, TextIO, cast

VARIABLE = "DEEPEN_ASCII"
"""The environment variable that asks for ASCII, unless it is empty or 0."""

DRAWN = "●○◉◆◇■·─│═║┌┬┐├┼┤└┴┘━╸╺█▉▊▋▌▍▎▏…≤≥×∞"
_PLAIN = "XO@xo#.-|=H+++++++++---#:::::::~<>x?"
_TO_PLAIN = str.maketrans(DRAWN, _PLAIN)


def ask_for_ascii() -> None:
    """From now on nothing else is printed, also by processes that this one starts."""
    os.environ[VARIABLE] = "1"


def is_ascii_wanted() -> bool:
    """Whether somebody asked for it."""
    return os.environ.get(VARIABLE, "") not in ("", "0")


def fitted(text: str, stream: TextIO) -> str:
    """The text in characters of the stream; what has no likeness there is spelled as an escape."""
    encoding = "ascii" if is_ascii_wanted() else stream.encoding or "utf-8"
    if not _can_draw(encoding):
        text = text.translate(_TO_PLAIN)
    return text.encode(encoding, "backslashreplace").decode(encoding)


@cache
def _can_draw(encoding: str) -> bool:
    try:
        DRAWN.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


class FittedStream:
    """A stream on which nothing can be written that it lacks."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes the text, fitted."""
        return self._stream.write(fitted(text, self._stream))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def fitting(stream: TextIO) -> TextIO:
    """The stream, such that everything fits."""
    return cast(TextIO, FittedStream(stream))
