"""Every kind of rule gives exactly what it says, whatever kind of number it returns."""

from __future__ import annotations

from typing import Any

import pytest

import deepen
from support import both_ways, slow

both = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
signed_kinds = pytest.mark.parametrize("kind", ["i1", *slow("i2", "i4", "i8")])
all_kinds = pytest.mark.parametrize(
    "kind", ["i1", "u8", "b1", *slow("i2", "i4", "i8", "u1", "u2", "u4")]
)


def game_with(kind: str) -> Any:
    """A game of two moves whose optional rules all answer with a field of that kind."""

    class Answers(deepen.Game):
        board_fields = {"guess": (kind, 3), "reward": (kind, 3), "low": kind, "order": (kind, 3)}

        @deepen.rule
        def moves(board: Any, state: int) -> Any:
            if state < 2:
                yield 0, state + 1, board.reward[state]
                yield 1, state + 1, board.reward[state + 1]

        @deepen.rule
        def evaluate(board: Any, state: int) -> Any:
            return board.guess[state]

        @deepen.rule
        def bounds(board: Any, state: int) -> Any:
            return -1000 + board.low, 1000 - board.low

        @deepen.rule
        def order(board: Any, state: int, action: int, child: int, reward: int) -> Any:
            return board.order[action]

    return Answers


@both
@signed_kinds
def test_negative_values_of_games(kind: str, compiled: bool) -> None:
    board = {"guess": [0, -5, 0], "reward": [-3, -4, -7], "low": -9, "order": [-1, 5, -2]}
    game = game_with(kind)(0, board)
    # The better move costs 3, and the opponent's position is guessed at -5 for the opponent.
    assert deepen.analyse(game, depth=1, compiled=compiled).value == -3 + 5
    # To the end: the opponent pays 4 rather than 7.
    assert deepen.analyse(game, compiled=compiled).value == -3 + 4


@both
@all_kinds
def test_a_field_as_what_a_game_yields(kind: str, compiled: bool) -> None:
    board = {"guess": [0, 1, 0], "reward": [1, 0, 1], "low": 1, "order": [0, 1, 0]}
    game = game_with(kind)(0, board)
    assert deepen.analyse(game, depth=1, compiled=compiled).value == 1 - 1
    assert deepen.analyse(game, compiled=compiled).value == 1 - 1


def puzzle_with(kind: str) -> Any:
    """A path of three steps; states, actions, costs, goal and estimate come from fields."""

    class Steps(deepen.Puzzle):
        board_fields = {"step": kind, "estimate": (kind, 4), "is_last": (kind, 4)}

        @deepen.rule
        def successors(board: Any, state: int) -> Any:
            yield board.step, state + board.step, board.step
            if state == 0:
                yield 2, board.step, 2

        @deepen.rule
        def is_goal(board: Any, state: int) -> Any:
            return board.is_last[state]

        @deepen.heuristic(admissible=True, consistent=True)
        def told(board: Any, state: int) -> Any:
            return board.estimate[state]

    return Steps


@both
@all_kinds
@pytest.mark.parametrize("algorithm", ["astar", "idastar", "breadth-first"])
def test_a_field_as_what_a_puzzle_yields(kind: str, algorithm: str, compiled: bool) -> None:
    board = {"step": 1, "estimate": [1, 1, 1, 0], "is_last": [0, 0, 0, 1]}
    solution = deepen.solve(puzzle_with(kind)(0, board), algorithm, compiled=compiled)
    assert (solution.cost, solution.actions) == (3, [1, 1, 1])


@both
@signed_kinds
@pytest.mark.parametrize("algorithm", ["astar", "idastar"])
def test_a_negative_estimate_is_refused(kind: str, algorithm: str, compiled: bool) -> None:
    board = {"step": 1, "estimate": [0, -1, 0, 0], "is_last": [0, 0, 0, 1]}
    with pytest.raises(deepen.RuleError, match="returns -1"):
        deepen.solve(puzzle_with(kind)(0, board), algorithm, compiled=compiled)


@both
@signed_kinds
def test_a_canonical_state_from_a_small_field(kind: str, compiled: bool) -> None:
    class Mirror(deepen.Game):
        board_fields = {"same": (kind, 4)}

        @deepen.rule
        def moves(board: Any, state: int) -> Any:
            if state == 0:
                yield 0, 1
                yield 1, 2
            elif state != -1:
                yield 0, -1, 1

        @deepen.rule
        def canonical(board: Any, state: int) -> Any:
            return board.same[state & 3]

    game = Mirror(0, {"same": [0, 1, 1, -1]})
    assert deepen.analyse(game, compiled=compiled).value == -1


# Whether every action costs 1: breadth-first search claims more where it knows.

UNIT = {
    "no cost": ("yield 0, state + 1", True),
    "the literal 1": ("yield 0, state + 1, 1", True),
    "a constant": ("yield 0, state + 1, ONE", True),
    "all constants": ("yield 0, 3", True),
    "all constants, and 1": ("yield 0, 3, 1", True),
    "all constants, and 2": ("yield 0, 3, 2", False),
    "another literal": ("yield 0, state + 1, 2", False),
    "a variable that is 1": ("cost = 1; yield 0, state + 1, cost", True),
    "a variable": ("cost = 1 if state else 2; yield 0, state + 1, cost", False),
    "a choice": ("yield 0, state + 1, state or 1", False),
    "one of two": ("yield 0, state + 1; yield 1, state + 2, 7", False),
    "a whole tuple": ("step = (0, state + 1); yield step", True),
}
ONE = 1


@pytest.mark.parametrize(("name", "compiled"), [*both_ways(UNIT)])
def test_breadth_first_is_optimal_where_costs_are_one(name: str, compiled: bool) -> None:
    text, is_unit = UNIT[name]
    names: dict[str, Any] = {}
    exec(f"def successors(board, state):\n    {text}\n", {"ONE": ONE}, names)

    class Costs(deepen.Puzzle):
        successors = deepen.rule(names["successors"])

        @deepen.rule
        def is_goal(board: Any, state: int) -> bool:
            return state == 3

    solution = deepen.solve(Costs(0), "breadth-first", compiled=compiled)
    assert solution.optimal is is_unit
    assert solution.lower_bound == (solution.cost if is_unit else 0)


@both
def test_what_is_known_of_costs_follows_the_code(compiled: bool) -> None:
    def dear(board: Any, state: int) -> Any:
        yield 0, state + 1, 50

    class Costs(deepen.Puzzle):
        @deepen.rule
        def successors(board: Any, state: int) -> Any:
            yield 0, state + 1

        @deepen.rule
        def is_goal(board: Any, state: int) -> bool:
            return state == 1

    assert deepen.solve(Costs(0), "breadth-first", compiled=compiled).optimal
    Costs.successors.function.__code__ = dear.__code__
    solution = deepen.solve(Costs(0), "breadth-first", compiled=compiled)
    assert (solution.cost, solution.optimal) == (50, False)
