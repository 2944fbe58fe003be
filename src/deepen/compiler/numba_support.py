"""What Numba has to know to compile rules. Imported only when something is compiled.

Three things: a `yield` of successors becomes a call that stores one; a few helpers are single
instructions; and the functions that the engine calls read and write raw memory through pointers.
What numbers mean in rules is in `compiler.integers`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, compiler, ir, ir_utils, untyped_passes
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typing import signature
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import (
    intrinsic,
    lower_builtin,
    lower_getattr_generic,
    models,
    overload,
    register_model,
    type_callable,
)

from deepen import rules
from deepen.compiler import abi
from deepen.compiler.guards import Loops, NoInterpreter, UnsetVariables
from deepen.compiler.integers import RuleIntegers, is_number

_I64 = llvm.IntType(64)


EMIT = "_deepen_emit"
"""The attribute of a generator function whose yields are to become calls of its value."""


@register_pass(mutates_CFG=False, analysis_only=False)
class _YieldsToCalls(FunctionPass):
    """Makes a plain function of a generator: `yield x` becomes `emit(board, x)`.

    So the loop that takes the successors is inside out, as one would write it by hand: no frame is
    saved and restored between two of them.
    """

    _name = "deepen_yields_to_calls"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        emit = getattr(state.func_id.func, EMIT, None)
        if emit is None:
            return False
        function = state.func_ir
        state.func_id.is_generator = function.is_generator = False
        first = function.blocks[min(function.blocks)]
        board = self._new_variable(first, "board")
        argument = ir.Arg(function.arg_names[0], 0, first.loc)
        first.body.insert(0, ir.Assign(argument, board, first.loc))
        for block in function.blocks.values():
            block.body = [new for old in block.body for new in self._converted(old, emit, board)]
        function._definitions = ir_utils.build_definitions(function.blocks)
        return True

    def _converted(self, statement: Any, emit: Any, board: Any) -> list[Any]:
        if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Yield):
            return [statement]
        place = statement.loc
        callee = self._new_variable(statement.target, "emit")
        call = ir.Expr.call(callee, (board, statement.value.value), (), place)
        return [
            ir.Assign(ir.Global("emit", emit, place), callee, place),
            ir.Assign(call, statement.target, place),
        ]

    def _new_variable(self, near: Any, name: str) -> Any:
        return ir.Var(near.scope, ir_utils.mk_unique_var(f"$deepen_{name}"), near.loc)


class RuleCompiler(compiler.CompilerBase):
    """Numba's pipeline, with the yields, numbers and guards of rules."""

    def define_pipelines(self) -> list[Any]:
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_YieldsToCalls, untyped_passes.TranslateByteCode)
        passes.add_pass_after(UnsetVariables, _YieldsToCalls)
        passes.add_pass_after(RuleIntegers, untyped_passes.IRProcessing)
        passes.add_pass_after(NoInterpreter, RuleIntegers)
        passes.add_pass_after(Loops, untyped_passes.InlineClosureLikes)
        passes.finalize()
        return [passes]


# Helpers of deepen.rules that are one instruction


def _declare_bit_helper(function: Any, emit: Any) -> None:
    @type_callable(function)
    def _type(context: Any) -> Any:
        return lambda word: signature(types.int64, types.int64) if is_number(word) else None

    @lower_builtin(function, types.int64)
    def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return emit(builder, arguments[0])


_declare_bit_helper(rules.popcount, lambda builder, word: builder.ctpop(word))
_declare_bit_helper(
    rules.lowest, lambda builder, word: builder.cttz(word, llvm.Constant(llvm.IntType(1), 0))
)
_declare_bit_helper(rules._unsigned, lambda builder, word: word)
NATIVE_HELPERS = frozenset({rules.popcount, rules.lowest, rules._unsigned})

# By these the others can also be reached as `deepen.bits`; by their own names they are compiled
# like any other helper.
overload(rules.bit, strict=False)(lambda i: rules.bit)
overload(rules.bits, strict=False)(lambda word: rules.bits)


# Raw memory


class BoardType(types.Type):
    """The board as rules see it: a pointer to a record, with the record's fields as attributes.

    Numba's own record is a value, which every call would copy. Beside it travels, unseen by rules,
    a pointer to the sink that takes the successors.
    """

    def __init__(self, record: Any) -> None:
        self.record = record
        super().__init__(name=f"Board({abs(hash(record.name)):x})")


@register_model(BoardType)
class _BoardModel(models.StructModel):
    def __init__(self, manager: Any, board: BoardType) -> None:
        super().__init__(manager, board, [("record", types.voidptr), ("sink", types.voidptr)])


@infer_getattr
class _BoardAttributes(AttributeTemplate):
    key = BoardType

    def generic_resolve(self, board: Any, name: str) -> Any:
        if name not in board.record.fields:
            return None
        field = self.context.resolve_getattr(board.record, name)
        if isinstance(field, types.NestedArray):  # the same to the machine, but not to be written
            return types.Array(field.dtype, field.ndim, "C", readonly=True)
        return field


@lower_getattr_generic(BoardType)
def _lower_board_attribute(context: Any, builder: Any, board: Any, value: Any, name: str) -> Any:
    address = builder.extract_value(value, 0)
    pointer = builder.bitcast(address, context.get_value_type(board.record))
    load = context.get_getattr(board.record, name)
    return load(context, builder, board.record, pointer, name)


def board_maker(board: BoardType) -> Any:
    """An intrinsic `(pointer, sink) -> board`."""

    @intrinsic
    def make_board(context: Any, pointer: Any, sink: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = cgutils.create_struct_proxy(board)(context, builder)
            made.record, made.sink = arguments
            return made._getvalue()

        return board(types.voidptr, types.voidptr), generate

    return make_board


# The sink: a few 64-bit places in the frame of the function that the engine calls. Once everything
# is inlined they are registers.


class Place(IntEnum):
    """What lies where in a sink; the state and the one before it follow from STATES on."""

    OUT = 0
    ROOM = 1
    COUNT = 2
    FAULT = 3
    ESTIMATE = 4
    BUDGET = 5
    SKIPPED = 6
    CUT = 7
    EXCESS = 8
    STATES = 9


@intrinsic
def new_sink(context: Any) -> Any:
    """Room for a sink with two states of any width, not yet filled."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = llvm.Constant(_I64, Place.STATES + 2 * abi.WIDEST)
        places = cgutils.alloca_once(builder, _I64, size)
        return builder.bitcast(places, cgutils.voidptr_t)

    return types.voidptr(), generate


@intrinsic
def sink_of(context: Any, board: Any) -> Any:
    """The sink that travels with a board."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.extract_value(arguments[0], 1)

    return types.voidptr(board), generate


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
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.cast(builder, arguments[0], given, state)

        return state(given), generate

    return whole_state


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
        parts, kinds = [state], [kind]
        if words > 1:
            parts, kinds = [builder.extract_value(state, i) for i in range(words)], list(kind)
        stored = [
            context.cast(builder, part, kind, types.int64)
            for part, kind in zip(parts, kinds, strict=True)
        ]
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


def _at(builder: Any, pointer: Any, offset: Any, kind: Any) -> Any:
    """The address `offset` bytes on, for a value of that kind."""
    return builder.bitcast(builder.gep(pointer, [offset]), kind.as_pointer())
