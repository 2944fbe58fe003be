"""The twelve: what each form is made from, how it is searched, and what must come out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import deepen
from fields import (
    cube,
    domineering,
    dots,
    fifteen,
    hanoi,
    hex,
    kalah,
    klotski,
    othello,
    rush_hour,
    sokoban,
    solitaire,
)

FORMS = ("fields", "packed", "objects")
KORF_12 = (14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15)
NINE_TURNS = cube.scrambled("R U2 F' R2 U F R' U2 R")


class Found(NamedTuple):
    """What a search answers, and how many states or positions it took."""

    answer: int | None
    nodes: int


@dataclass(frozen=True)
class Entry:
    """One of the twelve.

    Attributes:
        module: where the three forms stand.
        instances: what they are made from, and the answer to each.
        make: for each of `FORMS` a function from an instance to a puzzle or game.
        search: what is measured.
    """

    name: str
    module: str
    instances: list[tuple[Any, int | None]]
    make: dict[str, Callable[[Any], Any]]
    search: Callable[[Any], Found]

    def puzzles(self, form: str) -> list[Any]:
        """All instances in one of the forms."""
        return [self.make[form](instance) for instance, _ in self.instances]


# Searches


def solved(puzzle: Any, algorithm: str = "breadth-first") -> Found:
    """The length of a shortest solution."""
    solution = deepen.solve(puzzle, algorithm)
    return Found(solution.cost, solution.generated)


def analysed(game: Any) -> Found:
    """The value of the game to the first player."""
    analysis = deepen.analyse(game, values="best")
    return Found(analysis.value, analysis.nodes)


def counted(puzzle: Any, limit: int) -> Found:
    """The size of a layer, the eighth, of the states that are found when so many are expanded."""
    seen = deepen.explore(puzzle, node_limit=limit)
    return Found(seen.layers[7], seen.generated)


# The puzzles

FIFTEEN = Entry(
    "15-puzzle, Korf 12, IDA*",
    "fifteen",
    [(KORF_12, 45)],
    {
        "fields": lambda tiles: fifteen.Fifteen(
            {"tiles": tiles},
            {"next": fifteen.NEXT, "distance": fifteen.DISTANCE, "goal": fifteen.GOAL},
        ),
        "packed": lambda tiles: fifteen.PackedFifteen(
            fifteen.pack(tiles),
            {
                "next": fifteen.NEXT,
                "distance": fifteen.DISTANCE,
                "goal": fifteen.pack(fifteen.GOAL),
            },
        ),
        "objects": fifteen.ObjectFifteen,
    },
    partial(solved, algorithm="idastar"),
)
SOKOBAN = Entry(
    "Sokoban, Microban 1 to 10, breadth-first",
    "sokoban",
    [(level, level.moves) for level in map(sokoban.microban, range(1, 11))],
    {
        "fields": sokoban.Sokoban,
        "packed": sokoban.PackedSokoban,
        "objects": sokoban.ObjectSokoban,
    },
    solved,
)
RUSH_HOUR = Entry(
    "Rush Hour, breadth-first",
    "rush_hour",
    [(rush_hour.HARDEST, 51)],
    {
        "fields": rush_hour.RushHour,
        "packed": rush_hour.PackedRushHour,
        "objects": rush_hour.ObjectRushHour,
    },
    solved,
)
KLOTSKI = Entry(
    "Klotski, breadth-first",
    "klotski",
    [(klotski.START, 81)],
    {
        "fields": lambda blocks: klotski.Klotski(
            {"block": [blocks.get(cell, 0) for cell in range(20)]}, klotski.BOARD
        ),
        "packed": lambda blocks: klotski.PackedKlotski(klotski.pack(blocks), klotski.BOARD),
        "objects": lambda blocks: klotski.ObjectKlotski(
            frozenset((kind, cell) for cell, kind in blocks.items())
        ),
    },
    solved,
)
CUBE = Entry(
    "2x2x2 cube, nine turns, breadth-first",
    "cube",
    [(NINE_TURNS, 9)],
    {
        "fields": lambda places: cube.Cube(
            {"places": places}, {"turned": cube.TURNED, "solved": cube.SOLVED}
        ),
        "packed": lambda places: cube.PackedCube(
            cube.pack(places), {"turned": cube.TURNED, "solved": cube.pack(cube.SOLVED)}
        ),
        "objects": cube.ObjectCube,
    },
    solved,
)
HANOI = Entry(
    "Hanoi, four pegs, ten discs, breadth-first",
    "hanoi",
    [(10, 49)],
    {
        "fields": lambda discs: hanoi.Hanoi({"peg": [0] * discs}, {"discs": discs}),
        "packed": lambda discs: hanoi.PackedHanoi(0, {"ones": 4**discs // 3, "goal": 4**discs - 1}),
        "objects": lambda discs: hanoi.ObjectHanoi((0,) * discs),
    },
    solved,
)
SOLITAIRE = Entry(
    "Peg solitaire, the first 500,000 positions",
    "solitaire",
    [(solitaire.START, 21_842)],
    {
        "fields": lambda pegs: solitaire.Solitaire({"pegs": pegs}, solitaire.BOARD),
        "packed": lambda pegs: solitaire.PackedSolitaire(
            sum(1 << peg for peg in pegs), solitaire.BOARD
        ),
        "objects": lambda pegs: solitaire.ObjectSolitaire(frozenset(pegs)),
    },
    partial(counted, limit=500_000),
)

# The games

KALAH = Entry(
    "Kalah(4,3)",
    "kalah",
    [((4, 3), 6)],
    {
        "fields": lambda given: kalah.Kalah(
            {"pits": [[given[1]] * given[0]] * 2},
            {"pits": given[0], "seeds": 2 * given[0] * given[1]},
        ),
        "packed": lambda given: kalah.PackedKalah(
            sum(given[1] << kalah.BITS * pit for pit in range(2 * given[0])),
            {"pits": given[0]},
        ),
        "objects": lambda given: kalah.ObjectKalah(((given[1],) * given[0],) * 2),
    },
    analysed,
)
DOTS = Entry(
    "Dots and Boxes 3x3",
    "dots",
    [(3, -3)],
    {"fields": dots.Dots, "packed": dots.PackedDots, "objects": dots.ObjectDots},
    analysed,
)
OTHELLO = Entry(
    "Othello 4x4",
    "othello",
    [(None, -8)],
    {
        "fields": lambda _: othello.Othello(
            {"black": othello.BLACK, "white": othello.WHITE},
            {"next": othello.NEXT, "cells": othello.CELLS},
        ),
        "packed": lambda _: othello.PackedOthello(
            othello.pack(othello.BLACK, othello.WHITE), {"next": othello.NEXT}
        ),
        "objects": lambda _: othello.ObjectOthello(
            (frozenset(othello.BLACK), frozenset(othello.WHITE))
        ),
    },
    analysed,
)
HEX = Entry(
    "Hex 4x4",
    "hex",
    [(None, 1)],
    {
        "fields": lambda _: hex.Hex({"black": set(), "white": set()}, hex.BOARD),
        "packed": lambda _: hex.PackedHex(0, {"near": hex.BOARD["near"]}),
        "objects": lambda _: hex.ObjectHex((0, (frozenset(), frozenset()))),
    },
    analysed,
)
DOMINEERING = Entry(
    "Domineering 6x6",
    "domineering",
    [(6, 1)],
    {
        "fields": domineering.Domineering,
        "packed": domineering.PackedDomineering,
        "objects": domineering.ObjectDomineering,
    },
    analysed,
)

TWELVE = [
    FIFTEEN,
    SOKOBAN,
    RUSH_HOUR,
    KLOTSKI,
    CUBE,
    HANOI,
    SOLITAIRE,
    KALAH,
    DOTS,
    OTHELLO,
    HEX,
    DOMINEERING,
]
