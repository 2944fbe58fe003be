"""The Hashi duel in plain Python, for the libraries that need its rules; nothing of deepen is here.

A position is a bytes object: the bridges of each pair of islands, the label of each island, the
bridges at each island. Libraries copy positions a lot, and bytes cost nothing to copy.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .common import DATA

LABELS = (3, 4)
MOST_BRIDGES = 2

INSTANCES = ("hd-039", "hd-057")
"""Boards of 7 and 10 islands, for which OpenSpiel takes some 20 seconds each."""


@dataclass(frozen=True)
class Instance:
    """A board with its exact value to the player who begins.

    `nodes` is how many positions a program for this one game looked at.
    """

    id: str
    rows: tuple[str, ...]
    value: int
    nodes: int


@dataclass(frozen=True)
class Outcome:
    """What a library found for a board and what that took; without a value, it is not installed."""

    version: str
    value: int | None = None
    nodes: int = 0
    cpu_seconds: float = 0.0


def load(tier: str | None = None) -> list[Instance]:
    """The boards of the benchmark, perhaps only those of one tier."""
    with (DATA / "hashi_public.jsonl").open() as file:
        records = [json.loads(line) for line in file]
    return [
        Instance(one["id"], tuple(one["board"]), one["value"], one["nodes"])
        for one in records
        if tier in (None, one["tier"])
    ]


def instance(name: str) -> Instance:
    """The board of that name."""
    return next(one for one in load() if one.id == name)


class Board:
    """Islands, the pairs of them that a bridge can join, and the pairs that such a bridge crosses.

    Actions are numbers: first the pairs, then for each island its label 3 and its label 4.
    `moves(position)` lists the legal ones.
    """

    def __init__(self, rows: tuple[str, ...]) -> None:
        places = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "."]
        self.islands = len(places)
        self.pairs = [
            (a, b)
            for a, b in combinations(range(self.islands), 2)
            if _sees(places[a], places[b], places)
        ]
        self.crossed = [
            [
                other
                for other, (c, d) in enumerate(self.pairs)
                if _cross(places[a], places[b], places[c], places[d])
            ]
            for a, b in self.pairs
        ]
        labels = bytes(int(rows[r][c]) for r, c in places)
        self.start = bytes(len(self.pairs)) + labels + bytes(self.islands)
        # An unlabelled island takes one move, and no pair has more than two bridges.
        self.longest = MOST_BRIDGES * len(self.pairs) + labels.count(0)
        # Libraries ask several times in a row: who moves, is it over, what are the moves.
        self.moves = lru_cache(1)(self._moves)

    def _moves(self, position: bytes) -> list[int]:
        """All legal actions."""
        pairs, label = len(self.pairs), len(self.pairs)
        used = label + self.islands
        found = [
            pair
            for pair, (a, b) in enumerate(self.pairs)
            if position[pair] < MOST_BRIDGES
            and position[used + a] < position[label + a]
            and position[used + b] < position[label + b]
            and not any(position[other] for other in self.crossed[pair])
        ]
        for island in range(self.islands):
            if position[label + island] == 0:
                found += [pairs + 2 * island, pairs + 2 * island + 1]
        return found

    def after(self, position: bytes, action: int) -> tuple[bytes, int]:
        """The position after an action, and the points that it brings."""
        label = len(self.pairs)
        used = label + self.islands
        changed = bytearray(position)
        if action >= len(self.pairs):
            island, choice = divmod(action - len(self.pairs), len(LABELS))
            changed[label + island] = LABELS[choice]
            return bytes(changed), 0
        changed[action] += 1
        points = 0
        for island in self.pairs[action]:
            changed[used + island] += 1
            if changed[used + island] == changed[label + island]:
                points += changed[label + island]
        return bytes(changed), points


Place = tuple[int, int]


def _sees(a: Place, b: Place, places: list[Place]) -> bool:
    """In one row or column, and nothing between; a comes before b."""
    if a[0] == b[0]:
        return not any(r == a[0] and a[1] < c < b[1] for r, c in places)
    return a[1] == b[1] and not any(c == a[1] and a[0] < r < b[0] for r, c in places)


def _cross(a: Place, b: Place, c: Place, d: Place) -> bool:
    """Whether the bridges a-b and c-d cross, one along a row and the other along a column."""
    if a[0] != b[0]:
        return c[0] == d[0] and _cross(c, d, a, b)
    return c[1] == d[1] and c[0] < a[0] < d[0] and a[1] < c[1] < b[1]
