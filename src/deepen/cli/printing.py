"""Ways to standard output and standard error that never end in a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from json import dumps
from textwrap import fill
from typing import TYPE_CHECKING, Any, TextIO

from deepen.cli.characters import fitted, fitting
from deepen.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

WIDTH = 80


_answers: list[TextIO] = []  # standard output, while something else has its place


@contextmanager
def only_answers() -> Iterator[None]:
    """Keeps standard output for what `emit` prints; what rules print goes to standard error."""
    _answers.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _answers.pop()


def emit(text: str) -> None:
    """Prints to standard output. A reader that has gone away, as `head` does, is no error."""
    _write(_answers[-1] if _answers else sys.stdout, text)


def emit_json(format: str, answer: Mapping[str, Any]) -> None:
    """Prints an answer for programs: one object. A schema of the same format describes it."""
    emit(dumps({"format": format, **answer}))


def note(text: str) -> None:
    """Prints a remark to standard error."""
    _write(sys.stderr, text)


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None:  # closed by whoever started us
        return
    try:
        stream.write(fitted(f"{text}\n", stream))
        stream.flush()
    except OSError as error:
        # What is left in the buffer would fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


def check_folder_of(path: str | None) -> None:
    """Raises a `UsageError` where a file cannot be written: better now than after an hour."""
    if path == "":
        raise UsageError("'' cannot be written: it is no name of a file")
    folder = os.path.dirname(path or "") or "."
    if not os.path.isdir(folder):
        raise UsageError(f"{path!r} cannot be written: there is no folder {folder!r}")


def console(stream: TextIO | None) -> Console:
    """A console of at most 80 columns; styled only on a terminal, and not where NO_COLOR is set."""
    from rich.console import Console  # lazy: start-up

    styled = not os.environ.get("NO_COLOR")
    terminal = Console(
        file=None if stream is None else fitting(stream),
        color_system="auto" if styled else None,
        highlight=False,
        emoji=False,
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


def hanging(text: str) -> str:
    """Its lines broken to the width of standard output; what goes on is indented further."""
    return "\n".join(map(_broken, text.split("\n")))


def _broken(line: str) -> str:
    begin = " " * (len(line) - len(line.lstrip()))
    return fill(
        line.strip(),
        console(sys.stdout).width,
        initial_indent=begin,
        subsequent_indent=f"{begin}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def in_colour(markup: str) -> str:
    """A picture in rich's markup, as text for standard output."""
    from rich.text import Text  # lazy: start-up

    return rendered(Text.from_markup(markup))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether people are watching."""
    return stream is not None and stream.isatty()
