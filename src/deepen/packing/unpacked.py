"""What puzzles and games whose states are Python objects have in common; `Packed` is the other."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, Self

from deepen.notebook.mixins import NotebookMixin
from deepen.packing.remembered import Remembered


class Unpacked(NotebookMixin, Remembered):
    """Rules over states that are any hashable objects; the base of `ObjectPuzzle` and `ObjectGame`.

    Args:
        start: the start state; left out where the class says `start = ...` for all of its puzzles.
    """

    start: Any

    def __init__(self, start: Any = None) -> None:
        if start is not None:
            self.start = start

    def actions(self, state: Any) -> Iterable[Any]:
        """What can be done in a state: actions of a puzzle, moves of the player to move."""
        raise NotImplementedError(f"{type(self).__name__} needs a method actions(state)")

    def result(self, state: Any, action: Any) -> Any:
        """The state that an action leads to."""
        raise NotImplementedError(f"{type(self).__name__} needs a method result(state, action)")

    def at(self, state: Any) -> Self:
        """The same with another start; override where a start is more than its state."""
        other = copy.copy(self)
        other.start = state
        return other
