"""What a function says, in words that last: the same for every Python, however it is laid out.

Taken from the source, of which comments, white space, brackets, docstrings and annotations say
nothing. A file may have changed since it was imported, so its source is believed only if it
compiles to the code that runs; else, and where there is none, the bytecode speaks, which is that of
one Python.
"""

from __future__ import annotations
import __future__

import ast
import linecache
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

_UNSAID = {
    *("annotation", "returns", "type_comment", "type_params"),
    *("decorator_list", "ctx", "kind"),
}


_silencing = threading.Lock()
_known: WeakKeyDictionary[FunctionType, tuple[CodeType, str]] = WeakKeyDictionary()


def text_of(function: FunctionType) -> str:
    """What it says: found once, since a file may be edited while its code runs."""
    code = function.__code__
    known = _known.get(function)
    if known is not None and known[0] is code:
        return known[1]
    definition = _definition(function)
    if definition is None:
        return _bytecode(code)
    text = _spelled(definition)
    _known[function] = code, text
    return text


def _definition(function: FunctionType) -> ast.FunctionDef | None:
    """Its definition in the source, if that is what runs."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    source = "".join(linecache.getlines(code.co_filename, function.__globals__))
    try:
        found = _definitions(source).get(code.co_firstlineno)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # as ast.parse has it
        return None
    return found if found is not None and _is_of(found, code) else None


@lru_cache(maxsize=4)  # rules and helpers of a file are asked for one after the other
def _definitions(source: str) -> dict[int, ast.FunctionDef]:
    """All functions by the line on which they begin, with what decorates them."""
    with _silenced():
        tree = ast.parse(source)
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {
        min([each.lineno, *(decorator.lineno for decorator in each.decorator_list)]): each
        for each in found
    }


def _is_of(definition: ast.FunctionDef, code: CodeType) -> bool:
    """Whether it compiles to that code."""
    around = ast.parse(f"def around({', '.join(code.co_freevars)}): pass")
    assert isinstance(around.body[0], ast.FunctionDef)
    around.body[0].body = [definition]
    flags = code.co_flags & __future__.annotations.compiler_flag
    try:
        with _silenced():
            compiled = compile(around, "", "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return any(_are_alike(inner, code) for outer in _inner(compiled) for inner in _inner(outer))


@contextmanager
def _silenced() -> Iterator[None]:
    """The import has warned of what stands there. The filters are those of all threads."""
    with _silencing, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _are_alike(one: CodeType, other: CodeType) -> bool:
    names = ("co_code", "co_exceptiontable", "co_names", "co_varnames", "co_freevars")
    if any(getattr(one, name) != getattr(other, name) for name in names):
        return False
    if len(one.co_consts) != len(other.co_consts):
        return False
    return all(map(_are_alike_constants, one.co_consts, other.co_consts))


def _are_alike_constants(one: Any, other: Any) -> bool:
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        return _are_alike(one, other)
    return type(one) is type(other) and bool(one == other)


def _spelled(part: Any) -> str:
    if isinstance(part, list):
        return f"[{','.join(_spelled(each) for each in part if not _is_remark(each))}]"
    if not isinstance(part, ast.AST):
        return repr(part)
    if isinstance(part, ast.JoinedStr):  # at whose end some Pythons see an empty string
        said = (each for each in part.values if getattr(each, "value", None) != "")
        return f"JoinedStr({','.join(map(_spelled, said))})"
    parts = ((name, value) for name, value in ast.iter_fields(part) if name not in _UNSAID)
    # What newer Pythons add is empty in what older ones could say.
    fields = (f"{name}={_spelled(value)}" for name, value in parts if value not in (None, []))
    return f"{type(part).__name__}({','.join(fields)})"


def _is_remark(part: Any) -> bool:
    """Such as a docstring."""
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def _bytecode(code: CodeType) -> str:
    constants = [_bytecode(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    content = (code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants)
    return f"{sys.implementation.cache_tag} {content!r}"
