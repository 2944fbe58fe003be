"""A bar on a terminal's standard error while many things are done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from deepen.cli.printing import console, is_terminal

BAR = 30
"""Its width."""

Show = Callable[[int, int], None]
"""Shows how many of all are done."""


@contextmanager
def progress_bar(doing: str) -> Iterator[Show]:
    """A bar that says how much is done and how long the rest will take."""
    if not is_terminal(sys.stderr):
        yield lambda done, total: None
        return
    from rich.progress import Progress, TextColumn, TimeElapsedColumn  # lazy: start-up

    pace = Pace()
    columns = (TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console(sys.stderr), transient=True) as progress:
        task = progress.add_task(f"{doing} {bar(0, 1)}", total=None)

        def show(done: int, total: int) -> None:
            count = f"{done:,} of {total:,}{pace.estimate(done, total)}"
            progress.update(task, description=f"{doing} {bar(done, total)} {count}")

        yield show


def bar(done: int, total: int) -> str:
    """How much is done, in rich's markup; told apart without colours too."""
    full = BAR if total == 0 else BAR * done // total
    return f"[green]{'█' * full}[/green][dim]{'·' * (BAR - full)}[/dim]"


class Pace:
    """How long things have taken, and so how long those to come will take."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started = clock()
        self._before: int | None = None

    def estimate(self, done: int, total: int) -> str:
        """The time left; nothing before one is done, or when all are.

        What was done before the first call but the last of it took no time: an earlier run did it.
        """
        if done == 0 or done >= total:
            return ""
        if self._before is None:
            self._before = done - 1
        each = (self._clock() - self._started) / max(done - self._before, 1)
        return f", about {in_minutes(each * (total - done))} left"


def in_minutes(seconds: float) -> str:
    """A time as on a clock: 0:07, 12:34, 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
