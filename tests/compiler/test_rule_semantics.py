"""Compiled and interpreted rules mean the same: random programs, both ways, on the same inputs."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import deepen
from rule_programs import EDGES, FIELDS, PREAMBLE, Writer
from support import cases

_LIMITS = {"i1": 7, "i2": 15, "i4": 31, "i8": 63, "u1": 8, "u2": 16, "u4": 32}


def puzzle_of(programs: list[str]) -> type[deepen.Puzzle]:
    """A puzzle whose only action computes what the program of that number gives for a and b."""
    functions = "\n".join(
        f"def program_{i}(board, a, b):\n{body}" for i, body in enumerate(programs)
    )
    calls = "\n".join(
        f"        if op == {i}:\n            yield 0, (op, program_{i}(board, a, b), 0, 1)"
        for i in range(len(programs))
    )
    fields = repr({**FIELDS, **{f"many_{name}": (kind, 3) for name, kind in FIELDS.items()}})
    source = f"""{PREAMBLE}
{functions}
class Computes(deepen.Puzzle):
    board_fields = {fields}
    state_words = 4

    @deepen.rule
    def successors(board, state):
        op, a, b, done = state
{calls}

    @deepen.rule
    def is_goal(board, state):
        return state[3] == 1
"""
    names: dict[str, Any] = {"__name__": "random_rules"}
    exec(compile(source, "random_rules.py", "exec"), names)
    kind: type[deepen.Puzzle] = names["Computes"]
    return kind


def random_board(chance: random.Random) -> dict[str, Any]:
    """Values at and near the ends of every kind of field."""

    def value(kind: str) -> int:
        low = 0 if kind.startswith("u") else -(1 << _LIMITS[kind])
        high = (1 << _LIMITS[kind]) - 1
        return chance.choice([low, low + 1, high, high - 1, 0, 1, chance.randint(low, high)])

    one = {name: value(kind) for name, kind in FIELDS.items()}
    many = {f"many_{name}": [value(kind) for _ in range(3)] for name, kind in FIELDS.items()}
    return {**one, **many}


def outcome(kind: Any, board: Any, state: tuple[int, ...], compiled: bool) -> Any:
    """The number, or that there is none."""
    try:
        found = deepen.solve(kind(state, board), "depth-first", node_limit=2, compiled=compiled)
    except deepen.RuleError as error:
        return "compile error" if "cannot be compiled" in str(error) else "error"
    return found.states[1][1]


def differences(seed: int, programs: int, inputs: int) -> list[Any]:
    """Inputs on which the two disagree, with the program."""
    writer, chance = Writer(seed), random.Random(seed)
    texts = [writer.program() for _ in range(programs)]
    kind = puzzle_of(texts)
    cases = (
        (random_board(chance), (op, random_word(chance), random_word(chance), 0), text)
        for (op, text), _ in itertools.product(enumerate(texts), range(inputs))
    )
    return [case for case in cases if differs(kind, *case)]


def random_word(chance: random.Random) -> int:
    number = chance.choice([*EDGES, chance.getrandbits(64), chance.getrandbits(7)])
    return (-number if chance.random() < 0.3 else number) % (1 << 64)


def differs(kind: Any, board: Any, state: tuple[int, ...], text: str) -> bool:
    return bool(outcome(kind, board, state, True) != outcome(kind, board, state, False))


def test_random_programs_mean_the_same() -> None:
    assert differences(0, programs=cases(24), inputs=10) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_more_random_programs_mean_the_same(seed: int) -> None:
    assert differences(seed, programs=16, inputs=40) == []


# Numba decides a branch on two constants before anything is compiled.
BRANCHES = ["FLAG & FLAG", "Sizes.ROWS % 4", "Sizes.ROWS - 6", "LARGE >> 60", "PAIR[0] | 0"]


def test_a_branch_on_constants_is_the_right_one() -> None:
    kind = puzzle_of([f"    if {value}:\n        return 1\n    return 2" for value in BRANCHES])
    board = random_board(random.Random(0))
    for compiled in (True, False):
        found = [outcome(kind, board, (op, 0, 0, 0), compiled) for op in range(len(BRANCHES))]
        assert found == [1, 1, 2, 1, 1]


# Each would raise for a = 9; Numba drops what is not used from functions with comprehensions.
UNUSED = [
    "z = PAIR[a]",
    "z = -PAIR[a] + 1",
    "c[a] = 1",
    "z = max(c[: a - 9])",
    "z = b // (a - 9)",
    "z = PRICES[a]",
    "z = [PAIR[x] for x in range(a)]",
    "z = (lambda x: PAIR[x])(a)",
]


def test_an_unused_value_that_cannot_be_computed_is_an_error() -> None:
    kind = puzzle_of([f"    c = [x for x in PAIR]\n    {z}\n    return c[0]" for z in UNUSED])
    board = random_board(random.Random(0))
    for compiled in (True, False):
        found = [outcome(kind, board, (op, 9, 1, 0), compiled) for op in range(len(UNUSED))]
        assert found == ["error"] * len(UNUSED)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_random_programs_mean_the_same(seed: int) -> None:
    assert differences(seed, programs=40, inputs=60) == []  # 24,000 in all
