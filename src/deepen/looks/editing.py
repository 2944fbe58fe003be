"""Positions changed cell by cell: tools that put just what the fields can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deepen.drawing.scene import Tool
from deepen.errors import InputError
from deepen.look import Piece
from deepen.looks.contents import Position, fields_of, kind_of
from deepen.looks.parts import Parts
from deepen.looks.signs import valued
from deepen.looks.text import has_text
from deepen.state import Sizes

ERASE = "erase"
_PUT = "put "
_MORE, _LESS = "more ", "less "
_MOST_NUMBERS = 16  # of an array, each with a tool of its own


def tools(kind: type[Any]) -> Iterator[Tool]:
    """A tool for each piece that can be put on a cell, and one that takes away."""
    if not has_text(kind):
        return
    keys: set[str] = set()
    for name, layer in kind.look.layers.items():
        for value, piece in _offered(kind, name, layer):
            label = piece.name.replace("{}", str(value))
            key = piece.symbol if len(piece.symbol) == 1 and piece.symbol not in keys else ""
            keys.add(key)
            glyph = piece.text.replace("{}", str(value)) or key
            yield Tool(_name(name, value), label.capitalize(), key, 1, f"{piece.colour}", glyph)
    for name, what in _counted(kind):
        yield Tool(f"{_MORE}{name}", f"More: {what}", "+", 1)
        yield Tool(f"{_LESS}{name}", f"Less: {what}", "-", 1)
    yield Tool(ERASE, "Erase", "x" if "x" not in keys else "", 1)


def _offered(kind: type[Any], name: str, layer: Any) -> Iterator[tuple[int | None, Piece]]:
    for value, piece in valued(layer):
        if "{}" not in piece.symbol:
            yield value, piece
            continue
        for number in range(1, _highest(kind, name) + 1):
            yield number, piece


def _highest(kind: type[Any], name: str) -> int:
    """The largest number of an array that has a tool; 0 where they are counted up and down."""
    field = fields_of(kind).get(name)
    most = getattr(getattr(field, "of", None), "max", None)
    return most if isinstance(most, int) and most <= _MOST_NUMBERS else 0


def _counted(kind: type[Any]) -> Iterator[tuple[str, str]]:
    """The layers of numbers that are too many for a tool each, and what they are numbers of."""
    for name, layer in kind.look.layers.items():
        for _, piece in valued(layer):
            if "{}" in piece.symbol and _highest(kind, name) == 0:
                yield name, piece.name.replace("{}", "").strip() or name


def _name(layer: str, value: int | None) -> str:
    return f"{_PUT}{layer}" if value is None else f"{_PUT}{layer} {value}"


def edited(subject: Any, tool: str, cells: Sequence[str]) -> Any:
    """The position after a click with a tool.

    Raises:
        InputError: there is no such cell, or no such position.
    """
    kind = type(subject)
    cell = cell_of(subject, cells[0])
    change = _Change(subject, cell)
    if tool == ERASE:
        change.clear()
    elif tool.startswith((_MORE, _LESS)):
        change.count(tool[len(_MORE) :], 1 if tool.startswith(_MORE) else -1)
    else:
        _, name, *value = tool.split(" ")
        change.put(name, int(value[0]) if value else None)
    return change.parts.made(kind)


def cell_of(subject: Any, name: str) -> int:
    """The number of a cell that was clicked.

    Raises:
        InputError: there is no such cell.
    """
    places = Position(subject).places
    if not (name.isascii() and name.isdecimal()) or int(name) >= len(places):
        raise InputError(f"there is no cell {name[:20]!r} on the board")
    return int(name)


class _Change:
    """One cell of a position, being changed."""

    def __init__(self, subject: Any, cell: int) -> None:
        self.kind = type(subject)
        self.look = self.kind.look
        self.position = Position(subject)
        self.parts = Parts.of(subject)
        self.cell = cell

    def clear(self, *, but: Sequence[str] = ()) -> None:
        """Takes away what can go; what is always somewhere stays."""
        for name in self.look.layers:
            if name not in but:
                self._remove(name)

    def put(self, name: str, value: int | None) -> None:
        """Puts a piece there, or takes it away if it is there; what cannot be under it goes."""
        there = self.position.contents[self.cell]
        if any(thing.layer == name and self._is_same(thing, value) for thing in there):
            self._remove(name)
            return
        self.clear(but=self._compatible(name))
        self._add(name, value)

    def count(self, name: str, step: int) -> None:
        """One more of what an array counts there, or one less, as far as it goes."""
        now = next((t.value for t in self.position.contents[self.cell] if t.layer == name), 0)
        if self._can_be(name, (now or 0) + step):
            self._set_number(self._values(name), name, (now or 0) + step)

    def _is_same(self, thing: Any, value: int | None) -> bool:
        return value is None or thing.value == value

    def _compatible(self, name: str) -> list[str]:
        """The layers that have a symbol together with this one."""
        pairs = [names for names in self.look.both if name in names]
        return [name, *(other for names in pairs for other in names)]

    def _how(self, name: str) -> str:
        field = fields_of(self.kind).get(name)
        return self.position.kind(name) if field is None else kind_of(field)

    def _values(self, name: str) -> dict[str, Any]:
        return self.parts.state if name in self.parts.state else self.parts.board

    def _remove(self, name: str) -> None:
        values = self._values(name)
        if self._how(name) == "set":
            values[name] = values[name] - {self.cell}
        elif self._how(name) == "numbers" and self._can_be(name, 0):
            self._set_number(values, name, 0)

    def _add(self, name: str, value: int | None) -> None:
        values = self._values(name)
        match self._how(name):
            case "set":
                values[name] = values[name] | {self.cell}
            case "cell":
                values[name] = self.cell
            case "numbers":
                self._set_number(values, name, 1 if value is None else value)
            case "cells":
                self._move(values[name], value)

    def _move(self, cells: list[int], index: int | None) -> None:
        """Of things that are always somewhere: the one that is meant, or the first, comes here."""
        cells[0 if index is None else index] = self.cell
        if index is None:
            cells.sort()

    def _set_number(self, values: dict[str, Any], name: str, number: int) -> None:
        rows = values[name]
        if rows and isinstance(rows[0], list):
            rows[self.cell // len(rows[0])][self.cell % len(rows[0])] = number
        else:
            rows[self.cell] = number

    def _can_be(self, name: str, number: int) -> bool:
        field = fields_of(self.kind).get(name)
        if field is None:
            return True
        sizes = Sizes(self.kind.__name__, self.look.completed(self.parts.board))
        items = field.of.items(sizes)
        return bool(items.low <= number <= items.high)
