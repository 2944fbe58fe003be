"""Sets of Python's beside sets of cells: `state.boxes - {3}`. Imports Numba.

A set that a rule makes, or a global one, is taken as a set of cells of as many words as a state can
have. What holds anything else is refused, in the interpreter too: `packing.cells`.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, ir
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import TypingError
from numba.extending import intrinsic, lower_builtin, lower_cast, type_callable

from deepen.compiler.field_code import I64, constant, refuse_if
from deepen.compiler.field_types import CellsType, fault, is_plain_set, is_set
from deepen.compiler.lookups import LookupType
from deepen.packing.cells import MOST_CELLS
from deepen.packing.field_errors import OTHER_SET
from deepen.packing.state_layout import WORD_BITS

_SPANS = MOST_CELLS // WORD_BITS


def taken_as(kind: Any) -> Any:
    """The type that one of two sets is taken as, if the other is a set of cells; None for none."""
    if is_set(kind):
        return kind
    if isinstance(kind, types.Set) and not is_plain_set(kind):
        raise TypingError(fault(OTHER_SET))
    return CellsType(_SPANS) if is_plain_set(kind) else None


@lower_cast(types.Set, CellsType)
@lower_cast(LookupType, CellsType)
def _cast(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return context.compile_internal(builder, _as_cells, wanted(given), [value])


def _as_cells(values: Any) -> Any:
    found = _wide_cells()
    for cell in values:
        found = _with_cell(found, types.int64(cell))
    return found


@intrinsic
def _wide_cells(context: Any) -> Any:
    """No cells, with room for many."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return llvm.Constant(llvm.ArrayType(I64, _SPANS), None)

    return CellsType(_SPANS)(), generate


@intrinsic
def _with_cell(context: Any, cells: Any, cell: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, cell = arguments
        is_beyond = builder.icmp_unsigned(">=", cell, constant(MOST_CELLS))
        refuse_if(context, builder, is_beyond, ValueError, "no set of cells has this")
        bit = builder.shl(constant(1), builder.and_(cell, constant(WORD_BITS - 1)))
        number = builder.udiv(cell, constant(WORD_BITS))
        for i in range(_SPANS):
            is_here = builder.icmp_unsigned("==", number, constant(i))
            added = builder.select(is_here, bit, constant(0))
            word = builder.or_(builder.extract_value(words, i), added)
            words = builder.insert_value(words, word, i)
        return words

    return cells(cells, types.int64), generate


# The empty set, of which Numba cannot know what it would hold


def no_cells() -> Any:
    raise NotImplementedError("exists only in compiled code")


@type_callable(no_cells)
def _type_no_cells(context: Any) -> Any:
    return lambda: CellsType(1)


@lower_builtin(no_cells)
def _no_cells(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return cgutils.pack_array(builder, [constant(0)])


@register_pass(mutates_CFG=False, analysis_only=False)
class EmptySets(FunctionPass):
    """Takes `set()` as a set of cells where it is assigned to an attribute or combined at once."""

    _name = "deepen_empty_sets"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        if "set" not in state.func_id.code.co_names:
            return False
        changed = [_replace_in(block.body) for block in state.func_ir.blocks.values()]
        return any(changed)


def _replace_in(lines: list[Any]) -> bool:
    names = {line.target.name: line for line in lines if isinstance(line, ir.Assign)}
    empty = [made for made in names.values() if _is_empty_set(made, names)]
    for made in empty:
        if all(_takes_cells(line) for line in lines if _reads(line, made.target.name)):
            place = made.loc
            names[made.value.func.name].value = ir.Global(no_cells.__name__, no_cells, place)
    return bool(empty)


def _is_empty_set(line: Any, names: dict[str, Any]) -> bool:
    call = line.value
    if getattr(call, "op", "") != "call" or call.args or call.kws or call.vararg:
        return False
    made: Any = names.get(call.func.name)
    return made is not None and isinstance(made.value, ir.Global) and made.value.value is set


def _reads(line: Any, name: str) -> bool:
    read = line.value if isinstance(line, ir.Assign) else line
    if isinstance(read, ir.Var):
        return bool(read.name == name)
    is_read = isinstance(read, ir.Inst) and not isinstance(read, ir.Del)
    return is_read and any(variable.name == name for variable in read.list_vars())


def _takes_cells(line: Any) -> bool:
    """Whether it assigns to an attribute, combines or compares."""
    is_combining = getattr(getattr(line, "value", None), "op", "") in ("binop", "inplace_binop")
    return isinstance(line, ir.SetAttr) or is_combining
