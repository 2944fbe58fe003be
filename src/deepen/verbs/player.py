"""Who plays: a person, whose moves come from outside, or the program, at a strength of choice."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import monotonic
from typing import Any, TypeVar

from deepen._arguments import an_integer, guessed, is_number, optional, refusal
from deepen.analysis import DRAW_NAME, Analysis, MoveValue
from deepen.errors import UsageError
from deepen.game import Game, Move, ObjectGame
from deepen.progress import AnalysisProgress, of_analysis
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions
from deepen.search.prepared import prepare
from deepen.search.repetition import A_LOOK, can_repeat
from deepen.search.tabulated import rank
from deepen.verbs.analyse import analysed
from deepen.verbs.as_played import as_played, may_come_back
from deepen.verbs.lookup import left_over, look_up, make_ready
from deepen.verbs.past import after_these

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

    @property
    def distance(self) -> int | None:
        """In how many plies it wins or loses, itself among them; None where that is not known."""
        told = (each.distance for each in self.analysis.moves if each.text == self.move.text)
        return next(told, None)


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

    Where positions repeat it plays by a table, as `deepen.analyse` does: the quickest win, the
    slowest loss. With a level it does so as far as it looks ahead.

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
        before: Sequence[AnyGame] = (),
    ) -> ChosenMove:
        """A best move of a position that has one: the first, or by `chance` any of the best.

        Best is what the deepest finished look at the position says; where that reached the end of
        the game, it is proven. `legal` are its moves, if they are known already; where repetition
        is forbidden or loses, only those that are left. `before` are the positions that led here:
        a player who wins does not go back to one of them.
        """
        analysis = self._analysis(game, on_progress, len(before))
        legal = legal or game.legal_moves()
        best = _onward(game, legal, analysis, before)
        if not best:
            analysis = self._analysis(game, on_progress, len(before), values="all")
            best = _best_of(legal, analysis)
        move = best[0] if chance is None else chance.choice(best)
        told = as_played(analysis, game, may_come_back(game, limits=A_LOOK))
        return ChosenMove(move, after_these(told, game, before))

    def _analysis(
        self, game: AnyGame, on_progress: Listener | None, made: int, values: str = "best"
    ) -> Analysis:
        if self.level is not None:
            return _at_level(game, self.level, on_progress, values)
        if self.time is not None:
            return self._in_time(game, self.time, on_progress, made, values)
        limits = Limits(on_progress=of_analysis(on_progress))
        found = look_up(prepare(game, AnalysisOptions()), limits, made)
        return found or _look(game, None, on_progress, values)

    def _in_time(
        self,
        game: AnyGame,
        seconds: float,
        on_progress: Listener | None,
        made: int,
        values: str,
    ) -> Analysis:
        # Compiles the rules the first time, so it comes before the clock starts; and it is there
        # if the time is too short for anything else.
        glance = _look(game, 1, values=values)
        make_ready(game, Limits(on_progress=of_analysis(on_progress)))
        if glance.exact and not can_repeat(game):
            return glance
        started = monotonic()
        limit = seconds - min(_RESERVE_SHARE * seconds, _MOST_RESERVE)
        limits = Limits(limit, on_progress=of_analysis(on_progress))
        found = look_up(prepare(game, AnalysisOptions()), limits, made)
        if found is not None or glance.exact:
            return found or glance
        left = left_over(limit, monotonic() - started)
        deeper = analysed(game, AnalysisOptions(values=values), replace(limits, time=left))
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
    limits = Limits(on_progress=of_analysis(on_progress))
    found = analysed(game, AnalysisOptions(depth=depth, values=values), limits)
    if found.best_moves:
        return found
    # The bounds of the position prove its value and so end the search, before any move is known.
    return analysed(game, AnalysisOptions(depth=depth, values=values, bounds=False), limits)


def _at_level(game: AnyGame, level: int, on_progress: Listener | None, values: str) -> Analysis:
    """So many moves ahead; where positions repeat, what is proven soonest.

    A win that takes one more move each time is none: among proven ones the quickest is what the
    least depth shows, and the slowest loss what it does not show yet.
    """
    found = _look(game, level, on_progress, values)
    if found.outcome in (None, DRAW_NAME) or not can_repeat(game):
        return found
    seen = None
    for depth in range(1, level):
        shallow = _look(game, depth, on_progress, values)
        if shallow.exact:
            found = shallow
            break
        seen = shallow
    return found if found.outcome == "win" or seen is None else _slowest(game, found, seen)


def _slowest(game: AnyGame, lost: Analysis, seen: Analysis) -> Analysis:
    """A lost position with those moves alone that a look one move less deep did not see lost."""
    kept = [move.text for move in seen.moves if move.upper_bound != lost.value]
    return replace(lost, best_moves=kept or lost.best_moves, subject=game)


def _onward(
    game: AnyGame, legal: list[Move], analysis: Analysis, before: Sequence[AnyGame]
) -> list[Move]:
    """Of the legal moves the best; of a won position those that go back to no earlier one."""
    best = [move for move in legal if move.text in analysis.best_moves]
    if analysis.value is None or analysis.value <= 0:
        return best
    seen = {(each.start, each.to_move) for each in before}
    new = [move for move in legal if _place_after(game, move) not in seen]
    return [move for move in best if move in new] or _slower(new, analysis) or best


def _place_after(game: AnyGame, move: Move) -> tuple[Any, int]:
    return move.state, game.to_move if move.again else 1 - game.to_move


def _slower(moves: list[Move], analysis: Analysis) -> list[Move]:
    """Those that keep the value and take longer, the quickest of them."""
    known = {move.text: move for move in analysis.moves if move.distance is not None}
    kept = [m for m in moves if m.text in known and known[m.text].value == analysis.value]
    least = min((rank(known[move.text]) for move in kept), default=None)
    return [move for move in kept if rank(known[move.text]) == least]


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
    guess = guessed(description, ("human", "exact", "level=3", "time=0.5"))
    raise UsageError(f"there is no player {description!r}{guess} a player is {_EXAMPLES}")


def _read(kind: Callable[[str], Number], text: str, description: str) -> Number:
    try:
        return kind(text)
    except ValueError:
        raise UsageError(f"{description!r} has no number; a player is {_EXAMPLES}") from None
