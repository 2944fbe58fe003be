"""What worker processes are for: searches, and quick answers that never wait for one."""

from __future__ import annotations

from dataclasses import dataclass

from deepen.web.settings import Settings

OVERTIME = 15.0
"""Seconds beyond its time limit that a search may take to compile rules and to draw."""


@dataclass(frozen=True)
class Lane:
    """What a pool is for.

    Attributes:
        workers: its processes.
        patience: seconds that a job may take.
        most_waiting: jobs that may queue.
        most_each: of one client, running or queued.
        most_at_once: of one client, running.
        niceness: by how much its processes give way to others.
    """

    workers: int
    patience: float
    most_waiting: int
    most_each: int
    most_at_once: int
    niceness: int = 0


def searches(settings: Settings) -> Lane:
    """For those who can wait. They give way, so that clicks are answered while all cores work."""
    return Lane(
        workers=settings.workers,
        patience=settings.time_limit + OVERTIME,
        most_waiting=settings.most_waiting,
        most_each=settings.most_jobs,
        most_at_once=settings.workers,
        niceness=5,
    )


CLICKS = Lane(workers=2, patience=5.0, most_waiting=1000, most_each=50, most_at_once=1)
"""For quick answers, which take milliseconds. No client ever has both processes."""
