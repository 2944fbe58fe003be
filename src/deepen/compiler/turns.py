"""Who is to move, in the words of a position, and who has won. Imports Numba.

A position of a game whose rules ask for the player is a state and a bit. Where states have fields
the bit is one of theirs, which no rule sees; else it is a word of its own.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from deepen.compiler.field_code import (
    I64,
    WORDS,
    constant,
    load_words,
    new_words,
    store_words,
    word_at,
)
from deepen.compiler.integers import is_number
from deepen.compiler.pipeline import OPTIONS
from deepen.packing.packing import Packing
from deepen.packing.state_layout import PlayerBit
from deepen.rules import WIN

GOES_ON = WIN + 1
"""Stands for None among outcomes."""


def player_reader(turn: PlayerBit | None) -> Any:
    """An intrinsic `(pointer, index) -> player` of a position in memory."""

    @intrinsic
    def read_player(context: Any, pointer: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if turn is None:
                return constant(0)
            place = builder.add(arguments[1], constant(turn.word))
            word = builder.load(word_at(builder, builder.bitcast(arguments[0], WORDS), place))
            return builder.and_(builder.lshr(word, constant(turn.shift)), constant(1))

        return types.int64(types.voidptr, types.int64), generate

    return read_player


def position_maker(packing: Packing, state: Any) -> Any:
    """An intrinsic `(state, player) -> position`, as the engine's memory has it.

    Of a state with fields that is a copy, which rules may be given in its place.
    """
    turn = packing.player
    position = state
    if turn is not None and packing.state is None:
        position = types.UniTuple(types.int64, packing.words)

    @intrinsic
    def make_position(context: Any, state: Any, player: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            given, player = arguments
            if turn is None:
                return given
            if packing.state is not None:
                return _turned_copy(builder, given, packing.words, turn, player)
            words = [given] if packing.words == 2 else cgutils.unpack_tuple(builder, given)
            return context.make_tuple(builder, position, [*words, player])

        return position(state, types.int64), generate

    return make_position


def _turned_copy(builder: Any, given: Any, count: int, turn: PlayerBit, player: Any) -> Any:
    words = load_words(builder, given, count)
    kept = builder.and_(words[turn.word], constant(~(1 << turn.shift)))
    words[turn.word] = builder.or_(kept, builder.shl(player, constant(turn.shift)))
    slot = new_words(builder, count)
    store_words(builder, slot, words)
    return slot


def state_of_position(packing: Packing, state: Any) -> Any:
    """An intrinsic that gives the state of a position that was made just now."""
    has_extra_word = packing.player is not None and packing.state is None

    @intrinsic
    def seen_state(context: Any, position: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if not has_extra_word:
                return arguments[0]
            *words, _ = cgutils.unpack_tuple(builder, arguments[0])
            return words[0] if len(words) == 1 else context.make_tuple(builder, state, words)

        return state(position), generate

    return seen_state


# Outcomes


def can_be_outcome(kind: Any) -> bool:
    """Whether a rule `outcome` may return this; a truth value is none: False would be a draw."""
    if isinstance(kind, types.Optional):
        kind = kind.type
    is_truth = isinstance(kind, (types.Boolean, types.BooleanLiteral))
    return isinstance(kind, types.NoneType) or (is_number(kind) and not is_truth)


def as_number(outcome: Any) -> Any:
    """An outcome as a number, `GOES_ON` for None."""
    raise NotImplementedError("exists only in compiled code")


@overload(as_number, jit_options=OPTIONS)
def _as_number(outcome: Any) -> Any:
    def nothing(outcome: Any) -> Any:
        return GOES_ON

    def perhaps(outcome: Any) -> Any:
        return GOES_ON if outcome is None else checked_outcome(outcome)

    def always(outcome: Any) -> Any:
        return checked_outcome(outcome)

    if isinstance(outcome, types.NoneType):
        return nothing
    return perhaps if isinstance(outcome, types.Optional) else always


@intrinsic
def checked_outcome(context: Any, outcome: Any) -> Any:
    """WIN, DRAW or LOSS; anything else leaves the rule."""
    kind = outcome.type if isinstance(outcome, types.Optional) else outcome

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = context.cast(builder, arguments[0], kind, types.int64)
        shifted = builder.add(found, constant(WIN))
        is_beyond = builder.icmp_unsigned(">", shifted, llvm.Constant(I64, 2 * WIN))
        with cgutils.if_unlikely(builder, is_beyond):
            context.call_conv.return_user_exc(builder, ValueError, ("no outcome",))
        return found

    return types.int64(kind), generate
