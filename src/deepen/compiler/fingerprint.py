"""A key for compiled code: equal only if everything that the code was made from is equal.

Covers the bytecode of a function and, through the names it uses, of every function and constant
that it can reach; also the versions of what compiles it and the processor it is compiled for. So a
changed helper in another file changes the key, which time stamps of one file would miss.

Taking one costs some 100 microseconds, more than many a search. So it comes with a snapshot:
every name that was looked up and what it led to, which is compared again in a microsecond or two.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Callable
from enum import Enum
from functools import cache, partial
from itertools import repeat
from operator import is_
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from deepen.compiler import abi
from deepen.compiler.call_graph import globals_in, is_library, names_in
from deepen.rules import Rule

_PACKAGE = Path(__file__).parents[1]
_PROCESS = os.urandom(8).hex()
ABSENT = object()
"""What a name leads to that is not there."""
_kept: dict[int, Any] = {}


class LookupSnapshot:
    """Every name that a fingerprint has looked up and what it led to: whether it still stands."""

    def __init__(self) -> None:
        self._in_dicts = _Lookups(dict.get)
        self._in_objects = _Lookups(getattr)
        self._sees_all = True

    def global_of(self, function: FunctionType, name: str) -> Any:
        """Looks up a global name of a function, and remembers what was there."""
        return self._in_dicts.look(function.__globals__, name)

    def attribute_of(self, owner: Any, name: str) -> Any:
        """The same of an attribute."""
        return self._in_objects.look(owner, name)

    def include(self, other: LookupSnapshot) -> None:
        """Takes in what another one has looked up; from now on, this stands only if both do."""
        self._in_dicts.include(other._in_dicts)
        self._in_objects.include(other._in_objects)
        self._sees_all = self._sees_all and other._sees_all

    def distrust(self) -> None:
        """Notes that something can change without another object in its place."""
        self._sees_all = False

    def stands(self) -> bool:
        """Whether every name still leads to the same object, and no object can have changed."""
        return self._sees_all and self._in_dicts.stand() and self._in_objects.stand()


class _Lookups:
    """Lookups of one kind, each once; side by side, since every search repeats them."""

    def __init__(self, get: Callable[..., Any]) -> None:
        self._get = get
        self._owners: list[Any] = []
        self._names: list[str] = []
        self._values: list[Any] = []
        self._seen: set[tuple[int, str, int]] = set()

    def look(self, owner: Any, name: str) -> Any:
        value = self._get(owner, name, ABSENT)
        self._add(owner, name, value)
        return value

    def include(self, other: _Lookups) -> None:
        for owner, name, value in zip(other._owners, other._names, other._values, strict=True):
            self._add(owner, name, value)

    def _add(self, owner: Any, name: str, value: Any) -> None:
        if (id(owner), name, id(value)) not in self._seen:
            self._seen.add((id(owner), name, id(value)))
            self._owners.append(owner)
            self._names.append(name)
            self._values.append(value)

    def stand(self) -> bool:
        found = map(self._get, self._owners, self._names, repeat(ABSENT))
        return all(map(is_, found, self._values))


def fingerprint(value: Any) -> tuple[str, LookupSnapshot]:
    """A hexadecimal digest of the value and of the tools that would compile it."""
    walk = _Walk(hashlib.sha256(repr(_toolchain()).encode()))
    walk.add(value)
    return walk.digest.hexdigest(), walk.snapshot


@cache
def _toolchain() -> tuple[str, ...]:
    from importlib.metadata import version  # lazy: start-up

    from llvmlite import binding  # lazy: start-up

    return (
        compiler_digest(),
        *(version(package) for package in ("deepen", "numba", "llvmlite", "numpy")),
        sys.version,
        binding.get_default_triple(),
        binding.get_host_cpu_name(),
        binding.get_host_cpu_features().flatten(),
    )


def compiler_digest(package: Path = _PACKAGE) -> str:
    """Of what turns rules into code besides Numba: all of this folder, and what numbers mean."""
    numbers = [package / "rules.py", package / "packing" / "machine_word.py"]
    digest = hashlib.sha256(abi.SUMMARY.encode())
    for file in [*numbers, *sorted((package / "compiler").rglob("*.py"))]:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(package)} {len(content)}\n".encode() + content)
    return digest.hexdigest()


class _Walk:
    """Feeds a digest; each function once, so that recursion ends."""

    def __init__(self, digest: Any) -> None:
        self.digest = digest
        self.seen: set[Any] = set()
        self.snapshot = LookupSnapshot()

    def add(self, value: Any) -> None:
        if isinstance(value, Rule):
            value = self.snapshot.attribute_of(value, "function")
        self.mark(type(value).__name__)
        if isinstance(value, FunctionType):
            self.add_function(value)
        elif isinstance(value, CodeType):
            self.add_code(value)
        elif isinstance(value, ModuleType):
            self.mark(value.__name__)
        elif isinstance(value, tuple):
            self.mark(f"{len(value)} {getattr(value, '_fields', '')}")
            for item in value:
                self.add(item)
        elif isinstance(value, Enum):
            self.mark(str(value))
            self.add(value.value)
        elif isinstance(value, (int, float, str, bytes, complex, type(None), type(Ellipsis))):
            self.mark(repr(value))
        elif isinstance(value, partial):
            self.add((value.func, value.args, sorted(value.keywords.items())))
        elif hasattr(value, "py_func"):  # compiled by the user's own Numba
            self.add(self.snapshot.attribute_of(value, "py_func"))
        elif isinstance(value, type):
            self.mark(f"{value.__module__}.{value.__qualname__}")
        elif is_dispatcher(value):
            self.mark(repr(sorted(value.targetoptions.items())))
            self.add(self.snapshot.attribute_of(value, "py_func"))
        else:
            self.add_object(value)

    def mark(self, text: str) -> None:
        self.digest.update(text.encode() + b"\0")

    def add_object(self, value: Any) -> None:
        if not isinstance(value, frozenset):
            self.snapshot.distrust()
        try:
            self.digest.update(pickle.dumps(value, protocol=4))
        except Exception:  # whatever pickling raises: such a value is like none but itself
            _kept[id(value)] = value  # so that no other ever gets its id
            self.mark(f"{id(value)} {_PROCESS}")

    def add_function(self, function: FunctionType) -> None:
        self.mark(f"{function.__module__}.{function.__qualname__}")
        if id(function) in self.seen or is_library(function):
            return
        self.seen.add(id(function))
        look = self.snapshot.attribute_of
        self.add(look(function, "__code__"))
        names = tuple(sorted(names_in(function.__code__)))
        for default in look(function, "__defaults__") or ():
            self.add_named("", default, names)
        for name, default in sorted((look(function, "__kwdefaults__") or {}).items()):
            self.add_named(name, default, names)
        for cell in function.__closure__ or ():
            self.add_named("", look(cell, "cell_contents"), names)
        for name in sorted(globals_in(function.__code__)):
            value = self.snapshot.global_of(function, name)
            if value is not ABSENT:
                self.add_named(name, value, names)

    def add_code(self, code: CodeType) -> None:
        # Line numbers stay out: moving a function does not change it.
        self.digest.update(code.co_code + code.co_exceptiontable)
        self.add((code.co_names, code.co_varnames, code.co_freevars, code.co_argcount))
        self.add(code.co_consts)

    def add_named(self, name: str, value: Any, names: tuple[str, ...]) -> None:
        """What a name leads to, and what code that knows these names may take from it."""
        self.mark(name)
        self.add(value)
        self.add_attributes(value, names)

    def add_attributes(self, owner: Any, names: tuple[str, ...]) -> None:
        """Of a module or a class (an enum, say): what the code may take from it, however deep."""
        if not isinstance(owner, (ModuleType, type)) or (id(owner), names) in self.seen:
            return
        self.seen.add((id(owner), names))
        if is_library(owner):
            return
        for name in names:
            value = self.snapshot.attribute_of(owner, name)
            if value is not ABSENT:
                self.add_named(name, value, names)


def is_dispatcher(value: Any) -> bool:
    """Whether it is a helper that the user has given to `numba.njit`: pickled, no two are alike."""
    is_numbas = type(value).__module__.split(".")[0] == "numba"
    return is_numbas and isinstance(getattr(value, "py_func", None), FunctionType)
