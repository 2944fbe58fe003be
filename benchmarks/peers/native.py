"""The two C programs of this folder, compiled when first needed."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .common import IDA_LIMIT, Instance, Measurement, load_korf

HERE = Path(__file__).parent
FLAGS = ["-O3", "-march=native", "-std=gnu11"]
PEER = "C loop, IDA* with make and undo"


class NoCompilerError(Exception):
    """No C compiler: the rows that need one are left out."""


@dataclass(frozen=True)
class DramLatency:
    """Nanoseconds of one dependent random read, on ordinary and on huge pages.

    `huge_mib` is how much of the buffer the kernel really put on huge pages in the second case.
    """

    small_pages_ns: float
    huge_pages_ns: float
    huge_mib: int


def compiler() -> list[str]:
    """The C compiler as a command: $CC, else the first of cc, gcc, clang that exists."""
    chosen = os.environ.get("CC")
    if chosen:
        return shlex.split(chosen)
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return [name]
    raise NoCompilerError("no C compiler found: install gcc or set CC")


def compiler_version() -> str:
    run = subprocess.run([*compiler(), "--version"], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()[0]


def build(stem: str, folder: Path) -> Path:
    """Compile <stem>.c into the folder and return the program."""
    program = folder / stem
    source = HERE / f"{stem}.c"
    command = [*compiler(), *FLAGS, "-o", str(program), str(source)]
    subprocess.run(command, check=True)
    return program


def measure_ida(instances: Sequence[Instance]) -> list[Measurement]:
    """Plain IDA* on each instance; `generated` over `cpu_seconds` gives nodes a second.

    Raises ValueError if an answer or a count differs from the recorded one: a loop that searches
    another tree is no yardstick.
    """
    try:
        version = compiler_version()
    except NoCompilerError:
        return [Measurement(PEER, "", f"Korf {one.id}", "not installed") for one in instances]
    lines = "".join(" ".join(map(str, one.tiles)) + "\n" for one in instances)
    with tempfile.TemporaryDirectory() as folder:
        command = [str(build("korf_ida", Path(folder)))]
        run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    answers = run.stdout.splitlines()
    return [_checked(one, line, version) for one, line in zip(instances, answers, strict=True)]


def _checked(instance: Instance, line: str, version: str) -> Measurement:
    length, generated, expanded, seconds = line.split()
    found = (int(length), int(generated), int(expanded))
    recorded = (instance.optimal, instance.generated, instance.expanded)
    if found != recorded:
        raise ValueError(f"Korf {instance.id}: the C loop found {found}, recorded {recorded}")
    return Measurement(
        peer=PEER,
        version=version,
        instance=f"Korf {instance.id}",
        status="solved",
        cost=found[0],
        generated=found[1],
        expanded=found[2],
        cpu_seconds=float(seconds),
    )


def measure_dram(mib: int = 1024) -> DramLatency | None:
    """The latency of main memory just now, or None without a C compiler."""
    try:
        compiler()
    except NoCompilerError:
        return None
    with tempfile.TemporaryDirectory() as folder:
        command = [str(build("dram_latency", Path(folder))), str(mib)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
    small, huge = (line.split() for line in run.stdout.splitlines())
    return DramLatency(float(small[1]), float(huge[1]), int(huge[2]))


if __name__ == "__main__":
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else IDA_LIMIT
    rows = measure_ida([one for one in load_korf() if one.generated < limit])
    nodes = sum(row.generated or 0 for row in rows)
    seconds = sum(row.cpu_seconds or 0.0 for row in rows)
    print(f"{len(rows)} instances, {nodes} nodes, {seconds:.2f} s, {nodes / seconds / 1e6:.0f} M/s")
    print(measure_dram())
