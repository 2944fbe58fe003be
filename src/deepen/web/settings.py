"""What the command line decides."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Settings:
    """Limits and addresses.

    Attributes:
        host, port: where the server listens.
        token: what lets clients in; None lets everybody in.
        workers: searches at a time.
        time_limit, memory_limit: of one search, in seconds and bytes.
        most_waiting: searches that may queue.
        most_pages, most_pages_each: pages that are open, of all clients and of one.
        most_jobs: searches of one client, running or queued.
        games: those that did not come along, by name what `deepen.games.files` finds them by.
        watched: the files that they are in, if they shall be read again when these change.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = None
    workers: int = field(default_factory=cores)
    time_limit: float = 60.0
    memory_limit: int = 1 << 30
    most_waiting: int = 200
    most_pages: int = 1000
    most_pages_each: int = 100
    most_jobs: int = 4
    games: Mapping[str, str] = field(default_factory=dict)
    watched: tuple[Path, ...] = ()
