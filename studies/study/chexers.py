"""What the study of Chexers measures. Every count is the same on every run.

Boards are those of `chexers.random` with the seeds 0, 1, 2, ...; a typical number is a geometric
mean, since single boards differ by factors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from math import comb
from statistics import mean
from typing import Any

import numpy as np

import deepen
from deepen.games import chexers
from deepen.games.chexers import Chexers, ExactChexers
from deepen.games.chexers.board import BOARD, HEXES, cell
from deepen.games.chexers.heuristics.exact import FIRST, UNSOLVABLE, placements, table_distance
from deepen.rules import DEAD, popcount
from study.course_astar import Outcome, course_astar
from study.sample import Sample

PIECES, BLOCKS = 4, 6
"""Of a usual board."""
MANY, SOME, FEW = 100, 20, 5
"""How many boards of a kind: where searches are short, where some are not, where they are long."""
UP_TO, UP_TO_WITHOUT = 8, 6
"""Pieces, with a heuristic and without one."""
DEEP, LEAST = 2_000, 20
"""Boards that are sorted by distance, and how many of a distance make a row."""
BLOCK_COUNTS = range(0, 29, 4)
PLAIN_LIMIT = 1_000_000
"""Most expansions of IDA* without its table on one board."""
HEURISTICS = ("zero", "relaxed", "waste", "exact", "walking")


@cache
def board(pieces: int, blocks: int, seed: int) -> Chexers:
    """A random board that can be solved."""
    return chexers.random(pieces, blocks, seed=seed)


def boards(pieces: int, blocks: int, count: int) -> list[Chexers]:
    """The first so many of a kind."""
    return [board(pieces, blocks, seed) for seed in range(count)]


@cache
def sample(
    pieces: int,
    blocks: int,
    count: int,
    algorithm: str,
    heuristic: str | None = None,
    table: bool = True,
    node_limit: int | None = None,
) -> Sample:
    """Solves the first so many boards of a kind."""
    return Sample(
        [
            deepen.solve(one, algorithm, heuristic, table=table, node_limit=node_limit)
            for one in boards(pieces, blocks, count)
        ]
    )


@cache
def space(pieces: int, blocks: int, count: int) -> list[deepen.Exploration]:
    """All that can be reached, on the first so many boards of a kind."""
    return [deepen.explore(one) for one in boards(pieces, blocks, count)]


def without(pieces: int) -> Sample:
    """A* without a heuristic, on few boards."""
    return sample(pieces, BLOCKS, FEW, "astar", "zero")


def with_heuristic(pieces: int, heuristic: str) -> Sample:
    """A* with one, on many boards."""
    return sample(pieces, BLOCKS, MANY, "astar", heuristic)


def three_ways(pieces: int, heuristic: str) -> tuple[Sample, Sample, Sample]:
    """A*, IDA*, and IDA* without its table, which gives up on some boards."""
    return (
        sample(pieces, BLOCKS, SOME, "astar", heuristic),
        sample(pieces, BLOCKS, SOME, "idastar", heuristic),
        sample(pieces, BLOCKS, SOME, "idastar", heuristic, table=False, node_limit=PLAIN_LIMIT),
    )


def all_placements(pieces: int) -> int:
    """Of so many pieces or fewer, on a usual board."""
    return sum(comb(len(HEXES) - BLOCKS, number) for number in range(pieces + 1))


@dataclass(frozen=True)
class Shape:
    """The form of the space that boards of so many pieces span: mean numbers."""

    successors: float  # of any state that can be reached
    successors_expanded: float  # of the states that A* expands with `relaxed`
    depth: float  # of a shortest solution
    effective: dict[str, float]  # branching factors, by heuristic


@cache
def shape(pieces: int) -> Shape:
    """Measured on usual boards."""
    seen = space(pieces, BLOCKS, FEW)
    searches = {
        "zero": without(pieces),
        **{name: with_heuristic(pieces, name) for name in ("relaxed", "waste")},
    }
    effective = {
        name: effective_branching(found.typical, mean(found.costs))
        for name, found in searches.items()
    }
    return Shape(
        sum(one.generated - 1 for one in seen) / sum(one.states for one in seen),
        searches["relaxed"].branching,
        mean(searches["relaxed"].costs),
        effective,
    )


def effective_branching(expanded: float, depth: float) -> float:
    """The b for which a full tree of that depth has so many nodes: 1 + b + ... + b^depth."""
    low, high = 1.0, max(2.0, expanded)
    for _ in range(60):
        middle = (low + high) / 2
        full = (middle ** (depth + 1) - 1) / (middle - 1)
        low, high = (middle, high) if full < expanded + 1 else (low, middle)
    return low


@dataclass(frozen=True)
class Distance:
    """Boards whose pieces have the same sum of levels."""

    levels: int
    zero: Sample  # of few of them
    relaxed: Sample
    waste: Sample


@cache
def by_distance(count: int, least: int) -> list[Distance]:
    """Usual boards sorted by the sum of levels, where there are at least so many of a sum."""
    numbers: dict[int, list[int]] = defaultdict(list)
    relaxed = sample(PIECES, BLOCKS, count, "astar", "relaxed").found
    waste = sample(PIECES, BLOCKS, count, "astar", "waste").found
    for number, one in enumerate(relaxed):
        numbers[one.initial_h or 0].append(number)
    return [
        Distance(
            levels,
            Sample([deepen.solve(board(PIECES, BLOCKS, i), "astar", "zero") for i in own[:FEW]]),
            Sample([relaxed[i] for i in own]),
            Sample([waste[i] for i in own]),
        )
        for levels, own in sorted(numbers.items())
        if len(own) >= least
    ]


@dataclass(frozen=True)
class Accuracy:
    """How the map compares with the true distance, over all placements of 1 to 4 pieces."""

    placements: int
    mean_share: float  # of h in the true distance
    exact: float  # share of placements
    worst: float  # the true distance over h
    beyond: int  # placements with a distance above 2h - pieces
    walking_over: float  # share of placements for which `walking` is over


@cache
def accuracy(block_sets: int) -> Accuracy:
    """Compares on so many random sets of blocks, from none to 30."""
    columns = [
        _compared(chexers.random(1, 30 * seed // block_sets, seed=seed))
        for seed in range(block_sets)
    ]
    sizes, true, h, walks = (np.concatenate(column) for column in zip(*columns, strict=True))
    return Accuracy(
        placements=len(true),
        mean_share=float(np.mean(h / true)),
        exact=float(np.mean(h == true)),
        worst=float(np.max(true / h)),
        beyond=int(np.sum(true > 2 * h - sizes)),
        walking_over=float(np.mean(walks > true)),
    )


def _compared(puzzle: Chexers) -> tuple[Any, ...]:
    """Size, true distance, `relaxed` and `walking` of each solvable placement but the empty one."""
    sets = placements()
    sizes = sum(_stands(sets, place) for place in HEXES)
    true = np.array(chexers.with_table(puzzle).board.distances).astype(int)
    known = (true != UNSOLVABLE) & (sizes > 0)
    columns = sizes, true, _map_sums(sets, puzzle, "relaxed"), _map_sums(sets, puzzle, "walking")
    return tuple(column[known] for column in columns)


def _stands(sets: Any, place: tuple[int, int]) -> Any:
    """For each set whether a piece stands there, 0 or 1."""
    return ((sets >> np.uint64(cell(place))) & np.uint64(1)).astype(int)


def _map_sums(sets: Any, puzzle: Chexers, heuristic: str) -> Any:
    """The heuristic of each set; it is a sum over its pieces."""
    rule = puzzle.heuristics[heuristic]
    values = {place: int(rule(puzzle.board, 1 << cell(place))) for place in HEXES}
    return sum(_stands(sets, place) * value for place, value in values.items())


def most_successors() -> int:
    """Of the placements of 4 pieces on the empty board, every fifth of them looked at."""
    empty = Chexers("red", [], []).board
    fours = [int(one) & BOARD for one in placements()[FIRST[4] :: 5]]
    return max(len(list(Chexers.successors(empty, pieces))) for pieces in fours)


# ---- the pseudo-code of the course


Estimate = Callable[[int], int | None]


def run_course(puzzle: Chexers, estimate: Estimate) -> Outcome:
    """The course's A* on the rules of the game, in Python."""

    def successors(pieces: int) -> Iterable[tuple[int, int]]:
        for _, child in Chexers.successors(puzzle.board, pieces):
            yield int(child), 1

    return course_astar(puzzle.start, lambda pieces: pieces == 0, successors, estimate)


