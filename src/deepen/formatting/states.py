"""A state in a line: by its fields, as words, or as any object writes itself; never all of it."""

from __future__ import annotations

import reprlib
from typing import Any

from deepen.state import CellSet, State

_MOST_ITEMS = 16
_MOST_WORDS = 8
_LONG_WORD = 1 << 32  # from here on, bits: nobody reads such a number

_BRIEF = reprlib.Repr()
_BRIEF.maxlist = _BRIEF.maxtuple = _BRIEF.maxset = _BRIEF.maxfrozenset = _MOST_ITEMS
_BRIEF.maxdict = _MOST_ITEMS
_BRIEF.maxstring = _BRIEF.maxother = _BRIEF.maxlong = 100


def state_in_words(state: Any) -> str:
    """What it holds: `man=5, boxes={7, 9}`; a number too long to be read in hexadecimal."""
    if isinstance(state, State):
        return ", ".join(f"{name}={_field(state, name)}" for name in type(state).fields)
    if isinstance(state, tuple) and len(state) <= _MOST_WORDS and any(map(_is_long, state)):
        return f"({', '.join(map(_item, state))})"
    return _item(state)


def state_in_short(state: Any, most: int) -> str:
    """As `repr` would have it, cut to so many characters."""
    said = state_in_words(state)
    said = said if len(said) <= most else f"{said[: most - 3]}..."
    return f"State({said})" if isinstance(state, State) else said


def _field(state: State, name: str) -> str:
    plain = state.as_dict()[name]
    if isinstance(state.fields[name], CellSet):
        return f"{{{_BRIEF.repr(plain)[1:-1]}}}"  # in order, and {} for none
    return _BRIEF.repr(plain)


def _is_long(item: Any) -> bool:
    return isinstance(item, int) and item >= _LONG_WORD


def _item(item: Any) -> str:
    return f"{item:#x}" if _is_long(item) else " ".join(_BRIEF.repr(item).split())
