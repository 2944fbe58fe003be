"""Rules of two-player games in the interpreter, behind the same door as compiled ones.

The engine asks for moves as (action, words, reward, low, high, order, again), where low and high
bound the value of the move to its mover.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deepen._core import GAME_LIMIT, SUCCESSOR_LIMIT, VALUE_LIMIT, PythonGameRules
from deepen._diagnose import value_error
from deepen._interpret import Successor
from deepen._interpreter import Interpreter, Numbering, is_int, is_value
from deepen._words import Word
from deepen.errors import RuleError
from deepen.game import Game, Move, ObjectGame
from deepen.rules import Rule

MoveRecord = tuple[int, tuple[int, ...], int, int, int, int, bool]

_SHAPE = "`yield action, state`, `yield action, state, reward` or `..., reward, again`."
_RANGE = f"Rewards and values are integers from {1 - GAME_LIMIT} to {GAME_LIMIT - 1}."


def move_bounds(low: int, high: int, reward: int, again: bool) -> tuple[int, int]:
    """What bounds on the value of a state say of a move that leads to it."""
    low, high = (low, high) if again else (-high, -low)
    limited = (max(-GAME_LIMIT, min(GAME_LIMIT, reward + bound)) for bound in (low, high))
    return next(limited), next(limited)


class InterpretedGame(Interpreter):
    """The rules of a `Game`; `order` and `bounds` may be left out, as for a search without them."""

    def __init__(
        self,
        game: Game,
        width: int | None = None,
        order: Rule | None = None,
        bounds: Rule | None = None,
    ) -> None:
        super().__init__(game, width or game.state_words)
        self.game = game
        self.order_rule = order
        self.bounds_rule = bounds

    def rules(self, canonical: bool) -> PythonGameRules:
        """For the engine."""
        canonical = canonical and type(self.game).canonical is not None
        return PythonGameRules(
            self.width,
            self.expand,
            self.evaluate,
            self.canonical if canonical else None,
            self.bounds if self.bounds_rule is not None else None,
        )

    def legal_moves(self) -> list[Move]:
        """The moves of the position that the game is in, for people."""
        start = self.state(self.words(self.game.start))
        found = []
        for action, child, reward, again in self._moves(start):
            there = self.shown(child)
            text = str(self.game.describe_action(self.game.start, action, there))
            found.append(Move(text, action, there, reward, again))
        return found

    def expand(self, words: tuple[int, ...]) -> list[MoveRecord]:
        state = self.state(words)
        found: list[MoveRecord] = []
        for action, child, reward, again in self._moves(state):
            child_words = self.words(child)
            seen = self.state(child_words)
            low, high = move_bounds(*self._bounds(seen), reward, again)
            order = self._order(state, action, seen, reward)
            found.append((action, child_words, reward, low, high, order, again))
        return found

    def reach(self, words: tuple[int, ...], estimate: int, along: bool) -> list[Successor]:
        """The moves as a puzzle's successors."""
        return [
            (action, self.words(child), 1, 0)
            for action, child, *_ in self._moves(self.state(words))
        ]

    def evaluate(self, words: tuple[int, ...]) -> int:
        rule = type(self.game).evaluate
        return 0 if rule is None else self._game_value(rule.function, self.state(words))

    def canonical(self, words: tuple[int, ...]) -> tuple[int, ...]:
        rule = type(self.game).canonical
        assert rule is not None
        state = self.state(words)
        found = self.call(rule.function, state)
        if not self.is_state(found):
            raise self.wrong_result(rule.function, (state,), found, "canonical returns a state.")
        return self.words(found)

    def bounds(self, words: tuple[int, ...]) -> tuple[int, int]:
        return self._bounds(self.state(words))

    def _bounds(self, state: Any) -> tuple[int, int]:
        if self.bounds_rule is None:
            return -GAME_LIMIT, GAME_LIMIT
        function = self.bounds_rule.function
        found = self.call(function, state)
        is_pair = isinstance(found, tuple) and len(found) == 2 and all(map(is_int, found))
        if not is_pair or not -GAME_LIMIT <= found[0] <= found[1] <= GAME_LIMIT:
            raise self.wrong_result(function, (state,), found, "bounds returns (low, high).")
        return int(found[0]), int(found[1])

    def _moves(self, state: Any) -> list[tuple[int, Any, int, bool]]:
        function = type(self.game).moves.function
        hint = "moves must yield its moves: `yield action, state[, reward[, again]]`."
        return [
            self._checked_move(function, line, value)
            for line, value in self.yielded(function, state, hint)
        ]

    def _checked_move(
        self, function: Callable[..., Any], line: int, yielded: Any
    ) -> tuple[int, Any, int, bool]:
        if not isinstance(yielded, tuple) or len(yielded) not in (2, 3, 4):
            raise value_error(function, line, f"yields {yielded!r}", _SHAPE)
        action, child, *more = yielded
        reward = more[0] if more else 0
        again = more[1] if len(more) > 1 else False
        if not self.is_state(child):
            raise value_error(function, line, f"yields the state {child!r}", _SHAPE)
        if not is_value(action):
            hint = f"Actions are integers from 0 to {VALUE_LIMIT}."
            raise value_error(function, line, f"yields the action {action!r}", hint)
        if not _is_game_value(reward):
            raise value_error(function, line, f"yields the reward {reward!r}", _RANGE)
        if not is_int(again):
            raise value_error(function, line, f"yields {again!r} for again", _SHAPE)
        return int(action), child, int(reward), bool(again)

    def _order(self, state: Any, action: int, child: Any, reward: int) -> int:
        if self.order_rule is None:
            return reward
        return self._game_value(self.order_rule.function, state, Word(action), child, Word(reward))

    def _game_value(self, function: Callable[..., Any], *arguments: Any) -> int:
        value = self.call(function, *arguments)
        if not _is_game_value(value):
            raise self.wrong_result(function, arguments, value, _RANGE)
        return int(value)


