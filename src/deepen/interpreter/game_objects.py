"""The methods of an `ObjectGame`, behind the same door as rules; they are never compiled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deepen._arguments import shown
from deepen._core import PythonGameRules
from deepen.compiler.abi import GAME_LIMIT, SUCCESSOR_LIMIT, pay_code
from deepen.diagnosis.failures import method_error
from deepen.diagnosis.hints import NO_REWARDS, return_hint, value_in_words, yield_hint
from deepen.errors import RuleError
from deepen.game import Game, Move, ObjectGame, has_outcome
from deepen.interpreter.calls import Successor
from deepen.interpreter.games import Choice, MoveRecord, is_game_value, is_outcome, move_bounds
from deepen.interpreter.methods import no_actions, number_of, start_of, unhashable
from deepen.interpreter.objects import NumberedObjects
from deepen.rules import LOSS, WIN


class GameObjects(NumberedObjects):
    """The rules of an `ObjectGame`; `order` and `bounds` may be left out."""

    def __init__(self, game: ObjectGame, order: bool = True, bounds: bool = True) -> None:
        super().__init__(game)
        self.game: Any = game
        self.orders = order and hasattr(game, "order")
        self.bounds_known = bounds and hasattr(game, "bounds")
        self.has_outcome = has_outcome(game)

    def rules(self, canonical: bool) -> PythonGameRules:
        """For the engine."""
        canonical = canonical and hasattr(self.game, "canonical")
        return PythonGameRules(
            1,
            self.expand,
            self.evaluate,
            self.canonical if canonical else None,
            self.bounds if self.bounds_known or self.has_outcome else None,
        )

    def decided(self) -> int | None:
        """The outcome of the position that the game is in."""
        return self._outcome(start_of(self.game))

    def outcome(self, words: tuple[int, ...]) -> int | None:
        """What the method `outcome` says of a position; None where there is none."""
        return self._outcome(self.states[words[0]])

    def _outcome(self, state: Any) -> int | None:
        found = self.game.outcome(state) if self.has_outcome else None
        if not is_outcome(found):
            hint = return_hint("outcome", value_in_words(found))
            raise method_error(self.game, "outcome", f"returned {shown(found)}", hint)
        return None if found is None else int(found)

    def position(self, words: tuple[int, ...]) -> ObjectGame:
        """The game in a position of the engine."""
        there: ObjectGame = self.game.at(self.states[words[0]])
        return there

    def retrace(self, words: tuple[int, ...], canonical: bool) -> None:
        """Asks everything about a state, for the error that it gives."""
        self.expand(words)
        self.evaluate(words)

    def expand(self, words: tuple[int, ...]) -> list[MoveRecord]:
        game, state = self.game, self.states[words[0]]
        found: list[MoveRecord] = []
        for action, child, reward, again in self._moves(state):
            low, high = move_bounds(*self._bounds(child), reward, again)
            order = reward
            if self.orders:
                order = self._in_range(game.order(state, action, child, reward), "order")
            if len(found) == SUCCESSOR_LIMIT:
                raise RuleError(f"more than {SUCCESSOR_LIMIT} actions in state {state!r}")
            number = self.actions.of_any(action)
            try:
                found.append((number, (self.states.of(child),), reward, low, high, order, again))
            except TypeError as error:
                raise unhashable(game, "result", child, error) from None
        return found

    def legal_moves(self) -> list[Move]:
        """The moves of the position to look at, for people."""
        return [Move(str(move[0]), *move) for move in self._moves(start_of(self.game))]

    def _moves(self, state: Any) -> Iterator[tuple[Any, Any, int, bool]]:
        game = self.game
        if self._outcome(state) is not None:
            return
        actions = game.actions(state)
        try:
            actions = iter(actions)
        except TypeError:
            raise no_actions(game, state, actions) from None
        for action in actions:
            child = game.result(state, action)
            reward = self._in_range(game.reward(state, action, child), "reward")
            again, ended = bool(game.again(state, action, child)), self._outcome(child)
            if self.has_outcome and reward != 0:
                raise method_error(game, "reward", f"returned {reward}", NO_REWARDS)
            if ended is not None:
                reward = ended if again else -ended
            yield action, child, reward, again

    def choices(self, words: tuple[int, ...]) -> list[Choice]:
        """The moves of a position and nothing that helps a search."""
        moves = self.expand(words)
        return [(action, child, reward, again) for action, child, reward, *_, again in moves]

    def reach(self, words: tuple[int, ...], estimate: int, along: bool) -> list[Successor]:
        """The moves as a puzzle's successors."""
        return [(action, child, 1, 0) for action, child, *_ in self.expand(words)]

    def pay(self, words: tuple[int, ...], estimate: int, along: bool) -> list[Successor]:
        """The same, with what each pays in place of a cost."""
        return [
            (action, child, pay_code(reward, again), 0)
            for action, child, reward, *_, again in self.expand(words)
        ]

    def evaluate(self, words: tuple[int, ...]) -> int:
        state = self.states[words[0]]
        if self._outcome(state) is not None:
            return 0
        found = self._in_range(self.game.evaluate(state), "evaluate")
        if self.has_outcome and not LOSS <= found <= WIN:
            hint = return_hint("a guess", value_in_words(found))
            raise method_error(self.game, "evaluate", f"returned {shown(found)}", hint)
        return found

    def canonical(self, words: tuple[int, ...]) -> tuple[int, ...]:
        found = self.game.canonical(self.states[words[0]])
        return (number_of(self.states, self.game, "canonical", found),)

    def bounds(self, words: tuple[int, ...]) -> tuple[int, int]:
        return self._bounds(self.states[words[0]])

    def _bounds(self, state: Any) -> tuple[int, int]:
        if self._outcome(state) is not None:
            return 0, 0
        if not self.bounds_known:
            return (LOSS, WIN) if self.has_outcome else (-GAME_LIMIT, GAME_LIMIT)
        found = self.game.bounds(state)
        is_pair = isinstance(found, (tuple, list)) and len(found) == len(("low", "high"))
        if not is_pair or not all(map(is_game_value, found)) or found[0] > found[1]:
            hint = return_hint("bounds", value_in_words(found))
            raise method_error(self.game, "bounds", f"returned {shown(found)}", hint)
        return int(found[0]), int(found[1])

    def _in_range(self, value: Any, name: str) -> int:
        if not is_game_value(value):
            kind = value_in_words(value)
            hint = yield_hint(Game, name, kind) if name == "reward" else return_hint(name, kind)
            raise method_error(self.game, name, f"returned {shown(value)}", hint)
        return int(value)
