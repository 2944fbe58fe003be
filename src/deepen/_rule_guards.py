"""What keeps compiled rules from going where no rule should: endless loops, unset variables.

Passes over Numba's form of a function, before types are inferred. A loop asks now and then whether
the search goes on; a function that can call itself asks for the stack that is left; a variable that
may not be set is checked where it is read, as the interpreter would. Functions that need none of
these are not touched. Imported only when something is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, ir, ir_utils
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import UnsupportedError
from numba.extending import intrinsic

from deepen import rules

NO_PRINT = "a compiled rule cannot print"
RECURSIVE = "_deepen_recursive"
"""The attribute of a function that can come to call itself."""

# As they are known to the linker: see `cpp/engine/rule_guard.h`.
MAY_GO_ON = "deepen_may_go_on"
HAS_STACK = "deepen_has_stack"

_I64 = llvm.IntType(64)
_TURNS = 256  # of a loop, between two questions
_SHORT = 64  # a loop of so many turns that is known to end needs none


def _ask(context: Any, builder: Any, symbol: str, error: type[Exception], message: str) -> None:
    """Calls a function of the engine; leaves the rule if it says no."""
    kind = llvm.FunctionType(llvm.IntType(32), ())
    function = cgutils.get_or_insert_function(builder.module, kind, symbol)
    with cgutils.if_unlikely(builder, cgutils.is_false(builder, builder.call(function, ()))):
        context.call_conv.return_user_exc(builder, error, (message,))


@intrinsic
def turn(context: Any, left: Any) -> Any:
    """One turn of a loop: how many are left until the next question."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left = cgutils.alloca_once(builder, _I64)
        builder.store(builder.sub(arguments[0], llvm.Constant(_I64, 1)), left)
        is_over = builder.icmp_signed("==", builder.load(left), llvm.Constant(_I64, 0))
        with cgutils.if_unlikely(builder, is_over):
            _ask(context, builder, MAY_GO_ON, RuntimeError, "does not end")
            builder.store(llvm.Constant(_I64, _TURNS), left)
        return builder.load(left)

    return types.int64(types.int64), generate


@intrinsic
def descend(context: Any) -> Any:
    """One call of a function that can come to call itself."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _ask(context, builder, HAS_STACK, RecursionError, "the stack is used up")
        return context.get_dummy_value()

    return types.void(), generate


@intrinsic
def be_set(context: Any, is_set: Any) -> Any:
    """Where a variable is read that may not be set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        with cgutils.if_unlikely(builder, builder.not_(arguments[0])):
            error = UnboundLocalError, ("a variable is not set",)
            context.call_conv.return_user_exc(builder, *error)
        return context.get_dummy_value()

    return types.void(types.boolean), generate


class _Writer:
    """Makes statements of Numba's, all at one place of the user's file."""

    def __init__(self, near: Any) -> None:
        self.scope, self.place = near.scope, near.loc

    def variable(self, name: str) -> Any:
        return self.scope.define(ir_utils.mk_unique_var(f"$deepen_{name}"), self.place)

    def constant(self, target: Any, value: Any) -> Any:
        return ir.Assign(ir.Const(value, self.place), target, self.place)

    def call(self, target: Any, function: Any, *arguments: Any) -> list[Any]:
        callee = self.variable(function.__name__)
        call = ir.Expr.call(callee, arguments, (), self.place)
        return [
            ir.Assign(ir.Global(function.__name__, function, self.place), callee, self.place),
            ir.Assign(call, target, self.place),
        ]


class _Guard(FunctionPass):
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


