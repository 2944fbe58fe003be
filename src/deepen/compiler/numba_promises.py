"""What we use of Numba's private parts, checked when something is first compiled.

A new version may rename them or mean something else by them. Then a rule would compute with other
numbers or call a null pointer, without a word; so this says a sentence before.
"""

from __future__ import annotations

import re
from typing import Any

import numba
from llvmlite import __version__ as llvmlite_version
from llvmlite import binding
from numba import types
from numba.core import callconv, codegen
from numba.core.datamodel import default_manager
from numba.cpython import numbers

from deepen.compiler.unused_values import CLEANED, CLEANER
from deepen.errors import EngineError

UNRESOLVED = ".numba.unresolved$"
"""Begins the name of the pointer through which a function is called that is still compiled."""

# Of what is done with a function's text: see `llvm_text`.
_STEPS = ("finalize", "_optimize_final_module", "_finalize_final_module")


def check_numba() -> None:
    """Raises EngineError where this Numba is not the one that we know."""
    if not callable(getattr(numbers, "_int_arith_flags", None)):
        raise _other("decides elsewhere whether integers wrap around")
    if not all(callable(getattr(module, CLEANER, None)) for module in CLEANED):
        raise _other("drops elsewhere what is not used")
    if getattr(getattr(codegen, "RuntimeLinker", None), "PREFIX", None) != UNRESOLVED:
        raise _other("calls functions that call themselves in another way")
    if getattr(getattr(callconv, "RETCODE_OK", None), "constant", None) != 0:
        raise _other("says in another way that a function has returned")
    if not all(callable(getattr(codegen.JITCodeLibrary, name, None)) for name in _STEPS):
        raise _other("makes machine code in other steps")
    in_a_range = default_manager.lookup(types.range_iter64_type)
    turns_left = dict(zip(in_a_range._fields, in_a_range._members, strict=True)).get("count")
    if turns_left != types.EphemeralPointer(types.int64):
        raise _other("goes through a range in another way")


def check_entry(text: str, symbol: str) -> None:
    """Raises EngineError where a function is not called as the engine calls it.

    See `rule_caller.h`: a status comes back, the result goes through the first pointer, an
    exception through the second, and the arguments follow.
    """
    found = re.search(rf"^define [^\n]*\bi32 @\"?{re.escape(symbol)}\"?\(([^\n]*)", text, re.M)
    begins = re.compile(r"ptr [^,]*%retptr, ptr [^,]*%excinfo(, |\))")
    if found is None or begins.match(re.sub(r"\([^()]*\)", "", found[1])) is None:
        raise _other("calls functions by another convention")


def check_symbols(module: Any) -> None:
    """Raises EngineError where code needs what nobody has: linking it would end the process."""
    for function in module.functions:
        known = function.name.startswith("llvm.") or not function.is_declaration
        if not known and binding.address_of_symbol(function.name) is None:
            raise _other(f"has left out '{function.name}'")


def _other(what: str) -> EngineError:
    return EngineError(
        f"numba {numba.__version__} with llvmlite {llvmlite_version} {what}: this deepen cannot "
        "compile rules with it. `compiled=False` runs them uncompiled."
    )
