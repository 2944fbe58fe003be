"""The language of rules: faults are shown in the user's own file, and compiled rules compute what
interpreted ones do."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deepen
import support
from deepen import bit, bits, lowest, popcount
from graphs import DEAD, explicit
from puzzles import AdmissibleGraphPuzzle
from support import both_ways, examples, module_from, slow

# Rules that go wrong. The line at fault is marked.

TEMPLATE = """
import deepen
import numpy as np
from deepen import bits, popcount

TABLE = (1, 2, 3)

{helpers}

class Wrong(deepen.Puzzle):
    board_fields = {{"size": "i8", "cells": ("i8", 4)}}

    @deepen.rule
    def successors(board, state):
{successors}

    @deepen.rule
    def is_goal(board, state):
{is_goal}

    @deepen.heuristic(admissible=True)
    def guess(board, state):
{guess}

puzzle = Wrong(5, {{"size": 4, "cells": [1, 2, 3, 4]}})
"""
MARK = "# here"


def indented(text: str) -> str:
    return "\n".join(f"        {line}" for line in text.strip("\n").splitlines())


def wrong_puzzle(
    folder: Path,
    successors: str = "yield 0, state + 1",
    is_goal: str = "return state == 9",
    guess: str = "return 0",
    helpers: str = "",
) -> Any:
    source = TEMPLATE.format(
        helpers=helpers.strip("\n"),
        successors=indented(successors),
        is_goal=indented(is_goal),
        guess=indented(guess),
    )
    linecache.clearcache()
    return module_from(folder / "wrong.py", source).puzzle


def solve(puzzle: Any, compiled: bool, algorithm: str = "astar") -> deepen.Solution:
    return deepen.solve(puzzle, algorithm, compiled=compiled, node_limit=100)


def check_error(
    folder: Path,
    puzzle: Any,
    compiled: bool,
    *words: str,
    algorithms: tuple[str, ...] = ("astar", "idastar"),
) -> deepen.RuleError:
    """Every algorithm that meets the fault reports it the same way."""
    caught = None
    for algorithm in algorithms:
        with pytest.raises(deepen.RuleError) as info:
            solve(puzzle, compiled, algorithm)
        caught = info.value
        text = (folder / "wrong.py").read_text().splitlines()
        assert caught.filename == str(folder / "wrong.py")
        assert MARK in text[caught.line - 1], f"{caught.line}: {text[caught.line - 1]}"
        assert str(caught).startswith(f"{caught.filename}:{caught.line}: ")
        assert text[caught.line - 1].strip() in str(caught)
        assert caught.hint
        assert caught.hint in str(caught)
        for word in words:
            assert word in str(caught)
    assert caught is not None
    return caught


both = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])

# name: the rule, its text, words of the message
UNSUPPORTED = {
    "a list of strings": ("successors", """
names = []
names.append("a")
names.append(state)  # here
yield 0, state + 1
"""),
    "a dict": ("successors", """
seen = {state: 1, "a": 2}  # here
yield 0, state + len(seen)
"""),
    "an f-string": ("successors", """
name = f"{state:>5}"  # here
yield len(name), state + 1
"""),
    "a class": ("is_goal", """
return object() is None  # here
"""),
    "a string as an estimate": ("guess", """
return "many"  # here
"""),
    "open": ("guess", """
return len(open("file").read())  # here
"""),
    "an estimate that is now a string, now an integer": ("guess", """
if state > 3:
    return "many"  # here