@register_pass(mutates_CFG=False, analysis_only=False)
class Loops(_Guard):
    """Lets loops ask whether to go on, and functions that call themselves whether they may.

    Not the loops that end soon by their form: over a short range of literals, a tuple, `bits`.
    """

    _name = "deepen_loops"

    def change(self, function: Any, source: Any) -> bool:
        if getattr(source, "__module__", "") == rules.__name__:
            return False
        first = function.blocks[min(function.blocks)]
        writer = _Writer(_some_variable(function))
        added = []
        if getattr(source, RECURSIVE, False):
            added += writer.call(writer.variable("nothing"), descend)
        headers = list(self._headers(function))
        if headers:
            left = writer.variable("turns_left")
            added.append(writer.constant(left, _TURNS))
            for header in headers:
                header.body[:0] = writer.call(left, turn, left)
        after = 1 + max((i for i, line in enumerate(first.body) if _is_argument(line)), default=-1)
        first.body[after:after] = added
        return bool(added)

    def _headers(self, function: Any) -> Iterator[Any]:
        for loop in compute_cfg_from_blocks(function.blocks).loops().values():
            header = function.blocks[loop.header]
            if not self._ends_soon(function, header):
                yield header

    def _ends_soon(self, function: Any, header: Any) -> bool:
        for expression in header.find_exprs("iternext"):
            iterator = ir_utils.guard(ir_utils.get_definition, function, expression.value)
            while isinstance(iterator, ir.Var):
                iterator = ir_utils.guard(ir_utils.get_definition, function, iterator)
            if getattr(iterator, "op", "") == "getiter":
                return self._is_short(function, iterator.value)
        return False

    def _is_short(self, function: Any, variable: Any) -> bool:
        values = ir_utils.guard(ir_utils.get_definition, function, variable)
        if isinstance(values, (ir.Const, ir.Global, ir.FreeVar)):
            return isinstance(values.value, tuple)
        if getattr(values, "op", "") == "build_tuple":
            return True
        if getattr(values, "op", "") != "call":
            return False
        called = ir_utils.guard(ir_utils.find_const, function, values.func)
        if getattr(getattr(called, "py_func", called), "__code__", None) is rules.bits.__code__:
            return True
        limits = [ir_utils.guard(ir_utils.find_const, function, each) for each in values.args]
        if called is not range or not all(isinstance(limit, int) for limit in limits):
            return False
        return 0 not in limits[2:] and len(range(*limits)) <= _SHORT


@register_pass(mutates_CFG=False, analysis_only=False)
class UnsetVariables(_Guard):
    """Checks a variable where it is read and some way leads there on which it was not set.

    Numba would read a 0, or what was left in a register.
    """

    _name = "deepen_unset_variables"

    def change(self, function: Any, source: Any) -> bool:
        blocks = function.blocks
        before = _set_before(blocks)
        doubtful = {
            name
            for label, block in blocks.items()
            for _, name in _unset_reads(block, before[label])
        }
        if not doubtful:
            return False
        writer = _Writer(_some_variable(function))
        flags = {name: writer.variable(f"{name}_is_set") for name in sorted(doubtful)}
        for label, block in blocks.items():
            self._add_checks(block, before[label], flags)
        first = blocks[min(blocks)]
        first.body[:0] = [writer.constant(flag, False) for flag in flags.values()]
        return True

    def _add_checks(self, block: Any, known: set[str], flags: dict[str, Any]) -> None:
        reads = dict[int, list[str]]()
        for i, name in _unset_reads(block, known):
            reads.setdefault(i, []).append(name)
        body = []
        for i, line in enumerate(block.body):
            for name in reads.get(i, ()):
                writer = _Writer(flags[name])
                writer.place = line.loc
                body += writer.call(writer.variable("nothing"), be_set, flags[name])
            body.append(line)
            if isinstance(line, ir.Assign) and line.target.name in flags:
                body.append(
                    _Writer(flags[line.target.name]).constant(flags[line.target.name], True)
                )
        block.body = body


def _set_before(blocks: dict[int, Any]) -> dict[int, set[str]]:
    """The variables that are set on every way to a block."""
    ways = compute_cfg_from_blocks(blocks)
    everything = {name for block in blocks.values() for name in _targets(block)}
    before = {label: set(everything) for label in blocks}
    before[min(blocks)] = set()
    changed = True
    while changed:
        changed = False
        for label in blocks:
            came_from = [source for source, _ in ways.predecessors(label)]
            if not came_from:
                continue
            known = set.intersection(
                *(before[source] | _targets(blocks[source]) for source in came_from)
            )
            changed |= known != before[label]
            before[label] = known
    return before


def _targets(block: Any) -> set[str]:
    return {line.target.name for line in block.body if isinstance(line, ir.Assign)}


def _unset_reads(block: Any, known: set[str]) -> Iterator[tuple[int, str]]:
    """Where a block reads the user's variables that may not be set, once each."""
    known = set(known)
    for i, line in enumerate(block.body):
        target = line.target if isinstance(line, ir.Assign) else None
        for variable in [] if isinstance(line, ir.Del) else line.list_vars():
            is_read = variable is not target and variable.name not in known
            if is_read and not variable.name.startswith("$"):
                yield i, variable.name
                known.add(variable.name)
        if target is not None:
            known.add(target.name)


def _some_variable(function: Any) -> Any:
    return next(
        line.target
        for block in function.blocks.values()
        for line in block.body
        if isinstance(line, ir.Assign)
    )


def _is_argument(line: Any) -> bool:
    return isinstance(line, ir.Assign) and isinstance(line.value, ir.Arg)


@register_pass(mutates_CFG=False, analysis_only=True)
class NoInterpreter(FunctionPass):
    """Refuses what would need the interpreter, which is not there while the engine searches."""

    _name = "deepen_no_interpreter"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                if isinstance(statement.value, ir.Global) and statement.value.value is print:
                    raise UnsupportedError(NO_PRINT, statement.loc)
        return False
