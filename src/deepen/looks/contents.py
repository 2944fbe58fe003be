"""What stands on the cells of a position, by its look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import isfunction
from typing import Any

from deepen._arguments import is_integer, shown
from deepen.errors import RuleError
from deepen.look import Layer, Look, Piece, Place
from deepen.state import Array, Cell, CellSet


@dataclass(frozen=True)
class Thing:
    """A piece on a cell.

    Attributes:
        layer: the field or constant that put it there; nothing if `contents` of the class did.
        piece: what it is.
        value: the number of an array that it stands for, or which item of an array of cells it is.
        mark: why the class marks it, in a few words; nothing if it does not.
    """

    layer: str
    piece: Piece
    value: int | None = None
    mark: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """For people who read or listen."""
        return self._filled(self.piece.name)

    @property
    def spoken(self) -> str:
        """The same, and why it is marked."""
        return f"{self.name}, {self.mark}" if self.mark else self.name

    @property
    def symbol(self) -> str:
        """For text."""
        return self._filled(self.piece.symbol)

    @property
    def text(self) -> str:
        """Letters on the piece."""
        return self._filled(self.piece.text)

    def _filled(self, pattern: str) -> str:
        return pattern.replace("{}", str(self.value)) if "{}" in pattern else pattern


Contents = Sequence[Sequence[Thing]]
"""The things on each cell, from the bottom up."""


class Position:
    """A puzzle or a game as its look sees it.

    Args:
        subject: the puzzle at its start, or the game as it stands.
        state: another state of it.
    """

    def __init__(self, subject: Any, state: Any = None) -> None:
        self.subject = subject
        self.state = subject.start if state is None else state
        look = type(subject).look
        assert isinstance(look, Look)
        self.look = look

    @cached_property
    def constants(self) -> Mapping[str, Any]:
        """The board of the subject; of objects, their attributes."""
        board = getattr(self.subject, "board", None)
        names = getattr(getattr(self.subject, "packing", None), "board", None)
        if names is None:
            return {name: value for name, value in vars(self.subject).items() if name != "start"}
        return {name: getattr(board, name) for name in names.kinds}

    @cached_property
    def places(self) -> Sequence[Place]:
        """The cells of the board."""
        return self.look.places(self.look.completed(self.constants))

    @cached_property
    def contents(self) -> Contents:
        """What stands where."""
        cells: list[list[Thing]] = [[] for _ in self.places]
        own = getattr(self.subject, "contents", None)
        if own is None and self.look.pieces and not self.look.layers:
            name = type(self.subject).__name__
            raise RuleError(
                f"the look of {name} has pieces and no layers",
                hint="Write `contents(self, state)`, which says what stands on which cell.",
            )
        things = own_things(self.look, own(self.state)) if own is not None else self._of_layers()
        for cell, thing in things:
            if not 0 <= cell < len(cells):
                raise RuleError(
                    f"the look puts a {thing.name} on cell {cell}, and the board has "
                    f"{len(cells)} cells"
                )
            cells[cell].append(thing)
        for cell, why in self._marked().items():
            if cells[cell]:
                cells[cell][-1] = replace(cells[cell][-1], mark=why)
        return cells

    def _marked(self) -> Mapping[int, str]:
        """The cells whose pieces stand out, and why, where the class has a method that says it."""
        own = own_method(self.subject, "marked")
        return {} if own is None else own(self.state)

    def _of_layers(self) -> Iterator[tuple[int, Thing]]:
        for name, layer in self.look.layers.items():
            yield from things_of(name, layer, self.value(name), len(self.places), self.kind(name))

    def value(self, name: str) -> Any:
        """Of a field or a constant."""
        if name in fields_of(type(self.subject)):
            return getattr(self.state, name)
        if name not in self.constants:
            raise RuleError(
                f"the look of {type(self.subject).__name__} has a layer {name!r}, which is neither "
                "a field of the state nor a constant of the board"
            )
        return self.constants[name]

    def kind(self, name: str) -> str:
        """How a field or a constant says what is where: see `kind_of`."""
        field = fields_of(type(self.subject)).get(name)
        if field is not None:
            return kind_of(field)
        value = self.constants[name]
        if isinstance(value, Set):
            return "set"
        return "cell" if is_integer(value) else "numbers"


def own_method(subject: Any, name: str) -> Any:
    """What a class itself says of how its positions look; None for whatever else has that name."""
    return getattr(subject, name) if isfunction(getattr(type(subject), name, None)) else None


def fields_of(kind: type[Any]) -> Mapping[str, Any]:
    """The fields that states of a class have."""
    state = getattr(kind, "State", None)
    return {} if state is None else state.fields


def kind_of(field: Any) -> str:
    """What a field tells of cells.

    `set`: on which something is, `cell`: on which one thing is; an array: `cells`, where each of
    some things is, or `numbers`, what is on each cell.
    """
    if isinstance(field, CellSet):
        return "set"
    if isinstance(field, Array):
        return "cells" if isinstance(field.of, Cell) else "numbers"
    return "cell" if isinstance(field, Cell) else "number"


def things_of(
    name: str, layer: Layer, value: Any, cells: int, kind: str
) -> Iterator[tuple[int, Thing]]:
    """What one layer puts where."""
    if kind == "numbers":
        for cell, number in enumerate(flat(value)[:cells]):
            piece = piece_for(layer, number)
            if piece is not None:
                yield cell, Thing(name, piece, number)
        return
    if kind == "number":
        raise RuleError(f"the layer {name!r} of the look says nothing of cells: it is a number")
    for index, cell in enumerate([value] if kind == "cell" else flat(value)):
        piece = layer if isinstance(layer, Piece) else piece_of(layer, index)
        if piece is not None:
            yield int(cell), Thing(name, piece, index if kind == "cells" else None)


def piece_for(layer: Layer, number: int) -> Piece | None:
    """What a number of an array puts on its cell."""
    if isinstance(layer, Piece):
        return layer if number != 0 else None
    return piece_of(layer, number)


def piece_of(layer: Any, index: int) -> Piece | None:
    """By a dict, or by a sequence."""
    if isinstance(layer, Mapping):
        return layer.get(index)
    return layer[index] if index < len(layer) else None


def listed(value: Any) -> Any:
    """An array, of a state or of a board, as something to go through."""
    return value.tolist() if hasattr(value, "tolist") else value


def flat(value: Any) -> list[int]:
    """The numbers of an array of one index or of two."""
    found: list[int] = []
    for item in listed(value):
        found.extend([int(item)] if is_integer(item) else flat(item))
    return found


def own_things(look: Look, given: Mapping[int, Any]) -> Iterator[tuple[int, Thing]]:
    """What the method `contents` of a class puts where."""
    for cell, entry in given.items():
        entries: Iterable[Any] = entry if isinstance(entry, list) else [entry]
        for one in entries:
            name, value = one if isinstance(one, tuple) else (one, None)
            if name not in look.pieces:
                known = ", ".join(look.pieces) or "none"
                raise RuleError(f"contents has {shown(name)}; the pieces of the look are: {known}")
            yield int(cell), Thing("", look.pieces[name], value)
