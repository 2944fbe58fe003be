"""Rules as they run in the interpreter: the user's functions, with words for all their numbers.

A function that is compiled sees every constant as a 64-bit integer: literals, globals, what a
closure holds, attributes of modules and enums. So does the twin that is made here of each function
for `compiled=False`. It is made of the same code, so a debugger stops where the user wants it to.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any

from deepen import rules
from deepen.compiler.call_graph import is_library, names_in
from deepen.interpreter.constants import ConstantDict, ConstantList, ConstantSet, Member
from deepen.packing.machine_word import NOT_WHOLE, Table, Word, as_truth, as_words, wrapped


class WordFunctions:
    """Twins of functions; each is made once, so that functions may call each other."""

    def __init__(self) -> None:
        self._made: dict[FunctionType, FunctionType] = {}

    def __call__(self, function: Any) -> Any:
        """The twin of a function; of anything else that can be called, itself."""
        if not isinstance(function, FunctionType):
            return function
        if function not in self._made:
            self._made[function] = self._twin(function)
        return self._made[function]

    def _twin(self, function: FunctionType) -> FunctionType:
        cells = tuple(CellType() for _ in function.__closure__ or ())
        names = {**function.__globals__, "__builtins__": _BUILTINS}
        code = _with_words(function.__code__)
        twin = FunctionType(code, names, function.__name__, None, cells)
        twin.__qualname__ = function.__qualname__
        # Known before what it uses is looked at: it may use itself.
        self._made[function] = twin
        twin.__defaults__ = self.seen(function.__defaults__)
        keywords = function.__kwdefaults__ or {}
        twin.__kwdefaults__ = {name: self.seen(value) for name, value in keywords.items()} or None
        for name in function.__globals__.keys() & names_in(code):
            names[name] = self.seen(names[name])
        for cell, original in zip(cells, function.__closure__ or (), strict=True):
            with suppress(ValueError):  # not set: neither is the twin's
                cell.cell_contents = self.seen(original.cell_contents)
        return twin

    def seen(self, value: Any) -> Any:
        """A constant as a rule sees it."""
        if isinstance(value, rules.Rule):
            value = value.function
        if isinstance(value, BuiltinFunctionType) and value in _HELPERS:
            return _HELPERS[value]
        if isinstance(value, FunctionType):
            if value in _HELPERS:
                return _HELPERS[value]
            return value if is_library(value) else self(value)
        if isinstance(value, (ModuleType, type)):
            return self._seen_names(value)
        if isinstance(value, tuple):
            items = [self.seen(item) for item in value]
            return value._make(items) if hasattr(value, "_make") else tuple(items)
        if type(value) is list:
            return ConstantList(map(self.seen, value))
        if type(value) is dict:
            return ConstantDict({self.seen(k): self.seen(v) for k, v in value.items()})
        if type(value) in (set, frozenset):
            return ConstantSet(map(self.seen, value))
        return _seen_number(value)

    def _seen_names(self, value: Any) -> Any:
        if isinstance(value, type) and not issubclass(value, Enum) and not _has_numbers(value):
            return value
        if is_library(value) and value is not math:
            return value
        return _Names(value, self)


class _Names:
    """A module or a class of constants; what is taken from it is seen as rules see it."""

    def __init__(self, owner: Any, functions: WordFunctions) -> None:
        self._owner, self._functions = owner, functions

    def __getattr__(self, name: str) -> Any:
        return self._functions.seen(getattr(self._owner, name))

    def __call__(self, *arguments: Any) -> Any:
        return self._functions.seen(self._owner(*arguments))

    def __iter__(self) -> Iterator[Any]:
        return map(self._functions.seen, self._owner)

    def __len__(self) -> int:
        return len(self._owner)


def _has_numbers(kind: type) -> bool:
    return any(isinstance(value, int) for value in vars(kind).values())


def _with_words(code: CodeType) -> CodeType:
    return code.replace(co_consts=tuple(map(_constant, code.co_consts)))


def _constant(value: Any) -> Any:
    if isinstance(value, CodeType):
        return _with_words(value)
    if isinstance(value, tuple):
        return tuple(map(_constant, value))
    return _seen_number(value)


def _seen_number(value: Any) -> Any:
    if isinstance(value, bool):
        return as_truth(value)
    if isinstance(value, Enum) and isinstance(value, int):
        return Member(int(value))
    if isinstance(value, int):
        return Word(int(value))
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind in ("i", "u"):  # numpy's own integers wrap around where they like
        return as_words(value.tolist())
    if kind == "b":
        return _truths(value.tolist())
    return value


def _truths(value: Any) -> Any:
    return Table(list(map(_truths, value))) if isinstance(value, list) else as_truth(value)


# Python's functions that make numbers of something else, and deepen's helpers


class _Range:
    """`range`, of words."""

    def __init__(self, *arguments: Any) -> None:
        self._range = range(*arguments)

    def __iter__(self) -> Iterator[Word]:
        return map(Word, self._range)

    def __reversed__(self) -> Iterator[Word]:
        return map(Word, reversed(self._range))

    def __len__(self) -> int:
        return len(self._range)

    def __contains__(self, value: object) -> bool:
        return value in self._range

    def __getitem__(self, index: int) -> Word:
        return Word(self._range[index])


def _round(value: Any, digits: int | None = None) -> Any:
    return Word(round(value)) if digits is None else round(value, digits)


def _sum(values: Any, start: Any = 0) -> Any:
    return sum(values, _seen_number(start))


def _enumerate(values: Any, start: int = 0) -> Iterator[tuple[Word, Any]]:
    return ((Word(i), value) for i, value in enumerate(values, start))


_BUILTINS = {
    **vars(builtins),
    "int": Word,
    "bool": as_truth,
    "len": lambda values: Word(len(values)),
    "range": _Range,
    "enumerate": _enumerate,
    "sum": _sum,
    "round": _round,
    "any": lambda values: as_truth(any(values)),
    "all": lambda values: as_truth(all(values)),
}


def _bits(word: int) -> Iterator[Word]:
    return map(Word, rules.bits(word))


_WHOLE_FUNCTIONS = (math.isqrt, math.gcd, math.lcm, math.factorial, math.perm, math.comb)


def _cut(function: Any) -> Any:
    """A function whose result is cut to a word."""
    return lambda *arguments: Word(function(*arguments))


def _fitting(function: Any) -> Any:
    """A function whose result must be a word."""

    def whole(value: Any) -> Word:
        if wrapped(found := function(value)) != found:
            raise ValueError(NOT_WHOLE)
        return Word(found)

    return whole


_HELPERS: dict[Any, Any] = {
    rules.bit: lambda i: Word(1) << i,
    rules.popcount: lambda word: Word(rules.popcount(word)),
    rules.lowest: lambda word: Word(rules.lowest(word)),
    rules.bits: _bits,
    **{function: _cut(function) for function in _WHOLE_FUNCTIONS},
    **{function: _fitting(function) for function in (math.floor, math.ceil, math.trunc)},
}
