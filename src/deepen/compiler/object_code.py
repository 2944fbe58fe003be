"""From LLVM's text to an object file for a machine. Imports Numba."""

from __future__ import annotations

import re
from typing import Any

from llvmlite import binding

from deepen.compiler.cache import Code
from deepen.compiler.guards import ASKERS
from deepen.compiler.numba_promises import check_symbols


def object_code(text: str, symbol: str, machine: Any) -> Code:
    """One function that calls nothing of ours: all is unrolled into it."""
    module = binding.parse_assembly(text)
    declared = re.findall(r"^declare [^@]*@([\w.$]+)\(", text, re.MULTILINE)
    needs_numba = any(name.startswith(("NRT_", "numba_", "Py")) for name in declared)
    for function in module.functions:
        stays = function.is_declaration or function.name in (symbol, *ASKERS.values())
        if not stays:
            function.add_function_attribute("alwaysinline")
    _optimise(module, machine)
    check_symbols(module)
    return Code(
        symbol=symbol,
        needs_numba=needs_numba,
        object_file=machine.emit_object(module),
    )


def _optimise(module: Any, machine: Any) -> None:
    """Once more, now that the rule is unrolled into our loop: what both compute, one can."""
    tuning = binding.create_pipeline_tuning_options(speed_level=3)
    passes = binding.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
