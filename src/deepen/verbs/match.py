"""`deepen.match`: two players against each other on many boards."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any

from deepen._arguments import a_function, an_integer, checked, optional
from deepen.errors import UsageError
from deepen.game import Game
from deepen.games.protocol import HasRandom
from deepen.search.jobs import JOBS, Jobs, job_count
from deepen.search.subjects import a_game, many
from deepen.verbs.analyse import analyse
from deepen.verbs.play import Session
from deepen.verbs.player import AnyGame, Human, Player, a_player, player
from deepen.verbs.record import SEATS

_Z = 1.959964  # a normal variable is nearer to its mean than so many deviations in 95 % of cases


@dataclass(frozen=True)
class MatchGame:
    """One game of a match.

    Attributes:
        board: the number of its board, from 0.
        opener: which of the two players moved first, `first` or `second`.
        points: that the first player of the match was ahead in the end.
        moves: as text.
        reason: what ended it where the rules did not: `repetition` or `move-limit`.

    >>> import deepen
    >>> from deepen.games import connect4
    >>> games = deepen.match([connect4.random(30, seed=1)], "level=2", "level=1").games
    >>> [game.opener for game in games]
    ['first', 'second']
    """

    board: int
    opener: str
    points: int
    moves: list[str]
    reason: str | None = None


@dataclass(frozen=True)
class Match:
    """The outcome of `deepen.match`.

    Attributes:
        first, second: the players, as text.
        games: all that were played, in the order of the boards.

    >>> import deepen
    >>> from deepen.games import connect4
    >>> outcome = deepen.match([connect4.random(30, seed=1)], "level=2", "level=1")
    >>> outcome.boards, sum(outcome.wins) + outcome.ties
    (1, 2)
    """

    first: str
    second: str
    games: list[MatchGame]

    @property
    def wins(self) -> tuple[int, int]:
        """Of the first player and of the second."""
        points = [game.points for game in self.games]
        return sum(won > 0 for won in points), sum(won < 0 for won in points)

    @property
    def ties(self) -> int:
        """Games that nobody won."""
        return len(self.games) - sum(self.wins)

    @property
    def points(self) -> int:
        """That the first player is ahead, over all games."""
        return sum(game.points for game in self.games)

    @property
    def boards(self) -> int:
        """How many boards were played on."""
        return len({game.board for game in self.games})

    @property
    def share(self) -> float:
        """Of the games, those that the first player won; a tie is half a game."""
        return (self.wins[0] + self.ties / 2) / len(self.games) if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share lies with a confidence of 95 %, if such boards were played for ever.

        Wilson's score interval. A board counts once: its two games have much in common. That makes
        the interval rather too wide than too narrow, for the mean of two games varies less than
        the single all-or-nothing game that the formula has in mind.
        """
        return wilson_interval(self.share, self.boards)


@checked(
    boards=many(a_game),
    first=a_player,
    second=a_player,
    seed=optional(an_integer()),
    jobs=JOBS,
    on_game=optional(a_function),
)
def match(
    boards: Iterable[AnyGame],
    first: str | Player,
    second: str | Player,
    *,
    seed: int | None = None,
    jobs: int | None = None,
    on_game: Callable[[MatchGame], object] | None = None,
) -> Match:
    """Lets two programs play each other, on every board twice, so that each moves first once.

    Games run side by side in threads, and searches do so without Python's lock. A time for a move
    is only fair if each job has a core of its own.

    Args:
        boards: the positions to begin with.
        first: one player, as for `deepen.play`: `exact`, `level=3`, `time=0.1`.
        second: the other.
        seed: lets the programs choose by chance among equal moves, the same way every time.
        jobs: how many games at a time; by default one a core.
        on_game: called in the calling thread with each game as soon as it is over.

    Raises:
        UsageError: there is no such player, or it is human.

    >>> from deepen.games import connect4
    >>> boards = [connect4.random(20, seed=seed) for seed in range(3)]
    >>> outcome = match(boards, "exact", "level=1")
    >>> outcome.wins[0] + outcome.ties > outcome.wins[1]
    True
    """
    players = player(first), player(second)
    if any(isinstance(who, Human) for who in players):
        raise UsageError("a match is between programs; `deepen.play` is for humans")
    boards = list(boards)
    # Rules are compiled here: Ctrl-C interrupts this thread and no other.
    for board in {type(board): board for board in boards if isinstance(board, Game)}.values():
        analyse(board, depth=1)
    cancelled = threading.Event()
    tasks = [
        partial(_game, board, number, players, opener, seed, cancelled)
        for number, board in enumerate(boards)
        for opener in (0, 1)
    ]
    games = []
    with Jobs[MatchGame](job_count(jobs), cancelled) as crew:
        for _, game in crew.as_finished(tasks):
            games.append(game)
            if on_game is not None:
                on_game(game)
    games.sort(key=lambda game: (game.board, game.opener))
    return Match(str(players[0]), str(players[1]), games)


def _game(
    board: AnyGame,
    number: int,
    players: tuple[Player, Player],
    opener: int,
    seed: int | None,
    cancelled: threading.Event,
) -> MatchGame:
    """Plays one game to its end."""

    def listen(_: Any) -> None:
        if cancelled.is_set():
            raise _Cancelled

    seats = (players[opener], players[1 - opener])
    session = Session(board, seats, seed=None if seed is None else seed + number)
    while not session.is_over:
        session.answer(listen)
        listen(None)
    result = session.result
    assert result is not None
    # Of the match: who sat first is one of the two, and a tie has no points.
    won = result.points if result.winner == SEATS[opener] else -result.points
    return MatchGame(number, SEATS[opener], won, session.moves, result.reason)


class _Cancelled(Exception):
    """Nobody waits for this game any more."""


def random_boards(package: HasRandom[AnyGame], count: int, seed: int) -> Iterator[AnyGame]:
    """Random positions of a game: those of `count` seeds from `seed` on."""
    return (package.random(seed=seed + number) for number in range(count))


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """Wilson's score interval of a share that was seen in so many trials.

    >>> [round(end, 3) for end in wilson_interval(0.5, 10)]
    [0.237, 0.763]
    """
    if count == 0:
        return 0.0, 1.0
    spread = _Z * sqrt(share * (1 - share) / count + _Z**2 / (4 * count**2))
    centre, scale = share + _Z**2 / (2 * count), 1 + _Z**2 / count
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
