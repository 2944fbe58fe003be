"""The prepared search: what it knows before anything is compiled, and what it promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import deepen
from deepen import _core
from deepen.auditing.probe import HeuristicProbe
from deepen.compiler import functions
from deepen.search.base import status_name
from deepen.search.limits import Limits
from deepen.search.memory import DefaultLimit
from deepen.search.options import AnalysisOptions, SearchOptions
from deepen.search.prepared import prepare, prepare_space


class Countdown(deepen.Puzzle):
    """To 0 by steps of 1 and 2; the default heuristic promises nothing."""

    default_heuristic = "rash"

    @deepen.rule
    def successors(board: Any, number: int) -> Iterator[tuple[int, int]]:
        for step in range(1, min(number, 2) + 1):
            yield step, number - step

    @deepen.rule
    def is_goal(board: Any, number: int) -> bool:
        return number == 0

    @deepen.heuristic()
    def rash(board: Any, number: int) -> int:
        return number

    @deepen.heuristic(consistent=True)
    def careful(board: Any, number: int) -> int:
        return (number + 1) // 2


class ObjectCountdown(deepen.ObjectPuzzle):
    """The same, whose own heuristic is the careful one."""

    consistent = True

    def actions(self, state: str) -> range:
        return range(1, min(len(state), 2) + 1)

    def result(self, state: str, action: int) -> str:
        return state[action:]

    def is_goal(self, state: str) -> bool:
        return not state

    def heuristic(self, state: str) -> int:
        return (len(state) + 1) // 2


class Sticks(deepen.Game):
    """The same for two: who takes the last one wins a point."""

    @deepen.rule
    def moves(board: Any, number: int) -> Iterator[tuple[int, int, int]]:
        for step in range(1, min(number, 2) + 1):
            yield step, number - step, int(step == number)


class ObjectSticks(deepen.ObjectGame):
    def actions(self, state: str) -> range:
        return range(1, min(len(state), 2) + 1)

    def result(self, state: str, action: int) -> str:
        return state[action:]

    def reward(self, state: str, action: int, result: str) -> int:
        return int(not result)


ALL = [Countdown(5), ObjectCountdown("|" * 5), Sticks(5), ObjectSticks("|" * 5)]


@pytest.mark.parametrize("subject", ALL, ids=lambda subject: type(subject).__name__)
def test_all_four_kinds_answer_alike(subject: Any) -> None:
    space = prepare_space(subject, compiled=True)
    explored = space.explore(Limits())
    assert (explored.status, explored.states, explored.layers) == ("complete", 6, [1, 2, 2, 1])
    assert space.state_of(space.start) == subject.start
    assert space.state_of(space.words_of(subject.start)) == subject.start
    other = subject.at(subject.start[1:] if isinstance(subject.start, str) else 4)
    assert (type(other), prepare_space(other, compiled=True).explore(Limits()).states) == (
        type(subject),
        5,
    )
    assert subject.start in (5, "|" * 5)


@pytest.mark.parametrize(
    ("heuristic", "name", "promises", "estimate"),
    [
        (None, "rash", (), 5),
        ("careful", "careful", ("admissible", "consistent"), 3),
        ("zero", "zero", ("admissible", "consistent"), 0),
    ],
)
def test_a_heuristic_is_known_without_compiling(
    heuristic: str | None,
    name: str,
    promises: tuple[str, ...],
    estimate: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(functions, "_address", None)
    probe = HeuristicProbe(heuristic)
    assert probe.declared(Countdown(5)) == (name, promises)
    assert probe.estimate(Countdown(5)) == estimate
    promised = ("heuristic", ("admissible", "consistent"))
    assert HeuristicProbe(None).declared(ObjectCountdown("|")) == promised
    assert HeuristicProbe(None).estimate(ObjectCountdown("|||")) == 2


@pytest.mark.parametrize(
    ("algorithm", "heuristic", "proven"),
    [
        ("astar", None, False),
        ("astar", "careful", True),
        ("idastar", "careful", True),
        ("greedy", "careful", False),
        ("uniform-cost", None, True),
        ("breadth-first", None, True),
        ("depth-first", None, False),
    ],
)
def test_bounds_are_proven_where_the_answer_says_so(
    algorithm: str, heuristic: str | None, proven: bool
) -> None:
    prepared = prepare(Countdown(5), SearchOptions(algorithm, heuristic))
    assert prepared.proves_bounds is proven
    assert prepared.solve(Limits()).optimal is proven


def test_what_is_asked_for_and_what_is_only_there() -> None:
    room = DefaultLimit(1 << 20, "what was available")
    assert (Limits(memory=5).chosen_memory, Limits(memory=5).default_memory()) == (5, None)
    assert (Limits(memory=room).chosen_memory, Limits(memory=room).default_memory()) == (None, room)
    assert Limits(time=10).with_share_of_time(0.5) == Limits(time=5)
    assert Limits().with_share_of_time(0.5) == Limits()
    assert {status_name(status) for status in _core.Status} >= {"solved", "memory-limit"}


def test_options_that_do_not_fit() -> None:
    for options in (
        SearchOptions("astar", weight=2),
        SearchOptions("weighted-astar"),
        SearchOptions("idastar", keep_expanded=True),
    ):
        with pytest.raises(deepen.UsageError):
            prepare(Countdown(5), options)
    with pytest.raises(deepen.UsageError, match="threads share a table"):
        prepare(Sticks(5), AnalysisOptions(threads=2, table=False))
