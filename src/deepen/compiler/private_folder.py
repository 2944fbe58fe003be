"""A folder of files that no one else may have written: what is in it is run as machine code.

Made for its owner alone. A folder or a file that belongs to somebody else, or that others may
write, is as if it were not there.
"""

from __future__ import annotations

import errno
import os
import stat
import time
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path

_MOST_BYTES = 64 << 20  # of a file; no compiled rule is as large
_ABANDONED = 3600.0  # seconds after which nobody goes on writing a file
# No link may lead elsewhere, and what is no file must not keep us waiting.
_READING = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)


class PrivateFolder:
    """The folder at that path, whose files have that ending."""

    def __init__(self, path: Path, ending: str) -> None:
        self.path = path
        self.ending = ending

    def read(self, name: str) -> bytes:
        """A file; it counts as used now.

        Raises:
            OSError: there is none, or it is not ours.
        """
        self._check()
        with open(os.open(self._place(name), _READING), "rb") as file:
            state = os.fstat(file.fileno())
            if not stat.S_ISREG(state.st_mode) or state.st_size > _MOST_BYTES:
                raise OSError("it is no file of ours")
            complaint = _complaint(state)
            if complaint:
                raise OSError(complaint)
            with suppress(
                OSError, NotImplementedError, TypeError
            ):  # no right to, or not on Windows
                os.utime(file.fileno(), ns=(time.time_ns(), state.st_mtime_ns))
            return file.read(_MOST_BYTES)

    def write(self, name: str, data: bytes) -> None:
        """Writes a file, under another name first: readers see a whole one or none.

        Raises:
            OSError: it cannot be written, or the folder is not ours.
        """
        import tempfile  # lazy: start-up

        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._check()
        handle, temporary = tempfile.mkstemp(dir=self.path, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(temporary, self._place(name))
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise

    def names(self) -> list[str]:
        """Of the files, without the ending; none where the folder is not ours, or not there."""
        try:
            if _complaint(os.stat(self.path)):
                return []
            found = os.listdir(self.path)
        except OSError:
            return []
        return [each.removesuffix(self.ending) for each in found if each.endswith(self.ending)]

    def sizes(self) -> list[tuple[float, int]]:
        """When each file was last used, and how large it is; none where there is no folder.

        Raises:
            OSError: the folder is not ours, or it is none.
        """
        if not self.path.exists():
            return []
        complaint = _complaint(os.stat(self.path))
        if complaint:
            raise PermissionError(errno.EPERM, complaint, str(self.path))
        found = []
        for entry in os.scandir(self.path):
            with suppress(FileNotFoundError):  # another process has just removed it
                if entry.name.endswith(self.ending):
                    state = entry.stat(follow_symlinks=False)
                    found.append((max(state.st_atime, state.st_mtime), state.st_size))
        return found

    def prune(self, most: int) -> None:
        """Removes the files that were not used for longest, until all together have so many bytes.

        Also what a killed process has left.
        """
        kept = []
        for entry in os.scandir(self.path):
            state = entry.stat(follow_symlinks=False)
            if entry.name.endswith(self.ending):
                kept.append((max(state.st_atime, state.st_mtime), state.st_size, entry.path))
            elif entry.name.endswith(".tmp") and time.time() - state.st_mtime > _ABANDONED:
                _remove(entry.path)
        total = sum(size for _, size, _ in kept)
        for _, size, path in sorted(kept):
            if total <= most:
                break
            _remove(path)
            total -= size

    def _place(self, name: str) -> Path:
        return self.path / f"{name}{self.ending}"

    def _check(self) -> None:
        complaint = _complaint(os.stat(self.path))
        if complaint:
            _warn(f"the cache {str(self.path)!r} is not used, so rules are compiled every time: "
                  f"{complaint}")  # fmt: skip
            raise PermissionError(complaint)


def _complaint(state: os.stat_result) -> str:
    """Why something is not ours alone; empty if it is, or where files have no owners."""
    if not hasattr(os, "geteuid"):
        return ""
    if state.st_uid != os.geteuid():
        return "it belongs to another user"
    if state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "others may write there, and what is there is run (chmod 700 ends that)"
    return ""


@cache
def _warn(sentence: str) -> None:
    """Once a process."""
    warnings.warn(sentence, RuntimeWarning, stacklevel=2)


def _remove(path: str) -> None:
    with suppress(OSError):  # another process was quicker, or it is a folder
        os.unlink(path)
