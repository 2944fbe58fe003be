"""One WebSocket a page: requests with numbers come in, answers and news with these go out.

    in    {"id": 7, "message": {"verb": "solve", "game": "tiles", "text": "1 2 0 3 4 5 6 7 8"}}
    out   {"id": 7, "kind": "queued", "body": 2}        two before it are waiting, or it is second
          {"id": 7, "kind": "started", "body": null}
          {"id": 7, "kind": "progress", "body": {...}}
          {"id": 7, "kind": "answer", "body": {...}}    or "failed", with a sentence as body

    in    {"id": 8, "message": {"verb": "ping"}}        answered at once, whatever else is under way
    out   {"id": 8, "kind": "answer", "body": null}

    out   {"id": null, "kind": "changed", "body": null}   the rules of a game have; ask for all anew

When the page goes away, its searches are stopped.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from deepen.web import dispatch, protocol
from deepen.web.dispatch import Dispatcher
from deepen.web.jobs import EnoughJobs, Event, Job, QueueFull
from deepen.web.outbox import Outbox
from deepen.web.turns import client_of

ONLY_TEXT, TRY_AGAIN_LATER = 1003, 1013
MOST_CLICKS = 8
"""Quick requests of a page that may be under way; then it has to wait to be heard."""


class Hub:
    """All pages that are open."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher
        self.pages: Counter[str] = Counter()
        self._lines: set[_Line] = set()

    def tell_all(self, kind: str) -> None:
        """Tells every page that something has happened."""
        for line in self._lines:
            line.unsent.put(_written(None, Event(kind)))

    async def serve(self, websocket: WebSocket) -> None:
        """One page, from its coming to its going."""
        await websocket.accept()
        client = client_of(websocket.scope)
        settings = self.dispatcher.settings
        too_many = self.pages.total() >= settings.most_pages
        if too_many or self.pages[client] >= settings.most_pages_each:
            await websocket.close(TRY_AGAIN_LATER, "too many pages are open")
            return
        self.pages[client] += 1
        line = _Line(websocket, self.dispatcher, client)
        self._lines.add(line)
        try:
            await line.serve()
        finally:
            self._lines.discard(line)
            self.pages[client] -= 1
            self.pages += Counter()  # forgets who has none


class _Line:
    """The connection to one page."""

    def __init__(self, websocket: WebSocket, dispatcher: Dispatcher, client: str) -> None:
        self.websocket = websocket
        self.dispatcher = dispatcher
        self.client = client
        self.jobs: dict[int, Job] = {}
        self.clicks: set[Job] = set()
        self.room_for_clicks = asyncio.Semaphore(MOST_CLICKS)
        self.unsent = Outbox()

    async def serve(self) -> None:
        both = [asyncio.create_task(self._listen()), asyncio.create_task(self._send_all())]
        try:  # the end of one is the end of both: neither may wait for one who is gone
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in both:
                task.cancel()
            for job in [*self.jobs.values(), *self.clicks]:
                self.dispatcher.stop(job)

    async def _listen(self) -> None:
        while True:
            await self.unsent.room()
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:  # which no page of ours sends
                await self.websocket.close(ONLY_TEXT, "only text is understood here")
                return
            await self._take(text)

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # gone, or closing; who listens knows
            while True:
                await self.websocket.send_text((await self.unsent.take()).decode())

    async def _take(self, data: str) -> None:
        if len(data) > protocol.MOST_BYTES:
            self._fail(None, f"a message may have {protocol.MOST_BYTES} bytes")
            return
        try:
            envelope = protocol.read(data)
        except ValidationError as error:
            self._fail(_number_of(data), protocol.complaint(error))
            return
        message = envelope.message
        if isinstance(message, protocol.Ping):
            self._post(envelope.id, Event("answer"), urgent=True)
        elif isinstance(message, protocol.Stop):
            self._stop(envelope.id, message.job)
        elif isinstance(message, protocol.Slow):
            self._search(envelope.id, message)
        else:
            await self._click(envelope.id, message)

    async def _click(self, number: int, message: protocol.Quick) -> None:
        await self.room_for_clicks.acquire()

        def hear(event: Event) -> None:
            if event.is_last:
                self.room_for_clicks.release()
                self.clicks.discard(job)
                self._post(number, event)

        try:
            job = self.dispatcher.submit(message, hear, self.client)
        except (EnoughJobs, QueueFull):
            self.room_for_clicks.release()
            self._fail(number, dispatch.FULL)
        else:
            self.clicks.add(job)

    def _search(self, number: int, message: protocol.Slow) -> None:
        if number in self.jobs:
            self._fail(number, f"request {number} is still running")
            return
        try:
            job = self.dispatcher.submit(
                message, lambda event: self._hear(number, event), self.client
            )
        except EnoughJobs:
            self._fail(number, dispatch.ENOUGH)
        except QueueFull:
            self._fail(number, dispatch.FULL)
        else:
            self.jobs[number] = job

    def _stop(self, number: int, job: int) -> None:
        if job in self.jobs:
            self.dispatcher.stop(self.jobs[job])
        self._post(number, Event("answer"))

    def _hear(self, number: int, event: Event) -> None:
        if event.is_last:
            self.jobs.pop(number, None)
        if event.kind in ("queued", "progress"):
            self.unsent.put_news(_written(number, event))
        else:
            self._post(number, event)

    def _fail(self, number: int | None, sentence: str) -> None:
        self._post(number, Event("failed", json.dumps(sentence).encode()))

    def _post(self, number: int | None, event: Event, *, urgent: bool = False) -> None:
        self.unsent.put(_written(number, event), urgent=urgent)


def _written(number: int | None, event: Event) -> bytes:
    head = f'{{"id": {json.dumps(number)}, "kind": "{event.kind}", "body": '
    return head.encode() + event.body + b"}"


def _number_of(data: str) -> int | None:
    """The number of a message that is otherwise wrong, so that the answer finds its way."""
    try:
        number = json.loads(data)["id"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return number if type(number) is int else None
