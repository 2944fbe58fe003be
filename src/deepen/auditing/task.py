"""What an audit of any kind is about, and how long it may take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from deepen.auditing.deadline import Deadline
from deepen.auditing.family import Family
from deepen.progress import AuditProgress


@dataclass(frozen=True)
class AuditTask:
    """Instances, one or many, and limits.

    Attributes:
        first: the first of the instances.
        instances: all of them, in order.
        family: where they come from; None for a single one.
        seed: of the family.
        smaller: makes an instance smaller; None if nothing does.
        deadline: runs until the time limit.
        memory_limit: in bytes, of one instance.
        jobs: how many instances at a time.
        on_progress: who wants to know.
    """

    first: Any
    instances: Iterator[Any]
    family: Family | None
    seed: int
    smaller: Callable[[Any], Any] | None
    deadline: Deadline
    memory_limit: int | None
    jobs: int
    on_progress: Callable[[AuditProgress], Any] | None
    began: float = field(default_factory=time.monotonic)

    @property
    def name(self) -> str:
        """Of the family or of the only instance's class."""
        return self.family.name if self.family is not None else type(self.first).__name__

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self.began

    def tell(self, instances: int, states: int) -> None:
        """Passes on how far it is."""
        if self.on_progress is not None:
            self.on_progress(AuditProgress(self.seconds, instances, states))
