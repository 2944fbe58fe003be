"""What a call costs besides its search, and what a limit costs that is not reached."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import deepen
from deepen.games import connect4, hashi, tiles
from instructions import Chomp
from measures import Line

CALLS = 200
ROUNDS = 25
LIMIT = 10_000.0  # seconds
SUPPORT = Path(__file__).parent.parent / "tests" / "support"


# The fixed cost of a call


def fixed_costs() -> list[Line]:
    """CPU of a call with next to nothing to search, in a process that has its rules."""
    puzzle, game = tiles.parse("1 2 0 3 4 5 6 7 8"), two_plies()
    calls: dict[str, Callable[[], Any]] = {
        "`solve`, a board of two moves": partial(deepen.solve, puzzle),
        "`analyse`, a position of two plies": partial(deepen.analyse, game),
        "`analyse`, two plies of a user's own game": partial(deepen.analyse, Chomp(start=0b11)),
    }
    return [_call_line(title, call) for title, call in calls.items()]


def two_plies() -> deepen.Game:
    """Connect Four with two cells free and nobody's four in a row."""
    boards = (connect4.random(40, seed=seed) for seed in range(1_000))
    return next(game for game in boards if len(deepen.analyse(game).line) == 2)


def _call_line(title: str, call: Callable[[], Any]) -> Line:
    call()  # compiles
    each = 1e6 * min(_cpu(call, CALLS) for _ in range(ROUNDS)) / CALLS
    title = f"{title}: CPU of the whole call, warm (an absolute number)"
    return Line(title, f"{each:.1f} us", value=each, unit=" us", at_most=30)


# A limit that is not reached


def unreached_limits() -> list[Line]:
    """CPU of exact analyses with a time limit, beside none."""
    return [_limit_line(title, *given) for title, given in _games().items()]


def _games() -> dict[str, tuple[deepen.Game, dict[str, Any]]]:
    sys.path.append(str(SUPPORT))
    from games_known import Domineering, Dots, Kalah  # games of the tests, found only now

    return {
        "Dots and Boxes 3x3": (Dots(3), {}),
        "Domineering 6x6": (Domineering(6), {}),
        "Kalah(5,3)": (Kalah(5, 3), {"bounds": False}),
        "Kalah(4,4)": (Kalah(4, 4), {"bounds": False}),
        "Connect Four, 12 stones": (connect4.random(12, seed=1), {}),
        "Hashi, 12 islands": (hashi.parse(hashi.EXAMPLES["twelve"]), {}),
    }


def _limit_line(title: str, game: deepen.Game, options: dict[str, Any]) -> Line:
    free = partial(deepen.analyse, game, values="best", **options)
    limited = partial(free, time_limit=LIMIT)
    if free().value != limited().value:
        raise ValueError(f"{title}: another value with a limit")
    without, within = (min(_cpu(call) for _ in range(2)) for call in (free, limited))
    title = f"{title}, exact, a time limit that is not reached: CPU"
    return Line(title, _ms(within), f"no limit {_ms(without)}", within / without, at_most=1.3)


def _cpu(call: Callable[[], Any], times: int = 1) -> float:
    before = process_time()
    for _ in range(times):
        call()
    return process_time() - before


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"
