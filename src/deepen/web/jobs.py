"""Worker processes and the queue in front of them.

One coroutine keeps one process: it takes a job, hands it over, passes on what comes back, and takes
the next. Whatever happens to the process, the coroutine starts another one. A job that is stopped
is asked to end; a process that does not answer in time is killed, which also frees its memory.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deepen.web import frames
from deepen.web.settings import Settings

STOP_PATIENCE = 0.35
"""Seconds that a job has to end when it is told to; then its process is killed."""
OVERTIME = 15.0
"""Seconds beyond its time limit that a job may take to compile rules and to draw."""
MOST_RESIDENT = 512 << 20
"""Bytes that a process may keep between jobs."""


@dataclass(frozen=True)
class Event:
    """What happens to a job. `body` is JSON as bytes, where there is any.

    Attributes:
        kind: `queued`, `started`, `progress`; and last of all `answer`, or `failed` with a
            sentence.
    """

    kind: str
    body: bytes = b"null"

    @property
    def is_last(self) -> bool:
        """Whether nothing will follow."""
        return self.kind in ("answer", "failed")


Listener = Callable[[Event], object]


class FullHouse(Exception):
    """There are so many jobs in the queue that no more are taken."""


class Job:
    """A request on its way: queued, running, done."""

    def __init__(self, work: bytes, listener: Listener) -> None:
        self.work = work
        self.is_over = False
        self._listener = listener
        self._stop = asyncio.Event()

    def stop(self) -> None:
        """Ends it, soon; the listener hears of that."""
        self._stop.set()

    @property
    def is_stopped(self) -> bool:
        """Whether it shall end."""
        return self._stop.is_set()

    async def stopped(self) -> None:
        """Waits until it shall end."""
        await self._stop.wait()

    def tell(self, event: Event) -> None:
        """Passes news on to the listener; nothing after the last."""
        if not self.is_over:
            self.is_over = event.is_last
            self._listener(event)

    def fail(self, sentence: str) -> None:
        """Ends it without an answer."""
        self.tell(Event("failed", json.dumps(sentence).encode()))


class Pool:
    """Runs jobs in worker processes, first come, first served."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._waiting: deque[Job] = deque()
        self._some = asyncio.Event()
        self._keepers = [_Keeper(self) for _ in range(settings.workers)]
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Pool:
        self._tasks = [asyncio.create_task(keeper.keep()) for keeper in self._keepers]
        return self

    async def __aexit__(self, *error: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def submit(self, verb: str, arguments: dict[str, Any], listener: Listener) -> Job:
        """Puts a job at the end of the queue.

        Raises:
            FullHouse: the queue is too long.
        """
        if len(self._waiting) >= self.settings.most_waiting:
            raise FullHouse
        job = Job(json.dumps({"verb": verb, **arguments}).encode(), listener)
        self._waiting.append(job)
        self._tell_positions()
        self._some.set()
        return job

    def stop(self, job: Job) -> None:
        """Ends a job, wherever it is."""
        job.stop()
        if job in self._waiting:
            self._waiting.remove(job)
            job.fail("stopped before it began")
            self._tell_positions()

    async def next(self, keeper: _Keeper) -> Job:
        """Gives a keeper the first job of the queue, when there is one."""
        while not self._waiting:
            self._some.clear()
            await self._some.wait()
        keeper.job = self._waiting.popleft()
        self._tell_positions()
        return keeper.job

    @property
    def idle(self) -> int:
        """Processes without a job."""
        return sum(not keeper.is_busy for keeper in self._keepers)

    @property
    def processes(self) -> list[int]:
        """The ids of those that are there."""
        return [keeper.process.pid for keeper in self._keepers if keeper.process is not None]

    def _tell_positions(self) -> None:
        about_to_start = self.idle
        for place, job in enumerate(self._waiting, 1):
            if place > about_to_start:
                job.tell(Event("queued", str(place - about_to_start).encode()))


class _Keeper:
    """Keeps one process running, and gives it work."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.process: Process | None = None
        self.job: Job | None = None

    @property
    def is_busy(self) -> bool:
        """Whether it has a job that is not over."""
        return self.job is not None and not self.job.is_over

    async def keep(self) -> None:
        """Until cancelled."""
        try:
            while True:
                process = await self._alive()
                await self._run(await self.pool.next(self), process)
        finally:
            await self._end()

    async def _alive(self) -> Process:
        process = self.process
        if process is None or process.returncode is not None:
            process = await _spawn()
        elif _resident(process.pid) > MOST_RESIDENT:
            await self._end()
            process = await _spawn()
        self.process = process
        return process

    async def _run(self, job: Job, process: Process) -> None:
        if process.returncode is not None:  # it has died of boredom
            process = await self._alive()
        job.tell(Event("started"))
        working = asyncio.create_task(_converse(job, process))
        stopping = asyncio.create_task(job.stopped())
        try:
            patience = self.pool.settings.time_limit + OVERTIME
            await asyncio.wait(
                {working, stopping}, timeout=patience, return_when=asyncio.FIRST_COMPLETED
            )
            if not working.done():
                await self._stop(job, process, working)
            else:
                working.result()
        except (asyncio.IncompleteReadError, ConnectionError):
            await self._end()
            job.fail(
                "the process that worked on this ended unexpectedly, perhaps for lack of memory; "
                "a new one takes its place"
            )
        finally:
            working.cancel()
            stopping.cancel()

    async def _stop(self, job: Job, process: Process, working: asyncio.Task[None]) -> None:
        """Asks it to end; kills it if it does not."""
        assert process.stdin is not None
        process.stdin.write(frames.packed(frames.STOP))
        await asyncio.wait({working}, timeout=STOP_PATIENCE)
        if working.done():
            working.result()
            return
        await self._end()
        job.fail("stopped" if job.is_stopped else "this took too long, and was ended")

    async def _end(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _spawn() -> Process:
    # A session of its own: Ctrl-C in the terminal is for the server, which then ends its workers.
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "deepen.web.worker", stdin=PIPE, stdout=PIPE, start_new_session=True
    )


async def _converse(job: Job, process: Process) -> None:
    """Hands a job over and passes on all that comes back, up to its end."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(frames.packed(frames.JOB, job.work))
    while True:
        kind, body = await frames.read(process.stdout)
        if kind == frames.PROGRESS:
            job.tell(Event("progress", body))
        elif kind == frames.ANSWER:
            job.tell(Event("answer", body))
        elif kind == frames.DEFECT:
            job.fail(f"this is a defect of deepen, please report it: {json.loads(body)}")
        else:
            job.tell(Event("failed", body))
        if kind in frames.ENDS:
            return


def _resident(pid: int) -> int:
    """Bytes of memory that a process holds; 0 where the system does not tell."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0
