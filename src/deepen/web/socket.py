"""One WebSocket a page: requests with numbers come in, answers and news with these go out.

    in    {"id": 7, "message": {"verb": "solve", "game": "tiles", "text": "1 2 0 3 4 5 6 7 8"}}
    out   {"id": 7, "kind": "queued", "body": 2}        two before it are waiting, or it is second
          {"id": 7, "kind": "started", "body": null}
          {"id": 7, "kind": "progress", "body": {...}}
          {"id": 7, "kind": "answer", "body": {...}}    or "failed", with a sentence as body

When the page goes away, its searches are stopped.
"""

from __future__ import annotations

import asyncio
import json

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from deepen.errors import DeepenError
from deepen.web import desk, protocol
from deepen.web.jobs import Event, FullHouse, Job, Pool

TRY_AGAIN_LATER = 1013
MOST_UNSENT = 100
"""Messages that may wait for a slow line before news are dropped; answers never are."""


class Hub:
    """All pages that are open."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.pages = 0

    async def serve(self, websocket: WebSocket) -> None:
        """One page, from its coming to its going."""
        await websocket.accept()
        if self.pages >= self.pool.settings.most_pages:
            await websocket.close(TRY_AGAIN_LATER, "too many pages are open")
            return
        self.pages += 1
        try:
            await _Line(websocket, self.pool).serve()
        finally:
            self.pages -= 1


class _Line:
    """The connection to one page."""

    def __init__(self, websocket: WebSocket, pool: Pool) -> None:
        self.websocket = websocket
        self.pool = pool
        self.jobs: dict[int, Job] = {}
        self.unsent: asyncio.Queue[bytes] = asyncio.Queue()

    async def serve(self) -> None:
        sending = asyncio.create_task(self._send_all())
        try:
            while True:
                await self._take(await self.websocket.receive_text())
        except (WebSocketDisconnect, KeyError):
            pass  # it is gone, or it sends bytes, which no page of ours does
        finally:
            sending.cancel()
            for job in list(self.jobs.values()):
                self.pool.stop(job)

    async def _send_all(self) -> None:
        while True:
            await self.websocket.send_text((await self.unsent.get()).decode())

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
            self._post(envelope.id, Event("answer"))
        elif isinstance(message, protocol.Stop):
            self._stop(envelope.id, message.job)
        elif isinstance(message, protocol.Slow):
            self._begin(envelope.id, message)
        else:
            await self._answer(envelope.id, message)

    async def _answer(self, number: int, message: protocol.Quick) -> None:
        try:
            body = await asyncio.to_thread(desk.answer, message)
        except DeepenError as error:
            self._fail(number, str(error))
        except Exception as error:
            self._fail(number, f"this is a defect of deepen, please report it: {error!r}")
        else:
            self._post(number, Event("answer", body))

    def _begin(self, number: int, message: protocol.Slow) -> None:
        if number in self.jobs:
            self._fail(number, f"request {number} is still running")
            return
        if len(self.jobs) >= self.pool.settings.most_jobs:
            self._fail(number, "this page has enough searches running; stop one of them first")
            return
        arguments = desk.work(message, self.pool.settings)
        try:
            job = self.pool.submit(message.verb, arguments, lambda event: self._hear(number, event))
        except FullHouse:
            self._fail(number, "too many searches are waiting here; try again in a minute")
        else:
            self.jobs[number] = job

    def _stop(self, number: int, job: int) -> None:
        if job in self.jobs:
            self.pool.stop(self.jobs[job])
        self._post(number, Event("answer"))

    def _hear(self, number: int, event: Event) -> None:
        if event.is_last:
            self.jobs.pop(number, None)
        if event.kind != "progress" or self.unsent.qsize() < MOST_UNSENT:
            self._post(number, event)

    def _fail(self, number: int | None, sentence: str) -> None:
        self._post(number, Event("failed", json.dumps(sentence).encode()))

    def _post(self, number: int | None, event: Event) -> None:
        head = f'{{"id": {json.dumps(number)}, "kind": "{event.kind}", "body": '
        self.unsent.put_nowait(head.encode() + event.body + b"}")


def _number_of(data: str) -> int | None:
    """The number of a message that is otherwise wrong, so that the answer finds its way."""
    try:
        number = json.loads(data)["id"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return number if type(number) is int else None
