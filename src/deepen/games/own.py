"""A puzzle or game of one's own as a package: all that the shell and the page ask for.

A class needs nothing but its rules. What it may say besides is taken where it is there: `look`,
`examples`, `parse` and `format`, `random`, `family`, `smaller`, `plain`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Literal

from deepen.errors import DeepenError, UsageError
from deepen.formatting.mixins import draws_itself
from deepen.game import Game, ObjectGame
from deepen.games.arguments_text import ArgumentsText, understood
from deepen.games.example import Example, no_examples
from deepen.games.walks import walked
from deepen.puzzle import ObjectPuzzle, Puzzle

KINDS = (Puzzle, ObjectPuzzle, Game, ObjectGame)
"""What a class of one's own derives from."""

_STEPS = 30  # of a random walk, at most


@dataclass(frozen=True)
class Origin:
    """Where a class comes from.

    Attributes:
        typed: what a command line says for it.
        files: the one that it is in, and those beside it that are imported there.
        program: what starts a file that is a program itself; "" for all others.
    """

    typed: str
    files: tuple[Path, ...] = ()
    program: str = ""

    def command(self, verb: str) -> tuple[str, ...]:
        """What to type for a verb."""
        return (self.program, verb) if self.program else ("deepen", verb, self.typed)


class OwnGame:
    """A class as a package, see `deepen.games.protocol`.

    Args:
        kind: the class.
        name: what people call it.
        origin: where it comes from.
    """

    PLAYERS: Literal[1, 2]

    def __init__(self, kind: Any, name: str, origin: Origin) -> None:
        self.kind = kind
        self.NAME = name
        self.origin = origin
        self._text = _notation(kind)

    @cached_property
    def SUMMARY(self) -> str:
        """The first line of what the class says about itself."""
        return self.RULES.partition("\n")[0].strip()

    @cached_property
    def RULES(self) -> str:
        """All that it says."""
        said = self.kind.__dict__.get("__doc__") or f"{self.kind.__name__}, a game without words."
        return inspect.cleandoc(said)

    @cached_property
    def EXAMPLES(self) -> Mapping[str, Example]:
        """Those of the class; of one without, its only instance if it takes no arguments."""
        declared = getattr(self.kind, "examples", None)
        if declared is None:
            return self._start()
        if not isinstance(declared, Mapping):
            raise UsageError(f"{self.kind.__name__}.examples is no dict of names and texts")
        return {str(name): self._example(value) for name, value in declared.items()}

    def _start(self) -> Mapping[str, Example]:
        try:
            return {"start": Example(self.format(self.parse("")), "as it begins")}
        except DeepenError:
            return {}

    def _example(self, value: Any) -> Example:
        if isinstance(value, Example):
            return value
        value, about = value if isinstance(value, tuple) else (value, "")
        return Example(value if isinstance(value, str) else self.format(value), about)

    @property
    def first(self) -> Any:
        """The position to begin with where none is given.

        Raises:
            UsageError: there is none.
            InputError: there is one, but its state or its board cannot be.
        """
        for text in self.EXAMPLES.values():
            return self.parse(text)
        raise no_examples(self)

    @property
    def wrong_start(self) -> DeepenError | None:
        """What keeps a class that takes no arguments from its only instance."""
        if hasattr(self.kind, "examples") or _needs_arguments(self.kind):
            return None
        try:
            self.parse("")
        except DeepenError as error:
            return error
        return None

    @property
    def call(self) -> str:
        """What its text stands for, if that is arguments: "Jugs(small, large, goal)"."""
        return self._text.call if isinstance(self._text, ArgumentsText) else ""

    # Text and pictures

    def parse(self, text: str, /) -> Any:
        """The position of a text."""
        return self._text.parse(text)

    def format(self, position: Any, /) -> str:
        """The text of a position."""
        return str(self._text.format(position))

    def draw(self, position: Any, /, markup: bool = False) -> str:
        """A picture for a terminal."""
        if self.kind.look is None and draws_itself(position):
            return str(position).replace("[", "\\[") if markup else str(position)
        from deepen.looks.terminal import draw  # lazy: start-up

        return draw(position, markup)

    def plain(self, position: Any, answer: Any, /) -> str:
        """The bare answer."""
        raise NotImplementedError

    # Instances

    def random(self, *, seed: int | None = None) -> Any:
        """The class's own, or where a random walk ends that begins at an example."""
        if hasattr(self.kind, "random"):
            return self.kind.random(seed=seed)
        return self._wander(Random(seed), _STEPS)

    def family(self, size: int, seed: int, /) -> Any:
        """The class's own, or its random instances; without, walks that grow with the size."""
        if hasattr(self.kind, "family"):
            return self.kind.family(size, seed)
        if hasattr(self.kind, "random"):
            return self.random(seed=seed)
        return self._wander(Random(seed), size)

    def _wander(self, chance: Random, steps: int) -> Any:
        texts = list(self.EXAMPLES.values())
        start = self.parse(chance.choice(texts)) if texts else self.first
        return walked(start, chance, chance.randint(0, steps))


