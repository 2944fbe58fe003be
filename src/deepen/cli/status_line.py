"""One line on a terminal's standard error while a search runs."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from deepen._core import MOST_PLIES
from deepen.cli.printing import console, in_bytes, is_terminal, rounded

if TYPE_CHECKING:
    from rich.status import Status

PATIENCE = 1.0
"""Seconds before anything is shown."""


class StatusLine:
    """A context in which `listener` may be given to a search as `on_progress`.

    Args:
        describe: puts a snapshot into words, short enough for a line.
    """

    def __init__(self, describe: Callable[[Any], str]) -> None:
        self._describe = describe
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
        self._text = self._describe(progress)
        if self._status is not None:
            self._status.update(self._text)

    def _show(self) -> None:
        from rich.status import Status

        with self._lock:
            if not self._over:
                self._status = Status(self._text, console=console(sys.stderr))
                self._status.start()


def of_solving(progress: Any) -> str:
    """A snapshot of a search for a solution."""
    return _line(progress, progress.generated, "states", f"lower bound {progress.lower_bound}")


def of_analysis(progress: Any) -> str:
    """A snapshot of a look at a position."""
    depth = progress.lower_bound
    reach = f"depth {depth}" if depth <= MOST_PLIES else "to the end"
    return _line(progress, progress.expanded, "positions", reach)


def _line(progress: Any, count: int, noun: str, reach: str) -> str:
    rate = count / progress.seconds if progress.seconds > 0 else 0
    return (
        f"{progress.seconds:.0f} s, {rounded(count)} {noun}, {rounded(rate)} a second, {reach}, "
        f"{in_bytes(progress.bytes)}"
    )
