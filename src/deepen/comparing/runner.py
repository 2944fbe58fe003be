"""The runs of a comparison: side by side, each kept as soon as it is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from deepen import _core
from deepen.comparing.branching import effective_branching_factor
from deepen.comparing.comparison import Comparison, Key, Run, with_excess
from deepen.comparing.file import RunFile
from deepen.comparing.tasks import AnyPuzzle, Task
from deepen.errors import UsageError
from deepen.progress import ComparisonProgress
from deepen.search.jobs import Jobs
from deepen.search.limits import Limits
from deepen.search.options import USES_HEURISTIC
from deepen.search.prepared import prepare
from deepen.solution import Solution

_DIGITS = 7  # of a second; clocks know no more


class Runner:
    """The runs of a comparison, those of an earlier one included."""

    def __init__(
        self,
        tasks: Sequence[Task],
        limits: Limits,
        weight: float | Fraction,
        file: RunFile | None,
        on_progress: Callable[[ComparisonProgress], Any] | None,
    ) -> None:
        self.tasks = tasks
        self.cancel = _core.Cancel()
        self.limits = replace(limits, cancel=self.cancel)
        self.weight = weight
        self.file = file
        self.on_progress = on_progress
        self.began = time.monotonic()
        self.runs: dict[Key, Run] = {}
        for task in tasks:
            known = file.runs.get(task.key) if file is not None else None
            if known is not None:
                self.runs[task.key] = _checked(known, task, file)

    def work(self, workers: int) -> None:
        """Runs in threads what is missing; whatever goes wrong, or Ctrl-C, ends them all."""
        missing = [task for task in self.tasks if task.key not in self.runs]
        self._compile(missing)
        with Jobs[Run](workers, self.cancel) as crew:
            for _, run in crew.as_finished(partial(self._run, task) for task in missing):
                self._keep(run)

    def _compile(self, tasks: Iterable[Task]) -> None:
        """Compiles all rules in this thread: Ctrl-C interrupts no other."""
        kinds = {(type(task.puzzle), task.algorithm, task.heuristic): task for task in tasks}
        for task in kinds.values():
            prepare(task.puzzle, task.options(self.weight)).compile()

    def comparison(self, puzzles: Mapping[str, AnyPuzzle]) -> Comparison:
        """What there is, in the order of the tasks."""
        others = self.file.runs.values() if self.file is not None else ()
        asked = {task.key: self.runs[task.key] for task in self.tasks if task.key in self.runs}
        # Another run in the file may know a better solution of the same instance.
        measured = {run.key: run for run in with_excess([*others, *asked.values()])}
        return Comparison([measured[key] for key in asked], puzzles)

    def _keep(self, run: Run) -> None:
        if run.status == "interrupted":
            raise KeyboardInterrupt
        if self.file is not None:
            self.file.add(run)
        self.runs[run.key] = run
        if self.on_progress is not None:
            seconds = time.monotonic() - self.began
            self.on_progress(ComparisonProgress(seconds, len(self.runs), len(self.tasks), run))

    def _run(self, task: Task) -> Run:
        """One search, on the clock of the thread that it runs in."""
        began = time.thread_time()
        prepared = prepare(task.puzzle, task.options(self.weight))
        made = time.thread_time()  # the tables of its heuristic
        prepared.compile()
        ready = time.thread_time()
        solution = prepared.solve(self.limits)
        preparing = made - began if task.algorithm in USES_HEURISTIC else 0.0
        return _run_of(task, solution, time.thread_time() - ready, preparing)


def _run_of(task: Task, solution: Solution, seconds: float, preparing: float) -> Run:
    actions = len(solution.actions) if solution.solved else None
    return Run(
        instance=task.instance,
        algorithm=task.algorithm,
        heuristic=task.heuristic,
        status=solution.status,
        cost=solution.cost,
        optimal=solution.optimal,
        excess=None,
        actions=actions,
        expanded=solution.expanded,
        generated=solution.generated,
        branching=effective_branching_factor(solution.generated, actions or 0),
        cpu_seconds=round(seconds, _DIGITS),
        preparing_seconds=round(preparing, _DIGITS),
        peak_bytes=solution.peak_bytes,
        lower_bound=solution.lower_bound,
        fingerprint=task.fingerprint,
    )


def _checked(known: Run, task: Task, file: RunFile | None) -> Run:
    if known.fingerprint != task.fingerprint:
        assert file is not None
        raise UsageError(
            f"{file.path!r} has another puzzle of the name {task.instance!r}; give this one "
            "another name, or the results another file"
        )
    return known
