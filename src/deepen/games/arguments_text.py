"""A position as the text of its class's arguments: `deepen solve hanoi.py 4` is `Hanoi(4)`.

What differs from that instance follows in lines of its own: `state:`, `to move:`, `score:`. So does
it after a text that the class's own `parse` reads where there is no `format` to write another.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable
from typing import Any

from deepen.errors import DeepenError, InputError, UsageError
from deepen.game import Game, ObjectGame
from deepen.games import literals
from deepen.games.broken import place_of
from deepen.packing.remembered import given_to
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.state import State

_LINE = re.compile(r"(state|to move|score): ?(.*)")
_NO_COLON = re.compile(r"(state|to move|score) +(\S.*)")
_BARE = re.compile(r"\w{1,40}")
_TEXT = "_text"  # where a position keeps the text that it was parsed from
# What a constructor or a `parse` raises of a text that makes no sense.
_MISFITS = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError)

Position = Any
Kind = Any


class ArgumentsText:
    """Reads and writes the positions of a class.

    Args:
        kind: a puzzle or a game.
        make: the position of a text without those lines; by the class's constructor unless given.
    """

    def __init__(self, kind: Kind, make: Callable[[str], Position] | None = None) -> None:
        self.kind = kind
        self.by_arguments = make is None
        self.make = self._made if make is None else make
        self._known: tuple[str, Position] = "", None

    @property
    def call(self) -> str:
        """How the class is made; "" where its own `parse` reads the text."""
        signature = inspect.signature(self.kind)
        takes = str(signature.replace(return_annotation=signature.empty))
        return f"{self.kind.__name__}{takes}" if self.by_arguments else ""

    def parse(self, text: str) -> Position:
        """The position of a text.

        Raises:
            InputError: it is none.
        """
        body, lines = _split(text)
        try:
            position = self._base(body)
        except InputError:
            _check_colon(body)
            raise
        position = position.at(position.start)  # a copy: the base is kept
        if "to move" in lines:
            position.to_move = self._player(lines["to move"])
        if "score" in lines:
            position.score = self._score(lines["score"])
        if {"state", "to move"} & lines.keys():
            said = lines.get("state")
            position = position.at(position.start if said is None else self._state(said))
        return position

    def format(self, position: Position) -> str:
        """The text of a position.

        Raises:
            UsageError: it holds what no text can say.
        """
        body = self._body(position)
        base = self._base(body)
        lines = [body] if body else []
        if position.start != base.start:
            lines.append(f"state: {_state_text(position)}")
        if isinstance(position, (Game, ObjectGame)):
            if position.to_move != base.to_move:
                lines.append(f"to move: {position.players[position.to_move]}")
            if position.score != base.score:
                lines.append(f"score: {position.score}")
        return "\n".join(lines)

    # What comes before the lines

    def _base(self, body: str) -> Position:
        """The position of a text without further lines; the last one is kept."""
        known, position = self._known
        if position is None or known != body:
            said = " ".join(body[:40].split())  # in one sentence
            position = understood(lambda: self.make(body), f"{self.kind.__name__}({said})")
            position.__dict__[_TEXT] = body
            self._known = body, position
        return position

    def _body(self, position: Position) -> str:
        if _TEXT in position.__dict__:
            return str(position.__dict__[_TEXT])
        if not self.by_arguments:
            name = self.kind.__name__
            raise UsageError(f"{name} has a `parse`, and needs a `format` to write this position")
        try:
            return _call_text(self.kind, *given_to(position))
        except ValueError as error:
            raise UsageError(
                f"the arguments of this {self.kind.__name__} cannot be written as text ({error}); "
                "give the class a `parse` and a `format`"
            ) from None

    def _made(self, body: str) -> Position:
        arguments, named = _call_of(self.kind, body)
        signature = inspect.signature(self.kind)
        try:
            signature.bind(*arguments, **named)
        except TypeError as error:
            given = f"{body[:40]!r}" if body else "nothing"
            raise InputError(f"{self.call} cannot be made of {given}: {error}") from None
        position = self.kind(*arguments, **named)
        if not hasattr(position, "start"):
            raise InputError(f"{self.kind.__name__} has no start: give it a state to begin with")
        return position

    # The lines

    def _player(self, name: str) -> int:
        players = getattr(self.kind, "players", ())
        if name not in players:
            raise InputError(f"to move is {name[:40]!r}; the players are: {', '.join(players)}")
        return int(players.index(name))

    def _score(self, text: str) -> int:
        if not issubclass(self.kind, (Game, ObjectGame)) or not re.fullmatch(r"-?\d{1,9}", text):
            raise InputError(f"the score is {text[:40]!r}, not a number of points")
        return int(text)

    def _state(self, text: str) -> Any:
        are_objects = issubclass(self.kind, (ObjectPuzzle, ObjectGame))
        try:
            return literals.literal(text, _types_of(self.kind)) if are_objects else json.loads(text)
        except (ValueError, RecursionError):
            is_bare = are_objects and _BARE.fullmatch(text)
            hint = f"; a text needs quotes: state: {text!r}" if is_bare else ""
            raise InputError(f"the state {text[:40]!r} cannot be read{hint}") from None


def understood(read: Callable[[], Position], call: str) -> Position:
    """What a user's code makes of a text; what it raises becomes an `InputError` with its line."""
    try:
        return read()
    except DeepenError:
        raise
    except _MISFITS as error:
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise InputError(f"{call} raises {said}{place_of(error, ' ({})')}") from error


