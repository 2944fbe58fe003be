"""The whole server as one application."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

import deepen
from deepen.web import api
from deepen.web.dispatch import Dispatcher
from deepen.web.gate import Gate
from deepen.web.guard import Guard
from deepen.web.jobs import Pool
from deepen.web.problems import misfit, problem
from deepen.web.settings import Settings
from deepen.web.socket import Hub
from deepen.web.watching import watch

_KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_NAMES = {"index.html": "/", "api.html": "/api"}
"""Files with an address of their own; all others have their name."""


def create_app(settings: Settings | None = None, pool: Pool | None = None) -> ASGIApp:
    """The application, guarded; it starts its workers when the server starts it.

    Args:
        settings: limits and addresses.
        pool: where searches run, for those who want to watch it; it knows the settings itself.
    """
    dispatcher = Dispatcher(pool or Pool(settings or Settings()))
    hub = Hub(dispatcher)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with dispatcher, _watching(dispatcher, hub):
            yield

    app = FastAPI(
        title="deepen",
        version=deepen.__version__,
        description="Solve puzzles and analyse games.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.include_router(api.router(dispatcher))
    app.add_api_websocket_route("/socket", hub.serve)
    app.add_exception_handler(RequestValidationError, _misfit)
    app.add_exception_handler(HTTPException, _refusal)
    app.add_exception_handler(Exception, _defect)
    for path, file in _static_files().items():
        app.add_api_route(path, file, include_in_schema=False, name=path)
    token = dispatcher.settings.token
    return Guard(app if token is None else Gate(app, token), dispatcher.settings.host)


@asynccontextmanager
async def _watching(dispatcher: Dispatcher, hub: Hub) -> AsyncIterator[None]:
    """Meanwhile, a file of rules that is saved is read again, and pages are told."""

    def renew() -> None:
        dispatcher.renew()
        hub.tell_all("changed")

    task = asyncio.create_task(watch(dispatcher.settings.watched, renew))
    try:
        yield
    finally:
        task.cancel()


def _static_files() -> dict[str, Any]:
    """What is in `static`, read once: no request ever names a file."""
    found = {}
    for entry in files("deepen.web").joinpath("static").iterdir():
        kind = _KINDS.get(entry.name.rpartition(".")[2])
        if kind is not None:
            path = _NAMES.get(entry.name, f"/{entry.name}")
            found[path] = _file(entry.read_bytes(), kind)
    return found


def _file(content: bytes, kind: str) -> Any:
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}

    async def send(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=kind)

    return send


async def _misfit(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "model_attributes_type":
        return problem(422, "the request must be a JSON object, sent as application/json")
    return problem(422, misfit(first, first["loc"][1:]))


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    # FastAPI has no other 400: numbers or nesting without end, or no UTF-8
    sentence = "this is no JSON that can be read" if error.status_code == 400 else error.detail
    return problem(error.status_code, str(sentence), error.headers)


async def _defect(request: Request, error: Exception) -> Response:
    return problem(500, f"this is a defect of deepen: {type(error).__name__}")


__all__ = ["create_app"]
