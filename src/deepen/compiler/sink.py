"""The sink: where a rule's successors go, and what is known while they come. Imports Numba.

A few 64-bit places in the frame of the function that the engine calls. The engine never sees them,
and once everything is inlined they are registers.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numba
from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from deepen.compiler import abi
from deepen.compiler.memory import load, load_pointer, store
from deepen.compiler.pipeline import OPTIONS


class Place(IntEnum):
    """What lies where in a sink; the state and the one before it follow from STATES on."""

    OUT = 0
    ROOM = 1
    COUNT = 2
    FAULT = 3
    ESTIMATE = 4
    BUDGET = 5
    SKIPPED = 6
    CUT = 7
    EXCESS = 8
    STATES = 9


# As plain numbers, and under names of this module: so Numba takes them for constants.
OUT, ROOM, COUNT = int(Place.OUT), int(Place.ROOM), int(Place.COUNT)
FAULT, ESTIMATE, BUDGET = int(Place.FAULT), int(Place.ESTIMATE), int(Place.BUDGET)
SKIPPED, CUT, EXCESS, STATES = (
    int(Place.SKIPPED), int(Place.CUT), int(Place.EXCESS), int(Place.STATES),
)  # fmt: skip
_NO_ROOM, _OUT_OF_RANGE = abi.NO_ROOM, abi.OUT_OF_RANGE
_GAME_LIMIT, _VALUE_BITS, _NO_BUDGET = abi.GAME_LIMIT, abi.VALUE_BITS, abi.NO_BUDGET
_GIVEN_ESTIMATE, _GIVEN_BUDGET = abi.request_place("estimate"), abi.request_place("budget")
_TOLD_SKIPPED, _TOLD_CUT = abi.request_place("skipped"), abi.request_place("cut")
_TOLD_EXCESS = abi.request_place("excess")


@intrinsic
def new_sink(context: Any) -> Any:
    """Room for a sink with two states of any width, not yet filled."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = llvm.IntType(64)
        size = llvm.Constant(word, Place.STATES + 2 * abi.WIDEST)
        places = cgutils.alloca_once(builder, word, size)
        return builder.bitcast(places, cgutils.voidptr_t)

    return types.voidptr(), generate


@numba.njit(**OPTIONS)
def open_sink(sink: Any, out: Any, room: int, fault: Any) -> None:
    store(sink, OUT, out)
    store(sink, ROOM, room)
    store(sink, FAULT, fault)
    store(sink, COUNT, 0)


@numba.njit(**OPTIONS)
def open_request(sink: Any, request: Any) -> None:
    store(sink, ESTIMATE, load(request, _GIVEN_ESTIMATE))
    store(sink, BUDGET, load(request, _GIVEN_BUDGET))
    store(sink, SKIPPED, 0)
    store(sink, CUT, 0)
    store(sink, EXCESS, _NO_BUDGET)


@numba.njit(**OPTIONS)
def close_request(sink: Any, request: Any) -> None:
    store(request, _TOLD_SKIPPED, load(sink, SKIPPED))
    store(request, _TOLD_CUT, load(sink, CUT))
    store(request, _TOLD_EXCESS, load(sink, EXCESS))


@numba.njit(**OPTIONS)
def next_place(sink: Any) -> int:
    """Where the next successor goes."""
    count = load(sink, COUNT)
    if count == load(sink, ROOM):
        store(load_pointer(sink, FAULT), 0, _NO_ROOM)
        raise ValueError("no room")
    store(sink, COUNT, count + 1)
    return count


@numba.njit(**OPTIONS)
def check_range(sink: Any, values: int) -> None:
    """Refuses a successor whose values, or-ed together, are too large or negative."""
    if values >> _VALUE_BITS != 0:
        store(load_pointer(sink, FAULT), 0, _OUT_OF_RANGE)
        raise ValueError("out of range")


@numba.njit(**OPTIONS)
def check_game_value(sink: Any, value: int) -> None:
    """Refuses a reward or an order that leaves the range of values."""
    if value <= -_GAME_LIMIT or value >= _GAME_LIMIT:
        store(load_pointer(sink, FAULT), 0, _OUT_OF_RANGE)
        raise ValueError("out of range")


@numba.njit(**OPTIONS)
def check_no_reward(sink: Any, reward: int) -> None:
    """Refuses a reward where outcomes count."""
    if reward != 0:
        store(load_pointer(sink, FAULT), 0, _OUT_OF_RANGE)
        raise ValueError("out of range")


@numba.njit(**OPTIONS)
def check_bounds(sink: Any, low: int, high: int) -> None:
    """Refuses bounds that no value can keep."""
    if low > high or low < -_GAME_LIMIT or high > _GAME_LIMIT:
        store(load_pointer(sink, FAULT), 0, _OUT_OF_RANGE)
        raise ValueError("out of range")
