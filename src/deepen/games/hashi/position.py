"""What lies on the board: bridges and labels, and which moves they allow.

This is the game as people see it, one rule after the other. The search works on what is left of it,
see `remaining` and `rules`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from deepen.games.hashi.board import NEW_LABELS, Cell, Grid, column_number, name

MOST_BRIDGES = 2

_CELL = "([a-z]+)([1-9][0-9]*)"
_BRIDGE = re.compile(f"{_CELL}-{_CELL}")
_LABEL = re.compile(f"{_CELL}=([0-9]+)")
_LONGEST = 30  # of a text that a message quotes, and of one that can be a move


class Bridge(NamedTuple):
    """A bridge between the islands of a pair."""

    pair: int


class Label(NamedTuple):
    """A label for an island that has none."""

    island: int
    label: int


Step = Bridge | Label


@dataclass(frozen=True)
class Position:
    """The bridges and labels on a grid.

    Attributes:
        bridges: how many there are between the islands of each pair.
        labels: of each island, 0 where there is none yet.
    """

    grid: Grid
    bridges: tuple[int, ...]
    labels: tuple[int, ...]

    @classmethod
    def at_start(cls, grid: Grid) -> Position:
        """The grid without any bridge."""
        return cls(grid, (0,) * len(grid.pairs), grid.labels)

    @cached_property
    def built(self) -> tuple[int, ...]:
        """How many bridges end at each island."""
        return tuple(sum(self.bridges[pair] for pair in pairs) for pairs in self.grid.pairs_at)

    def is_complete(self, island: int) -> bool:
        """Whether an island has as many bridges as its label says."""
        return 0 < self.labels[island] == self.built[island]

    def is_crossed(self, pair: int) -> bool:
        """Whether a bridge lies across the way of a pair."""
        return any(self.bridges[other] for other in self.grid.crossings[pair])

    def points(self, step: Step) -> int:
        """What a legal move gives to who makes it: the labels of the islands that it completes."""
        if isinstance(step, Label):
            return 0
        ends = self.grid.pairs[step.pair]
        return sum(self.labels[end] for end in ends if self.built[end] + 1 == self.labels[end])

    def after(self, step: Step) -> Position:
        """The position after a legal move."""
        if isinstance(step, Label):
            return replace(self, labels=_with(self.labels, step.island, step.label))
        count = self.bridges[step.pair] + 1
        return replace(self, bridges=_with(self.bridges, step.pair, count))

    def obstacle(self, step: Step) -> str:
        """Which rule a move breaks, or nothing where it is legal."""
        return (
            self._label_obstacle(step) if isinstance(step, Label) else self._bridge_obstacle(step)
        )

    def _label_obstacle(self, step: Label) -> str:
        if self.labels[step.island]:
            return f"{self._name(step.island)} has the label {self.labels[step.island]} already"
        if step.label not in NEW_LABELS:
            return f"a new label is 3 or 4, not {step.label}"
        return ""

    def _bridge_obstacle(self, step: Bridge) -> str:
        ends = self.grid.pairs[step.pair]
        for end in ends:
            if not self.labels[end]:
                return f"{self._name(end)} has no label yet, and bridges join labelled islands"
        if self.bridges[step.pair] == MOST_BRIDGES:
            return "two bridges join these islands already, which is the most"
        for end in ends:
            if self.is_complete(end):
                count = self.labels[end]
                return (
                    f"{self._name(end)} is complete: it has its {count} bridge{'s' * (count > 1)}"
                )
        for other in self.grid.crossings[step.pair]:
            if self.bridges[other]:
                return f"it would cross the bridge {self.grid.pair_name(other)}"
        return ""

    def _name(self, island: int) -> str:
        return name(self.grid.islands[island])


def read(text: str, grid: Grid) -> Step | str:
    """A move in people's notation, or what is wrong with it before any rule is asked."""
    if len(text) <= _LONGEST:
        if found := _BRIDGE.fullmatch(text):
            return _bridge(_cell(found[1], found[2]), _cell(found[3], found[4]), grid)
        if found := _LABEL.fullmatch(text):
            return _label(_cell(found[1], found[2]), int(found[3]), grid)
    return "a bridge is written like a1-c1, a label like b2=3"


def shown(text: str) -> str:
    """A text as a message quotes it: never long, and on one line."""
    cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return repr(cut)


def _cell(letters: str, digits: str) -> Cell:
    return int(digits) - 1, column_number(letters)


def _label(cell: Cell, label: int, grid: Grid) -> Step | str:
    missing = _no_island(cell, grid)
    return missing or Label(grid.number[cell], label)


def _bridge(first: Cell, second: Cell, grid: Grid) -> Step | str:
    missing = _no_island(first, grid) or _no_island(second, grid)
    if missing:
        return missing
    if first == second:
        return "a bridge joins two islands, not one with itself"
    if first[0] != second[0] and first[1] != second[1]:
        return f"{name(first)} and {name(second)} are neither in the same row nor the same column"
    if first > second:
        return f"the left or upper end comes first: write {name(second)}-{name(first)}"
    way = (int(first[0] != second[0]), int(first[1] != second[1]))
    found = grid.next_island(first, way)
    if found != second:
        assert found is not None  # the second island at the latest
        return f"the island {name(found)} lies between {name(first)} and {name(second)}"
    ends = (grid.number[first], grid.number[second])
    return Bridge(grid.pairs.index(ends))


def _no_island(cell: Cell, grid: Grid) -> str:
    if not grid.holds(cell):
        corner = name((grid.height - 1, grid.width - 1))
        return f"{name(cell)} is off the board, which ends at {corner}"
    return "" if cell in grid.number else f"there is no island at {name(cell)}"


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])
