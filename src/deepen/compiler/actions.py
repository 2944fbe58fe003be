"""Actions that a class declares, as rules yield them and as the engine has them. Imports Numba."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import ir
from numba.core.errors import UnsupportedError
from numba.extending import intrinsic

from deepen.compiler.field_code import constant
from deepen.compiler.integers import is_number
from deepen.diagnosis.numba_messages import YIELD_FAULT
from deepen.packing.actions import ActionLayout, NamedActions, TupleActions

NAMES = "_deepen_action_names"
"""The attribute of a function that stores what rules yield: the names that actions may have."""


def action_type(layout: ActionLayout | None) -> Any:
    """Of an action as rules are given it."""
    if not isinstance(layout, TupleActions):
        return types.int64
    kinds = [types.boolean if items.is_truth else types.int64 for items in layout.parts]
    return types.Tuple(kinds)


def given_maker(layout: ActionLayout | None) -> Any:
    """An intrinsic that makes an action as rules are given it of one as a rule yields it."""
    wanted = action_type(layout)

    @intrinsic
    def given_action(context: Any, yielded: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.cast(builder, arguments[0], yielded, wanted)

        return wanted(yielded), generate

    return given_action


def number_maker(layout: ActionLayout | None) -> Any:
    """An intrinsic that makes an action as the engine has it of one as rules are given it.

    What is no action is -1, which is no number of the engine's.
    """

    @intrinsic
    def action_number(context: Any, given: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if isinstance(layout, NamedActions):
                return _checked(builder, arguments[0], len(layout.names), arguments[0])
            if isinstance(layout, TupleActions):
                return _mixed_radix(context, builder, layout, given, arguments[0])
            return arguments[0]

        return types.int64(given), generate

    return action_number


def _mixed_radix(context: Any, builder: Any, layout: TupleActions, kind: Any, action: Any) -> Any:
    number: Any = constant(0)
    found: Any = constant(0)
    for i, items in enumerate(layout.parts):
        part = context.cast(builder, builder.extract_value(action, i), kind[i], types.int64)
        part = builder.sub(part, constant(items.low))
        size = items.high - items.low + 1
        number = builder.add(builder.mul(number, constant(size)), part)
        found = builder.or_(found, _checked(builder, part, size, constant(0)))
    is_wrong = builder.icmp_signed("<", found, constant(0))
    return builder.select(is_wrong, constant(-1), number)


def _checked(builder: Any, value: Any, size: int, otherwise: Any) -> llvm.Instruction:
    """`otherwise` where a value lies from 0 to one less than the size, else -1."""
    is_inside = builder.icmp_unsigned("<", value, constant(size))
    return builder.select(is_inside, otherwise, constant(-1))


def wrong_action(layout: ActionLayout | None, kind: Any) -> bool:
    """Whether a rule yields as an action what cannot be one, whatever its value."""
    if not isinstance(layout, TupleActions):
        return not is_number(kind)
    is_tuple = isinstance(kind, types.BaseTuple) and len(kind) == len(layout.parts)
    return not is_tuple or not all(map(is_number, kind))


def number_names(function: Any, yielded: Any, names: tuple[str, ...]) -> None:
    """Puts numbers in place of the names that are written where a rule yields an action.

    A name that goes through a variable of the rule's own stays what it is: others may read it.
    """
    for made in function._definitions.get(yielded.name, ()):
        if isinstance(made, ir.Expr) and made.op == "build_tuple" and made.items:
            for literal in _literals(function, made.items[0]):
                if literal.value not in names:
                    told = NamedActions(names).refusal(literal.value)
                    raise UnsupportedError(f"{YIELD_FAULT}{told}{YIELD_FAULT}", made.loc)
                literal.value = names.index(literal.value)


def _literals(function: Any, variable: Any) -> Iterator[Any]:
    """The strings that a variable of Numba's own stands for."""
    if variable.name.startswith("$"):
        for made in function._definitions.get(variable.name, ()):
            if isinstance(made, ir.Var):
                yield from _literals(function, made)
            elif isinstance(made, ir.Const) and isinstance(made.value, str):
                yield made
