"""A file that is written under another name first, so that nobody ever sees half of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from deepen._file_lock import is_there, lock
from deepen.errors import UsageError

ENDING = ".new"


@contextmanager
def written(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write; at the end it takes the place of what was there, unless something failed.

    Raises:
        UsageError: it cannot be written, or another process is writing it.
    """
    place = os.path.realpath(path)  # a link stays one
    if os.path.exists(place) and not os.path.isfile(place):
        what = "a folder" if os.path.isdir(place) else "no ordinary file"
        raise UsageError(f"{os.fspath(path)!r} cannot be written: it is {what}")
    try:
        fresh = _opened(f"{place}{ENDING}", os.fspath(path))
        try:
            with open(fresh, "wb") as file:
                yield file
                file.flush()
                os.fsync(fresh)
                os.replace(f"{place}{ENDING}", place)
        except BaseException:
            with suppress(OSError):
                os.unlink(f"{place}{ENDING}")
            raise
    except OSError as error:
        raise UsageError(f"{os.fspath(path)!r} cannot be written: {error.strerror}") from None
    _settle(Path(place).parent)


def _opened(path: str, name: str) -> int:
    """Locked and empty; what a killed process has left there goes."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        try:
            lock(file, another_writes(name))
            if is_there(file, path):  # and not just renamed by who had the lock
                os.ftruncate(file, 0)
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


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
