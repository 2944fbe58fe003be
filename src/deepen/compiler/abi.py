"""What compiled rules and the engine have to agree on: widths, records, flags, faults, signatures.

The engine measures its own structs and tells it as `deepen._core.abi`. This is the only module that
reads that: who writes records, calls compiled code or answers in its place, asks here.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cached_property

from deepen._core import GAME_LIMIT, SUCCESSOR_LIMIT, VALUE_LIMIT, RecordLayout
from deepen._core import abi as _engine

__all__ = [
    "AGAIN_FLAG",
    "BOUNDS",
    "EXPAND_REQUEST",
    "GAME_LIMIT",
    "GOAL_FLAG",
    "NO_BUDGET",
    "NO_ROOM",
    "OUT_OF_RANGE",
    "SUCCESSOR_LIMIT",
    "SUMMARY",
    "VALUE_BITS",
    "VALUE_LIMIT",
    "WIDEST",
    "WORD_BYTES",
    "Record",
    "arguments",
    "move_record",
    "pay_code",
    "request_place",
    "signature",
    "successor_record",
    "width_of",
]

WORD_BYTES = 8
WIDEST: int = max(_engine.STATE_WIDTHS)
GOAL_FLAG, AGAIN_FLAG = _engine.GOAL_FLAG, _engine.AGAIN_FLAG
NO_ROOM, OUT_OF_RANGE = _engine.NO_ROOM, _engine.OUT_OF_RANGE
NO_BUDGET, VALUE_BITS = _engine.NO_BUDGET, VALUE_LIMIT.bit_length()
EXPAND_REQUEST, BOUNDS = _engine.EXPAND_REQUEST, _engine.BOUNDS

_RECORDS = (_engine.SUCCESSOR_TAIL, _engine.MOVE_TAIL, EXPAND_REQUEST, BOUNDS)
SUMMARY = repr(
    (
        _engine.STATE_WIDTHS,
        [[(each.name, each.offset, each.code) for each in record.fields] for record in _RECORDS],
        sorted(_engine.SIGNATURES.items()),
        (GOAL_FLAG, AGAIN_FLAG, NO_ROOM, OUT_OF_RANGE, NO_BUDGET, VALUE_LIMIT, GAME_LIMIT),
    )
)
"""Equal only if compiled code means the same to this engine; so it is part of the cache's key."""

_WIDTH_OF: dict[int, int] = {
    words: next(width for width in _engine.STATE_WIDTHS if width >= words)
    for words in range(1, WIDEST + 1)
}


def width_of(words: int) -> int:
    """The engine's width for a state of `words` words: the next that it has."""
    return _WIDTH_OF[words]


@dataclass(frozen=True)
class Record:
    """What a rule writes for each thing that it yields: a state of some width, then numbers."""

    width: int
    tail: RecordLayout | None = None

    @cached_property
    def packed(self) -> struct.Struct:
        """All of it at once; nothing lies between two records."""
        return struct.Struct(f"@{self.width}Q{self.tail.format[1:] if self.tail else ''}")

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """Of each word and number in order, where it lies and how long it is, in bytes."""
        state = self.width * WORD_BYTES
        words = [(place, WORD_BYTES) for place in range(0, state, WORD_BYTES)]
        numbers = self.tail.fields if self.tail else []
        return words + [(state + number.offset, number.size) for number in numbers]


def successor_record(width: int) -> Record:
    """The engine's `Successor`: the state, then action, cost, estimate, and one unused."""
    return Record(width, _engine.SUCCESSOR_TAIL)


def move_record(width: int) -> Record:
    """The engine's `Move`: the state, then action, reward, both bounds, order, flags."""
    return Record(width, _engine.MOVE_TAIL)


def pay_code(reward: int, again: int) -> int:
    """What a move pays and whether its mover goes on, as the engine's `Pay` has it in a cost."""
    return (reward + GAME_LIMIT) << 1 | again


def request_place(field: str) -> int:
    """Where a field of the engine's `ExpandRequest` lies, counted in words."""
    return EXPAND_REQUEST.field(field).offset // WORD_BYTES


_HEAD = "iPP"  # a status comes back; places for the result and for an exception come first


def signature(kind: str) -> str:
    """The result and the arguments of a function of rules, in the codes of `struct`."""
    return str(_engine.SIGNATURES["expand" if kind in ("reach", "pay") else kind])


def arguments(kind: str) -> str:
    """Its arguments behind those that every function of rules has."""
    codes = signature(kind)
    assert codes.startswith(_HEAD), f"the engine calls {kind} otherwise: {codes}"
    return codes[len(_HEAD) :]
