"""What a game offers, as types: mypy holds the built-in games to them, and yours may meet them too.

A game is a module, or any object, with the names of `GamePackage`. What it may offer besides has a
protocol of its own: who needs it asks `isinstance(package, HasRandom)`, and it is there or not.

Puzzles and games of two players have the same names with the same signatures. A *position* is what
`parse` gives: a puzzle at its start, or a game as it stands. Another state of a puzzle is
`puzzle.at(state)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from deepen.games.example import Example

Position = TypeVar("Position")
Position_contra = TypeVar("Position_contra", contravariant=True)
Position_co = TypeVar("Position_co", covariant=True)


@runtime_checkable
class HasName(Protocol):
    """What people call the game."""

    @property
    def NAME(self) -> str:
        """What they type: "tiles"."""


@runtime_checkable
class HasNotation(Protocol[Position]):
    """Positions as text."""

    def parse(self, text: str, /) -> Position:
        """The position of a text; raises an `InputError`, one sentence that names the place."""

    def format(self, position: Position, /) -> str:
        """The text of a position, so that `parse(format(position)) == position`."""


class NamedNotation(HasName, HasNotation[Position], Protocol[Position]):
    """All that a record of a game needs."""


@runtime_checkable
class HasDrawing(Protocol[Position_contra]):
    """Pictures for a terminal."""

    def draw(self, position: Position_contra, /, markup: bool = False) -> str:
        """A picture, at most 80 columns wide; with `markup` it is coloured in rich's markup."""


@runtime_checkable
class GamePackage(NamedNotation[Position], HasDrawing[Position], Protocol[Position]):
    """What every game has."""

    @property
    def SUMMARY(self) -> str:
        """One line on what the game is."""

    @property
    def PLAYERS(self) -> Literal[1, 2]:
        """1 for a puzzle, 2 for a game."""

    @property
    def EXAMPLES(self) -> Mapping[str, Example]:
        """By name: texts that `parse` accepts, and what to say about them. The first is small."""


# What a game may offer besides


@runtime_checkable
class HasPlain(Protocol[Position_contra]):
    """Answers in the format of the game's own origin, for its judges."""

    def plain(self, position: Position_contra, answer: Any, /) -> str:
        """A `Solution` of a puzzle; of a game an `Analysis`: the value and the best moves."""


@runtime_checkable
class HasPlainTimeLimit(Protocol):
    """Judges that stop the clock: `plain` then also says what a search that found nothing is
    worth to them."""

    @property
    def PLAIN_TIME_LIMIT(self) -> float:
        """Seconds that they allow."""


@runtime_checkable
class HasRandom(Protocol[Position_co]):
    """Random positions."""

    def random(self, *, seed: int | None = None) -> Position_co:
        """One of them, the same for the same seed; a game may well take more arguments."""


@runtime_checkable
class HasHeuristics(Protocol):
    """A puzzle with heuristics to choose from."""

    @property
    def HEURISTICS(self) -> tuple[str, ...]:
        """Their names, the best first."""


@runtime_checkable
class HasFamily(Protocol[Position_co]):
    """Random instances to audit a heuristic on."""

    def family(self, size: int, seed: int, /) -> Position_co:
        """Sizes are from 1, and may stop growing where not all of an instance could be seen."""


@runtime_checkable
class HasSmaller(Protocol[Position]):
    """How a counterexample shrinks."""

    def smaller(self, position: Position, /) -> Iterable[Position]:
        """Positions with one thing less, pieces first."""


@runtime_checkable
class HasSides(Protocol):
    """Two players with names of their own."""

    @property
    def SIDES(self) -> tuple[str, str]:
        """The players as pictures show them, who begins first."""


@runtime_checkable
class HasOneALine(Protocol):
    """A notation in which a position is one line of text: a file may hold many of them."""

    @property
    def ONE_A_LINE(self) -> bool:
        """Whether it is."""


class BuiltIn(
    GamePackage[Position],
    HasPlain[Position],
    HasRandom[Position],
    HasFamily[Position],
    Protocol[Position],
):
    """What every game that comes along has."""


AnyPackage = GamePackage[Any]
"""A game of whatever positions."""
