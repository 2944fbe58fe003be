"""Compiles a rule: from a Python function to an object file. Imports Numba.

`compiler.functions` asks for it, when the cache has no such code.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import binding
from numba import types

from deepen.compiler import abi
from deepen.compiler.cache import Code, target_machine
from deepen.compiler.entry_points import EntryPoints
from deepen.compiler.game_entries import GameEntries
from deepen.compiler.integers import wrapping_arithmetic
from deepen.compiler.numba_promises import check_entry, check_numba
from deepen.compiler.object_code import object_code
from deepen.compiler.pipeline import OPTIONS
from deepen.compiler.puzzle_entries import PuzzleEntries
from deepen.compiler.recursion import with_recursion
from deepen.compiler.turn_entries import TurnEntries
from deepen.compiler.unit_costs import finds_unit_costs
from deepen.compiler.unused_values import keeping_exceptions
from deepen.rules import Rule

if TYPE_CHECKING:
    from deepen.packing.packing import Packing


def build(kind: str, packing: Packing, rules: tuple[Rule | None, ...]) -> Code:
    """Compiles one of the functions that the engine calls.

    Raises:
        RuleError: the rule cannot be compiled, or yields values of the wrong shape.
    """
    check_numba()
    machine = target_machine(binding)  # also tells LLVM what rules call, before Numba links any
    entries = _entries(packing)
    result = _compiled(kind, entries, rules)
    symbol = result.fndesc.llvm_func_name
    text = result.library.optimised_text()
    check_entry(text, symbol)
    code = object_code(with_recursion(text, entries.native.compiled_as), symbol, machine)
    if kind == "expand" and rules[0] is not None:
        return replace(code, unit_costs=finds_unit_costs(rules[0].function))
    return code


def _entries(packing: Packing) -> EntryPoints:
    if packing.owner.kind_name == "Puzzle":
        return PuzzleEntries(packing)
    has_turns = packing.player is not None or packing.owner.outcome is not None
    return TurnEntries(packing) if has_turns else GameEntries(packing)


def _compiled(kind: str, entries: EntryPoints, rules: tuple[Rule | None, ...]) -> Any:
    function = next(rule.function for rule in rules if rule is not None)
    signature = _signature(kind)
    with wrapping_arithmetic(), keeping_exceptions():
        compiled = numba.njit(**OPTIONS)(getattr(entries, kind)(*rules))
        entries.result_type(function, compiled, signature.args)
    result = compiled.overloads[signature.args]
    assert result.signature == signature, "the engine would read another result"
    return result


def _signature(kind: str) -> Any:
    """As the engine calls it, but for the places of the result and of an exception: see `abi`."""
    kinds = {"P": types.voidptr, "q": types.int64}
    return types.int64(*(kinds[code] for code in abi.arguments(kind)))
