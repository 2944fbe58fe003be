"""What `deepen.audit` returns for the optional rules of a puzzle or a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deepen.auditing.picture import promise_picture
from deepen.auditing.report import AuditOutcome, verdict_on
from deepen.auditing.report_text import plain_text, promise_headline, promise_sections


@dataclass(frozen=True)
class BrokenPromise:
    """A state in which an optional rule does not keep what it promises.

    Attributes:
        puzzle: or game, that starts in that state.
        state: one of those that are fewest actions from the start.
        rule: `canonical`, `predecessors`, `reversible`, `goals` or `rank`.
        sentence: what is wrong, with the values.

    >>> import deepen
    >>> class Steps(deepen.ObjectPuzzle):
    ...     start, reversible = 3, True
    ...     def actions(self, n): return ["down"] if n else []
    ...     def result(self, n, action): return n - 1
    ...     def is_goal(self, n): return n == 0
    >>> deepen.audit(Steps(), "reversible").counterexample.state
    3
    """

    puzzle: Any
    state: Any
    rule: str
    sentence: str


@dataclass(frozen=True)
class PromiseReport(AuditOutcome):
    """The outcome of `deepen.audit` for optional rules. `print` shows it in words.

    Attributes:
        subject: the game or puzzle.
        rules: those on trial.
        instances, family, complete, status, seed, seconds: as for `AuditReport`.
        states, expanded, edges: how many were seen, over all instances.
        broken: of each rule that is wrong, in how many states.
        counterexample: one of them.
        peak_bytes: memory of the largest instance.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> report = deepen.audit(tiles.parse("2x3: 1 2 0 3 4 5"), "rules")
    >>> report.verdict, report.rules, report.states
    ('proven', ('reversible', 'goals', 'rank'), 360)
    """

    subject: str
    rules: tuple[str, ...]
    instances: int
    family: bool
    complete: bool
    status: str
    states: int
    expanded: int
    edges: int
    broken: Mapping[str, int]
    counterexample: BrokenPromise | None
    seed: int | None
    seconds: float
    peak_bytes: int

    @property
    def verdict(self) -> str:
        """In one word; see `AuditOutcome`."""
        wrong = self.counterexample is not None
        return verdict_on(wrong, self.instances, self.family, self.complete)

    @property
    def sentence(self) -> str:
        """The verdict in a sentence or two."""
        return promise_headline(self)

    def svg(self) -> str:
        """The counterexample, if it can be drawn."""
        return promise_picture(self)

    def __str__(self) -> str:
        return plain_text(promise_sections(self))
