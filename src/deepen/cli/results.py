"""The results file of a batch: one JSON object a line, appended as soon as it is known."""

from __future__ import annotations

import json
from typing import Any

from deepen._lines_file import LinesFile
from deepen.errors import UsageError

Key = tuple[str, str]
_KEYS = ("id", "line")
_BEGINNINGS = tuple(f'{{"{name}": '.encode() for name in _KEYS)


def key_of(name: str, value: object) -> Key:
    """What tells results apart: the puzzle's id, or the number of a line that has none."""
    return name, json.dumps(value)


class Results(LinesFile):
    """An open results file.

    Attributes:
        statuses: of all results in the file, by key.
    """

    writer = "batch"

    def __init__(self, path: str, game: str) -> None:
        super().__init__(path)
        self.game = game
        self.statuses: dict[Key, str] = {}

    def add(self, name: str, value: object, result: dict[str, Any]) -> None:
        """Appends the result of an id, or of a line; `result` has a status."""
        self.append(json.dumps({name: value, **result}).encode() + b"\n")
        self.statuses[key_of(name, value)] = result["status"]

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
        self.statuses[key_of(name, result[name])] = status

    def may_be_ours(self, torn: bytes) -> bool:
        return any(torn.startswith(start) or start.startswith(torn) for start in _BEGINNINGS)
