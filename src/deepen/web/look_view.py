"""A puzzle or game of one's own on the page: all that follows from its look.

Without a look its state is a table, and its moves are a list to click on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deepen.drawing.scene import Map, MoveTarget, Scene, Shape, Tool
from deepen.errors import InputError
from deepen.looks import editing, moves, pictures
from deepen.looks import scene as scenes
from deepen.looks.contents import Position, fields_of, kind_of

PLAY = "play"
_MOST_NAMES = 8  # of actions with a button each
_CLEAR_WIN = 6  # for the gauge of a game that counts points
_STYLES = ("red", "blue")  # of players whose pieces have no two colours


class LookView:
    """What `deepen.web.game_page` asks of a game.

    Args:
        package: the class as a package, see `deepen.games.own`.
    """

    VISITED = "how often something stood there in the states that the search expanded"

    def __init__(self, package: Any) -> None:
        self.kind = package.kind
        self.is_duel = package.PLAYERS == 2
        self.TITLE = str(package.NAME).replace("_", " ").capitalize()
        self.RULES = " ".join(package.RULES.split())
        self.LEVELS: Mapping[str, Mapping[str, Any]] = {"random": {}}

    @property
    def TOOLS(self) -> Sequence[Tool]:  # noqa: N802, a constant of other games
        """Moves of a puzzle, and the pieces that its fields can hold."""
        return (*(() if self.is_duel else self._moves()), *editing.tools(self.kind)) or (
            Tool(PLAY, "Play", "p"),
        )

    def _moves(self) -> Iterable[Tool]:
        declared = getattr(self.kind, "actions", None)
        named = declared if isinstance(declared, (tuple, list)) else ()
        is_named = bool(named) and isinstance(named[0], str)
        pair = not is_named and len(_cells_of(named)) == 2
        yield Tool(PLAY, "Move", "m", 2 if pair else 1)
        if is_named and len(named) <= _MOST_NAMES:
            for name in named:
                yield Tool(f"{PLAY} {name}", str(name).capitalize(), "", 0, group="Move")

    # Both

    def scene(self, position: Any) -> Scene:
        """The board, and below it moves that are no place of it."""
        scene = scenes.scene(position)
        has_tools = not self.is_duel and any(tool.cells == 0 for tool in self._moves())
        return scene if has_tools else moves.buttons(position, scene)

    def moved(self, before: Any, after: Any) -> list[Shape]:
        """Arrows from where pieces were, marks where some are new."""
        return moves.moved(before, after)

    def edit(self, position: Any, tool: str, cells: Sequence[str]) -> Any:
        """The position after a click, or after a move of a puzzle."""
        if tool.split(" ", maxsplit=1)[0] != PLAY:
            return editing.edited(position, tool, cells)
        legal = position.legal_moves()
        move = tool[len(PLAY) + 1 :] if not cells else moves.meant(position, cells, legal)
        for each in legal:
            if each.text == move:
                return position.at(each.state)
        known = ", ".join(each.text for each in legal) or "none"
        what = f"'{move}'" if not cells else "this click"
        raise InputError(f"{what} is no move here; there are: {known}")

    # Puzzles

    def occupied(self, puzzle: Any, state: Any) -> list[str]:
        """The cells of what moves: of fields that are cells, else of sets, else what changed."""
        if self.kind.look is None:
            return []
        fields = fields_of(self.kind)
        layers = [name for name in self.kind.look.layers if name in fields]
        position = Position(puzzle, state)
        for kinds in (("cell", "cells"), ("set",)):
            moving = {name for name in layers if kind_of(fields[name]) in kinds}
            if moving:
                return [
                    str(cell)
                    for cell, things in enumerate(position.contents)
                    if any(thing.layer in moving for thing in things)
                ]
        pairs = zip(position.contents, Position(puzzle).contents, strict=True)
        return [str(cell) for cell, (now, then) in enumerate(pairs) if now != then]

    def maps(self, puzzle: Any) -> dict[str, Map]:
        """Where one thing moves about: what each heuristic says for every cell it could be on."""
        return pictures.heuristic_maps(puzzle)

    # Games of two

    @property
    def SIDES(self) -> Sequence[tuple[str, str]]:  # noqa: N802
        """The players, in the colours of their pieces."""
        look = self.kind.look
        found = [] if look is None else [piece.colour for piece in look.pieces.values()]
        colours = [colour for colour in dict.fromkeys(found) if colour != "neutral"]
        styles = colours[:2] if len(colours) >= 2 else _STYLES
        return tuple(zip(self.kind.players, styles, strict=True))

    @property
    def SCALE(self) -> int:  # noqa: N802
        """A clear win."""
        return 1 if getattr(self.kind, "outcome", None) is not None else _CLEAR_WIN

    def move_targets(self, game: Any) -> list[MoveTarget]:
        """The legal moves; where they are buttons, values stand on these."""
        return moves.targets_on(game, self.scene(game))

    def meant(self, game: Any, cells: Sequence[str]) -> str:
        """The move that a click on cells means, legal or not."""
        return moves.meant(game, cells) or " ".join(_place_name(game, cell) for cell in cells)


def _cells_of(declared: Sequence[Any]) -> list[Any]:
    """The parts of an action that are cells of the board; how large it is, is not known here."""
    sizes = [getattr(part, "size", None) for part in declared]
    return [size for size in sizes if isinstance(size, int) or size == "cells"]


def _place_name(game: Any, cell: str) -> str:
    if type(game).look is None or not cell.isdecimal():
        return cell
    places = Position(game).places
    return places[int(cell)].name if int(cell) < len(places) else cell
