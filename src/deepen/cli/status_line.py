"""One line on a terminal's standard error while a search runs."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from deepen.cli.printing import console, is_terminal
from deepen.formatting.numbers import in_seconds, short

if TYPE_CHECKING:
    from rich.status import Status

    from deepen.progress import Progress

PATIENCE = 1.0
"""Seconds before anything is shown."""

Describe = Callable[[Any], str]
"""Puts a snapshot of a search into words."""


class StatusLine:
    """A context in which `listener` may be given to a search as `on_progress`.

    Args:
        describe: what the line says, short enough for one.
        milestone: what stays above the line, where a snapshot shows that something was reached.
        text: what the line says before the first snapshot.

    Attributes:
        text: what it says now.
    """

    def __init__(
        self,
        describe: Describe,
        milestone: Describe = lambda progress: "",
        text: str = "preparing the rules",  # compiled the first time, which may take a second
    ) -> None:
        self._describe = describe
        self._milestone = milestone
        self.listener = self.update if is_terminal(sys.stderr) else None
        self.text = text
        self._reached: list[str] = []
        self._status: Status | None = None
        self._over = False
        self._lock = threading.Lock()
        self._timer = threading.Timer(PATIENCE, self._show)
        self._timer.daemon = True

    def __enter__(self) -> StatusLine:
        if self.listener is not None:
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._status is not None:
                self._status.stop()

    def update(self, progress: Any) -> None:
        """Takes a snapshot of the search."""
        reached = self._milestone(progress)
        with self._lock:
            self.text = self._describe(progress)
            if reached:
                self._reached.append(reached)
            if self._status is not None:
                self._status.update(self.text)
                self._tell()

    def _show(self) -> None:
        from rich.status import Status  # lazy: start-up

        with self._lock:
            if not self._over:
                # A spinner of plain characters, for every terminal has those.
                self._status = Status(self.text, spinner="line", console=console(sys.stderr))
                self._status.start()
                self._tell()

    def _tell(self) -> None:
        """Writes the milestones since the last time above the line."""
        assert self._status is not None
        for reached in self._reached:
            self._status.console.print(reached)
        self._reached.clear()


class Thresholds:
    """The milestones of IDA*: a threshold has been searched, and what is above it comes next."""

    def __init__(self) -> None:
        self._current: int | None = None

    def __call__(self, progress: Progress) -> str:
        finished, self._current = self._current, progress.lower_bound
        if finished in (None, self._current):
            return ""
        count = f"{short(progress.generated)} states"
        return f"threshold {finished} finished after {in_seconds(progress.seconds)}, {count}"
