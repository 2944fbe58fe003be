"""Dataclasses with an `__init__` of our own are what they would be with the usual one."""

from __future__ import annotations

import inspect
from dataclasses import FrozenInstanceError, InitVar, dataclass, field, replace
from typing import Any

import pytest

from deepen._quick_init import quick_init


@dataclass(frozen=True)
class Usual:
    left: int
    right: list[int] | None = field(default=None, repr=False)
    about: InitVar[Any] = "all"

    def __post_init__(self, about: Any) -> None:
        object.__setattr__(self, "told", about)


@quick_init
@dataclass(frozen=True)
class Quick(Usual):
    pass


def test_all_that_a_dataclass_does_is_as_usual() -> None:
    assert inspect.signature(Quick) == inspect.signature(Usual)
    one = Quick(1, right=[2], about="one")
    assert vars(one) == vars(Usual(1, [2], "one")) == {"left": 1, "right": [2], "told": "one"}
    assert one == Quick(1, [2]) != replace(one, left=2, about=None)
    assert vars(Quick(3)) == {"left": 3, "right": None, "told": "all"}
    with pytest.raises(TypeError, match="required positional argument: 'left'"):
        Quick()  # type: ignore[call-arg]
    with pytest.raises(FrozenInstanceError):
        one.left = 2  # type: ignore[misc]
