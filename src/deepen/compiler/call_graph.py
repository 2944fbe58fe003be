"""What a rule can reach through the names that it uses: its constants, its helpers, libraries."""

from __future__ import annotations

import dis
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from deepen.rules import Rule

_LIBRARIES = ("numpy", "numba", "math", "builtins", "operator")
"""What Numba knows itself; their versions say what is in them."""


def names_in(code: CodeType) -> tuple[str, ...]:
    """The names that a function and those inside it look up, in the order of their use."""
    names = dict.fromkeys(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names.update(dict.fromkeys(names_in(constant)))
    return tuple(names)


@lru_cache(maxsize=1024)  # to take code apart takes longer than many a search
def globals_in(code: CodeType) -> tuple[str, ...]:
    """Those of the names that are looked up as globals; others are attributes of something."""
    found = dict.fromkeys(
        step.argval
        for step in dis.get_instructions(code)
        if "GLOBAL" in step.opname or step.opname == "LOAD_NAME"
    )
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found.update(dict.fromkeys(globals_in(constant)))
    return tuple(found)


def is_library(owner: Any) -> bool:
    """Whether Numba knows a function, module or class itself, or compiles it from a library."""
    home = owner.__module__ if isinstance(owner, FunctionType) else owner.__name__
    return (home or "").split(".")[0] in _LIBRARIES


def reachable(function: Callable[..., Any]) -> list[FunctionType]:
    """The functions that one can come to call, each once, in the order in which it meets them."""
    found: dict[FunctionType, None] = {}
    _walk(function, found)
    return list(found)


def with_helpers(function: Any) -> list[FunctionType]:
    """A function, and those that it can come to call."""
    return list(dict.fromkeys([function, *reachable(function)]))


def _walk(function: Callable[..., Any], found: dict[FunctionType, None]) -> None:
    for helper in _helpers_of(function):
        if helper not in found:
            found[helper] = None
            _walk(helper, found)


def _helpers_of(function: Callable[..., Any]) -> list[FunctionType]:
    names = function.__globals__
    used = [names[name] for name in names_in(function.__code__) if name in names]
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # not set
            used.append(cell.cell_contents)
    plain = (value.function if isinstance(value, Rule) else value for value in used)
    return [value for value in plain if isinstance(value, FunctionType)]


def calls_itself(function: Callable[..., Any]) -> bool:
    """Whether a function can come to call itself, perhaps by way of others."""
    return function in reachable(function)
