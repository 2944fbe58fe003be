"""Tables that a rule finds under a global name, as interpreted rules see them: read only.

A rule that changes one would say something else the next time; compiled rules cannot either.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

from deepen.packing.machine_word import Word


class Member(Word):
    """A member of an enum of whole numbers."""

    __slots__ = ()

    @property
    def value(self) -> Word:
        return Word(self)


def _refuse(self: Any, *arguments: Any, **named: Any) -> NoReturn:
    raise TypeError("a global is constant in rules: copy it first, `t = list(TABLE)`")


class ConstantList(list[Any]):
    """A global list."""

    __hash__ = None


class ConstantDict(dict[Any, Any]):
    """A global dict."""

    __hash__ = None


class ConstantSet(frozenset[Any]):
    """A global set; it is gone through from the smallest on."""

    def __iter__(self) -> Iterator[Any]:
        return iter(sorted(super().__iter__()))


for _kind, _names in (
    (ConstantList, "__setitem__ __delitem__ __iadd__ __imul__ append clear extend insert pop"),
    (ConstantList, "remove reverse sort"),
    (ConstantDict, "__setitem__ __delitem__ __ior__ clear pop popitem setdefault update"),
):
    for _name in _names.split():
        setattr(_kind, _name, _refuse)
