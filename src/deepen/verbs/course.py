"""A game move by move: where it has been, and when it ends, also by repetition or its length."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from deepen._spelling import move_meant
from deepen.endings import MOVE_LIMIT, REPETITION, reason_in_words
from deepen.errors import InputError, UsageError
from deepen.game import Game, Move, ObjectGame
from deepen.interpreter.methods import unhashable

AnyGame = Game | ObjectGame
# How often a game may be in a position before it ends.
_MOST_VISITS = {"draw": 2, "loss": 1, "forbidden": None}


@dataclass(frozen=True)
class Turn:
    """A move that was made and the position after it."""

    move: Move
    position: AnyGame


@dataclass(frozen=True)
class Ending:
    """How a game ended.

    Attributes:
        score: points that player 0 is ahead.
        reason: None where the rules end it; else `repetition` or `move-limit`.
    """

    score: int
    reason: str | None = None


class Course:
    """The moves of a game from a start on, those that were taken back included.

    What its class says in `repetition` and `move_limit` holds here, not in the rules: it depends on
    the way by which a position came about.
    """

    def __init__(self, start: AnyGame) -> None:
        self.start = start
        self.turns: list[Turn] = []
        self.count = 0  # of the turns, those that were not taken back
        _check_hashable(start, "start")
        self._visits = Counter([_place(start)])
        self._now: tuple[list[Move], Ending | None] | None = None

    @property
    def position(self) -> AnyGame:
        """The game as it stands."""
        return self.position_after(self.count)

    def position_after(self, count: int) -> AnyGame:
        """The game after so many of the turns."""
        return self.turns[count - 1].position if count else self.start

    def legal_moves(self) -> list[Move]:
        """The moves of the player to move; none once the game is over."""
        return self._seen_now()[0]

    @property
    def ending(self) -> Ending | None:
        """How it ended; None while it goes on."""
        return self._seen_now()[1]

    def play(self, wanted: Any) -> Move:
        """Makes a move, given as text, as rules have it or as one of `legal_moves`.

        Raises:
            InputError: it is not legal; the message says why.
        """
        found: Move | None = move_meant(self.position, self.legal_moves(), wanted)
        if found is None:
            raise InputError(self.explain_illegal(wanted))
        position = self.position.after(found)
        _check_hashable(position, "result")
        self.turns[self.count :] = [Turn(found, position)]
        self.go_to(self.count + 1)
        return found

    def go_to(self, count: int) -> None:
        """To the position after so many moves; the later ones count as taken back.

        Raises:
            UsageError: there are not so many.
        """
        if not 0 <= count <= len(self.turns):
            raise UsageError(f"there are {len(self.turns)} moves, so none after {count}")
        self._visits.update(map(_place, self._positions(self.count, count)))
        self._visits.subtract(map(_place, self._positions(count, self.count)))
        self.count = count
        self._now = None

    def _positions(self, after: int, last: int) -> list[AnyGame]:
        return [turn.position for turn in self.turns[after:last]]

    def repeats(self, move: Move) -> bool:
        """Whether a move leads to a position that has been there."""
        mover = self.position.to_move
        return self._visits[move.state, mover if move.again else 1 - mover] > 0

    def moves_to_choose_from(self) -> list[Move]:
        """The legal moves without those that lose by repetition, as long as there are others."""
        legal = self.legal_moves()
        if self.start.repetition != "loss":
            return legal
        return [move for move in legal if not self.repeats(move)] or legal

    def explain_illegal(self, wanted: Any) -> str:
        """One sentence on why a move cannot be played here."""
        position, ending = self.position, self.ending
        text = wanted.text if isinstance(wanted, Move) else str(wanted)
        if ending is not None and ending.reason is not None:
            how = reason_in_words(position, position.players, ending.score, ending.reason)
            return f"'{text}' cannot be played: the game is over, {how}"
        if move_meant(position, position.legal_moves(), wanted) is not None:
            return f"'{text}' leads back to a position that has been there, which is forbidden"
        return position.explain_illegal(text)

    # When it ends

    def _seen_now(self) -> tuple[list[Move], Ending | None]:
        if self._now is None:
            self._now = self._look()
        return self._now

    def _look(self) -> tuple[list[Move], Ending | None]:
        position = self.position
        moves = position.legal_moves()
        if not moves:
            return [], Ending(final_score(position))
        if self.start.repetition == "forbidden":
            moves = [move for move in moves if not self.repeats(move)]
        reason = REPETITION if not moves else self._reason()
        return ([], Ending(self._score(reason), reason)) if reason else (moves, None)

    def _reason(self) -> str | None:
        """What ends the game here, although its rules do not."""
        most = _MOST_VISITS[self.start.repetition]
        if most is not None and self._visits[_place(self.position)] > most:
            return REPETITION
        limit = self.start.move_limit
        return MOVE_LIMIT if limit is not None and self.count >= limit else None

    def _score(self, reason: str) -> int:
        if reason == REPETITION and self.start.repetition == "loss":
            return 1 if self.position_after(self.count - 1).to_move == 1 else -1
        return self.position.score


def _place(position: AnyGame) -> Any:
    """What people call the same position: the same state with the same player to move.

    States that are turned round for the mover look the same with the colours changed.
    """
    return position.start, position.to_move


def _check_hashable(position: AnyGame, name: str) -> None:
    """As a search does: what cannot be a key cannot be compared with what has been there."""
    try:
        hash(position.start)
    except TypeError as error:
        raise unhashable(position, name, position.start, error) from None


def final_score(game: AnyGame) -> int:
    """Points that player 0 is ahead at the end: 1 where `outcome` says that the game is won."""
    decided = game.decided()
    if decided is None:
        return game.score
    return decided if game.to_move == 0 else -decided
