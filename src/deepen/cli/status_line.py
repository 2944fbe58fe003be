"""One line on a terminal's standard error while a search runs."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any

from deepen.cli.printing import console, in_bytes, is_terminal, rounded

if TYPE_CHECKING:
    from rich.status import Status

PATIENCE = 1.0
"""Seconds before anything is shown."""


class StatusLine:
    """A context in which `listener` may be given to a search as `on_progress`."""

    def __init__(self) -> None:
        self.listener = self.update if is_terminal(sys.stderr) else None
        self._text = "preparing the rules"  # compiled the first time, which may take a second
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
        self._text = describe(progress)
        if self._status is not None:
            self._status.update(self._text)

    def _show(self) -> None:
        from rich.status import Status

        with self._lock:
            if not self._over:
                self._status = Status(self._text, console=console(sys.stderr))
                self._status.start()


def describe(progress: Any) -> str:
    """A snapshot in words, short enough for a line."""
    rate = progress.generated / progress.seconds if progress.seconds > 0 else 0
    return (
        f"{progress.seconds:.0f} s, {rounded(progress.generated)} states, "
        f"{rounded(rate)} a second, lower bound {progress.lower_bound}, {in_bytes(progress.bytes)}"
    )
