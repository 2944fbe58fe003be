"""Raw memory: states and records, read and written through pointers. Imports Numba.

Where everything lies in what the engine reads is told by `compiler.abi`.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from deepen.compiler import abi
from deepen.compiler.word_tuples import is_word_list

_I64 = llvm.IntType(64)


@intrinsic
def load(context: Any, pointer: Any, index: Any) -> Any:
    """The 64-bit integer at a place."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(builder, arguments[0], arguments[1], _I64))

    return types.int64(types.voidptr, types.int64), generate


@intrinsic
def load_pointer(context: Any, pointer: Any, index: Any) -> Any:
    """The pointer at a place."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(builder, arguments[0], arguments[1], cgutils.voidptr_t))

    return types.voidptr(types.voidptr, types.int64), generate


@intrinsic
def store(context: Any, pointer: Any, index: Any, value: Any) -> Any:
    """Puts an integer or a pointer at a place."""
    kind = types.voidptr if value == types.voidptr else types.int64

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer, index, stored = arguments
        builder.store(stored, _place(builder, pointer, index, stored.type))
        return context.get_dummy_value()

    return types.void(types.voidptr, types.int64, kind), generate


def _place(builder: Any, pointer: Any, index: Any, kind: Any) -> Any:
    return _at(builder, pointer, builder.mul(index, llvm.Constant(_I64, abi.WORD_BYTES)), kind)


def state_copier(words: int) -> Any:
    """An intrinsic `(sink, index, pointer)`: copies a state into a sink."""

    @intrinsic
    def copy_state(context: Any, sink: Any, index: Any, pointer: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            sink, index, pointer = arguments
            for i in range(words):
                offset = llvm.Constant(_I64, i)
                word = builder.load(_place(builder, pointer, offset, _I64))
                builder.store(word, _place(builder, sink, builder.add(index, offset), _I64))
            return context.get_dummy_value()

        return types.void(types.voidptr, types.int64, types.voidptr), generate

    return copy_state


def state_reader(words: int) -> Any:
    """An intrinsic `(pointer, index) -> state`: an integer, or a tuple of several."""
    state = types.int64 if words == 1 else types.UniTuple(types.int64, words)

    @intrinsic
    def read_state(context: Any, pointer: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer, index = arguments
            loaded = [
                builder.load(
                    _place(builder, pointer, builder.add(index, llvm.Constant(_I64, i)), _I64)
                )
                for i in range(words)
            ]
            return loaded[0] if words == 1 else context.make_tuple(builder, state, loaded)

        return state(types.voidptr, types.int64), generate

    return read_state


def whole_state_maker(state: Any) -> Any:
    """An intrinsic that makes a state as the engine has it of one as a rule gives it."""

    @intrinsic
    def whole_state(context: Any, given: Any) -> Any:
        if is_word_list(given):
            return state(given), words_of_list(state)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.cast(builder, arguments[0], given, state)

        return state(given), generate

    return whole_state


def words_of_list(state: Any) -> Any:
    """Code that makes a state of a list, which must have as many words."""
    length = len(state)

    def check(given: Any) -> None:
        if len(given) != length:
            raise ValueError("a state of another length")

    def word(given: Any, i: Any) -> Any:
        return types.int64(given[i])

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (given,) = signature.args
        context.compile_internal(builder, check, types.void(given), arguments)
        kind = types.int64(given, types.int64)
        words = [
            context.compile_internal(builder, word, kind, [*arguments, llvm.Constant(_I64, i)])
            for i in range(length)
        ]
        return context.make_tuple(builder, state, words)

    return generate


def successor_writer(words: int, width: int) -> Any:
    """An intrinsic `(pointer, index, state, action, cost, estimate)`: stores one successor.

    The values are checked before.
    """

    @intrinsic
    def write_successor(
        context: Any, pointer: Any, index: Any, state: Any, action: Any, cost: Any, estimate: Any
    ) -> Any:
        generate = _record_writer(words, abi.successor_record(width))
        return types.void(types.voidptr, types.int64, state, *[types.int64] * 3), generate

    return write_successor


def move_writer(words: int, width: int) -> Any:
    """An intrinsic `(pointer, index, state, action, reward, low, high, order, flags)`.

    The values are checked before.
    """

    @intrinsic
    def write_move(
        context: Any, pointer: Any, index: Any, state: Any, action: Any, reward: Any, low: Any,
        high: Any, order: Any, flags: Any,
    ) -> Any:  # fmt: skip
        generate = _record_writer(words, abi.move_record(width))
        return types.void(types.voidptr, types.int64, state, *[types.int64] * 6), generate

    return write_move


def state_writer(words: int, width: int) -> Any:
    """An intrinsic `(pointer, state)`: stores a state as the engine has it."""

    @intrinsic
    def write_state(context: Any, pointer: Any, state: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            store_record = _record_writer(words, abi.Record(width))
            pointer, state = arguments
            kinds = types.void(types.voidptr, types.int64, signature.args[1])
            return store_record(context, builder, kinds, [pointer, llvm.Constant(_I64, 0), state])

        return types.void(types.voidptr, state), generate

    return write_state


def _record_writer(words: int, record: abi.Record) -> Any:
    """Code for `(pointer, index, state, *numbers)`; words that the state does not have are 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer, index, state, *numbers = arguments
        kind = signature.args[2]
        stored = _words_of(context, builder, state, kind, words)
        stored += [llvm.Constant(_I64, 0)] * (record.width - words)
        for number, (_, size) in zip(numbers, record.places[record.width :], strict=False):
            stored.append(builder.trunc(number, llvm.IntType(8 * size)))
        offset, reached = builder.mul(index, llvm.Constant(_I64, record.packed.size)), 0
        for value, (place, _) in zip(stored, record.places, strict=False):
            offset = builder.add(offset, llvm.Constant(_I64, place - reached))
            builder.store(value, _at(builder, pointer, offset, value.type))
            reached = place
        return context.get_dummy_value()

    return generate


def _words_of(context: Any, builder: Any, state: Any, kind: Any, words: int) -> list[Any]:
    if state.type == _I64.as_pointer():  # a state with fields
        return [
            builder.load(
                _place(
                    builder, builder.bitcast(state, cgutils.voidptr_t), llvm.Constant(_I64, i), _I64
                )
            )
            for i in range(words)
        ]
    parts, kinds = [state], [kind]
    if words > 1:
        parts, kinds = [builder.extract_value(state, i) for i in range(words)], list(kind)
    return [
        context.cast(builder, part, kind, types.int64)
        for part, kind in zip(parts, kinds, strict=True)
    ]


def _at(builder: Any, pointer: Any, offset: Any, kind: Any) -> Any:
    """The address `offset` bytes on, for a value of that kind."""
    return builder.bitcast(builder.gep(pointer, [offset]), kind.as_pointer())
