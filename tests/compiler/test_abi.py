"""What crosses the border: the engine says it, and compiled rules write what it reads."""

from __future__ import annotations

from typing import Any

import pytest

import deepen
from deepen._core import abi as engine
from deepen.compiler import abi
from deepen.compiler.native_call import NativeGame, NativePuzzle


class Steps(deepen.Puzzle):
    """A successor of which every number is another, in a state that needs padding."""

    state_words = 5

    @deepen.rule
    def successors(board: Any, state: Any) -> Any:
        yield 7, (1, 2, 3, 4, 5), 11

    @deepen.rule
    def is_goal(board: Any, state: Any) -> Any:
        return state[0] == 1

    @deepen.heuristic(admissible=True)
    def far(board: Any, state: Any) -> int:
        return 13


class Moves(deepen.Game):
    """The same for a move."""

    @deepen.rule
    def moves(board: Any, state: int) -> Any:
        yield 7, 2, 11, True

    @deepen.rule
    def bounds(board: Any, state: int) -> Any:
        return 17, 19

    @deepen.rule
    def order(board: Any, state: int, action: int, child: int, reward: int) -> int:
        return 23


def test_records_lie_as_the_engine_has_them() -> None:
    for width in engine.STATE_WIDTHS:
        for record, tail in (
            (abi.successor_record(width), engine.SUCCESSOR_TAIL),
            (abi.move_record(width), engine.MOVE_TAIL),
        ):
            end, size = record.places[-1]
            assert record.packed.size == 8 * width + tail.size == end + size
            assert record.places[width:] == [
                (8 * width + number.offset, number.size) for number in tail.fields
            ]
    assert [field.code for field in engine.BOUNDS.fields] == ["q", "q"]
    assert [field.size for field in engine.EXPAND_REQUEST.fields] == [8] * 6


def test_numbers_are_written_in_the_order_of_the_engine() -> None:
    names = [field.name for field in engine.SUCCESSOR_TAIL.fields]
    assert names == ["action", "cost", "estimate", "unused"]
    child, nobody = (1, 2, 3, 4, 5, 0), (9,) * 6
    native = NativePuzzle(Steps((0,) * 5), Steps.far)
    assert native.expand((0,) * 6) == [(7, child, 11, 0)]
    assert native.expand_along((0,) * 6, 13, nobody) == [(7, child, 11, 13 | abi.GOAL_FLAG)]

    names = [field.name for field in engine.MOVE_TAIL.fields]
    assert names[:2] + names[4:] == ["action", "reward", "order", "flags"]
    assert NativeGame(Moves(0)).expand((0,)) == [(7, (2,), 11, 28, 30, 23, True)]


def test_a_state_takes_the_next_width() -> None:
    assert [abi.width_of(words) for words in range(1, 9)] == [1, 2, 3, 4, 6, 6, 8, 8]
    with pytest.raises(KeyError):
        abi.width_of(abi.WIDEST + 1)


def test_a_dead_end_is_one_number() -> None:
    assert deepen.DEAD == engine.DEAD == abi.VALUE_LIMIT
