"""Tables of whole games: positions a second from rules to values, memory, and two threads."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import deepen
from measures import Line

SUPPORT = Path(__file__).parent.parent / "tests" / "support"
ROUNDS = 3
ENDINGS = {
    "king and rook": ("8/8/8/3k4/8/8/8/K6R w", 0.8, 31),
    "king, bishop and knight": ("8/8/8/3k4/8/8/8/K4B1N w", 0.4, 65),
}
"""The position, millions of positions a second that are the least, plies of the longest win."""


def chess_endings() -> list[Line]:
    """From rules to values, a core: positions a second of CPU, bytes a position at the peak."""
    lines = []
    for name, (text, least, longest) in ENDINGS.items():
        game = _ending(text)
        seconds, table = min((_made(game) for _ in range(ROUNDS)), key=lambda pair: pair[0])
        if table.longest != longest:
            raise ValueError(f"{name}: the longest win takes {table.longest} plies, not {longest}")
        rate = table.positions / seconds / 1e6
        what = f"table of {name} against king, {table.positions / 1e6:.1f} million positions"
        size = table.peak_bytes / table.positions
        lines += [
            Line(f"{what}: a second", f"{rate:.2f} M/s", value=rate, unit=" M/s", at_least=least),
            Line(f"{what}: bytes each", f"{size:.1f}", value=size, unit=" bytes", at_most=64),
        ]
    return lines


def with_ways_back() -> list[Line]:
    """The same where the game gives `predecessors`, and moves are not kept."""
    sys.path.insert(0, str(SUPPORT))
    from chess_backwards import WaysBack  # of the tests, found only now

    game = WaysBack(ENDINGS["king, bishop and knight"][0])
    deepen.tabulate(game, node_limit=1)  # compiles
    seconds, table = min((_made(game) for _ in range(ROUNDS)), key=lambda pair: pair[0])
    rate, size = table.positions / seconds / 1e6, table.peak_bytes / table.positions
    what = "table of king, bishop and knight against king, by ways back"
    return [
        Line(f"{what}: a second", f"{rate:.2f} M/s", value=rate, unit=" M/s", at_least=0.4),
        Line(f"{what}: bytes each", f"{size:.1f}", value=size, unit=" bytes", at_most=24),
    ]


def on_two_threads() -> list[Line]:
    """Wall-clock time of two threads and of one, in turn."""
    game = _ending(ENDINGS["king, bishop and knight"][0])
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for threads, taken in times.items():
            began = time.perf_counter()
            deepen.tabulate(game, threads=threads)
            taken.append(time.perf_counter() - began)
    one, two = min(times[1]), min(times[2])
    return [
        Line(
            "table of king, bishop and knight against king, 2 threads",
            f"{two:.2f} s",
            f"1 thread {one:.2f} s",
            one / two,
            at_least=1.6,
        )
    ]


def _made(game: deepen.Game) -> tuple[float, deepen.Table]:
    began = time.thread_time()
    table = deepen.tabulate(game)
    return time.thread_time() - began, table


def _ending(text: str) -> Any:
    sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
    game = import_module("chess_endings").ChessEndings(text)
    deepen.tabulate(game, node_limit=1)  # compiles
    return game
