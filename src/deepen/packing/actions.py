"""Actions that a class declares: names, or tuples of bounded integers. The engine has numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from deepen._arguments import shown
from deepen.packing.state_layout import Items

MOST_ACTIONS = 1 << 31
"""So many numbers the engine has for actions."""


@dataclass(frozen=True)
class NamedActions:
    """Actions by name: `actions = ("up", "down")`. Rules may yield the number or the name."""

    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """Equal for equal layouts."""
        return repr(self.names)

    @property
    def in_words(self) -> str:
        """What an action is."""
        return f"{one_of(self.names)}, or a number from 0 to {len(self.names) - 1}"

    def number(self, action: Any) -> int | None:
        """As the engine has it; None if there is no such action."""
        if isinstance(action, str):
            return self.names.index(action) if action in self.names else None
        found = _whole(action)
        return found if found is not None and 0 <= found < len(self.names) else None

    def refusal(self, action: Any) -> str:
        """Why an action is none."""
        return f"yields the action {shown(action)}: an action is {self.in_words}"

    def given(self, number: int) -> int:
        """As rules are given it."""
        return number

    def described(self, action: int) -> str:
        """As people write what rules are given."""
        return self.names[action]


@dataclass(frozen=True)
class TupleActions:
    """Actions of several parts: `actions = (deepen.Cell(8), deepen.Cell(8))`.

    The number of one is in mixed radix, the first part the most significant.
    """

    parts: tuple[Items, ...]

    @property
    def text(self) -> str:
        """Equal for equal layouts."""
        return repr(self.parts)

    @property
    def in_words(self) -> str:
        """What an action is."""
        return f"a tuple of {len(self.parts)} integers"

    @property
    def count(self) -> int:
        """How many actions there are."""
        return prod(map(_size, self.parts))

    def number(self, action: Any) -> int | None:
        """As the engine has it; None if there is no such action."""
        if not isinstance(action, tuple) or len(action) != len(self.parts):
            return None
        found = 0
        for value, items in zip(map(_whole, action), self.parts, strict=True):
            if value is None or not items.low <= value <= items.high:
                return None
            found = found * _size(items) + value - items.low
        return found

    def refusal(self, action: Any) -> str:
        """Why an action is none."""
        return f"yields the action {shown(action)}: {self._fault(action)}"

    def _fault(self, action: Any) -> str:
        wanted = f"an action is {self.in_words}"
        if not isinstance(action, tuple) or len(action) != len(self.parts):
            return wanted
        for place, (value, items) in enumerate(zip(action, self.parts, strict=True), 1):
            found = _whole(value)
            if found is None:
                return wanted
            if not items.low <= found <= items.high:
                return f"part {place} is {shown(found)}, and can be {items.low} to {items.high}"
        return ""

    def given(self, number: int) -> tuple[int, ...]:
        """As rules are given it, in plain numbers."""
        found: list[int] = []
        for items in reversed(self.parts):
            number, value = divmod(number, _size(items))
            found.append(bool(value) if items.is_truth else value + items.low)
        return tuple(reversed(found))

    def described(self, action: Any) -> Any:
        """As people write what rules are given."""
        return action


ActionLayout = NamedActions | TupleActions


def as_rules_see(
    action: Any, as_number: Callable[[int], Any], as_truth: Callable[[int], Any]
) -> Any:
    """What rules are given, with numbers of a kind of their own."""
    if isinstance(action, tuple):
        return tuple(as_rules_see(part, as_number, as_truth) for part in action)
    return as_truth(action) if isinstance(action, bool) else as_number(action)


def one_of(names: Sequence[str]) -> str:
    """Names in a sentence: 'up', 'left' or 'right'."""
    *most, last = map(repr, names)
    return f"{', '.join(most)} or {last}" if most else last


def _size(items: Items) -> int:
    return items.high - items.low + 1


def _whole(value: Any) -> int | None:
    try:
        return operator.index(value)
    except TypeError:
        return None