def _split(text: str) -> tuple[str, dict[str, str]]:
    """What comes before the lines at the end, and these by name."""
    lines = text.rstrip().split("\n")
    found: dict[str, str] = {}
    while lines and (match := _LINE.fullmatch(lines[-1].strip())):
        found.setdefault(match[1], match[2])
        lines.pop()
    return "\n".join(lines).rstrip() if found else text.rstrip("\n"), found


def _check_colon(body: str) -> None:
    """Raises `InputError` of a text that makes no sense, where its last line lacks but a colon."""
    _, *others = body.split("\n")
    if others and (match := _NO_COLON.fullmatch(others[-1].strip())):
        raise InputError(
            f'line {1 + len(others)}: a colon is missing, "{match[1]}: {match[2][:40]}"'
        )


def _call_of(kind: Kind, text: str) -> literals.Call:
    """The arguments that a text means."""
    if not text.strip():
        return (), {}
    if _takes_text(kind):
        return (text,), {}
    try:
        return literals.arguments(text)
    except ValueError:
        return (text,), {}


def _call_text(kind: Kind, arguments: tuple[Any, ...], named: dict[str, Any]) -> str:
    """The text that means these arguments; a `ValueError` where there is none."""
    call = tuple(map(literals.plain, arguments)), {k: literals.plain(v) for k, v in named.items()}
    if not call[1] and [type(each) for each in call[0]] == [str]:
        (text,) = call[0]
        if _split(text) == (text, {}) and _call_of(kind, text) == call:
            return str(text)
    parts = [literals.written(value) for value in call[0]]
    parts += [f"{name}={literals.written(value)}" for name, value in call[1].items()]
    text = ", ".join(parts)
    if _call_of(kind, text) != call:
        raise ValueError("they are not read as they are written")
    return text


def _takes_text(kind: Kind) -> bool:
    """Whether its one argument is declared to be a text."""
    parameters = list(inspect.signature(kind).parameters.values())
    return len(parameters) == 1 and parameters[0].annotation in (str, "str")


def _types_of(kind: Kind) -> literals.Types:
    """What the states of a class may be made of: classes of its own module."""
    return literals.types_of(sys.modules[kind.__module__])


def _state_text(position: Position) -> str:
    state = position.start
    if isinstance(state, State):
        return json.dumps(state.as_dict())
    if isinstance(position, (Puzzle, Game)):
        return json.dumps(state)
    try:
        return literals.written(state, _types_of(type(position)))
    except ValueError as error:
        raise UsageError(
            f"this state of {type(position).__name__} cannot be written as text ({error}); give "
            "the class a `parse` and a `format`"
        ) from None
