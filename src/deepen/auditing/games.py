"""Two players: what `evaluate`, `bounds` and `canonical` say, against exact values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from deepen import _core
from deepen._arguments import unknown
from deepen.auditing.deadline import Deadline
from deepen.auditing.game_promises import NAMES, game_promises_of
from deepen.auditing.game_report import GameAuditReport, GameCounterexample
from deepen.auditing.promises import ALL
from deepen.auditing.task import AuditTask
from deepen.errors import Interrupted, UsageError
from deepen.game import Game, ObjectGame, position_of
from deepen.interpreter.games import InterpretedGame
from deepen.search.repetition import can_repeat
from deepen.table import Table
from deepen.verbs.analyse import analyse
from deepen.verbs.tabulate import tabulate

AnyGame = Game | ObjectGame
RULES = ("evaluate", "bounds", "canonical")
POSITIONS = 300
"""Most positions of one instance of a family."""
TABLE_BYTES = 16 << 20


def rules_of(game: AnyGame, wanted: str | None) -> tuple[str, ...]:
    """The rules to audit: the one that is named, or all that the game has."""
    if isinstance(game, Game):
        there = [rule for rule in RULES if getattr(type(game), rule) is not None]
    else:
        there = [rule for rule in RULES if _has_own(game, rule)]
    if wanted is None and there:
        return tuple(there)
    if wanted is not None and wanted in there:
        return (wanted,)
    promised = game_promises_of(game)
    if not there and not promised:
        known = ", ".join((*RULES, *NAMES))
        raise UsageError(
            f"{type(game).__name__} has none of the rules that can be audited: {known}"
        )
    if wanted is None:
        raise UsageError(
            f"{type(game).__name__} has none of {', '.join(RULES)}; name what is to be audited: "
            f"{', '.join((*promised, ALL))}"
        )
    more = (*promised, ALL) if promised else ()
    raise unknown("rule", wanted, (*there, *more), " here that can be audited")


def _has_own(game: ObjectGame, rule: str) -> bool:
    return getattr(type(game), rule, None) not in (None, getattr(ObjectGame, rule, None))


def game_report(task: AuditTask, rule: str | None, compiled: bool) -> GameAuditReport:
    """Audits the rules of a two-player game, one instance after the other."""
    audit = GameAudit(rules_of(task.first, rule), compiled)
    instances, complete, status = 0, True, "complete"
    try:
        for game in task.instances:
            most = None if task.family is None else POSITIONS
            status = audit.examine(game, most, task.memory_limit, task.deadline)
            instances += 1
            complete = complete and status == "complete"
            task.tell(instances, audit.positions)
            if audit.counterexample is not None or task.deadline.is_over:
                break
    except KeyboardInterrupt as interrupt:
        report = audit.report(task, instances, False, "interrupted")
        raise Interrupted(report) from interrupt
    if audit.counterexample is not None:
        status = "refuted"
    elif task.family is not None:
        status = "time-limit" if task.deadline.is_over else "instances"
    return audit.report(task, instances, complete, status)


class GameAudit:
    """Positions and their exact values, and what the rules say of them.

    Args:
        rules: those that are audited. They take no part in finding the exact values.
        compiled: False runs the rules in the interpreter.
    """

    def __init__(self, rules: tuple[str, ...], compiled: bool) -> None:
        self.rules = rules
        self.compiled = compiled
        self.positions = 0
        self.guesses: Counter[int] = Counter()
        self.right_signs = 0
        self.worst_guess: tuple[Any, int, int] | None = None
        self.wrong: Counter[str] = Counter()
        self.counterexample: GameCounterexample | None = None

    def examine(
        self, game: AnyGame, most: int | None, memory: int | None, deadline: Deadline
    ) -> str:
        """Looks at positions, nearest first: `complete`, or what ended it."""
        values = ExactValues(memory or TABLE_BYTES, self.compiled)
        for number, position in enumerate(reachable(game)):
            if most is not None and number >= most:
                return "node-limit"
            if deadline.is_over:
                return "time-limit"
            if position.decided() is not None:
                continue  # nobody asks the rules any more
            value = values.of(position, deadline)
            if value is None:
                return "time-limit"
            self._compare(position, value, values, deadline)
        return "complete"

    def _compare(
        self, position: AnyGame, value: int, values: ExactValues, deadline: Deadline
    ) -> None:
        self.positions += 1
        answers = RuleAnswers(position)
        if "evaluate" in self.rules and position.legal_moves():
            self._note_guess(position, answers.evaluate(), value)
        if "bounds" in self.rules:
            low, high = answers.bounds()
            if not low <= value <= high:
                self._refute(GameCounterexample(position, "bounds", value, (low, high)))
        if "canonical" in self.rules:
            other = answers.canonical()
            worth = values.of(position.at(other), deadline)
            if worth is not None and worth != value:
                self._refute(GameCounterexample(position, "canonical", value, other, worth))

    def _note_guess(self, position: AnyGame, guess: int, value: int) -> None:
        self.guesses[guess - value] += 1
        self.right_signs += (guess > 0) - (guess < 0) == (value > 0) - (value < 0)
        worst = self.worst_guess
        if worst is None or abs(guess - value) > abs(worst[1] - worst[2]):
            self.worst_guess = (position, guess, value)

    def report(
        self, task: AuditTask, instances: int, complete: bool, status: str
    ) -> GameAuditReport:
        """Of all that was examined."""
        return GameAuditReport(
            subject=task.name,
            rules=self.rules,
            instances=instances,
            family=task.family is not None,
            complete=complete,
            status=status,
            positions=self.positions,
            guesses=dict(sorted(self.guesses.items())),
            right_signs=self.right_signs,
            worst_guess=self.worst_guess,
            wrong_bounds=self.wrong["bounds"],
            wrong_canonical=self.wrong["canonical"],
            counterexample=self.counterexample,
            seed=task.seed if task.family is not None else None,
            seconds=task.seconds,
        )

    def _refute(self, found: GameCounterexample) -> None:
        self.wrong[found.rule] += 1
        if self.counterexample is None:
            self.counterexample = found


class ExactValues:
    """The value of positions, each found once, without the help of the audited rules."""

    def __init__(self, memory: int, compiled: bool) -> None:
        self.memory = memory
        self.compiled = compiled
        self.known: dict[Any, int] = {}
        self.tables: list[Table] = []

    def of(self, game: AnyGame, deadline: Deadline) -> int | None:
        """To the mover; None if the time runs out first."""
        state = position_of(game)
        if can_repeat(game, self.compiled):
            return self._in_tables(game, deadline)
        if state not in self.known:
            found = analyse(
                game,
                bounds=False,
                symmetry=False,
                depth=_core.MOST_PLIES + 1,  # straight to the end, not step by step
                memory_limit=self.memory,
                time_limit=deadline.left,
                compiled=self.compiled,
            )
            if not found.exact or found.value is None:
                return None
            self.known[state] = found.value
            for move, value in zip(game.legal_moves(), found.moves, strict=True):
                if value.value is not None and value.exact:
                    gain = value.value - move.reward
                    self.known[position_of(game.after(move))] = gain if move.again else -gain
        return self.known[state]

    def _in_tables(self, game: AnyGame, deadline: Deadline) -> int | None:
        """Where positions repeat; an image may be out of reach of the others."""
        for table in self.tables:
            found = table.get(game)
            if found is not None:
                return found.value
        limit = deadline.left
        made = tabulate(game, symmetry=False, time_limit=limit, compiled=self.compiled)
        if made.status != "solved":
            return None
        self.tables.append(made)
        return made.value(game)


class RuleAnswers:
    """What the rules say of a position."""

    def __init__(self, game: AnyGame) -> None:
        self.game: Any = game
        self.packed = None
        if isinstance(game, Game):
            self.packed = InterpretedGame(game, bounds=type(game).bounds)
            self.words = tuple(self.packed.start_words())

    def evaluate(self) -> int:
        if self.packed is not None:
            return self.packed.evaluate(self.words)
        return int(self.game.evaluate(self.game.start))

    def bounds(self) -> tuple[int, int]:
        if self.packed is not None:
            return self.packed.bounds(self.words)
        low, high = self.game.bounds(self.game.start)
        return int(low), int(high)

    def canonical(self) -> Any:
        if self.packed is not None:
            return self.packed.shown_words(self.packed.canonical(self.words))
        return self.game.canonical(self.game.start)


def reachable(game: AnyGame) -> Iterator[AnyGame]:
    """Every position that can come up, each once, those after fewest moves first."""
    seen = {position_of(game)}
    layer: list[AnyGame] = [game]
    while layer:
        following: list[AnyGame] = []
        for position in layer:
            yield position
            for move in position.legal_moves():
                after = position.after(move)
                if position_of(after) not in seen:
                    seen.add(position_of(after))
                    following.append(after)
        layer = following
