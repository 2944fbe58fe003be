"""The constants of a board as bytes: where each field lies, how values get there and back."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

from deepen._arguments import is_integer, shown
from deepen._signals import deferred
from deepen.errors import InputError, RuleError
from deepen.packing.cells import FrozenCells
from deepen.packing.machine_word import Board, Table, Word

if TYPE_CHECKING:
    import numpy as np

FieldKind = str | tuple[str, int | tuple[int, ...]]
"""How a field is declared: a numpy type, or one with a shape."""

_WORD_BITS = 64
_SCALE = ". Multiply by 1000 and round, or declare the field 'f8' and round in the rules"
_TYPES = "a type of numbers: i1 to i8, u1 to u8, b1, f4 or f8"
CELLS = "cells"
"""The type of a set of cells: as many words as its shape says, with a bit for each cell."""


@dataclass(frozen=True)
class _Field:
    """One field: what its values may be, and what struct needs to store them at once."""

    declared: np.dtype[Any]
    offset: int
    shape: tuple[int, ...]
    code: str

    def store_plain(self, place: bytearray, value: Any) -> bool:
        """Stores a plain number or list of them; False leaves the work, and errors, to numpy."""
        values = (value,) if not self.shape else value
        if not self.code or len(self.shape) > 1 or type(values) not in (tuple, list):
            return False
        if len(values) > (self.shape[0] if self.shape else 1) or bool in map(type, values):
            return False
        try:
            struct.pack_into(f"{len(values)}{self.code}", place, self.offset, *values)
        except struct.error:
            return False
        return True


class Layout:
    """Where each of a class's `board_fields` lies.

    Args:
        owner: the name of the class, for errors.
        fields: name -> declaration, in the order in which they are stored.
    """

    def __init__(self, owner: str, fields: Mapping[str, FieldKind]) -> None:
        if not isinstance(fields, Mapping):
            raise RuleError(
                f"{owner}.board_fields is {shown(fields)}; it must be a dict of types by "
                "name, such as {'size': 'i8', 'cells': ('i8', 25)}"
            )
        for name in fields:
            if not _is_field_name(name):
                raise RuleError(
                    f"{owner}.board_fields has the name {shown(name)}, which rules cannot write "
                    "after `board.`"
                )
        self.owner = owner
        self.kinds = dict(fields)

    @cached_property
    def text(self) -> str:
        """Equal for equal layouts."""
        return repr(list(self.kinds.items()))  # in order: it decides where each field lies

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The fields as a numpy record, as they are stored."""
        with deferred():  # half of it would be there for ever
            import numpy as np  # lazy: start-up

        fields: list[Any] = []
        for name, kind in self.kinds.items():
            if not _is_declaration(kind):
                raise self._wrong_field(name, "such as 'i8', or ('i8', 25) for an array")
            _, *shape = (kind,) if isinstance(kind, str) else kind
            fields.append((name, _stored(self._declared(name)), *shape))
        try:
            return np.dtype(fields or [("unused", "i8")], align=True)
        except ValueError:  # the only thing left
            raise RuleError(f"{self.owner}.board_fields are more than 2 GiB together") from None

    @cached_property
    def _fields(self) -> dict[str, _Field]:
        found = {}
        for name in self.kinds:
            stored, offset, *_ = self.dtype.fields[name]  # type: ignore[index]
            declared = self._declared(name)
            # What is kept in a wider type needs its range checked, so it is not packed at once.
            plain = declared == stored.base and declared.kind in "iu"
            code = declared.char if plain else ""
            found[name] = _Field(
                declared, offset, stored.shape, {"l": "q", "L": "Q"}.get(code, code)
            )
        return found

    def _declared(self, name: str) -> np.dtype[Any]:
        import numpy as np  # lazy: start-up

        kind = self.kinds[name]
        base = kind if isinstance(kind, str) else kind[0]
        base = "u8" if base == CELLS else base
        try:
            declared = np.dtype(base).newbyteorder("=")
        except TypeError:
            raise self._wrong_field(name, _TYPES) from None
        if declared.kind not in "iubf" or declared.char in "eg":
            raise self._wrong_field(name, _TYPES)
        return declared

    def _wrong_field(self, name: str, wanted: str) -> RuleError:
        return RuleError(
            f"{self.owner}.board_fields declares '{name}' as {shown(self.kinds[name])}; "
            f"it must be {wanted}"
        )

    def pack(self, values: Mapping[str, Any]) -> bytes:
        """Values for all fields as bytes; arrays may be shorter than declared, the rest is 0."""
        if values.keys() != self.kinds.keys():
            raise self._other_fields(values)
        place = bytearray(self.dtype.itemsize)
        for name, field in self._fields.items():
            value = values[name]
            if self.is_set(name):
                value = self._bits(name, value)
            if not field.store_plain(place, value):
                self._store(place, name, value)
        return bytes(place)

    def _bits(self, name: str, cells: Any) -> Any:
        """A set of cells as words, or a nested list of such sets."""
        shape = self._fields[name].shape
        return _bits_of(name, cells, shape[-1], len(shape) - 1)

    def unpack(self, packed: bytes) -> Board:
        """The fields as rules see them."""
        import numpy as np  # lazy: start-up

        record = np.frombuffer(packed, self.dtype)[0]
        return Board({name: self._seen(name, record[name].tolist()) for name in self.kinds})

    def is_set(self, name: str) -> bool:
        """Whether a field is a set of cells."""
        return self.kinds[name][0] == CELLS

    def _seen(self, name: str, value: Any) -> Any:
        if not self.is_set(name):
            return value
        return _sets_of(value, len(self._fields[name].shape) - 1)

    def _other_fields(self, values: Mapping[str, Any]) -> InputError:
        from difflib import get_close_matches  # lazy: start-up

        missing = [name for name in self.kinds if name not in values]
        for name in values:
            if name not in self.kinds:
                near = get_close_matches(str(name), missing or self.kinds, 1)
                declared = ", ".join(self.kinds) or "no field"
                return InputError(
                    f"the board of {self.owner} has a value for {shown(name)}, and board_fields "
                    f"declares {declared}" + (f"; did you mean '{near[0]}'?" if near else "")
                )
        names = ", ".join(map(repr, missing))
        return InputError(
            f"the board of {self.owner} has no value for {names}, which board_fields declares; "
            f"write {self.owner}(start, board={{{missing[0]!r}: ..., ...}})"
        )

    def _store(self, place: bytearray, name: str, value: Any) -> None:
        import numpy as np  # lazy: start-up

        record = np.frombuffer(place, self.dtype)
        try:
            _fill(record[name][0:1], value, self._fields[name].declared)
        except (ValueError, TypeError, OverflowError) as error:
            raise InputError(
                f"the board's field '{name}' cannot hold {shown(value)}: {error}"
            ) from None


