"""Compiled rules, asked about one state at a time: the engine's calling convention from Python.

A search asks millions of times and stays inside the engine. What wants to look at single answers,
as `deepen.check` does, calls the same machine code here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from deepen.compiler import abi, functions
from deepen.game import Game
from deepen.interpreter.calls import Successor
from deepen.interpreter.games import MoveRecord
from deepen.puzzle import Puzzle
from deepen.rules import Heuristic

_FIRST_ROOM = 256
_RAISED = -1
_C_TYPES: dict[str, Any] = {"i": ctypes.c_int, "q": ctypes.c_int64, "P": ctypes.c_void_p}


def _prototype(kind: str) -> Any:
    """A function of rules as the engine calls it."""
    return ctypes.CFUNCTYPE(*(_C_TYPES[code] for code in abi.signature(kind)))


class NativeFailure(Exception):
    """A compiled rule failed on a state: it raised, or gave a number out of range."""


_Bounds = _C_TYPES["q"] * len(abi.BOUNDS.fields)


class _ExpandRequest(ctypes.Structure):
    """The engine's struct of that name."""

    _fields_ = tuple((field.name, _C_TYPES[field.code]) for field in abi.EXPAND_REQUEST.fields)


class _Native:
    """What puzzles and games share.

    Args:
        board: the constants, as rules read them.
        width: the words of a state in the engine.
    """

    def __init__(self, board: bytes, width: int) -> None:
        self.board = board
        self.width = width

    def ask(self, address: int, words: tuple[int, ...]) -> int:
        """What a rule returns, if that is one number."""
        result = ctypes.c_int64()
        self._call(_prototype("evaluate")(address), result, words)
        return result.value

    def fetch(self, address: int, words: tuple[int, ...], kind: Any) -> list[int]:
        """What a rule returns, if that is several numbers of one kind."""
        answer = kind()
        self._call(_prototype("bounds")(address), ctypes.c_int64(), words, ctypes.byref(answer))
        return list(answer)

    def records(
        self, function: Any, record: abi.Record, words: tuple[int, ...], *more: Any
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """What a rule yields, each as the words of a state and the numbers behind them."""
        size, room = record.packed.size, _FIRST_ROOM
        while (found := self._written(function, words, size, room, more)) is None:
            room *= 4
        count, out = found
        for values in record.packed.iter_unpack(memoryview(out)[: size * count]):
            yield values[: self.width], values[self.width :]

    def _written(
        self, function: Any, words: tuple[int, ...], size: int, room: int, more: tuple[Any, ...]
    ) -> tuple[int, Any] | None:
        """How many records a rule wrote, and where; None if there was not enough room."""
        out = ctypes.create_string_buffer(size * room)
        count, fault = ctypes.c_int64(), ctypes.c_int64()
        try:
            self._call(function, count, words, out, room, ctypes.byref(fault), *more)
        except NativeFailure:
            fault.value = fault.value or _RAISED
        if fault.value == abi.NO_ROOM and room < abi.SUCCESSOR_LIMIT:
            return None
        if fault.value != 0:  # perhaps noted and then caught by the rule itself
            raise NativeFailure
        return count.value, out

    def _call(self, function: Any, result: Any, words: tuple[int, ...], *more: Any) -> None:
        state = (ctypes.c_uint64 * self.width)(*words)
        place = ctypes.byref(result), ctypes.byref(ctypes.c_void_p())
        if function(*place, self.board, ctypes.byref(state), *more) != 0:
            raise NativeFailure


class NativePuzzle(_Native):
    """The compiled rules of a `Puzzle`, with the answers that `InterpretedPuzzle` gives.

    Raises:
        RuleError: a rule cannot be compiled.
    """

    def __init__(self, puzzle: Puzzle, heuristic: Heuristic | None = None) -> None:
        super().__init__(puzzle.board_bytes, abi.width_of(puzzle.state_words))
        packing = self._packing = puzzle.packing
        along = functions.expand_along_function(packing, heuristic)
        self._code = functions.expand_function(packing), along
        self._expand = _prototype("expand")(self._code[0])
        self._expand_along = _prototype("expand_along")(self._code[1])
        self._record = abi.successor_record(self.width)
        self._is_goal = functions.is_goal_function(packing)
        self._estimate = functions.estimate_function(packing, heuristic)

    def expand(self, words: tuple[int, ...]) -> list[Successor]:
        """The successors."""
        found = self.records(self._expand, self._record, words)
        return [(action, state, cost, 0) for state, (action, cost, *_) in found]

    def expand_along(
        self, words: tuple[int, ...], estimate: int, nobody: tuple[int, ...]
    ) -> list[Successor]:
        """The successors with their estimates and `GOAL_FLAG`, but none that equals `nobody`."""
        previous = (ctypes.c_uint64 * self.width)(*nobody)
        request = _ExpandRequest(
            previous=ctypes.addressof(previous), estimate=estimate, budget=abi.NO_BUDGET
        )
        found = self.records(self._expand_along, self._record, words, ctypes.addressof(request))
        return [(action, state, cost, h) for state, (action, cost, h, _) in found]

    def canonical(self, words: tuple[int, ...]) -> tuple[int, ...]:
        """The state that stands for this one and its images."""
        address = functions.optional_function(self._packing, "canonical")
        return tuple(self.fetch(address, words, ctypes.c_uint64 * self.width))

    def predecessors(self, words: tuple[int, ...]) -> list[Successor]:
        """The states from which one action leads here."""
        address = functions.optional_function(self._packing, "predecessors")
        found = self.records(_prototype("predecessors")(address), self._record, words)
        return [(action, state, cost, 0) for state, (action, cost, *_) in found]

    def rank(self, words: tuple[int, ...]) -> int:
        """The number of a state."""
        return self.ask(functions.optional_function(self._packing, "rank"), words)

    def unrank(self, number: int) -> tuple[int, ...]:
        """The state of a number."""
        address = functions.optional_function(self._packing, "unrank")
        state, unused = (ctypes.c_uint64 * self.width)(), ctypes.c_int64()
        places = ctypes.byref(unused), ctypes.byref(ctypes.c_void_p())
        if _prototype("unrank")(address)(*places, self.board, number, ctypes.byref(state)) != 0:
            raise NativeFailure
        return tuple(state)

    def is_goal(self, words: tuple[int, ...]) -> bool:
        """Whether the puzzle is solved."""
        return self.ask(self._is_goal, words) != 0

    def estimate(self, words: tuple[int, ...]) -> int:
        """What the heuristic says."""
        return self.ask(self._estimate, words)


class NativeGame(_Native):
    """The compiled rules of a `Game`, with the answers that `InterpretedGame` gives.

    Raises:
        RuleError: a rule cannot be compiled.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game.board_bytes, abi.width_of(game.packing.words))
        packing, kind = game.packing, type(game)
        self._packing = packing
        self._code = functions.moves_function(packing, kind.order, kind.bounds)
        self._moves = _prototype("moves")(self._code)
        self._record = abi.move_record(self.width)
        self._evaluate = functions.evaluate_function(packing)
        self._canonical = functions.canonical_function(packing)
        self._bounds = functions.bounds_function(packing, kind.bounds)

    def expand(self, words: tuple[int, ...]) -> list[MoveRecord]:
        """The moves."""
        found = self.records(self._moves, self._record, words)
        return [
            (action, state, reward, low, high, order, flags & abi.AGAIN_FLAG != 0)
            for state, (action, reward, low, high, order, flags) in found
        ]

    def evaluate(self, words: tuple[int, ...]) -> int:
        """The guess of the value."""
        return self.ask(self._evaluate, words)

    def canonical(self, words: tuple[int, ...]) -> tuple[int, ...]:
        """The canonical state."""
        return tuple(self.fetch(self._canonical, words, ctypes.c_uint64 * self.width))

    def predecessors(self, words: tuple[int, ...]) -> list[Successor]:
        """The positions from which one move leads here."""
        address = functions.optional_function(self._packing, "predecessors")
        record = abi.successor_record(self.width)
        found = self.records(_prototype("predecessors")(address), record, words)
        return [(action, state, paid, 0) for state, (action, paid, *_) in found]

    def rank(self, words: tuple[int, ...]) -> int:
        """The number of a state, whoever is to move."""
        return self.ask(functions.optional_function(self._packing, "rank"), words)

    def bounds(self, words: tuple[int, ...]) -> tuple[int, int]:
        """Between which the value lies."""
        low, high = self.fetch(self._bounds, words, _Bounds)
        return low, high
