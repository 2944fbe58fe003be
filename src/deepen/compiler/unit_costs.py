"""Whether a rule says that every action costs 1. Imports Numba, for its form of a function.

Breadth-first search finds shortest paths only where that is so, and says so only where it is sure.
Numba's form of a function does not depend on how a version of Python writes its bytecode.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import compiler, ir, ir_utils


def finds_unit_costs(successors: Callable[..., Any]) -> bool:
    """Whether every yield has no cost, or one that is the constant 1."""
    try:
        function = compiler.run_frontend(successors)
    except Exception:  # whatever Numba does not know: then nothing is sure
        return False
    yields = [
        statement.value
        for block in function.blocks.values()
        for statement in block.find_insts(ir.Assign)
        if isinstance(statement.value, ir.Yield)
    ]
    return bool(yields) and all(_costs_one(function, each.value) for each in yields)


def _costs_one(function: Any, variable: Any) -> bool:
    given = ir_utils.guard(ir_utils.get_definition, function, variable)
    if isinstance(given, ir.Const) and isinstance(given.value, tuple):
        return given.value[2:] in ((), (1,))
    if getattr(given, "op", "") != "build_tuple" or len(given.items) not in (2, 3):
        return False
    cost = given.items[2:]
    return not cost or ir_utils.guard(ir_utils.find_const, function, cost[0]) == 1
