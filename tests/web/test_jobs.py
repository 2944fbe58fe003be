"""Worker processes: they answer, are stopped, are replaced; and the queue in front of them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deepen.web import jobs, lanes
from deepen.web.jobs import EnoughJobs, Pool, QueueFull
from deepen.web.lanes import CLICKS
from deepen.web.settings import Settings
from web_support import EASY, HARD, PATIENCE, Diary, begin, run

SMALL = {"game": "tiles", "text": EASY}


def pool(workers: int = 1, most_waiting: int = 10) -> Pool:
    return Pool(Settings(workers=workers, most_waiting=most_waiting))


Shared = Callable[[Callable[[Pool], Coroutine[Any, Any, None]]], None]


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    """Runs a test's work on a pool of one process, which all such tests share: it is soon there."""
    workers = pool()

    async def until_it_is_over(work: Coroutine[Any, Any, None]) -> None:
        await asyncio.wait_for(work, PATIENCE)
        await asyncio.wait_for(_until(lambda: workers.idle == 1), PATIENCE)

    with asyncio.Runner() as runner:
        runner.run(workers.__aenter__())
        yield lambda work: runner.run(until_it_is_over(work(workers)))
        runner.run(workers.__aexit__(None, None, None))


def test_a_job_is_answered_and_then_over(shared: Shared) -> None:
    async def work(workers: Pool) -> None:
        _, diary = begin(workers, **SMALL)
        answer = await diary.until("answer")
        assert answer["result"]["cost"] == 2
        assert diary.kinds == ["started", "answer"]
        assert workers.idle == 1

    shared(work)


def test_a_long_job_reports_on_the_way(shared: Shared) -> None:
    async def work(workers: Pool) -> None:
        job, diary = begin(workers)
        news = await diary.until("progress")
        numbers = {"seconds", "expanded", "generated", "bytes", "lower_bound"}
        assert set(news) == {*numbers, "figures"}
        workers.stop(job)
        await diary.until("answer")

    shared(work)


def test_a_stopped_search_tells_what_it_has_proven(shared: Shared) -> None:
    async def work(workers: Pool) -> None:
        process = await _process(workers)
        job, diary = begin(workers)
        await diary.until("progress")
        workers.stop(job)
        answer = await diary.until("answer", "failed")
        assert answer["result"]["status"] == "interrupted"
        assert answer["result"]["lower_bound"] >= 43
        assert workers.processes == [process], "it was stopped without being killed"

    shared(work)


def test_a_process_that_does_not_listen_is_killed_and_replaced(shared: Shared) -> None:
    async def work(workers: Pool) -> None:
        process = await _process(workers)
        job, diary = begin(workers)
        await diary.until("progress")
        os.kill(process, signal.SIGSTOP)
        workers.stop(job)
        assert await diary.until("failed") == "stopped"
        assert not _lives(process)
        _, second = begin(workers, **SMALL)
        await second.until("answer")
        assert workers.processes != [process]

    shared(work)


def test_stopping_leaves_some_of_half_a_second_to_the_kill() -> None:
    assert jobs.STOP_PATIENCE < 0.45


def test_a_crash_is_told_and_the_next_job_runs(shared: Shared) -> None:
    async def work(workers: Pool) -> None:
        process = await _process(workers)
        _, diary = begin(workers)
        await diary.until("progress")
        os.kill(process, signal.SIGKILL)
        assert "ended unexpectedly" in await diary.until("failed")
        assert diary.events[-1].status == 503
        _, second = begin(workers, **SMALL)
        await second.until("answer")

    shared(work)


def test_a_process_that_dies_while_idle_is_not_missed(shared: Shared) -> None:
    async def work(workers: Pool) -> None:
        process = await _process(workers)
        os.kill(process, signal.SIGKILL)
        await _until(lambda: not Path(f"/proc/{process}").exists())
        await asyncio.sleep(0.2)  # so that the pool has heard of it
        _, diary = begin(workers, **SMALL)
        await diary.until("answer")

    shared(work)


def test_those_who_wait_know_their_place(shared: Shared) -> None:
    async def work(workers: Pool) -> None:
        first, diary = begin(workers)
        await diary.until("progress")
        queued = [begin(workers, **SMALL) for _ in range(3)]
        assert [await each.until("queued") for _, each in queued] == [1, 2, 3]
        workers.stop(queued[0][0])
        assert await queued[0][1].until("failed") == "stopped before it began"
        assert [each.events[-1].body for _, each in queued[1:]] == [b"1", b"2"]
        workers.stop(first)
        for _, each in queued[1:]:
            await each.until("answer")

    shared(work)


def test_clients_take_turns_whatever_one_of_them_has_asked_for(shared: Shared) -> None:
    async def work(workers: Pool) -> None:
        first, busy = begin(workers)
        await busy.until("progress")
        greedy = [Diary() for _ in range(3)]
        for diary in greedy:
            workers.submit("solve", SMALL, diary, "greedy")
        modest = Diary()
        workers.submit("solve", SMALL, modest, "modest")
        assert [diary.events[-1].body for diary in greedy] == [b"1", b"3", b"4"]
        assert modest.events[-1].body == b"2"
        workers.stop(first)
        await modest.until("answer")
        assert "answer" not in greedy[-1].kinds

    shared(work)


