"""What is unsent: in order, the urgent first, and never without end."""

from __future__ import annotations

import asyncio

import pytest

from deepen.web import outbox
from deepen.web.outbox import MOST_NEWS, MOST_UNSENT, Outbox
from web_support import run


async def emptied(box: Outbox) -> list[bytes]:
    found = []
    while True:
        try:
            found.append(await asyncio.wait_for(box.take(), 0.05))
        except TimeoutError:
            return found


def test_messages_go_in_order_and_what_is_urgent_first() -> None:
    async def work() -> None:
        box = Outbox()
        for message in (b"a", b"b"):
            box.put(message)
        box.put(b"ping", urgent=True)
        box.put_news(b"news")
        assert await emptied(box) == [b"ping", b"a", b"b", b"news"]

    run(work())


def test_who_takes_waits_for_a_message() -> None:
    async def work() -> None:
        box = Outbox()
        taking = asyncio.create_task(box.take())
        await asyncio.sleep(0.01)
        assert not taking.done()
        box.put(b"a")
        assert await taking == b"a"

    run(work())


@pytest.mark.parametrize("waiting", [[b"x"] * MOST_NEWS, [b"x" * MOST_UNSENT]])
def test_news_are_dropped_where_much_is_unsent_but_answers_never(waiting: list[bytes]) -> None:
    async def work() -> None:
        box = Outbox()
        for message in waiting:
            box.put(message)
        box.put_news(b"news")
        box.put(b"answer")
        assert await emptied(box) == [*waiting, b"answer"]

    run(work())


def test_there_is_room_again_as_soon_as_enough_was_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MOST_UNSENT", 10)

    async def work() -> None:
        box = Outbox()
        await box.room()
        for _ in range(3):
            box.put(b"12345")
        waiting = asyncio.create_task(box.room())
        await box.take()
        await asyncio.sleep(0.01)
        assert not waiting.done()
        await box.take()
        await waiting

    run(work())
