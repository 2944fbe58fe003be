"""The log beside a table that is being made: who writes it, and that it is one."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from types import TracebackType
from typing import Self

from deepen._file_lock import is_there, lock
from deepen.errors import UsageError
from deepen.tables.replacing import another_writes

ENDING = ".part"
BEGINNING = "deepen table "
"""Of the key of a log, which is the first that the engine writes into it."""
_HEADER = 24  # bytes before the key
_KIND = 8  # of them say what follows: 1, or 0 until all of it is there


def path_beside(path: str | os.PathLike[str]) -> str:
    """Where the log of a file is, if there is one: a build goes on from it."""
    return f"{os.path.realpath(path)}{ENDING}"


class BuildLog:
    """A context in which the log beside a file is this process's own.

    One with nothing in it is removed at the end.

    Args:
        path: of the file.
        key: of what is built.

    Attributes:
        path: of the log.

    Raises:
        UsageError: it cannot be written, another process has it, or it is no log.
    """

    def __init__(self, path: str | os.PathLike[str], key: str) -> None:
        self.path = path_beside(path)
        self._file = -1
        self._size_of_key = _HEADER + len(key.encode())

    def __enter__(self) -> Self:
        try:
            self._file = os.open(
                self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666
            )
        except OSError as error:
            raise UsageError(f"{self.path!r} cannot be written: {error.strerror}") from None
        try:
            lock(self._file, another_writes(self.path))
            if not is_there(self._file, self.path):  # who had the lock has just removed it
                raise UsageError(another_writes(self.path))
            self._refuse_others()
        except BaseException:
            os.close(self._file)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if os.fstat(self._file).st_size <= self._size_of_key:
            self.remove()
        os.close(self._file)

    def remove(self) -> None:
        """When nothing goes on from it any more."""
        with suppress(OSError):
            os.unlink(self.path)

    def _refuse_others(self) -> None:
        """A user's own file must never be written over."""
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise UsageError(f"{self.path!r} is in the way: it is no file")
        content = os.read(self._file, _HEADER + len(BEGINNING))
        kind, begun = content[:_KIND], content[_HEADER:]
        is_record = any(each.startswith(kind) for each in (bytes(_KIND), b"\1".ljust(_KIND, b"\0")))
        if not is_record or not BEGINNING.encode().startswith(begun):
            raise UsageError(
                f"{self.path!r} is in the way: it is not what a table is made from, so it is not "
                "written over"
            )
