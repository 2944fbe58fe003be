"""The two base classes of two-player games: `Game` for packed states and compiled rules,
`ObjectGame` for states that are any hashable Python objects."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from deepen._arguments import an_integer, anything, checked
from deepen.errors import InputError
from deepen.notebook.mixins import NotebookMixin
from deepen.packing.packed import Packed
from deepen.packing.unpacked import Unpacked
from deepen.rules import Declared

__all__ = ["Game", "Move", "ObjectGame"]


@dataclass(frozen=True)
class Move:
    """One legal move of a position.

    Attributes:
        text: as people write it.
        action: as the rules number it, or a tuple; in an `ObjectGame` any object.
        state: where it leads.
        reward: points to the mover, taken from the opponent.
        again: whether the mover moves once more.

    >>> from deepen.games import connect4
    >>> [move.text for move in connect4.parse("4455").legal_moves()]
    ['4', '3', '5', '2', '6', '1', '7']
    """

    text: str
    action: Any
    state: Any
    reward: int = 0
    again: bool = False


class Playable(NotebookMixin):
    """What both kinds of games share: they are played move by move, and never change themselves.

    Attributes:
        start: the position to look at.
        to_move: which player moves, 0 or 1.
        score: points that player 0 is ahead.
        quick_wins_score_more: say True of a game in which much is won by winning soon. A search
            then asks for large values first, which are the cheap ones there. Changes no value.
    """

    start: Any
    to_move: int = 0
    score: int = 0
    quick_wins_score_more: ClassVar[bool] = False

    def legal_moves(self) -> list[Move]:
        """The moves of the player to move, in the order of the rules."""
        raise NotImplementedError

    def play(self, move: Any) -> Self:
        """The game after a move, given as text, as rules have it or as one of `legal_moves`.

        Raises:
            InputError: there is no such move here.
        """
        if isinstance(move, Move):
            return self.after(move)
        for legal in self.legal_moves():
            if move in (legal.text, legal.action):
                return self.after(legal)
        raise InputError(self.explain_illegal(str(move)))

    def after(self, move: Move) -> Self:
        """The game after one of its `legal_moves`; override if a game knows more than its state."""
        game = copy.copy(self)
        game.start = move.state
        game.score = self.score + (move.reward if self.to_move == 0 else -move.reward)
        game.to_move = self.to_move if move.again else 1 - self.to_move
        return game

    def explain_illegal(self, text: str) -> str:
        """One sentence on why a move cannot be played; override to say which rule it breaks."""
        legal = [move.text for move in self.legal_moves()]
        if not legal:
            return f"'{text}' cannot be played: the game is over"
        return f"'{text}' is not a legal move; legal are: {', '.join(legal)}"


class Game(Packed, Playable):
    """A game of two players with packed states: what one wins the other loses, nothing is hidden.

    A subclass declares the constants of its board and the size of its states as for `Puzzle`, and
    gives the rules as functions without `self`.

    >>> import deepen
    >>> class Nim(deepen.Game):
    ...     '''Take 1 to 3 matches; who takes the last one wins a point.'''
    ...
    ...     @deepen.rule
    ...     def moves(board, matches):
    ...         for n in range(1, min(matches, 3) + 1):
    ...             yield n, matches - n, matches == n
    >>> deepen.analyse(Nim(start=10)).best_moves
    ['2']

    `moves` yields (action, state), (action, state, reward) or (action, state, reward, again). The
    value of a state to the player to move is the best `reward - value(state)` over its moves, or
    `reward + value(state)` where the same player moves again, and 0 where there is no move.

    These may follow, each a rule that makes a search smarter, none changes an exact value:

    - `evaluate(board, state)`: a guess of the value to the mover, where a search must stop early.
    - `order(board, state, action, child, reward)`: larger is tried first; without it, larger
      rewards are.
    - `bounds(board, state)`: (low, high) between which the value to the mover is proven to lie.
    - `canonical(board, state)`: a state with the same value to the mover, the same for as many as
      can be told: of two mirror images the smaller one.

    Args:
        start: the position to look at, as for `Puzzle`.
        board: a value for each of `board_fields`.
        to_move: which player moves, 0 or 1; a name alone, the rules do not see it.
        score: points that player 0 is ahead.
    """

    kind_name = "Game"
    needed_rules = ("moves",)
    optional_rules = ("evaluate", "order", "bounds", "canonical")

    moves: ClassVar[Declared]
    evaluate: ClassVar[Declared] = None
    order: ClassVar[Declared] = None
    bounds: ClassVar[Declared] = None
    canonical: ClassVar[Declared] = None

    @checked(start=anything, board=anything, to_move=an_integer(0, 1), score=an_integer())
    def __init__(
        self,
        start: Any,
        board: Mapping[str, Any] | None = None,
        *,
        to_move: int = 0,
        score: int = 0,
    ) -> None:
        super().__init__(start, board)
        self.to_move = to_move
        self.score = score

    def legal_moves(self) -> list[Move]:
        """The moves of the player to move, in the order of the rules."""
        from deepen.interpreter.games import InterpretedGame  # lazy: a cycle

        return InterpretedGame(self).legal_moves()


class ObjectGame(Unpacked, Playable):
    """A two-player game whose states are any hashable Python objects, for rules that do not fit
    into words.

    The methods run in the interpreter on the same engine: the same verbs and the same answers as
    `Game`, only slower. `order(state, action, result, reward)`, `bounds(state)` and
    `canonical(state)` may be added, with the meaning that they have there.

    Args:
        start: the position to look at, as for `Game`; left out where the class itself says
            `start = ...`.

    >>> import deepen
    >>> class Nim(deepen.ObjectGame):
    ...     def actions(self, n): return range(1, min(n, 3) + 1)
    ...     def result(self, n, taken): return n - taken
    ...     def reward(self, n, taken, left): return int(left == 0)
    >>> deepen.analyse(Nim(10)).best_moves
    ['2']
    """

    def reward(self, state: Any, action: Any, result: Any) -> int:
        """Points to the mover, taken from the opponent."""
        return 0

    def again(self, state: Any, action: Any, result: Any) -> bool:
        """Whether the mover moves once more."""
        return False

    def evaluate(self, state: Any) -> int:
        """A guess of the value to the mover, where a search must stop early."""
        return 0

    def legal_moves(self) -> list[Move]:
        """The moves of the player to move, in the order of `actions`."""
        from deepen.interpreter.games import GameObjects  # lazy: a cycle

        return GameObjects(self).legal_moves()
