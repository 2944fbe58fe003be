"""Where requests go: quick ones to processes of their own, so that none waits for a search."""

from __future__ import annotations

from typing import Any

from deepen.web import protocol
from deepen.web.jobs import Job, Listener, Pool
from deepen.web.lanes import CLICKS
from deepen.web.settings import Settings

FULL = "too many are waiting here; try again in a minute"
ENOUGH = "this page has enough searches running; stop one of them first"
"""What those are told whose request is not taken."""


class Dispatcher:
    """Both pools.

    Args:
        searches: where searches run.
    """

    def __init__(self, searches: Pool) -> None:
        self.settings = searches.settings
        self.searches = searches
        self.clicks = Pool(searches.settings, CLICKS)

    async def __aenter__(self) -> Dispatcher:
        await self.clicks.__aenter__()
        await self.searches.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.searches.__aexit__(*error)
        await self.clicks.__aexit__(*error)

    def submit(
        self,
        message: protocol.Quick | protocol.Slow,
        listener: Listener,
        client: str,
        *,
        quiet: bool = False,
    ) -> Job:
        """Hands a request over; `quiet` where nobody wants news of it.

        Raises:
            EnoughJobs, QueueFull: it is not taken.
        """
        pool = self._pool(message)
        arguments = work(message, self.settings) | ({"quiet": True} if quiet else {})
        return pool.submit(message.verb, arguments, listener, client)

    def renew(self) -> None:
        """Has all processes read the games anew."""
        self.searches.renew()
        self.clicks.renew()

    def stop(self, job: Job) -> None:
        """Ends a request, wherever it is."""
        self.searches.stop(job)
        self.clicks.stop(job)

    def _pool(self, message: protocol.Quick | protocol.Slow) -> Pool:
        return self.searches if isinstance(message, protocol.Slow) else self.clicks


def work(message: protocol.Quick | protocol.Slow, settings: Settings) -> dict[str, Any]:
    """The arguments of the verb that a worker shall run, within the server's limits."""
    arguments = message.model_dump(exclude={"verb"}, exclude_none=True)
    if isinstance(message, protocol.Timed):
        wanted = arguments.get("time_limit", settings.time_limit)
        arguments["time_limit"] = min(wanted, settings.time_limit)
    if isinstance(message, protocol.Timed) and not isinstance(message, protocol.Choose):
        arguments["memory_limit"] = settings.memory_limit
    return arguments
