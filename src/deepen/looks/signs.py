"""The symbols of a look: what each says of its cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deepen.errors import InputError
from deepen.look import Look, Piece
from deepen.looks.contents import Thing

_NUMBER = r"(-?\d{1,18})"
_FLOOR = "-_"  # also mean a free cell where that is a blank


@dataclass(frozen=True)
class Entry:
    """What stands for one cell in a text, and where."""

    text: str
    line: int
    column: int

    @property
    def place(self) -> str:
        """For messages."""
        return f"line {self.line}, column {self.column}"


class Signs:
    """The symbols of a look, and what each means."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.meant: dict[str, tuple[tuple[str, int | None], ...]] = {look.free: ()}
        self.numbers: list[tuple[re.Pattern[str], str, Piece]] = []
        for name, layer in look.layers.items():
            for value, piece in valued(layer):
                self._add(name, value, piece)
        for names, symbol in look.both.items() if look.layers else ():
            self.meant[symbol] = tuple((name, _only_value(look.layers[name])) for name in names)
        if look.free == " ":
            for sign in _FLOOR:
                self.meant.setdefault(sign, ())

    def _add(self, name: str, value: int | None, piece: Piece) -> None:
        if "{}" in piece.symbol:
            pattern = re.escape(piece.symbol).replace(re.escape("{}"), _NUMBER)
            self.numbers.append((re.compile(pattern), name, piece))
        else:
            self.meant.setdefault(piece.symbol, ((name, value),))

    @property
    def in_words(self) -> bool:
        """Whether symbols have blanks between them."""
        return bool(self.numbers) or any(len(symbol) != 1 for symbol in self.meant)

    def meaning(self, entry: Entry) -> tuple[tuple[str, int | None], ...]:
        """The layers and values that a symbol puts on its cell."""
        if entry.text in self.meant:
            return self.meant[entry.text]
        for pattern, name, _ in self.numbers:
            found = pattern.fullmatch(entry.text)
            if found:
                return ((name, int(found[1])),) if int(found[1]) else ()
        shown = entry.text if len(entry.text) <= 20 else f"{entry.text[:20]}..."
        raise InputError(f"{entry.place}: {shown!r} is no piece; {self._known()}")

    def symbol(self, things: Sequence[Thing]) -> str | None:
        """Of all that is on a cell; None where there is no symbol for it."""
        if not things:
            return self.look.free
        if len(things) == 1:
            return things[0].symbol
        names = tuple(thing.layer or thing.piece.name for thing in things)
        symbol = self.look.both.get(names) or self.look.both.get(names[::-1])
        if symbol is None or not self.look.layers:
            return symbol
        meant = dict(self.meant[symbol])
        return symbol if all(meant.get(t.layer) == _kept(self.look, t) for t in things) else None

    def written(self, rows: list[list[str]]) -> list[str]:
        """The rows as lines."""
        if self.in_words:
            width = max(len(symbol) for row in rows for symbol in row)
            return [" ".join(f"{symbol:>{width}}" for symbol in row) for row in rows]
        lines = ["".join(row) for row in rows]
        if self.look.free == " " and not _survives(lines):
            floor = next(sign for sign in _FLOOR if not self.meant.get(sign))
            return [line.replace(" ", floor) for line in lines]
        return [line.rstrip() for line in lines] if self.look.free == " " else lines

    def _known(self) -> str:
        free = [] if self.look.free == " " else [f"{self.look.free} free"]
        each = [
            f"{piece.symbol.replace('{}', 'N')} {piece.name.replace('{}', 'N')}"
            for piece in self.look.pieces.values()
        ]
        return f"there are: {', '.join([*each, *free])}"


def _survives(lines: Sequence[str]) -> bool:
    """Whether blanks at the edges may go: nothing but blanks in a first or last line may not."""
    full = max(map(len, lines)) == max(len(line.rstrip()) for line in lines)
    return full and bool(lines[0].strip()) and bool(lines[-1].strip())


def valued(layer: Any) -> Iterable[tuple[int | None, Piece]]:
    """The pieces of a layer with the numbers that they stand for."""
    if isinstance(layer, Piece):
        return [(None, layer)]
    return list(layer.items() if isinstance(layer, Mapping) else enumerate(layer))


def _only_value(layer: Any) -> int | None:
    values = [value for value, _ in valued(layer)]
    return values[0] if len(values) == 1 else None


def _kept(look: Look, thing: Thing) -> int | None:
    """The value of a thing, where its symbol alone would not tell it."""
    return None if isinstance(look.layers[thing.layer], Piece) else thing.value
