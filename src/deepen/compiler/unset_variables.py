"""Variables that may be read before they are set. Imports Numba."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from typing import Any

from numba import types
from numba.core import cgutils, ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import register_pass
from numba.extending import intrinsic

from deepen.compiler.guards import Guard, Writer, some_variable


@intrinsic
def be_set(context: Any, is_set: Any) -> Any:
    """Where a variable is read that may not be set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        with cgutils.if_unlikely(builder, builder.not_(arguments[0])):
            error = UnboundLocalError, ("a variable is not set",)
            context.call_conv.return_user_exc(builder, *error)
        return context.get_dummy_value()

    return types.void(types.boolean), generate


@register_pass(mutates_CFG=False, analysis_only=False)
class UnsetVariables(Guard):
    """Checks a variable where it is read and some way leads there on which it was not set.

    Numba would read a 0, or what was left in a register.
    """

    _name = "deepen_unset_variables"

    def change(self, function: Any, source: Any) -> bool:
        blocks = function.blocks
        before = _set_before(blocks)
        self.put_aside = _put_aside(function.func_id.code)
        doubtful = {
            name
            for label, block in blocks.items()
            for _, name in _unset_reads(block, before[label], self.put_aside)
        }
        if not doubtful:
            return False
        writer = Writer(some_variable(function))
        flags = {name: writer.variable(f"{name}_is_set") for name in sorted(doubtful)}
        for label, block in blocks.items():
            self._add_checks(block, before[label], flags)
        first = blocks[min(blocks)]
        first.body[:0] = [writer.constant(flag, False) for flag in flags.values()]
        return True

    def _add_checks(self, block: Any, known: set[str], flags: dict[str, Any]) -> None:
        reads = dict[int, list[str]]()
        for i, name in _unset_reads(block, known, self.put_aside):
            reads.setdefault(i, []).append(name)
        body = []
        for i, line in enumerate(block.body):
            for name in reads.get(i, ()):
                writer = Writer(flags[name])
                writer.place = line.loc
                body += writer.call(writer.variable("nothing"), be_set, flags[name])
            body.append(line)
            if isinstance(line, ir.Assign) and line.target.name in flags:
                body.append(Writer(flags[line.target.name]).constant(flags[line.target.name], True))
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


def _put_aside(code: Any) -> frozenset[str]:
    """The variables of comprehensions, from Python 3.12 on: what they were before is kept on the
    stack meanwhile, set or not."""
    instructions = dis.get_instructions(code)
    return frozenset(each.argval for each in instructions if each.opname == "LOAD_FAST_AND_CLEAR")


def _puts_aside(line: Any, names: frozenset[str]) -> bool:
    if not isinstance(line, ir.Assign) or not line.target.name.startswith("$phi"):
        return False
    return isinstance(line.value, ir.Var) and line.value.name in names


def _unset_reads(
    block: Any, known: set[str], put_aside: frozenset[str]
) -> Iterator[tuple[int, str]]:
    """Where a block reads the user's variables that may not be set, once each."""
    known = set(known)
    for i, line in enumerate(block.body):
        if _puts_aside(line, put_aside):
            continue
        target = line.target if isinstance(line, ir.Assign) else None
        for variable in [] if isinstance(line, ir.Del) else line.list_vars():
            is_read = variable is not target and variable.name not in known
            if is_read and not variable.name.startswith("$"):
                yield i, variable.name
                known.add(variable.name)
        if target is not None:
            known.add(target.name)