def _bits_of(name: str, cells: Any, count: int, depth: int) -> Any:
    """Sets of cells in lists that are nested so deep, each as so many words."""
    if depth > 0:
        return [_bits_of(name, item, count, depth - 1) for item in cells]
    words = [0] * count
    for cell in cells:
        if not is_integer(cell) or not 0 <= cell < _WORD_BITS * count:
            raise InputError(
                f"the board's field '{name}' is a set of cells and cannot hold {shown(cell)}"
            )
        words[cell // _WORD_BITS] |= 1 << cell % _WORD_BITS
    return words


def _sets_of(words: Any, depth: int) -> Any:
    """The same backwards."""
    if depth > 0:
        return Table([_sets_of(item, depth - 1) for item in words])
    return FrozenCells(words, Word)


def _stored(declared: np.dtype[Any]) -> np.dtype[Any]:
    """How a field is kept: rules know signed integers alone.

    A small unsigned field takes a signed one of twice the size: compiled code would else compute
    with it as unsigned, and 1 - 2 would not be below 0.
    """
    import numpy as np  # lazy: start-up

    if declared.kind == "b":
        return np.dtype(np.int8)
    if declared.kind == "u" and declared.itemsize < 8:
        return np.dtype(f"i{2 * declared.itemsize}")
    return declared


def _is_field_name(name: Any) -> bool:
    is_word = isinstance(name, str) and name.isidentifier() and not iskeyword(name)
    return is_word and not name.startswith("__")


def _is_declaration(kind: Any) -> bool:
    if isinstance(kind, str):
        return True
    if not isinstance(kind, tuple) or len(kind) != len(("type", "shape")):
        return False
    shape = kind[1] if isinstance(kind[1], tuple) else (kind[1],)
    sizes = all(type(size) is int and size > 0 for size in shape)
    return isinstance(kind[0], str) and bool(shape) and sizes


def _numbers(value: Any, floats: bool) -> np.ndarray[Any, Any]:
    """A value as an array of integers, or of floats where those will do."""
    import numpy as np  # lazy: start-up

    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError("its rows differ in length") from None
    if array.dtype.kind in ("iubf" if floats else "iub") or array.size == 0:
        return array
    # Numpy makes floats of words of which some have their top bit set, so each is looked at.
    array = np.array(value, dtype=object)
    wanted = (int, float, np.number) if floats else (int, np.integer)
    wrong = [(i, item) for i, item in np.ndenumerate(array) if not isinstance(item, wanted)]
    if wrong:
        place, item = min(wrong, key=lambda found: str(found[1]).endswith(".0"))  # tells less
        at = f"it has {shown(item)} at {list(place)}, which" if place else "it"
        advice = _SCALE if isinstance(item, (float, np.floating)) else ""
        raise TypeError(f"{at} is no {'number' if floats else 'integer'}{advice}")
    return array


def _fill(place: Any, value: Any, declared: np.dtype[Any]) -> None:
    """Copies a scalar, or an array into the low corner of a larger one."""
    import numpy as np  # lazy: start-up

    array = _numbers(value, place.dtype.kind == "f")
    if array.size == 0:
        return
    if array.ndim != place.ndim - 1:
        raise ValueError(f"it has {array.ndim} dimensions, not {place.ndim - 1}")
    if any(have > room for have, room in zip(array.shape, place.shape[1:], strict=True)):
        raise ValueError(f"its shape {array.shape} does not fit {place.shape[1:]}")
    if declared.kind in "iu":
        bounds = np.iinfo(declared)
        if int(array.min()) < bounds.min or int(array.max()) > bounds.max:
            raise OverflowError(f"outside {bounds.min} to {bounds.max}")
    place[(0, *(slice(0, n) for n in array.shape))] = array.astype(place.dtype)
