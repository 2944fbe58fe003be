"""What rules may do with the fields of a state, compiled and not; what is refused, and how."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import deepen
from deepen.compiler.guards import MAY_GO_ON
from deepen.diagnosis.numba_messages import (
    COPY_KEPT,
    FIELD_HINTS,
    GIVEN_RETURNED,
    STATE_IN_CONTAINER,
    STATE_IN_GENERATOR,
    STATE_IN_TUPLE,
)
from deepen.packing.field_errors import (
    FROZEN,
    NOT_FROM_BITS,
    STATE_IS_CONSTANT,
    TWO_INDICES,
)

START = {"a": 1, "b": [0, -2, 7, 3, 3], "c": {1, 65}, "d": True, "g": [[0, 1, 2], [3, 4, 5]]}


class State(deepen.State):
    a = deepen.Integer(max=9)
    b = deepen.Array("five", deepen.Integer(min=-2, max=7))
    c = deepen.CellSet("cells")
    d = deepen.Boolean()
    g = deepen.Array((2, 3), deepen.Cell(6))


BOARD = {"five": 5, "cells": 70, "s": {1, 2, 65}, "t": [0, -2, 7, 3, 3], "u": {1}}
BOARD["v"] = [[0, 1, 2], [3, 4, 5]]


def puzzle_of(rule: Any) -> deepen.Puzzle:
    body = {
        "State": State,
        "successors": deepen.rule(rule),
        "is_goal": deepen.rule(lambda board, state: False),
    }
    kind: Any = type("Tried", (deepen.Puzzle,), body)
    return kind(START, BOARD)  # type: ignore[no-any-return]


def tried(rule: Any, compiled: bool) -> Any:
    """The fields of all states that a few steps lead to."""
    found = deepen.solve(
        puzzle_of(rule), "breadth-first", compiled=compiled, node_limit=60, keep_expanded=True
    )
    assert found.expanded_states is not None
    return [state.as_dict() for state in found.expanded_states]


# What works


def helper(state: Any, value: int) -> Any:
    child = state.copy()
    child.a = value
    return child


def change(child: Any, value: int) -> None:
    child.a = value
    child.c.discard(1)


def odd_cells(board: Any, state: Any) -> Any:
    for cell in state.c:
        if cell % 2:
            yield cell


def helpers(board: Any, state: Any) -> Any:
    for i in range(3):
        yield i, helper(state, i)
        child = state.copy()
        change(child, i + 1)
        yield i, child
    for cell in odd_cells(board, state):
        child = state.copy()
        child.a = cell % 10
        yield cell, child


def aliases(board: Any, state: Any) -> Any:
    child = state.copy()
    same, row, cells = child, child.b, child.c
    same.a = 5
    row[2] = 5
    cells.add(9)
    cells |= board.s
    yield 0, child
    other = child.copy()
    other.a = 6
    yield 1, child
    yield 2, other
    while child.a < 8:
        child.a += 1
        yield 3, child


def sets(board: Any, state: Any) -> Any:
    child = state.copy()
    union = ((state.c | board.s) & state.c) ^ board.s
    total = 0
    for cell in union:
        total += cell
    child.a = (total + sum(union) + max(union) + min(union)) % 10
    if state.c <= board.s and not state.c.isdisjoint(board.s) and state.c.issubset(board.s):
        child.a = 2
    child.c = union
    yield len(union), child
    child.c &= state.c
    child.c ^= board.s
    child.c -= board.u
    child.d = bool(child.c) and child.c != state.c and not (board.s < state.c)
    yield 9, child
    child.c.clear()
    child.d = not child.c and bool(state.c)
    child.c = [3, 4, 69]
    yield 10, child


def growing(board: Any, state: Any) -> Any:
    seen, turns = state.c, 0
    while len(seen) < 70:
        before = seen
        seen = seen | board.s
        turns += 1
        if seen == before:
            break
    child = state.copy()
    child.a = turns
    yield 0, child


def arrays(board: Any, state: Any) -> Any:
    child = state.copy()
    child.a = sum(state.b) % 10
    child.b[0] = min(state.b)
    child.b[1] = max(state.b)
    child.b[-1] = (child.b[-1] + 1) % 7
    child.d = any(state.b) and not all(state.b)
    if 7 in state.b:
        child.b[state.b.index(7)] = state.b.count(3)
    row, column = state.g.index(4)
    child.g[row, column] = state.g[0, 1]
    child.g[0, 1] = 4
    for i, value in enumerate(state.b):
        child.b[i] = -value if value <= 2 else value
    if state.b == board.t and state.g.count(5) == 1 and len(state.b) == 5:
        child.g[1, 2] = 0
    if state.g == board.v and child.g != state.g and board.v == state.g:
        child.g[1, 0] = board.t != child.b
    yield 0, child
    child.b = state.b
    yield 1, child
    child.b = [1, 2, 3, 4, state.a % 5]
    yield 2, child
    part = state.b[1:3]
    child.b[0] = part[1]
    child.b[2:4] = [1, 2]
    yield 3, child


def states(board: Any, state: Any) -> Any:
    child = state.copy()
    if child == state:
        child.a = 2
    if state < child or child != state:
        child.d = not child.d
    child.a += 1
    low, high = state.c.bits
    child.c.bits = (low & ~2, high | 1)
    child.b[3] = state.b.bits & 3
    yield 0, child


@pytest.mark.parametrize("rule", [helpers, aliases, sets, growing, arrays, states])
def test_rules_mean_the_same_compiled_and_not(rule: Any) -> None:
    found = tried(rule, compiled=True)
    assert found == tried(rule, compiled=False)
    assert len(found) > 1 or rule is growing


# What is refused, compiled and not, with the same words and line


def writes_number(board: Any, state: Any) -> Any:
    state.a = 3  # here
    yield 0, state


def writes_set(board: Any, state: Any) -> Any:
    state.c.add(3)  # here
    yield 0, state


def writes_array(board: Any, state: Any) -> Any:
    state.b[1] = 3  # here
    yield 0, state


def writes_in_place(board: Any, state: Any) -> Any:
    state.c |= board.s  # here
    yield 0, state


def unknown_write(board: Any, state: Any) -> Any:
    child = state.copy()
    child.x = 3  # here
    yield 0, child


def unknown_read(board: Any, state: Any) -> Any:
    child = state.copy()
    child.a = state.x  # here
    yield 0, child


def too_large(board: Any, state: Any) -> Any:
    child = state.copy()
    child.a += 5  # here
    yield 0, child


def index_beyond(board: Any, state: Any) -> Any:
    child = state.copy()
    child.b[state.a + 3] = 0  # here
    child.a += 1
    yield 0, child


def not_removed(board: Any, state: Any) -> Any:
    child = state.copy()
    child.c.remove(2)  # here
    yield 0, child


def cell_beyond(board: Any, state: Any) -> Any:
    child = state.copy()
    child.c.add(state.a + 69)  # here
    yield 0, child


def not_found(board: Any, state: Any) -> Any:
    child = state.copy()
    child.a = state.b.index(6)  # here
    yield 0, child


def one_index(board: Any, state: Any) -> Any:
    child = state.copy()
    child.g[1] = 3  # here
    yield 0, child


def bits_of_array(board: Any, state: Any) -> Any:
    child = state.copy()
    child.b.bits = 3  # here
    yield 0, child


def wrong_length(board: Any, state: Any) -> Any:
    child = state.copy()
    child.b = [1, 2, 3, 4]  # here
    yield 0, child


def float_number(board: Any, state: Any) -> Any:
    child = state.copy()
    child.a = state.a / 2  # here
    yield 0, child


def float_item(board: Any, state: Any) -> Any:
    child = state.copy()
    child.b[0] = 1.5  # here
    yield 0, child


def float_cell(board: Any, state: Any) -> Any:
    child = state.copy()
    child.c.add(state.a / 2)  # here
    yield 0, child


def loops_over_grid(board: Any, state: Any) -> Any:
    child = state.copy()
    for value in state.g:  # here
        child.a = value
    yield 0, child


FAULTS = [
    (writes_number, STATE_IS_CONSTANT),
    (writes_set, STATE_IS_CONSTANT),
    (writes_array, STATE_IS_CONSTANT),
    (writes_in_place, STATE_IS_CONSTANT),
    (unknown_write, "a state has no field 'x'; State declares: a, b, c, d, g"),
    (unknown_read, "a state has no field 'x'; State declares: a, b, c, d, g"),
    (too_large, "the field 'a' cannot hold 11: its values are 0 to 9, for state State(a=6, "),
    (index_beyond, "the field 'b' has no index 5: there are 5, for state State(a=2, "),
    (not_removed, "the field 'c' has no 2 to remove, for state State(a=1, "),
    (cell_beyond, "the field 'c' cannot hold 70: it holds cells 0 to 69, for state State("),
    (not_found, "the field 'b' has no 6, for state State("),
    (one_index, f"the field 'g' {TWO_INDICES}"),
    (float_number, "the field 'a' holds integers, not "),
    (float_item, "the field 'b' holds integers, not "),
    (float_cell, "the field 'c' holds cells, not "),
    (loops_over_grid, f"the field 'g' {TWO_INDICES}"),
    (bits_of_array, f"b{NOT_FROM_BITS}"),
    (wrong_length, "the field 'b' has 5 values, not 4, for state State("),
]


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("rule", "words"), FAULTS, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_fault_is_told_with_its_line(rule: Any, words: str, compiled: bool) -> None:
    with pytest.raises(deepen.RuleError) as caught:
        tried(rule, compiled)
    assert caught.value.reason.startswith(f"in {rule.__name__}: {words}")
    assert "# here" in str(caught.value)


# What only the compiler refuses


def kept(board: Any, state: Any) -> Any:
    best = state.copy()
    for i in range(3):
        child = state.copy()  # here
        child.a = i
        if i == 1:
            best = child
    yield 0, best


def listed(board: Any, state: Any) -> Any:
    children = [state.copy()]  # here
    yield 0, children[0]


def given_back(child: Any) -> Any:
    return child  # here


def gives_back(board: Any, state: Any) -> Any:
    child = state.copy()
    other = given_back(child)
    other.a = 5
    yield 0, child


def pair(state: Any) -> Any:
    return state.copy(), 1  # here


def takes_pair(board: Any, state: Any) -> Any:
    child, action = pair(state)
    yield action, child


def slowly(state: Any) -> Any:
    child = state.copy()
    for i in range(3):
        child.a = i
        yield i  # here


def generated(board: Any, state: Any) -> Any:
    for i in slowly(state):
        yield i, state


def frozen(board: Any, state: Any) -> Any:
    cells = state.c | board.s
    cells.add(3)  # here
    yield 0, state


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (kept, COPY_KEPT),
        (listed, STATE_IN_CONTAINER),
        (gives_back, GIVEN_RETURNED),
        (takes_pair, STATE_IN_TUPLE),
        (generated, STATE_IN_GENERATOR),
        (frozen, FROZEN),
    ],
)
def test_what_would_mean_something_else_is_refused(rule: Any, words: str) -> None:
    with pytest.raises(deepen.RuleError) as caught:
        tried(rule, compiled=True)
    assert caught.value.reason.startswith(f"in {rule.__name__}: {words}")
    assert "# here" in str(caught.value)
    assert words == FROZEN or FIELD_HINTS[words] in str(caught.value)


# What it costs


def test_loops_over_small_fields_are_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loops(board: Any, state: Any) -> Any:
        child = state.copy()
        for i, value in enumerate(state.b):
            child.a = max(i, value)
        for value in state.b:
            for cell in board.u:
                yield cell + value + 2, child

    def long_loop(board: Any, state: Any) -> Any:
        for cell in state.c:
            yield cell, state

    for rule, asks in ((loops, False), (long_loop, True)):
        monkeypatch.setenv("DEEPEN_CACHE_DIR", str(tmp_path / rule.__name__))
        deepen.explore(puzzle_of(rule))
        kept = [file.read_bytes() for file in (tmp_path / rule.__name__).glob("*.rule")]
        assert kept
        assert any(MAY_GO_ON.encode() in code for code in kept) == asks
