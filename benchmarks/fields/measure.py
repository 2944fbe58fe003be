"""Named fields beside states packed by hand: time a state, lines of code, time to compile."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import geometric_mean, median

from fields.lines import lines_of_code
from fields.twelve import TWELVE, Entry, Found
from measures import Line

ROUNDS = 7
FEW_ROUNDS = 3  # of searches that take longer than a second
LEAST = 0.03  # seconds that one measurement takes at least
FOLDER = Path(__file__).parent.parent


def beside_packed() -> list[Line]:
    """A row for each of the twelve, and their means."""
    entries = [_Measured(entry) for entry in TWELVE if "fields" in entry.make]
    return [each.line() for each in entries] + _means(entries)


class _Measured:
    """One of the twelve, measured: `time` a state and `lines`, fields over the other form."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.fields, self.packed, self.time = _times(entry)
        counts = lines_of_code(entry.module)
        self.lines = counts["fields"], counts["packed"], counts["objects"]
        self.compiling = _first_call(entry, "fields"), _first_call(entry, "packed")

    def line(self) -> Line:
        lines = "/".join(map(str, self.lines))
        (compiled, cached), (packed_compiled, packed_cached) = self.compiling
        return Line(
            f"{self.entry.name}: fields beside packed by hand, CPU a generated state"
            f" (lines fields/packed/objects {lines}; first call {compiled:.2f} s, packed"
            f" {packed_compiled:.2f} s; from the cache {_ms(cached)}, packed {_ms(packed_cached)})",
            f"{self.fields:.1f} ns",
            f"packed {self.packed:.1f} ns",
            self.time,
            at_most=1.3,
        )


def _means(entries: list[_Measured]) -> list[Line]:
    compiled, cached = (
        [fields[i] / packed[i] for fields, packed in (each.compiling for each in entries)]
        for i in (0, 1)
    )
    ours, packed, objects = (sum(each.lines[i] for each in entries) for i in range(3))
    return [
        Line(
            f"named fields, {len(entries)} puzzles and games: CPU a state, geometric mean",
            "",
            "packed by hand",
            geometric_mean(each.time for each in entries),
            at_most=1.1,
        ),
        Line(
            "the same: lines of code, all together",
            f"{ours} lines",
            f"objects {objects}, packed {packed}",
            ours / objects,
            at_most=1.33,
        ),
        Line(
            f"the same: CPU to compile, geometric mean; the worst {max(compiled):.2f}",
            "",
            "packed by hand",
            geometric_mean(compiled),
            at_most=1.3,
        ),
        Line(
            "the same: CPU of a first call from the cache, geometric mean",
            "",
            "packed by hand",
            geometric_mean(cached),
            at_most=1.1,
        ),
    ]


# The time a state


def _times(entry: Entry) -> tuple[float, float, float]:
    """Nanoseconds a state of both forms, and the median of their ratios, taken in turn."""
    forms = entry.puzzles("fields"), entry.puzzles("packed")
    once = [_seconds(entry, form, 1) for form in (*forms, forms[1])][-1]  # the others compile
    times = max(1, math.ceil(LEAST / once))
    rounds = ROUNDS if once < 1 else FEW_ROUNDS
    pairs = [tuple(_seconds(entry, form, times) for form in forms) for _ in range(rounds)]
    nodes = [times * sum(entry.search(puzzle).nodes for puzzle in form) for form in forms]
    fields, packed = (1e9 * min(pair[i] for pair in pairs) / nodes[i] for i in (0, 1))
    ratio = median(ours / nodes[0] / (theirs / nodes[1]) for ours, theirs in pairs)
    return fields, packed, ratio


def _seconds(entry: Entry, puzzles: list[object], times: int) -> float:
    """CPU of so many searches of all instances, whose answers must be right."""
    began = time.thread_time()
    for _ in range(times):
        found = [entry.search(puzzle) for puzzle in puzzles]
    seconds = time.thread_time() - began
    _check(entry, found)
    return seconds


def _check(entry: Entry, found: list[Found]) -> None:
    wrong = [
        f"{each.answer} instead of {answer}"
        for each, (_, answer) in zip(found, entry.instances, strict=True)
        if each.answer != answer
    ]
    if wrong:
        raise ValueError(f"{entry.name}: {wrong[0]}")


# The time to compile


def _first_call(entry: Entry, form: str) -> tuple[float, float]:
    """CPU seconds of a first call with an empty cache, and of one in another process after it."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "DEEPEN_CACHE_DIR": cache}
        command = [sys.executable, "-m", "fields.first_call", entry.module, form]
        first, *cached = (
            float(subprocess.check_output(command, cwd=FOLDER, env=environment, text=True))
            for _ in range(4)
        )
    return first, min(cached)


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.0f} ms"
