"""Functions that call themselves or each other, put into one module of LLVM. Imports Numba."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from llvmlite import binding

from deepen.compiler.numba_promises import UNRESOLVED

# A call of a function that is still being compiled goes through a pointer of this name.
_UNRESOLVED = re.compile(
    rf'^@"?({re.escape(UNRESOLVED)}([^"\s]+))"? = external [a-z_ ]*global ptr.*$', re.MULTILINE
)


def with_recursion(text: str, compiled: Callable[[str], Any]) -> str:
    """The same module with all functions that call themselves or each other.

    Numba would find them at run time, through pointers, in modules of their own. `compiled` gives
    what was compiled under such a name.
    """
    if not _UNRESOLVED.search(text):
        return text
    module = binding.parse_assembly(text)
    found: dict[str, str] = {}
    while missing := {name for _, name in _UNRESOLVED.findall(str(module))} - found.keys():
        wanted = min(missing)
        result = compiled(wanted)
        found[wanted] = result.fndesc.llvm_func_name
        defined = {function.name for function in module.functions if not function.is_declaration}
        if found[wanted] not in defined:
            module.link_in(binding.parse_assembly(result.library.optimised_text()))
    return _UNRESOLVED.sub(
        lambda pointer: f'@"{pointer[1]}" = internal constant ptr @"{found[pointer[2]]}"',
        str(module),
    )


def without_module(symbol: str) -> str:
    """A mangled name begins with the length of the module's name and that name."""
    found = re.match(r"_ZN(\d+)", symbol)
    assert found is not None, f"Numba names its functions otherwise: {symbol}"
    return symbol[found.end() + int(found[1]) :]
