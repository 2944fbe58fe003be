"""The functions that a search calls of a game whose rules ask for the player, or say who has won.

To the engine such a game is one like any other. The player is a bit of the position. An outcome is
the reward of the move that reaches it, and of nothing else: a position that is over has no moves
and is worth 0. Imports Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numba
from numba import types

from deepen.compiler import abi
from deepen.compiler.board_type import sink_of
from deepen.compiler.entry_points import in_words
from deepen.compiler.game_entries import (
    GameEntries,
    again_flag,
    no_bounds,
    pay_code,
    reward_first,
    shifted_bound,
)
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
    check_no_reward,
    check_range,
    new_sink,
    next_place,
    open_sink,
)
from deepen.compiler.turns import (
    GOES_ON,
    as_number,
    can_be_outcome,
    player_reader,
    position_maker,
    state_of_position,
)
from deepen.diagnosis.failures import shape_error
from deepen.diagnosis.hints import return_hint
from deepen.rules import LOSS, WIN, Rule

if TYPE_CHECKING:
    from deepen.packing.packing import Packing

_GOES_ON, _LOSS, _WIN = GOES_ON, LOSS, WIN


class TurnEntries(GameEntries):
    """As `GameEntries`; the rule `outcome` follows the others where the game has one."""

    def __init__(self, packing: Packing) -> None:
        super().__init__(packing)
        self.position_words = packing.words
        self.read_player = player_reader(packing.player)
        self.make_position = position_maker(packing, self.state)
        self.seen_state = state_of_position(packing, self.state)

    def evaluate(self, rule: Rule, outcome: Rule | None = None) -> Callable[..., Any]:
        ask, ended_of = self._told("evaluate", self._number(rule, "evaluate")), self._ended(outcome)
        low, high = (_LOSS, _WIN) if outcome is not None else (-abi.GAME_LIMIT, abi.GAME_LIMIT)

        @numba.njit(**OPTIONS)
        def guess(board: Any, state: Any, player: int) -> int:
            if ended_of(board, state, player) != _GOES_ON:
                return 0
            found = types.int64(ask(board, state, player))
            if found < low or found > high:
                raise ValueError("no guess")
            return found

        make_board, read_state, read_player = self.make_board, self.read_state, self.read_player

        def entry(board_at: Any, state_at: Any) -> int:
            state, player = read_state(state_at, 0), read_player(state_at, 0)
            return guess(make_board(board_at, board_at), state, player)

        return entry

    def canonical(self, rule: Rule) -> Callable[..., Any]:
        given = (self.board, self.state, *self._more("canonical"))
        canonical = self._told("canonical", self.returning_state(rule, "canonical", given))
        make_position, whole_state = self.make_position, self.whole_state

        @numba.njit(**OPTIONS)
        def turned(board: Any, state: Any, player: int) -> Any:
            return make_position(whole_state(canonical(board, state, player)), player)

        return self.answer(turned, state_writer(self.position_words, self.width))

    def bounds(self, rule: Rule | None, outcome: Rule | None = None) -> Callable[..., Any]:
        bounds = self._bounds(rule, outcome) if rule is not None else _any_outcome
        return self.answer(bounds, state_writer(2, len(abi.BOUNDS.fields)))

    def moves(
        self, moves: Rule, order: Rule | None, bounds: Rule | None, outcome: Rule | None = None
    ) -> Callable[..., Any]:
        read_state, read_player = self.read_state, self.read_player
        write = move_writer(self.position_words, self.width)
        make_position, seen_state = self.make_position, self.seen_state
        action_number = self.action_number
        bounds_of, order_of = self._bounds(bounds, None), self._order(order)
        has_bounds, has_order = bounds is not None, order is not None
        ended_of, has_outcome = self._ended(outcome), outcome is not None
        least, most = (_LOSS, _WIN) if has_outcome else (-abi.GAME_LIMIT, abi.GAME_LIMIT)

        @numba.njit(**OPTIONS)
        def emit(board: Any, given: Any, told: Any, reward: int, goes_on: int) -> None:
            sink, action, again = sink_of(board), action_number(given), again_flag(goes_on)
            player = read_player(sink, STATES)
            check_range(sink, action)
            follower = player if again else 1 - player
            position = make_position(told, follower)
            child = seen_state(position)
            low, high, ended = least, most, _GOES_ON
            if has_outcome:
                check_no_reward(sink, reward)
                ended = ended_of(board, child, follower)
            if ended != _GOES_ON:
                reward = ended if again else -ended
                low, high = 0, 0
            elif has_bounds:
                low, high = bounds_of(board, child, follower)
                check_bounds(sink, low, high)
            check_game_value(sink, reward)
            if not again:
                low, high = -high, -low
            order = reward
            if has_order:
                order = order_of(board, read_state(sink, STATES), given, child, reward, player)
                check_game_value(sink, order)
            write(
                load_pointer(sink, OUT), next_place(sink), position, action, reward,
                shifted_bound(low, reward), shifted_bound(high, reward), order, again,
            )  # fmt: skip

        return self._mover(moves, emit, outcome)

    def reach(self, moves: Rule, outcome: Rule | None = None) -> Callable[..., Any]:
        write = successor_writer(self.position_words, self.width)
        make_position, action_number = self.make_position, self.action_number
        read_player = self.read_player

        @numba.njit(**OPTIONS)
        def emit(board: Any, given: Any, told: Any, reward: int, goes_on: int) -> None:
            sink, action = sink_of(board), action_number(given)
            player = read_player(sink, STATES)
            check_range(sink, action)
            position = make_position(told, player if goes_on else 1 - player)
            write(load_pointer(sink, OUT), next_place(sink), position, action, 1, 0)

        return self._mover(moves, emit, outcome)

    def pay(self, moves: Rule, outcome: Rule | None = None) -> Callable[..., Any]:
        write = successor_writer(self.position_words, self.width)
        make_position, seen_state = self.make_position, self.seen_state
        read_player, action_number = self.read_player, self.action_number
        ended_of, has_outcome = self._ended(outcome), outcome is not None

        @numba.njit(**OPTIONS)
        def emit(board: Any, given: Any, told: Any, reward: int, goes_on: int) -> None:
            sink, action, again = sink_of(board), action_number(given), again_flag(goes_on)
            player = read_player(sink, STATES)
            check_range(sink, action)
            follower = player if again else 1 - player
            position = make_position(told, follower)
            if has_outcome:
                check_no_reward(sink, reward)
                ended = ended_of(board, seen_state(position), follower)
                if ended != _GOES_ON:
                    reward = ended if again else -ended
            check_game_value(sink, reward)
            paid = pay_code(reward, again)
            write(load_pointer(sink, OUT), next_place(sink), position, action, paid, 0)

        return self._mover(moves, emit, outcome)

    def predecessors(self, rule: Rule) -> Callable[..., Any]:
        """As `pay`: who has come here by a move without `again` is not who moves now."""
        write = successor_writer(self.position_words, self.width)
        make_position, action_number = self.make_position, self.action_number
        read_player = self.read_player

        @numba.njit(**OPTIONS)
        def emit(board: Any, given: Any, told: Any, reward: int, goes_on: int) -> None:
            sink, action, again = sink_of(board), action_number(given), again_flag(goes_on)
            player = read_player(sink, STATES)
            check_range(sink, action)
            check_no_reward(sink, reward)
            position = make_position(told, player if again else 1 - player)
            write(
                load_pointer(sink, OUT), next_place(sink), position, action, pay_code(0, again), 0
            )

        return self._mover(rule, emit, None, "predecessors")

    def _mover(
        self, rule: Rule, emit: Any, outcome: Rule | None, name: str = "moves"
    ) -> Callable[..., Any]:
        """An entry that writes what `emit` makes of the moves of a position that goes on."""
        make_board, read_state, read_player = self.make_board, self.read_state, self.read_player
        copy_state = state_copier(self.position_words)
        ended_of, has_outcome = self._ended(outcome), outcome is not None
        more = self._more(name)
        generate = self._told(name, self.generator(rule, emit, self._wrong_move, *more))

        def entry(board_at: Any, state_at: Any, out: Any, room: int, fault: Any) -> int:
            sink = new_sink()  # in this frame, so here and not in open_sink
            open_sink(sink, out, room, fault)
            copy_state(sink, STATES, state_at)
            board, state = make_board(board_at, sink), read_state(state_at, 0)
            player = read_player(state_at, 0)
            ended = _GOES_ON
            if has_outcome:  # known when this is compiled: what is not needed is left out
                ended = ended_of(board, state, player)
            if ended == _GOES_ON:
                generate(board, state, player)
            return load(sink, COUNT)

        return entry

    def answer(self, ask: Any, write: Any) -> Callable[..., Any]:
        make_board, read_state, read_player = self.make_board, self.read_state, self.read_player

        def entry(board_at: Any, state_at: Any, out: Any) -> int:
            state, player = read_state(state_at, 0), read_player(state_at, 0)
            write(out, ask(make_board(board_at, board_at), state, player))
            return types.int64(0)

        return entry

    # Rules, all with the player as their last argument

    def _more(self, name: str) -> tuple[Any, ...]:
        """The types of arguments that a rule has and others have not."""
        return (types.int64,) if name in self.packed.player_rules else ()

    def _told(self, name: str, rule: Any) -> Any:
        """A compiled rule `(board, state)` that is called with the player, whether it asks."""
        if self._more(name):
            return rule

        @numba.njit(**OPTIONS)
        def ask(board: Any, state: Any, player: int) -> Any:
            return rule(board, state)

        return ask

    def _number(self, rule: Rule, name: str) -> Any:
        return self.checked(rule, (self.board, self.state, *self._more(name)), name)

    def _order(self, order: Rule | None) -> Any:
        more = self._more("order")
        rule = reward_first if order is None else self._move_order(order, *more)
        if order is not None and more:
            return rule

        @numba.njit(**OPTIONS)
        def ask(board: Any, state: Any, action: Any, child: Any, reward: int, player: int) -> Any:
            return rule(board, state, action, child, reward)

        return ask

    def _bounds(self, bounds: Rule | None, outcome: Rule | None) -> Any:
        """`(board, state, player)` -> bounds; (0, 0) of what is over, if a rule says that it is."""
        known = _nothing_known
        if bounds is not None:
            known = self._told("bounds", self._move_bounds(bounds, *self._more("bounds")))
        if outcome is None:
            return known
        ended_of, has_bounds = self._ended(outcome), bounds is not None

        @numba.njit(**OPTIONS)
        def bounds_of(board: Any, state: Any, player: int) -> Any:
            low, high = _LOSS, _WIN
            if ended_of(board, state, player) != _GOES_ON:
                low, high = 0, 0
            elif has_bounds:
                low, high = known(board, state, player)
            return low, high

        return bounds_of

    def _ended(self, outcome: Rule | None) -> Any:
        """`(board, state, player)` -> the outcome of a position, `GOES_ON` for none."""
        if outcome is None:
            return _never_ended
        compiled = self.native(outcome.function)
        arguments = (self.board, self.state, *self._more("outcome"))
        found = self.result_type(outcome.function, compiled, arguments)
        if not can_be_outcome(found):
            kind = in_words(getattr(found, "type", found))
            reason = f"outcome returns {kind}"
            raise shape_error(outcome.function, reason, return_hint("outcome", kind))
        ask = self._told("outcome", compiled)

        @numba.njit(**OPTIONS)
        def ended_of(board: Any, state: Any, player: int) -> int:
            return as_number(ask(board, state, player))

        return ended_of


@numba.njit(**OPTIONS)
def _nothing_known(board: Any, state: Any, player: int) -> Any:
    return no_bounds(board, state)


@numba.njit(**OPTIONS)
def _any_outcome(board: Any, state: Any, player: int) -> Any:
    """What every outcome keeps; the value of what is over is 0."""
    return _LOSS, _WIN


@numba.njit(**OPTIONS)
def _never_ended(board: Any, state: Any, player: int) -> int:
    return _GOES_ON
