"""The numbers of rules, once compiled: whole numbers of 64 bits, signed, that wrap around.

Numba has many kinds of integers, and mixes them as C does: two small unsigned ones make a large
unsigned one, which makes a float as soon as it meets a signed one. Here every operator on whole
numbers and truth values takes and gives the one kind that rules know, as
`deepen.packing.machine_word` does in the interpreter; docs/rules.md says what each of them means.
Other values (floats, tuples, lists) are left to Numba. Imported only when something is compiled.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import EnumType, IntEnum
from types import BuiltinFunctionType, ModuleType
from typing import Any

import numpy as np
from llvmlite import ir as llvm
from numba import types
from numba.core import ir, ir_utils
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import UnsupportedError
from numba.core.typing import signature
from numba.cpython import numbers
from numba.extending import lower_builtin, overload, type_callable

from deepen.compiler.constants import MOST_BYTES, TOO_LARGE, as_constant
from deepen.packing.machine_word import NEGATIVE_POWER, NOT_WHOLE, wrapped

_I64 = llvm.IntType(64)
_Lower = Callable[[Any, Any, list[Any]], Any]


@contextmanager
def wrapping_arithmetic() -> Iterator[None]:
    """While it lasts, integers wrap around in what is compiled.

    Numba else promises the optimiser that signed ones never overflow, and it draws conclusions:
    `a + b > a` is then true for every b above 0.
    """
    promised = numbers._int_arith_flags
    numbers._int_arith_flags = lambda kind: []
    try:
        yield
    finally:
        numbers._int_arith_flags = promised


def as_signed(constant: Any) -> Any:
    """A constant of a rule with every integer in it as one of 64 bits, signed."""
    if isinstance(constant, int) and not isinstance(constant, bool):  # a member of an enum too
        return wrapped(int(constant))
    if type(constant) is tuple:
        return tuple(as_signed(item) for item in constant)
    if isinstance(constant, np.ndarray) and constant.dtype == np.uint64:
        constant = constant.view(np.int64)
    if isinstance(constant, np.ndarray):
        if constant.nbytes > MOST_BYTES:
            raise UnsupportedError(f"an array {TOO_LARGE}")
        return np.ascontiguousarray(constant)  # else Numba would refer to it by its address
    return constant


def is_number(kind: Any) -> bool:
    """Whether a type of Numba's is a whole number to rules."""
    return isinstance(kind, (types.Integer, types.Boolean, types.IntEnumMember))


_replaced: dict[Any, Any] = {}
"""By Numba's operator or function, ours that stands in its place in rules."""


def stand_in(original: Any, inputs: int) -> Any:
    """A name for the compiled form of an operator; what it does is declared beside it."""
    takes: dict[int, Callable[..., int]] = {1: lambda a: _later(), 2: lambda a, b: _later()}
    function = takes[inputs]
    function.__name__ = function.__qualname__ = original.__name__
    _replaced[original] = function
    return function


def _later() -> int:
    """Numba calls an operator of two constants itself, to drop a branch: it cannot with ours."""
    raise NotImplementedError


