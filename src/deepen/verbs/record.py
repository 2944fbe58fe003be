"""Games that were played, as data: what is saved to a file, and checked when it is read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Self

from deepen import games
from deepen._arguments import a_path, anything, checked
from deepen.errors import InputError, UsageError
from deepen.games.protocol import HasNotation
from deepen.verbs.course import Course
from deepen.verbs.player import AnyGame, player

FORMAT = "deepen game 1"
SEATS = ("first", "second")
_KINDS = {dict: "an object", list: "a list", str: "a string", int: "an integer"}
_MOST_BYTES = 16 << 20  # far more than any game: ends a read from an endless device


@dataclass(frozen=True)
class GameResult:
    """How a game ended.

    Attributes:
        winner: `first`, `second` or `tie`.
        points: by which it was won; 1 if somebody lost by repetition.
        reason: what ended it where the rules themselves did not: `repetition` or `move-limit`.

    >>> GameResult.of(-3)
    GameResult(winner='second', points=3, reason=None)
    """

    winner: str
    points: int
    reason: str | None = None

    @classmethod
    def of(cls, score: int, reason: str | None = None) -> Self:
        """From the points that the first player is ahead."""
        return cls("tie" if score == 0 else SEATS[score < 0], abs(score), reason)

    def as_json(self) -> dict[str, Any]:
        """As an object for JSON; a reason is there if there is one."""
        return {key: it for key, it in vars(self).items() if it is not None}


@dataclass(frozen=True)
class Record:
    """A game that was played, or a part of one. `load` and `from_json` accept only what is true.

    Attributes:
        game: its name, as in `deepen games`.
        start: the position it began with, as text.
        players: the one who moved first from there, and the other: `human`, `exact`, `level=3`,
            `time=0.5`.
        seed: of the program's choice among equal moves.
        moves: as text.
        scores: points that the first player was ahead, after each move.
        result: how it ended; None if it did not.

    >>> import deepen
    >>> from deepen.games import connect4
    >>> session = deepen.play(connect4.parse("4455"), second="level=1")
    >>> _ = session.play("3")
    >>> record = session.record()
    >>> record.game, record.start, record.moves
    ('connect4', '4455', ('3',))
    >>> deepen.Record.from_json(record.as_json()) == record
    True
    """

    game: str
    start: str
    players: tuple[str, str]
    seed: int | None
    moves: tuple[str, ...]
    scores: tuple[int, ...]
    result: GameResult | None

    def as_json(self) -> dict[str, Any]:
        """As an object for JSON; its keys are a contract."""
        return {
            "format": FORMAT,
            "game": self.game,
            "start": self.start,
            "players": dict(zip(SEATS, self.players, strict=True)),
            "settings": {"seed": self.seed},
            "moves": list(self.moves),
            "scores": list(self.scores),
            "result": None if self.result is None else self.result.as_json(),
        }

    @checked(path=a_path)
    def save(self, path: str | PathLike[str]) -> None:
        """Writes a file of JSON, one key a line."""
        lines = (f"  {json.dumps(key)}: {json.dumps(it)}" for key, it in self.as_json().items())
        Path(path).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")

    @classmethod
    @checked(path=a_path, package=anything)
    def load(cls, path: str | PathLike[str], package: HasNotation[Any] | None = None) -> Self:
        """Reads what `save` wrote.

        Raises:
            InputError: it cannot be read or is no record; the message names the place.
        """
        try:
            with open(path, "rb") as file:
                data = file.read(_MOST_BYTES)
            return cls.from_json(json.loads(data), package)
        except OSError as error:
            raise InputError(f"{str(path)!r} cannot be read: {error.strerror}") from None
        except InputError as error:
            raise InputError(f"{str(path)!r}: {error}") from None
        except (ValueError, RecursionError):  # bytes that are no text, and text that is no JSON
            raise InputError(f"{str(path)!r} is no JSON, so no record of a game") from None

    @classmethod
    def from_json(cls, data: Any, package: HasNotation[Any] | None = None) -> Self:
        """The inverse of `as_json`; plays the game through and compares.

        Args:
            data: what `as_json` gave.
            package: the module with the game's `parse`, for games that are not built in.

        Raises:
            InputError: it is no record, or its moves, scores or result are wrong.
        """
        record = cls._read(_checked(data, dict, "the record"))
        record.positions(package)
        return record

    @classmethod
    def _read(cls, data: dict[str, Any]) -> Self:
        if data.get("format") != FORMAT:
            raise InputError(f"its format is {data.get('format')!r}, not {FORMAT!r}")
        players = _entry(data, "players", dict)
        settings = _entry(data, "settings", dict)
        result = _optional(data, "result", dict)
        return cls(
            game=_entry(data, "game", str),
            start=_entry(data, "start", str),
            players=(_player(players, "first"), _player(players, "second")),
            seed=_optional(settings, "seed", int),
            moves=_entries(data, "moves", str),
            scores=_entries(data, "scores", int),
            result=result
            and GameResult(
                _entry(result, "winner", str),
                _entry(result, "points", int),
                _optional(result, "reason", str),
            ),
        )

    def positions(self, package: HasNotation[Any] | None = None) -> list[AnyGame]:
        """The game at its start and after each move.

        Args:
            package: the module with the game's `parse`, for games that are not built in.

        Raises:
            InputError: a move is not legal, or a score or the result is wrong.
        """
        position: AnyGame = self._first_position(package or _package_named(self.game))
        course, sign = Course(position), seat_sign(position)
        if len(self.scores) != len(self.moves):
            raise InputError(f"there are {len(self.moves)} moves, but {len(self.scores)} scores")
        for number, (move, score) in enumerate(zip(self.moves, self.scores, strict=True), 1):
            try:
                course.play(move)
            except InputError as error:
                raise InputError(f"move {number}: {error}") from None
            true = sign * course.position.score
            if true != score:
                raise InputError(f"move {number}: the score is {true}, not {score}")
        self._check_result(course, sign)
        return [position, *(turn.position for turn in course.turns)]

    def _first_position(self, package: HasNotation[Any]) -> AnyGame:
        try:
            position: AnyGame = package.parse(self.start)
        except InputError as error:
            raise InputError(f"the start: {error}") from None
        return position

    def _check_result(self, course: Course, sign: int) -> None:
        ending = course.ending
        true = None if ending is None else GameResult.of(sign * ending.score, ending.reason)
        if self.result != true:
            raise InputError(f"the result is {_in_words(true)}, not {_in_words(self.result)}")


def seat_sign(start: AnyGame) -> int:
    """1 if the one who moves first from here is the game's player 0, else -1."""
    return 1 if start.to_move == 0 else -1


