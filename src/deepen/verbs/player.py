"""Who plays: a person, whose moves come from outside, or the program, at a strength of choice."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from deepen._arguments import an_integer, is_number, optional, refusal
from deepen.analysis import Analysis, MoveValue
from deepen.errors import UsageError
from deepen.game import Game, Move, ObjectGame
from deepen.progress import AnalysisProgress
from deepen.verbs.analyse import analyse

AnyGame = Game | ObjectGame
Listener = Callable[[AnalysisProgress], Any]
Number = TypeVar("Number", int, float)

LEVELS = range(1, 11)
_EXAMPLES = "'human', 'exact', 'level=3' or 'time=0.5'"

# Of the time for a move, what is kept back for all that is no search.
_RESERVE_SHARE = 0.1
_MOST_RESERVE = 0.05


@dataclass(frozen=True)
class ChosenMove:
    """A move that the program chose, and what it knew of the position.

    >>> from deepen.games import connect4
    >>> choice = Program(level=2).choose(connect4.parse("4455"))
    >>> choice.move.text, choice.exact
    ('3', True)
    """

    move: Move
    analysis: Analysis

    @property
    def exact(self) -> bool:
        """Whether the move is proven to be a best one."""
        return self.analysis.exact


@dataclass(frozen=True)
class Human:
    """A person, or any other source of moves.

    >>> import deepen
    >>> from deepen.games import connect4
    >>> session = deepen.play(connect4.parse("44"), deepen.Human(), deepen.Program(level=1))
    >>> print(session.players[0], session.players[1])
    human level=1
    """

    def __str__(self) -> str:
        return "human"


@dataclass(frozen=True)
class Program:
    """The program. Without a level or a time it looks to the end, however long that takes.

    Args:
        level: 1 to 10, how many moves it looks ahead. It takes as long as that takes.
        time: seconds for a move. It deepens step by step until it knows the outcome or the time is
            over, so its moves depend on the machine.

    >>> import deepen
    >>> print(deepen.Program(level=3), deepen.Program(time=0.5), deepen.Program())
    level=3 time=0.5 exact
    """

    level: int | None = None
    time: float | None = None

    def __post_init__(self) -> None:
        if self.level is not None and self.time is not None:
            raise UsageError("a program has a level or a time, not both")
        level = optional(an_integer(LEVELS[0], LEVELS[-1]))("level", self.level)
        object.__setattr__(self, "level", level)
        optional(_some_time)("time", self.time)

    def __str__(self) -> str:
        if self.level is not None:
            return f"level={self.level}"
        return "exact" if self.time is None else f"time={self.time!r}".removesuffix(".0")

    def choose(
        self,
        game: AnyGame,
        chance: Random | None = None,
        on_progress: Listener | None = None,
        legal: list[Move] | None = None,
    ) -> ChosenMove:
        """A best move of a position that has one: the first, or by `chance` any of the best.

        Best is what the deepest finished look at the position says; where that reached the end of
        the game, it is proven. `legal` are its moves, if they are known already; where repetition
        is forbidden or loses, only those that are left.
        """
        analysis = self._analysis(game, on_progress)
        legal = legal or game.legal_moves()
        best = [move for move in legal if move.text in analysis.best_moves]
        if not best:
            analysis = self._analysis(game, on_progress, values="all")
            best = _best_of(legal, analysis)
        return ChosenMove(best[0] if chance is None else chance.choice(best), analysis)

    def _analysis(
        self, game: AnyGame, on_progress: Listener | None, values: str = "best"
    ) -> Analysis:
        if self.time is None:
            return _look(game, self.level, on_progress, values)
        # Compiles the rules the first time, so it comes before the clock starts; and it is there
        # if the time is too short for anything else.
        glance = _look(game, 1, values=values)
        if glance.exact:
            return glance
        limit = self.time - min(_RESERVE_SHARE * self.time, _MOST_RESERVE)
        deeper = analyse(game, time_limit=limit, values=values, on_progress=on_progress)
        return deeper if deeper.best_moves else glance


def _some_time(name: str, value: Any) -> None:
    if not is_number(value) or not 0 < value < math.inf:
        raise refusal(name, value, "more than 0 seconds")


def _best_of(legal: list[Move], analysis: Analysis) -> list[Move]:
    """The best of some moves, where those that are best of all are not among them."""
    known = {move.text: _at_least(move) for move in analysis.moves}
    best = max(known[move.text] for move in legal)
    return [move for move in legal if known[move.text] == best]


def _at_least(move: MoveValue) -> float:
    if move.value is not None:
        return move.value
    return -math.inf if move.lower_bound is None else move.lower_bound


def _look(
    game: AnyGame, depth: int | None, on_progress: Listener | None = None, values: str = "best"
) -> Analysis:
    """An analysis that knows a best move."""
    found = analyse(game, depth=depth, values=values, on_progress=on_progress)
    if found.best_moves:
        return found
    # The bounds of the position prove its value and so end the search, before any move is known.
    return analyse(game, depth=depth, values=values, bounds=False, on_progress=on_progress)


Player = Human | Program


def a_player(name: str, value: Any) -> str | Player:
    """A player, or the name of one, as an argument."""
    if not isinstance(value, (str, Human, Program)):
        raise refusal(name, value, f"a player: {_EXAMPLES}")
    return value


def player(description: str | Player) -> Player:
    """A player from its name, as `str` writes it.

    Raises:
        UsageError: there is no such player.

    >>> player("level=3")
    Program(level=3, time=None)
    """
    if isinstance(description, (Human, Program)):
        return description
    kind, _, number = (part.strip() for part in description.partition("="))
    match kind, number:
        case "human", "":
            return Human()
        case "exact", "":
            return Program()
        case "level", _:
            return Program(level=_read(int, number, description))
        case "time", _:
            return Program(time=_read(float, number, description))
    raise UsageError(f"there is no player {description!r}; a player is {_EXAMPLES}")


def _read(kind: Callable[[str], Number], text: str, description: str) -> Number:
    try:
        return kind(text)
    except ValueError:
        raise UsageError(f"{description!r} has no number; a player is {_EXAMPLES}") from None
