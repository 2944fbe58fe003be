"""`deepen.solve_many`: many puzzles on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Literal, TypedDict, Unpack, overload

from deepen import _core
from deepen._arguments import LIMITS, a_function, a_truth, checked, optional
from deepen.errors import Interrupted, UsageError
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

_OF_ALL = (UsageError, MemoryError)  # not of one puzzle alone


@dataclass(frozen=True)
class Failed:
    """What went wrong with a puzzle, as the result of its task."""

    error: Exception


Outcome = Solution | Failed


class _Options(TypedDict, total=False):
    jobs: int | None
    weight: float | Fraction | None
    depth_limit: int | None
    table: bool
    reorder: bool
    cycle_check: str
    symmetry: bool
    time_limit: float | None
    memory_limit: int | None
    node_limit: int | None
    compiled: bool


@overload
def solve_many(
    puzzles: Iterable[Puzzle | ObjectPuzzle],
    algorithm: str | None = None,
    heuristic: str | None = None,
    *,
    on_solution: Callable[[int, Solution], object] | None = None,
    return_exceptions: Literal[False] = False,
    **options: Unpack[_Options],
) -> list[Solution]: ...
@overload
def solve_many(
    puzzles: Iterable[Puzzle | ObjectPuzzle],
    algorithm: str | None = None,
    heuristic: str | None = None,
    *,
    on_solution: Callable[[int, Solution | Exception], object] | None = None,
    return_exceptions: Literal[True],
    **options: Unpack[_Options],
) -> list[Solution | Exception]: ...
@checked(
    puzzles=many(a_puzzle),
    jobs=JOBS,
    on_solution=optional(a_function),
    return_exceptions=a_truth,
    **{name: kind for name, kind in SEARCH_ARGUMENTS.items() if name != "threads"},
    **LIMITS,
)
def solve_many(
    puzzles: Iterable[Puzzle | ObjectPuzzle],
    algorithm: str | None = None,
    heuristic: str | None = None,
    *,
    jobs: int | None = None,
    on_solution: Callable[[int, Any], object] | None = None,
    return_exceptions: bool = False,
    weight: float | Fraction | None = None,
    depth_limit: int | None = None,
    table: bool = True,
    reorder: bool = True,
    cycle_check: str = "path",
    symmetry: bool = True,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    compiled: bool = True,
) -> list[Any]:
    """Solves puzzles side by side, each exactly as `deepen.solve` would.

    Searches run in threads without Python's lock. Rules in the interpreter (`compiled=False`, or an
    `ObjectPuzzle`) need the lock, so there more jobs do not help.

    Args:
        puzzles: what to solve; taken one by one, so a generator of many is fine.
        jobs: how many at a time; by default one a core.
        on_solution: called in the calling thread with the index and the solution of each puzzle as
            soon as it is known.
        return_exceptions: what goes wrong with one puzzle, as where its rules raise, stands among
            the results in place of its solution, and the others go on; so in `asyncio.gather`.
            What concerns all is raised even so: options that do not fit, and rules that cannot be
            compiled.
        memory_limit: in bytes, of each search. Without one, the searches share what a
            single one would be allowed.

    The other arguments are those of `deepen.solve`, and hold for each puzzle.

    Returns:
        The solutions, in the order of the puzzles.

    Raises:
        Interrupted: Ctrl-C, with the first unfinished solution.
        Exception: the first error of any search, unless they are returned; the others are stopped.

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
        symmetry=symmetry,
    )

    def prepared(puzzle: Puzzle | ObjectPuzzle) -> tuple[PuzzleSearch, Budget]:
        budget = Budget(limits)
        return prepare(puzzle, options, budget), budget

    def search(
        puzzle: Puzzle | ObjectPuzzle, ready: tuple[PuzzleSearch, Budget] | None
    ) -> Solution:
        own, budget = ready or prepared(puzzle)
        return own.solve(budget.limits)

    def compiled_one(puzzle: Puzzle | ObjectPuzzle) -> tuple[PuzzleSearch, Budget] | None:
        try:
            ready = prepared(puzzle)
        except Exception:
            return None  # its search will meet the same, and tell
        ready[0].compile()  # here: Ctrl-C interrupts this thread and no other
        return ready

    def tasks() -> Iterator[Task[Outcome]]:
        kinds: set[type] = set()
        for puzzle in puzzles:
            ready = None
            if type(puzzle) not in kinds and (ready := compiled_one(puzzle)):
                kinds.add(type(puzzle))
            found = partial(search, puzzle, ready)
            yield partial(_or_failed, found) if return_exceptions else found

    results: dict[int, Solution | Exception] = {}
    with Jobs[Outcome](workers, cancel) as crew:
        try:
            for index, found in crew.as_finished(tasks()):
                if isinstance(found, Solution) and found.status == "interrupted":
                    raise Interrupted(found)
                results[index] = found.error if isinstance(found, Failed) else found
                if on_solution is not None:
                    on_solution(index, results[index])
        except KeyboardInterrupt as interrupt:
            crew.end()
            unfinished = _first_unfinished(crew.left())
            if unfinished is None:
                raise
            raise Interrupted(unfinished) from interrupt
    return [results[index] for index in sorted(results)]


def _or_failed(search: Task[Solution]) -> Outcome:
    """What is found, or what goes wrong with this puzzle alone."""
    try:
        return search()
    except _OF_ALL:
        raise
    except Exception as error:
        return Failed(error)


def _first_unfinished(left: dict[int, Outcome]) -> Solution | None:
    """Of the searches that were cancelled, what the first had found."""
    for _, found in sorted(left.items()):
        if isinstance(found, Solution) and found.status == "interrupted":
            return found
    return None
