"""The file of a table: written whole or not at all, mapped and never read whole.

A block is compared with its checksum when something in it is first asked for, so that opening a
file takes as long however large it is. `header` says how it is laid out.
"""

from __future__ import annotations

import mmap
import os
import struct
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from deepen.errors import InputError, UsageError
from deepen.tables.entries import Words, count, places_of
from deepen.tables.header import BLOCK, MAGIC, Header, Section, damaged, decode
from deepen.tables.replacing import beside, in_the_way, written

if TYPE_CHECKING:
    import numpy as np


def write(path: str | os.PathLike[str], header: Header, states: Any, codes: Any) -> None:
    """Writes a table.

    Args:
        path: where to; what is there is replaced once the new file is whole.
        header: what the table is of.
        states: the words of all positions, sorted, little-endian; empty where they have ranks.
        codes: of the same, or of all ranks.

    Raises:
        UsageError: it cannot be written.
    """
    refuse_in_the_way(path)
    sections, checksums = header.sections(), bytearray()
    parts = [memoryview(data).cast("B") for data in (states, codes)]
    assert [len(part) for part in parts] == [section.size for section in sections]
    with written(path) as file:
        for section, part in zip(sections, parts, strict=True):
            file.seek(section.offset)
            for begin in range(0, section.size, BLOCK):
                block = part[begin : begin + BLOCK]
                checksums += struct.pack("<I", zlib.crc32(block))
                file.write(block)
        file.seek(0)
        file.write(header.encode(bytes(checksums)))


def refuse_in_the_way(path: str | os.PathLike[str]) -> None:
    """What is there may be a table, whole or not, of whatever version; or empty.

    Raises:
        UsageError: it is something else, which nobody wants to lose.
    """
    name = os.fspath(path)
    if os.path.isdir(path):
        raise UsageError(f"{name!r} cannot be written: it is a folder")
    fresh = beside(path)
    if os.path.exists(path) and not _begins_with(path, MAGIC, b""):
        raise in_the_way(name)
    if os.path.lexists(fresh) and not _begins_with(fresh, MAGIC, b"", bytes(len(MAGIC))):
        raise in_the_way(fresh)


def _begins_with(path: str | os.PathLike[str], *beginnings: bytes) -> bool:
    if not os.path.isfile(path):  # a device, a pipe
        return False
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) in beginnings
    except OSError as error:
        raise UsageError(f"{os.fspath(path)!r} cannot be written: {error.strerror}") from None


class TableFile:
    """A table's file, mapped.

    Attributes:
        path: as it was given.
        header: what it says of itself.

    Raises:
        InputError: there is none, or it is no table, damaged, or of a newer version.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._map = _mapped(self.path)
        self.header, checksums = decode(self.path, self._map)
        self._states, self._codes = self.header.sections()
        self._checksums = memoryview(checksums)
        self._is_right = bytearray(self._states.blocks + self._codes.blocks)
        self._state = struct.Struct(f"<{self.header.width}Q")
        self._code = struct.Struct({1: "<B", 2: "<H", 4: "<I"}[self.header.code_bytes])

    @property
    def places(self) -> int:
        """Of stored positions, or of ranks."""
        ranks = self.header.ranks
        return self.header.positions if ranks is None else ranks

    def place_of(self, words: Words) -> int | None:
        """Where a stored position is; None if it is not there."""
        place = bisect_left(range(self.places), words, key=self.words_at)
        return place if place < self.places and self.words_at(place) == words else None

    def words_at(self, place: int) -> Words:
        """The stored position at a place."""
        return self._read(self._state, self._states, place)

    def code_at(self, place: int) -> int | None:
        """The code at a place, or of a rank; None of a rank that no position has."""
        code: int = self._read(self._code, self._codes, place)[0]
        if code > len(self.header.outcomes) - (self.header.ranks is None):
            raise damaged(self.path, f"it has the code {code}")
        return None if code == self.header.absent else code

    def counts(self) -> dict[int, int]:
        """How many positions have which code."""
        found = count(self.codes())
        found.pop(self.header.absent, None)
        return found

    def places_of_codes(self, codes: Sequence[int], most: int) -> list[int]:
        """Where positions are that have one of these codes; the first so many."""
        return places_of(self.codes(), codes, most)

    def states(self) -> np.ndarray[Any, Any]:
        """The words of all stored positions, a row each; verified."""
        import numpy as np  # lazy: start-up

        found = np.frombuffer(self._whole(self._states), "<u8")
        return found.reshape(-1, self.header.width)

    def codes(self) -> np.ndarray[Any, Any]:
        """The codes of all of them, or of all ranks; verified."""
        import numpy as np  # lazy: start-up

        return np.frombuffer(self._whole(self._codes), f"<u{self.header.code_bytes}")

    def content(self) -> tuple[memoryview, memoryview]:
        """The bytes of both sections; verified."""
        return self._whole(self._states), self._whole(self._codes)

    def verify(self) -> Iterator[None]:
        """Compares every block with its checksum; one turn each.

        Raises:
            InputError: one is damaged.
        """
        for section in (self._states, self._codes):
            for block in range(section.blocks):
                self._is_right[section.first_block + block] = 0
                self._verify(section, block)
                yield

    def _read(self, kind: struct.Struct, section: Section, number: int) -> Words:
        begin = number * kind.size
        for place in (begin, begin + kind.size - 1):  # a state may lie in two blocks
            block = place // BLOCK
            if not self._is_right[section.first_block + block]:
                self._verify(section, block)
        return kind.unpack_from(self._map, section.offset + begin)

    def _verify(self, section: Section, block: int) -> None:
        number = section.first_block + block
        begin = section.offset + block * BLOCK
        end = min(begin + BLOCK, section.offset + section.size)
        with memoryview(self._map) as view, view[begin:end] as content:
            right = zlib.crc32(content) == struct.unpack_from("<I", self._checksums, 4 * number)[0]
        if not right:
            raise damaged(self.path, f"block {number} is not what was written")
        self._is_right[number] = 1

    def _whole(self, section: Section) -> memoryview:
        for block in range(section.blocks):
            if not self._is_right[section.first_block + block]:
                self._verify(section, block)
        return memoryview(self._map)[section.offset : section.offset + section.size]


def _mapped(path: str) -> mmap.mmap:
    try:
        # Not to wait for whoever is at the other end, where it is no file at all.
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise InputError(f"the table {path!r} cannot be opened: {error.strerror}") from None
    except ValueError:  # an empty file cannot be mapped
        raise InputError(f"{path!r} is not a table") from None
