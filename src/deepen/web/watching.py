"""Games of the command line are read again when their files are saved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

EVERY = 0.3
"""Seconds between two looks at the files."""

Stamps = tuple[tuple[int, int], ...]


async def watch(files: Sequence[Path], on_change: Callable[[], object]) -> None:
    """Calls whenever some of the files have changed and then rest: an editor may write in parts."""
    known = seen = _stamps(files)
    while True:
        await asyncio.sleep(EVERY)
        before, seen = seen, _stamps(files)
        if seen == before != known:
            known = seen
            on_change()


def _stamps(files: Sequence[Path]) -> Stamps:
    return tuple(map(_stamp, files))


def _stamp(file: Path) -> tuple[int, int]:
    """When it was written, and its size; nothing of one that is gone, as while it is replaced."""
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
