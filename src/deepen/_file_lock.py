"""Keeping other processes out of a file that is being written."""

from __future__ import annotations

import errno
import os

from deepen.errors import UsageError


def lock(file: int, refusal: str) -> None:
    """Keeps others out until the file is closed, where there are locks.

    Raises:
        UsageError: another process has it; `refusal` says so.
    """
    try:
        import fcntl  # lazy: not on every system
    except ImportError:  # not on Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(refusal) from None
    except OSError as error:  # of another computer, say, which has no locks
        if error.errno not in (errno.ENOLCK, errno.ENOTSUP):
            raise


def is_there(file: int, path: str) -> bool:
    """Whether an open file is the one at a path, and not one that was renamed away meanwhile."""
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except OSError:
        return False
