"""Arguments of a wrong type or size: a sentence that names them, never an error from inside."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import deepen
from deepen.verbs.play import Session
from deepen.verbs.player import Program
from deepen.verbs.record import Record


class Steps(deepen.ObjectPuzzle):
    """From 0 to 3."""

    def __init__(self, *anything: Any) -> None: ...

    start = 0

    def actions(self, state: int) -> list[int]:
        return [1] if state < 3 else []

    def result(self, state: int, action: int) -> int:
        return state + action

    def is_goal(self, state: int) -> bool:
        return state == 3


class Sticks(deepen.ObjectGame):
    """Take one or two of three."""

    def __init__(self, *anything: Any) -> None: ...

    start = 3

    def actions(self, state: int) -> range:
        return range(1, min(state, 2) + 1)

    def result(self, state: int, action: int) -> int:
        return state - action

    def evaluate(self, state: int) -> int:
        return state % 3


class Packed(deepen.Game):
    """The same in words."""

    board_fields = {"most": "i8"}

    @deepen.rule
    def moves(board: Any, s: int) -> Iterator[tuple[int, int]]:
        for n in range(1, min(s, board.most) + 1):
            yield n, s - n


VERBS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (deepen.solve, {"puzzle": Steps()}),
    (deepen.solve_many, {"puzzles": [Steps()]}),
    (deepen.explore, {"puzzle": Steps()}),
    (deepen.compare, {"puzzles": Steps(), "jobs": 1}),
    (deepen.audit, {"puzzle": Steps()}),
    (deepen.audit, {"puzzle": lambda seed: Steps(), "instances": 2, "time_limit": 0.05}),
    (deepen.check, {"puzzle": Steps(), "walks": 1}),
    (deepen.analyse, {"game": Sticks()}),
    (deepen.audit, {"puzzle": Sticks()}),
    (deepen.play, {"game": Sticks()}),
    (deepen.match, {"boards": [Sticks()], "first": "level=1", "second": "exact"}),
    (deepen.effective_branching_factor, {"generated": 15, "depth": 3}),
    (deepen.heuristic, {}),
    (deepen.rule, {"function": len}),
    (Packed, {"start": 3, "board": {"most": 2}}),
    (Program, {}),
    (Session, {"game": Sticks(), "players": [Program(), Program()]}),
    (deepen.play(Sticks()).go_to, {"count": 0}),
    (deepen.play(Sticks()).hint, {"adviser": Program(level=1)}),
    (Record.load, {"path": "nowhere.json"}),
]
LARGE = 1 << 70


def nothing(*arguments: Any, **named: Any) -> None:
    """A function that takes what it gets."""


SILLY: list[Any] = [
    object(), "silly", "", 1.5, -1, -1.5, math.nan, math.inf, LARGE, True, [], {}, (), b"x", [3],
    {"a": 1}, nothing, deepen, Steps, Sticks, Fraction(1, 3), 3j, np.float32(2.5), np.arange(3),
    None,
]  # fmt: skip
_SUBJECTS = ["Steps", "Sticks", "family", "nothing to compare"]
CALLED = {  # what a sentence may say in place of the name
    "first": ["player"], "second": ["player"], "players": ["player"], "count": ["moves"],
    "path": ["cannot be read"], "using": ["table"], "package": ["cannot be read"], "out": [".csv"],
    "algorithms": ["algorithm"], "heuristics": ["heuristic"], "heuristic": ["rule"],
    "puzzle": _SUBJECTS, "puzzles": _SUBJECTS, "boards": _SUBJECTS, "game": _SUBJECTS,
}  # fmt: skip
CALLS = [
    pytest.param(verb, usual, name, id=f"{verb.__name__}-{place}-{name}")
    for place, (verb, usual) in enumerate(VERBS)
    for name in inspect.signature(verb).parameters
    if name != "function" or verb is deepen.rule
]


@pytest.mark.parametrize(("verb", "usual", "name"), CALLS)
def test_whatever_is_given_is_taken_or_refused_with_a_sentence(
    verb: Callable[..., Any],
    usual: dict[str, Any],
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = 0
    for value in SILLY:
        if name in ("jobs", "walks") and value is LARGE:
            continue  # no mistake, only long
        sentence = refusal(verb, {**usual, name: value})
        refused += bool(sentence)
        assert not sentence or any(w in sentence for w in (name, *CALLED.get(name, ()))), sentence
        assert len(sentence) < 300
    assert refused or name in ("package", "board")


def refusal(verb: Callable[..., Any], arguments: dict[str, Any]) -> str:
    try:
        verb(**arguments)
    except deepen.DeepenError as error:
        return str(error)
    return ""


REFUSED: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (deepen.solve, {"time_limit": "5"}),
    (deepen.solve, {"time_limit": True}),
    (deepen.solve, {"memory_limit": "1G"}),
    (deepen.solve, {"memory_limit": 1.5}),
    (deepen.solve, {"node_limit": 1.5}),
    (deepen.solve, {"node_limit": math.inf}),
    (deepen.solve, {"node_limit": 1 << 64}),
    (deepen.solve, {"algorithm": 3}),
    (deepen.solve, {"algorithm": "depth-first", "depth_limit": math.inf}),
    (deepen.solve, {"algorithm": "depth-first", "depth_limit": "3"}),
    (deepen.solve, {"algorithm": "weighted-astar", "weight": "x"}),
    (deepen.solve, {"algorithm": "weighted-astar", "weight": [2]}),
    (deepen.solve, {"heuristic": object()}),
    (deepen.solve, {"table": "no"}),
    (deepen.solve, {"reorder": 2}),
    (deepen.solve, {"cycle_check": 1}),
    (deepen.solve, {"on_progress": 3}),
    (deepen.solve, {"compiled": "yes"}),
    (deepen.solve, {"keep_expanded": []}),
    (deepen.solve_many, {"jobs": -1}),
    (deepen.solve_many, {"jobs": "2"}),
    (deepen.solve_many, {"jobs": 1.5}),
    (deepen.solve_many, {"on_solution": "print"}),
    (deepen.solve_many, {"puzzles": 3}),
    (deepen.solve_many, {"puzzles": [3]}),
    (deepen.explore, {"time_limit": math.nan}),
    (deepen.explore, {"on_progress": "x"}),
    (deepen.explore, {"puzzle": None}),
    (deepen.compare, {"algorithms": "astar"}),
    (deepen.compare, {"algorithms": [3]}),
    (deepen.compare, {"heuristics": "zero"}),
    (deepen.compare, {"puzzles": {3: Steps()}}),
    (deepen.compare, {"weight": None}),
    (deepen.compare, {"out": 3}),
    (deepen.audit, {"seed": "x"}),
    (deepen.audit, {"smaller": 3}),
    (deepen.audit, {"memory_limit": "x"}),
    (deepen.audit, {"jobs": 0}),
    (deepen.check, {"walks": 1.5}),
    (deepen.check, {"walks": "x"}),
    (deepen.check, {"seed": None}),
    (deepen.check, {"wraps": "x"}),
    (deepen.analyse, {"threads": "2"}),
    (deepen.analyse, {"depth": "3"}),
    (deepen.analyse, {"depth": True}),
    (deepen.analyse, {"algorithm": None}),
    (deepen.analyse, {"values": 3}),
    (deepen.analyse, {"symmetry": "x"}),
    (deepen.play, {"first": 3}),
    (deepen.play, {"seed": "x"}),
    (deepen.match, {"on_game": 3}),
    (deepen.match, {"boards": 3}),
    (deepen.match, {"boards": [3]}),
    (deepen.match, {"second": None}),
    (deepen.heuristic, {"admissible": "yes"}),
    (deepen.rule, {"function": 3}),
    (Packed, {"to_move": 2}),
    (Packed, {"score": "x"}),
    (Program, {"level": "3"}),
    (Program, {"level": 2.5}),
    (Program, {"time": "1"}),
]


def usual_arguments(verb: Callable[..., Any]) -> dict[str, Any]:
    return next(usual for other, usual in VERBS if other is verb)


@pytest.mark.parametrize(
    ("verb", "silly"),
    REFUSED,
    ids=[f"{verb.__name__}-{place}-{[*silly][-1]}" for place, (verb, silly) in enumerate(REFUSED)],
)
def test_a_wrong_type_is_refused_by_name(verb: Callable[..., Any], silly: dict[str, Any]) -> None:
    *_, name = silly
    with pytest.raises(deepen.UsageError, match=name):
        verb(**{**usual_arguments(verb), **silly})


@pytest.mark.parametrize(
    "fields",
    [
        {"a": "i3"}, {"a": ("i8", 0)}, {"a": ("i8", -1)}, {"a": ("i8", 1.5)}, {"a": ("i8", (2, 0))},
        {"": "i8"}, {"two words": "i8"}, {"class": "i8"}, {3: "i8"}, {"a": "g"}, {"a": "e"},
        {"a": "O"}, {"a": "M8[s]"}, {"a": "i4,i4"}, {"a": ""}, {"a": 3}, {"a": None}, {"a": int},
        {"a": ("i8",)}, {"a": ("i8", 2, 2)}, {"a": ("i8", "2")}, {"a": ("i8", 1 << 40)},
        {"a": ("i8", ())}, {"__len__": "i8"}, ["a"], 3, "i8",
    ],
    ids=str,
)  # fmt: skip
def test_board_fields_that_make_no_sense(fields: Any) -> None:
    with pytest.raises(deepen.RuleError, match=r"Odd\.board_fields"):
        type("Odd", (Packed,), {"board_fields": fields})(3, {"a": 1})


@pytest.mark.parametrize("words", ["2", 2.5, None, (2,), True, 0, 9])
def test_state_words_that_make_no_sense(words: Any) -> None:
    with pytest.raises(deepen.RuleError, match=r"Odd\.state_words"):
        type("Odd", (Packed,), {"state_words": words})


@pytest.mark.parametrize("board", [3, "most", ["most"], [("most", 2)], object()])
def test_a_board_that_is_none(board: Any) -> None:
    with pytest.raises(deepen.InputError, match="board"):
        Packed(3, board)


@pytest.mark.parametrize(
    ("verb", "options"),
    [
        (deepen.solve, {"memory_limit": 1e9, "node_limit": np.int64(100)}),
        (deepen.solve, {"node_limit": 1e6, "time_limit": np.float32(9)}),
        (deepen.solve, {"algorithm": "weighted-astar", "weight": np.float64(2)}),
        (deepen.solve_many, {"jobs": 1.0}),
        (deepen.analyse, {"depth": np.int8(2), "table": np.True_}),
        (Program, {"level": np.int64(3)}),
    ],
)
def test_what_means_the_same_is_taken(verb: Callable[..., Any], options: dict[str, Any]) -> None:
    assert verb(**usual_arguments(verb), **options)


def test_a_large_value_is_cut_and_one_that_cannot_be_shown_is_named() -> None:
    class Silent:
        def __repr__(self) -> str:
            raise RuntimeError("no words")

    wrong: Any = [[0.5] * 1000] * 1000
    with pytest.raises(
        deepen.UsageError, match=r"time_limit is \[\[0.5, .*\.\.\.; it must be a"
    ) as told:
        deepen.solve(Steps(), time_limit=wrong)
    assert len(str(told.value)) < 150
    wrong = Silent()
    with pytest.raises(deepen.UsageError, match="time_limit is <Silent instance"):
        deepen.solve(Steps(), time_limit=wrong)


def test_a_limit_given_as_a_float_limits() -> None:
    options: Any = {"node_limit": 2.0}
    assert deepen.solve(Steps(), **options).status == "node-limit"
