"""The functions that a search of a game calls. Imports Numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba import types

from deepen.compiler import abi
from deepen.compiler.board_type import sink_of
from deepen.compiler.entry_points import EntryPoints, in_words
from deepen.compiler.integers import is_number
from deepen.compiler.memory import (
    load,
    load_pointer,
    move_writer,
    state_copier,
    state_writer,
    successor_writer,
)
from deepen.compiler.pipeline import OPTIONS
from deepen.compiler.sink import (
    COUNT,
    OUT,
    STATES,
    check_bounds,
    check_game_value,
    check_range,
    new_sink,
    next_place,
    open_sink,
)
from deepen.diagnosis.failures import shape_error
from deepen.diagnosis.hints import return_hint
from deepen.rules import Rule

_GAME_LIMIT, _AGAIN_FLAG = abi.GAME_LIMIT, abi.AGAIN_FLAG


class GameEntries(EntryPoints):
    """A method for each, named as the engine names it: of rules it makes the function to call."""

    def evaluate(self, rule: Rule) -> Callable[..., Any]:
        return self.question(self.checked(rule, (self.board, self.state), "evaluate"))

    def bounds(self, rule: Rule) -> Callable[..., Any]:
        return self.answer(self._move_bounds(rule), state_writer(2, len(abi.BOUNDS.fields)))

    def moves(self, moves: Rule, order: Rule | None, bounds: Rule | None) -> Callable[..., Any]:
        make_board, read_state = self.make_board, self.read_state
        copy_state, write = state_copier(self.words), move_writer(self.words, self.width)
        bounds_of, order_of = self._move_bounds(bounds), self._move_order(order)
        has_bounds, has_order = bounds is not None, order is not None
        action_number = self.action_number

        @numba.njit(**OPTIONS)
        def emit(board: Any, given: Any, child: Any, reward: int, goes_on: int) -> None:
            sink, action, again = sink_of(board), action_number(given), again_flag(goes_on)
            check_range(sink, action)
            check_game_value(sink, reward)
            low, high, order = -_GAME_LIMIT, _GAME_LIMIT, reward
            if has_bounds:  # known when this is compiled: what is not needed is left out
                low, high = bounds_of(board, child)
                check_bounds(sink, low, high)
            if not again:
                low, high = -high, -low
            if has_order:
                order = order_of(board, read_state(sink, STATES), given, child, reward)
                check_game_value(sink, order)
            write(
                load_pointer(sink, OUT), next_place(sink), child, action, reward,
                shifted_bound(low, reward), shifted_bound(high, reward), order, again,
            )  # fmt: skip

        generate = self.generator(moves, emit, self._wrong_move)

        def entry(board_at: Any, state_at: Any, out: Any, room: int, fault: Any) -> int:
            sink = new_sink()  # in this frame, so here and not in open_sink
            open_sink(sink, out, room, fault)
            copy_state(sink, STATES, state_at)
            generate(make_board(board_at, sink), read_state(state_at, 0))
            return load(sink, COUNT)

        return entry

    def reach(self, moves: Rule) -> Callable[..., Any]:
        return self.expander(moves, self._wrong_move)

    def pay(self, moves: Rule) -> Callable[..., Any]:
        write, action_number = successor_writer(self.words, self.width), self.action_number

        @numba.njit(**OPTIONS)
        def emit(board: Any, given: Any, child: Any, reward: int, goes_on: int) -> None:
            sink, action = sink_of(board), action_number(given)
            check_range(sink, action)
            check_game_value(sink, reward)
            paid = pay_code(reward, again_flag(goes_on))
            write(load_pointer(sink, OUT), next_place(sink), child, action, paid, 0)

        return self.emitting(moves, emit, self._wrong_move)

    def _move_bounds(self, bounds: Rule | None, *more: Any) -> Any:
        if bounds is None:
            return no_bounds
        compiled = self.native(bounds.function)
        result = self.result_type(bounds.function, compiled, (self.board, self.state, *more))
        is_pair = isinstance(result, types.BaseTuple) and len(result) == len(("low", "high"))
        if not is_pair or not all(map(is_number, result)):
            found = in_words(result)
            reason = f"bounds must return (low, high), this returns {found}"
            raise shape_error(bounds.function, reason, return_hint("bounds", found))
        return compiled

    def _move_order(self, order: Rule | None, *more: Any) -> Any:
        if order is None:
            return reward_first
        arguments = (self.board, self.state, self.action, self.state, types.int64, *more)
        return self.checked(order, arguments, "order")

    def _wrong_move(self, yielded: Any) -> str:
        names = ("action", "state", "reward", "again")
        return self.wrong_shape(yielded, "(action, state[, reward[, again]])", names)


pay_code = numba.njit(**OPTIONS)(abi.pay_code)


@numba.njit(**OPTIONS)
def again_flag(goes_on: int) -> int:
    """The flag of a move whose mover goes on, else 0."""
    return _AGAIN_FLAG if goes_on != 0 else 0


@numba.njit(**OPTIONS)
def no_bounds(board: Any, child: Any) -> Any:
    """What is known of a state where there is no rule for it."""
    return -_GAME_LIMIT, _GAME_LIMIT


@numba.njit(**OPTIONS)
def reward_first(board: Any, state: Any, action: Any, child: Any, reward: int) -> int:
    """The order of a move where there is no rule for it."""
    return reward


@numba.njit(**OPTIONS)
def shifted_bound(bound: int, reward: int) -> int:
    """A bound on the value of a state, as one of a move to it; none stays none."""
    if abs(bound) == _GAME_LIMIT:
        return bound
    return max(-_GAME_LIMIT, min(_GAME_LIMIT, bound + reward))
