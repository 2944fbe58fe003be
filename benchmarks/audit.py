"""The audit of one instance beside a breadth-first search of the same space."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import deepen
from deepen.games import chexers, darkchess, tiles
from measures import Line

ROUNDS = 5
INSTANCES: list[tuple[str, Callable[[], Any], str]] = [
    ("Chexers, 4 pieces", lambda: chexers.parse(chexers.EXAMPLES["race"]), "relaxed"),
    ("dark chess, 3 pieces", lambda: darkchess.random("KRP", "anp", 4, seed=2), "count"),
    ("8-puzzle", lambda: tiles.parse(tiles.EXAMPLES["8-hardest"]), "manhattan"),
]


def beside_breadth_first() -> list[Line]:
    """CPU of both, each at its best of some rounds, one after the other."""
    return [_line(title, make(), heuristic) for title, make, heuristic in INSTANCES]


def _line(title: str, puzzle: Any, heuristic: str) -> Line:
    report, seen = deepen.audit(puzzle, heuristic), deepen.explore(puzzle)  # compiles
    if not (report.verdict == "proven" and report.states == seen.states):
        raise ValueError(f"{title}: the audit saw {report.states} states, not {seen.states}")
    audits, searches = [], []
    for _ in range(ROUNDS):
        audits.append(_seconds(lambda: deepen.audit(puzzle, heuristic)))
        searches.append(_seconds(lambda: deepen.explore(puzzle)))
    ours, theirs = min(audits), min(searches)
    return Line(
        f"audit of {heuristic}, {title}, {seen.states:,} states: CPU",
        f"{1000 * ours:.1f} ms",
        f"breadth-first {1000 * theirs:.1f} ms",
        ours / theirs,
        at_most=3.0,
    )


def _seconds(run: Callable[[], object]) -> float:
    began = time.process_time()
    run()
    return time.process_time() - began
