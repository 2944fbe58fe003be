"""Measures what each technique saves in Connect Four and writes docs/games/connect4.md.

python studies/connect4_table.py            everything, some five minutes
python studies/connect4_table.py steps      only the part named
python studies/connect4_table.py --check    writes nothing, says what is stale

What stands outside the comments that name the parts is written by hand and stays.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import deepen
from deepen.games import connect4
from deepen.games.connect4 import Connect4
from study.page import Page, Part, main, table

ROOT = Path(__file__).parent.parent
DATA = ROOT / "benchmarks" / "data" / "connect4"
PAGE = Page(ROOT / "docs" / "games" / "connect4.md", ROOT / "docs" / "games" / "images")
SETS = ("end_easy", "middle_easy", "begin_easy")
ALL = 1000
FEW = 20
EXAMPLE = connect4.EXAMPLES["middle"]


class LeftToRight(Connect4):
    """The same game with the columns as they stand, so that centre first can be shown to matter."""

    def constants(self) -> dict[str, Any]:
        order = list(range(1, self.shape.columns + 1))
        squares = [self.shape.column(column) for column in order]
        return {**super().constants(), "order": order, "column": squares}


@dataclass(frozen=True)
class Step:
    """A way to search, how many positions of each set it gets to do, and Pons' row beside it."""

    name: str
    options: dict[str, Any]
    counts: tuple[int, int, int]
    published: tuple[str, str, str] = ("", "", "")
    game: type[Connect4] = field(default=Connect4)


def _steps() -> list[Step]:
    """Each adds one thing to the one before. Pons' steps are in another order than ours."""
    plain: dict[str, Any] = {"algorithm": "alphabeta"}
    table = {**plain, "table": True}
    windows = {**table, "null_windows": True}
    bounds = {**windows, "bounds": True}
    return [
        Step("minimax", {"algorithm": "minimax"}, (ALL, 0, 0), ("11,024", "", "")),
        Step("alpha-beta, columns from left to right", plain, (ALL, 0, 0),
             ("283.6", "54,236,700", ""), LeftToRight),
        Step("centre first", plain, (ALL, FEW, 0), ("139.7", "2,081,790", "")),
        Step("`table`", table, (ALL, ALL, 0), ("92.84", "207,900", "156,400,000")),
        Step("`null_windows`", windows, (ALL, ALL, 0), ("131.6", "9,472", "236,700")),
        Step("`bounds`: skip losing moves", bounds, (ALL, ALL, ALL),
             ("70.71", "4,135", "107,400")),
        Step("`reorder`: threats first", {**bounds, "reorder": True}, (ALL, ALL, ALL),
             ("54.93", "517.2", "3,692")),
        Step("`symmetry`: all of `negamax`", {}, (ALL, ALL, ALL), ("51.28", "449.6", "3,298")),
    ]  # fmt: skip


def steps() -> Part:
    """Mean positions a score, technique by technique."""
    rows = []
    for step in _steps():
        ours = [_cell(step, name, count) for name, count in zip(SETS, step.counts, strict=True)]
        rows.append([step.name, *ours, *(each or "-" for each in step.published)])
    names = [name.replace("_", " ") for name in SETS]
    return Part(
        table(["each with all above it", *names, *(f"Pons, {name}" for name in names)], rows)
    )


def _cell(step: Step, name: str, count: int) -> str:
    if count == 0:
        return "-"
    nodes, _ = _run(step, name, count)
    shown = f"{nodes:,.0f}" if nodes >= 1000 else f"{nodes:.1f}"
    return shown if count == ALL else f"{shown} (first {count})"


def _run(step: Step, name: str, count: int) -> tuple[float, float]:
    """Positions and CPU seconds for one score; a wrong score is an error."""
    lines = [line.split() for line in (DATA / f"{name}.txt").read_text().splitlines()[:count]]
    games = [step.game(text) for text, _ in lines]
    nodes, began = 0, time.process_time()
    for game, (text, score) in zip(games, lines, strict=True):
        found = deepen.analyse(game, values="best", **step.options)
        if (found.value, found.exact) != (int(score), True):
            raise SystemExit(f"{step.name}: {text} is worth {score}, not {found.value}")
        nodes += found.nodes
    return nodes / count, (time.process_time() - began) / count


def speed() -> Part:
    """The same in time, for the last row."""
    rows = []
    for name in SETS:
        nodes, seconds = _run(_steps()[-1], name, ALL)
        rows.append(
            [
                name.replace("_", " "),
                f"{nodes:,.1f}",
                f"{1e6 * seconds:.0f} µs",
                f"{nodes / seconds / 1e6:.1f} M",
            ]
        )
    return Part(
        table(["set", "positions", "CPU with the call from Python", "positions a second"], rows)
    )


def picture() -> Part:
    """What each column is worth."""
    game = connect4.parse(EXAMPLE)
    text = "![What each column is worth to the player to move](images/connect4-values.svg)"
    return Part(text, {"connect4-values.svg": game.svg("values")})


if __name__ == "__main__":
    main(PAGE, {"steps": steps, "speed": speed, "picture": picture}, passing={"speed"})
