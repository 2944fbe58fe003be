"""Counts the machine instructions of a fixed set of searches, beside those of another checkout.

    python benchmarks/instructions.py                          # this one alone
    python benchmarks/instructions.py --against OTHER/.venv/bin/python

Times vary on a shared machine; instructions hardly do. Each search is run once and then twice under
callgrind (Debian's package valgrind), with its rules in the cache, and the difference counts:
neither the start of Python nor compiling is in it. `--only hashi` for some of them.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import deepen
from deepen.games import chexers, connect4, darkchess, hashi, tiles

_FIFTEEN = "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15"
_CHEXERS = """{"colour": "red", "pieces": [[-1, -2], [-2, 3], [-3, 2]],
    "blocks": [[1, 0], [2, -1], [-1, 3]]}"""
_DARKCHESS = "D4DDA/1a1P2P1/DkDrD1a1/1DDDDDpp b"
_HASHI = ".2..4\n.0..3\n.102.\n...4.\n4.334"


class Lights(deepen.Puzzle):
    """Lamps that toggle their neighbours: a loop whose length is a field of the board."""

    board_fields = {"lamps": "i8", "toggles": ("u8", 25)}

    @deepen.rule
    def successors(board: Any, lit: int) -> Any:
        for lamp in range(board.lamps):
            yield lamp, lit ^ board.toggles[lamp]

    @deepen.rule
    def is_goal(board: Any, lit: int) -> bool:
        return lit == -1


class Chomp(deepen.Game):
    """Take a cell of a bar and all above it, by a loop that waits for a condition."""

    @deepen.rule
    def moves(board: Any, cells: int) -> Any:
        cell = 1
        while cell <= cells:
            yield cell, cells & (cell - 1), 1 if cell == 1 else 0
            cell <<= 1
            if cell & 0x1111 and cells & 1:
                yield cell, cells ^ 1


def lights() -> Lights:
    """A square of 4 by 4."""
    ways = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
    toggles = [
        sum(
            1 << (row + down) * 4 + column + right
            for down, right in ways
            if 0 <= row + down < 4 and 0 <= column + right < 4
        )
        for row in range(4)
        for column in range(4)
    ]
    return Lights(start=1, board={"lamps": 16, "toggles": toggles + [0] * 9})


SEARCHES: dict[str, Callable[[], Any]] = {
    "A*, 15-puzzle": lambda: deepen.solve(tiles.parse(_FIFTEEN), "astar", node_limit=60_000),
    "IDA*, 15-puzzle": lambda: deepen.solve(tiles.parse(_FIFTEEN), "idastar", node_limit=200_000),
    "breadth-first, 15-puzzle": lambda: deepen.solve(
        tiles.parse(_FIFTEEN), "breadth-first", node_limit=100_000
    ),
    "depth-first, 15-puzzle": lambda: deepen.solve(
        tiles.parse(_FIFTEEN), "depth-first", node_limit=100_000
    ),
    "explore, lights": lambda: deepen.explore(lights(), node_limit=20_000),
    "breadth-first, Chexers": lambda: deepen.solve(
        chexers.parse(_CHEXERS), "breadth-first", node_limit=20_000
    ),
    "A*, Chexers": lambda: deepen.solve(
        chexers.parse(_CHEXERS), "astar", heuristic="relaxed", node_limit=20_000
    ),
    "uniform-cost, dark chess": lambda: deepen.solve(
        darkchess.parse(_DARKCHESS), "uniform-cost", node_limit=20_000
    ),
    "A*, dark chess": lambda: deepen.solve(
        darkchess.parse(_DARKCHESS), "astar", heuristic="nearest_capturer", node_limit=20_000
    ),
    "analyse, Connect Four": lambda: deepen.analyse(
        connect4.parse("444442226"), values="best", node_limit=150_000
    ),
    "analyse, Hashi": lambda: deepen.analyse(
        hashi.parse(_HASHI), values="best", node_limit=100_000
    ),
    "analyse, a while loop": lambda: deepen.analyse(Chomp(start=(1 << 11) - 1)),
}


def instructions(python: str, only: str) -> int:
    """Of one run of the chosen searches, by the deepen of that interpreter."""
    command = [python, __file__, "--only", only, "--run"]
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ,
            "DEEPEN_CACHE_DIR": cache,
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONHASHSEED": "0",
        }
        # Fills the cache, there too: under callgrind the processor seems to be another one.
        _collected([*command, "1"], environment)
        once, twice = (_collected([*command, times], environment) for times in ("1", "2"))
    return twice - once


def _collected(command: list[str], environment: dict[str, str]) -> int:
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    told = subprocess.run(
        [*tool, *command], env=environment, capture_output=True, text=True, check=False
    )
    found = re.search(r"Collected : (\d+)", told.stderr)
    if found is None:
        sys.exit(f"valgrind did not count:\n{told.stderr}")
    return int(found[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", metavar="PYTHON", help="the interpreter of another checkout")
    parser.add_argument("--only", default="", help="only searches with this in their name")
    parser.add_argument("--run", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    chosen = [search for name, search in SEARCHES.items() if options.only in name]
    if options.run:
        gc.disable()  # when it runs is chance, and it counts
        for search in chosen * options.run:
            search()
        return
    own = instructions(sys.executable, options.only)
    print(f"{own:,} instructions for {len(chosen)} searches")
    if options.against:
        other = instructions(options.against, options.only)
        print(f"{other:,} by the other; {own / other:.4f} times as many here")


if __name__ == "__main__":
    main()
