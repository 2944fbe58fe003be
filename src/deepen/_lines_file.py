"""A file that grows by whole lines while a long run goes on, and from which a rerun goes on.

Each line goes out in a single write at the end of the file, so a process that is killed leaves
whole lines and at most one torn line after them. Reading the file drops the torn line. A lock keeps
a second run out.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Self

from deepen._file_lock import is_there, lock
from deepen.errors import UsageError

# More than any result: ends the reading of what has no end of lines.
_MOST_BYTES = 1 << 30


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
        while not self._open():
            pass
        try:
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

    def replace(self, lines: Iterable[bytes]) -> None:
        """Writes everything anew; whoever kills it finds the old file or the new one."""
        path = os.path.realpath(self.path)  # a link stays one
        fresh = f"{path}.new"
        try:
            mode = stat.S_IMODE(os.fstat(self._file).st_mode)
            file = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND, mode)
            try:
                self._lock(file)  # before it has the name under which others find it
                with open(file, "wb", closefd=False) as output:
                    output.writelines(lines)
                os.fsync(file)
                os.replace(fresh, path)
            except BaseException:
                os.close(file)
                with suppress(OSError):
                    os.unlink(fresh)
                raise
        except OSError as error:
            raise self._unwritable(error.strerror) from None
        os.close(self._file)
        self._file = file

    def lines(self) -> Iterator[bytes]:
        """What is in the file, line by line; the last may be torn."""
        os.lseek(self._file, 0, os.SEEK_SET)
        with open(self._file, "rb", closefd=False) as file:
            yield from iter(lambda: file.readline(_MOST_BYTES), b"")

    def foreign(self, number: int) -> UsageError:
        """For a line that such a run did not write."""
        return UsageError(
            f"{self.path!r}, line {number}: not a result of a {self.writer}; "
            "results go to a file of their own"
        )

    def _unwritable(self, reason: str | None) -> UsageError:
        return UsageError(f"{self.path!r} cannot be written: {reason}")

    def _open(self) -> bool:
        """False if another run has put a new file in its place meanwhile."""
        # Not to wait for whoever is at the other end, where it is no file at all.
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
        try:
            self._file = os.open(self.path, flags, 0o666)
        except OSError as error:
            raise self._unwritable(error.strerror) from None
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise self._unwritable("it is no ordinary file")
            self._lock(self._file)
            if is_there(self._file, self.path):
                return True
        except BaseException:
            os.close(self._file)
            raise
        os.close(self._file)
        return False

    def _read(self) -> None:
        whole = 0
        try:
            for number, line in enumerate(self.lines(), 1):
                if line.endswith(b"\n"):
                    self.take(number, line)
                    whole += len(line)
                elif len(line) == _MOST_BYTES or not self.may_be_ours(line):
                    raise self.foreign(number)
            os.truncate(self._file, whole)
        except OSError as error:
            raise self._unwritable(error.strerror) from None

    def _lock(self, file: int) -> None:
        lock(file, f"another {self.writer} is writing {self.path!r}")
