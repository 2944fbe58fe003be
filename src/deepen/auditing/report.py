"""What `deepen.audit` returns for a heuristic: the verdict, what it rests on, and the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple

from deepen.auditing.picture import picture
from deepen.auditing.report_text import evidence, headline, plain_text, sections
from deepen.errors import Refuted


def verdict_on(wrong: bool, seen: int, family: bool, complete: bool) -> str:
    """In one word, where `seen` is how many were looked at; see `AuditOutcome`."""
    if wrong:
        return "refuted"
    if seen == 0:
        return "undecided"
    if family:
        return "not-refuted"
    return "proven" if complete else "undecided"


class AuditOutcome:
    """What all reports share: held or refuted, in words, and for use in tests.

    Attributes:
        verdict: `refuted`; `proven`, on this one instance and exhaustively; `not-refuted`, which is
            no proof; or `undecided`, when a limit came before anything could be said.

    >>> import deepen
    >>> from deepen.games import chexers
    >>> report = deepen.audit(chexers.parse(chexers.EXAMPLES["course"]), "walking")
    >>> report.verdict, report.refuted
    ('refuted', True)
    """

    @property
    def verdict(self) -> str:
        """In one word."""
        raise NotImplementedError

    @property
    def sentence(self) -> str:
        """In a sentence or two, which claim no more than was shown."""
        raise NotImplementedError

    @property
    def refuted(self) -> bool:
        """Whether something that is claimed was shown to be wrong."""
        return self.verdict == "refuted"

    def raise_if_refuted(self) -> None:
        """For tests.

        Raises:
            Refuted: with the counterexample in its message.
        """
        if self.refuted:
            raise Refuted(str(self))

    def svg(self) -> str:
        """A picture of the counterexample, if there is one that can be drawn, and a chart."""
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return f"{self.svg()}<pre>{escape(str(self))}</pre>"


@dataclass(frozen=True)
class Counterexample:
    """A state of which the heuristic says more than is true.

    Attributes:
        puzzle: starts in that state. If the estimate depends on how the state was reached, it is
            the puzzle that was audited, and `state` the place in it.
        state: the state.
        h: what the heuristic says; None where it says that there is no way.
        distance: what it truly costs to reach a goal.
        actions, states: a cheapest path; empty if a limit came before it was found.

    >>> import deepen
    >>> from deepen.games import chexers
    >>> report = deepen.audit(chexers.parse(chexers.EXAMPLES["course"]), "walking")
    >>> found = report.counterexample
    >>> found.h, found.distance, len(found.actions)
    (4, 3, 3)
    """

    puzzle: Any
    state: Any
    h: int | None
    distance: int
    actions: list[Any]
    states: list[Any] = field(repr=False)


@dataclass(frozen=True)
class Inconsistency:
    """An action along which the heuristic falls by more than the action costs.

    Attributes:
        puzzle: starts where the action does, or was audited, as for `Counterexample`.
        state, action, child: from where, what, to where.
        cost: of the action.
        h, child_h: what the heuristic says before and after; None where it says that there is no
            way.

    >>> import deepen
    >>> from deepen.games import chexers
    >>> report = deepen.audit(chexers.parse(chexers.EXAMPLES["course"]), "walking")
    >>> found = report.inconsistency
    >>> found.h, found.child_h, found.cost
    (15, 12, 1)
    """

    puzzle: Any
    state: Any
    action: Any
    child: Any
    cost: int
    h: int | None
    child_h: int | None


@dataclass(frozen=True)
class WrongAnswer:
    """A puzzle that A* with this heuristic answers wrongly.

    Attributes:
        puzzle: which one.
        cost: of the answer; None if the answer is that there is none.
        optimum: what the cheapest solution costs.
        actions: the answer.
        best_actions, best_states: a cheapest solution.

    >>> import deepen
    >>> from deepen.games import chexers
    >>> report = deepen.audit(chexers.parse(chexers.EXAMPLES["course"]), "walking")
    >>> report.wrong_answer.cost, report.wrong_answer.optimum
    (5, 4)
    """

    puzzle: Any
    cost: int | None
    optimum: int
    actions: list[Any]
    best_actions: list[Any]
    best_states: list[Any] = field(repr=False)


class Evidence(NamedTuple):
    """A position that shows what is wrong with a heuristic.

    Attributes:
        puzzle: in which it is.
        states: the position, and those on the way from it that is told.
        text: what the heuristic says there and what is true, in words.

    >>> import deepen
    >>> class Steps(deepen.ObjectPuzzle):
    ...     start, admissible = 3, True
    ...     def actions(self, n): return ["down"] if n else []
    ...     def result(self, n, action): return n - 1
    ...     def is_goal(self, n): return n == 0
    ...     def heuristic(self, n): return 2 * n
    >>> [evidence.text.splitlines()[0] for evidence in deepen.audit(Steps()).evidence]
    ['heuristic: h = 2, true distance h* = 1']
    """

    puzzle: Any
    states: list[Any]
    text: str


@dataclass(frozen=True)
class AuditReport(AuditOutcome):
    """The outcome of `deepen.audit` for a heuristic. `print` shows it in words.

    Distances are exact where `complete` is True. Under a limit they are those inside the part that
    was seen: never too short, so what is wrong there is wrong.

    Attributes:
        subject: the game or puzzle.
        heuristic: its name.
        declared: what its author promises: nothing, `admissible`, or `admissible` and `consistent`.
        instances: how many puzzles were looked at.
        family: whether they came from a family, rather than being the one puzzle that was given.
        complete: whether everything that can be reached was seen, in each of them.
        status: `complete`, or what ended it: `refuted`, `instances` (all that were asked for, or
            all that there are), `time-limit`, `memory-limit`, `interrupted`.
        states, expanded, edges, goals: how many were seen, over all instances.
        joint: how many states have an estimate and a distance: {(h, h*): count}. None is infinite.
        steep_edges: actions along which the heuristic falls by more than they cost. Actions from
            states without a way to a goal are not judged, since they mislead nobody.
        worst: the largest overestimate: h and h*.
        counterexample: to admissibility.
        inconsistency: to consistency; one of those where the fall is largest.
        wrong_answer: a puzzle that A* answers wrongly.
        seed: of the family.
        seconds, peak_bytes: what it took; memory of the largest instance.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> report = deepen.audit(tiles.parse("2x3: 1 2 0 3 4 5"), "manhattan")
    >>> report.verdict, report.states, report.admissible
    ('proven', 360, True)
    """

    subject: str
    heuristic: str
    declared: tuple[str, ...]
    instances: int
    family: bool
    complete: bool
    status: str
    states: int
    expanded: int
    edges: int
    goals: int
    joint: Mapping[tuple[int | None, int | None], int] = field(repr=False)
    steep_edges: int
    worst: tuple[int | None, int] | None
    counterexample: Counterexample | None
    inconsistency: Inconsistency | None
    wrong_answer: WrongAnswer | None
    seed: int | None
    seconds: float
    peak_bytes: int

    @property
    def verdict(self) -> str:
        """In one word; see `AuditOutcome`. Inconsistency refutes only a claim of consistency."""
        is_steep = self.inconsistency is not None and "consistent" in self.declared
        wrong = self.counterexample is not None or is_steep
        return verdict_on(wrong, self.instances, self.family, self.complete)

    @property
    def admissible(self) -> bool | None:
        """False if refuted, True if proven on this instance, else None."""
        return self._known(self.counterexample)

    @property
    def consistent(self) -> bool | None:
        """False if refuted, True if proven on this instance, else None."""
        return self._known(self.inconsistency)

    def _known(self, found: object) -> bool | None:
        if found is not None:
            return False
        return True if self._is_exhaustive else None

    @property
    def _is_exhaustive(self) -> bool:
        return self.instances > 0 and self.complete and not self.family

    @property
    def overestimates(self) -> int:
        """How many states have an estimate above their distance."""
        return sum(n for (h, true), n in self.joint.items() if _is_over(h, true))

    @property
    def solvable(self) -> int:
        """How many states have a way to a goal."""
        return sum(n for (_, true), n in self.joint.items() if true is not None)

    @property
    def histogram(self) -> dict[int, int]:
        """How many states have which h* - h, over those where both are finite, in order."""
        gaps: Counter[int] = Counter()
        for (h, true), count in self.joint.items():
            if h is not None and true is not None:
                gaps[true - h] += count
        return dict(sorted(gaps.items()))

    @property
    def exact_share(self) -> float | None:
        """Of the states with a way to a goal, the share where h = h*; None if there are none."""
        return self.histogram.get(0, 0) / self.solvable if self.solvable else None

    @property
    def mean_ratio(self) -> float | None:
        """The mean of h / h* where both are finite and h* is not 0; None if that is nowhere."""
        pairs = [
            (h / true, count)
            for (h, true), count in self.joint.items()
            if h is not None and true is not None and true > 0
        ]
        total = sum(count for _, count in pairs)
        return sum(ratio * count for ratio, count in pairs) / total if total else None

    @property
    def dead_share(self) -> float | None:
        """Of the states without a way to a goal, the share that the heuristic knows; or None."""
        hopeless = {h: n for (h, true), n in self.joint.items() if true is None}
        return hopeless.get(None, 0) / sum(hopeless.values()) if hopeless else None

    @property
    def sentence(self) -> str:
        """The verdict in a sentence or two."""
        return headline(self)

    @property
    def evidence(self) -> list[Evidence]:
        """The positions that show what is wrong, worst first; none where nothing is."""
        return [Evidence(*found) for found in evidence(self)]

    def svg(self) -> str:
        """The counterexample, if it can be drawn, and how far the heuristic is from the truth."""
        return picture(self)

    def __str__(self) -> str:
        return plain_text(sections(self))


def _is_over(h: int | None, true: int | None) -> bool:
    return true is not None and (h is None or h > true)
