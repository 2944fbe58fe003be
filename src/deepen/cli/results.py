"""The results file of a batch: one JSON object a line, appended as soon as it is known.

Each line goes out in a single write at the end of the file, so a process that is killed leaves
whole lines and at most one torn line after them. Opening the file drops the torn line and reads
which results are there. A lock keeps a second batch out.
"""

from __future__ import annotations

import json
import os
from types import TracebackType
from typing import Any

from deepen.errors import UsageError

Key = tuple[str, str]
_KEYS = ("id", "line")
_BEGINNINGS = tuple(f'{{"{name}": '.encode() for name in _KEYS)


def key_of(name: str, value: object) -> Key:
    """What tells results apart: the puzzle's id, or the number of a line that has none."""
    return name, json.dumps(value)


class Results:
    """An open results file.

    Attributes:
        statuses: of all results in the file, by key.
    """

    def __init__(self, path: str, game: str) -> None:
        self.path = path
        self.game = game
        self.statuses: dict[Key, str] = {}
        self._file = -1

    def __enter__(self) -> Results:
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            try:
                self._lock()
                self._resume()
            except BaseException:
                os.close(self._file)
                raise
        except OSError as error:
            raise UsageError(f"{self.path!r} cannot be written: {error.strerror}") from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def add(self, name: str, value: object, result: dict[str, Any]) -> None:
        """Appends the result of an id, or of a line; `result` has a status."""
        line = json.dumps({name: value, **result}).encode() + b"\n"
        try:
            written = os.write(self._file, line)
        except OSError as error:
            raise UsageError(f"{self.path!r} cannot be written: {error.strerror}") from None
        if written != len(line):
            raise UsageError(f"{self.path!r} cannot be written: no room for a whole line")
        self.statuses[key_of(name, value)] = result["status"]

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not on Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"another batch is writing {self.path!r}") from None

    def _resume(self) -> None:
        whole = 0
        with open(self._file, "rb", closefd=False) as file:
            for number, line in enumerate(file, 1):
                if line.endswith(b"\n"):
                    self._read(number, line)
                    whole += len(line)
                elif not _may_be_ours(line):
                    raise self._foreign(number)
        os.truncate(self._file, whole)

    def _read(self, number: int, line: bytes) -> None:
        try:
            result = json.loads(line)
            name = next(name for name in _KEYS if name in result)
            status, game = str(result["status"]), result["game"]
        except (ValueError, TypeError, LookupError, StopIteration, RecursionError):
            raise self._foreign(number) from None
        if game != self.game:
            raise UsageError(
                f"{self.path!r}, line {number}: a result of {game}, not of {self.game}"
            )
        self.statuses[key_of(name, result[name])] = status

    def _foreign(self, number: int) -> UsageError:
        return UsageError(
            f"{self.path!r}, line {number}: not a result of a batch; "
            "results go to a file of their own"
        )


def _may_be_ours(torn: bytes) -> bool:
    """Whether the rest of a killed write: a user's own file must never be cut."""
    return any(torn.startswith(start) or start.startswith(torn) for start in _BEGINNINGS)