return 2  # here
"""),
}  # fmt: skip


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_python_that_cannot_be_compiled(tmp_path: Path, name: str) -> None:
    rule, text = UNSUPPORTED[name]
    puzzle = wrong_puzzle(tmp_path, **{rule: text})
    error = check_error(tmp_path, puzzle, True, algorithms=("astar",))
    assert "numba" not in str(error).lower()


WRONG = {
    "an unknown name": ("successors", "yield 0, state + mystery  # here", ["mystery"]),
    "an unknown field": ("successors", "yield 0, state + board.width  # here",
                         ["width", "size", "cells"]),
    "an unknown field in is_goal": ("is_goal", "return board.width == 3  # here",
                                    ["width", "size", "cells"]),
    "a bare number": ("successors", "yield state + 1  # here", []),
    "one value": ("successors", "yield (state + 1,)  # here", []),
    "four values": ("successors", "yield 0, state, 1, 2  # here", []),
    "a list": ("successors", "yield [0, state]  # here", []),
    "a tuple as the state": ("successors", "yield 0, (state, 1)  # here", []),
    "a float as the state": ("successors", "yield 0, state / 2  # here", []),
    "a float as the cost": ("successors", "yield 0, state + 1, 1.5  # here", ["cost"]),
    "a float as the action": ("successors", "yield 0.5, state + 1, 1  # here", ["action"]),
    "a string as the action": ("successors", 'yield "up", state + 1  # here', ["action"]),
    "None as the state": ("successors", "yield 0, None  # here", []),
    "a negative cost": ("successors", "yield 0, state + 1, 4 - state  # here", ["-1"]),
    "a negative action": ("successors", "yield 4 - state, state + 1  # here", ["-1"]),
    "a large cost": ("successors", "yield 0, state + 1, (state - 4) << 31  # here", ["2147483648"]),
    "a large action": ("successors", "yield (state - 4) << 31, state + 1  # here", ["2147483648"]),
    "a very large cost": ("successors", "yield 0, state + 1, (state - 4) << 40  # here", ["cost"]),
    "a negative estimate": ("guess", "return 4 - state  # here", ["-1"]),
    "a large estimate": ("guess", "return (state - 4) << 31  # here", ["2147483648"]),
    "a very large estimate": ("guess", "return (state - 4) << 33  # here", []),
    "a float as the estimate": ("guess", "return state / 2  # here", []),
    "nothing as the estimate": ("guess", "return  # here", []),
    "a tuple as the estimate": ("guess", "return state, 1  # here", []),
    "a float as the answer of is_goal": ("is_goal", "return state / 2  # here", []),
    "nothing as the answer of is_goal": ("is_goal", "return None  # here", []),
    "an index past the end": ("successors", "yield 0, board.cells[state]  # here",
                              ["IndexError", "state 5"]),
    "an index far past the end": ("successors", "yield 0, board.cells[state << 40]  # here",
                                  ["IndexError"]),
    "an index far before the start": ("successors", "yield 0, board.cells[-state]  # here",
                                      ["IndexError"]),
    "an index past the end in is_goal": ("is_goal", "return board.cells[state] == 1  # here",
                                         ["IndexError"]),
    "an index past the end in a heuristic": ("guess", "return board.cells[state]  # here",
                                             ["IndexError"]),
    "an index past the end of a constant": ("guess", "return TABLE[state]  # here",
                                            ["IndexError"]),
    "a division by zero": ("successors", "yield 0, 7 // (state - 5)  # here",
                           ["ZeroDivisionError", "state 5"]),
    "a remainder by zero": ("guess", "return 7 % (state - 5)  # here", ["ZeroDivisionError"]),
    "a raise": ("successors", """
if state == 5:
    raise ValueError("five")  # here
yield 0, state + 1
""", ["ValueError", "five", "state 5"]),
    "a raise on a later state": ("successors", """
if state == 7:
    raise ValueError("seven")  # here
yield 0, state + 1
""", ["ValueError", "seven", "state 7"]),
    "a raise after some yields": ("successors", """
yield 0, state + 1
yield 1, state + 2
raise RuntimeError("late")  # here
""", ["RuntimeError", "late"]),
    "a raise in is_goal": ("is_goal", """
if state == 6:
    raise KeyError("six")  # here
return False
""", ["KeyError", "six", "state 6"]),
    "an assertion": ("guess", """
assert state < 7, "too far"  # here
return 0
""", ["AssertionError", "too far"]),
    "a generator without end": ("successors", """
while True:
    yield 0, state + 1  # here
""", ["65536"]),
    "many distinct successors": ("successors", """
for i in range(70_000):
    yield i, state + i  # here
""", ["65536"]),
    "a successors that returns": ("successors", "return [(0, state + 1)]  # here", ["yield"]),
    "a successors that returns nothing": ("successors", "pass  # here", ["yield"]),
}  # fmt: skip


# What goes wrong in the function that IDA* calls also in `make test`: one of each kind.
WRONG_ALONG = (
    "a bare number",
    "a negative cost",
    "an index past the end",
    "a raise",
    "many distinct successors",
)


@pytest.mark.parametrize(("name", "compiled"), [*both_ways(WRONG, WRONG_ALONG[:-1])])
def test_rules_that_go_wrong(tmp_path: Path, name: str, compiled: bool) -> None:
    rule, text, words = WRONG[name]
    # IDA* compiles all rules into one function; where is_goal or a heuristic is wrong, A* will do.
    again = rule == "successors" and (support.every_case or name in WRONG_ALONG)
    algorithms = ("astar", "idastar") if again or not compiled else ("astar",)
    puzzle = wrong_puzzle(tmp_path, **{rule: text})
    check_error(tmp_path, puzzle, compiled, *words, algorithms=algorithms)
    # The interpreter survived, and so did the engine.
    assert deepen.solve(AdmissibleGraphPuzzle(explicit([[(1, 2)], []], [1]))).cost == 2


def test_as_many_successors_as_allowed(tmp_path: Path) -> None:
    text = "for i in range(65536):\n    yield i, state + i + 1"
    puzzle = wrong_puzzle(tmp_path, successors=text, is_goal="return state == 65541")
    assert solve(puzzle, True, "breadth-first").actions == [65535]


HELPER_FAULTS = {
    "raises": ("""
def helper(x):
    if x > 6:
        raise ValueError("too large")  # here
    return x + 1
""", ["ValueError", "too large"]),
    "has an unknown name": ("""
def helper(x):
    return x + mystery  # here
""", ["mystery"]),
    "indexes past the end": ("""
def helper(x):
    return x + TABLE[x]  # here
