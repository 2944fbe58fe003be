"""What the values of a table follow from: rules, states and board, as digests that last.

They are the same for every Python, Numba, machine and version of deepen, since tables are kept for
years, and differ when a rule changes, or a helper or a constant that it can reach, in whatever
file. `compiler.fingerprint` is stricter: that of compiled code is a key of all that made it.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import sys
from collections.abc import Callable
from enum import Enum
from functools import cached_property, partial
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable
from weakref import WeakKeyDictionary

from deepen.compiler.call_graph import globals_in, is_library, names_in
from deepen.compiler.fingerprint import ABSENT, LookupSnapshot
from deepen.rules import Rule
from deepen.tables.source import text_of

if TYPE_CHECKING:
    from deepen.game import Game

RULES = ("moves", "outcome", "canonical", "rank", "unrank", "predecessors")
"""Those that decide which positions there are, what they are worth, where they are found, and how
a table comes to be."""
_PROCESS = os.urandom(8).hex()
_known: WeakKeyDictionary[type, tuple[dict[str, str], LookupSnapshot]] = WeakKeyDictionary()


def digests(game: Game) -> dict[str, str]:
    """A digest of each rule that the game has, of how its states are packed, and of the board."""
    packing = game.packing
    board = packing.board.text.encode() + game.board_bytes
    return {**rules_of(type(game)), "state": _digest(_layout(packing)), "board": _hash(board)}


def key_of(parts: dict[str, str]) -> str:
    """One digest of them all."""
    return _digest(sorted(parts.items()))


def rules_of(kind: type) -> dict[str, str]:
    """A digest of each rule of a class of games; of one whose states are objects, of its methods.

    What is found changes when a rule does, or what it can reach.
    """
    found = _known.get(kind)
    if found is None or not found[1].stands():
        found = _known[kind] = _taken(kind)
    return found[0]


def _taken(kind: type) -> tuple[dict[str, str], LookupSnapshot]:
    parts, snapshot = {}, LookupSnapshot()
    for name in RULES:
        rule = snapshot.attribute_of(kind, name)
        if isinstance(rule, Rule):
            walk = _Walk(snapshot)
            walk.add(rule)
            parts[name] = walk.digest.hexdigest()
    return parts or {"methods": _of_methods(kind, snapshot)}, snapshot


def _of_methods(kind: type, snapshot: LookupSnapshot) -> str:
    """Without what lists, dicts and objects hold: to methods these may be notes or caches."""
    walk = _Walk(snapshot, contents=False)
    for owner in kind.__mro__:
        if _is_known(owner):
            continue
        for name, value in vars(owner).items():
            if isinstance(value, classmethod):  # bound anew each time
                walk.add_named(name, value.__func__, ())
            elif name not in _NO_METHODS:
                walk.add_named(name, snapshot.attribute_of(owner, name), ())
    return walk.digest.hexdigest()


_NO_METHODS = {
    *("__dict__", "__weakref__", "__doc__", "__module__", "__qualname__"),
    *("__annotations__", "__firstlineno__", "__static_attributes__"),
}


def _layout(packing: Any) -> list[Any]:
    """How a state is packed."""
    fields = [] if packing.state is None else packing.state.places.values()
    turn = packing.player
    return [
        packing.words,
        [turn.word, turn.shift] if turn is not None else None,
        sorted(
            [
                each.name,
                each.kind,
                each.shape,
                each.items.low,
                each.items.high,
                each.word,
                each.shift,
            ]
            for each in fields
        ),
    ]


def _digest(plain: Any) -> str:
    return _hash(json.dumps(plain).encode())


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@runtime_checkable
class _Array(Protocol):
    """What numpy has: arrays and single numbers."""

    dtype: Any
    shape: Any

    def tobytes(self) -> bytes: ...


class _Walk:
    """Feeds a digest; each function once, so that recursion ends."""

    def __init__(self, snapshot: LookupSnapshot, contents: bool = True) -> None:
        self.digest = hashlib.sha256()
        self.snapshot = snapshot
        self.contents = contents  # whether those count of what can change in place
        self.seen: dict[Any, int] = {}

    def add(self, value: Any) -> None:
        if isinstance(value, Rule):
            value = self.snapshot.attribute_of(value, "function")
        elif isinstance(getattr(value, "py_func", None), FunctionType):  # given to Numba's njit
            value = self.snapshot.attribute_of(value, "py_func")
        elif type(value).__name__ == "_lru_cache_wrapper":  # which adds nothing but speed
            value = self.snapshot.attribute_of(value, "__wrapped__")
        elif isinstance(value, property):
            value = self.snapshot.attribute_of(value, "fget")
        elif isinstance(value, cached_property):
            value = self.snapshot.attribute_of(value, "func")
        add = next((add for kinds, add in _WAYS if isinstance(value, kinds)), _Walk.add_object)
        if self.contents or not (add in _OF_CONTENTS or isinstance(value, (list, set))):
            add(self, value)
        else:
            self.mark(f"{type(value).__name__} {id(value)}")  # another is another one

    def mark(self, text: str) -> None:
        self.digest.update(text.encode(errors="surrogatepass") + b"\0")

    def add_plain(self, value: Any) -> None:
        self.mark(f"{type(value).__name__} {value!r}")

    def add_sequence(self, value: Any) -> None:
        if isinstance(value, list):
            self.snapshot.distrust()
        self.mark(f"sequence {len(value)} {getattr(value, '_fields', '')}")
        for item in value:
            self.add(item)

    def add_mapping(self, value: dict[Any, Any]) -> None:
        self.snapshot.distrust()
        self.mark("mapping")
        self.add_sequence(tuple(value.items()))

    def add_set(self, value: Any) -> None:
        if isinstance(value, set):
            self.snapshot.distrust()
        self.mark(f"set {sorted(map(repr, value))}")

    def add_enum(self, value: Enum) -> None:
        self.mark(str(value))
        self.add(value.value)

    def add_partial(self, value: partial[Any]) -> None:
        self.add((value.func, value.args, sorted(value.keywords.items())))

    def add_owner(self, value: Any) -> None:
        """A module or a class; what rules take from one of the user's is added by its name."""
        self.mark(value.__name__ if _is_known(value) else "owner")

    def add_array(self, value: Any) -> None:
        self.snapshot.distrust()
        self.mark(f"array {value.dtype.str} {value.shape}")
        self.digest.update(value.tobytes())

    def add_object(self, value: Any) -> None:
        self.snapshot.distrust()
        try:
            self.digest.update(pickle.dumps(value, protocol=4))
        except Exception:  # whatever pickling raises: such a value is like none but itself
            self.mark(f"{id(value)} {_PROCESS}")

    def add_function(self, function: FunctionType) -> None:
        if _is_known(function):
            self.mark(f"{function.__module__}.{function.__qualname__}")
            return
        if id(function) in self.seen:
            self.mark(f"again {self.seen[id(function)]}")
            return
        self.seen[id(function)] = len(self.seen)
        look = self.snapshot.attribute_of
        self.mark(text_of(function))
        names = tuple(sorted(names_in(look(function, "__code__"))))
        for default in look(function, "__defaults__") or ():
            self.add_named("", default, names)
        for name, default in sorted((look(function, "__kwdefaults__") or {}).items()):
            self.add_named(name, default, names)
        free = function.__code__.co_freevars
        for name, cell in zip(free, function.__closure__ or (), strict=True):
            try:
                value = look(cell, "cell_contents")
            except ValueError:  # not set yet
                self.snapshot.distrust()
                continue
            self.add_named(name, value, names)
        for name in sorted(globals_in(function.__code__)):
            value = self.snapshot.global_of(function, name)
            if value is not ABSENT:
                self.add_named(name, value, names)

    def add_named(self, name: str, value: Any, names: tuple[str, ...]) -> None:
        """What a name leads to, and what code that knows these names may take from it."""
        self.mark(name)
        self.add(value)
        self.add_attributes(value, names)

    def add_attributes(self, owner: Any, names: tuple[str, ...]) -> None:
        if not isinstance(owner, (ModuleType, type)) or (id(owner), names) in self.seen:
            return
        self.seen[id(owner), names] = len(self.seen)
        if _is_known(owner):
            return
        for name in names:
            value = self.snapshot.attribute_of(owner, name)
            if value is not ABSENT:
                self.add_named(name, value, names)


def _is_known(owner: Any) -> bool:
    """Whether it is a library's or deepen's own, and means the same in every version.

    The games of deepen are but rules.
    """
    home = owner.__name__ if isinstance(owner, ModuleType) else owner.__module__
    is_ours = f"{home}.".startswith("deepen.") and not home.startswith("deepen.games.")
    return is_ours or is_library(sys.modules.get(home) or owner)


# In this order: an enum may be an integer too, and a number of numpy's a float.
_WAYS: tuple[tuple[Any, Callable[[_Walk, Any], None]], ...] = (
    (FunctionType, _Walk.add_function),
    (Enum, _Walk.add_enum),
    (_Array, _Walk.add_array),
    ((int, float, complex, str, bytes, type(None), type(Ellipsis)), _Walk.add_plain),
    ((tuple, list), _Walk.add_sequence),
    (dict, _Walk.add_mapping),
    ((set, frozenset), _Walk.add_set),
    (partial, _Walk.add_partial),
    ((ModuleType, type), _Walk.add_owner),
)
_OF_CONTENTS = {_Walk.add_array, _Walk.add_mapping, _Walk.add_object}
