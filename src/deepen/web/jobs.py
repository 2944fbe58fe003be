"""Worker processes and the queue in front of them.

There are two pools of them: one for searches, and one for quick answers, so that a click never
waits for a search. One coroutine supervises one process: it takes a job, hands it over, passes on
what comes back, and takes the next. Whatever happens to the process, the coroutine starts another
one. A job that is stopped is asked to end; a process that does not answer in time is killed, which
also frees its memory.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deepen.web import frames
from deepen.web.lanes import Lane, searches
from deepen.web.settings import Settings
from deepen.web.turns import Turns

STOP_PATIENCE = 0.35
"""Seconds that a job has to end when it is told to; then its process is killed."""
MOST_RESIDENT = 512 << 20
"""Bytes that a process may keep between jobs."""
SOMEBODY = "somebody"


@dataclass(frozen=True)
class Event:
    """What happens to a job. `body` is JSON as bytes, where there is any.

    Attributes:
        kind: `queued`, `started`, `progress`; and last of all `answer`, or `failed` with a
            sentence.
        status: how HTTP would say it: 200, or 400 for a request that makes no sense, 500 for a
            defect, 503 where the job was lost or ended.
    """

    kind: str
    body: bytes = b"null"
    status: int = 200

    @property
    def is_last(self) -> bool:
        """Whether nothing will follow."""
        return self.kind in ("answer", "failed")


Listener = Callable[[Event], object]


class QueueFull(Exception):
    """There are so many jobs in the queue that no more are taken."""


class EnoughJobs(Exception):
    """This client has so many jobs that no more are taken from it."""


class Job:
    """A request on its way: queued, running, done."""

    def __init__(
        self, work: bytes, client: str, listener: Listener, at_end: Callable[[Job], object]
    ) -> None:
        self.work = work
        self.client = client
        self.place = 0
        self.is_under_way = self.is_over = False
        self._at_end = at_end
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
            if self.is_over:
                self._at_end(self)  # before anybody hears of it, and asks for more
            self._listener(event)

    def tell_place(self, place: int) -> None:
        """Tells how many are before it, and itself; nothing where that is known."""
        if place != self.place:
            self.place = place
            self.tell(Event("queued", str(place).encode()))

    def fail(self, sentence: str, status: int) -> None:
        """Ends it without an answer."""
        self.tell(Event("failed", json.dumps(sentence).encode(), status))


class Pool:
    """Runs jobs in worker processes; clients take turns.

    Args:
        settings: the server's limits.
        lane: what the pool is for; searches unless told.
    """

    def __init__(self, settings: Settings, lane: Lane | None = None) -> None:
        self.settings = settings
        self.lane = lane or searches(settings)
        self._turns: Turns[Job] = Turns(self.lane.most_at_once)
        self._some = asyncio.Event()
        self._supervisors = [WorkerSupervisor(self) for _ in range(self.lane.workers)]
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Pool:
        self._tasks = [
            asyncio.create_task(supervisor.supervise()) for supervisor in self._supervisors
        ]
        return self

    async def __aexit__(self, *error: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def renew(self) -> None:
        """Has every process replaced before its next job: the rules of a game have changed."""
        for supervisor in self._supervisors:
            supervisor.is_outdated = True

    def submit(
        self, verb: str, arguments: dict[str, Any], listener: Listener, client: str = SOMEBODY
    ) -> Job:
        """Puts a job at the end of its client's queue.

        Raises:
            EnoughJobs: the client has too many.
            QueueFull: all together have too many.
        """
        if self._turns.of(client) >= self.lane.most_each:
            raise EnoughJobs
        if len(self._turns) >= self.lane.most_waiting:
            raise QueueFull
        work = json.dumps({"verb": verb, **arguments}).encode()
        job = Job(work, client, listener, self._finish)
        self._turns.add(client, job)
        self._tell_places()
        self._some.set()
        return job

    def stop(self, job: Job) -> None:
        """Ends a job, wherever it is."""
        job.stop()
        if self._turns.remove(job.client, job):
            job.fail("stopped before it began", 503)
            self._tell_places()

    async def next(self, supervisor: WorkerSupervisor) -> Job:
        """Gives a supervisor the job whose turn it is, when there is one."""
        while (job := self._turns.take()) is None:
            self._some.clear()
            await self._some.wait()
        supervisor.job = job
        job.is_under_way = True
        self._tell_places()
        return job

    def _finish(self, job: Job) -> None:
        if job.is_under_way:
            self._turns.finish(job.client)
            self._some.set()  # another one of that client may be next

    @property
    def waiting(self) -> int:
        """Jobs in the queue."""
        return len(self._turns)

    @property
    def idle(self) -> int:
        """Processes without a job."""
        return sum(not supervisor.is_busy for supervisor in self._supervisors)

    @property
    def processes(self) -> list[int]:
        """The ids of those that are there."""
        return [
            supervisor.process.pid
            for supervisor in self._supervisors
            if supervisor.process is not None
        ]

    def _tell_places(self) -> None:
        about_to_start = self.idle
        for place, job in enumerate(self._turns.in_order(), 1):
            if place > about_to_start:
                job.tell_place(place - about_to_start)


class WorkerSupervisor:
    """Keeps one process running, and gives it work."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.process: Process | None = None
        self.job: Job | None = None
        self.is_outdated = False

    @property
    def is_busy(self) -> bool:
        """Whether it has a job that is not over."""
        return self.job is not None and not self.job.is_over

    async def supervise(self) -> None:
        """Until cancelled."""
        try:
            while True:
                process = await self._alive()
                await self._run(await self.pool.next(self), process)
        finally:
            await self._end()

    async def _alive(self) -> Process:
        process = self.process
        if process is not None and process.returncode is None:
            if not self.is_outdated and _resident(process.pid) <= MOST_RESIDENT:
                return process
            await self._end()
        self.is_outdated = False
        self.process = await _spawn(self.pool.lane.niceness, self.pool.settings.games)
        return self.process

    async def _run(self, job: Job, process: Process) -> None:
        if process.returncode is not None or self.is_outdated:  # it has died of boredom
            process = await self._alive()
        job.tell(Event("started"))
        working = asyncio.create_task(_converse(job, process))
        stopping = asyncio.create_task(job.stopped())
        try:
            await asyncio.wait(
                {working, stopping},
                timeout=self.pool.lane.patience,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if not working.done():
                await self._stop(job, process, working)
            else:
                working.result()
        except (asyncio.IncompleteReadError, ConnectionError):
            await self._end()
            job.fail(
                "the process that worked on this ended unexpectedly, perhaps for lack of memory; "
                "a new one takes its place",
                503,
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
        job.fail("stopped" if job.is_stopped else "this took too long, and was ended", 503)

    async def _end(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _spawn(niceness: int, games: Mapping[str, str]) -> Process:
    # A session of its own: Ctrl-C in the terminal is for the server, which then ends its workers.
    command = [sys.executable, "-m", "deepen.web.worker", str(niceness), json.dumps(dict(games))]
    return await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, start_new_session=True
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
            job.fail(f"this is a defect of deepen, please report it: {json.loads(body)}", 500)
        else:
            job.tell(Event("failed", body, 400))
        if kind in frames.ENDS:
            return


def _resident(pid: int) -> int:
    """Bytes of memory that a process holds; 0 where the system does not tell."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0
