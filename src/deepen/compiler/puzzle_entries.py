"""The functions that a search of a puzzle calls. Imports Numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba import types

from deepen.compiler import abi
from deepen.compiler.board_type import sink_of
from deepen.compiler.entry_points import EntryPoints
from deepen.compiler.memory import (
    load,
    load_pointer,
    state_copier,
    state_writer,
    store,
    successor_writer,
)
from deepen.compiler.pipeline import OPTIONS
from deepen.compiler.sink import (
    BUDGET,
    COUNT,
    CUT,
    ESTIMATE,
    EXCESS,
    OUT,
    SKIPPED,
    STATES,
    check_range,
    close_request,
    new_sink,
    next_place,
    open_request,
    open_sink,
)
from deepen.compiler.state_type import StateType
from deepen.rules import DEAD, Heuristic, Rule

_GOAL_FLAG, _PREVIOUS = abi.GOAL_FLAG, abi.request_place("previous")


class PuzzleEntries(EntryPoints):
    """A method for each, named as the engine names it: of rules it makes the function to call."""

    has_costs = True
    left_out = (1, 0)

    def is_goal(self, rule: Rule) -> Callable[..., Any]:
        return self.question(self.checked(rule, (self.board, self.state), "is_goal"))

    def estimate(self, rule: Rule) -> Callable[..., Any]:
        return self.question(self.checked(rule, (self.board, self.state), "a heuristic"))

    def expand(self, successors: Rule) -> Callable[..., Any]:
        return self.expander(successors, self._wrong_successor)

    def predecessors(self, rule: Rule) -> Callable[..., Any]:
        return self.expander(rule, self._wrong_successor)

    def unrank(self, rule: Rule) -> Callable[..., Any]:
        has_fields = isinstance(self.state, StateType)
        given = (self.board, types.int64, *(self.state,) * has_fields)
        unrank = self.returning_state(rule, "unrank", given)
        make_board, read_state, whole_state = self.make_board, self.read_state, self.whole_state
        write = state_writer(self.words, self.width)

        def entry(board_at: Any, number: int, out: Any) -> int:
            write(out, whole_state(unrank(make_board(board_at, board_at), number)))
            return types.int64(0)

        def entry_with_fields(board_at: Any, number: int, out: Any) -> int:
            blank = read_state(out, 0)  # nothing is written there yet
            write(out, whole_state(unrank(make_board(board_at, board_at), number, blank)))
            return types.int64(0)

        return entry_with_fields if has_fields else entry

    def expand_along(
        self, successors: Rule, heuristic: Heuristic | None, goal: Rule
    ) -> Callable[..., Any]:
        make_board, read_state = self.make_board, self.read_state
        write, action_number = successor_writer(self.words, self.width), self.action_number
        copy_state, before = state_copier(self.words), STATES + self.words
        estimate_child = self._child_estimate(heuristic)
        is_goal = self.checked(goal, (self.board, self.state), "is_goal")

        @numba.njit(**OPTIONS)
        def emit(board: Any, given: Any, child: Any, cost: int, nothing: int) -> None:
            sink, action = sink_of(board), action_number(given)
            if child == read_state(sink, before):
                store(sink, SKIPPED, load(sink, SKIPPED) + 1)
                return
            state, estimate = read_state(sink, STATES), load(sink, ESTIMATE)
            h = estimate_child(board, state, estimate, given, child)
            check_range(sink, action | cost | h)
            if cost + h > load(sink, BUDGET):
                store(sink, CUT, load(sink, CUT) + 1)
                if h != DEAD:
                    store(sink, EXCESS, min(load(sink, EXCESS), cost + h))
                return
            flag = _GOAL_FLAG if is_goal(board, child) else 0
            write(load_pointer(sink, OUT), next_place(sink), child, action, cost, h | flag)

        generate = self.generator(successors, emit, self._wrong_successor)

        def entry(
            board_at: Any, state_at: Any, out: Any, room: int, fault: Any, request: Any
        ) -> int:
            sink = new_sink()  # in this frame, so here and not in open_sink
            open_sink(sink, out, room, fault)
            open_request(sink, request)
            copy_state(sink, STATES, state_at)
            copy_state(sink, before, load_pointer(request, _PREVIOUS))
            generate(make_board(board_at, sink), read_state(state_at, 0))
            close_request(sink, request)
            return load(sink, COUNT)

        return entry

    def _child_estimate(self, heuristic: Heuristic | None) -> Any:
        if heuristic is None:
            return _zero_estimate
        if heuristic.step is not None:
            arguments = (self.board, self.state, types.int64, self.action, self.state)
            return self.checked(Rule(heuristic.step), arguments, "a heuristic")
        whole = self.checked(heuristic, (self.board, self.state), "a heuristic")

        @numba.njit(**OPTIONS)
        def of_child(board: Any, state: Any, estimate: int, action: Any, child: Any) -> int:
            return types.int64(whole(board, child))

        return of_child

    def _wrong_successor(self, yielded: Any) -> str:
        return self.wrong_shape(yielded, "(action, state[, cost])", ("action", "state", "cost"))


@numba.njit(**OPTIONS)
def _zero_estimate(board: Any, state: Any, estimate: int, action: Any, child: Any) -> int:
    return 0
