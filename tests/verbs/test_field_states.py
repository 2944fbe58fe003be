"""Verbs on puzzles whose states have fields: copied, pickled, many at once, compared, audited."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import deepen


class Coins(deepen.Puzzle):
    """Turn every coin to heads."""

    class State(deepen.State):
        heads = deepen.CellSet("coins")
        turned = deepen.Array(2, deepen.Integer(max=9))

    @deepen.rule
    def successors(board: Any, state: Any) -> Any:
        for coin in range(board.coins):
            if coin not in state.heads:
                child = state.copy()
                child.heads.add(coin)
                child.turned[coin % 2] += 1
                yield coin, child

    @deepen.rule
    def is_goal(board: Any, state: Any) -> bool:
        return bool(len(state.heads) == board.coins)

    @deepen.heuristic(admissible=True)
    def tails(board: Any, state: Any) -> int:
        return int(board.coins - len(state.heads))

    @deepen.heuristic(admissible=True)
    def doubled(board: Any, state: Any) -> int:
        return int(2 * (board.coins - len(state.heads)))


def coins(*heads: int) -> Coins:
    return Coins({"heads": heads, "turned": [0, 0]}, {"coins": 4})


def with_one_turned(seed: int) -> Coins:
    return coins(seed % 4)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_copies_are_the_same_puzzle(again: Any) -> None:
    puzzle = coins(1)
    twin = again(puzzle)
    assert (twin.start, twin.board_bytes) == (puzzle.start, puzzle.board_bytes)
    solution = deepen.solve(twin)
    assert again(solution) == solution
    assert solution.states == deepen.solve(puzzle).states


def test_many_at_once() -> None:
    found = deepen.solve_many([coins(), coins(3), coins(0, 2)], jobs=2)
    assert [(answer.cost, answer.states[-1].turned) for answer in found] == [
        (4, [2, 2]),
        (3, [2, 1]),
        (2, [0, 2]),
    ]


def test_compared_and_audited() -> None:
    comparison = deepen.compare([coins(), coins(1)], algorithms=["astar"], heuristics=["tails"])
    assert [run.cost for run in comparison.runs] == [4, 3]
    assert deepen.audit(coins(), "tails").verdict == "proven"
    assert deepen.audit(with_one_turned, "tails").verdict == "not-refuted"
    refuted = deepen.audit(with_one_turned, "doubled")
    assert refuted.verdict == "refuted"
    assert "state heads={" in str(refuted)
