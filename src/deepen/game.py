"""The two base classes of two-player games: `Game` for packed states and compiled rules,
`ObjectGame` for states that are any hashable Python objects."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from deepen._arguments import an_integer, anything, checked, shown
from deepen._spelling import move_meant, move_names
from deepen.errors import InputError, RuleError
from deepen.notebook.mixins import NotebookMixin
from deepen.packing.packed import MOST_WORDS, Packed, check_ranks
from deepen.packing.unpacked import Unpacked
from deepen.rules import Declared
from deepen.state import State

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


REPETITIONS = ("draw", "loss", "forbidden")
"""What a game may say of positions that come back."""


class Playable(NotebookMixin):
    """What both kinds of games share: they are played move by move, and never change themselves.

    Attributes:
        start: the position to look at.
        to_move: which player moves, 0 or 1.
        score: points that player 0 is ahead.
        players: what the two are called, in answers and on boards.
        quick_wins_score_more: say True of a game in which much is won by winning soon. A search
            then asks for large values first, which are the cheap ones there. Changes no value.
        repetition: what a position that comes back means to a game that is played: `draw`, the
            third time; `loss` for who brings it back; or `forbidden`, then no such move is legal.
        move_limit: moves after which a game that is played is drawn; None for no limit.
    """

    start: Any
    to_move: int = 0
    score: int = 0
    players: ClassVar[tuple[str, str]] = ("player 1", "player 2")
    quick_wins_score_more: ClassVar[bool] = False
    repetition: ClassVar[str] = "draw"
    move_limit: ClassVar[int | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.repetition not in REPETITIONS:
            known = "'draw', 'loss' or 'forbidden'"
            raise RuleError(f"{cls.__name__}.repetition is {shown(cls.repetition)}, not {known}")
        limit: Any = cls.move_limit
        if limit is not None and (type(limit) is not int or limit < 1):
            raise RuleError(
                f"{cls.__name__}.move_limit is {shown(limit)}, not a number of moves, 1 or more"
            )

    def legal_moves(self) -> list[Move]:
        """The moves of the player to move, in the order of the rules."""
        raise NotImplementedError

    def play(self, move: Any) -> Self:
        """The game after a move, given as text, as rules have it or as one of `legal_moves`.

        Where it points at places of the look, their names will do: `c1`, or `a2 b3` from one to
        another.

        Raises:
            InputError: there is no such move here.
        """
        if isinstance(move, Move):
            return self.after(move)
        found = move_meant(self, self.legal_moves(), move)
        if found is None:
            raise InputError(self.explain_illegal(str(move)))
        return self.after(found)

    def after(self, move: Move) -> Self:
        """The game after one of its `legal_moves`; override if a game knows more than its state."""
        game = copy.copy(self)
        game.start = move.state
        game.score = self.score + (move.reward if self.to_move == 0 else -move.reward)
        game.to_move = self.to_move if move.again else 1 - self.to_move
        return game

    def decided(self) -> int | None:
        """WIN, DRAW or LOSS for the player to move, where the rule `outcome` says one of them.

        None while the game goes on, and of games in which points are counted.
        """
        return None

    def explain_illegal(self, text: str) -> str:
        """One sentence on why a move cannot be played; override to say which rule it breaks."""
        legal = move_names(self, self.legal_moves())
        if not legal:
            return f"'{text}' cannot be played: the game is over"
        return f"'{text}' is not a legal move; legal are: {', '.join(legal)}"


def has_outcome(game: Any) -> bool:
    """Whether a game is won, drawn or lost: its `outcome` says so. In others points are counted."""
    return getattr(type(game), "outcome", None) is not None


def points_of(game: Any) -> int:
    """Points that player 0 is ahead; who has won a game with `outcome` is said by its state."""
    return 0 if has_outcome(game) else int(game.score)


def position_of(game: Any) -> Any:
    """What tells positions of a game apart: the state, and who moves where rules ask for it."""
    sees_player = isinstance(game, Game) and game.sees_player
    return (game.start, game.to_move) if sees_player else game.start


def board_of(game: Any) -> tuple[type, bytes]:
    """What tells games apart in which a position may mean another thing: the class, the board."""
    return type(game), game.board_bytes if isinstance(game, Game) else b""


def constants_of(game: ObjectGame) -> dict[str, Any]:
    """What a game whose states are objects has besides a position: its board, so to say."""
    return {name: value for name, value in vars(game).items() if name not in _OF_A_POSITION}


_OF_A_POSITION = ("start", "to_move", "score", "_given")  # the last is how it was made


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

    A game that is won, drawn or lost has the rule `outcome(board, state)` instead of rewards: what
    the player to move has of a state in which the game is over, `deepen.WIN`, `deepen.DRAW` or
    `deepen.LOSS`, else None. A state without moves is a draw then.

    Who moves is told to a rule that has one more argument, `moves(board, state, player)`: 0 or 1,
    of `moves` and `outcome` as of those below. States need not be turned round then.

    >>> class LastLoses(deepen.Game):
    ...     class State(deepen.State):
    ...         left = deepen.Integer(max=20)
    ...     players = ("Ann", "Ben")
    ...     def moves(board, state, player):
    ...         for taken in range(1, min(state.left, 3 + player) + 1):  # Ben may take 4
    ...             child = state.copy()
    ...             child.left -= taken
    ...             yield taken, child
    ...     def outcome(board, state):
    ...         return deepen.WIN if state.left == 0 else None
    >>> deepen.analyse(LastLoses({"left": 9})).winner
    'Ben'

    These may follow, each a rule that makes a search smarter, none changes an exact value:

    - `evaluate(board, state)`: a guess of the value to the mover, where a search must stop early.
    - `order(board, state, action, child, reward)`: larger is tried first; without it, larger
      rewards are.
    - `bounds(board, state)`: (low, high) between which the value to the mover is proven to lie.
    - `canonical(board, state)`: a state with the same value to the mover, the same for as many as
      can be told: of two mirror images the smaller one. For tables, and so where positions
      repeat, its moves have to lead to images of where those of the state lead.

    And for tables: `rank(board, state)`, a number for each state from 0 to below `ranks`, and
    `unrank(board, number)`, as for `Puzzle`, for small files; who moves is no part of these.
    `predecessors(board, state)`, of a game with `outcome`, for little memory: it yields what
    `moves` does, but with the state from which that move leads to this one. It may yield states
    that cannot be reached.

    Args:
        start: the position to look at, as for `Puzzle`.
        board: a value for each of `board_fields`.
        to_move: which player moves, 0 or 1; a name alone where no rule asks for it.
        score: points that player 0 is ahead.
    """

    kind_name = "Game"
    needed_rules = ("moves",)
    optional_rules = (
        *("outcome", "evaluate", "order", "bounds", "canonical"),
        *("rank", "unrank", "predecessors"),
    )
    player_rules: ClassVar[frozenset[str]] = frozenset()

    moves: ClassVar[Declared]
    outcome: ClassVar[Declared] = None
    evaluate: ClassVar[Declared] = None
    order: ClassVar[Declared] = None
    bounds: ClassVar[Declared] = None
    canonical: ClassVar[Declared] = None
    rank: ClassVar[Declared] = None
    unrank: ClassVar[Declared] = None
    predecessors: ClassVar[Declared] = None
    ranks: Any = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        check_ranks(cls)
        if cls.predecessors is not None and cls.outcome is None:
            raise RuleError(
                f"{cls.__name__} has the rule `predecessors`, which is for games that are won, "
                "drawn or lost by a rule `outcome`: where points are counted, no table uses it"
            )
        rules = (name for name in (*cls.needed_rules, *cls.optional_rules) if name not in _NUMBERS)
        cls.player_rules = frozenset(name for name in rules if _asks_for_player(cls, name))
        cls.sees_player = bool(cls.player_rules)
        if cls.sees_player and cls.State is None and cls.state_words == MOST_WORDS:
            raise RuleError(
                f"the rules of {cls.__name__} ask for the player, which takes a word of its own, "
                f"and state_words is {MOST_WORDS} already"
            )
        names: Any = cls.players
        if [type(name) for name in names] != [str, str]:
            raise RuleError(f"{cls.__name__}.players is {shown(names)}, not two names")

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
        self.start = self._turned(self.start)

    def at(self, state: Any) -> Self:
        """The same board in another position.

        A state with fields knows its player where rules ask for it; else the player stays.
        """
        other = super().at(state)
        turn = self.packing.player
        if turn is not None and isinstance(state, State):
            other.to_move = turn.read(other.start.words)
        other.start = other._turned(other.start)
        return other

    def _identity(self) -> tuple[Any, ...]:
        return *super()._identity(), self.to_move, self.score

    def _turned(self, state: Any) -> Any:
        """A state that knows who moves, if states of this game do."""
        return state.with_player(self.to_move) if isinstance(state, State) else state

    def decided(self) -> int | None:
        """WIN, DRAW or LOSS for the player to move, where the rule `outcome` says one of them."""
        if type(self).outcome is None:
            return None
        from deepen.interpreter.games import InterpretedGame  # lazy: a cycle

        return InterpretedGame(self).decided()

    def legal_moves(self) -> list[Move]:
        """The moves of the player to move, in the order of the rules."""
        from deepen.interpreter.games import InterpretedGame  # lazy: a cycle

        return InterpretedGame(self).legal_moves()