def test_a_place_that_stays_is_told_once(shared: Shared) -> None:
    async def work(workers: Pool) -> None:
        first, busy = begin(workers)
        await busy.until("progress")
        _, diary = begin(workers, **SMALL)
        last = begin(workers, **SMALL)[0]
        workers.stop(last)
        assert diary.kinds == ["queued"]
        workers.stop(first)
        await diary.until("answer")

    shared(work)


def test_a_client_has_only_so_many_jobs_queued_or_running() -> None:
    async def work() -> None:
        async with Pool(Settings(workers=1, most_jobs=2)) as workers:
            job, diary = begin(workers)
            await diary.until("progress")
            begin(workers, **SMALL)
            with pytest.raises(EnoughJobs):
                begin(workers, **SMALL)
            workers.submit("solve", SMALL, Diary(), "another")
            workers.stop(job)
            await diary.until("answer")
            begin(workers, **SMALL)

    run(work())


def test_no_client_has_all_processes_for_clicks() -> None:
    async def work() -> None:
        async with Pool(Settings(), CLICKS) as clerks:
            assert CLICKS.workers > CLICKS.most_at_once
            await _until(lambda: len(clerks.processes) == CLICKS.workers)
            for process in clerks.processes:
                os.kill(process, signal.SIGSTOP)
            diaries = [Diary() for _ in range(3)]
            for diary in diaries:
                clerks.submit("position", SMALL, diary, "greedy")
            await asyncio.sleep(0.1)
            assert ["started" in diary.kinds for diary in diaries] == [True, False, False]
            other = Diary()
            clerks.submit("position", SMALL, other, "modest")
            await other.until("started")
            for process in clerks.processes:
                os.kill(process, signal.SIGCONT)
            for diary in (*diaries, other):
                assert (await diary.until("answer"))["text"]

    run(work())


def test_a_click_that_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    async def work() -> None:
        async with Pool(Settings(), replace(CLICKS, workers=1, patience=0.3)) as clerks:
            process = await _process(clerks)
            os.kill(process, signal.SIGSTOP)
            diary, second = Diary(), Diary()
            clerks.submit("position", SMALL, diary)
            assert "too long" in await diary.until("failed")
            assert diary.events[-1].status == 503
            assert not _lives(process)
            clerks.submit("position", SMALL, second)
            await second.until("answer", "failed")

    run(work())


def test_a_free_process_means_no_place_in_a_queue() -> None:
    async def work() -> None:
        async with pool(workers=2) as workers:
            diaries = [begin(workers, **SMALL)[1] for _ in range(2)]
            for diary in diaries:
                await diary.until("answer")
                assert "queued" not in diary.kinds

    run(work())


def test_a_comparison_that_is_stopped_tells_what_it_has(shared: Shared) -> None:
    arguments = {
        "game": "tiles",
        "text": HARD,
        "algorithms": ["greedy", "idastar"],  # one that is soon over, and one that is not
        "heuristics": ["manhattan"],
        "time_limit": 100.0,
    }

    async def work(workers: Pool) -> None:
        job, diary = begin(workers, "compare", **arguments)
        await diary.until("progress")
        workers.stop(job)
        answer = await diary.until("answer")
        assert [run["algorithm"] for run in answer["runs"]] == ["greedy"]

    shared(work)


def test_a_queue_that_is_too_long_takes_no_more() -> None:
    async def work() -> None:
        async with pool(most_waiting=1) as workers:
            _, diary = begin(workers)
            await diary.until("progress")
            begin(workers)
            with pytest.raises(QueueFull):
                begin(workers)

    run(work())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "tiles", "text": "1 2 2 0"}, "tile 2"),
        ({"game": "tiles", "text": EASY, "heuristic": "magic"}, "no heuristic 'magic'"),
        ({"game": "nothing", "text": EASY}, "there is no game 'nothing'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    shared: Shared, arguments: dict[str, str], sentence: str
) -> None:
    async def work(workers: Pool) -> None:
        _, diary = begin(workers, **arguments)
        assert sentence in await diary.until("failed")

    shared(work)


def test_one_that_overruns_its_time_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "OVERTIME", 0.4)

    async def work() -> None:
        async with Pool(Settings(workers=1, time_limit=0.1)) as workers:
            process = await _process(workers)
            os.kill(process, signal.SIGSTOP)
            _, diary = begin(workers)
            assert "too long" in await diary.until("failed")

    run(work())


def test_a_process_that_has_grown_is_replaced(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_RESIDENT", 1)

    async def work(workers: Pool) -> None:
        process = await _process(workers)
        for _ in range(2):
            diary = Diary()
            workers.submit("solve", SMALL, diary)
            await diary.until("answer")
        assert workers.processes != [process]
        assert not _lives(process)

    shared(work)


def test_the_end_of_the_pool_is_the_end_of_its_processes() -> None:
    async def work() -> int:
        async with pool() as workers:
            process = await _process(workers)
            _, diary = begin(workers)
            await diary.until("progress")
            return process

    assert not _lives(run(work()))


def test_a_worker_goes_when_the_server_does() -> None:
    worker = subprocess.Popen(
        [sys.executable, "-m", "deepen.web.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert worker.stdin is not None
    worker.stdin.close()
    assert worker.wait(30) == 0


async def _process(workers: Pool) -> int:
    while not workers.processes:
        await asyncio.sleep(0.01)
    return workers.processes[0]


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def _lives(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().split()[2] != "Z"
