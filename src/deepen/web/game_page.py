"""What a game offers to be on the page: the types that the modules `page` of games are held to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from deepen.drawing.scene import Map, MoveTarget, Scene, Shape, Tool

Position = TypeVar("Position")


class GamePage(Protocol[Position]):
    """What every game has."""

    @property
    def TITLE(self) -> str:
        """Its name."""

    @property
    def RULES(self) -> str:
        """How it is played, in a few sentences."""

    @property
    def TOOLS(self) -> Sequence[Tool]:
        """What clicks of an editor can do."""

    @property
    def LEVELS(self) -> Mapping[str, Mapping[str, Any]]:
        """Name of a difficulty -> arguments of the game's `random`."""

    def scene(self, position: Position, /) -> Scene:
        """How a position looks."""

    def edit(self, position: Position, tool: str, cells: Sequence[str], /) -> Position:
        """The position after a click with a tool, or an `InputError`."""

    def moved(self, before: Position, after: Position, /) -> Iterable[Shape]:
        """The move between two positions: arrows in a puzzle, marks of the last move in a game."""


class PuzzlePage(GamePage[Position], Protocol[Position]):
    """A puzzle for one."""

    @property
    def VISITED(self) -> str:
        """What it means that a cell is occupied, in words."""

    def occupied(self, puzzle: Position, state: Any, /) -> Iterable[str]:
        """The cells that count as visited in a state."""

    def maps(self, puzzle: Position, /) -> Mapping[str, Map]:
        """Name -> a number for each cell, such as the parts of a heuristic; a name is a few words,
        or these, a colon and more of them."""


class DuelPage(GamePage[Position], Protocol[Position]):
    """A game of two players."""

    @property
    def SIDES(self) -> Sequence[tuple[str, str]]:
        """The names of the players, and the style of their pieces."""

    @property
    def SCALE(self) -> int:
        """A value that is a clear win, for the gauge."""

    def move_targets(self, game: Position, /) -> Sequence[MoveTarget]:
        """The legal moves."""

    def meant(self, game: Position, cells: Sequence[str], /) -> str:
        """The move that a click on cells means, legal or not."""


@runtime_checkable
class HasActionNames(Protocol):
    """A puzzle whose actions have other names beside the board than in text."""

    def named(self, action: str, /) -> str:
        """What an action is called."""


if TYPE_CHECKING:
    from deepen.games.chexers import Chexers
    from deepen.games.chexers import page as chexers
    from deepen.games.connect4 import Connect4
    from deepen.games.connect4 import page as connect4
    from deepen.games.darkchess import Darkchess
    from deepen.games.darkchess import page as darkchess
    from deepen.games.hashi import Hashi
    from deepen.games.hashi import page as hashi
    from deepen.games.tiles import Tiles
    from deepen.games.tiles import page as tiles

    # Each is what its protocol says: mypy checks that here.
    _tiles: PuzzlePage[Tiles] = tiles
    _names: HasActionNames = tiles
    _chexers: PuzzlePage[Chexers] = chexers
    _darkchess: PuzzlePage[Darkchess] = darkchess
    _connect4: DuelPage[Connect4] = connect4
    _hashi: DuelPage[Hashi] = hashi
