"""Named fields mean what plain Python means: random programs, three ways, on the same states."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

import deepen
from deepen.compiler import abi, functions
from deepen.compiler.native_call import NativeFailure, _Native, _prototype
from deepen.diagnosis.numba_messages import COPY_KEPT
from deepen.interpreter.puzzles import InterpretedPuzzle
from field_programs import Programmer, draw_layout, run_model, state_class
from support import slow


class Trial:
    """Some programs over one layout, as one rule of which the board chooses a part."""

    def __init__(
        self, seed: int, programs: int, keeps: bool = False, comprehends: bool = False
    ) -> None:
        self.chance, self.programs = random.Random(seed), programs
        self.fields = draw_layout(self.chance)
        self.source = "def successors(board, state):\n" + "\n".join(
            f"    if board.which == {i}:\n"
            + Programmer(self.chance, self.fields, f"_{i}", keeps, comprehends).program(2)
            for i in range(programs)
        )
        names: dict[str, Any] = {"__name__": "random_fields"}
        exec(compile(self.source, "random_fields.py", "exec"), names)
        self.rule = names["successors"]
        body = {
            "State": state_class(self.fields),
            "successors": deepen.rule(self.rule),
            "is_goal": deepen.rule(lambda board, state: False),
        }
        self.kind: Any = type("Random", (deepen.Puzzle,), body)

    def values(self) -> dict[str, Any]:
        return {field.name: field.random(self.chance) for field in self.fields}

    def check(self, states: int) -> int:
        """Every program on so many states; how many evaluations that were."""
        for which in range(self.programs):
            asked = Asked(self.kind(self.values(), {"which": which}))
            for _ in range(states):
                values = self.values()
                board = SimpleNamespace(which=which)
                wanted = run_model(self.rule, board, self.fields, values)
                where = f"program {which} on {values}:\n{self.fields}\n{self.source}"
                assert asked.interpreted(values) == wanted, where
                assert asked.compiled(values) == wanted, where
        return states * self.programs


class Asked:
    """A puzzle whose rule is asked about single states, compiled and not."""

    def __init__(self, puzzle: deepen.Puzzle) -> None:
        self.width = abi.width_of(puzzle.state_words)
        self.puzzle, self.rules = puzzle, InterpretedPuzzle(puzzle, None, self.width)
        self.native = _Native(puzzle.board_bytes, self.width)
        self.code = functions.expand_function(puzzle.packing)
        self.function = _prototype("expand")(self.code)

    def interpreted(self, values: dict[str, Any]) -> list[Any]:
        try:
            found = self.rules.expand(self._words(values), 0, along=False)
        except deepen.RuleError:
            return ["an exception"]
        return [(action, self._fields(words)) for action, words, *_ in found]

    def compiled(self, values: dict[str, Any]) -> list[Any]:
        record = abi.successor_record(self.width)
        try:
            found = list(self.native.records(self.function, record, self._words(values)))
        except NativeFailure:
            return ["an exception"]
        return [(action, self._fields(words)) for words, (action, *_) in found]

    def _words(self, values: dict[str, Any]) -> tuple[int, ...]:
        kind, layout = self.puzzle.State, self.puzzle.packing.state
        assert kind is not None
        assert layout is not None
        return kind.of_values(layout, values).words + self.rules.padding

    def _fields(self, words: tuple[int, ...]) -> dict[str, Any]:
        found: dict[str, Any] = self.rules.shown_words(words).as_dict()
        return found


@pytest.mark.parametrize("seed", [0, 1, *slow(*range(2, 15))])
def test_fields_mean_what_plain_python_means(seed: int) -> None:
    assert Trial(seed, 10).check(134) == 1340


def test_nothing_is_lost_beside_comprehensions() -> None:
    assert Trial(4, 3, comprehends=True).check(100) == 300


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2040))
def test_nothing_is_lost_beside_many_comprehensions(seed: int) -> None:
    assert Trial(seed, 10, comprehends=True).check(10) == 100


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_many_programs_mean_what_plain_python_means(seed: int) -> None:
    assert Trial(seed, 10).check(10) == 100


def check_kept(seed: int) -> bool:
    """A program that may keep a copy from turn to turn: whether it could be compiled."""
    trial = Trial(seed, 1, keeps=True)
    try:
        trial.check(20)
    except deepen.RuleError as error:
        assert error.reason == f"in successors: {COPY_KEPT}"  # noqa: PT017
        return False
    return True


@pytest.mark.parametrize("seeds", [4, *slow(8)])
def test_a_copy_that_is_kept_is_right_or_refused(seeds: int) -> None:
    done = [check_kept(seed) for seed in range(seeds)]
    assert 1 <= sum(done) < len(done)


@pytest.mark.long
def test_copies_that_are_kept_are_right_or_refused() -> None:
    done = [check_kept(seed) for seed in range(100, 300)]
    assert 20 <= sum(done) < len(done) - 20
