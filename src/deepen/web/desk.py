"""Where requests go: quick ones are answered here, slow ones become jobs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from deepen.web import pages, positions, protocol
from deepen.web.settings import Settings

QUICK: dict[str, Callable[..., Any]] = {
    "catalogue": pages.catalogue,
    "gallery": positions.gallery,
    "position": positions.position,
    "edit": positions.edit,
    "table": positions.table,
    "why": positions.why,
    "record": positions.record,
    "load": positions.load,
}


def answer(message: protocol.Quick) -> bytes:
    """The answer to a quick request, as JSON.

    Raises:
        DeepenError: it makes no sense; the message says why.
    """
    arguments = message.model_dump(exclude={"verb"})
    return json.dumps(QUICK[message.verb](**arguments), allow_nan=False).encode()


def work(message: protocol.Slow, settings: Settings) -> dict[str, Any]:
    """The arguments of the verb that a worker shall run, within the server's limits."""
    arguments = message.model_dump(exclude={"verb"}, exclude_none=True)
    if isinstance(message, protocol.Timed):
        wanted = arguments.get("time_limit", settings.time_limit)
        arguments["time_limit"] = min(wanted, settings.time_limit)
    if isinstance(message, protocol.Timed) and not isinstance(message, protocol.Choose):
        arguments["memory_limit"] = settings.memory_limit
    return arguments
