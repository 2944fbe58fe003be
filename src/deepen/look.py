"""How positions look, said once and as data: the cells of a geometry, and what stands on them.

A class of rules says `look = deepen.Grid(...)`. From that follow the text of positions, drawings in
the terminal, pictures, and the page with its clicks, keys, spoken names and editor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from deepen._arguments import is_integer, shown
from deepen.errors import InputError, RuleError

__all__ = ["Look", "Piece", "Place"]

Size = int | str
"""A number, or the name of a constant of the board."""

Point = tuple[float, float]

SHAPES = ("disc", "coin", "square", "tile", "ring", "wall", "text", "fill", "stroke")
COLOURS = ("red", "green", "blue", "black", "white", "yellow", "neutral")


@dataclass(frozen=True)
class Piece:
    """What may stand on a cell.

    `{}` in a name, a symbol or a text stands for the number that an array has for the cell.

    Args:
        name: for people who read or listen: "box".
        symbol: for text and terminals; without one, the first letter of the name.
        shape: disc, coin (a pale disc with a rim of its colour), square (a box), tile (a square as
            large as its cell), ring (a goal), wall (the cell itself, hatched), text (nothing but
            its letters), fill (the cell in the piece's colour) or stroke (the line, where cells are
            lines).
        colour: red, green, blue, black, white, yellow or neutral.
        text: letters on it.
        marked: the symbol for terminals where the class marks it, if that is another one.

    >>> import deepen
    >>> deepen.Piece("box", "$", "square", "yellow").symbol
    '$'
    """

    name: str
    symbol: str = ""
    shape: str = "disc"
    colour: str = "neutral"
    text: str = ""
    marked: str = ""

    def __post_init__(self) -> None:
        given: Any = self.name
        if not isinstance(given, str) or not given:
            raise RuleError(f"a Piece has a name, not {shown(given)}")
        for value, known, what in (
            (self.shape, SHAPES, "shape"),
            (self.colour, COLOURS, "colour"),
        ):
            if value not in known:
                raise RuleError(
                    f"the piece {self.name!r} has the {what} {shown(value)}; there are: "
                    f"{', '.join(known)}"
                )
        if not self.symbol:
            object.__setattr__(self, "symbol", self.name[0])
        if any(sign.isspace() for sign in self.symbol):
            raise RuleError(f"the symbol of the piece {self.name!r} is {self.symbol!r}: no blanks")


Layer = Piece | Mapping[int, Piece] | Sequence[Piece]
"""What a field or a constant puts on cells.

A set of cells or one cell: a piece. An array with a number for each cell: a piece for each number,
by a dict, or one for all numbers but 0. An array of cells: a piece for all of them, or one each.
"""


@dataclass(frozen=True)
class Place:
    """A cell of a board.

    Attributes:
        name: what people call it, and type: "a1".
        spoken: what a screen reader says of where it is.
        row, column: where keys and text find it, from 0.
        centre: its middle; cells are about 1 apart.
        corners: its outline; two of them are the ends of a line, none is a circle.
    """

    name: str
    spoken: str
    row: int
    column: int
    centre: Point
    corners: tuple[Point, ...] = ()


class Look:
    """What every look has: layers on the cells of a geometry.

    Attributes:
        layers: by the name of a field of the state or of a constant of the board, from the bottom
            up, what it puts on cells.
        pieces: all of them, by name, and those that only `contents` of the class puts on cells.
        both: the symbol of two or more pieces on one cell, by the names of their layers; without
            layers, by their own.
        free: the symbol of a cell with nothing on it.
        click: what an action that is a number means: "cell", "column" or "row" of that number;
            None where it is none of these.
        also: constants of the board that belong to the text of a position beside the layers.

    >>> import deepen
    >>> isinstance(deepen.Grid(3, 3), deepen.Look)
    True
    """

    in_rows: ClassVar[bool] = True  # whether cells are numbered row by row, as text has them
    ground: str = "lines"  # what the cells are on: see `Grid`

    def __init__(
        self,
        layers: Mapping[str, Layer] | None,
        pieces: Sequence[Piece],
        both: Mapping[tuple[str, ...], str] | None,
        free: str,
        click: str | None,
        also: Sequence[str],
    ) -> None:
        self.layers = dict(layers or {})
        shown_pieces = [piece for layer in self.layers.values() for piece in pieces_of(layer)]
        self.pieces = {piece.name: piece for piece in (*shown_pieces, *pieces)}
        self.both = dict(both or {})
        self.free = free
        self.click = click
        self.also = tuple(also)
        self._check()

    def completed(self, constants: Mapping[str, Any]) -> dict[str, Any]:
        """The constants of a board, and those that the geometry knows.

        Raises:
            RuleError: the board has another number of `cells` than the look.
        """
        own = self.constants(constants)
        if "cells" in constants and constants["cells"] is not own["cells"]:
            _check_cells(constants["cells"], own["cells"])
        return {**own, **constants}

    def constants(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What the geometry adds to the constants of a board."""
        raise NotImplementedError

    def places(self, constants: Mapping[str, Any]) -> Sequence[Place]:
        """The cells, in the order of their numbers."""
        raise NotImplementedError

    def lines(self, constants: Mapping[str, Any]) -> Sequence[tuple[Point, Point]]:
        """What is drawn behind the cells."""
        return ()

    def indent(self, row: int, length: int, widest: int) -> int:
        """How far a row begins from the left in a terminal, in half cells."""
        return 0

    def names_beside(self, constants: Mapping[str, Any]) -> Sequence[tuple[str, Point]]:
        """What is written beside the cells, and where."""
        return ()

    @property
    def size_names(self) -> tuple[str, ...]:
        """The constants of a board that say how large it is."""
        return ()

    def sizes_of(self, rows: Sequence[int]) -> dict[str, int]:
        """The constants that the lengths of the rows of a text tell.

        Raises:
            InputError: no board of this look has such rows.
        """
        raise NotImplementedError

    def _check(self) -> None:
        known = ("cell", "column", "row", None)
        if self.click not in known:
            raise RuleError(f"the look has click={shown(self.click)}; there are: {known}")
        for names in self.both:
            for name in names:
                if name not in (self.layers or self.pieces):
                    what = "layer" if self.layers else "piece"
                    raise RuleError(f"`both` of the look names {name!r}, which is no {what}")


def pieces_of(layer: Layer) -> list[Piece]:
    """All pieces that a layer may put on cells."""
    if isinstance(layer, Piece):
        return [layer]
    found = list(layer.values() if isinstance(layer, Mapping) else layer)
    for piece in found:
        if not isinstance(piece, Piece):
            raise RuleError(f"a layer of the look has {shown(piece)} where a deepen.Piece belongs")
    return found


def _check_cells(given: Any, own: int) -> None:
    """Raises `RuleError` where a constant of the user's would stand for the cells of the look."""
    if not is_integer(given) or given != own:
        raise RuleError(
            f"the board has a constant 'cells', {shown(given)}, and the look has {own} cells",
            hint="Rules have `board.cells` from the look. Leave yours out, or call it otherwise.",
        )


def size_of(size: Size, constants: Mapping[str, Any]) -> int:
    """A size that is given or named."""
    value = constants.get(size) if isinstance(size, str) else size
    if value is None:
        raise InputError(f"the board has no constant {size!r}, which the look needs")
    if not is_integer(value) or value < 1:
        raise InputError(f"the look needs a size of 1 or more, not {shown(value)}")
    return int(value)
