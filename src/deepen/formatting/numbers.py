"""Numbers, times and sizes as people read them."""

from __future__ import annotations

from collections.abc import Sequence

NOTHING = "\N{EN DASH}"
"""Stands where there is no number."""
_WHOLE = 10_000  # up to here, every digit


def in_bytes(count: float) -> str:
    """A size as people read it: 1.5 GiB."""
    for size, unit in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count:.0f} bytes"


def rounded(count: float) -> str:
    """A large number as people say it: 3.8 million."""
    for size, name in ((1e9, " billion"), (1e6, " million"), (1e3, " thousand")):
        if count >= size:
            return f"{count / size:.1f}{name}"
    return f"{count:.0f}"


def short(number: float) -> str:
    """A number in at most five characters: 9999, 12.3k, 4.56M."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= max(size, _WHOLE):
            return f"{number / size:.3g}{unit}"
    return str(number) if isinstance(number, int) else f"{number:.3g}"


def counted(count: int, noun: str) -> str:
    """A number and its noun."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def in_seconds(seconds: float) -> str:
    """A time as people read it: 0.4 ms, 2.15 s."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def sentence(words: str) -> str:
    """With a capital and a full stop."""
    return f"{words[0].upper()}{words[1:]}."


def joined(texts: Sequence[str]) -> str:
    """Moves one after the other; with commas where a move itself has blanks."""
    return (", " if any(len(text.split()) > 1 for text in texts) else " ").join(texts)
