"""How long an audit, or a part of it, may take."""

from __future__ import annotations

import time


class Deadline:
    """A time that runs out; None never does."""

    def __init__(self, seconds: float | None) -> None:
        self.end = None if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float | None:
        """Seconds, 0 if none."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether the time has run out."""
        return self.end is not None and time.monotonic() >= self.end
