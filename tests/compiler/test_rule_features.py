"""What rules may use of Python beside numbers: the same compiled and interpreted."""

from __future__ import annotations

from typing import Any

import deepen
from deepen.compiler.unit_costs import finds_unit_costs


def outcomes(puzzle: Any, **options: Any) -> list[Any]:
    """Compiled and interpreted: what is found and what was seen on the way."""
    found = []
    for compiled in (True, False):
        solution = deepen.solve(puzzle, "breadth-first", compiled=compiled, **options)
        found.append((solution.status, solution.actions, solution.states, solution.expanded))
    return found


# yield from


def steps(s: int) -> Any:
    for k in range(1, 3):
        yield k, s + k


def dear_steps(s: int) -> Any:
    yield 3, s + 3, 7


class Delegating(deepen.Puzzle):
    @deepen.rule
    def successors(board: Any, s: Any) -> Any:
        if s < 20:
            yield from steps(s)
            try:
                yield from [(5, s + 5), (6, s + 6)]
                if s == 3:
                    raise ValueError
                yield from ((7, s + 7), (8, s + 8))
            except Exception:
                yield 9, s + 9

    @deepen.rule
    def is_goal(board: Any, s: Any) -> Any:
        return s == 12


def test_a_rule_may_delegate() -> None:
    compiled, interpreted = outcomes(Delegating(0))
    assert compiled == interpreted
    assert compiled[1] == [5, 7]
    assert outcomes(Delegating(3))[0][1] == [9]


def test_what_helpers_yield_says_whether_costs_are_1() -> None:
    def cheap(board: Any, s: Any) -> Any:
        yield from steps(s)

    def dear(board: Any, s: Any) -> Any:
        yield from steps(s)
        yield from dear_steps(s)

    def recursive(board: Any, s: Any) -> Any:
        yield 0, s
        yield from recursive(board, s + 1)

    found = [finds_unit_costs(rule) for rule in (cheap, dear, recursive)]
    assert found == [True, False, True]
