"""What keeps compiled rules from going where no rule should; here, what its parts share.

Passes over Numba's form of a function, before types are inferred: `loops` lets a loop ask now and
then whether the search goes on, and a function that can call itself for the stack that is left;
`unset_variables` checks a variable where it is read, as the interpreter would. Functions that need
none of these are not touched. Imports Numba.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils, ir, ir_utils
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import UnsupportedError

NO_PRINT = "a compiled rule cannot print"
RECURSIVE = "_deepen_recursive"
"""The attribute of a function that can come to call itself."""

# As they are known to the linker: see `cpp/engine/rule_guard.h`.
MAY_GO_ON = "deepen_may_go_on"
HAS_STACK = "deepen_has_stack"
ASKERS = {symbol: f"{symbol}_by_rule" for symbol in (MAY_GO_ON, HAS_STACK)}
"""The functions of a rule that call them: they are not to be inlined."""

_KEEPS_REGISTERS = "preserve_mostcc"


def ask(context: Any, builder: Any, symbol: str, error: type[Exception], message: str) -> None:
    """Calls a function of the engine; leaves the rule if it says no."""
    goes_on = builder.call(_asker(builder.module, symbol), (), cconv=_KEEPS_REGISTERS)
    with cgutils.if_unlikely(builder, cgutils.is_false(builder, goes_on)):
        context.call_conv.return_user_exc(builder, error, (message,))


def _asker(module: Any, symbol: str) -> Any:
    """A function that calls one of the engine's and keeps the registers of its caller.

    Otherwise every rule would save some when it begins, for a call that is hardly ever made.
    """
    kind = llvm.FunctionType(llvm.IntType(32), ())
    if ASKERS[symbol] in module.globals:
        return module.globals[ASKERS[symbol]]
    asker = llvm.Function(module, kind, ASKERS[symbol])
    asker.linkage = "internal"
    asker.calling_convention = _KEEPS_REGISTERS
    asker.attributes.add("noinline")
    asker.attributes.add("cold")
    builder = llvm.IRBuilder(asker.append_basic_block())
    builder.ret(builder.call(cgutils.get_or_insert_function(module, kind, symbol), ()))
    return asker


class Writer:
    """Makes statements of Numba's, all at one place of the user's file."""

    def __init__(self, near: Any) -> None:
        self.scope, self.place = near.scope, near.loc

    def variable(self, name: str) -> Any:
        return self.scope.define(ir_utils.mk_unique_var(f"$deepen_{name}"), self.place)

    def constant(self, target: Any, value: Any) -> Any:
        return ir.Assign(ir.Const(value, self.place), target, self.place)

    def block(self, *lines: Any) -> Any:
        made = ir.Block(self.scope, self.place)
        made.body = list(lines)
        return made

    def call(self, target: Any, function: Any, *arguments: Any) -> list[Any]:
        callee = self.variable(function.__name__)
        call = ir.Expr.call(callee, arguments, (), self.place)
        return [
            ir.Assign(ir.Global(function.__name__, function, self.place), callee, self.place),
            ir.Assign(call, target, self.place),
        ]


class Guard(FunctionPass):
    """A pass that adds statements; most functions need none."""

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        changed = self.change(state.func_ir, state.func_id.func)
        if changed:
            state.func_ir._definitions = ir_utils.build_definitions(state.func_ir.blocks)
        return changed

    def change(self, function: Any, source: Any) -> bool:
        raise NotImplementedError


def some_variable(function: Any) -> Any:
    """Where new statements may pretend to be."""
    return next(
        line.target
        for block in function.blocks.values()
        for line in block.body
        if isinstance(line, ir.Assign)
    )


@register_pass(mutates_CFG=False, analysis_only=True)
class NoInterpreter(FunctionPass):
    """Refuses what would need the interpreter, which is not there while the engine searches."""

    _name = "deepen_no_interpreter"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            for statement in block.body:
                value = getattr(statement, "value", None)
                is_name = isinstance(value, ir.Global) and value.value is print
                if is_name or isinstance(statement, ir.Print):
                    raise UnsupportedError(NO_PRINT, statement.loc)
        return False
