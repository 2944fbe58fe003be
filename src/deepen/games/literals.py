"""Python literals as text, and back: numbers, strings, tuples, lists, dicts, sets, frozensets."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

Call = tuple[tuple[Any, ...], dict[str, Any]]
_NO_LITERAL = (SyntaxError, ValueError, TypeError, RecursionError, MemoryError)
_SETS = {"set": set, "frozenset": frozenset}


def literal(text: str) -> Any:
    """The value of a text; raises a `ValueError` where it is no literal.

    >>> literal("(1, frozenset({2}))")
    (1, frozenset({2}))
    """
    (value,), named = arguments(text)
    if named:
        raise ValueError("a name where a value was expected")
    return value


def arguments(text: str) -> Call:
    """What stands between the brackets of a call; a `ValueError` where that is no literals.

    >>> arguments("3, [5, 4], goal=1")
    ((3, [5, 4]), {'goal': 1})
    """
    try:
        call = ast.parse(f"call({text}\n)", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise ValueError("no list of arguments")
        by_name = {each.arg or "": _value(each.value) for each in call.keywords}
        return tuple(map(_value, call.args)), by_name
    except _NO_LITERAL as error:
        raise ValueError(f"no Python literal: {error}") from None


def _value(node: ast.expr) -> Any:
    """As `ast.literal_eval`, which knows no frozensets."""
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        kind = {ast.Tuple: tuple, ast.List: list, ast.Set: set}[type(node)]
        return kind(map(_value, node.elts))
    if isinstance(node, ast.Dict):
        keys = [_value(key) for key in node.keys if key is not None]
        return dict(zip(keys, map(_value, node.values), strict=True))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _SETS[node.func.id](*map(_value, node.args)) if node.func.id in _SETS else _no(node)
    return ast.literal_eval(node)


def _no(node: ast.Call) -> Any:
    raise ValueError(f"a call of {ast.unparse(node.func)}")


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
    return list(value) if isinstance(value, (range, Sequence)) and type(value) is not str else value


def written(value: Any) -> str:
    """The text that `literal` reads; a `ValueError` where there is none."""
    text = _in_order(value)
    if literal(text) != value:
        raise ValueError(f"{text} is not read as it was written")
    return text


def _in_order(value: Any) -> str:
    """As `repr`, with sets in one order in every run."""
    if isinstance(value, (set, frozenset)):
        items = ", ".join(sorted(map(_in_order, value)))
        inner = f"{{{items}}}" if items else ""
        return inner if type(value) is set and items else f"{type(value).__name__}({inner})"
    if type(value) is dict:
        pairs = (f"{_in_order(key)}: {_in_order(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if type(value) in (list, tuple):
        items = ", ".join(map(_in_order, value))
        if type(value) is list:
            return f"[{items}]"
        return f"({items},)" if len(value) == 1 else f"({items})"
    return repr(value)
