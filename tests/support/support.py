"""Small tools of the tests."""

from __future__ import annotations

import importlib.util
import os
import pty
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings

Value = TypeVar("Value")

HUNTING = os.environ.get("HYPOTHESIS_PROFILE") == "hunt"
every_case = True
"""Whether random tests take all of their cases, as they do where the slow tests run too."""
_QUICK_SHARE = 8


def cases(count: int) -> int:
    """How many random cases a test takes: so many, or an eighth of them in `make test`."""
    return count if every_case else max(count // _QUICK_SHARE, 1)


def examples(count: int) -> settings:
    """So many examples for a test with Hypothesis, by `cases`; ten times as many on a hunt."""
    return settings(max_examples=count * 10 if HUNTING else cases(count))


def slow(*values: Any) -> list[Any]:
    """Values of a parameter that stand between others, and are tried where the slow tests run."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


def long(*values: Any) -> list[Any]:
    """Values of a parameter that only `make test-all` tries."""
    return [pytest.param(value, marks=pytest.mark.long) for value in values]


def some(count: int, known: Sequence[Value]) -> Sequence[Value]:
    """Every so many-th of what a test goes through in a loop; all of it with the slow tests."""
    return known if every_case else known[::count]


def one_in(count: int, values: Iterable[Any]) -> list[Any]:
    """Every so many-th value of a parameter; the others are tried where the slow tests run.

    For what compiles a class or more for each of them, and says the same of all.
    """
    return [
        each if number % count == 0 else pytest.param(each, marks=pytest.mark.slow)
        for number, each in enumerate(values)
    ]


def both_ways(names: Iterable[str], often: Collection[str] = ()) -> Iterator[Any]:
    """Parameters (name, compiled): all interpreted; a sixth, and those in `often`, compiled.

    The others are compiled where the slow tests run: what is told is told in the same words.
    """
    for number, name in enumerate(names):
        rare = pytest.mark.slow if number % 6 and name not in often else ()
        yield pytest.param(name, True, id=f"{name}-compiled", marks=rare)
        yield pytest.param(name, False, id=f"{name}-interpreted")


def module_from(path: Path, source: str, name: str = "") -> Any:
    """Writes a module and imports it, whatever was imported from that file before."""
    path.write_text(source)
    specification = importlib.util.spec_from_file_location(name or path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[module.__name__] = module
    exec(compile(source, str(path), "exec"), module.__dict__)
    return module


def run_python(
    source: str, *arguments: str, folder: Path | None = None, timeout: float = 60, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Runs a script in a process of its own, with these environment variables changed."""
    return subprocess.run(
        [sys.executable, "-c", source, *arguments],
        env={**os.environ, **variables},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def interrupt(process: subprocess.Popen[Any], after: float = 1) -> tuple[Any, Any]:
    """Sends Ctrl-C once a process has worked for so many seconds of CPU; returns what it printed.

    By then it is past its imports, however busy the machine is. A second of CPU is enough for it to
    end, most of which is the interpreter's own.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    while (used := _cpu_of(process.pid)) < after:
        assert process.poll() is None, "it ended too soon"
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    printed = process.communicate(timeout=60)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = ended.ru_utime + ended.ru_stime - before.ru_utime - before.ru_stime
    assert total - used < 1
    return printed


def _cpu_of(pid: int) -> float:
    """CPU seconds of a process and of those that it has started."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, _, fields = stat.read_text().rpartition(")")
        except OSError:  # it has just ended
            continue
        values = fields.split()
        if str(pid) in (number.partition(" ")[0], values[1]):
            ticks += int(values[11]) + int(values[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def on_disk(*arguments: str) -> None:
    """Has a command compile what it needs, so that another process of it begins soon.

    In a process of its own: what this one has in memory may be in the cache of another test.
    """
    subprocess.run(command(*arguments), capture_output=True, check=False)


def command(*arguments: str) -> list[str]:
    """The words of a process that runs `deepen`."""
    return [sys.executable, "-m", "deepen.cli", *arguments]


def on_a_terminal(*arguments: str, typed: str | None = None, **environment: str) -> str:
    """What a person would see, standard output and error together, who types these lines."""
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    master, slave = pty.openpty()
    process = subprocess.Popen(
        command(*arguments),
        stdin=None if typed is None else slave,
        stdout=slave,
        stderr=slave,
        env={**clean, "TERM": "xterm", "COLUMNS": "80", **environment},
    )
    os.close(slave)
    os.write(master, (typed or "").encode())
    seen = b""
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not data:
            break
        seen += data
    os.close(master)
    process.wait(timeout=30)
    return seen.decode()