def _package_named(name: str) -> HasNotation[Any]:
    try:
        return games.load(name)
    except UsageError as error:
        raise InputError(str(error)) from None


def _in_words(result: GameResult | None) -> str:
    if result is None:
        return "open"
    said = "a tie" if result.winner == "tie" else f"{result.winner} by {result.points}"
    return said if result.reason is None else f"{said} ({result.reason})"


# From JSON, piece by piece


def _checked(value: Any, kind: type, name: str) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(f"{name} is not {_KINDS[kind]}")
    return value


def _entry(data: dict[str, Any], name: str, kind: type) -> Any:
    if name not in data:
        raise InputError(f"it has no {name!r}")
    return _checked(data[name], kind, repr(name))


def _optional(data: dict[str, Any], name: str, kind: type) -> Any:
    return None if data.get(name) is None else _entry(data, name, kind)


def _entries(data: dict[str, Any], name: str, kind: type) -> tuple[Any, ...]:
    found = _entry(data, name, list)
    return tuple(_checked(value, kind, f"{name!r}, entry {i}") for i, value in enumerate(found, 1))


def _player(players: dict[str, Any], seat: str) -> str:
    name: str = _entry(players, seat, str)
    try:
        return str(player(name))
    except UsageError as error:
        raise InputError(f"{seat!r}: {error}") from None