""", ["IndexError"]),
}  # fmt: skip


@both
@pytest.mark.parametrize("name", HELPER_FAULTS)
def test_a_helper_that_goes_wrong(tmp_path: Path, name: str, compiled: bool) -> None:
    helpers, words = HELPER_FAULTS[name]
    puzzle = wrong_puzzle(tmp_path, helpers=helpers, successors="yield 0, helper(state)")
    check_error(tmp_path, puzzle, compiled, *words)


ARGUMENTS = {
    "successors": "def successors(board):\n        yield 0, 1",
    "is_goal": "def is_goal(state):\n        return state == 9",
    "guess": "def guess(board, state, depth):\n        return 0",
}


@both
@pytest.mark.parametrize("rule", ARGUMENTS)
def test_a_rule_with_another_number_of_arguments(tmp_path: Path, rule: str, compiled: bool) -> None:
    source = TEMPLATE.format(
        helpers="", successors="        yield 0, state + 1", is_goal="        return False",
        guess="        return 0",
    ).splitlines()  # fmt: skip
    place = next(i for i, line in enumerate(source) if f"def {rule}(" in line)
    first, second = ARGUMENTS[rule].splitlines()
    source[place : place + 2] = [f"    {first}  {MARK}", f"{second}"]
    linecache.clearcache()
    puzzle = module_from(tmp_path / "wrong.py", "\n".join(source)).puzzle
    check_error(tmp_path, puzzle, compiled, "argument")


@pytest.mark.parametrize("missing", ["successors", "is_goal"])
def test_a_missing_rule(missing: str) -> None:
    rules = {
        "successors": deepen.rule(lambda board, state: iter(())),
        "is_goal": deepen.rule(lambda board, state: False),
    }
    del rules[missing]
    puzzle = type("Half", (deepen.Puzzle,), rules)
    with pytest.raises(deepen.RuleError, match=f"Half.*{missing}"):
        puzzle(0)


@pytest.mark.parametrize("words", [0, 9, -1])
def test_a_wrong_number_of_words(words: int) -> None:
    with pytest.raises(deepen.RuleError, match="state_words"):
        type("Odd", (deepen.Puzzle,), {"state_words": words})


def test_a_board_field_that_is_no_number(tmp_path: Path) -> None:
    puzzle = type(
        "Odd",
        (deepen.Puzzle,),
        {
            "board_fields": {"name": "U8"},
            "successors": deepen.rule(lambda board, state: iter(())),
            "is_goal": deepen.rule(lambda board, state: True),
        },
    )
    with pytest.raises(deepen.RuleError, match="name"):
        puzzle(0, {"name": "abc"})


@pytest.mark.parametrize(
    ("start", "board"),
    [
        (-1, {"size": 1, "cells": [1]}),
        (1 << 64, {"size": 1, "cells": [1]}),
        ((1, 2), {"size": 1, "cells": [1]}),
        (1.5, {"size": 1, "cells": [1]}),
        ("1", {"size": 1, "cells": [1]}),
        (None, {"size": 1, "cells": [1]}),
        (1, {"size": 1}),
        (1, None),
        (1, {"size": 1, "cells": [1], "more": 1}),
        (1, {"size": 1.5, "cells": [1]}),
        (1, {"size": [1], "cells": [1]}),
        (1, {"size": 1, "cells": 1}),
        (1, {"size": 1, "cells": [1] * 5}),
        (1, {"size": 1, "cells": [[1]]}),
        (1, {"size": 1 << 63, "cells": [1]}),
        (1, {"size": 1, "cells": [1, -(1 << 63) - 1]}),
        (1, {"size": "many", "cells": [1]}),
        (1, {"size": None, "cells": [1]}),
    ],
)
def test_values_that_make_no_puzzle(tmp_path: Path, start: Any, board: Any) -> None:
    kind = type(wrong_puzzle(tmp_path))
    with pytest.raises(deepen.InputError):
        kind(start, board)


@pytest.mark.parametrize(
    "values",
    [
        [1, 1 << 63],
        [(1 << 64) - 1, 5],
        [0, 0],
        [(1 << 63) - 1, 1 << 63],
    ],
)
@both
def test_words_of_the_board_use_all_their_bits(values: list[int], compiled: bool) -> None:
    class Masks(deepen.Puzzle):
        board_fields = {"masks": ("u8", (2, 1)), "one": "u8"}

        @deepen.rule
        def successors(board: Any, state: int) -> Iterator[tuple[int, int]]:
            yield 0, board.masks[0, 0] ^ board.masks[1, 0] ^ board.one

        @deepen.rule
        def is_goal(board: Any, state: int) -> bool:
            return state != 7

    board = {"masks": [[value] for value in values], "one": values[0]}
    solution = deepen.solve(Masks(7, board), "breadth-first", compiled=compiled)
    assert solution.states == [7, values[1]]


@pytest.mark.parametrize(
    "kind", ["i1", "u8", "b1", ">i8", "f8", *slow("i2", "i4", "i8", "u1", "u2", "u4")]
)
@both
def test_fields_of_every_kind(kind: str, compiled: bool) -> None:
    class Field(deepen.Puzzle):
        board_fields = {"row": (kind, 3), "one": kind}

        @deepen.rule
        def successors(board: Any, state: int) -> Iterator[tuple[int, int]]:
            yield 0, int(board.row[1]) + 2 * int(board.row[2]) + 4 * int(board.one) + state

        @deepen.rule
        def is_goal(board: Any, state: int) -> bool:
            return state != 7

    board = {"row": [0, 1], "one": 1}
    solution = deepen.solve(Field(7, board), "breadth-first", compiled=compiled)
    assert solution.states == [7, 12]


# Rules that work


def outcome(puzzle: Any, compiled: bool, **options: Any) -> tuple[Any, ...]:
    solution = deepen.solve(puzzle, compiled=compiled, node_limit=10_000, **options)
    return (
        solution.status, solution.cost, solution.actions, solution.states,
        solution.expanded, solution.generated,
    )  # fmt: skip


HELPERS = {
    "a plain function": ("""
