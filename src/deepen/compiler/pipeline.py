"""Numba's pipeline as rules need it: yields, numbers and guards. Imports Numba.

A `yield` of successors becomes a call that stores one. What numbers mean in rules is in
`compiler.integers`, what keeps rules from never ending in `compiler.guards`.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import compiler, ir, ir_utils, typed_passes, untyped_passes
from numba.core.compiler_machinery import FunctionPass, register_pass

from deepen.compiler import lookups, whole_functions, word_tuples  # noqa: F401 -- declare themselves
from deepen.compiler.actions import NAMES, number_names
from deepen.compiler.closures import (
    IntegersInClosures,
    NoInterpreterInClosures,
    closure_compiler,
)
from deepen.compiler.guards import NoInterpreter, Writer
from deepen.compiler.integers import RuleIntegers
from deepen.compiler.kept_states import KeptStates
from deepen.compiler.llvm_text import KnownToCallers, OnlyText
from deepen.compiler.loops import Loops
from deepen.compiler.plain_sets import EmptySets
from deepen.compiler.state_type import field_assignment
from deepen.compiler.unset_variables import UnsetVariables

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
        names = getattr(emit, NAMES, None)
        if names:
            for block in function.blocks.values():
                for statement in block.find_insts(ir.Assign):
                    if isinstance(statement.value, ir.Yield):
                        number_names(function, statement.value.value, names)
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


@register_pass(mutates_CFG=False, analysis_only=False)
class _AssignmentsToCalls(FunctionPass):
    """Makes a call of `x.name = value`: what it means is decided when the type of x is known.

    And of `x[i] = value`, where Numba will write a comprehension into the function: it then drops
    what it takes for unused, and does not know that `child.tiles` is a part of `child`.
    """

    _name = "deepen_assignments_to_calls"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        function, changed = state.func_ir, False
        kinds = (ir.SetAttr, ir.SetItem) if _has_functions_inside(function) else ir.SetAttr
        for block in function.blocks.values():
            if any(True for _ in block.find_insts(kinds)):
                block.body = [new for old in block.body for new in self._converted(old, kinds)]
                changed = True
        if changed:
            function._definitions = ir_utils.build_definitions(function.blocks)
            state.typingctx.refresh()  # what is assigned for the first time is declared just now
            state.targetctx.refresh()
        return changed

    def _converted(self, statement: Any, kinds: Any) -> list[Any]:
        if not isinstance(statement, kinds):
            return [statement]
        writer = Writer(statement.target)
        writer.place = statement.loc
        result = writer.variable("assigned")
        if isinstance(statement, ir.SetItem):
            arguments = statement.target, statement.index, statement.value
            return list(writer.call(result, operator.setitem, *arguments))
        assign = field_assignment(statement.attr)
        return list(writer.call(result, assign, statement.target, statement.value))


def _has_functions_inside(function: Any) -> bool:
    """Whether comprehensions, or other functions, are made in it."""
    blocks = function.blocks.values()
    return any(True for block in blocks for _ in block.find_exprs("make_function"))


class RuleCompiler(compiler.CompilerBase):
    """Numba's pipeline, with the yields, numbers and guards of rules."""

    def define_pipelines(self) -> list[Any]:
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_YieldsToCalls, untyped_passes.TranslateByteCode)
        passes.add_pass_after(UnsetVariables, _YieldsToCalls)
        passes.add_pass_after(EmptySets, untyped_passes.IRProcessing)
        passes.add_pass_after(_AssignmentsToCalls, EmptySets)
        passes.add_pass_after(RuleIntegers, _AssignmentsToCalls)
        passes.add_pass_after(NoInterpreter, RuleIntegers)
        passes.add_pass_after(Loops, untyped_passes.InlineClosureLikes)
        passes.add_pass_after(KeptStates, typed_passes.NopythonTypeInference)
        passes.add_pass_after(NoInterpreterInClosures, untyped_passes.InlineClosureLikes)
        passes.add_pass_after(IntegersInClosures, untyped_passes.InlineClosureLikes)
        passes.add_pass_after(RuleClosures, untyped_passes.MakeFunctionToJitFunction)
        passes.add_pass_after(OnlyText, typed_passes.AnnotateTypes)
        passes.add_pass_after(KnownToCallers, typed_passes.NativeLowering)
        passes.finalize()
        return [passes]


OPTIONS: dict[str, Any] = {
    "pipeline_class": RuleCompiler,
    "boundscheck": True,  # a wrong index is an error with a line, not a crash
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
"""Of `numba.njit`, for every function that goes into compiled rules."""

RuleClosures = closure_compiler(OPTIONS)
