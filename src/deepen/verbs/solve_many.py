"""`deepen.solve_many`: many puzzles on all cores."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial

from deepen import _core
from deepen._arguments import a_function, an_integer, checked, optional
from deepen._signals import deferred
from deepen.errors import Interrupted
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.memory import default_limit
from deepen.search.prepared import (
    SEARCH_ARGUMENTS,
    Prepared,
    checked_options,
    make_allowance,
    prepare,
)
from deepen.search.subjects import a_puzzle, many
from deepen.solution import Solution

_Task = Callable[[], Solution]
_Outcome = tuple[int, Solution | BaseException]

# The main thread looks up this often, so that Ctrl-C gets through while others search.
_PATIENCE = 0.05

JOBS = optional(an_integer(1))


@checked(puzzles=many(a_puzzle), jobs=JOBS, on_solution=optional(a_function), **SEARCH_ARGUMENTS)
def solve_many(
    puzzles: Iterable[Puzzle | ObjectPuzzle],
    algorithm: str | None = None,
    heuristic: str | None = None,
    *,
    jobs: int | None = None,
    on_solution: Callable[[int, Solution], object] | None = None,
    weight: float | Fraction | None = None,
    depth_limit: int | None = None,
    table: bool = True,
    reorder: bool = True,
    cycle_check: str = "path",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    compiled: bool = True,
) -> list[Solution]:
    """Solves puzzles side by side, each exactly as `deepen.solve` would.

    Searches run in threads without Python's lock. Rules in the interpreter (`compiled=False`, or an
    `ObjectPuzzle`) need the lock, so there more jobs do not help.

    Args:
        puzzles: what to solve; taken one by one, so a generator of many is fine.
        jobs: how many at a time; by default one a core.
        on_solution: called in the calling thread with the index and the solution of each puzzle as
            soon as it is known.
        memory_limit: in bytes, of each search. Without one, the searches share what a
            single one would be allowed.

    The other arguments are those of `deepen.solve`, and hold for each puzzle.

    Returns:
        The solutions, in the order of the puzzles.

    Raises:
        Interrupted: Ctrl-C, with the first unfinished solution.
        Exception: the first error of any search; the others are stopped.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> puzzles = [tiles.random(3, 3, seed=seed) for seed in range(3)]
    >>> [solution.cost for solution in deepen.solve_many(puzzles)]
    [26, 23, 24]
    """
    workers = crew_size(jobs)
    default = default_limit(workers) if memory_limit is None else None
    limit = memory_limit if default is None else default.bytes
    cancel = _core.Cancel()

    def prepared(puzzle: Puzzle | ObjectPuzzle) -> Prepared:
        options = checked_options(
            puzzle, algorithm, weight, depth_limit, table, reorder, cycle_check, memory_limit
        )
        return prepare(puzzle, heuristic, options, compiled)

    def search(puzzle: Puzzle | ObjectPuzzle, ready: Prepared | None) -> Solution:
        allowance = make_allowance(time_limit, limit, node_limit, None, cancel)
        return (ready or prepared(puzzle)).run(allowance, default).about(puzzle)

    def tasks() -> Iterator[_Task]:
        kinds: set[type] = set()
        for puzzle in puzzles:
            # Rules are compiled here: Ctrl-C interrupts this thread and no other.
            ready = prepared(puzzle) if type(puzzle) not in kinds else None
            kinds.add(type(puzzle))
            yield partial(search, puzzle, ready)

    crew = _Crew()
    try:
        crew.hire(workers)
        return crew.run(tasks(), on_solution)
    except KeyboardInterrupt as interrupt:
        cancel.set()
        crew.dismiss()
        unfinished = crew.first_unfinished()
        if unfinished is None:
            raise
        raise Interrupted(unfinished) from interrupt
    finally:
        cancel.set()
        crew.dismiss()


def crew_size(jobs: int | None) -> int:
    """How many to run at a time: as told, or one a core."""
    if jobs is not None:
        return jobs
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Crew:
    """Threads that take tasks from one queue and put outcomes into another."""

    def __init__(self) -> None:
        self.tasks: queue.SimpleQueue[tuple[int, _Task] | None] = queue.SimpleQueue()
        self.outcomes: queue.SimpleQueue[_Outcome] = queue.SimpleQueue()
        self.threads: list[threading.Thread] = []

    def hire(self, workers: int) -> None:
        """Starts so many threads."""
        for i in range(workers):
            with deferred():  # or one might run of which nobody knows
                thread = threading.Thread(target=self._work, name=f"deepen-{i}", daemon=True)
                thread.start()
                self.threads.append(thread)

    def run(
        self,
        tasks: Iterable[_Task],
        on_solution: Callable[[int, Solution], object] | None,
    ) -> list[Solution]:
        """Feeds the threads just enough to keep them busy, and gathers what they find."""
        solutions: dict[int, Solution] = {}
        waiting = 0
        for index, task in enumerate(tasks):
            self.tasks.put((index, task))
            waiting += 1
            if waiting > 2 * len(self.threads):
                self._gather(solutions, on_solution)
                waiting -= 1
        for _ in range(waiting):
            self._gather(solutions, on_solution)
        return [solutions[index] for index in sorted(solutions)]

    def dismiss(self) -> None:
        """Ends the threads; searches have been cancelled before."""
        while not self.tasks.empty():
            try:
                self.tasks.get_nowait()
            except queue.Empty:
                break
        for _ in self.threads:
            self.tasks.put(None)
        for thread in self.threads:
            thread.join()

    def first_unfinished(self) -> Solution | None:
        """Of the searches that were cancelled, what the first had found; the threads have ended."""
        left = [self.outcomes.get_nowait() for _ in range(self.outcomes.qsize())]
        cancelled = {i: s for i, s in left if isinstance(s, Solution) and s.status == "interrupted"}
        return cancelled[min(cancelled)] if cancelled else None

    def _gather(
        self,
        solutions: dict[int, Solution],
        on_solution: Callable[[int, Solution], object] | None,
    ) -> None:
        index, outcome = self._next_outcome()
        if isinstance(outcome, BaseException):
            raise outcome
        if outcome.status == "interrupted":
            raise Interrupted(outcome)
        solutions[index] = outcome
        if on_solution is not None:
            on_solution(index, outcome)

    def _next_outcome(self) -> _Outcome:
        while True:
            try:
                return self.outcomes.get(timeout=_PATIENCE)
            except queue.Empty:
                continue

    def _work(self) -> None:
        while (taken := self.tasks.get()) is not None:
            index, task = taken
            try:
                self.outcomes.put((index, task()))
            except BaseException as error:  # handed over to the calling thread
                self.outcomes.put((index, error))
