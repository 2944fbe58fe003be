"""What stands before the data of a table's file, and where the data lies.

    magic, version, length and checksum    32 bytes
    the header                             JSON
    a CRC-32 of each block                 4 bytes each
    the sections, each at a multiple of 4096:
      states                               sorted by their words; none where positions have ranks
      codes                                of each state, or of each rank: a number of `outcomes`

All numbers are little-endian. The checksum covers everything from the version to the checksums of
the blocks, so that what is opened is whole and only the blocks that are used need be read.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import asdict, dataclass
from typing import Any

from deepen.errors import InputError

MAGIC = b"\x89deepen table\r\n\x1a"  # not text, and no text after it, whoever changes ends of lines
VERSION = 1
BLOCK = 1 << 16
_ALIGNED = 1 << 12
_PREFIX = struct.Struct("<16sIIII")  # magic, version, length of the header, its checksum, 0
_WORD = 8
_CODE_SIZES = (1, 2, 4)

Outcome = tuple[int, int | None, int]
"""A value to the mover, in how many moves (None of a draw), and of how many positions."""


@dataclass(frozen=True)
class Section:
    """A part of the data: its place in the file, its bytes, and the number of its first block."""

    offset: int
    size: int
    first_block: int

    @property
    def blocks(self) -> int:
        return -(-self.size // BLOCK)


@dataclass(frozen=True)
class Header:
    """What a table is of.

    Attributes:
        deepen: the version that wrote it.
        game: the name of its class.
        rules: digests of what the values follow from, by name: `moves`, `outcome`, `board`, ...
        start: the words of the position that it was made from.
        width: the words of a state.
        positions: how many it has.
        moves: how many lead from one to another.
        outcomes: what they are worth; a code is an index of this list.
        ranks: how many ranks there are, if positions are found by their rank; None if they are
            stored.
    """

    deepen: str
    game: str
    rules: dict[str, str]
    start: tuple[int, ...]
    width: int
    positions: int
    moves: int
    outcomes: tuple[Outcome, ...]
    ranks: int | None = None

    @property
    def absent(self) -> int:
        """The code of a rank that no position of the table has."""
        return len(self.outcomes)

    @property
    def code_bytes(self) -> int:
        most = len(self.outcomes) + (self.ranks is not None)
        return next(size for size in _CODE_SIZES if most <= 1 << 8 * size)

    def sections(self) -> tuple[Section, Section]:
        """Where the states and the codes are."""
        states = 0 if self.ranks is not None else self.positions * self.width * _WORD
        codes = (self.positions if self.ranks is None else self.ranks) * self.code_bytes
        blocks = -(-states // BLOCK) - (-codes // BLOCK)
        begin = _aligned(_PREFIX.size + len(self._json()) + 4 * blocks)
        first = Section(begin, states, 0)
        return first, Section(_aligned(begin + states), codes, first.blocks)

    def size(self) -> int:
        """Of the whole file."""
        codes = self.sections()[1]
        return codes.offset + codes.size

    def encode(self, checksums: bytes) -> bytes:
        """All that stands before the data; the checksums are those of the blocks."""
        text = self._json()
        rest = text + checksums
        checksum = zlib.crc32(rest, zlib.crc32(struct.pack("<II", VERSION, len(text))))
        return _PREFIX.pack(MAGIC, VERSION, len(text), checksum, 0) + rest

    def _json(self) -> bytes:
        kind = "stored" if self.ranks is None else "ranked"
        more = {"kind": kind, "code_bytes": self.code_bytes, "block": BLOCK}
        return json.dumps({**asdict(self), **more}, sort_keys=True).encode()


def decode(name: str, data: Any) -> tuple[Header, bytes]:
    """The header of a file, whose name is for the sentence if it is none, and the checksums.

    Raises:
        InputError: it is no table, damaged, or of a newer version.
    """
    if bytes(data[: len(MAGIC)]) != MAGIC or len(data) < _PREFIX.size:
        raise InputError(f"{name!r} is not a table")
    _, version, length, checksum, _ = _PREFIX.unpack(data[: _PREFIX.size])
    if version > VERSION:
        raise InputError(
            f"the table {name!r} is of version {version}, and this deepen knows {VERSION}: "
            "take a newer deepen, or tabulate again"
        )
    text = bytes(data[_PREFIX.size : _PREFIX.size + length])
    header = _read(name, text)
    states, codes = header.sections()
    before_data = _PREFIX.size + length + 4 * (states.blocks + codes.blocks)
    if before_data > len(data):
        raise damaged(name, "it ends early")
    checksums = bytes(data[_PREFIX.size + length : before_data])
    covered = zlib.crc32(struct.pack("<II", version, length))
    if zlib.crc32(text + checksums, covered) != checksum:
        raise damaged(name, "its header is not what was written")
    if len(data) != header.size():
        raise damaged(name, f"it has {len(data):,} of {header.size():,} bytes")
    return header, checksums


def _read(name: str, text: bytes) -> Header:
    try:
        found = json.loads(text)
        header = Header(
            deepen=str(found["deepen"]),
            game=str(found["game"]),
            rules={str(part): str(digest) for part, digest in found["rules"].items()},
            start=tuple(map(int, found["start"])),
            width=int(found["width"]),
            positions=int(found["positions"]),
            moves=int(found["moves"]),
            outcomes=tuple((v, d, n) for v, d, n in found["outcomes"]),
            ranks=found["ranks"],
        )
        header.sections()
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration, OverflowError):
        raise damaged(name, "its header is not what was written") from None
    return header


def damaged(name: str, reason: str) -> InputError:
    """For a file that was a table."""
    return InputError(f"the table {name!r} is damaged: {reason}")


def _aligned(place: int) -> int:
    return -(-place // _ALIGNED) * _ALIGNED
