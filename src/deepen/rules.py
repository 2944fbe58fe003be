"""The language of rules: decorators, and the few helpers that bit boards need.

A rule is an ordinary Python function. It runs as it stands in the interpreter, and compiled when a
search asks for speed, with the same results. Inside a rule a number is a 64-bit integer: results
wrap around, `>>` shifts in zeros, a shift by 64 or more leaves 0, and everything else is Python as
you know it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from deepen._arguments import a_function, a_truth, anything, checked
from deepen.errors import UsageError

__all__ = [
    "DEAD",
    "DRAW",
    "LOSS",
    "WIN",
    "Heuristic",
    "Rule",
    "bit",
    "bits",
    "heuristic",
    "lowest",
    "popcount",
    "rule",
]

DEAD = 0x7FFFFFFF
"""Returned by a heuristic: no goal can be reached from this state."""

WIN = 1
"""Returned by the rule `outcome` of a game: the player to move has won."""

DRAW = 0
"""Returned by the rule `outcome` of a game: nobody has won, and the game is over."""

LOSS = -1
"""Returned by the rule `outcome` of a game: the player to move has lost."""

_ALL_BITS = (1 << 64) - 1

Declared = Any
"""What a base class says of a rule that its subclasses write: a `Rule` once they are made. To type
checkers it may be anything, so that they take a function with the decorator or without."""


class Rule:
    """A rule function. Call it like the function it wraps.

    >>> import deepen
    >>> @deepen.rule
    ... def is_goal(board, state):
    ...     return state == 0
    >>> is_goal(None, 0)
    True
    """

    step: Callable[..., Any] | None = None  # only heuristics have one

    def __init__(self, function: Callable[..., Any]) -> None:
        if isinstance(function, staticmethod):  # rules have no self, so people write it
            function = function.__func__
        self.function = function
        functools.update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


class Heuristic(Rule):
    """A rule that estimates the distance to the goal, and what its author promises of it.

    Attributes:
        admissible: never more than the true distance.
        consistent: never falls by more than the cost of an action.
        step: the incremental form, if one was given.

    >>> import deepen
    >>> @deepen.heuristic(admissible=True)
    ... def ones(board, state):
    ...     return deepen.popcount(state)
    >>> ones(None, 0b1011), ones.admissible, ones.consistent
    (3, True, False)
    """

    def __init__(
        self, function: Callable[..., Any], admissible: bool = False, consistent: bool = False
    ) -> None:
        super().__init__(function)
        self.admissible = admissible or consistent
        self.consistent = consistent

    def incremental(self, function: Callable[..., Any]) -> Heuristic:
        """Adds a cheaper way to the same value: `(board, state, h, action, child) -> h of child`.

        `h` is the value of `state`, `action` leads from it to `child`. Searches that need the value
        of every successor use this form.
        """
        self.step = function
        return self


@checked(function=a_function)
def rule(function: Callable[..., Any]) -> Rule:
    """Marks a function of a `Puzzle` as a rule, or a helper that rules call.

    >>> import deepen
    >>> class Countdown(deepen.Puzzle):
    ...     @deepen.rule
    ...     def successors(board, n):
    ...         yield 1, n - 1
    ...     @deepen.rule
    ...     def is_goal(board, n):
    ...         return n == 0
    >>> deepen.solve(Countdown(3), compiled=False).cost
    3
    """
    return Rule(function)


@checked(function=anything, admissible=a_truth, consistent=a_truth)
def heuristic(
    function: None = None, /, *, admissible: bool = False, consistent: bool = False
) -> Callable[[Callable[..., Any]], Heuristic]:
    """Marks a function `(board, state) -> int` of a `Puzzle` as a heuristic.

    What is declared here decides which answers are called optimal, so declare only what is true.
    A consistent heuristic that is 0 at every goal is admissible too; `consistent=True` implies it.

    >>> import deepen
    >>> class Countdown(deepen.Puzzle):
    ...     @deepen.rule
    ...     def successors(board, n):
    ...         yield 1, n - 1
    ...     @deepen.rule
    ...     def is_goal(board, n):
    ...         return n == 0
    ...     @deepen.heuristic(consistent=True)
    ...     def left(board, n):
    ...         return n
    >>> deepen.solve(Countdown(3), compiled=False).heuristic
    'left'
    """
    if function is not None:
        raise UsageError("a heuristic has brackets: `@deepen.heuristic(admissible=True)`, or `()`")

    def decorate(function: Callable[..., Any]) -> Heuristic:
        return Heuristic(function, admissible, consistent)

    return decorate


def _unsigned(word: int) -> int:
    """The same 64 bits as a plain number, 0 or more; compiled code need not do anything."""
    return int(word) & _ALL_BITS


def bit(i: int) -> int:
    """The word with only bit `i` set, 0 <= i < 64.

    >>> bin(bit(4))
    '0b10000'
    """
    return 1 << i


def popcount(word: int) -> int:
    """How many bits of the word are set.

    >>> popcount(0b10110)
    3
    """
    return _unsigned(word).bit_count()


def lowest(word: int) -> int:
    """The number of the lowest set bit; 64 if none is set.

    >>> lowest(0b10110), lowest(0)
    (1, 64)
    """
    word = _unsigned(word)
    return (word & -word).bit_length() - 1 if word else 64


def bits(word: int) -> Iterator[int]:
    """The numbers of the set bits, lowest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    word = _unsigned(word)  # a plain negative number has no highest bit
    while word != 0:
        yield lowest(word)
        word &= word - 1
