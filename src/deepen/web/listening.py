"""How the application is served: uvicorn, set up."""

from __future__ import annotations

import logging

import uvicorn
from starlette.types import ASGIApp

from deepen.web.patience import HttpProtocol, SocketProtocol
from deepen.web.protocol import MOST_BYTES


def configured(app: ASGIApp) -> uvicorn.Config:
    """The server's own settings, which nobody chooses."""
    config = uvicorn.Config(
        app,
        http=HttpProtocol,
        ws=SocketProtocol,
        lifespan="on",
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=1,
        ws_max_size=MOST_BYTES,
        ws_ping_interval=10,
        ws_ping_timeout=10,
    )
    logging.getLogger("uvicorn.error").addFilter(_without_traceback)
    return config


def _without_traceback(record: logging.LogRecord) -> bool:
    """What a client sent is no defect of ours: text that is not UTF-8 is worth one line."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True