def estimate_by(puzzle: Chexers, heuristic: str) -> Estimate:
    """A heuristic of the game as the pseudo-code wants it."""
    if heuristic == "zero":
        return lambda pieces: 0
    rule = puzzle.heuristics[heuristic]

    def estimate(pieces: int) -> int | None:
        value = int(rule(puzzle.board, pieces))
        return None if value == DEAD else value

    return estimate


class HalfTable(ExactChexers):
    """A board with a table of true distances of which half the entries are missing."""

    @deepen.heuristic(admissible=True)
    def half(board: Any, pieces: int) -> int:
        """The true distance for an even number of pieces in every other column, else 0."""
        return 0 if popcount(pieces & EVERY_OTHER) & 1 else table_distance(board, pieces)


EVERY_OTHER = 0x5555555555555555
"""The columns -3, -1, 1 and 3: the bits of even number."""


@dataclass(frozen=True)
class Closed:
    """What the pseudo-code and deepen answer with one heuristic."""

    boards: int
    course_wrong: int
    course_excess: int
    ours_wrong: int
    reopened: int


def closed_set(puzzles: list[Chexers], heuristic: str) -> Closed:
    """Compares the pseudo-code, which never re-opens a state, with deepen and the optimum."""
    course = [run_course(one, estimate_by(one, heuristic)).cost or 0 for one in puzzles]
    ours = [deepen.solve(one, "astar", heuristic) for one in puzzles]
    best = [deepen.solve(one, "astar", "relaxed").cost or 0 for one in puzzles]
    excess = [cost - least for cost, least in zip(course, best, strict=True)]
    return Closed(
        boards=len(puzzles),
        course_wrong=sum(more > 0 for more in excess),
        course_excess=max(excess),
        ours_wrong=sum(one.cost != least for one, least in zip(ours, best, strict=True)),
        reopened=sum(one.reopened for one in ours),
    )


@cache
def closed_set_with_half_a_table(count: int) -> Closed:
    """On boards of 3 pieces and 12 blocks."""
    puzzles = boards(3, 12, count)
    tabled = [HalfTable(one.colour, one.pieces, one.blocks) for one in puzzles]
    return closed_set(list(tabled), "half")


@cache
def closed_set_with_waste(count: int) -> Closed:
    """On usual boards."""
    return closed_set(boards(PIECES, BLOCKS, count), "waste")


FOUR_NODES = {"S": {"A": 1, "B": 3}, "A": {"B": 1}, "B": {"G": 3}, "G": {}}
FOUR_ESTIMATES = {"S": 0, "A": 4, "B": 0, "G": 0}


def course_on_four_nodes() -> int | None:
    """S to G, at best 5; the heuristic is admissible and not consistent."""
    return course_astar(
        "S", lambda node: node == "G", lambda node: FOUR_NODES[node].items(), FOUR_ESTIMATES.get
    ).cost


@cache
def queue_work(pieces: int, heuristic: str) -> Outcome:
    """The pseudo-code on one usual board of so many pieces."""
    puzzle = board(pieces, BLOCKS, 2)
    return run_course(puzzle, estimate_by(puzzle, heuristic))