_ARGUMENTS = {"order": 5}  # of the others 2
_NUMBERS = ("rank", "unrank")  # which are never told who moves


def _asks_for_player(game: type[Game], name: str) -> bool:
    """Whether a rule has one argument more than it must."""
    rule = getattr(game, name, None)
    code = getattr(getattr(rule, "function", None), "__code__", None)
    if rule is None or code is None:
        return False
    needed = code.co_argcount - len(rule.function.__defaults__ or ())
    needed -= code.co_varnames[:1] == ("self",)  # a mistake, told where the rule is called
    return bool(needed == _ARGUMENTS.get(name, 2) + 1)


class ObjectGame(Unpacked, Playable):
    """A two-player game whose states are any hashable Python objects, for rules that do not fit
    into words.

    The methods run in the interpreter on the same engine: the same verbs and the same answers as
    `Game`, only slower. `outcome(state)`, `order(state, action, result, reward)`, `bounds(state)`
    and `canonical(state)` may be added, with the meaning that they have there.

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

    def decided(self) -> int | None:
        """WIN, DRAW or LOSS for the player to move, where a method `outcome` says one of them."""
        if not has_outcome(self):
            return None
        from deepen.interpreter.game_objects import GameObjects  # lazy: a cycle

        return GameObjects(self).decided()

    def legal_moves(self) -> list[Move]:
        """The moves of the player to move, in the order of `actions`."""
        from deepen.interpreter.game_objects import GameObjects  # lazy: a cycle

        return GameObjects(self).legal_moves()
