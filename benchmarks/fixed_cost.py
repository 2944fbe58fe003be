"""What a call costs before and after the search itself, in a process that is warm.

    python benchmarks/fixed_cost.py

A puzzle of two moves and a game of two plies leave the engine next to nothing to do. The figures
are microseconds of CPU time, the least of many rounds; the bar for each is 30.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import deepen
from deepen.games import tiles

_CALLS, _ROUNDS = 200, 100


class TwoPlies(deepen.Game):
    """Each of the two has one move, worth a point."""

    @deepen.rule
    def moves(board: Any, plies: int) -> Any:
        if plies < 2:
            yield 0, plies + 1, 1


def microseconds(call: Callable[[], Any]) -> float:
    """CPU time of one call, in the best of many rounds."""
    call()
    return min(_round(call) for _ in range(_ROUNDS)) / _CALLS / 1000


def _round(call: Callable[[], Any]) -> int:
    begin = time.process_time_ns()
    for _ in range(_CALLS):
        call()
    return time.process_time_ns() - begin


def main() -> None:
    """Prints a line for each verb."""
    puzzle, game = tiles.parse("1 2 0 3 4 5 6 7 8"), TwoPlies(0)
    print(f"solve    {microseconds(lambda: deepen.solve(puzzle)):5.1f} us   two moves")
    print(f"analyse  {microseconds(lambda: deepen.analyse(game)):5.1f} us   two plies")


if __name__ == "__main__":
    main()
