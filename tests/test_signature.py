"""The node-count signature: a fixed set of searches, and how many states they generate in all.

A change that alters the number alters what the engine searches. It may be meant: then the new
number goes in here with the commit, and the commit says why. Any other change leaves it alone.
"""

from __future__ import annotations

import deepen
from deepen.games import tiles

SIGNATURE = 2_536_181

EIGHT = ["7 2 4 5 0 6 8 3 1", "8 6 7 2 5 4 3 0 1", "1 2 5 3 4 0 6 7 8"]
FIFTEEN = "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15"  # Korf 79


def test_signature() -> None:
    total = 0
    for text in EIGHT:
        for algorithm in deepen.ALGORITHMS:
            weight = 2 if algorithm == "weighted-astar" else None
            total += deepen.solve(tiles.parse(text), algorithm, weight=weight).generated
    for algorithm in ("astar", "idastar"):
        total += deepen.solve(tiles.parse(FIFTEEN), algorithm).generated
    assert total == SIGNATURE
