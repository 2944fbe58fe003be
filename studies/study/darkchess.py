"""What the study of dark chess measures. Every count is the same on every run.

Positions are those of the contest and the public ones beside the tests, and random ones with fixed
seeds. A typical number is a geometric mean, since single positions differ by factors.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import cast

import deepen
from deepen.auditing.probe import HeuristicProbe
from deepen.games import darkchess
from deepen.games.darkchess import Darkchess
from deepen.games.darkchess.board import CHARIOT, EMPTY, KINDS, REDS, SQUARES
from deepen.games.darkchess.solvable import FirstCapture, is_walled_in
from deepen.search.limits import Limits
from study.sample import Sample
from study.total import Total

DATA = Path(__file__).parent.parent.parent / "tests" / "data"
REPORTS = ("nearest_capturer", "smallest_edges")
HEURISTICS = ("count", *REPORTS, "forest", "cover")
TEN_MIB = 10 << 20
GIVEN_UP = 400_000
"""Most expansions of a search that is only there to be compared."""
HARD_LIMIT = 2_000_000
"""The same for hard positions."""
SMALL, SMALLER = 2_000, 12_000
"""Random positions: those of which all states are looked at, those that are only solved."""
MOST_REDS, OF_EACH = 8, 20
CAST = "KARP", "kaenprrn", 8
"""Of the positions by the number of reds: the black pieces, the reds as they come, the ducks."""


@dataclass(frozen=True)
class Known:
    """A position with its proven optimum, None for an unsolvable one."""

    id: str
    puzzle: Darkchess
    optimal: int | None
    tier: str

    @property
    def text(self) -> str:
        return darkchess.format(self.puzzle)


@cache
def known(file: str) -> list[Known]:
    """All of a file, `contest` or `public`."""
    lines = (DATA / f"darkchess_{file}.jsonl").read_text().splitlines()
    return [
        Known(one["id"], darkchess.parse(one["input"]), one["optimal"], one.get("tier", file))
        for one in map(json.loads, lines)
    ]


@cache
def chosen(tier: str) -> list[Known]:
    """The contest's positions, or the solvable ones of a tier of the public ones."""
    if tier == "contest":
        return known(tier)
    return [one for one in known("public") if one.tier == tier and one.optimal is not None]


@dataclass(frozen=True)
class Answers(Sample):
    """Searches of one kind, and what they should have found."""

    optima: list[int]

    @property
    def excess(self) -> list[int]:
        """How much longer than the shortest each solution is, where one was found."""
        return [
            one.cost - best
            for one, best in zip(self.found, self.optima, strict=True)
            if one.cost is not None
        ]

    @property
    def wrong(self) -> int:
        return sum(more > 0 for more in self.excess)


@cache
def answers(
    tier: str,
    algorithm: str,
    heuristic: str | None,
    *,
    memory_limit: int | None = None,
    node_limit: int | None = GIVEN_UP,
    table: bool = True,
    reorder: bool = True,
) -> Answers:
    """Solves the chosen positions of a tier."""
    return Answers(
        [
            deepen.solve(
                one.puzzle,
                algorithm,
                heuristic,
                memory_limit=memory_limit,
                node_limit=node_limit,
                table=table,
                reorder=reorder,
            )
            for one in chosen(tier)
        ],
        [one.optimal or 0 for one in chosen(tier)],
    )


# ---- random positions


@cache
def small(seed: int) -> Darkchess:
    """Some position with one or two black pieces and up to four reds, solvable or not."""
    chance = Random(seed)
    black = "".join(chance.choices(KINDS, k=chance.randint(1, 2)))
    red = "".join(chance.choices(REDS, k=chance.randint(1, 4)))
    return darkchess.random(black, red, chance.choice((0, 4, 8)), seed=seed, solvable=None)


def has_chariot(puzzle: Darkchess) -> bool:
    return CHARIOT in puzzle.squares


@cache
def total(heuristic: str, chariot: bool) -> Total:
    """A heuristic on all states of small positions, with a chariot or without."""
    found = Total()
    probe = HeuristicProbe(heuristic)
    for puzzle in map(small, range(SMALL)):
        if has_chariot(puzzle) == chariot:
            found.add(probe.measure(puzzle, Limits()).found)
    return found


@dataclass(frozen=True)
class Outcome:
    """What a search answers on many positions."""

    positions: int
    over: int  # those where the heuristic is over the optimum at the start
    wrong: int
    excess: int  # the most


def outcome(positions: Iterable[tuple[Darkchess, int]], algorithm: str, heuristic: str) -> Outcome:
    """On positions with their optima."""
    found = [(deepen.solve(puzzle, algorithm, heuristic), optimum) for puzzle, optimum in positions]
    excess = [(one.cost or 0) - optimum for one, optimum in found]
    return Outcome(
        len(found),
        sum((one.initial_h or 0) > optimum for one, optimum in found),
        sum(more > 0 for more in excess),
        max(excess),
    )


@cache
def small_solvable(chariot: bool) -> list[tuple[Darkchess, int]]:
    """Small positions with their optima."""
    positions = [one for one in map(small, range(SMALLER)) if has_chariot(one) == chariot]
    return list(_with_optima(positions))


