"""Many tasks on several cores: threads that take them in turn, for searches that free the lock."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from deepen._arguments import an_integer, optional
from deepen._signals import deferred

Result = TypeVar("Result")
Task = Callable[[], Result]

JOBS = optional(an_integer(1))
THREADS = an_integer(0, 256)

# The calling thread looks up this often, so that Ctrl-C gets through while others search.
_PATIENCE = 0.05


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def job_count(jobs: int | None) -> int:
    """How many tasks to run at a time: as told, or one a core."""
    return core_count() if jobs is None else jobs


def thread_count(threads: int) -> int:
    """How many threads work on one search: as told, or for 0 one a core."""
    return threads or core_count()


class Cancel(Protocol):
    """What tells running tasks to end: a `_core.Cancel` or a `threading.Event`."""

    def set(self) -> None: ...


class Jobs(Generic[Result]):
    """Threads that run tasks; a context. When it is left, the tasks are cancelled and have ended.

    Tasks are taken from their iterable in the calling thread, and only just before they are needed.

    Args:
        count: how many at a time.
        cancel: is set when the context is left, for whatever reason.
    """

    def __init__(self, count: int, cancel: Cancel) -> None:
        self._count = count
        self._cancel = cancel
        self._tasks: queue.SimpleQueue[tuple[int, Task[Result]] | None] = queue.SimpleQueue()
        self._outcomes: queue.SimpleQueue[tuple[int, Result | BaseException]] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    def as_finished(self, tasks: Iterable[Task[Result]]) -> Iterator[tuple[int, Result]]:
        """The number and the result of each task, as soon as it is known; or the first error."""
        waiting = 0
        for numbered in enumerate(tasks):
            self._give(numbered)
            waiting += 1
            if waiting > 2 * self._count:
                yield _told(self._next())
                waiting -= 1
        for _ in range(waiting):
            yield _told(self._next())

    def in_order(self, tasks: Iterable[Task[Result]]) -> Iterator[Result]:
        """The results in the order of the tasks; an error comes when it is its task's turn."""
        early: dict[int, Result | BaseException] = {}
        numbered = enumerate(tasks)
        given = 0
        for turn in count():
            for task in islice(numbered, max(0, turn + 2 * self._count + 1 - given)):
                self._give(task)
                given += 1
            if turn == given:
                return
            while turn not in early:
                early.update([self._next()])
            yield _told((turn, early.pop(turn)))[1]

    def end(self) -> None:
        """Cancels what runs, forgets what waits, and returns when all threads have ended."""
        self._cancel.set()
        while not self._tasks.empty():
            try:
                self._tasks.get_nowait()
            except queue.Empty:
                break
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    def left(self) -> dict[int, Result]:
        """After the end: the results that nobody has taken, by the numbers of their tasks."""
        left = [self._outcomes.get_nowait() for _ in range(self._outcomes.qsize())]
        return {i: found for i, found in left if not isinstance(found, BaseException)}

    def _give(self, task: tuple[int, Task[Result]]) -> None:
        self._tasks.put(task)
        if len(self._threads) < self._count:
            with deferred():  # or one might run of which nobody knows
                name = f"deepen-{len(self._threads)}"
                thread = threading.Thread(target=self._work, name=name, daemon=True)
                thread.start()
                self._threads.append(thread)

    def _work(self) -> None:
        while (taken := self._tasks.get()) is not None:
            number, task = taken
            try:
                self._outcomes.put((number, task()))
            except BaseException as error:  # handed over to the calling thread
                self._outcomes.put((number, error))

    def _next(self) -> tuple[int, Result | BaseException]:
        while True:
            try:
                return self._outcomes.get(timeout=_PATIENCE)
            except queue.Empty:
                continue


def _told(outcome: tuple[int, Result | BaseException]) -> tuple[int, Result]:
    number, found = outcome
    if isinstance(found, BaseException):
        raise found
    return number, found
