"""What the optional rules of a puzzle promise, held against single states.

`deepen.check` asks it along random walks. `deepen.audit` has the engine look at every state, and
asks here what is wrong with the one that it finds.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from deepen.interpreter.puzzles import InterpretedPuzzle, Objects

PROMISES = ("canonical", "predecessors", "reversible", "goals", "rank")
"""What can be promised, by the rule that does."""

Words = tuple[int, ...]


def promises_of(puzzle: Any) -> tuple[str, ...]:
    """Those that a puzzle makes."""
    made = {name: callable(getattr(type(puzzle), name, None)) for name in PROMISES}
    made["reversible"] = bool(puzzle.reversible)
    made["rank"] = getattr(puzzle, "ranks", None) is not None
    return tuple(name for name in PROMISES if made[name])


class Claims:
    """The promises of one puzzle.

    Args:
        asked: its rules in the interpreter.
    """

    def __init__(self, asked: InterpretedPuzzle | Objects) -> None:
        self.asked: Any = asked

    def broken(self, rule: str, words: Words) -> str:
        """What is wrong with a rule in a state, in words; nothing, mostly."""
        found: str = getattr(self, f"_{rule}")(words)
        return found

    @cached_property
    def listed(self) -> list[Words]:
        """The goals that the rules list."""
        found: list[Words] = self.asked.goals()
        return found

    def wrongly_listed(self) -> Words | None:
        """One of them that is no goal."""
        return next((words for words in self.listed if not self.asked.is_goal(words)), None)

    def _canonical(self, words: Words) -> str:
        image = self.asked.canonical(words)
        again = self.asked.canonical(image)
        said = f"gives the state {self._shown(image)}"
        if again != image:
            return f"{said}, and of that one {self._shown(again)}, not the same"
        if self.asked.is_goal(image) != self.asked.is_goal(words):
            return f"{said}; one of the two is a goal, and the other is not"
        here, there = self._images_after(words), self._images_after(image)
        for only, from_where in ((here - there, "here"), (there - here, "there")):
            for child, cost in sorted(only):
                return (
                    f"{said}; only from {from_where} an action of cost {cost} leads to an image of "
                    f"{self._shown(child)}"
                )
        return ""

    def _images_after(self, words: Words) -> set[tuple[Words, int]]:
        return {(self.asked.canonical(child), cost) for _, child, cost, _ in self._after(words)}

    def _predecessors(self, words: Words) -> str:
        for action, child, cost, _ in self._after(words):
            if (action, words, cost) not in _edges(self.asked.predecessors(child)):
                way = f"{self._way(action, cost)} leads from here to {self._shown(child)}"
                return f"{way}, but predecessors of that state leaves it out"
        for action, before, cost, _ in self.asked.predecessors(words):
            if (action, words, cost) not in _edges(self._after(before)):
                way = f"{self._way(action, cost)} of the state {self._shown(before)}"
                return f"yields {way}, but no such action leads here"
        return ""

    def _reversible(self, words: Words) -> str:
        for action, child, cost, _ in self._after(words):
            if (words, cost) not in {way[1:3] for way in self._after(child)}:
                way = f"{self._way(action, cost)} leads to the state {self._shown(child)}"
                return f"{way}, from which none of that cost leads back"
        return ""

    def _goals(self, words: Words) -> str:
        if not self.asked.is_goal(words) or words in self.listed:
            return ""
        if "canonical" in promises_of(self.asked.puzzle):
            images = map(self.asked.canonical, self.listed)
            if self.asked.canonical(words) in images:
                return ""
        return "does not list this state, which is a goal"

    def _rank(self, words: Words) -> str:
        number = self.asked.rank(words)
        other = self.asked.unrank(number)
        if other == words:
            return ""
        return f"is {number}, and unrank({number}) is the state {self._shown(other)}"

    def _after(self, words: Words) -> list[Any]:
        found: list[Any] = self.asked.expand(words, 0, along=False)
        return found

    def _way(self, action: int, cost: int) -> str:
        return f"the action {self.asked.action(action)!r} of cost {cost}"

    def _shown(self, words: Words) -> str:
        return repr(self.asked.shown_words(words))


def _edges(ways: list[Any]) -> set[tuple[int, Words, int]]:
    return {(action, words, cost) for action, words, cost, _ in ways}
