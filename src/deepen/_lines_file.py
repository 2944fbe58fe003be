"""A file that grows by whole lines while a long run goes on, and from which a rerun goes on.

Each line goes out in a single write at the end of the file, so a process that is killed leaves
whole lines and at most one torn line after them. Reading the file drops the torn line. A lock keeps
a second run out.
"""

from __future__ import annotations

import os
from types import TracebackType
from typing import Self

from deepen.errors import UsageError


class LinesFile:
    """The file, a context in which it is open; a subclass says what its lines mean.

    Attributes:
        writer: what kind of run writes it, as a sentence names it.
    """

    writer = "run"

    def __init__(self, path: str) -> None:
        self.path = path
        self._file = -1

    def take(self, number: int, line: bytes) -> None:
        """A line that was there before; raises what `foreign` gives, if it is not of such a run."""
        raise NotImplementedError

    def may_be_ours(self, torn: bytes) -> bool:
        """Whether it may be the rest of a killed write: a user's own file must never be cut."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise self._unwritable(error.strerror) from None
        try:
            self._lock()
            self._read()
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
        os.close(self._file)

    def append(self, line: bytes) -> None:
        """Adds a line, its end included."""
        try:
            written = os.write(self._file, line)
        except OSError as error:
            raise self._unwritable(error.strerror) from None
        if written != len(line):
            raise self._unwritable("no room for a whole line")

    def replace(self, content: bytes) -> None:
        """Writes everything anew; whoever kills it finds the old file or the new one."""
        fresh = f"{self.path}.new"
        try:
            with open(fresh, "wb") as file:
                file.write(content)
            os.replace(fresh, self.path)
        except OSError as error:
            raise self._unwritable(error.strerror) from None

    def foreign(self, number: int) -> UsageError:
        """For a line that such a run did not write."""
        return UsageError(
            f"{self.path!r}, line {number}: not a result of a {self.writer}; "
            "results go to a file of their own"
        )

    def _unwritable(self, reason: str | None) -> UsageError:
        return UsageError(f"{self.path!r} cannot be written: {reason}")

    def _read(self) -> None:
        whole = 0
        try:
            with open(self._file, "rb", closefd=False) as file:
                for number, line in enumerate(file, 1):
                    if line.endswith(b"\n"):
                        self.take(number, line)
                        whole += len(line)
                    elif not self.may_be_ours(line):
                        raise self.foreign(number)
            os.truncate(self._file, whole)
        except OSError as error:
            raise self._unwritable(error.strerror) from None

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not on Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"another {self.writer} is writing {self.path!r}") from None
