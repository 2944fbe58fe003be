"""What rules may use of Python beside numbers: the same compiled and interpreted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

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


# States of several words that are made while a rule runs


class Counters(deepen.Puzzle):
    """Three counters; every action counts one up, each in another way."""

    state_words = 3

    @deepen.rule
    def successors(board: Any, s: Any) -> Any:
        t = list(s)
        t[0] += 1
        yield 0, t
        t[0], t[1] = s[0], s[1] + 1
        yield 1, tuple(t)
        for i in range(2, 3):
            yield i, s[:i] + (s[i] + 1,) + s[i + 1 :]  # noqa: RUF005
        yield 3, tuple(s[i] + 2 * (i == 1) for i in range(3) if i < 3)

    @deepen.rule
    def is_goal(board: Any, s: Any) -> Any:
        return s[:] == (1, 3, 2)


class Turning(deepen.Game):
    """Take from one of two heaps, with a canonical form that is a list."""

    state_words = 2

    @deepen.rule
    def moves(board: Any, s: Any) -> Any:
        t = list(s)
        for i in range(2):
            if t[i] > 0:
                t[i] -= 1
                yield i, t, 1
                t[i] += 1

    @deepen.rule
    def canonical(board: Any, s: Any) -> Any:
        return sorted(s)


@pytest.mark.slow
def test_a_state_may_be_a_list_or_a_tuple_of_any_making() -> None:
    compiled, interpreted = outcomes(Counters((0, 0, 0)))
    assert compiled == interpreted
    assert len(compiled[1]) == 5
    found = [deepen.analyse(Turning((3, 2)), compiled=compiled) for compiled in (True, False)]
    assert found[0].value == found[1].value == 1
    assert found[0].nodes == found[1].nodes


class Lengthened(Counters):
    @deepen.rule
    def successors(board: Any, s: Any) -> Any:
        yield 0, s[: s[0] + 1] + s


@pytest.mark.parametrize("compiled", [True, False])
def test_a_state_of_another_length_is_an_error(compiled: bool) -> None:
    with pytest.raises(deepen.RuleError, match="not a tuple of 3 integers") as error:
        deepen.solve(Lengthened((0, 0, 0)), compiled=compiled)
    assert "yield 0, s[: s[0] + 1] + s" in str(error.value)


# Global tables

STEPS = [3, 5, 1 << 62]
ROWS = [[1, 2], [3, 4]]
NEIGHBOURS = ((1, 2), (0,), ())
PRICES = {3: 7, 40: 8, -8: 2}
BY_CELL = {(0, 1): (5, 6), (2, 3): (7, 8)}
WALLS = {2, 3}
MANY = tuple(range(300))


def tables(a: int) -> int:
    """Reads every kind of table in every way; a is 0 or 1."""
    found = STEPS[a + 1] >> 1
    for row in ROWS:
        for number in row[a:]:
            found = found * 7 + number
    for number in NEIGHBOURS[a]:
        found = found * 7 + number
    for key, value in PRICES.items():
        found = found * 7 + key * value
    found += PRICES[3] + PRICES.get(a, 11) + PRICES.get(40, 11) + (-8 in PRICES) + len(PRICES)
    low, high = BY_CELL[2 * a, 2 * a + 1]
    found = found * 7 + low * high + ((a, a) in BY_CELL)
    for wall in WALLS:
        found = found * 7 + wall
    return found + (a in WALLS) + MANY[100 * a] + sum(STEPS) + max(MANY) + STEPS.index(5)


class Reading(deepen.Puzzle):
    state_words = 2

    @deepen.rule
    def successors(board: Any, s: Any) -> Any:
        yield 0, (1, tables(s[1]))

    @deepen.rule
    def is_goal(board: Any, s: Any) -> Any:
        return s[0] == 1


@pytest.mark.parametrize("a", [0, 1])
def test_global_tables_are_constants(a: int) -> None:
    compiled, interpreted = outcomes(Reading((0, a)))
    assert compiled == interpreted
    assert compiled[2][1] == (1, tables(a) % (1 << 64))  # Python's own, which does not wrap


class Watching(deepen.Puzzle):
    @deepen.rule
    def successors(board: Any, s: Any) -> Any:
        if s not in WALLS:
            yield 0, s + STEPS[0] + PRICES.get(1, 0)

    @deepen.rule
    def is_goal(board: Any, s: Any) -> Any:
        return s >= 20


@pytest.fixture
def _restored() -> Iterator[None]:
    before = STEPS[:], dict(PRICES), set(WALLS)
    yield
    for table in (STEPS, PRICES, WALLS):
        table.clear()
    STEPS.extend(before[0])
    PRICES.update(before[1])
    WALLS.update(before[2])


@pytest.mark.usefixtures("_restored")
def test_tables_that_change_in_place_count_from_the_next_search_on() -> None:
    def costs() -> list[int | None]:
        return [deepen.solve(Watching(1), compiled=how).cost for how in (True, False)]

    assert costs() == [7, 7]
    STEPS[0] = 10
    assert costs() == [2, 2]
    PRICES[1] = 90
    assert costs() == [1, 1]
    WALLS.add(1)
    assert costs() == [None, None]


@pytest.mark.parametrize("compiled", [True, False])
def test_a_rule_cannot_change_a_table(compiled: bool) -> None:
    class Changing(Watching):
        @deepen.rule
        def successors(board: Any, s: Any) -> Any:
            STEPS[0] = 1
            yield 0, s + STEPS[0]

    with pytest.raises(deepen.RuleError, match="global is constant in rules"):
        deepen.solve(Changing(1), compiled=compiled)


# Comprehensions in branches of their own


class Branches(deepen.Puzzle):
    """From Python 3.12 on, both comprehensions share one variable of the rule itself."""

    @deepen.rule
    def successors(board: Any, n: Any) -> Any:
        if n > 3:
            yield 0, sum([x % 7 for x in range(n)]) % 50
        if n > 1:
            yield 1, sum([x % 5 for x in range(n)]) % 50

    @deepen.rule
    def is_goal(board: Any, n: Any) -> Any:
        return n == 40


def test_a_comprehension_after_one_that_was_left_out() -> None:
    compiled, interpreted = outcomes(Branches(6), node_limit=50)
    assert compiled == interpreted
    assert compiled[3] > 1