def double(x):
    return 2 * x
""", "yield 0, double(state) - 1"),
    "a rule": ("""
@deepen.rule
def double(x):
    return 2 * x
""", "yield 0, double(state) - 1"),
    "a helper of a helper": ("""
def one():
    return 1
@deepen.rule
def double(x):
    return x + x + one() - 1
""", "yield 0, double(state) - 1"),
    "a generator": ("""
def steps(x):
    for i in range(3):
        yield x + i + 1
""", "for child in steps(state):\n    yield child - state, child"),
    "a generator in a generator": ("""
def evens(n):
    for i in range(0, n, 2):
        yield i
@deepen.rule
def steps(x):
    for i in evens(5):
        for j in evens(3):
            yield x + i + j + 1
""", "for child in steps(state):\n    yield child - state, child, 2"),
    "a generator that yields whole successors": ("""
def moves(board, x):
    yield 0, x + 1, 1
    yield 1, x + board.size, 3
""", "for move in moves(board, state):\n    yield move"),
    "recursion": ("""
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)
""", "yield 0, state + fib(state % 7)"),
    "recursion of a rule": ("""
@deepen.rule
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)
""", "yield 0, state + fib(state % 7)"),
    "a closure": ("""
def adder(n):
    def add(x):
        return x + n
    return add
add_three = adder(3)
""", "yield 0, add_three(state)"),
    "a default argument": ("""
def add(x, n=2):
    return x + n
""", "yield 0, add(state)\nyield 1, add(state, 4)"),
    "a keyword argument": ("""
def add(x, n):
    return x - n
""", "yield 0, add(n=-1, x=state)"),
    "a table": ("STEPS = (1, 2, 4)", "for i in range(3):\n    yield i, state + STEPS[i]"),
    "a table of numpy": ("STEPS = np.array([1, 2, 4])",
                         "for i in range(3):\n    yield i, state + STEPS[i]"),
    "a loop over a table": ("STEPS = (1, 2, 4)", "for step in STEPS:\n    yield 0, state + step"),
    "a lambda": ("grow = lambda x: x + 1", "yield 0, grow(state)"),
    "bits": ("", "for i in bits(state):\n    yield i, state + (1 << i)"),
    "deepen.bits": ("", "for i in deepen.bits(state):\n    yield i, state + deepen.bit(i)"),
    "deepen.popcount": ("", "yield 0, state + deepen.popcount(state) + deepen.lowest(state)"),
    "a row of the board": ("", "for cell in board.cells:\n    yield 0, state + cell"),
    "the length of a row": ("", "for i in range(len(board.cells)):\n    yield i, state + i + 1"),
    "a return": ("", "if state > 70:\n    return\nyield 0, state + 1\nyield 1, state + 2"),
    "a yield in each branch": ("", """
if state % 2 == 0:
    yield 0, state + 1
else:
    yield 1, state + 2
"""),
    "two and three values": ("", "yield 0, state + 1\nyield 1, state + 2, 2"),
    "while and break": ("", """
i = 1
while True:
    if i > 4:
        break
    yield i, state + i
    i *= 2
"""),
    "unpacking": ("", "a, b = 1, 2\nyield a, state + b\na, b = b, a\nyield a, state + b"),
    "a condition": ("", "yield (1 if state > 6 else 2), state + (1 if state < 8 else 3)"),
    "a nested function": ("", """
def step(x):
    return x + 1
yield 0, step(state)
"""),
    "a chained comparison": ("", "if 0 < state <= 80:\n    yield 0, state + 1"),
    "a match": ("", """
match state % 3:
    case 0:
        yield 0, state + 1
    case 1:
        yield 1, state + 2
    case _:
        yield 2, state + 1
"""),
}  # fmt: skip


# A second form of what is tried anyway.
ALIKE = {
    "a rule",
    "a generator",
    "recursion of a rule",
    "a keyword argument",
    "a loop over a table",
    "a lambda",
    "bits",
    "deepen.popcount",
    "the length of a row",
    "a yield in each branch",
    "unpacking",
    "a condition",
    "a chained comparison",
}


@pytest.mark.parametrize("name", [*sorted(HELPERS.keys() - ALIKE), *slow(*sorted(ALIKE))])
def test_rules_with_helpers(tmp_path: Path, name: str) -> None:
    helpers, text = HELPERS[name]
    puzzle = wrong_puzzle(tmp_path, helpers=helpers, successors=text, is_goal="return state >= 40")
    for algorithm in ("breadth-first", "idastar") if "generator" in name else ("breadth-first",):
        compiled = outcome(puzzle, True, algorithm=algorithm)
        assert compiled == outcome(puzzle, False, algorithm=algorithm)
        assert compiled[3]


def test_functions_that_call_each_other(tmp_path: Path) -> None:
    helpers = """
