"""A position taken apart: the fields and the constants that its look shows, and back again."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from deepen._arguments import is_integer
from deepen.errors import InputError, RuleError
from deepen.game import Game
from deepen.look import size_of
from deepen.looks.contents import Position, fields_of, listed
from deepen.state import Array, Cell, CellSet


@dataclass
class Parts:
    """What a position is made of, as plain Python: numbers, lists, sets of cells.

    Attributes:
        state: a value for each field.
        board: the sizes, the constants of layers, and those that the look names besides.
        to_move, score: of a game.
    """

    state: dict[str, Any] = field(default_factory=dict)
    board: dict[str, Any] = field(default_factory=dict)
    to_move: int = 0
    score: int = 0

    @classmethod
    def of(cls, subject: Any) -> Parts:
        """Those of a puzzle at its start, or of a game as it stands."""
        position = Position(subject)
        fields = fields_of(type(subject))
        look = position.look
        layers = [name for name in look.layers if name not in fields]
        names = dict.fromkeys((*look.size_names, *layers, *look.also, *_counts(type(subject))))
        return cls(
            {name: plain(getattr(subject.start, name)) for name in fields},
            {name: plain(position.value(name)) for name in names},
            getattr(subject, "to_move", 0),
            getattr(subject, "score", 0),
        )

    def made(self, kind: type[Any]) -> Any:
        """The puzzle or the game of these parts.

        Raises:
            InputError: there is none.
        """
        turn = {"to_move": self.to_move, "score": self.score} if issubclass(kind, Game) else {}
        turn = {name: value for name, value in turn.items() if value}
        try:
            inspect.signature(kind).bind(self.state, self.board, **turn)
        except TypeError:
            raise RuleError(
                f"{kind.__name__}.__init__ takes other arguments than a state and a board",
                hint=f"Let it take `(start, board)`, or write how a text is read: `@classmethod "
                f"def parse(cls, text)` of {kind.__name__}.",
            ) from None
        return kind(self.state, self.board, **turn)

    def as_json(self) -> str:
        """As text that every class with fields reads."""
        whole: dict[str, Any] = {"state": self.state, "board": self.board}
        whole |= {"to_move": self.to_move} if self.to_move else {}
        whole |= {"score": self.score} if self.score else {}
        return json.dumps(whole, default=_as_cells)

    @classmethod
    def of_json(cls, text: str) -> Parts:
        """The parts in such a text.

        Raises:
            InputError: there are none in it.
        """
        try:
            whole = json.loads(text, object_hook=_cells)
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            raise InputError(f"{place}: no JSON, {error.msg}") from None
        except (ValueError, RecursionError):
            raise InputError("this is no JSON that can be read") from None
        whole = whole if isinstance(whole, dict) else {}
        state, board = whole.get("state"), whole.get("board", {})
        if not isinstance(state, dict) or not isinstance(board, dict):
            raise InputError('a position in JSON is {"state": {...}, "board": {...}}')
        for name, most in (("to_move", 1), ("score", None)):
            number = whole.get(name, 0)
            if not is_integer(number) or (most is not None and not 0 <= number <= most):
                raise InputError(f'"{name}" is {json.dumps(number)}, which it cannot be')
        return cls(state, board, whole.get("to_move", 0), whole.get("score", 0))


def _counts(kind: type[Any]) -> Iterator[str]:
    """The constants that say how many cells an array of them has."""
    for each in fields_of(kind).values():
        if isinstance(each, Array) and isinstance(each.of, Cell):
            yield from (size for size in each.shape if isinstance(size, str))


def plain(value: Any) -> Any:
    """A field or a constant as plain Python."""
    if isinstance(value, Set):
        return {int(cell) for cell in value}
    if isinstance(value, bool):
        return value
    return int(value) if is_integer(value) else [plain(item) for item in listed(value)]


def nothing_of(kind: type[Any], name: str, constants: Mapping[str, Any]) -> Any:
    """What a field is that nothing is said of."""
    declared = fields_of(kind)[name]
    if isinstance(declared, CellSet):
        return set()
    if not isinstance(declared, Array):
        return 0
    *rows, last = (size_of(size, constants) for size in declared.shape)
    return [[0] * last for _ in range(rows[0])] if rows else [0] * last


def is_nothing(value: Any) -> bool:
    """Whether a value need not be written."""
    if isinstance(value, list):
        return all(map(is_nothing, value))
    return not value


# JSON has no sets: one is {"cells": [...]}


def _as_cells(value: Any) -> Any:
    return {"cells": sorted(value)}


def _cells(value: dict[str, Any]) -> Any:
    cells = value.get("cells")
    is_set = set(value) == {"cells"} and isinstance(cells, list) and all(map(is_integer, cells))
    return set(value["cells"]) if is_set else value
