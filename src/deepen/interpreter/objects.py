"""States and actions that are objects: the engine sees the number of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deepen.interpreter.methods import Interner, number_of, start_of


class NumberedObjects:
    """What an `ObjectPuzzle` and an `ObjectGame` need between them and the engine."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner
        self.states = Interner()
        self.actions = Interner()

    def start_words(self) -> list[int]:
        """The start state as the engine has it."""
        return [number_of(self.states, self.owner, "start", start_of(self.owner))]

    def words(self, state: Any) -> tuple[int, ...]:
        """A state as the engine has it."""
        return (self.states.of(state),)

    def shown_words(self, words: Sequence[int]) -> Any:
        """A state of the engine as users see it."""
        return self.states[words[0]]

    def action(self, number: int) -> Any:
        """An action of the engine as rules have it."""
        return self.actions[number]

    def shown_action(self, state: Any, number: int, child: Any) -> Any:
        """An action of the engine as people write it."""
        return self.actions[number]
