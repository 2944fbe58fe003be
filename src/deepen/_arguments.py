"""Arguments of what users call, checked where they come in.

A verb says of each of its arguments what it must be. What is something else ends there, in a
`UsageError` that names the argument; what means the same, such as `1e9` for an integer, becomes
what the code behind expects.
"""

from __future__ import annotations

import functools
import math
import reprlib
from collections.abc import Callable, Iterable, Sequence
from numbers import Integral, Real
from os import PathLike
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

from deepen.errors import RuleError, UsageError

Kind = Callable[[str, Any], Any]
"""What an argument must be: (its name, its value) -> the value to go on with."""
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_MOST_CHARACTERS = 60
_BRIEF = reprlib.Repr()
_BRIEF.maxstring = _BRIEF.maxlong = _BRIEF.maxother = _MOST_CHARACTERS


def checked(**kinds: Kind) -> Callable[[Callable[Arguments, Result]], Callable[Arguments, Result]]:
    """Checks the arguments of a function whenever it is called; each of them needs a kind."""

    def decorate(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        assert isinstance(function, FunctionType)
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        assert set(names) - {"self", "cls"} == kinds.keys(), f"{function.__name__} has {names}"
        places = [(i, name) for i, name in enumerate(names[: code.co_argcount]) if name in kinds]

        @functools.wraps(function)
        def call(*arguments: Any, **named: Any) -> Result:
            given = list(arguments)
            for place, name in places:
                if place < len(given):
                    given[place] = kinds[name](name, given[place])
            for name, value in named.items():
                if name in kinds:
                    named[name] = kinds[name](name, value)
            try:
                return function(*given, **named)  # type: ignore[no-any-return]
            except RuleError as error:  # its words name the user's line; our frames only hide it
                raise error.with_traceback(None)  # noqa: B904 -- it is the same error

        return call

    return decorate


def shown(value: Any) -> str:
    """A value in a sentence: never more than a line of it, however large it is."""
    text = " ".join(_BRIEF.repr(value).split())
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 4]} ..."


def is_number(value: Any) -> bool:
    """Whether it is one, of whatever type; True and False are none."""
    return isinstance(value, Real) and not isinstance(value, bool)


def is_integer(value: Any) -> bool:
    """The same of integers."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def refusal(name: str, value: Any, wanted: str) -> UsageError:
    """The sentence for an argument that does not fit."""
    return UsageError(f"{name} is {shown(value)}; it must be {wanted}")


def unknown(what: str, name: str, known: Iterable[str], where: str = "") -> UsageError:
    """The sentence for a name that there is not, with those that there are."""
    names = list(known)
    guess = guessed(_USUAL_NAMES.get(name.lower(), name), names)
    return UsageError(f"there is no {what} '{name}'{where}{guess} known: {', '.join(names)}")


def guessed(name: str, known: Sequence[str]) -> str:
    """Which one was meant by a name that there is not; the end of a clause in any case."""
    from difflib import get_close_matches  # lazy: start-up

    near = get_close_matches(name, known, 1)
    return f"; did you mean '{near[0]}'?" if near else ";"


# What textbooks and other libraries call our algorithms.
_USUAL_NAMES = {
    "a*": "astar",
    "ida*": "idastar",
    "bfs": "breadth-first",
    "dfs": "depth-first",
    "dijkstra": "uniform-cost",
    "ucs": "uniform-cost",
    "best-first": "greedy",
    "nbs": "bidirectional",
    "mm": "bidirectional",
}

# Kinds


def anything(name: str, value: Any) -> Any:
    """What is looked at elsewhere."""
    return value


def optional(kind: Kind) -> Kind:
    """Of that kind, or None."""
    return lambda name, value: None if value is None else kind(name, value)


def an_integer(low: int | None = None, high: int | None = None) -> Kind:
    """An integer, of whatever type: also 1e9, and those of numpy."""

    def check(name: str, value: Any) -> int:
        whole = value if type(value) is int else _as_integer(value)
        if whole is None:
            raise refusal(name, value, " ".join(("an integer", _range(low, high))).strip())
        if (low is not None and whole < low) or (high is not None and whole > high):
            raise refusal(name, value, _range(low, high))
        return whole

    return check


def a_number(low: float, high: float = math.inf) -> Kind:
    """A number, of whatever type, but not nan."""

    def check(name: str, value: Any) -> Any:
        if not is_number(value):
            raise refusal(name, value, f"a number {_range(low, high)}")
        if not low <= value <= high:
            raise refusal(name, value, _range(low, high))
        return value

    return check


def a_truth(name: str, value: Any) -> bool:
    """True or False, of Python's or of numpy's."""
    if isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b":
        return bool(value)
    raise refusal(name, value, "True or False")


def a_name(name: str, value: Any) -> str:
    """A name of something."""
    if not isinstance(value, str):
        raise refusal(name, value, "a name in quotes")
    return value


def some_names(name: str, value: Any) -> list[str]:
    """Several names; one alone would be taken for its letters."""
    if isinstance(value, str):
        raise refusal(name, value, f"a list of names: [{value!r}]")
    if not isinstance(value, Iterable):
        raise refusal(name, value, "a list of names")
    return [a_name(f"an entry of {name}", item) for item in value]


def one_of(*names: str) -> Kind:
    """One of some words."""

    def check(name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in names:
            raise refusal(name, value, " or ".join(map(repr, names)))
        return value

    return check


def a_function(name: str, value: Any) -> Any:
    """Something to be called."""
    if not callable(value):
        raise refusal(name, value, "a function")
    return value


def a_path(name: str, value: Any) -> Any:
    """Where a file is."""
    if not isinstance(value, (str, PathLike)):
        raise refusal(name, value, "the name of a file")
    return value


_MOST = (1 << 64) - 2
LIMITS: dict[str, Kind] = {
    "time_limit": optional(a_number(0)),
    "memory_limit": optional(an_integer(0, _MOST)),
    "node_limit": optional(an_integer(0, _MOST)),
}
"""What nearly every verb has."""


def _as_integer(value: Any) -> int | None:
    if not is_number(value) or not math.isfinite(value) or value != int(value):
        return None
    return int(value)


def _range(low: float | None, high: float | None) -> str:
    if high is not None and high != math.inf:
        return f"from {low} to {high}"
    return "" if low is None else f"{low} or more"
