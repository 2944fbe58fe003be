"""The slow and obvious oracle of two-player games: plain minimax, word for word as it is defined.

The value of a state to its mover is the most that a move brings: its reward, and from then on the
value of the child if the same player moves again, less that value if the other does. Without a move
it is 0. Where a depth limit comes first it is what ``evaluate`` says. Each value is moved into the
``bounds`` of its state, which changes nothing of an exact one.

Nothing in this file is clever, and only ``Played``, which runs the rules of a game, knows deepen.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from deepen.game import Game
from deepen.packing.machine_word import Word, wrapped

S = TypeVar("S", bound=Hashable)
WORD = (1 << 64) - 1


class Choice(NamedTuple, Generic[S]):
    """A move: what it is called, where it leads, what it brings, and whether the mover goes on."""

    action: Any
    child: S
    reward: int
    again: bool

    def worth(self, child_value: int) -> int:
        """The value of the move to its mover."""
        return self.reward + (child_value if self.again else -child_value)


class TwoPlayers(Protocol[S]):
    """What minimax asks of a game. The same state always gives the same answers."""

    @property
    def start(self) -> S: ...

    def moves(self, state: S, /) -> Sequence[Choice[S]]: ...

    def evaluate(self, state: S, /) -> int: ...

    def bounds(self, state: S, /) -> tuple[int, int] | None:
        """Between which values that of the state is known to lie, if anything is known."""
        ...


@dataclass(frozen=True)
class Verdict:
    """What is to be known of a position: its value, that of each move, and which are best.

    ``worth`` lists (action, value) in the order of the moves.
    """

    value: int
    worth: list[tuple[Any, int]]

    @property
    def best(self) -> list[Any]:
        most = max((value for _, value in self.worth), default=0)
        return [action for action, value in self.worth if value == most]


def minimax(game: TwoPlayers[S], depth: int | None = None, clamped: bool = True) -> Verdict:
    """Looks at the start: to the end of the game, or so many moves ahead.

    ``clamped`` False leaves the bounds aside.
    """
    values = Values(game, clamped)
    worth = [] if depth == 0 else values.of_moves(game.start, depth)
    found = [(move.action, value) for move, value in worth]
    return Verdict(values.of_state(game.start, depth), found)


class Values(Generic[S]):
    """The values of the states of one game; each is worked out once for each depth."""

    def __init__(self, game: TwoPlayers[S], clamped: bool = True) -> None:
        self.game = game
        self.clamped = clamped
        self.known: dict[tuple[S, int | None], int] = {}

    def of_state(self, state: S, depth: int | None = None) -> int:
        if (state, depth) not in self.known:
            self.known[state, depth] = self._clamped(state, self._looked_at(state, depth))
        return self.known[state, depth]

    def of_moves(self, state: S, depth: int | None = None) -> list[tuple[Choice[S], int]]:
        after = None if depth is None else depth - 1
        moves = self.game.moves(state)
        return [(move, move.worth(self.of_state(move.child, after))) for move in moves]

    def _looked_at(self, state: S, depth: int | None) -> int:
        if not self.game.moves(state):
            return 0
        if depth == 0:
            return self.game.evaluate(state)
        return max(value for _, value in self.of_moves(state, depth))

    def _clamped(self, state: S, value: int) -> int:
        known = self.game.bounds(state) if self.clamped else None
        if known is None:
            return value
        low, high = known
        return max(low, min(value, high))


def outcome(game: TwoPlayers[S], line: Sequence[Any], name: Any = lambda action: action) -> int:
    """What the player who moves first gains along a line of moves; an illegal one is an error.

    ``name`` gives the action as the line names it.
    """
    state, sign, gained = game.start, 1, 0
    for step in line:
        move = next(move for move in game.moves(state) if name(move.action) == step)
        gained += sign * move.reward
        state, sign = move.child, sign if move.again else -sign
    return gained


def length(game: TwoPlayers[S], state: S | None = None) -> int:
    """The most moves that a game can last from here."""
    known: dict[S, int] = {}

    def longest(state: S) -> int:
        if state not in known:
            moves = game.moves(state)
            known[state] = max((1 + longest(move.child) for move in moves), default=0)
        return known[state]

    return longest(game.start if state is None else state)


class Played:
    """The rules of a game of deepen, called one by one in the interpreter.

    States are what users see, unsigned words. ``bounds`` may be left out, as for a search that does
    not use them.
    """

    def __init__(self, game: Game, bounds: bool = True) -> None:
        self.game = game
        self.start = game.start
        self.with_bounds = bounds and type(game).bounds is not None

    def moves(self, state: Any) -> list[Choice[Any]]:
        return [self._choice(move) for move in self._ask("moves", state)]

    def evaluate(self, state: Any) -> int:
        return 0 if type(self.game).evaluate is None else int(self._ask("evaluate", state))

    def bounds(self, state: Any) -> tuple[int, int] | None:
        if not self.with_bounds:
            return None
        low, high = self._ask("bounds", state)
        return int(low), int(high)

    def _choice(self, move: tuple[Any, ...]) -> Choice[Any]:
        action, child, reward, again = (*move, 0, False)[:4] if len(move) < 4 else move
        child = tuple(word & WORD for word in map(int, child)) if isinstance(child, tuple) else (
            int(child) & WORD
        )  # fmt: skip
        return Choice(int(action), child, int(reward), bool(again))

    def _ask(self, rule: str, state: Any) -> Any:
        one = isinstance(state, int)
        words = Word(wrapped(state)) if one else tuple(Word(wrapped(word)) for word in state)
        return getattr(type(self.game), rule)(self.game.board, words)