def even(n):  # here
    if n == 0:
        return 1
    return odd(n - 1)

def odd(n):
    if n == 0:
        return 0
    return even(n - 1)
"""
    text = "yield 0, state + 1 + even(state % 5)"
    puzzle = wrong_puzzle(tmp_path, helpers=helpers, successors=text)
    for compiled in (True, False):
        assert solve(puzzle, compiled=compiled).states == [5, 7, 9]


def test_a_generator_that_is_both_the_rule_and_a_helper(tmp_path: Path) -> None:
    source = """
import deepen

def moves(board, state):
    yield 0, state + 2
    yield 1, state + 3

class Shared(deepen.Puzzle):
    successors = deepen.rule(moves)

    @deepen.rule
    def is_goal(board, state):
        best = 0
        for _, child in moves(board, state):
            best = max(best, child)
        return best >= 20

    @deepen.heuristic(admissible=True)
    def lookahead(board, state):
        least = 9
        for _, child in moves(board, state):
            least = min(least, max(0, 17 - child) // 3)
        return least

puzzle = Shared(0)
"""
    puzzle = module_from(tmp_path / "shared.py", source).puzzle
    for algorithm in ("astar", "idastar", "breadth-first"):
        compiled = outcome(puzzle, True, algorithm=algorithm)
        assert compiled == outcome(puzzle, False, algorithm=algorithm)
        assert compiled[:2] == ("solved", 6)


def test_a_rule_that_catches_exceptions_loses_no_successor(tmp_path: Path) -> None:
    text = """
for i in range(200):
    try:
        yield i, state + i + 1
    except Exception:
        pass
"""
    puzzle = wrong_puzzle(tmp_path, successors=text, is_goal="return state >= 205")
    for algorithm in ("breadth-first", "idastar"):
        try:
            solution = deepen.solve(puzzle, algorithm)
        except deepen.RuleError:
            continue  # refused: as good
        assert solution.cost == 1


@both
def test_decorators_may_be_left_out_or_doubled(compiled: bool) -> None:
    class Plain(deepen.Puzzle):
        def successors(board: Any, state: int) -> Any:
            yield 0, state + 1

        @staticmethod
        def is_goal(board: Any, state: int) -> bool:
            return state == 3

    class Static(deepen.Puzzle):
        @staticmethod
        @deepen.rule
        def successors(board: Any, state: int) -> Iterator[tuple[int, int]]:
            yield 0, state + 1

        @deepen.rule
        @staticmethod
        def is_goal(board: Any, state: int) -> bool:
            return state == 3

    assert deepen.solve(Plain(0), compiled=compiled).cost == 3
    assert deepen.solve(Static(0), compiled=compiled).cost == 3


def test_rules_can_be_called_by_hand() -> None:
    graph = explicit([[(1, 2), (0, 1)], []], [1], [1, 0])
    puzzle = AdmissibleGraphPuzzle(graph)
    kind = AdmissibleGraphPuzzle
    assert list(kind.successors(puzzle.board, 0)) == [(0, 1, 2), (1, 0, 1)]
    assert kind.is_goal(puzzle.board, 1)
    assert kind.table_h(puzzle.board, 0) == 1


@both
def test_a_heuristic_may_return_a_truth_value(tmp_path: Path, compiled: bool) -> None:
    puzzle = wrong_puzzle(tmp_path, guess="return state != 9")
    assert solve(puzzle, compiled).cost == 4


@both
@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "greedy", "idastar"])
def test_dead_states_are_left_alone(tmp_path: Path, algorithm: str, compiled: bool) -> None:
    puzzle = wrong_puzzle(
        tmp_path,
        successors="yield 0, state + 1\nyield 1, state + 2",
        guess="return deepen.DEAD if state % 2 == 0 else (9 - state) // 2",
    )
    weight = 2 if algorithm == "weighted-astar" else None
    solution = deepen.solve(puzzle, algorithm, weight=weight, compiled=compiled)
    assert solution.states == [5, 7, 9]
    start = wrong_puzzle(tmp_path, guess="return 2147483647")
    dead = deepen.solve(start, algorithm, weight=weight, compiled=compiled)
    assert (dead.status, dead.expanded, dead.generated) == ("unsolvable", 0, 1)
    assert (dead.lower_bound, dead.optimal) == (None, True)
    assert deepen.DEAD == DEAD


# Words: every operator, compiled, interpreted, and by the book


def signed(word: int) -> int:
    return ((word + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def shifted_right(a: int, n: int) -> int:
    return (a & ((1 << 64) - 1)) >> n


def quotient(a: int, d: int) -> int:
    """The one that is no word is 0, in compiled code as everywhere in numpy."""
    return 0 if (a, d) == (-(1 << 63), -1) else a // d


TOP = 1 << 63
ALL = (1 << 64) - 1
ODD = 0x9E3779B97F4A7C15


def operate(op: int, a: int, b: int) -> int:
    """One operator a number; `OPERATORS` says what each has to give."""
    n = b & 63
    d = b if b != 0 else 3
    if op == 0:
        return a + b
    if op == 1:
        return a - b
    if op == 2:
        return a * b
    if op == 3:
        return a // d
    if op == 4:
        return a % d
    if op == 5:
        return a << n
    if op == 6:
        return a >> n
    if op == 7:
        return a & b
    if op == 8:
        return a | b
    if op == 9:
        return a ^ b
    if op == 10:
        return ~a
    if op == 11:
        return -a
    if op == 12:
        return +a
    if op == 13:
        return 1 if a < b else 0
    if op == 14:
        return 1 if a <= b else 0
    if op == 15:
        return 1 if a == b else 0
    if op == 16:
        return 1 if a != b else 0
    if op == 17:
        return min(a, b)
    if op == 18:
        return max(a, b)
    if op == 19:
        return abs(a)
    if op == 20:
        return popcount(a)
    if op == 21:
        return lowest(a)
    if op == 22:
        return 1 << n
    if op == 23:
        return 5 >> n
    if op == 24:
        return -1 >> n
    if op == 25:
        return 7 - a
    if op == 26:
        return a * ODD + TOP
    if op == 27:
        return a ^ TOP
    if op == 28:
        return a & ALL
    if op == 29:
        return 1 if a > TOP else 0
    if op == 30:
        return max(a, TOP)
    if op == 31:
        return (a ^ ALL) // 3
    if op == 32:
        return (1 << n) // 7
    if op == 33:
        return ((1 << n) - 1) >> 2
    if op == 34:
        return 1000003 % d
    if op == 35:
        return a**2 + a**3
    if op == 36:
        return (a > b) + (a < 5)
    if op == 37:
        a += b
        a <<= 3
        a ^= b
        a >>= 5
        a -= 7
        a *= 3
        a //= 11
        a |= 1
        a %= 1009
        a &= 511
        return a
    if op == 38:
        return a and b
    if op == 39:
        return a or b
    if op == 40:
        return 1 if not a else 2
    if op == 41:
        return int(a) * int(b)
    if op == 42:
        return divmod(a, d)[0] + divmod(a, d)[1]
    if op == 43:
        return 1 if a == TOP else 0
    if op == 44:
        return min(a, b, 0) + max(a, b, -5)
    if op == 45:
        total = 0
        for i in bits(a):
            total = total * 31 + i
        return total
    if op == 46:
        return 1 if 3 < a <= b else 0
    if op == 47:
        return bit(n) | a
    if op == 48:
        return (a >> n) << n
    if op == 49:
        return -(-a // d)
    return 0


def bits_of(a: int) -> list[int]:
    return [i for i in range(64) if a >> i & 1]


def in_place(a: int, b: int) -> int:
    a = signed((a + b) << 3) ^ b
    a = signed(signed(signed(shifted_right(a, 5)) - 7) * 3)
    return ((a // 11) | 1) % 1009 & 511


def folded(a: int) -> int:
    total = 0
    for i in bits_of(a):
        total = total * 31 + i
    return total


OPERATORS: list[Callable[[int, int, int, int], int]] = [
    lambda a, b, n, d: a + b,
    lambda a, b, n, d: a - b,
    lambda a, b, n, d: a * b,
    lambda a, b, n, d: quotient(a, d),
    lambda a, b, n, d: a % d,
    lambda a, b, n, d: a << n,
    lambda a, b, n, d: shifted_right(a, n),
    lambda a, b, n, d: a & b,
    lambda a, b, n, d: a | b,
    lambda a, b, n, d: a ^ b,
    lambda a, b, n, d: ~a,
    lambda a, b, n, d: -a,
    lambda a, b, n, d: a,
    lambda a, b, n, d: a < b,
    lambda a, b, n, d: a <= b,
    lambda a, b, n, d: a == b,
    lambda a, b, n, d: a != b,
    lambda a, b, n, d: min(a, b),
    lambda a, b, n, d: max(a, b),
    lambda a, b, n, d: abs(a),
    lambda a, b, n, d: len(bits_of(a)),
    lambda a, b, n, d: bits_of(a)[0] if a else 64,
    lambda a, b, n, d: 1 << n,
    lambda a, b, n, d: 5 >> n,
    lambda a, b, n, d: shifted_right(-1, n),
    lambda a, b, n, d: 7 - a,
    lambda a, b, n, d: a * ODD + TOP,
    lambda a, b, n, d: a ^ signed(TOP),
    lambda a, b, n, d: a,
    lambda a, b, n, d: a > signed(TOP),
    lambda a, b, n, d: max(a, signed(TOP)),
    lambda a, b, n, d: ~a // 3,
    lambda a, b, n, d: signed(1 << n) // 7,
    lambda a, b, n, d: shifted_right(signed(1 << n) - 1, 2),
    lambda a, b, n, d: 1000003 % d,
    lambda a, b, n, d: a**2 + a**3,
    lambda a, b, n, d: (a > b) + (a < 5),
    lambda a, b, n, d: in_place(a, b),
    lambda a, b, n, d: a and b,
    lambda a, b, n, d: a or b,
    lambda a, b, n, d: 2 if a else 1,
    lambda a, b, n, d: a * b,
    lambda a, b, n, d: quotient(a, d) + a % d,
    lambda a, b, n, d: a == signed(TOP),
    lambda a, b, n, d: min(a, b, 0) + max(a, b, -5),
    lambda a, b, n, d: folded(a),
    lambda a, b, n, d: 3 < a <= b,
    lambda a, b, n, d: (1 << n) | a,
    lambda a, b, n, d: shifted_right(a, n) << n,
    lambda a, b, n, d: -quotient(signed(-a), d),
]


class Calculator(deepen.Puzzle):
    """Walks through all operators: the third word is the result of the last one."""

    board_fields = {"count": "i8"}
    state_words = 4

    @deepen.rule
    def successors(board: Any, state: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        a, b, _, op = state
        yield 0, (a, b, operate(op, a, b), op + 1)

    @deepen.rule
    def is_goal(board: Any, state: tuple[int, ...]) -> Any:
        return state[3] == board.count


def results(a: int, b: int, compiled: bool) -> list[int]:
    board = {"count": len(OPERATORS)}
    start = (a & ALL, b & ALL, 0, 0)
    solution = deepen.solve(Calculator(start, board), "depth-first", compiled=compiled)
    return [signed(state[2]) for state in solution.states[1:]]


def expected(a: int, b: int) -> list[int]:
    return [signed(operator(a, b, b & 63, b or 3)) for operator in OPERATORS]


def check_words(a: int, b: int) -> None:
    book = dict(enumerate(expected(a, b)))
    for compiled in (True, False):
        found = results(a, b, compiled)
        assert {op: found[op] for op in book if found[op] != book[op]} == {}, (a, b, compiled, book)


words = st.integers(-(1 << 63), (1 << 63) - 1)
EDGES = [0, 1, -1, 2, 63, 64, -64, 7, (1 << 62), (1 << 63) - 1, -(1 << 63), -(1 << 63) + 1]


@examples(400)
@given(a=words, b=words | st.integers(-100, 100))
def test_operators_on_random_words(a: int, b: int) -> None:
    check_words(a, b)


def test_operators_at_the_edges() -> None:
    for a, b in product(EDGES, EDGES):
        check_words(a, b)


class Shifts(deepen.Puzzle):
    """The first word shifted by the second, to the left and then to the right."""

    state_words = 3

    @deepen.rule
    def successors(board: Any, state: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        yield 0, (state[0] << state[1], state[1], state[2] + 1)
        yield 1, (state[0] >> state[1], state[1], state[2] + 1)

    @deepen.rule
    def is_goal(board: Any, state: tuple[int, ...]) -> bool:
        return state[2] == 2


@pytest.mark.parametrize("count", [64, 65, 127, 128, 1 << 40, 1 << 63, (1 << 64) - 1])
def test_shifts_by_64_or_more_leave_nothing(count: int) -> None:
    start = (0x8123456789ABCDEF, count, 0)
    for compiled in (False, True):
        solution = deepen.solve(Shifts(start), "breadth-first", compiled=compiled)
        assert [state[0] for state in solution.states[1:]] == [0, 0]


class Numbers(deepen.Puzzle):
    """Computes with literals and counters only: no word takes part until the end."""

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int]]:
        total = 7
        for i in range(40):
            total = total * 31 + i
        yield 0, total % 1000003 + state - state

    @deepen.rule
    def is_goal(board: Any, state: int) -> bool:
        return state != 1


@both
def test_numbers_that_meet_no_word_wrap_around_too(compiled: bool) -> None:
    total = 7
    for i in range(40):
        total = signed(total * 31 + i)
    solution = deepen.solve(Numbers(1), "breadth-first", compiled=compiled)
    assert solution.states == [1, total % 1000003]


def small_result(board: Any, op: int) -> Any:
    a, b = board.small[0], board.small[1]
    if op == 0:
        return a - b
    if op == 1:
        return -a
    if op == 2:
        return ~b
    if op == 3:
        return 1 if a - b < 0 else 2
    if op == 4:
        return (a - b) // 2
    if op == 5:
        return (board.one - board.wide) // 3
    return min(a - b, 1)


class Bytes(deepen.Puzzle):
    """Computes with small unsigned constants, as `Calculator` does with words."""

    board_fields = {"small": ("u1", 4), "one": "u2", "wide": "u4"}
    state_words = 2

    @deepen.rule
    def successors(board: Any, state: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        yield 0, (small_result(board, state[1]), state[1] + 1)

    @deepen.rule
    def is_goal(board: Any, state: tuple[int, ...]) -> bool:
        return state[1] == 7


@both
def test_small_unsigned_fields_are_integers_like_any_other(compiled: bool) -> None:
    board = {"small": [1, 200], "one": 1, "wide": 7}
    solution = deepen.solve(Bytes((0, 0), board), "breadth-first", compiled=compiled)
    found = [signed(state[0]) for state in solution.states[1:]]
    assert found == [-199, -1, -201, 1, -100, -2, -199]


# Python objects


class Letters(deepen.ObjectPuzzle):
    """Append letters until the word is there; the actions are lists, which have no hash."""

    admissible = True

    start = ""

    def actions(self, state: str) -> list[list[str]]:
        return [["a"], ["b"]] if len(state) < 4 else []

    def result(self, state: str, action: list[str]) -> str:
        return state + action[0]

    def cost(self, state: str, action: list[str], result: str) -> int:
        return 2

    def is_goal(self, state: str) -> bool:
        return state == "bab"

    def heuristic(self, state: str) -> int:
        return max(0, 3 - len(state))


every_algorithm = pytest.mark.parametrize("algorithm", deepen.algorithms_of(Letters))


def search(puzzle: deepen.ObjectPuzzle, algorithm: str) -> deepen.Solution:
    return deepen.solve(puzzle, algorithm, weight=2 if algorithm == "weighted-astar" else None)


@every_algorithm
def test_actions_need_no_hash(algorithm: str) -> None:
    solution = search(Letters(), algorithm)
    assert solution.states[0] == ""
    assert solution.states[-1] == "bab"
    assert solution.actions == [["b"], ["a"], ["b"]]
    assert solution.cost == 6


class Refusal(Exception):
    pass


@every_algorithm
@pytest.mark.parametrize("method", ["actions", "result", "cost", "is_goal", "heuristic"])
@pytest.mark.parametrize("error", [Refusal("no"), StopIteration("no"), SystemExit(3)])
def test_an_exception_in_a_method_comes_out_unchanged(
    algorithm: str, method: str, error: BaseException
) -> None:
    def refuse(self: Any, *arguments: Any) -> Any:
        raise error

    puzzle = type("Refusing", (Letters,), {method: refuse})()
    if method == "heuristic" and algorithm in ("breadth-first", "uniform-cost", "depth-first"):
        assert search(puzzle, algorithm).cost == 6  # never asked
        return
    with pytest.raises(type(error)) as caught:
        search(puzzle, algorithm)
    assert caught.value is error


@pytest.mark.parametrize("method", ["actions", "result", "cost", "is_goal", "heuristic"])
def test_an_exception_on_a_later_state_comes_out_unchanged(method: str) -> None:
    error = Refusal("later")

    def refuse(self: Any, state: str, *arguments: Any) -> Any:
        if state == "ba":
            raise error
        return getattr(Letters, method)(self, state, *arguments)

    puzzle = type("Refusing", (Letters,), {method: refuse})()
    for algorithm in ("astar", "idastar", "breadth-first"):
        if method == "heuristic" and algorithm == "breadth-first":
            continue
        with pytest.raises(Refusal) as caught:
            deepen.solve(puzzle, algorithm)
        assert caught.value is error


def test_an_exception_in_a_lazy_actions_comes_out_unchanged() -> None:
    error = Refusal("midway")

    class Lazy(Letters):
        def actions(self, state: str) -> Any:
            yield ["a"]
            raise error

    with pytest.raises(Refusal) as caught:
        deepen.solve(Lazy())
    assert caught.value is error


@pytest.mark.parametrize("value", [-1, 1 << 31, 1 << 70, 1.5, None, "3", float("nan")])
@pytest.mark.parametrize("method", ["cost", "heuristic"])
@pytest.mark.parametrize("algorithm", ["astar", "idastar"])
def test_values_of_methods_out_of_range(algorithm: str, method: str, value: Any) -> None:
    puzzle = type("Wrong", (Letters,), {method: lambda self, *arguments: value})()
    with pytest.raises(deepen.RuleError, match=f"Wrong.{method}"):
        deepen.solve(puzzle, algorithm)


def test_objects_that_are_equal_are_one_state() -> None:
    class Half(deepen.ObjectPuzzle):
        start = 0

        def actions(self, state: Any) -> list[float]:
            return [1, 1.0, 0.5]

        def result(self, state: Any, action: float) -> Any:
            return state + action

        def is_goal(self, state: Any) -> bool:
            return bool(state == 3)

    solution = deepen.solve(Half(), "breadth-first")
    assert (solution.cost, solution.states) == (3, [0, 1, 2, 3])


def test_a_state_without_a_hash() -> None:
    with pytest.raises(deepen.RuleError, match="hashable"):
        deepen.solve(Letters([]))


def test_dead_objects_are_left_alone() -> None:
    class Dead(Letters):
        def heuristic(self, state: str) -> int:
            return deepen.DEAD if state.startswith("a") else 0

    solution = deepen.solve(Dead())
    assert solution.cost == 6
    assert solution.stored < deepen.solve(Letters()).stored


class Unfinished(deepen.ObjectPuzzle):
    def is_goal(self, state: int) -> bool:
        return False


def test_methods_that_are_missing() -> None:
    with pytest.raises(deepen.RuleError, match="ObjectPuzzle has no start"):
        deepen.solve(deepen.ObjectPuzzle())
    with pytest.raises(NotImplementedError, match="actions"):
        deepen.solve(Unfinished(1))
