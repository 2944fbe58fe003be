"""How an instance was made: the arguments of its class, for those who write it as text."""

from __future__ import annotations

from typing import Any, Self

Given = tuple[tuple[Any, ...], dict[str, Any]]
"""The arguments of a call: by place and by name."""


class Remembered:
    """Keeps what its constructor was given, whatever subclasses make of that.

    In `__new__`, since a subclass with an `__init__` of its own hands other arguments on. Copies
    and pickles keep it, for they copy all attributes.
    """

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        made = object.__new__(cls)  # not by `super`: every copy passes here
        made.__dict__["_given"] = arguments, named  # not assigned, which a class may forbid
        return made


def given_to(instance: Remembered) -> Given:
    """What the constructor was given."""
    found: Given = instance.__dict__["_given"]
    return found
