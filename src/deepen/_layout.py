"""The constants of a board as bytes: where each field lies, how values get there and back."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deepen._signals import deferred
from deepen._words import Board
from deepen.errors import InputError, RuleError

if TYPE_CHECKING:
    import numpy as np

FieldKind = str | tuple[str, int | tuple[int, ...]]
"""How a field is declared: a numpy type, or one with a shape."""


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
            import numpy as np

        fields: list[Any] = []
        for name, kind in self.kinds.items():
            _, *shape = (kind,) if isinstance(kind, str) else kind
            fields.append((name, _stored(self._declared(name)), *shape))
        return np.dtype(fields or [("unused", "i8")], align=True)

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
        import numpy as np

        kind = self.kinds[name]
        base = kind if isinstance(kind, str) else kind[0]
        declared = np.dtype(base).newbyteorder("=")
        if declared.kind not in "iubf":
            raise RuleError(
                f"{self.owner}.board_fields: '{name}' has type {base!r}, which is no number"
            )
        return declared

    def pack(self, values: Mapping[str, Any]) -> bytes:
        """Values for all fields as bytes; arrays may be shorter than declared, the rest is 0."""
        if values.keys() != self.kinds.keys():
            raise self._other_fields(values)
        place = bytearray(self.dtype.itemsize)
        for name, field in self._fields.items():
            if not field.store_plain(place, values[name]):
                self._store(place, name, values[name])
        return bytes(place)

    def unpack(self, packed: bytes) -> Board:
        """The fields as rules see them."""
        import numpy as np

        record = np.frombuffer(packed, self.dtype)[0]
        return Board({name: record[name].tolist() for name in self.kinds})

    def _other_fields(self, values: Mapping[str, Any]) -> InputError:
        unknown = sorted(set(values) - set(self.kinds))
        missing = sorted(set(self.kinds) - set(values))
        what = f"unknown field '{unknown[0]}'" if unknown else f"no field '{missing[0]}'"
        return InputError(f"the board of {self.owner} has {what}")

    def _store(self, place: bytearray, name: str, value: Any) -> None:
        import numpy as np

        record = np.frombuffer(place, self.dtype)
        try:
            _fill(record[name][0:1], value, self._fields[name].declared)
        except (ValueError, TypeError, OverflowError) as error:
            raise InputError(f"the board's field '{name}' cannot hold {value!r}: {error}") from None


def _stored(declared: np.dtype[Any]) -> np.dtype[Any]:
    """How a field is kept: rules know signed integers alone.

    A small unsigned field takes a signed one of twice the size: compiled code would else compute
    with it as unsigned, and 1 - 2 would not be below 0.
    """
    import numpy as np

    if declared.kind == "b":
        return np.dtype(np.int8)
    if declared.kind == "u" and declared.itemsize < 8:
        return np.dtype(f"i{2 * declared.itemsize}")
    return declared


def _fill(place: Any, value: Any, declared: np.dtype[Any]) -> None:
    """Copies a scalar, or an array into the low corner of a larger one."""
    import numpy as np

    array = np.asarray(value)
    if array.size == 0:
        return
    if array.dtype.kind == "f" and place.dtype.kind != "f":
        # Or numpy has made floats of words, of which some have their top bit set.
        array = np.array(value, dtype=object)
        if not all(isinstance(item, (int, np.integer)) for item in array.flat):
            raise TypeError("it is not an integer")
    if array.ndim != place.ndim - 1:
        raise ValueError(f"it has {array.ndim} dimensions, not {place.ndim - 1}")
    if any(have > room for have, room in zip(array.shape, place.shape[1:], strict=True)):
        raise ValueError(f"its shape {array.shape} does not fit {place.shape[1:]}")
    if declared.kind in "iu":
        bounds = np.iinfo(declared)
        if int(array.min()) < bounds.min or int(array.max()) > bounds.max:
            raise OverflowError(f"outside {bounds.min} to {bounds.max}")
    place[(0, *(slice(0, n) for n in array.shape))] = array.astype(place.dtype)