def _with_optima(positions: Iterable[Darkchess]) -> Iterator[tuple[Darkchess, int]]:
    for puzzle in positions:
        cost = deepen.solve(puzzle, "astar", "forest").cost
        if cost is not None:
            yield puzzle, cost


@cache
def small_outcome(algorithm: str, heuristic: str, chariot: bool) -> Outcome:
    return outcome(small_solvable(chariot), algorithm, heuristic)


# ---- all positions of a kind


def placed(black: str, reds: tuple[int, ...], places: Iterable[int] = ()) -> Darkchess:
    """Horses on these squares, and black pieces on those, or else on the first free ones."""
    free = places or (square for square in range(SQUARES) if square not in reds)
    own = dict(zip(free, black, strict=False))
    return Darkchess("".join(own.get(i, "n" if i in reds else EMPTY) for i in range(SQUARES)))


COUNTEREXAMPLES = [
    ("K1kkK3/8/8/8 b", "nearest_capturer"),
    ("Kk6/kk6/8/8 b", "nearest_capturer"),
    ("8/8/ek6/1E3K2 b", "nearest_capturer"),
    ("8/3R3k/8/2Kn4 b", "nearest_capturer"),
    ("2A5/A7/1nn5/8 b", "nearest_capturer"),
    ("AA6/8/n1n5/8 b", "nearest_capturer"),
    ("1e2N3/4n3/7K/8 b", "nearest_capturer"),
    ("2e5/p6D/D5K1/7E b", "nearest_capturer"),
    ("n1R5/8/8/8 b", "smallest_edges"),
    ("8/8/2R3n1/8 b", "smallest_edges"),
    ("8/8/3R3r/4n3 b", "smallest_edges"),
    ("R6n/8/3n4/8 b", "smallest_edges"),
    ("n7/8/3D2R1/8 b", "smallest_edges"),
]
"""Positions on which a heuristic is over, those for each from small to large."""


@dataclass(frozen=True)
class Counterexample:
    """A position that a heuristic overestimates."""

    puzzle: Darkchess
    h: int
    cost: int

    @property
    def text(self) -> str:
        return darkchess.format(self.puzzle)


def smallest(heuristic: str, black: str, reds: int) -> Counterexample:
    """As `smallest_counterexample`, where there is one."""
    found = smallest_counterexample(heuristic, black, reds)
    assert found is not None
    return found


@cache
def smallest_counterexample(heuristic: str, black: str, reds: int) -> Counterexample | None:
    """The one with the shortest solution, of all ways to place these black pieces and so many reds
    that they may all capture; None if none of them is one. There are no ducks."""
    probe = HeuristicProbe(heuristic)
    found = [
        example
        for squares in combinations(range(SQUARES), reds)
        if (example := _nearest(probe, placed(black, squares))) is not None
    ]
    return min(found, key=lambda example: example.cost, default=None)


def _nearest(probe: HeuristicProbe, puzzle: Darkchess) -> Counterexample | None:
    """Of all states that can be reached, so of all places of the black pieces."""
    nearest = probe.measure(puzzle, Limits()).found.nearest
    if nearest is None:
        return None
    words, h, cost = cast(tuple[list[int], int, int], nearest)
    return Counterexample(puzzle.at(tuple(words)), h, cost)


@cache
def chariot_and_two_reds() -> list[tuple[Darkchess, int]]:
    """Every placement on a board without ducks, with its optimum."""
    return list(
        _with_optima(
            placed(CHARIOT, reds, [place])
            for reds in combinations(range(SQUARES), 2)
            for place in range(SQUARES)
            if place not in reds
        )
    )


# ---- growth


@cache
def by_reds(number: int, heuristic: str) -> Sample:
    """A* on random positions with so many reds."""
    black, red, ducks = CAST
    puzzles = [darkchess.random(black, red[:number], ducks, seed=seed) for seed in range(OF_EACH)]
    return Sample([deepen.solve(one, "astar", heuristic) for one in puzzles])


# ---- what cannot be solved


@dataclass(frozen=True)
class Proof:
    """How an unsolvable position is seen to be one."""

    known: Known
    walled_in: bool  # at once, by distances
    searched: int  # states that A* expands with `forest`
    searched_by_report: int  # with `nearest_capturer`
    by_capturing: int  # the states that are expanded if any capture is made that can be


def proofs() -> list[Proof]:
    """Of all unsolvable public positions, the hardest last."""
    found = [_proof(one) for one in known("public") if one.optimal is None]
    return sorted(found, key=lambda proof: (proof.searched, proof.known.id))


def _proof(one: Known) -> Proof:
    forest, report = (
        deepen.solve(one.puzzle, "astar", name) for name in ("forest", "nearest_capturer")
    )
    assert forest.status == report.status == "unsolvable"
    return Proof(
        one,
        is_walled_in(one.puzzle),
        forest.expanded,
        report.expanded,
        _expanded_by_capturing(one.puzzle),
    )


def _expanded_by_capturing(puzzle: Darkchess) -> int:
    expanded, squares = 0, puzzle.squares
    while True:
        found = deepen.solve(FirstCapture(squares), "breadth-first", "zero")
        expanded += found.expanded
        if not found.solved:
            return expanded
        squares = puzzle.letters(found.states[-1])
