"""Compiled twins of a rule and of every plain function that it uses. Imports Numba."""

from __future__ import annotations

from types import CellType, FunctionType
from typing import Any

import numba

from deepen.compiler.bit_helpers import NATIVE_HELPERS
from deepen.compiler.bytecode import for_numba
from deepen.compiler.call_graph import calls_itself, is_library, names_in
from deepen.compiler.guards import RECURSIVE
from deepen.compiler.integers import as_signed
from deepen.compiler.pipeline import EMIT, OPTIONS
from deepen.compiler.recursion import without_module
from deepen.rules import Rule


class NativeTwins:
    """Compiled twins of Python functions: every plain function that a rule uses gets one too."""

    def __init__(self) -> None:
        self.made: dict[tuple[FunctionType, Any], Any] = {}

    def __call__(self, function: Any, emit: Any = None) -> Any:
        """The twin; with `emit`, of a generator whose yields become calls of it."""
        if (function, emit) not in self.made:
            cells = tuple(CellType() for _ in function.__closure__ or ())
            names = dict(function.__globals__)
            defaults = as_signed(function.__defaults__)
            twin = FunctionType(for_numba(function), names, function.__name__, defaults, cells)
            twin.__qualname__ = function.__qualname__
            setattr(twin, RECURSIVE, calls_itself(function))
            if emit is not None:
                setattr(twin, EMIT, emit)
            self.made[function, emit] = numba.njit(**OPTIONS)(twin)
            # Only now, since functions may call each other, and themselves.
            for name in names.keys() & names_in(function.__code__):
                names[name] = self._replacement(names[name])
            for cell, original in zip(cells, function.__closure__ or (), strict=True):
                cell.cell_contents = self._replacement(original.cell_contents)
        return self.made[function, emit]

    def compiled_as(self, symbol: str) -> Any:
        """What was compiled under that name, but for the module in it, which Numba may not know."""
        wanted = without_module(symbol)
        results = [result for twin in self.made.values() for result in twin.overloads.values()]
        names = [without_module(result.fndesc.llvm_func_name) for result in results]
        return results[names.index(wanted)]

    def _replacement(self, value: Any) -> Any:
        if isinstance(value, Rule):
            value = value.function
        if not isinstance(value, FunctionType) or value in NATIVE_HELPERS or is_library(value):
            return value
        return self(value)