def _declare(original: Any, inputs: int, lower: _Lower, keeps_truth: bool = False) -> Any:
    """On whole numbers `lower`, in 64 bits; on anything else what Numba makes of it."""
    function = stand_in(original, inputs)
    numbers_only = signature(types.int64, *[types.int64] * inputs)
    truths_only = signature(types.boolean, *[types.boolean] * inputs)

    def kind_of(*kinds: Any) -> Any:
        if keeps_truth and all(isinstance(kind, types.Boolean) for kind in kinds):
            return truths_only
        return numbers_only if all(map(is_number, kinds)) else None

    @type_callable(function)
    def _type(context: Any) -> Any:
        return {1: lambda a: kind_of(a), 2: lambda a, b: kind_of(a, b)}[inputs]

    @lower_builtin(function, *[types.int64] * inputs)
    def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return lower(context, builder, arguments)

    if keeps_truth:

        @lower_builtin(function, *[types.boolean] * inputs)
        def _lower_truth(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return lower(context, builder, arguments)

    _leave_others_to_numba(function, original, inputs)
    return function


_elsewhere: dict[Any, Callable[[Any], bool]] = {}
"""By one of our operators, which types it is declared for in another module."""


def own_operator(original: Any, is_own: Callable[[Any], bool]) -> Any:
    """What stands in the place of an operator in rules, to be declared for more types."""
    _elsewhere[_replaced[original]] = is_own
    return _replaced[original]


def _leave_others_to_numba(function: Any, original: Any, inputs: int) -> None:
    def choose_unary(a: Any) -> Any:
        return None if is_number(a) else lambda a: original(a)

    def choose_binary(a: Any, b: Any) -> Any:
        is_own = _elsewhere.get(function, is_number)
        is_ours = is_own is not is_number and (is_own(a) or is_own(b))
        if is_ours or (is_number(a) and is_number(b)):
            return None
        return lambda a, b: original(a, b)

    overload(function, strict=False)({1: choose_unary, 2: choose_binary}[inputs])


def _by_numba(original: Any, inputs: int = 2) -> _Lower:
    """As Numba does it with two integers of 64 bits."""
    kinds = signature(types.int64, *[types.int64] * inputs)

    def lower(context: Any, builder: Any, arguments: Any) -> Any:
        return context.get_function(original, kinds)(builder, arguments)

    return lower


def _by_machine(name: str) -> _Lower:
    return lambda context, builder, arguments: getattr(builder, name)(*arguments)


def _shift(name: str) -> _Lower:
    def lower(context: Any, builder: Any, arguments: Any) -> Any:
        word, count = arguments
        # By 64 and more the machine does what it likes.
        fits = builder.icmp_unsigned("<", count, llvm.Constant(_I64, 64))
        return builder.select(fits, getattr(builder, name)(word, count), llvm.Constant(_I64, 0))

    return lower


def _absolute(context: Any, builder: Any, arguments: Any) -> Any:
    (word,) = arguments
    is_negative = builder.icmp_signed("<", word, llvm.Constant(_I64, 0))
    return builder.select(is_negative, builder.neg(word), word)


for _name, _lowered, _keeps in (
    ("add", _by_machine("add"), False),
    ("sub", _by_machine("sub"), False),
    ("mul", _by_machine("mul"), False),
    ("floordiv", _by_numba(operator.floordiv), False),
    ("mod", _by_numba(operator.mod), False),
    ("and_", _by_machine("and_"), True),
    ("or_", _by_machine("or_"), True),
    ("xor", _by_machine("xor"), True),
    ("lshift", _shift("shl"), False),
    ("rshift", _shift("lshr"), False),
):
    _declare(getattr(operator, _name), 2, _lowered, _keeps)
    _declare(getattr(operator, f"i{_name.rstrip('_')}"), 2, _lowered, _keeps)
_declare(operator.neg, 1, _by_machine("neg"))
_declare(operator.invert, 1, _by_machine("not_"))
_declare(operator.pos, 1, lambda context, builder, arguments: arguments[0])
_declare(abs, 1, _absolute)


def _declare_power(original: Any) -> None:
    function = stand_in(original, 2)

    @overload(function, strict=False)
    def _choose(a: Any, b: Any) -> Any:
        if not (is_number(a) and is_number(b)):
            return lambda a, b: original(a, b)

        def power(a: Any, b: Any) -> Any:
            base, left, product = types.int64(a), types.int64(b), types.int64(1)
            if left < 0:
                raise ValueError(NEGATIVE_POWER)
            while left != 0:
                if left & 1:
                    product *= base
                base *= base
                left >>= 1
            return product

        return power


for _original in (operator.pow, operator.ipow, pow):
    _declare_power(_original)


def _declare_whole(original: Any) -> None:
    """What makes a whole number of a float: refuses what is none, and what has no 64 bits."""
    function = stand_in(original, 1)

    @overload(function, strict=False)
    def _choose(a: Any) -> Any:
        if is_number(a):
            return lambda a: types.int64(a)
        if not isinstance(a, types.Float):
            return lambda a: original(a)

        def whole(a: Any) -> Any:
            if not -9223372036854775808.0 <= a < 9223372036854775808.0:
                raise ValueError(NOT_WHOLE)
            return types.int64(original(a))

        return whole


for _whole in (int, math.floor, math.ceil, math.trunc):
    _declare_whole(_whole)


def replace(original: Any, inputs: int, compiled: Any) -> None:
    """Puts a function in Python, of whole numbers alone, in the place of one of a library."""
    function = stand_in(original, inputs)

    @overload(function, strict=False)
    def _choose(*kinds: Any) -> Any:
        return compiled if all(map(is_number, kinds)) else None


def _declare_divmod() -> None:
    function = stand_in(divmod, 2)

    @overload(function, strict=False)
    def _choose(a: Any, b: Any) -> Any:
        if not (is_number(a) and is_number(b)):
            return lambda a, b: divmod(a, b)

        def both(a: Any, b: Any) -> Any:
            word, by = types.int64(a), types.int64(b)
            return word // by, word % by

        return both


_declare_divmod()


@register_pass(mutates_CFG=False, analysis_only=False)
class RuleIntegers(FunctionPass):
    """Makes the integers of rules out of Numba's, before types are inferred.

    Operators become ours; constants from 2**63 on become the negative number of the same bits, or
    they would be unsigned.
    """

    _name = "deepen_rule_integers"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        function = state.func_ir
        members: dict[str, Any] = {}
        gone_through = _arguments_of_calls(function)
        for block in function.blocks.values():
            for statement in block.find_insts(ir.Assign):
                self._fold_attribute(function, statement, members)
                if isinstance(statement.value, (ir.Const, ir.Global, ir.FreeVar)):
                    value = statement.value.value
                    if isinstance(value, EnumType) and statement.target.name in gone_through:
                        value = tuple(value)
                    statement.value.value = _in_rules(value)
            for expression in block.find_exprs():
                self._replace_operator(expression)
        self._drop_unused_classes(function)
        function._definitions = ir_utils.build_definitions(function.blocks)
        return True

    def _fold_attribute(self, function: Any, statement: Any, members: dict[str, Any]) -> None:
        """A constant of a module or class: Numba would give it a type of its own, or none."""
        owner = statement.value
        if not isinstance(owner, ir.Expr) or owner.op != "getattr":
            return
        constant = ir_utils.guard(ir_utils.find_const, function, owner.value)
        if owner.attr == "value" and owner.value.name in members:
            statement.value = ir.Const(members[owner.value.name].value, owner.loc)
        if not isinstance(constant, (ModuleType, type)):
            return
        value = getattr(constant, owner.attr, None)
        is_ours = isinstance(value, BuiltinFunctionType) and value in _replaced
        if is_ours or isinstance(value, (int, tuple, list, dict, set, frozenset)):
            statement.value = ir.Global(owner.attr, value, owner.loc)
        if isinstance(value, IntEnum):
            members[statement.target.name] = value

    def _drop_unused_classes(self, function: Any) -> None:
        """Of a class all of whose constants were taken nothing is left to give a type to."""
        statements = [line for block in function.blocks.values() for line in block.body]
        used = {
            variable.name
            for line in statements
            for variable in line.list_vars()
            if not (isinstance(line, ir.Assign) and variable is line.target)
        }
        for line in statements:
            is_name = isinstance(line, ir.Assign) and isinstance(
                line.value, (ir.Global, ir.FreeVar)
            )
            if is_name and isinstance(line.value.value, type) and line.target.name not in used:
                line.value = ir.Const(0, line.loc)

    def _replace_operator(self, expression: Any) -> None:
        if expression.op not in ("unary", "binop", "inplace_binop"):
            return
        expression.fn = _in_rules(expression.fn)
        if expression.op == "inplace_binop":
            expression.immutable_fn = expression.fn


def _arguments_of_calls(function: Any) -> set[str]:
    """The variables that a loop goes through or that are handed to a function."""
    expressions = [each for block in function.blocks.values() for each in block.find_exprs()]
    iterated = {each.value.name for each in expressions if each.op == "getiter"}
    given = {value.name for each in expressions if each.op == "call" for value in each.args}
    return iterated | given


def _in_rules(value: Any) -> Any:
    """What stands for a constant, a function or an operator in compiled rules."""
    if callable(value) and getattr(value, "__hash__", None) is not None:
        return _replaced.get(value, value)
    return as_constant(as_signed(value))
