"""`deepen.solve_many`: many puzzles on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial

from deepen import _core
from deepen._arguments import LIMITS, a_function, checked, optional
from deepen.errors import Interrupted
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.budget import Budget
from deepen.search.jobs import JOBS, Jobs, Task, job_count
from deepen.search.limits import Limits
from deepen.search.memory import default_limit
from deepen.search.options import SEARCH_ARGUMENTS, SearchOptions
from deepen.search.prepared import prepare
from deepen.search.puzzles import PuzzleSearch
from deepen.search.subjects import a_puzzle, many
from deepen.solution import Solution


@checked(
    puzzles=many(a_puzzle),
    jobs=JOBS,
    on_solution=optional(a_function),
    **{name: kind for name, kind in SEARCH_ARGUMENTS.items() if name != "threads"},
    **LIMITS,
)
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
    workers = job_count(jobs)
    cancel = _core.Cancel()
    memory = default_limit(workers) if memory_limit is None else memory_limit
    limits = Limits(time_limit, memory, node_limit, None, cancel)
    options = SearchOptions(
        algorithm,
        heuristic,
        weight,
        depth_limit,
        table,
        reorder,
        cycle_check,
        compiled=compiled,
    )

    def prepared(puzzle: Puzzle | ObjectPuzzle) -> tuple[PuzzleSearch, Budget]:
        budget = Budget(limits)
        return prepare(puzzle, options, budget), budget

    def search(
        puzzle: Puzzle | ObjectPuzzle, ready: tuple[PuzzleSearch, Budget] | None
    ) -> Solution:
        own, budget = ready or prepared(puzzle)
        return own.solve(budget.limits)

    def tasks() -> Iterator[Task[Solution]]:
        kinds: set[type] = set()
        for puzzle in puzzles:
            ready = None
            if type(puzzle) not in kinds:
                kinds.add(type(puzzle))
                ready = prepared(puzzle)
                ready[0].compile()  # here: Ctrl-C interrupts this thread and no other
            yield partial(search, puzzle, ready)

    solutions: dict[int, Solution] = {}
    with Jobs[Solution](workers, cancel) as crew:
        try:
            for index, solution in crew.as_finished(tasks()):
                if solution.status == "interrupted":
                    raise Interrupted(solution)
                solutions[index] = solution
                if on_solution is not None:
                    on_solution(index, solution)
        except KeyboardInterrupt as interrupt:
            crew.end()
            unfinished = _first_unfinished(crew.left())
            if unfinished is None:
                raise
            raise Interrupted(unfinished) from interrupt
    return [solutions[index] for index in sorted(solutions)]


def _first_unfinished(left: dict[int, Solution]) -> Solution | None:
    """Of the searches that were cancelled, what the first had found."""
    cancelled = [index for index in left if left[index].status == "interrupted"]
    return left[min(cancelled)] if cancelled else None
