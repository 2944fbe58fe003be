"""A heuristic measured on one instance or many, and the report of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from deepen import _core
from deepen.auditing.deadline import Deadline
from deepen.auditing.family import measured_in_order
from deepen.auditing.probe import HeuristicProbe, Measurement, finite
from deepen.auditing.report import AuditReport, Counterexample, Inconsistency, WrongAnswer
from deepen.auditing.shrink import Shrinker
from deepen.auditing.task import AuditTask
from deepen.errors import Interrupted
from deepen.search.limits import Limits

SHRINK_SECONDS, WRONG_ANSWER_SECONDS = 2.0, 3.0
"""What is found deserves a moment, also when it was found at the very end of the time."""


def heuristic_report(task: AuditTask, probe: HeuristicProbe) -> AuditReport:
    """Audits a heuristic on all instances of a task."""
    return _HeuristicAudit(task, probe).run()


@dataclass(frozen=True)
class _Finding:
    counterexample: Counterexample | None = None
    inconsistency: Inconsistency | None = None
    wrong_answer: WrongAnswer | None = None


class _HeuristicAudit:
    """Measures instance after instance, and then makes a report of what was found."""

    def __init__(self, task: AuditTask, probe: HeuristicProbe) -> None:
        self.task = task
        self.probe = probe
        self.heuristic, self.declared = probe.declared(task.first)
        self.totals = _Totals()
        self.status = "complete"

    def run(self) -> AuditReport:
        """Measures, shrinks what refutes, and reports."""
        finding = _Finding()
        try:
            finding = self._findings(self._measure_until_refuted())
        except KeyboardInterrupt as interrupt:
            self.status = "interrupted"
            raise Interrupted(self._report(finding)) from interrupt
        return self._report(finding)

    def _limits(self) -> Limits:
        return Limits(self.task.deadline.left, self.task.memory_limit)

    def _measure_until_refuted(self) -> Measurement | None:
        """Goes on until something claimed is refuted; that instance is returned."""
        of_many = self.task.family is not None
        for measured in self._measured():
            if measured.status == "interrupted":
                self.totals.add(measured, of_many)
                raise KeyboardInterrupt
            if of_many and measured.status == "time-limit" and not self._refutes(measured):
                break  # a torso says less than the whole ones before it
            self.totals.add(measured, of_many)
            self.task.tell(self.totals.instances, self.totals.states)
            if self._refutes(measured):
                self.status = "refuted"
                return measured
            if not of_many:
                self.status = measured.status
        if of_many:
            self.status = "time-limit" if self.task.deadline.is_over else "instances"
        return None

    def _refutes(self, measured: Measurement) -> bool:
        is_steep = measured.found.steepest is not None
        return measured.is_over or (is_steep and "consistent" in self.declared)

    def _measured(self) -> Iterator[Measurement]:
        task, probe = self.task, self.probe
        if task.family is not None:
            return measured_in_order(
                probe, task.instances, self._limits(), task.jobs, task.deadline
            )
        limits = Limits(task.deadline.left, task.memory_limit, None, self._watch)
        return (probe.measure(puzzle, limits) for puzzle in task.instances)

    def _watch(self, progress: _core.Progress) -> None:
        self.task.tell(0, progress.expanded)

    def _findings(self, worst: Measurement | None) -> _Finding:
        """Counterexamples, made small, from the instance that refutes."""
        shrinker, slope = self._shrinker(SHRINK_SECONDS), None
        if worst is None or not worst.is_over:
            if self.totals.slope is not None:
                slope = self.probe.inconsistency(self.totals.slope)
            return _Finding(inconsistency=slope and shrinker.inconsistency(slope))
        if self.totals.slope is not None:
            slope = self.probe.inconsistency(self.totals.slope)
        first = self.probe.counterexample(worst, self._limits())
        assert first is not None  # it is over
        chain = shrinker.counterexamples(first)
        near = [*(found.puzzle for found in reversed(chain)), worst.puzzle]
        family = self.task.family
        more = family.instances(self.task.seed) if family is not None else iter(())
        wrong_answer = self._shrinker(WRONG_ANSWER_SECONDS).first_wrong_answer(near, more)
        return _Finding(chain[-1], slope, wrong_answer)

    def _shrinker(self, seconds: float) -> Shrinker:
        limits = Limits(None, self.task.memory_limit)
        return Shrinker(self.probe, self.task.smaller, limits, Deadline(seconds))

    def _report(self, finding: _Finding) -> AuditReport:
        task, totals = self.task, self.totals
        return AuditReport(
            subject=task.name,
            heuristic=self.heuristic,
            declared=self.declared,
            instances=totals.instances,
            family=task.family is not None,
            complete=totals.complete,
            status=self.status,
            states=totals.states,
            expanded=totals.expanded,
            edges=totals.edges,
            goals=totals.goals,
            joint=dict(totals.joint),
            steep_edges=totals.steep_edges,
            worst=totals.worst,
            counterexample=finding.counterexample,
            inconsistency=finding.inconsistency,
            wrong_answer=finding.wrong_answer,
            seed=task.seed if task.family is not None else None,
            seconds=task.seconds,
            peak_bytes=totals.peak_bytes,
        )


class _Totals:
    """The sums over all instances."""

    def __init__(self) -> None:
        self.instances = self.states = self.expanded = self.edges = self.goals = 0
        self.steep_edges = self.peak_bytes = 0
        self.complete = True
        self.joint: Counter[tuple[int | None, int | None]] = Counter()
        self.worst: tuple[int | None, int] | None = None
        self.slope: Measurement | None = None  # the first instance that is inconsistent

    def add(self, measured: Measurement, of_many: bool) -> None:
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
