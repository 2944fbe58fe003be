"""Rules of two-player games in the interpreter, behind the same door as compiled ones.

The engine asks for moves as (action, words, reward, low, high, order, again), where low and high
bound the value of the move to its mover. `InterpretedGame` answers with the rules of a `Game`;
`game_objects` has those of an `ObjectGame`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from deepen._arguments import shown
from deepen._core import PythonGameRules
from deepen.compiler.abi import GAME_LIMIT, pay_code
from deepen.diagnosis.failures import value_error
from deepen.diagnosis.hints import NO_REWARDS, return_hint, value_in_words
from deepen.game import Game, Move
from deepen.interpreter.calls import Successor, is_int
from deepen.interpreter.numbers import NumberedStates
from deepen.packing.machine_word import Truth, Word
from deepen.rules import LOSS, WIN, Rule

MoveRecord = tuple[int, tuple[int, ...], int, int, int, int, bool]
Choice = tuple[int, tuple[int, ...], int, bool]
"""The number of a move, where it leads, its reward, and whether the mover goes on."""


def move_bounds(low: int, high: int, reward: int, again: bool) -> tuple[int, int]:
    """What bounds on the value of a state say of a move that leads to it."""
    low, high = (low, high) if again else (-high, -low)
    return _shifted(low, reward), _shifted(high, reward)


def _shifted(bound: int, reward: int) -> int:
    """None stays none, whatever is added."""
    if abs(bound) == GAME_LIMIT:
        return bound
    return max(-GAME_LIMIT, min(GAME_LIMIT, bound + reward))


class InterpretedGame(NumberedStates):
    """The rules of a `Game`; `order` and `bounds` may be left out, as for a search without them."""

    def __init__(
        self,
        game: Game,
        width: int | None = None,
        order: Rule | None = None,
        bounds: Rule | None = None,
    ) -> None:
        super().__init__(game, width or game.packing.words)
        self.game = game
        self.order_rule = order
        self.bounds_rule = bounds
        self.outcome_rule = type(game).outcome
        self.predecessors_rule = type(game).predecessors
        self.turn = game.packing.player
        self.player_rules = type(game).player_rules

    def rules(self, canonical: bool) -> PythonGameRules:
        """For the engine."""
        canonical = canonical and type(self.game).canonical is not None
        return PythonGameRules(
            self.width,
            self.expand,
            self.evaluate,
            self.canonical if canonical else None,
            self._engine_bounds(),
        )

    def _engine_bounds(self) -> Callable[[tuple[int, ...]], tuple[int, int]] | None:
        """What it asks of a position by itself; without a rule for it, what every outcome keeps."""
        if self.bounds_rule is not None:
            return self.bounds
        return (lambda words: (LOSS, WIN)) if self.outcome_rule is not None else None

    # Whose turn it is, and who has won

    def start_words(self) -> list[int]:
        words = super().start_words()
        return words if self.turn is None else list(self.turn.put(words, self.game.to_move))

    def player(self, words: Sequence[int]) -> int:
        """Who is to move; 0 where no rule asks."""
        return self.turn.read(words) if self.turn is not None else 0

    def position(self, words: tuple[int, ...]) -> Game:
        """The game in a position of the engine."""
        there = self.game.at(self.shown_words(words))
        if self.turn is not None:
            there.to_move = self.player(words)
        return there

    def decided(self) -> int | None:
        """The outcome of the position that the game is in."""
        return self.outcome(tuple(self.start_words()))

    def outcome(self, words: tuple[int, ...]) -> int | None:
        """What the rule `outcome` says of a position; None where there is none."""
        if self.outcome_rule is None:
            return None
        function, state = self.outcome_rule.function, self.state(words)
        arguments = (state, *self.told("outcome", words))
        found = self.call(function, *arguments)
        if not is_outcome(found):
            hint = return_hint("outcome", value_in_words(found))
            raise self.wrong_result(function, arguments, found, hint)
        return None if found is None else int(found)

    def told(self, rule: str, words: Sequence[int]) -> tuple[Word, ...]:
        """The player, for a rule that asks."""
        return (Word(self.player(words)),) if rule in self.player_rules else ()

    def legal_moves(self) -> list[Move]:
        """The moves of the position that the game is in, for people."""
        found = []
        for number, child, reward, again in self._moves(tuple(self.start_words())):
            there, action = self.shown_words(child), self.action(number)
            text = str(self.game.describe_action(self.game.start, action, there))
            found.append(Move(text, action, there, reward, again))
        return found

    def retrace(self, words: tuple[int, ...], canonical: bool) -> None:
        """Asks everything about a state, for the error that it gives."""
        self.evaluate(words)
        self.bounds(words)
        for _, child, *_ in self.expand(words):
            self.evaluate(child)
        if canonical and type(self.game).canonical is not None:
            self.canonical(words)
        if self.predecessors_rule is not None:
            self.predecessors(words)

    def expand(self, words: tuple[int, ...]) -> list[MoveRecord]:
        found: list[MoveRecord] = []
        for action, child, reward, again in self._moves(words):
            low, high = move_bounds(*self.bounds(child), reward, again)
            order = self._order(words, action, child, reward)
            found.append((action, child, reward, low, high, order, again))
        return found

    def choices(self, words: tuple[int, ...]) -> list[Choice]:
        """The moves of a position and nothing that helps a search."""
        return self._moves(words)

    def reach(self, words: tuple[int, ...], estimate: int, along: bool) -> list[Successor]:
        """The moves as a puzzle's successors."""
        return [(action, child, 1, 0) for action, child, *_ in self._moves(words)]

    def pay(self, words: tuple[int, ...], estimate: int, along: bool) -> list[Successor]:
        """The same, with what each pays in place of a cost."""
        return [
            (action, child, pay_code(reward, again), 0)
            for action, child, reward, again in self._moves(words)
        ]

    def ways(self, words: tuple[int, ...]) -> list[Successor]:
        """The same as `predecessors` tells of them, without what the end of a game pays."""
        return [
            (action, child, pay_code(0, again), 0) for action, child, _, again in self._moves(words)
        ]

    def predecessors(self, words: tuple[int, ...]) -> list[Successor]:
        """The positions from which one move leads here, as the rule of that name tells them."""
        function, player = self._function("predecessors"), self.player(words)
        hint = f"predecessors must yield its predecessors. {self.yield_hint('', None)}"
        told, found = self.told("predecessors", words), []
        for line, value in self.yielded(function, self.state(words), hint, *told):
            number, state, _, again = self._checked_move(function, line, value)
            before = self._turned(state, player if again else 1 - player)
            found.append((number, before, pay_code(0, again), 0))
        return found

    def evaluate(self, words: tuple[int, ...]) -> int:
        rule = type(self.game).evaluate
        if rule is None or self.outcome(words) is not None:
            return 0
        arguments = (self.state(words), *self.told("evaluate", words))
        found = self._game_value("evaluate", rule.function, *arguments)
        if self.outcome_rule is not None and not LOSS <= found <= WIN:
            hint = return_hint("a guess", value_in_words(found))
            raise self.wrong_result(rule.function, arguments, found, hint)
        return found

    def canonical(self, words: tuple[int, ...]) -> tuple[int, ...]:
        rule = type(self.game).canonical
        assert rule is not None
        arguments = (self.state(words), *self.told("canonical", words))
        found = self.call(rule.function, *arguments)
        if not self.is_state(found):
            hint = return_hint("canonical", value_in_words(found))
            raise self.wrong_result(rule.function, arguments, found, hint)
        return self._turned(found, self.player(words))

    def bounds(self, words: tuple[int, ...]) -> tuple[int, int]:
        """Between which the value lies, which is 0 once the game is decided."""
        if self.outcome(words) is not None:
            return 0, 0
        if self.bounds_rule is None:
            return (LOSS, WIN) if self.outcome_rule is not None else (-GAME_LIMIT, GAME_LIMIT)
        function = self.bounds_rule.function
        arguments = (self.state(words), *self.told("bounds", words))
        found = self.call(function, *arguments)
        is_pair = isinstance(found, tuple) and len(found) == 2 and all(map(is_int, found))
        if not is_pair or not -GAME_LIMIT <= found[0] <= found[1] <= GAME_LIMIT:
            hint = return_hint("bounds", value_in_words(found))
            raise self.wrong_result(function, arguments, found, hint)
        return int(found[0]), int(found[1])

    def _turned(self, state: Any, player: int) -> tuple[int, ...]:
        """The words of a state with that player to move."""
        words = self.words(state)
        return words if self.turn is None else self.turn.put(words, player)

    def _moves(self, words: tuple[int, ...]) -> list[Choice]:
        """Every move: its number, where it leads, the reward, whether the mover goes on."""
        if self.outcome(words) is not None:
            return []
        function, player = type(self.game).moves.function, self.player(words)
        hint = f"moves must yield its moves. {self.yield_hint('', None)}"
        told, found = self.told("moves", words), []
        for line, value in self.yielded(function, self.state(words), hint, *told):
            number, state, reward, again = self._checked_move(function, line, value)
            child = self._turned(state, player if again else 1 - player)
            ended = self.outcome(child)
            if ended is not None:
                reward = ended if again else -ended
            found.append((number, child, reward, again))
        return found

    def _checked_move(
        self, function: Callable[..., Any], line: int, yielded: Any
    ) -> tuple[int, Any, int, bool]:
        if not isinstance(yielded, tuple) or len(yielded) not in (2, 3, 4):
            reason = f"yields {shown(yielded)}, not (action, state[, reward[, again]])"
            raise value_error(function, line, reason, self.yield_hint("", yielded))
        action, child, *more = yielded
        reward = more[0] if more else 0
        again = more[1] if len(more) > 1 else False
        if not self.is_state(child):
            raise self.wrong_part(function, line, "state", child)
        number = self.action_number(function, line, action)
        if not is_game_value(reward):
            raise self.wrong_part(function, line, "reward", reward)
        if not is_int(again):
            raise self.wrong_part(function, line, "again", again)
        if self.outcome_rule is not None and reward != 0:
            reason = f"yields the reward {reward}, and the game has the rule `outcome`"
            raise value_error(function, line, reason, NO_REWARDS)
        return number, child, int(reward), bool(again)

    def _order(
        self, words: tuple[int, ...], action: int, child: tuple[int, ...], reward: int
    ) -> int:
        if self.order_rule is None:
            return reward
        given = (self.state(words), self.rule_action(action), self.state(child), Word(reward))
        return self._game_value(
            "order", self.order_rule.function, *given, *self.told("order", words)
        )

    def _game_value(self, role: str, function: Callable[..., Any], *arguments: Any) -> int:
        value = self.call(function, *arguments)
        if not is_game_value(value):
            hint = return_hint(role, value_in_words(value))
            raise self.wrong_result(function, arguments, value, hint)
        return int(value)


def is_outcome(value: Any) -> bool:
    """WIN, DRAW, LOSS or None; a truth value is none of them: False would be a draw."""
    if value is None:
        return True
    return is_int(value) and not isinstance(value, (bool, Truth)) and LOSS <= value <= WIN


def is_game_value(value: Any) -> bool:
    """An integer that can be a reward, an order or a guess."""
    return is_int(value) and -GAME_LIMIT < value < GAME_LIMIT
