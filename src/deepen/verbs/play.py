"""`deepen.play`: a game in progress, without a user interface."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Self

from deepen._arguments import a_function, an_integer, anything, checked, optional, refusal
from deepen.errors import UsageError
from deepen.game import Move
from deepen.games import package_of
from deepen.games.protocol import NamedNotation
from deepen.search.subjects import a_game
from deepen.verbs.course import Course, Turn
from deepen.verbs.player import (
    AnyGame,
    ChosenMove,
    Human,
    Listener,
    Player,
    Program,
    a_player,
    player,
)
from deepen.verbs.record import SEATS, GameResult, Record, seat_sign

DEFAULT_PROGRAM = Program(time=2.0)
"""Who plays against people and gives hints, unless told."""


@checked(
    game=a_game,
    first=a_player,
    second=a_player,
    seed=optional(an_integer()),
    package=anything,
)
def play(
    game: AnyGame,
    first: str | Player = "human",
    second: str | Player = DEFAULT_PROGRAM,
    *,
    seed: int | None = None,
    package: NamedNotation[Any] | None = None,
) -> Session:
    """Begins a game between two players.

    A player is `human`, whose moves you give to `Session.play`, or the program, whose moves
    `Session.answer` makes: `level=3` looks three moves ahead (1 to 10), `time=0.5` thinks so many
    seconds a move, `exact` looks to the end however long that takes. Where the program has proven
    what a position is worth it plays a best move, else the best that it has found.

    Args:
        game: the position to begin with.
        first: who moves first from there.
        second: the other player.
        seed: lets the program choose by chance among equal moves, the same way every time; without
            one it takes the first of them.
        package: the module with the game's `parse` and `format`, needed for records of games that
            are not built in.

    Raises:
        UsageError: there is no such player.

    >>> from deepen.games import connect4
    >>> session = play(connect4.parse("44"), second="level=4")
    >>> session.play("3").text, session.answer().move.text
    ('3', '5')
    >>> session.undo()
    >>> session.moves
    []
    """
    return Session(game, (player(first), player(second)), seed=seed, package=package)


def _two_players(name: str, value: Any) -> list[Player]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != len(SEATS):
        raise refusal(name, value, "the first player and the second")
    return [player(a_player(f"an entry of {name}", who)) for who in value]


def _a_program(name: str, value: Any) -> Program:
    if not isinstance(value, Program):
        raise refusal(name, value, "a deepen.Program")
    return value


class Session:
    """A game in progress: its position, its moves, who plays.

    Moves can be taken back and made again. All numbers are seen by the first player: the one who
    moved first from the start, whatever the game itself calls that player.

    Attributes:
        start: the position that it began with.
        players: the first player and the second.
        seed: of the program's choice among equal moves.

    >>> import deepen
    >>> from deepen.games import connect4
    >>> session = deepen.play(connect4.parse("4455"), second="level=1")
    >>> _ = session.play("3")
    >>> session.moves, session.result
    (['3'], None)
    """

    @checked(game=a_game, players=_two_players, seed=optional(an_integer()), package=anything)
    def __init__(
        self,
        game: AnyGame,
        players: Sequence[Player],
        *,
        seed: int | None = None,
        package: NamedNotation[Any] | None = None,
    ) -> None:
        self.start: AnyGame = game
        self.players: list[Player] = list(players)
        self.seed = seed
        self._package: NamedNotation[Any] | None = package_of(game) if package is None else package
        self._course = Course(game)

    @classmethod
    def resume(cls, record: Record, package: NamedNotation[Any] | None = None) -> Self:
        """Goes on where a record ends."""
        position, *_ = record.positions(package)
        session = cls(position, [*map(player, record.players)], seed=record.seed, package=package)
        for move in record.moves:
            session.play(move)
        return session

    # What there is

    @property
    def position(self) -> AnyGame:
        """The game as it stands."""
        return self._course.position

    @property
    def moves(self) -> list[str]:
        """Those that were made, as text."""
        return [turn.move.text for turn in self._turns[: self._count]]

    @property
    def scores(self) -> list[int]:
        """Points that the first player was ahead, after each move."""
        sign = seat_sign(self.start)
        return [sign * turn.position.score for turn in self._turns[: self._count]]

    @property
    def score(self) -> int:
        """Points that the first player is ahead."""
        return seat_sign(self.start) * self.position.score

    @property
    def to_move(self) -> int:
        """Whose turn it is, 0 for the first player and 1 for the second."""
        return self._seat_after(self._count)

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.to_move]

    @property
    def is_over(self) -> bool:
        """Whether there is no move left, also by repetition or the limit of moves."""
        return not self.legal_moves()

    @property
    def result(self) -> GameResult | None:
        """How it ended; None while it goes on."""
        ending = self._course.ending
        if ending is None:
            return None
        return GameResult.of(seat_sign(self.start) * ending.score, ending.reason)

    def legal_moves(self) -> list[Move]:
        """The moves of the player to move; none once the game is over, by repetition too."""
        return self._course.legal_moves()

    # Moving

    def play(self, move: Move | int | str | tuple[int, ...]) -> Move:
        """Makes a move, given as text, as rules have it or as one of `legal_moves`.

        Raises:
            InputError: it is not legal; the message says why.
        """
        return self._course.play(move)

    def choose(self, on_progress: Listener | None = None) -> ChosenMove:
        """What the program would play now.

        Raises:
            UsageError: it is not the program's turn, or the game is over.
            Interrupted: Ctrl-C.
        """
        who = self.player
        if isinstance(who, Human):
            raise UsageError("it is a human's turn; give the move to `play`")
        return self._choice(who, on_progress)

    def answer(self, on_progress: Listener | None = None) -> ChosenMove:
        """Lets the program move; as `choose`, and makes the move."""
        choice = self.choose(on_progress)
        self.play(choice.move)
        return choice

    @checked(adviser=_a_program, on_progress=optional(a_function))
    def hint(
        self, adviser: Program = DEFAULT_PROGRAM, on_progress: Listener | None = None
    ) -> ChosenMove:
        """What the program would play in your place; it thinks for two seconds unless told."""
        return self._choice(adviser, on_progress)

    def undo(self) -> None:
        """Takes back the last move of a human and all that followed; without humans, one move.

        Raises:
            UsageError: there is none.
        """
        stops = [count for count in range(self._count) if self._is_a_stop(count)]
        if not stops:
            raise UsageError("there is no move to take back")
        self.go_to(stops[-1])

    def redo(self) -> None:
        """Makes again what was taken back, up to the next turn of a human.

        Raises:
            UsageError: nothing was taken back since the last move.
        """
        if self._count == len(self._turns):
            raise UsageError("there is no move to make again")
        later = range(self._count + 1, len(self._turns))
        self.go_to(next(filter(self._is_a_stop, later), len(self._turns)))

    @checked(count=an_integer())
    def go_to(self, count: int) -> None:
        """To the position after so many moves; the later ones count as taken back.

        Raises:
            UsageError: there are not so many.
        """
        self._course.go_to(count)

    def switch(self) -> None:
        """The players change sides."""
        self.players.reverse()

    # Keeping

    def record(self) -> Record:
        """The game so far, as data.

        Raises:
            UsageError: the game has no notation to write its start with.
        """
        return Record(
            game=self._notation().NAME,
            start=self._start_text(),
            players=(str(self.players[0]), str(self.players[1])),
            seed=self.seed,
            moves=tuple(self.moves),
            scores=tuple(self.scores),
            result=self.result,
        )

    def _notation(self) -> NamedNotation[Any]:
        if self._package is None:
            kind = type(self.start).__name__
            raise UsageError(f"{kind} is not built in: give its module as `package` to record it")
        return self._package

    def _start_text(self) -> str:
        package = self._notation()
        text = package.format(self.start)
        read = package.parse(text)
        if _facts(read) != _facts(self.start):
            raise UsageError("the start of this game cannot be written as text")
        return text

    # Turns

    @property
    def _turns(self) -> list[Turn]:
        return self._course.turns

    @property
    def _count(self) -> int:
        return self._course.count

    def _seat_after(self, count: int) -> int:
        return self._course.position_after(count).to_move ^ self.start.to_move

    def _is_a_stop(self, count: int) -> bool:
        """Whether a human is to move after so many turns; among programs, anybody."""
        programs = [isinstance(who, Program) for who in self.players]
        return all(programs) or not programs[self._seat_after(count)]

    def _choice(self, program: Program, on_progress: Listener | None) -> ChosenMove:
        if self.is_over:
            raise UsageError("the game is over")
        # From the seed and the turn alone, so that a move taken back is found again.
        chance = None if self.seed is None else Random(f"{self.seed} {self._count}")
        legal = self._course.moves_to_choose_from()
        before = [self._course.position_after(count) for count in range(self._count)]
        return program.choose(self.position, chance, on_progress, legal, before)


def _facts(game: AnyGame) -> tuple[Any, int, int]:
    return game.start, game.to_move, game.score
