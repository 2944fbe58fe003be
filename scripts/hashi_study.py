"""Measures what each technique saves in the Hashi duel and writes docs/games/hashi.md.

python scripts/hashi_study.py             everything, about a minute
python scripts/hashi_study.py winners     only the part named
python scripts/hashi_study.py --check     writes nothing, says what is stale

What stands outside the comments that name the parts is written by hand and stays.
"""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Any

import deepen
from deepen.games import hashi
from study.page import Page, Part, count, main, shown, table

ROOT = Path(__file__).parent.parent
PAGE = Page(ROOT / "docs" / "games" / "hashi.md", ROOT / "docs" / "games" / "images")
SMALL, BOARDS = 6, 40
MOST_NODES = 5_000_000

PLAIN: dict[str, Any] = {"algorithm": "alphabeta"}
ORDER = {**PLAIN, "reorder": True}
TABLE = {**ORDER, "table": True}
WINDOWS = {**TABLE, "null_windows": True}
BOUNDS = {**WINDOWS, "bounds": True}
STEPS: list[tuple[str, dict[str, Any], int]] = [
    ("minimax, every line", {"algorithm": "minimax"}, 5),
    ("alpha-beta", PLAIN, 6),
    ("`reorder`: points first, killers, history", ORDER, 7),
    ("`table`", TABLE, 12),
    ("`null_windows`", WINDOWS, 12),
    ("`bounds`: what is still to be won", BOUNDS, 12),
    ("`symmetry`: forget what no longer matters", {**BOUNDS, "symmetry": True}, 12),
]
SIZES = (4, 5, 6, 7, 8, 10, 12)


def boards(islands: int, number: int = BOARDS) -> list[deepen.Game]:
    """Random boards with so many islands, the same ones each time."""
    side = 4 if islands <= SMALL else 5 if islands <= 2 * SMALL else 6
    return [
        hashi.random(side, islands=islands, unlabelled=0.25, seed=seed) for seed in range(number)
    ]


def techniques() -> Part:
    """Positions to the exact value, technique by technique."""
    rows = []
    for name, options, most in STEPS:
        cells = [_typical(size, options) if size <= most else "-" for size in SIZES]
        rows.append([name, *cells])
    return Part(table(["each with all above it", *(f"{size} islands" for size in SIZES)], rows))


def _typical(islands: int, options: dict[str, Any]) -> str:
    number = BOARDS if islands <= SMALL else BOARDS // 2
    found = [
        deepen.analyse(board, values="best", node_limit=MOST_NODES, **options)
        for board in boards(islands, number)
    ]
    if any(each.status != "solved" for each in found):
        return f"over {count(MOST_NODES)}"
    return count(statistics.geometric_mean([each.nodes + 1 for each in found]))


def winners() -> Part:
    """Who wins, by the number of islands and of moves that are left."""
    rows = []
    for size in (4, 5, 6, 7, 8):
        values = [deepen.analyse(board, values="best").value or 0 for board in boards(size, 200)]
        first = sum(value > 0 for value in values)
        ties = values.count(0)
        mean = statistics.fmean(values)
        shares = [f"{each / 2:.0f} %" for each in (first, ties, 200 - first - ties)]
        rows.append([str(size), *shares, f"{mean:+.2f}"])
    headers = ["islands", "first player wins", "ties", "second player wins", "mean value"]
    return Part(table(headers, rows))


def picture() -> Part:
    """What each first move is worth."""
    game = hashi.parse(hashi.EXAMPLES["course"])
    words = "The board of the course with the value of every first move"
    return Part(shown("hashi-values.svg", words), {"hashi-values.svg": game.svg("values")})


PARTS = {"techniques": techniques, "winners": winners, "picture": picture}


if __name__ == "__main__":
    main(PAGE, PARTS, passing=set())