class GameObjects:
    """The rules of an `ObjectGame`; the engine sees the number of each state and action."""

    def __init__(self, game: ObjectGame, order: bool = True, bounds: bool = True) -> None:
        self.game: Any = game
        self.states = Numbering()
        self.actions = Numbering()
        self.orders = order and hasattr(game, "order")
        self.bounds_known = bounds and hasattr(game, "bounds")

    def rules(self, canonical: bool) -> PythonGameRules:
        """For the engine."""
        canonical = canonical and hasattr(self.game, "canonical")
        return PythonGameRules(
            1,
            self.expand,
            self.evaluate,
            self.canonical if canonical else None,
            self.bounds if self.bounds_known else None,
        )

    def expand(self, words: tuple[int, ...]) -> list[MoveRecord]:
        game, state = self.game, self.states[words[0]]
        found: list[MoveRecord] = []
        for action in game.actions(state):
            child = game.result(state, action)
            reward = self._in_range(game.reward(state, action, child), "reward")
            again = bool(game.again(state, action, child))
            low, high = move_bounds(*self._bounds(child), reward, again)
            order = reward
            if self.orders:
                order = self._in_range(game.order(state, action, child, reward), "order")
            if len(found) == SUCCESSOR_LIMIT:
                raise RuleError(f"more than {SUCCESSOR_LIMIT} actions in state {state!r}")
            number = self.actions.of_any(action)
            found.append((number, (self.states.of(child),), reward, low, high, order, again))
        return found

    def reach(self, words: tuple[int, ...], estimate: int, along: bool) -> list[Successor]:
        """The moves as a puzzle's successors."""
        return [(action, child, 1, 0) for action, child, *_ in self.expand(words)]

    def evaluate(self, words: tuple[int, ...]) -> int:
        return self._in_range(self.game.evaluate(self.states[words[0]]), "evaluate")

    def canonical(self, words: tuple[int, ...]) -> tuple[int, ...]:
        return (self.states.of(self.game.canonical(self.states[words[0]])),)

    def bounds(self, words: tuple[int, ...]) -> tuple[int, int]:
        return self._bounds(self.states[words[0]])

    def _bounds(self, state: Any) -> tuple[int, int]:
        if not self.bounds_known:
            return -GAME_LIMIT, GAME_LIMIT
        low, high = (self._in_range(bound, "bounds") for bound in self.game.bounds(state))
        if low > high:
            raise RuleError(f"{type(self.game).__name__}.bounds returned ({low}, {high})")
        return low, high

    def _in_range(self, value: Any, name: str) -> int:
        if not _is_game_value(value):
            raise RuleError(f"{type(self.game).__name__}.{name} returned {value!r}", hint=_RANGE)
        return int(value)


def _is_game_value(value: Any) -> bool:
    return is_int(value) and -GAME_LIMIT < value < GAME_LIMIT
