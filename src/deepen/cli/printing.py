"""Ways to standard output and standard error that never end in a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

WIDTH = 80


def emit(text: str) -> None:
    """Prints to standard output. A reader that has gone away, as `head` does, is no error."""
    _write(sys.stdout, text)


def note(text: str) -> None:
    """Prints a remark to standard error."""
    _write(sys.stderr, text)


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None:  # closed by whoever started us
        return
    try:
        encoding = stream.encoding or "utf-8"
        stream.write(f"{text}\n".encode(encoding, "replace").decode(encoding))
        stream.flush()
    except OSError as error:
        # What is left in the buffer would fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


def console(stream: TextIO | None) -> Console:
    """A console of at most 80 columns; styled only on a terminal, and not where NO_COLOR is set."""
    from rich.console import Console

    styled = not os.environ.get("NO_COLOR")
    terminal = Console(
        file=stream, color_system="auto" if styled else None, highlight=False, emoji=False
    )
    terminal.width = min(terminal.width, WIDTH)
    return terminal


def rendered(*parts: RenderableType) -> str:
    """Parts one below the other, as text for standard output."""
    terminal = console(sys.stdout)
    with terminal.capture() as captured:
        for part in parts:
            terminal.print(part)
    return "\n".join(line.rstrip() for line in captured.get().rstrip().split("\n"))


def in_colour(markup: str) -> str:
    """A picture in rich's markup, as text for standard output."""
    from rich.text import Text

    return rendered(Text.from_markup(markup))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether people are watching."""
    return stream is not None and stream.isatty()


@contextmanager
def progress_bar(doing: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, if that is a terminal; gives what shows how many of all are done."""
    if not is_terminal(sys.stderr):
        yield lambda done, total: None
        return
    from rich.progress import Progress

    with Progress(console=console(sys.stderr), transient=True) as progress:
        task = progress.add_task(doing, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


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
    return (", " if any(" " in text for text in texts) else " ").join(texts)
