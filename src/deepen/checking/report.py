"""What `deepen.check` returns: what was tried, and what did not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from textwrap import indent
from typing import Any, TypeVar

from deepen.errors import CheckFailed, RuleError

CHECKS = {
    "legal": "rules give what rules may give",
    "deterministic": "asked twice, they say the same",
    "compiled": "compiled and interpreted, they say the same",
    "fits": "states fit their words",
    "incremental": "the incremental form of a heuristic gives the heuristic",
    "goal": "estimates at goals are as declared",
    "admissible": "no estimate is above the cost of a way that was seen",
    "consistent": "estimates fall along actions as declared",
    "canonical": "canonical states are worth the same",
    "symmetric": "canonical states go on in the same way",
    "back": "ways back are those by which actions came",
    "listed": "goals that are listed are goals, and goals are listed",
    "numbered": "states have numbers of their own, within range",
    "bounds": "values lie within their bounds",
    "moves": "moves can be told apart by their text",
    "at": "the puzzle at a state starts there",
    "text": "text can be read back",
    "picture": "pictures can be drawn in 80 columns",
}
"""What is checked, in the order of a report."""

Value = TypeVar("Value")


@dataclass(frozen=True)
class CheckFailure:
    """Something that does not hold.

    Attributes:
        check: which of `CHECKS`.
        rule: the rule, heuristic or function that is to blame.
        state: where.
        sentence: what is wrong, with the values.
        times: in how many places; the state is the first of them.

    >>> CheckFailure("legal", "successors", 7, "yields the action -1", times=2).check
    'legal'
    >>> print(CheckFailure("legal", "successors", 7, "yields the action -1", times=2))
    successors, in state 7 (and 1 more):
      yields the action -1
    """

    check: str
    rule: str
    state: Any
    sentence: str
    times: int = 1

    def __str__(self) -> str:
        more = f" (and {self.times - 1:,} more)" if self.times > 1 else ""
        said = indent(self.sentence, "  ").strip()
        return f"{self.rule}, in state {self.state!r}{more}:\n  {said}"


@dataclass(frozen=True)
class Repetition:
    """Whether positions of a game can repeat, as far as `deepen.check` has seen.

    Attributes:
        can_repeat: True with a cycle at hand, False where there is none, None if too little of the
            game was seen to tell.
        positions: how many were looked at, from the start on.
        moves: of the shortest cycle that was found, as people write them.
        state: where that begins and ends; None without one.
        sentence: all of it in words.

    >>> import deepen
    >>> from deepen.games import connect4
    >>> deepen.check(connect4.parse("5554224333234511764415115"), walks=1).repetition.can_repeat
    False
    """

    can_repeat: bool | None
    positions: int
    moves: tuple[str, ...]
    state: Any
    sentence: str


@dataclass(frozen=True)
class CheckReport:
    """The outcome of `deepen.check`. `print` shows it in words.

    Attributes:
        subject: the class that was checked.
        walks, states: how many random walks, and how many states they came through.
        seed: of the walks.
        counts: how often each of `CHECKS` was made; what does not apply is not there.
        failures: what does not hold, the first state of each kind.
        remarks: what could be seen but not decided.
        repetition: of a game, whether its positions can repeat; None of a puzzle, or of rules that
            fail.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> report = deepen.check(tiles.parse("1 2 0 3 4 5 6 7 8"))
    >>> report.subject, report.failures
    ('Tiles', ())
    """

    subject: str
    walks: int
    states: int
    seed: int
    counts: Mapping[str, int]
    failures: tuple[CheckFailure, ...]
    remarks: tuple[str, ...]
    repetition: Repetition | None = None

    @property
    def ok(self) -> bool:
        """Whether everything held."""
        return not self.failures

    def raise_if_failed(self) -> None:
        """For tests.

        Raises:
            CheckFailed: with all failures in its message.
        """
        if self.failures:
            raise CheckFailed(str(self))

    def __str__(self) -> str:
        failed = Counter(failure.check for failure in self.failures)
        head = f"{self.subject}: {self.states:,} states on {self.walks:,} walks, seed {self.seed}"
        lines = [
            f"  {'FAILED' if failed[name] else 'ok    '} {what} ({self.counts[name]:,})"
            for name, what in CHECKS.items()
            if name in self.counts
        ]
        facts = [] if self.repetition is None else [f"  {self.repetition.sentence}"]
        return "\n".join([head, *lines, *facts, *map(str, self.failures), *self.remarks])


class Notes:
    """A report that is being written."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.remarks: list[str] = []
        self._failures: dict[tuple[str, str], CheckFailure] = {}

    def expect(self, check: str, rule: str, state: Any, holds: bool, sentence: str) -> bool:
        """Notes that a check was made, and if it does not hold, what is wrong."""
        self.counts[check] += 1
        if not holds:
            known = self._failures.get((check, rule))
            self._failures[check, rule] = (
                CheckFailure(check, rule, state, sentence)
                if known is None
                else replace(known, times=known.times + 1)
            )
        return holds

    def attempt(self, rule: str, state: Any, ask: Callable[[], Value]) -> Value | None:
        """What a rule says, or None if it misbehaves; that is noted."""
        try:
            answer = ask()
        except RuleError as error:
            self.expect("legal", rule, state, False, str(error))
        except Exception as error:  # methods of an ObjectPuzzle may raise anything
            self.expect("legal", rule, state, False, f"raises {type(error).__name__}: {error}")
        else:
            self.expect("legal", rule, state, True, "")
            return answer
        return None

    def failures(self) -> tuple[CheckFailure, ...]:
        """What did not hold, in the order of `CHECKS`."""
        order = list(CHECKS)
        return tuple(sorted(self._failures.values(), key=lambda each: order.index(each.check)))
