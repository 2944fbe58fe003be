"""How much memory a search may take if nobody says: nine tenths of what is available.

Available is what the system would give without swapping, so files that it merely remembers count as
free; in a container or under a service manager, what is left of the limits of the control groups
(version 1 or 2) that this process is in, the tightest one.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from deepen.formatting.numbers import in_bytes

_FRESH = 0.1  # seconds; asking takes longer than many a search
_ENDLESS = 1 << 60  # version 1 writes a number so large where there is no limit


@dataclass(frozen=True)
class DefaultLimit:
    """A memory limit that nobody has set.

    Attributes:
        bytes: the limit.
        source: what it is nine tenths of.
    """

    bytes: int
    source: str

    def shared(self, searches: int) -> DefaultLimit:
        """What each of so many searches may take that run at a time."""
        if searches == 1:
            return self
        return DefaultLimit(self.bytes // searches, f"{self.source}, shared by {searches} searches")

    def __str__(self) -> str:
        return f"{in_bytes(self.bytes)}, nine tenths of {self.source}"


class _Available(NamedTuple):
    bytes: int
    source: str


class _Files(NamedTuple):
    """How a control group calls its limits and what it uses of them."""

    limits: tuple[str, ...]
    used: str
    kept_for_files: tuple[str, ...]


_VERSION_1 = _Files(
    ("memory.limit_in_bytes",),
    "memory.usage_in_bytes",
    ("total_inactive_file", "total_active_file"),
)
# Above `high` a process is not killed, but slowed down until it might as well be.
_VERSION_2 = _Files(
    ("memory.max", "memory.high"), "memory.current", ("inactive_file", "active_file")
)


def default_limit(searches: int = 1) -> DefaultLimit | None:
    """The limit of each of so many searches at a time; None where the system does not tell."""
    found = _recent()
    return None if found is None else found.shared(searches)


def default_bytes(searches: int = 1) -> int | None:
    """The same as a number."""
    limit = default_limit(searches)
    return None if limit is None else limit.bytes


class _Recent:
    """The limit of a search alone, as it was a moment ago."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._since = -_FRESH
        self._found: DefaultLimit | None = None

    def __call__(self) -> DefaultLimit | None:
        with self._lock:
            now = time.monotonic()
            if now - self._since >= _FRESH:
                self._since, self._found = now, _most_of(available())
            return self._found


def _most_of(found: _Available | None) -> DefaultLimit | None:
    return None if found is None else DefaultLimit(found.bytes - found.bytes // 10, found.source)


_recent = _Recent()


def available(root: Path = Path("/")) -> _Available | None:
    """What can be had now; `root` is where /proc and /sys are."""
    found = [*_of_groups(root)]
    machine = _of_machine(root)
    if machine is not None:
        found.append(machine)
    return min(found, key=lambda each: each.bytes, default=None)


def _of_machine(root: Path) -> _Available | None:
    free = _table(root / "proc/meminfo").get("MemAvailable:")
    if free is not None:
        return _Available(free << 10, "what was available")
    try:
        pages = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return None
    return _Available(pages, "what was free")


def _of_groups(root: Path) -> Iterator[_Available]:
    for folder, files in _groups(root):
        limit = min(_number(folder / name) for name in files.limits)
        if limit < _ENDLESS:
            statistics = _table(folder / "memory.stat")
            for_files = sum(statistics.get(name, 0) for name in files.kept_for_files)
            used = max(0, _number(folder / files.used) - for_files)
            source = f"what was left of this control group's {in_bytes(limit)}"
            yield _Available(max(0, limit - used), source)


@cache
def _groups(root: Path) -> list[tuple[Path, _Files]]:
    """The control groups of this process that can have a limit, from the inmost to the outmost."""
    own = dict(_own_groups(root))
    found = []
    for mount in _text(root / "proc/self/mountinfo").splitlines():
        before, _, after = mount.partition(" - ")
        shown, place = (before.split() + ["", ""] * 3)[3:5]
        files = _version(after.split())
        if files is not None and files in own:
            bottom = root / place.lstrip("/")
            found += [(group, files) for group in _up(bottom, own[files], shown)]
    return [(group, files) for group, files in found if (group / files.used).exists()]


def _version(kind: list[str]) -> _Files | None:
    """Of a mounted file system: its type, its source, its options."""
    if kind[:1] == ["cgroup2"]:
        return _VERSION_2
    if kind[:1] == ["cgroup"] and "memory" in kind[-1].split(","):
        return _VERSION_1
    return None


def _own_groups(root: Path) -> Iterator[tuple[_Files, str]]:
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if not controllers:
            yield _VERSION_2, path
        elif "memory" in controllers.split(","):
            yield _VERSION_1, path


def _up(bottom: Path, group: str, shown: str) -> Iterator[Path]:
    """The folders from a group's own to the one that is mounted, which shows the group `shown`."""
    try:
        inside = PurePosixPath(group).relative_to(shown)
    except ValueError:  # a name of the world outside of this container
        inside = PurePosixPath()
    if ".." in inside.parts:
        inside = PurePosixPath()
    folder = bottom / inside
    yield folder
    while folder != bottom:
        folder = folder.parent
        yield folder


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except (OSError, ValueError):
        return ""


def _number(path: Path) -> int:
    """Version 2 writes `max` for no limit."""
    text = _text(path).strip()
    return int(text) if text.isdecimal() else _ENDLESS


def _table(path: Path) -> dict[str, int]:
    """Lines of a name and a number."""
    words = (line.split() for line in _text(path).splitlines())
    return {each[0]: int(each[1]) for each in words if len(each) > 1 and each[1].isdecimal()}
