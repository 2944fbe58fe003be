"""Threads that the system refuses: a sentence, soon, whatever the others wait for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# Each of our threads takes 8 MiB of addresses for its stack, so a few can be had, and then no more.
SCRIPT = """
import os
import resource
import sys
import deepen
from deepen.games import connect4, tiles

puzzle = tiles.parse("3x3: 8 7 6 5 4 3 2 1 0")
large = tiles.parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3")
game = connect4.parse("4444422")
small = connect4.Connect4(columns=4, rows=5)
SEARCHES = {
    "astar": lambda threads: deepen.solve(puzzle, "astar", threads=threads),
    "idastar": lambda threads: deepen.solve(
        large, "idastar", threads=threads, node_limit=3_000_000
    ),
    "breadth-first": lambda threads: deepen.solve(puzzle, "breadth-first", threads=threads),
    "explore": lambda threads: deepen.explore(puzzle, threads=threads, ranked=False),
    "explore by rank": lambda threads: deepen.explore(puzzle, threads=threads),
    "tabulate": lambda threads: deepen.tabulate(small, threads=threads),
    "analyse": lambda threads: deepen.analyse(game, node_limit=300_000, threads=threads),
}
for search in SEARCHES.values():
    search(1)  # compiled while there is room
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (150 << 20)
hard = resource.getrlimit(resource.RLIMIT_AS)[1]
for name, search in SEARCHES.items():
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        search(64)
        said = "nothing"
    except deepen.UsageError as error:
        said = str(error)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    print(f"{name}: {said}")
    search(2)

path = sys.argv[1]
larger = connect4.Connect4(columns=5, rows=4)
deepen.tabulate(larger, file=path, threads=2, time_limit=0.3)
before = os.path.getsize(path + ".part")
resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
try:
    deepen.tabulate(larger, file=path, threads=64)
except deepen.UsageError as error:
    print(f"the log, {os.path.getsize(path + '.part') >= before}: {error}")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system has to refuse something")
@pytest.mark.slow  # a process that compiles
def test_threads_that_cannot_be_had_are_told(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "a.table")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert len(lines) == 8
    assert lines[-1].startswith("the log, True")
    for line in lines:
        # Searches of games share a table and do not wait for each other: some are as good as all.
        told = "nothing" if line.startswith("analyse") else "gives this process no more threads"
        assert told in line, line
