"""Python literals as text, and back: numbers, strings, tuples, lists, dicts, sets, frozensets.

States may also be dataclasses, named tuples and enums of the user's own: whoever reads a text says
which there are, by name. Nothing else is called.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

Call = tuple[tuple[Any, ...], dict[str, Any]]
Types = Mapping[str, type[Any]]

_NO_LITERAL = (SyntaxError, ValueError, TypeError, LookupError, RecursionError, MemoryError)
_SETS: Types = {"set": set, "frozenset": frozenset}


def literal(text: str, types: Types = _SETS) -> Any:
    """The value of a text; raises a `ValueError` where it is no literal.

    >>> literal("(1, frozenset({2}))")
    (1, frozenset({2}))
    """
    found, named = arguments(text, types)
    if named or len(found) != 1:
        raise ValueError("not one value")
    return found[0]


def arguments(text: str, types: Types = _SETS) -> Call:
    """What stands between the brackets of a call; a `ValueError` where that is no literals.

    >>> arguments("3, [5, 4], goal=1")
    ((3, [5, 4]), {'goal': 1})
    """
    try:
        call = ast.parse(f"call({text}\n)", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise ValueError("no list of arguments")
        return _Reader({**_SETS, **types}).arguments(call)
    except _NO_LITERAL as error:
        raise ValueError(f"no Python literal: {error}") from None


class _Reader:
    """As `ast.literal_eval`, which knows no frozensets and no classes of others."""

    def __init__(self, types: Types) -> None:
        self.types = types

    def arguments(self, call: ast.Call) -> Call:
        by_name = {each.arg or "": self.value(each.value) for each in call.keywords}
        return tuple(map(self.value, call.args)), by_name

    def value(self, node: ast.expr) -> Any:
        match node:
            case ast.Tuple() | ast.List() | ast.Set():
                kind: Any = {ast.Tuple: tuple, ast.List: list, ast.Set: set}[type(node)]
                return kind(map(self.value, node.elts))
            case ast.Dict():
                keys = [self.value(key) for key in node.keys if key is not None]
                return dict(zip(keys, map(self.value, node.values), strict=True))
            case ast.Call(func=ast.Name(id=name)) if name in self.types:
                found, named = self.arguments(node)
                return self.types[name](*found, **named)
            case ast.Attribute(value=ast.Name(id=name), attr=member) if name in self.types:
                return self._member(self.types[name], member)
        return ast.literal_eval(node)

    def _member(self, kind: Any, name: str) -> Any:
        if not issubclass(kind, enum.Enum):
            raise ValueError(f"{kind.__name__} is no enum")
        return kind[name]


def types_of(module: ModuleType) -> Types:
    """The classes that a module defines and `written` can write; none that it imports."""
    found = vars(module).items()
    own = {name: each for name, each in found if _is_known(each)}
    return {name: each for name, each in own.items() if each.__module__ == module.__name__}


def _is_known(kind: Any) -> bool:
    if not isinstance(kind, type):
        return False
    return dataclasses.is_dataclass(kind) or issubclass(kind, enum.Enum) or _is_named_tuple(kind)


def _is_named_tuple(kind: type[Any]) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def plain(value: Any) -> Any:
    """The same in what a text can say: ranges and arrays as lists, states as dicts."""
    if isinstance(value, Mapping):
        return {plain(key): plain(item) for key, item in value.items()}
    if hasattr(value, "as_dict"):
        return value.as_dict()
    if hasattr(value, "tolist"):
        return value.tolist()
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(map(plain, value))
    is_list = isinstance(value, (range, Sequence)) and not isinstance(value, (str, bytes, tuple))
    return list(value) if is_list else value


def written(value: Any, types: Types = _SETS) -> str:
    """The text that `literal` reads; a `ValueError` where there is none."""
    text = _in_order(value)
    if literal(text, types) != value:
        raise ValueError(f"{text} is not read as it was written")
    return text


def _in_order(value: Any) -> str:
    """As `repr`, with sets in one order in every run, and classes by their bare names."""
    kind = type(value)
    if isinstance(value, enum.Enum):
        return f"{kind.__name__}.{value.name}"
    if dataclasses.is_dataclass(kind):
        return _called(kind, [each.name for each in dataclasses.fields(kind) if each.init], value)
    if _is_named_tuple(kind):
        return _called(kind, kind._fields, value)
    if kind in (set, frozenset):
        return _set_in_order(value)
    if kind is dict:
        pairs = (f"{_in_order(key)}: {_in_order(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if kind in (list, tuple):
        items = ", ".join(map(_in_order, value))
        if kind is list:
            return f"[{items}]"
        return f"({items},)" if len(value) == 1 else f"({items})"
    return repr(value)


def _called(kind: type[Any], names: Sequence[str], value: Any) -> str:
    parts = (f"{name}={_in_order(getattr(value, name))}" for name in names)
    return f"{kind.__name__}({', '.join(parts)})"


def _set_in_order(value: set[Any] | frozenset[Any]) -> str:
    items = ", ".join(sorted(map(_in_order, value)))
    inner = f"{{{items}}}" if items else ""
    return inner if type(value) is set and items else f"{type(value).__name__}({inner})"
