"""The same verbs for programs: JSON over HTTP, described at /api.

A request waits for its answer, in the queue too, and is stopped when the one who asked goes away.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, get_args

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel

from deepen.web import dispatch, protocol
from deepen.web.dispatch import Dispatcher
from deepen.web.jobs import EnoughJobs, Event, QueueFull
from deepen.web.problems import problem
from deepen.web.turns import client_of


class Problem(BaseModel):
    """What is wrong, in a sentence."""

    error: str


class Answer(BaseModel):
    """An object; what is in it depends on the verb."""

    model_config = {"extra": "allow"}


_RESPONSES: dict[int | str, dict[str, Any]] = {
    400: {"description": "the position or an option makes no sense", "model": Problem},
    401: {"description": "the server's token is missing", "model": Problem},
    403: {"description": "a request from another page", "model": Problem},
    413: {"description": "too large", "model": Problem},
    421: {"description": "a request to another name", "model": Problem},
    422: {"description": "the request does not fit the schema", "model": Problem},
    429: {"description": "this client has enough requests under way", "model": Problem},
    503: {"description": "too many are waiting, or the search was lost", "model": Problem},
}

_SHAPES: dict[Any, Any] = {protocol.Gallery: list[Answer], protocol.Why: None}
"""Answers that are no object."""


def router(dispatcher: Dispatcher) -> APIRouter:
    """All verbs as paths of their own."""
    api = APIRouter(prefix="/api", responses=_RESPONSES)

    @api.get(
        "/games",
        summary="Which games there are, and what each offers.",
        responses={200: {"model": list[Answer]}},
    )
    async def games(request: Request) -> Response:
        return await _answer(protocol.Catalogue(), request, dispatcher)

    for message in (*get_args(protocol.Quick), *get_args(protocol.Slow)):
        if message is not protocol.Catalogue:
            _add(api, message, _answering(message, dispatcher))
    return api


def _add(api: APIRouter, message: Any, endpoint: Any) -> None:
    verb = message.model_fields["verb"].default
    model = _SHAPES.get(message, Answer)
    api.add_api_route(
        f"/{verb}",
        endpoint,
        methods=["POST"],
        name=verb,
        summary=message.__doc__,
        responses={200: {"model": model}},
    )


def _answering(kind: Any, dispatcher: Dispatcher) -> Any:
    async def answer(message: Any, request: Request) -> Response:
        return await _answer(message, request, dispatcher)

    answer.__annotations__["message"] = kind
    return answer


async def _answer(message: Any, request: Request, dispatcher: Dispatcher) -> Response:
    outcome: asyncio.Future[Event] = asyncio.get_running_loop().create_future()

    def hear(event: Event) -> None:
        if event.is_last and not outcome.done():
            outcome.set_result(event)

    try:
        job = dispatcher.submit(message, hear, client_of(request.scope), quiet=True)
    except EnoughJobs:
        return problem(429, "you have enough requests under way here; wait for one of them")
    except QueueFull:
        return problem(503, dispatch.FULL)
    gone = asyncio.create_task(_gone(request))
    either: list[asyncio.Future[Any]] = [outcome, gone]
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        dispatcher.stop(job)
    if not outcome.done():
        return problem(503, "nobody waits for this answer any more")
    event = outcome.result()
    if event.kind == "answer":
        return Response(event.body, media_type="application/json")
    return problem(event.status, json.loads(event.body))


async def _gone(request: Request) -> None:
    """Returns when nobody waits for an answer any more."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
