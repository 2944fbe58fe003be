"""What a batch is asked to do with every line, and whether an earlier result answers it."""

from __future__ import annotations

import hashlib
from json import dumps
from typing import Any

from deepen import __version__
from deepen.cli.results import Earlier
from deepen.games.protocol import AnyPackage
from deepen.search.memory import default_bytes

_LIMITS = ("time_limit", "memory_limit", "node_limit")


class Request:
    """A game, the options of the search, and how many searches run at a time."""

    def __init__(self, package: AnyPackage, search: dict[str, Any], jobs: int) -> None:
        self.game = package.NAME
        self.search = search
        self.jobs = jobs
        options = {name: value for name, value in search.items() if name not in _LIMITS}
        about = [__version__, self.game, options, *_rules_of(package)]
        self._about = dumps(about, default=str, sort_keys=True)

    def digest(self, text: str) -> str:
        """Of an input, with all that its result depends on: limits only decide whether it has one.

        Equal for equal results; others have other digests.
        """
        return _digest(self._about, text)

    def digest_of_error(self, sentence: str) -> str:
        """Of a line that is no puzzle: its sentence, whatever the options are."""
        return _digest(__version__, self.game, sentence)

    def limit(self, status: str) -> float | None:
        """The limit that ends a search with such a status; None if none does, or by default."""
        limit: float | None = self.search.get(status.replace("-", "_"))
        return limit if is_limit(status) else None

    def allows_more(self, earlier: Earlier) -> bool:
        """Whether the limit that ended an earlier search is larger now."""
        if not is_limit(earlier.status):
            return False
        limit = self.limit(earlier.status)
        if earlier.status != "memory-limit":
            return limit is None or earlier.limit is None or limit > earlier.limit
        if limit is None:  # a share of what is free, today as then
            free = default_bytes(self.jobs)
            return earlier.limit is not None and (free is None or free > earlier.limit)
        return limit > (earlier.peak_bytes if earlier.limit is None else earlier.limit)


def is_limit(status: str) -> bool:
    """Whether a search that ended so may answer if it is allowed more; depth is an option."""
    return status.replace("-", "_") in _LIMITS


def _rules_of(package: AnyPackage) -> list[str]:
    """What tells the rules of a file from those that it had before; they change with no version."""
    if not hasattr(package, "origin"):
        return []
    from deepen.games.files import fingerprint  # lazy: start-up

    return [fingerprint(package)]


def _digest(*parts: str) -> str:
    return hashlib.sha256(dumps(parts).encode()).hexdigest()[:32]
