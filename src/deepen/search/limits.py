"""What a search may take, and who listens to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from deepen import _core
from deepen._quick_init import quick_init
from deepen.search.memory import DefaultLimit, default_limit


@quick_init
@dataclass(frozen=True)
class Limits:
    """The limits of a search; None for none.

    Attributes:
        time: seconds.
        memory: bytes; None for what is available when the search begins, which a verb may find out
            before, for many searches at a time.
        nodes: states that may be expanded.
        on_progress: called about ten times a second with a snapshot.
        cancel: ends the search from another thread.
    """

    time: float | None = None
    memory: int | DefaultLimit | None = None
    nodes: int | None = None
    on_progress: Callable[[_core.Progress], Any] | None = None
    cancel: _core.Cancel | None = None

    @property
    def chosen_memory(self) -> int | None:
        """The bytes that somebody has asked for; None if nobody has."""
        return self.memory if isinstance(self.memory, int) else None

    def default_memory(self) -> DefaultLimit | None:
        """The limit that holds where nobody has set one; None where somebody has."""
        if self.memory is None:
            return default_limit()
        return None if isinstance(self.memory, int) else self.memory

    def with_share_of_time(self, share: float) -> Limits:
        """The same with a part of the time."""
        return self if self.time is None else replace(self, time=max(0.0, self.time * share))

    def allowance(self, default: DefaultLimit | None = None) -> _core.SearchLimits:
        """The same for the engine; `default` is the `default_memory`, if it is known already."""
        memory = self.chosen_memory
        if memory is None:
            default = default or self.default_memory()
            memory = None if default is None else default.bytes
        return _core.SearchLimits(self.time, memory, self.nodes, self.on_progress, self.cancel)
