"""Optional rules of a puzzle: what each promises, at every state that can be reached."""

from __future__ import annotations

from collections import Counter
from typing import Any

from deepen import _core
from deepen._arguments import unknown
from deepen.auditing.promise_report import BrokenPromise, PromiseReport
from deepen.auditing.task import AuditTask
from deepen.errors import Interrupted, RuleError, UsageError
from deepen.interpreter.claims import PROMISES, Claims, promises_of
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.base import status_name
from deepen.search.limits import Limits
from deepen.search.options import SearchOptions
from deepen.search.prepared import prepare

ALL = "rules"
"""Names all optional rules that a puzzle has."""
NODES = 300_000
"""Most states of one instance of a family."""


def is_promise(puzzle: Puzzle | ObjectPuzzle, name: str | None) -> bool:
    """Whether this names optional rules, not a heuristic."""
    is_heuristic = isinstance(puzzle, Puzzle) and name in puzzle.heuristics
    return name in (*PROMISES, ALL) and not is_heuristic


def promise_report(task: AuditTask, rule: str, compiled: bool) -> PromiseReport:
    """Audits the optional rules of a puzzle, one instance after the other."""
    return _PuzzleTrial(task, _rules_of(task.first, rule), compiled).run()


def _rules_of(puzzle: Any, wanted: str) -> tuple[str, ...]:
    there = promises_of(puzzle)
    if not there:
        name = type(puzzle).__name__
        raise UsageError(f"{name} has none of the optional rules: {', '.join(PROMISES)}")
    if wanted == ALL:
        return there
    if wanted not in there:
        raise unknown("optional rule", wanted, there, " here")
    return (wanted,)


class Trial:
    """Instances, and what was found."""

    def __init__(self, task: AuditTask, rules: tuple[str, ...], compiled: bool) -> None:
        self.task, self.rules, self.compiled = task, rules, compiled
        self.instances = self.states = self.expanded = self.edges = self.peak_bytes = 0
        self.complete, self.status = True, "complete"
        self.broken: Counter[str] = Counter()
        self.counterexample: BrokenPromise | None = None

    def run(self) -> PromiseReport:
        """Examines them one after the other, until something is wrong or time is up."""
        try:
            for instance in self.task.instances:
                self.examine(instance)
                if self.counterexample is not None or self.task.deadline.is_over:
                    break
        except KeyboardInterrupt as interrupt:
            raise Interrupted(self.report("interrupted")) from interrupt
        return self.report(self._ending())

    def examine(self, instance: Any) -> None:
        """Looks at every state of an instance."""
        raise NotImplementedError

    def refute(self, there: Any, state: Any, rule: str, sentence: str, states: int) -> None:
        """Notes a rule that is wrong in so many states; the first is remembered, as a puzzle."""
        self.broken[rule] += states
        if self.counterexample is None:
            self.counterexample = BrokenPromise(there, state, rule, sentence)

    def _ending(self) -> str:
        """What ended it."""
        if self.counterexample is not None:
            return "refuted"
        if self.task.family is None:
            return self.status
        return "time-limit" if self.task.deadline.is_over else "instances"

    def report(self, status: str) -> PromiseReport:
        """Of all that was examined."""
        task = self.task
        return PromiseReport(
            subject=task.name,
            rules=self.rules,
            instances=self.instances,
            family=task.family is not None,
            complete=self.complete,
            status=status,
            states=self.states,
            expanded=self.expanded,
            edges=self.edges,
            broken=dict(self.broken),
            counterexample=self.counterexample,
            seed=task.seed if task.family is not None else None,
            seconds=task.seconds,
            peak_bytes=self.peak_bytes,
        )


class _PuzzleTrial(Trial):
    """By the engine."""

    def examine(self, instance: Puzzle | ObjectPuzzle) -> None:
        prepared: Any = prepare(instance, SearchOptions("breadth-first", compiled=self.compiled))
        prepared.more_rules = _functions(self.rules)
        claims = Claims(prepared.interpreter)
        if "goals" in self.rules and (wrong := claims.wrongly_listed()) is not None:
            said = f"lists the state {prepared.state_of(wrong)!r}, which is no goal"
            self.refute(instance, instance.start, "goals", said, 1)
        found = prepared.test_promises(
            self._limits(),
            "reversible" in self.rules,
            claims.listed if "goals" in self.rules else None,
            getattr(instance, "ranks", None) if "rank" in self.rules else None,
        )
        self._add(found)
        for rule in self.rules:
            if rule in found.broken:
                states, words = found.broken[rule]
                state = prepared.state_of(words)
                self.refute(instance.at(state), state, rule, _sentence(claims, rule, words), states)

    def _limits(self) -> Limits:
        nodes = None if self.task.family is None else NODES
        deadline, memory = self.task.deadline, self.task.memory_limit
        return Limits(deadline.left, memory, nodes, self._watch)

    def _watch(self, progress: _core.Progress) -> None:
        self.task.tell(self.instances, self.states + progress.expanded)

    def _add(self, found: _core.RawPromises) -> None:
        self.instances += 1
        self.states += found.states
        self.expanded += found.expanded
        self.edges += found.edges
        self.peak_bytes = max(self.peak_bytes, found.peak_bytes)
        complete = found.status == _core.Status.solved
        self.complete = self.complete and complete
        self.status = "complete" if complete else status_name(found.status)
        if self.status == "interrupted":
            raise KeyboardInterrupt


def _functions(rules: tuple[str, ...]) -> tuple[str, ...]:
    """What the engine must be able to call for them."""
    own = {"predecessors": ("predecessors",), "rank": ("rank", "unrank")}
    return tuple(name for rule in rules for name in own.get(rule, ()))


def _sentence(claims: Claims, rule: str, words: Any) -> str:
    try:
        return claims.broken(rule, tuple(words)) or "says something else in compiled code"
    except RuleError as error:
        return str(error)
