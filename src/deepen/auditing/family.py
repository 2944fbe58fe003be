"""Many instances of a family, small ones first, on several cores."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any

from deepen import _core
from deepen.auditing.deadline import Deadline
from deepen.auditing.probe import AnyPuzzle, HeuristicProbe, Measurement
from deepen.errors import UsageError
from deepen.game import Game, ObjectGame, position_of
from deepen.games.protocol import HasFamily, HasName, HasRandom, HasSmaller
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.jobs import Jobs
from deepen.search.limits import Limits

SIZES = 8
"""How many sizes there are; a family may have fewer that differ."""
NODES = 300_000
"""Most states of one instance: many instances show more than much of one."""
MOST_REPEATS = 200
"""After so many instances in a row that were there before, there are no others."""


@dataclass(frozen=True)
class Family:
    """Instances by size and seed.

    Attributes:
        name: what it is called.
        make: (size, seed) -> puzzle or game.
        smaller: puzzle -> puzzles with less, or None.
    """

    name: str
    make: Callable[[int, int], Any]
    smaller: Callable[[Any], Any] | None

    def instances(self, seed: int) -> Iterator[Any]:
        """All of them, each once: a few of size 1, and the sizes grow as they go on.

        Sizes come as 1; 1, 2; 1, 2, 3; and so on, up to `SIZES`.
        """
        seen: set[Any] = set()
        repeats, number, largest = 0, seed, 1
        while True:
            for size in range(1, largest + 1):
                instance = self.make(size, number)
                number += 1
                key = identity(instance)
                repeats = repeats + 1 if key in seen else 0
                if repeats > MOST_REPEATS:
                    return
                if repeats == 0:
                    seen.add(key)
                    yield instance
            largest = min(largest + 1, SIZES)


def family_of(source: Any, smaller: Callable[[Any], Any] | None) -> Family | None:
    """A game's package or a function as a family; None for a single puzzle or game."""
    if isinstance(source, (Puzzle, ObjectPuzzle, Game, ObjectGame)):
        return None
    if isinstance(source, (ModuleType, HasName)):
        return _family_of_module(source, smaller)
    if isinstance(source, type) or not callable(source):
        raise UsageError(
            f"{source!r} is no puzzle, no game and no family: a function seed -> puzzle"
        )
    name = getattr(source, "__name__", type(source).__name__)
    if "size" in inspect.signature(source).parameters:
        return Family(name, lambda size, seed: source(size=size, seed=seed), smaller)
    return Family(name, lambda size, seed: source(seed), smaller)


def _family_of_module(source: Any, smaller: Callable[[Any], Any] | None) -> Family:
    name = source.NAME if isinstance(source, HasName) else source.__name__
    if smaller is None and isinstance(source, HasSmaller):
        smaller = source.smaller
    if isinstance(source, HasFamily):
        return Family(name, source.family, smaller)
    if isinstance(source, HasRandom):
        make = source.random
        return Family(name, lambda size, seed: make(seed=seed), smaller)
    raise UsageError(f"{name} has no family(size, seed) and no random(seed=...)")


def identity(instance: Any) -> Any:
    """Equal for instances that a search cannot tell apart."""
    if isinstance(instance, (Puzzle, Game)):
        return type(instance), position_of(instance), instance.board_bytes
    if isinstance(instance, (ObjectPuzzle, ObjectGame)):
        return type(instance), _frozen(vars(instance))
    raise UsageError(f"the family made {instance!r}, which is neither a puzzle nor a game")


def _frozen(value: Any) -> Any:
    """Equal for equal attributes, as far as they can be compared by value."""
    if isinstance(value, dict):
        return tuple((_frozen(key), _frozen(item)) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(_frozen, value))
    if isinstance(value, (set, frozenset)):
        return frozenset(value)
    try:
        hash(value)
    except TypeError:
        return id(value)
    return value


def measured_in_order(
    probe: HeuristicProbe,
    puzzles: Iterator[AnyPuzzle],
    limits: Limits,
    jobs: int,
    deadline: Deadline,
) -> Iterator[Measurement]:
    """Measures puzzles side by side; the results come in the order of the puzzles."""

    def measure(puzzle: AnyPuzzle) -> Measurement:
        own = replace(limits, nodes=NODES, time=deadline.left, cancel=cancel)
        return probe.measure(puzzle, own)

    cancel = _core.Cancel()
    with Jobs[Measurement](jobs, cancel) as crew:
        measured = crew.in_order(partial(measure, puzzle) for puzzle in puzzles)
        while not deadline.is_over and (one := next(measured, None)) is not None:
            yield one
