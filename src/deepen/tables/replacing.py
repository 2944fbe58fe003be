"""A file that is written under another name first, so that nobody ever sees half of it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from deepen._file_lock import is_there, lock
from deepen.errors import UsageError
from deepen.tables.header import MAGIC

ENDING = ".new"
_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)  # a link leads to another's


def beside(path: str | os.PathLike[str]) -> str:
    """The other name, of what is written first."""
    return f"{os.path.realpath(path)}{ENDING}"


@contextmanager
def written(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write; at the end it takes the place of what was there, unless something failed.

    Raises:
        UsageError: it cannot be written, or another process is writing it.
    """
    place = os.path.realpath(path)  # a link stays one
    try:
        other = beside(path)
        fresh = _opened(other, os.fspath(path))
        try:
            with open(fresh, "wb") as file:
                yield file
                file.flush()
                os.fsync(fresh)
                os.replace(other, place)
        except BaseException:
            with suppress(OSError):
                os.unlink(other)
            raise
    except OSError as error:
        raise UsageError(f"{os.fspath(path)!r} cannot be written: {error.strerror}") from None
    _settle(Path(place).parent)


def _opened(path: str, name: str) -> int:
    """Locked and empty; what a killed process has left there goes."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666)
        try:
            lock(file, another_writes(name))
            if is_there(file, path):  # and not just renamed by who had the lock
                _refuse_others(file, path)
                os.ftruncate(file, 0)
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _refuse_others(file: int, path: str) -> None:
    """A user's own file must never be written over; the first bytes of ours come last."""
    if not stat.S_ISREG(os.fstat(file).st_mode):
        raise in_the_way(path)
    begun = os.read(file, len(MAGIC))
    os.lseek(file, 0, os.SEEK_SET)
    if begun not in (MAGIC, bytes(len(begun))):
        raise in_the_way(path)


def in_the_way(path: str) -> UsageError:
    """Of what nobody wants to lose."""
    return UsageError(f"{path!r} is in the way: it is no table, so it is not written over")


def another_writes(name: str) -> str:
    """A sentence for whoever comes second."""
    return f"another process is writing {name!r}"


def _settle(folder: Path) -> None:
    """So that the new name, too, survives a loss of power."""
    with suppress(OSError):
        place = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(place)
        finally:
            os.close(place)
