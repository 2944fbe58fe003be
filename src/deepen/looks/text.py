"""Positions as text, by the look of their class: rows of symbols, `parse` and `format` inverse.

    X.O        a symbol a cell; where one has more than a character, words with blanks between
    .X.        in one line too: X.O/.X./...
    ...
    to move: O                          who moves in a game, if it is not the first player
    taken: 3                            fields that are on no cell, unless they are 0

What such rows cannot say is written as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from deepen.errors import InputError, RuleError
from deepen.look import Look, Piece, pieces_of, size_of
from deepen.looks.contents import Position, fields_of, kind_of
from deepen.looks.parts import Parts, is_nothing, nothing_of
from deepen.looks.signs import Entry, Signs, valued
from deepen.packing.state_layout import Items
from deepen.state import Array, Sizes

Found = tuple[int, int | None, Entry]
"""A cell, what an array has there, and where the text says so."""

_NOTE = re.compile(r"\s*([A-Za-z][\w ]*?)\s*:\s*(.*?)\s*")


def has_text(kind: type[Any]) -> bool:
    """Whether the look of a class says how its positions are written."""
    look = getattr(kind, "look", None)
    return look is not None and bool(look.layers) and bool(fields_of(kind))


def parse(kind: type[Any], text: str) -> Any:
    """The position of a text.

    Raises:
        InputError: it is none; the message names line and column.
    """
    if text.lstrip().startswith("{"):
        return Parts.of_json(text).made(kind)
    look: Look = kind.look
    _check_names(kind)
    signs = Signs(look)
    rows, notes = _split(kind, signs, text)
    parts = Parts(board=look.sizes_of([len(row) for row in rows]) if rows else {})
    _read_notes(kind, parts, notes)
    entries = [entry for row in rows for entry in row]
    _read_cells(kind, signs, parts, entries)
    constants = look.completed(parts.board)
    for name in fields_of(kind):
        if name not in parts.state:
            parts.state[name] = nothing_of(kind, name, constants)
    return parts.made(kind)


def _check_names(kind: type[Any]) -> None:
    """A misspelt layer would be a constant that no rule reads, and its field would stay empty."""
    shown = kind.look.layers
    hidden = [name for name in fields_of(kind) if name not in shown]
    for name in shown:
        meant = get_close_matches(name, hidden, 1) if name not in fields_of(kind) else []
        if meant:
            raise RuleError(
                f"the look of {kind.__name__} has a layer {name!r}, and the field {meant[0]!r} has "
                f"none",
                hint=f"Did you mean {meant[0]!r}? A layer is called as its field or its constant.",
            )


def format(subject: Any) -> str:
    """The text of a position, which `parse` reads back."""
    position = Position(subject)
    parts = Parts.of(subject)
    signs = Signs(position.look)
    symbols = [signs.symbol(things) for things in position.contents]
    if None in symbols:  # two pieces on a cell that have no symbol together
        return parts.as_json()
    rows: dict[int, list[str]] = {}
    for place, symbol in zip(position.places, symbols, strict=True):
        rows.setdefault(place.row if position.look.in_rows else 0, []).append(str(symbol))
    return "\n".join([*signs.written(list(rows.values())), *_notes(subject, parts)])


# Reading


def _split(
    kind: type[Any], signs: Signs, text: str
) -> tuple[list[list[Entry]], list[tuple[int, str, str]]]:
    """The rows of cells, and after them the notes: line, name, value."""
    look: Look = kind.look
    lines = list(enumerate(text.expandtabs().splitlines(), 1))
    while lines and not lines[0][1].strip():
        lines.pop(0)
    while lines and not lines[-1][1].strip():
        lines.pop()
    if not lines:
        raise InputError("the input is empty")
    notes: list[tuple[int, str, str]] = []
    while lines and (note := _NOTE.fullmatch(lines[-1][1])):
        notes.insert(0, (lines[-1][0], note[1], note[2]))
        lines.pop()
    if len(lines) > 1:
        _check_colon(kind, signs, *lines[-1])
    rows = [_entries(look, signs, number, line) for number, line in lines]
    if len(rows) == 1 and "/" not in signs.meant:
        rows = list(_at_slashes(rows[0]))
    return _even(look, [row for row in rows if row or look.free == " "]), notes


def _check_colon(kind: type[Any], signs: Signs, number: int, line: str) -> None:
    """Raises `InputError` of a last row that makes no sense, but would with a colon in it."""
    told = line.strip()
    name = next((each for each in _told_names(kind) if told.startswith(f"{each} ")), None)
    if name is None:
        return
    try:
        for entry in _entries(kind.look, signs, number, line):
            signs.meaning(entry)
    except InputError:
        value = told.removeprefix(name).strip()[:40]
        raise InputError(f'line {number}: a colon is missing, "{name}: {value}"') from None


def _told_names(kind: type[Any]) -> list[str]:
    """What may be told in lines beneath the cells."""
    fields = [name for name in fields_of(kind) if name not in kind.look.layers]
    turn = ["to move", "score"] if hasattr(kind, "players") else []
    return [*fields, *kind.look.also, *turn]


def _entries(look: Look, signs: Signs, number: int, line: str) -> list[Entry]:
    if signs.in_words:
        words = re.finditer(r"/|[^\s/]+" if "/" not in signs.meant else r"\S+", line)
        return [Entry(word[0], number, word.start() + 1) for word in words]
    line = line.rstrip() if look.free == " " else line
    keep = look.free == " "
    return [
        Entry(sign, number, column)
        for column, sign in enumerate(line, 1)
        if keep or not sign.isspace()
    ]


def _at_slashes(row: Sequence[Entry]) -> Iterator[list[Entry]]:
    part: list[Entry] = []
    for entry in row:
        if entry.text == "/":
            yield part
            part = []
        else:
            part.append(entry)
    yield part


def _even(look: Look, rows: list[list[Entry]]) -> list[list[Entry]]:
    """Rows of equal length, where the geometry has such rows and blanks may be missing."""
    if look.free != " " or not rows:
        return _checked_even(look, rows)
    width = max(len(row) for row in rows)
    fixed = getattr(look, "columns", None)
    width = max(width, fixed) if isinstance(fixed, int) else width
    return [
        [*row, *(Entry(" ", row[0].line if row else 0, i + 1) for i in range(len(row), width))]
        for row in rows
    ]


def _checked_even(look: Look, rows: list[list[Entry]]) -> list[list[Entry]]:
    if look.in_rows and getattr(look, "radius", None) is None:
        for number, row in enumerate(rows[1:], 2):
            if len(row) != len(rows[0]):
                name = f"line {row[0].line}" if row[0].line != rows[0][0].line else f"row {number}"
                raise InputError(f"{name} has {len(row)} cells, and the first has {len(rows[0])}")
    return rows


def _read_notes(kind: type[Any], parts: Parts, notes: Iterable[tuple[int, str, str]]) -> None:
    for line, name, value in notes:
        if name == "to move" and hasattr(kind, "players"):
            parts.to_move = _player(kind, line, value)
        elif name == "score" and hasattr(kind, "players"):
            parts.score = _json(line, name, value, int)
        elif name in fields_of(kind) and name not in kind.look.layers:
            parts.state[name] = _json(line, name, value, object)
        elif name in kind.look.also:
            parts.board[name] = _json(line, name, value, object)
        else:
            known = ", ".join(_told_names(kind)) or "nothing beside the cells"
            raise InputError(
                f"line {line}, column 1: there is no {name!r} to be told; known: {known}"
            )


def _player(kind: type[Any], line: int, value: str) -> int:
    names = [str(name).casefold() for name in kind.players]
    found = {**{str(i): i - 1 for i in (1, 2)}, **{name: i for i, name in enumerate(names)}}
    if value.casefold() not in found:
        raise InputError(f"line {line}: {value!r} is not one of {' and '.join(kind.players)}")
    return found[value.casefold()]


def _json(line: int, name: str, value: str, wanted: type[Any]) -> Any:
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        found = None
    if found is None or isinstance(found, (str, dict)) or not isinstance(found, wanted):
        raise InputError(f"line {line}: {value[:40]!r} is no value for {name!r}")
    return found


def _read_cells(kind: type[Any], signs: Signs, parts: Parts, entries: Sequence[Entry]) -> None:
    """What the symbols put where: the fields and constants of all layers."""
    look = signs.look
    constants = look.completed(parts.board)
    cells = len(look.places(constants))
    if len(entries) != cells:
        raise InputError(f"there are {len(entries)} cells in the text, and the board has {cells}")
    found: dict[str, list[Found]] = {name: [] for name in look.layers}
    for cell, entry in enumerate(entries):
        for name, value in signs.meaning(entry):
            found[name].append((cell, value, entry))
    for name, layer in look.layers.items():
        field = fields_of(kind).get(name)
        target = parts.board if field is None else parts.state
        how = _constant_kind(layer) if field is None else kind_of(field)
        target[name] = _value(layer, how, found[name], cells)
        if isinstance(field, Array):
            _fit(field, target, name, constants, parts.board)
        if how == "numbers" and field is not None:
            sizes = Sizes(kind.__name__, look.completed(parts.board))
            _check_range(field.of.items(sizes), found[name])


def _check_range(items: Items, found: Iterable[Found]) -> None:
    for _, value, entry in found:
        if value is not None and not items.low <= value <= items.high:
            raise InputError(
                f"{entry.place}: {value} does not go there, numbers are {items.low} to {items.high}"
            )


def _constant_kind(layer: Any) -> str:
    """Constants have no declared kind; a piece alone is a set, unless it shows a number."""
    return "set" if isinstance(layer, Piece) and "{}" not in layer.symbol else "numbers"


def _value(layer: Any, how: str, found: list[Found], cells: int) -> Any:
    if how == "set":
        return {cell for cell, _, _ in found}
    if how == "numbers":
        numbers = [0] * cells
        for cell, value, _ in found:
            numbers[cell] = 1 if value is None else value
        return numbers
    wanted = pieces_of(layer)[0]
    if how == "cell":
        if len(found) > 1:
            raise InputError(f"{found[1][2].place}: there is a {wanted.name} before this one")
        if not found:
            raise InputError(f"there is no {wanted.name} ({wanted.symbol}) on the board")
        return found[0][0]
    return _listed(layer, found)


def _listed(layer: Any, found: list[Found]) -> list[int]:
    """An array of cells: in the order of the cells, or each piece where it belongs."""
    if isinstance(layer, Piece):
        return [cell for cell, _, _ in found]
    where: dict[int, int] = {}
    for cell, value, entry in found:
        assert value is not None
        if value in where:
            raise InputError(f"{entry.place}: there is a {_piece_at(layer, value)} before this one")
        where[value] = cell
    for value, piece in valued(layer):
        if value not in where:
            raise InputError(f"there is no {piece.name} ({piece.symbol}) on the board")
    return [where[value] for value in sorted(where)]


def _piece_at(layer: Any, value: int) -> str:
    return str(dict(valued(layer))[value].name)


def _fit(
    field: Array[Any],
    state: dict[str, Any],
    name: str,
    constants: Mapping[str, Any],
    board: dict[str, Any],
) -> None:
    """An array takes the shape of its field; how many things there are, a text may well tell."""
    length = field.shape[0]
    if isinstance(length, str) and length not in constants:
        board[length] = len(state[name])
    if len(field.shape) == 2:
        numbers, columns = state[name], size_of(field.shape[1], constants)
        state[name] = [numbers[i : i + columns] for i in range(0, len(numbers), columns)]


# Writing


def _notes(subject: Any, parts: Parts) -> Iterator[str]:
    look: Look = type(subject).look
    told = {name: value for name, value in parts.state.items() if not is_nothing(value)}
    told |= {name: parts.board[name] for name in look.also}
    for name, value in told.items():
        if name not in look.layers:
            yield f"{name}: {json.dumps(sorted(value) if isinstance(value, set) else value)}"
    if parts.to_move:
        yield f"to move: {subject.players[parts.to_move]}"
    if parts.score:
        yield f"score: {parts.score}"
