"""Values that are computed and never used: what may raise stays, as in Python. Imports Numba.

Where Numba has written a comprehension into a function, it drops from all of it what nobody uses:
with `z = pair[9]` goes the exception. Here less is dropped; the rest is left to LLVM, which knows
what can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import inline_closurecall, ir, ir_utils, typed_passes

CLEANER = "dead_code_elimination"
"""The function of Numba's that drops too much."""

CLEANED = (inline_closurecall, typed_passes)
"""Where Numba calls it."""

# What only gives a name to something. Functions that were written into others must go: Numba would
# compile them, or refuse to.
_NAMES = (ir.Var, ir.Const, ir.Global, ir.FreeVar)
_MAKERS = ("make_function", "build_tuple")


@contextmanager
def keeping_exceptions() -> Iterator[None]:
    """While it lasts, nothing that may raise is dropped from what is compiled."""
    before = [getattr(module, CLEANER) for module in CLEANED]
    for module in CLEANED:
        setattr(module, CLEANER, _drop_names)
    try:
        yield
    finally:
        for module, cleaner in zip(CLEANED, before, strict=True):
            setattr(module, CLEANER, cleaner)


def _drop_names(function: Any, typemap: Any = None) -> None:
    """Drops names that lead to nothing that is computed."""
    used = _used(line for block in function.blocks.values() for line in block.body)
    for block in function.blocks.values():
        block.body = [line for line in block.body if not _names(line) or line.target.name in used]
    ir_utils.remove_dels(function.blocks)  # also of what is no more; Numba makes them anew
    function._definitions = ir_utils.build_definitions(function.blocks)


def _used(lines: Iterator[Any]) -> set[str]:
    """Variables that are read by what computes, or by names of such variables."""
    used: set[str] = set()
    named: dict[str, set[str]] = {}
    for line in lines:
        into = named.setdefault(line.target.name, set()) if _names(line) else used
        into.update(_read_by(line))
    new = set(used)
    while new:
        new = {name for target in new for name in named.get(target, ())} - used
        used |= new
    return used


def _names(line: Any) -> bool:
    if not isinstance(line, ir.Assign):
        return False
    return isinstance(line.value, _NAMES) or getattr(line.value, "op", "") in _MAKERS


def _read_by(line: Any) -> Iterator[str]:
    read = line.value if isinstance(line, ir.Assign) else line
    if isinstance(read, ir.Var):
        yield read.name
    elif isinstance(read, ir.Inst):
        yield from (variable.name for variable in read.list_vars())