class OwnPuzzle(OwnGame):
    """A puzzle for one."""

    PLAYERS: Literal[1] = 1

    @cached_property
    def HEURISTICS(self) -> tuple[str, ...]:
        """Their names, the default one first."""
        if issubclass(self.kind, ObjectPuzzle):
            return ("heuristic",) * (self.kind.heuristic is not ObjectPuzzle.heuristic)
        names = dict.fromkeys((*self.kind.heuristics, *self.kind.more_heuristics))
        default = self.kind.default_heuristic
        return tuple(sorted(names, key=lambda name: name != default))

    @property
    def has_family(self) -> bool:
        """Whether the class makes instances of its own."""
        return hasattr(self.kind, "family") or hasattr(self.kind, "random")

    def family(self, size: int, seed: int, /) -> Any:
        """The class's own, or its examples in turn: walks would meet the states of these again."""
        texts = list(self.EXAMPLES.values())
        if self.has_family or not texts:
            return super().family(size, seed)
        return self.parse(texts[seed % len(texts)])

    def plain(self, position: Any, answer: Any, /) -> str:
        """The class's own, or the actions, one a line."""
        if hasattr(position, "plain"):
            return str(position.plain(answer))
        return "\n".join(map(str, answer.actions))


class OwnDuel(OwnGame):
    """A game of two."""

    PLAYERS: Literal[2] = 2

    @property
    def SIDES(self) -> tuple[str, str]:
        """The players, who begins first."""
        first, second = self.kind.players
        return str(first), str(second)

    def plain(self, position: Any, answer: Any, /) -> str:
        """The class's own, or the value and the best moves."""
        if hasattr(position, "plain"):
            return str(position.plain(answer))
        return f"{answer.value}\n{' '.join(answer.best_moves)}"


def own_game(kind: Any, name: str, origin: Origin) -> OwnGame:
    """The package of a class; one that says how counterexamples shrink has `smaller`."""
    package = (OwnDuel if issubclass(kind, (Game, ObjectGame)) else OwnPuzzle)(kind, name, origin)
    if hasattr(kind, "smaller"):
        vars(package)["smaller"] = _smaller  # only then: it is asked whether the name is there
    return package


def _smaller(position: Any, /) -> Iterable[Any]:
    found: Iterable[Any] = position.smaller()
    return found


# Text: by the class's own methods, by its look, by its constructor's arguments


class OwnText:
    """The notation of a class with `parse` and `format`."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def parse(self, text: str) -> Any:
        """The position of a text."""
        return understood(lambda: self.kind.parse(text), f"{self.kind.__name__}.parse")

    def format(self, position: Any) -> str:
        """The text of a position."""
        return str(position.format())


class LookText:
    """The notation of a class by its look."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def parse(self, text: str) -> Any:
        """The position of a text."""
        from deepen.looks import text as look_text  # lazy: start-up

        return understood(lambda: look_text.parse(self.kind, text), self.kind.__name__)

    def format(self, position: Any) -> str:
        """The text of a position."""
        from deepen.looks import text as look_text  # lazy: start-up

        return look_text.format(position)


def _notation(kind: Any) -> Any:
    if hasattr(kind, "parse"):
        if hasattr(kind, "format"):
            return OwnText(kind)
        own = OwnText(kind)
        return ArgumentsText(kind, own.parse)
    return LookText(kind) if _has_look_text(kind) else ArgumentsText(kind)


def _has_look_text(kind: Any) -> bool:
    if kind.look is None:
        return False
    from deepen.looks.text import has_text  # lazy: start-up

    return has_text(kind)


def _needs_arguments(kind: Any) -> bool:
    """Whether nothing can be made by `kind()`."""
    try:
        inspect.signature(kind).bind()
    except (TypeError, ValueError):
        return True
    return False
