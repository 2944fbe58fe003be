"""What `deepen.audit` returns for the rules that help a search of a two-player game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from deepen.auditing.picture import game_picture
from deepen.auditing.report import AuditOutcome, verdict_on
from deepen.auditing.report_text import game_headline, game_sections, plain_text


@dataclass(frozen=True)
class GameCounterexample:
    """A position of which a rule says what is not true.

    Attributes:
        game: the position.
        rule: `bounds` or `canonical`.
        value: what the position is worth to its mover, by exact analysis.
        said: what the rule says: (low, high), or the state that it calls as good.
        said_value: of `canonical`, what that state is worth.

    >>> import deepen
    >>> class Nim(deepen.ObjectGame):
    ...     start = 5
    ...     def actions(self, n): return range(1, min(n, 3) + 1)
    ...     def result(self, n, taken): return n - taken
    ...     def reward(self, n, taken, left): return int(left == 0)
    ...     def bounds(self, n): return 0, 1
    >>> wrong = deepen.audit(Nim(), "bounds").counterexample
    >>> wrong.rule, wrong.said, wrong.value
    ('bounds', (0, 1), -1)
    """

    game: Any
    rule: str
    value: int
    said: Any
    said_value: int | None = None


@dataclass(frozen=True)
class GameAuditReport(AuditOutcome):
    """The outcome of `deepen.audit` for a two-player game. `print` shows it in words.

    `bounds` and `canonical` make promises, and one wrong position refutes them. `evaluate` is a
    guess: it is measured, never refuted.

    Attributes:
        subject: the game.
        rules: those that are audited.
        instances: how many starting positions were looked at.
        family: whether they came from a family.
        complete: whether every position that can be reached from them was looked at.
        status: as for `AuditReport`.
        positions: how many were compared with their exact value.
        guesses: how many positions `evaluate` gives which error: {evaluate - value: count}; only
            positions with a move, since others are not evaluated.
        right_signs: how many of these guesses are on the right side of 0.
        worst_guess: the largest error: the position, the guess and the value.
        wrong_bounds, wrong_canonical: how many positions these are wrong in.
        counterexample: one of them.
        seed, seconds: as for `AuditReport`.

    >>> import deepen
    >>> class Nim(deepen.ObjectGame):
    ...     start = 5
    ...     def actions(self, n): return range(1, min(n, 3) + 1)
    ...     def result(self, n, taken): return n - taken
    ...     def reward(self, n, taken, left): return int(left == 0)
    ...     def bounds(self, n): return -1, 1
    >>> report = deepen.audit(Nim(), "bounds")
    >>> report.verdict, report.positions
    ('proven', 6)
    """

    subject: str
    rules: tuple[str, ...]
    instances: int
    family: bool
    complete: bool
    status: str
    positions: int
    guesses: dict[int, int] = field(repr=False)
    right_signs: int
    worst_guess: tuple[Any, int, int] | None
    wrong_bounds: int
    wrong_canonical: int
    counterexample: GameCounterexample | None
    seed: int | None
    seconds: float

    @property
    def verdict(self) -> str:
        """In one word; see `AuditOutcome`. For `evaluate` alone, it is about what was measured."""
        wrong = self.counterexample is not None
        return verdict_on(wrong, self.positions, self.family, self.complete)

    @property
    def sign_share(self) -> float | None:
        """The share of guesses on the right side of 0; None if there are none."""
        total = sum(self.guesses.values())
        return self.right_signs / total if total else None

    @property
    def mean_error(self) -> float | None:
        """The mean of abs(evaluate - value); None if there are none."""
        total = sum(self.guesses.values())
        return sum(abs(e) * n for e, n in self.guesses.items()) / total if total else None

    @property
    def sentence(self) -> str:
        """The verdict in a sentence or two."""
        return game_headline(self)

    def svg(self) -> str:
        """The counterexample, if it can be drawn, and the errors of `evaluate`."""
        return game_picture(self)

    def __str__(self) -> str:
        return plain_text(game_sections(self))
