"""Measures what each technique saves in the Hashi duel and writes docs/games/hashi.md.

python studies/hashi_study.py             everything, about two minutes
python studies/hashi_study.py winners     only the part named
python studies/hashi_study.py --check     writes nothing, says what is stale

What stands outside the comments that name the parts is written by hand and stays.
"""

from __future__ import annotations

import statistics
from functools import cache
from pathlib import Path
from typing import Any

import deepen
from deepen.games import hashi
from study.chart import Chart, Line
from study.page import Page, Part, count, main, shown, table

ROOT = Path(__file__).parent.parent
PAGE = Page(ROOT / "docs" / "games" / "hashi.md", ROOT / "docs" / "games" / "images")
SMALL, BOARDS = 6, 40
MOST_NODES = 20_000_000
WINNERS, KINDS, FEW = 200, 400, 20
OUTCOMES = ["first player wins", "ties", "second player wins", "mean value"]

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
SIZES = (4, 5, 6, 7, 8, 9, 10, 11, 12)


def boards(islands: int, number: int = BOARDS) -> list[deepen.Game]:
    """Random boards with so many islands, the same ones each time."""
    side = 4 if islands <= SMALL else 5 if islands <= 2 * SMALL else 6
    return [
        hashi.random(side, islands=islands, unlabelled=0.25, seed=seed) for seed in range(number)
    ]


def techniques() -> Part:
    """Positions to the exact value, technique by technique; the chart shows some of them."""
    rows = [
        [name, *(count(typical(size, name)) if size <= most else "-" for size in SIZES)]
        for name, _, most in STEPS
    ]
    headers = ["each with all above it", *(f"{size} islands" for size in SIZES)]
    chart = shown("hashi-growth.svg", "Positions to the exact value by the number of islands")
    return Part(f"{table(headers, rows)}\n\n{chart}", {"hashi-growth.svg": _growth().svg()})


def _growth() -> Chart:
    lines = [
        Line(name, [(float(size), typical(size, step)) for size in SIZES if size <= most], style)
        for style, (name, (step, _, most)) in enumerate(
            zip(("no table", "table", "everything"), (STEPS[2], STEPS[3], STEPS[-1]), strict=True)
        )
    ]
    return Chart(
        "How the Hashi duel grows",
        "Positions until the value and all best moves are proven, on a logarithmic axis",
        "islands",
        "positions",
        lines,
    )


@cache
def typical(islands: int, step: str) -> float:
    """The geometric mean of positions over the boards of this size."""
    options = next(options for name, options, _ in STEPS if name == step)
    number = BOARDS if islands <= SMALL else BOARDS // 2
    found = [
        deepen.analyse(board, values="best", node_limit=MOST_NODES, **options)
        for board in boards(islands, number)
    ]
    if any(each.status != "solved" for each in found):
        raise ValueError(f"{step} takes more than {MOST_NODES} positions with {islands} islands")
    return statistics.geometric_mean([each.nodes + 1 for each in found])


def winners() -> Part:
    """Who wins, by the number of islands."""
    rows = [
        [str(size), *_outcomes([_value(board) for board in boards(size, WINNERS)])]
        for size in (4, 5, 6, 7, 8)
    ]
    return Part(table(["islands", *OUTCOMES], rows))


def kinds() -> Part:
    """Who wins, by how many islands have no label and what a first bridge gains."""
    rows = []
    for name, unlabelled in (("none", 0.0), ("a quarter", 0.25), ("half", 0.5), ("all", 1.0)):
        values: dict[int, list[int]] = {}
        for seed in range(KINDS):
            board = hashi.random(5, islands=8, unlabelled=unlabelled, seed=seed)
            gain = max((move.reward for move in board.legal_moves()), default=0)
            values.setdefault(gain, []).append(_value(board))
        rows += [
            [name, str(gain), str(len(found)), *_outcomes(found)]
            for gain, found in sorted(values.items())
            if len(found) >= FEW
        ]
    return Part(table(["without a label", "gained at once", "boards", *OUTCOMES], rows))


def _value(board: deepen.Game) -> int:
    value = deepen.analyse(board, values="best").value
    assert value is not None
    return value


def _outcomes(values: list[int]) -> list[str]:
    """How often the first player wins, nobody, the second player; and the mean value."""
    first, ties = sum(value > 0 for value in values), values.count(0)
    counts = (first, ties, len(values) - first - ties)
    return [*(f"{each / len(values):.0%}" for each in counts), f"{statistics.fmean(values):+.2f}"]


def picture() -> Part:
    """What each first move is worth."""
    game = hashi.parse(hashi.EXAMPLES["course"])
    words = "The board of the course with the value of every first move"
    return Part(shown("hashi-values.svg", words), {"hashi-values.svg": game.svg("values")})


PARTS = {"techniques": techniques, "winners": winners, "kinds": kinds, "picture": picture}


if __name__ == "__main__":
    main(PAGE, PARTS, passing=set())
