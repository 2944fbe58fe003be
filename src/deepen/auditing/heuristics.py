"""A heuristic heard on one instance or many, and the report of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from deepen import _core
from deepen.auditing.case import Case
from deepen.auditing.family import measured_in_order
from deepen.auditing.report import AuditReport, Counterexample, Inconsistency, WrongAnswer
from deepen.auditing.shrink import Clock, Shrinker
from deepen.auditing.trial import Measured, Trial, finite
from deepen.errors import Interrupted
from deepen.search.limits import Limits

SHRINK_SECONDS, WRONG_ANSWER_SECONDS = 2.0, 3.0
"""What is found deserves a moment, also when it was found at the very end of the time."""


def heuristic_report(case: Case, trial: Trial) -> AuditReport:
    """Hears the case."""
    return _Court(case, trial).hear()


@dataclass(frozen=True)
class _Finding:
    counterexample: Counterexample | None = None
    inconsistency: Inconsistency | None = None
    wrong_answer: WrongAnswer | None = None


class _Court:
    """Hears instance after instance, and then makes a report of what was found."""

    def __init__(self, case: Case, trial: Trial) -> None:
        self.case = case
        self.trial = trial
        self.heuristic, self.declared = trial.declared(case.first)
        self.tally = _Tally()
        self.status = "complete"

    def hear(self) -> AuditReport:
        """Everything, and the verdict."""
        finding = _Finding()
        try:
            finding = self._show(self._listen())
        except KeyboardInterrupt as interrupt:
            self.status = "interrupted"
            raise Interrupted(self._report(finding)) from interrupt
        return self._report(finding)

    def _limits(self) -> Limits:
        return Limits(self.case.clock.left, self.case.memory_limit)

    def _listen(self) -> Measured | None:
        """Goes on until something claimed is refuted; that instance is returned."""
        of_many = self.case.family is not None
        for measured in self._measured():
            if measured.status == "interrupted":
                self.tally.add(measured, of_many)
                raise KeyboardInterrupt
            if of_many and measured.status == "time-limit" and not self._refutes(measured):
                break  # a torso says less than the whole ones before it
            self.tally.add(measured, of_many)
            self.case.tell(self.tally.instances, self.tally.states)
            if self._refutes(measured):
                self.status = "refuted"
                return measured
            if not of_many:
                self.status = measured.status
        if of_many:
            self.status = "time-limit" if self.case.clock.is_over else "instances"
        return None

    def _refutes(self, measured: Measured) -> bool:
        is_steep = measured.found.steepest is not None
        return measured.is_over or (is_steep and "consistent" in self.declared)

    def _measured(self) -> Iterator[Measured]:
        case, trial = self.case, self.trial
        if case.family is not None:
            return measured_in_order(trial, case.instances, self._limits(), case.jobs, case.clock)
        limits = Limits(case.clock.left, case.memory_limit, None, self._watch)
        return (trial.measure(puzzle, limits) for puzzle in case.instances)

    def _watch(self, progress: _core.Progress) -> None:
        self.case.tell(0, progress.expanded)

    def _show(self, worst: Measured | None) -> _Finding:
        """Counterexamples, small and with teeth, from the instance that refutes."""
        shrinker, slope = self._shrinker(SHRINK_SECONDS), None
        if worst is None or not worst.is_over:
            if self.tally.slope is not None:
                slope = self.trial.inconsistency(self.tally.slope)
            return _Finding(inconsistency=slope and shrinker.inconsistency(slope))
        if self.tally.slope is not None:
            slope = self.trial.inconsistency(self.tally.slope)
        first = self.trial.counterexample(worst, self._limits())
        assert first is not None  # it is over
        chain = shrinker.counterexamples(first)
        near = [*(found.puzzle for found in reversed(chain)), worst.puzzle]
        family = self.case.family
        more = family.instances(self.case.seed) if family is not None else iter(())
        wrong_answer = self._shrinker(WRONG_ANSWER_SECONDS).first_wrong_answer(near, more)
        return _Finding(chain[-1], slope, wrong_answer)

    def _shrinker(self, seconds: float) -> Shrinker:
        limits = Limits(None, self.case.memory_limit)
        return Shrinker(self.trial, self.case.smaller, limits, Clock(seconds))

    def _report(self, finding: _Finding) -> AuditReport:
        case, tally = self.case, self.tally
        return AuditReport(
            subject=case.name,
            heuristic=self.heuristic,
            declared=self.declared,
            instances=tally.instances,
            family=case.family is not None,
            complete=tally.complete,
            status=self.status,
            states=tally.states,
            expanded=tally.expanded,
            edges=tally.edges,
            goals=tally.goals,
            joint=dict(tally.joint),
            steep_edges=tally.steep_edges,
            worst=tally.worst,
            counterexample=finding.counterexample,
            inconsistency=finding.inconsistency,
            wrong_answer=finding.wrong_answer,
            seed=case.seed if case.family is not None else None,
            seconds=case.seconds,
            peak_bytes=tally.peak_bytes,
        )


class _Tally:
    """The sums over all instances."""

    def __init__(self) -> None:
        self.instances = self.states = self.expanded = self.edges = self.goals = 0
        self.steep_edges = self.peak_bytes = 0
        self.complete = True
        self.joint: Counter[tuple[int | None, int | None]] = Counter()
        self.worst: tuple[int | None, int] | None = None
        self.slope: Measured | None = None  # the first instance that is inconsistent

    def add(self, measured: Measured, of_many: bool) -> None:
        found = measured.found
        self.instances += 1
        self.states += found.states
        self.expanded += found.expanded
        self.edges += found.edges
        self.goals += found.goals
        self.steep_edges += found.steep_edges
        self.peak_bytes = max(self.peak_bytes, found.peak_bytes)
        self.complete = self.complete and measured.complete
        if self.slope is None and found.steepest is not None:
            self.slope = measured
        if measured.complete or not of_many or measured.is_over:  # others would blur the means
            for h, true, count in found.joint:
                self.joint[finite(h), finite(true)] += count
        if found.worst is not None:
            _, h, true = cast(tuple[list[int], int, int], found.worst)
            self.worst = (finite(h), true)
