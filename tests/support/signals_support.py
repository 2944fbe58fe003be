"""Ctrl-C at a random moment of a fresh process, and what became of it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
PATIENCE = 30  # seconds, on a busy machine
HARD = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4"  # takes minutes

# Each would go on for minutes. Nothing of deepen but its first module is there when it begins.
CALLS = {
    "solve": "deepen.solve(endless.Tree(1), 'idastar')",
    "astar": "deepen.solve(endless.Tree(1), 'astar', memory_limit=1 << 30)",
    "interpreted": "deepen.solve(endless.Tree(1), 'idastar', compiled=False)",
    "objects": "deepen.solve(endless.Objects(), 'idastar')",
    "solve_many": "deepen.solve_many([endless.Tree(1)] * 5, 'idastar', jobs=2)",
    "explore": "deepen.explore(endless.Tree(1), memory_limit=1 << 30)",
    "analyse": "deepen.analyse(endless.Duel(1))",
    "analyse with threads": "deepen.analyse(endless.Duel(1), threads=2)",
}
COMMANDS = {
    "deepen solve": ["solve", "tiles", HARD, "--algorithm", "idastar"],
    "deepen analyse": ["analyse", "connect4", ""],
    "deepen compare": ["compare", "tiles", HARD, "--algorithms", "idastar"],
    "deepen match": ["match", "connect4", "--first", "exact", "--second", "exact"],
    "deepen audit": ["audit", "darkchess", "cover", "--time-limit", "60"],
}
SCRIPT = """
import os, sys
sys.path.insert(0, {here!r})
{before}
os.write(1, b"ready")
{call}
"""


@dataclass(frozen=True)
class Ended:
    """How a process ended: its exit code, how long after the signal, and what it said."""

    code: int | None
    seconds: float
    said: str

    @property
    def is_answered(self) -> bool:
        """By what a Ctrl-C should lead to, or by Python's own end after a KeyboardInterrupt."""
        return self.code in (130, -signal.SIGINT)

    @property
    def is_before_main(self) -> bool:
        """Whether the signal came before `deepen` had begun."""
        return "in main" not in self.said


def script_of(name: str) -> str:
    """The program of a scenario."""
    if name in CALLS:
        call = f"try:\n    {CALLS[name]}\nexcept KeyboardInterrupt:\n    sys.exit(130)"
        return SCRIPT.format(here=str(HERE), before="import deepen, endless", call=call)
    call = f"sys.exit(deepen.cli.main({COMMANDS[name]!r}))"
    return SCRIPT.format(here=str(HERE), before="import deepen.cli", call=call)


def interrupt_after(name: str, delay: float, cache: Path) -> Ended:
    """Starts a scenario, sends Ctrl-C so many seconds after it is ready."""
    process = subprocess.Popen(
        [sys.executable, "-c", script_of(name)],
        env={**os.environ, "DEEPEN_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.read(5) == b"ready"
    time.sleep(delay)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        _, said = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        _, said = process.communicate()
        return Ended(None, time.monotonic() - sent, said.decode())
    return Ended(process.returncode, time.monotonic() - sent, said.decode())


def delays(seed: int, count: int, most: float) -> list[float]:
    """Random moments; the same every time."""
    dice = random.Random(seed)
    return [dice.uniform(0, most) for _ in range(count)]
