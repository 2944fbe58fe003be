"""Symmetry, the way back, goals and numbers of states: declared, compiled, interpreted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import deepen
from deepen.compiler.native_call import NativePuzzle
from deepen.interpreter.puzzles import InterpretedPuzzle, Objects


class Row(deepen.Puzzle):
    """Neighbours in a row change places, the further right the dearer."""

    class State(deepen.State):
        at = deepen.Array(4, deepen.Integer(min=-1, max=8))

    ranks = 10_000

    def successors(board: Any, state: Any) -> Any:
        for i in range(3):
            child = state.copy()
            child.at[i], child.at[i + 1] = child.at[i + 1], child.at[i]
            yield i, child, i + 1

    def is_goal(board: Any, state: Any) -> Any:
        return state.at[0] == 0

    def canonical(board: Any, state: Any) -> Any:
        mirrored = state.copy()
        for i in range(4):
            mirrored.at[i] = state.at[3 - i]
        return mirrored if mirrored < state else state

    def predecessors(board: Any, state: Any) -> Any:
        for i in range(3):
            before = state.copy()
            before.at[i], before.at[i + 1] = before.at[i + 1], before.at[i]
            yield i, before, i + 1

    def goals(board: Any) -> Any:
        for last in (3, board.most):
            yield {"at": [0, 1, 2, last]}

    def rank(board: Any, state: Any) -> Any:
        number = 0
        for item in state.at:
            number = 10 * number + item + 1
        return number

    def unrank(board: Any, number: Any, state: Any) -> Any:
        child = state.copy()
        for i in range(4):
            child.at[3 - i] = number % 10 - 1
            number //= 10
        return child


class Pair(deepen.Puzzle):
    """Two words, and every action undoes itself."""

    state_words = 2
    reversible = True

    def successors(board: Any, state: Any) -> Any:
        yield 0, (state[1], state[0])
        yield 1, (state[0] ^ 4, state[1]), 3

    def is_goal(board: Any, state: Any) -> Any:
        return state[0] == 0

    def canonical(board: Any, state: Any) -> Any:
        return (min(state), max(state))

    def goals(board: Any) -> Any:
        yield 0, 1

    def rank(board: Any, state: Any) -> Any:
        return 8 * state[0] + state[1]

    def unrank(board: Any, number: Any) -> Any:
        return number // 8, number % 8

    @property
    def ranks(self) -> int:
        return 64


@pytest.mark.parametrize(
    "puzzle", [Row({"at": [1, 2, 3, 0]}, {"most": 4}), Pair((2, 1))], ids=["fields", "words"]
)
def test_compiled_rules_say_what_interpreted_ones_say(puzzle: Any) -> None:
    asked = InterpretedPuzzle(puzzle, None, puzzle.state_words)
    native = NativePuzzle(puzzle)
    for start in (asked.start_words(), *asked.goals()):
        words = tuple(start)
        assert native.canonical(words) == asked.canonical(words)
        if not puzzle.reversible:
            assert native.predecessors(words) == asked.predecessors(words)
        number = native.rank(words)
        assert asked.rank(words) == number
        assert native.unrank(number) == asked.unrank(number) == words


def test_goals_are_given_as_a_start_is() -> None:
    row = Row({"at": [1, 2, 3, 0]}, {"most": 4})
    goals = InterpretedPuzzle(row, None, row.state_words).goals()
    assert [row.at({"at": [0, 1, 2, last]}).start.words for last in (3, 4)] == goals
    assert InterpretedPuzzle(Pair((2, 1)), None, 2).goals() == [(0, 1)]


def test_what_can_be_undone_is_its_own_way_back() -> None:
    asked = InterpretedPuzzle(Pair((2, 1)), None, 2)
    assert asked.predecessors((2, 1)) == asked.expand((2, 1), 0, along=False)


class Halves(deepen.ObjectPuzzle):
    start = 1

    def actions(self, n: int) -> list[str]:
        return ["double", "add"]

    def result(self, n: int, action: str) -> int:
        return 2 * n if action == "double" else n + 1

    def cost(self, n: int, action: str, result: int) -> int:
        return n

    def is_goal(self, n: int) -> bool:
        return n == 10

    def canonical(self, n: int) -> int:
        return abs(n)

    def predecessors(self, n: int) -> Iterator[tuple[str, int]]:
        yield "add", n - 1
        if n % 2 == 0:
            yield "double", n // 2

    def goals(self) -> list[int]:
        return [10]


def test_methods_of_an_object_puzzle() -> None:
    asked = Objects(Halves())
    here = asked.words(-6)
    assert asked.shown_words(asked.canonical(here)) == 6
    found = [
        (asked.action(action), asked.shown_words(words), cost)
        for action, words, cost, _ in asked.predecessors(asked.words(6))
    ]
    assert found == [("add", 5, 5), ("double", 3, 3)]
    assert [asked.shown_words(words) for words in asked.goals()] == [10]


def rules(**more: Any) -> type[deepen.Puzzle]:
    def successors(board: Any, state: Any) -> Any:
        yield 0, state + 1

    def is_goal(board: Any, state: Any) -> Any:
        return state == 3

    needed = {"successors": successors, "is_goal": is_goal}
    return type("Count", (deepen.Puzzle,), {**needed, **more})


def one(board: Any, state: Any) -> int:
    return 1


def generator(board: Any, state: Any) -> Any:
    yield 0, state - 1


def fails(board: Any, number: Any) -> int:
    return int(1 // (number - 5))


def half(board: Any) -> Any:
    yield 0.5


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"rank": one}, "Count has no unrank"),
        ({"rank": one, "unrank": one}, "Count has no ranks"),
        ({"reversible": True, "predecessors": generator}, "Leave out one of the two"),
    ],
)
def test_rules_that_do_not_fit_each_other_are_refused(more: Any, told: str) -> None:
    with pytest.raises(deepen.RuleError, match=told):
        rules(**more)


def test_wrong_answers_are_told_in_the_users_file() -> None:
    wrong = rules(rank=one, unrank=one, ranks=1, goals=half)(0)
    asked = InterpretedPuzzle(wrong, None, 1)
    with pytest.raises(deepen.RuleError, match=r"in fails: .*, for state number 5"):
        InterpretedPuzzle(rules(rank=one, unrank=fails, ranks=9)(0), None, 1).unrank(5)
    with pytest.raises(deepen.RuleError, match="in one: returns 1"):
        asked.rank((0,))
    with pytest.raises(deepen.RuleError, match=r"in half: the goal .* 0\.5"):
        asked.goals()
