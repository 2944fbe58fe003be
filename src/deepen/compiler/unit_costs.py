"""Whether a rule says that every action costs 1. Imports Numba, for its form of a function.

Breadth-first search finds shortest paths only where that is so, and says so only where it is sure.
Numba's form of a function does not depend on how a version of Python writes its bytecode.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from numba.core import compiler, ir, ir_utils

from deepen.compiler.bytecode import function_for_numba


def finds_unit_costs(successors: Callable[..., Any]) -> bool:
    """Whether every yield has no cost, or one that is the constant 1."""
    return _finds(successors, ())


def _finds(function: Callable[..., Any], callers: tuple[Any, ...]) -> bool:
    try:
        form = compiler.run_frontend(function_for_numba(function))
    except Exception:  # whatever Numba does not know: then nothing is sure
        return False
    yields = [
        statement.value
        for block in form.blocks.values()
        for statement in block.find_insts(ir.Assign)
        if isinstance(statement.value, ir.Yield)
    ]
    callers = (*callers, function)
    return bool(yields) and all(_costs_one(form, each.value, callers) for each in yields)


def _costs_one(form: Any, variable: Any, callers: tuple[Any, ...]) -> bool:
    given = _meaning(form, variable)
    if isinstance(given, ir.Const) and isinstance(given.value, tuple):
        return given.value[2:] in ((), (1,))
    if getattr(given, "op", "") == "pair_first":
        return _all_cost_one(form, given, callers)
    if getattr(given, "op", "") != "build_tuple" or len(given.items) not in (2, 3):
        return False
    cost = given.items[2:]
    return not cost or ir_utils.guard(ir_utils.find_const, form, cost[0]) == 1


def _all_cost_one(form: Any, step: Any, callers: tuple[Any, ...]) -> bool:
    """The same of what a helper yields, one of which is taken here."""
    called = step
    for operation in ("pair_first", "iternext", "getiter", "call"):
        if getattr(called, "op", "") != operation:
            return False
        source = called.func if operation == "call" else called.value
        called = _meaning(form, source)
    helper = getattr(called, "value", None)  # of a global or of what a closure holds
    if not inspect.isgeneratorfunction(helper):
        return False
    return helper in callers or _finds(helper, callers)


def _meaning(form: Any, variable: Any) -> Any:
    return ir_utils.guard(ir_utils.get_definition, form, variable)
