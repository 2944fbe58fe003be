"""The results file of a batch: one JSON object a line, appended as soon as it is known.

A line may be solved again, with another input, other options or a larger limit. Then its new result
is appended as well, and the old one is dropped when the batch ends, or when the next one begins if
this one is killed: until then the last line of an id counts.
"""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any, NamedTuple, Self

from deepen._lines_file import LinesFile
from deepen.errors import UsageError

Key = tuple[str, str]
_KEYS = ("id", "line")
_BEGINNINGS = tuple(f'{{"{name}": '.encode() for name in _KEYS)


class Earlier(NamedTuple):
    """A result in the file.

    Attributes:
        digest: of what it belongs to; None if the version that wrote it took none.
        limit: the one that ended the search, if one did and the user had set it.
        peak_bytes: the most that the search has taken.
        number: its line.
    """

    status: str
    digest: str | None
    limit: float | None
    peak_bytes: int
    number: int


def key_of(name: str, value: object) -> Key:
    """What tells results apart: the puzzle's id, or the number of a line that has none."""
    return name, json.dumps(value)


class Results(LinesFile):
    """An open results file.

    Attributes:
        found: those in the file, the last of each key.
    """

    writer = "batch"

    def __init__(self, path: str, game: str) -> None:
        super().__init__(path)
        self.game = game
        self.found: dict[Key, Earlier] = {}
        self._count = 0
        self._outdated: set[int] = set()

    def __enter__(self) -> Self:
        super().__enter__()
        self._drop_outdated()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self._drop_outdated()
        finally:
            super().__exit__(kind, error, trace)

    def add(self, name: str, value: object, result: dict[str, Any]) -> None:
        """Appends the result of an id, or of a line; `result` has a status."""
        self.append(json.dumps({name: value, **result}).encode() + b"\n")
        self._remember(key_of(name, value), result)

    def forget(self, key: Key) -> None:
        """Drops a result in the end, if there is one."""
        if key in self.found:
            self._outdated.add(self.found.pop(key).number)

    def take(self, number: int, line: bytes) -> None:
        try:
            result = json.loads(line)
            name = next(name for name in _KEYS if name in result)
            status, game = str(result["status"]), result["game"]
        except (ValueError, TypeError, LookupError, StopIteration, RecursionError):
            raise self.foreign(number) from None
        if game != self.game:
            raise UsageError(
                f"{self.path!r}, line {number}: a result of {game}, not of {self.game}"
            )
        self._remember(key_of(name, result[name]), {**result, "status": status})

    def may_be_ours(self, torn: bytes) -> bool:
        return any(torn.startswith(start) or start.startswith(torn) for start in _BEGINNINGS)

    def _remember(self, key: Key, result: dict[str, Any]) -> None:
        self.forget(key)
        self._count += 1
        limit, peak = result.get("limit"), result.get("peak_bytes")
        self.found[key] = Earlier(
            result["status"],
            result.get("digest"),
            limit if isinstance(limit, (int, float)) else None,
            peak if isinstance(peak, int) else 0,
            self._count,
        )

    def _drop_outdated(self) -> None:
        if self._outdated:
            lines = enumerate(self.lines(), 1)
            self.replace(line for number, line in lines if number not in self._outdated)
            self._renumber()

    def _renumber(self) -> None:
        kept = sorted(self.found.items(), key=lambda entry: entry[1].number)
        self.found = {key: each._replace(number=n) for n, (key, each) in enumerate(kept, 1)}
        self._count = len(kept)
        self._outdated.clear()
