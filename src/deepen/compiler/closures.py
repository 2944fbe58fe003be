"""Functions inside of rules: comprehensions, `lambda`, `def`. Imports Numba.

Numba writes the body of most of them into the rule itself, where `integers` must look once more; of
those that are handed on, as in `sorted(cells, key=lambda x: x >> 1)`, it makes functions of its own
kind, where numbers would be its own too.
"""

from __future__ import annotations

from typing import Any

import numba
from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass

from deepen.compiler.fingerprint import is_dispatcher
from deepen.compiler.guards import NoInterpreter
from deepen.compiler.integers import RuleIntegers


@register_pass(mutates_CFG=False, analysis_only=False)
class IntegersInClosures(RuleIntegers):
    """The numbers of rules, in what was written into a rule."""

    _name = "deepen_integers_in_closures"


@register_pass(mutates_CFG=False, analysis_only=True)
class NoInterpreterInClosures(NoInterpreter):
    """What needs the interpreter, in what was written into a rule."""

    _name = "deepen_no_interpreter_in_closures"


def closure_compiler(options: dict[str, Any]) -> type[FunctionPass]:
    """A pass that compiles functions that are handed on with the options of rules."""

    @register_pass(mutates_CFG=False, analysis_only=False)
    class RuleClosures(FunctionPass):
        _name = "deepen_closures"

        def __init__(self) -> None:
            super().__init__()

        def run_pass(self, state: Any) -> bool:
            inner = state.func_id.code.co_consts
            found = [
                line.value
                for block in state.func_ir.blocks.values()
                for line in block.find_insts(ir.Assign)
                if isinstance(line.value, ir.Global) and is_dispatcher(line.value.value)
            ]
            own = [each for each in found if each.value.py_func.__code__ in inner]
            for each in own:
                each.value = numba.njit(**options)(each.value.py_func)
            return bool(own)

    return RuleClosures
