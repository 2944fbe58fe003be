"""`deepen.compare`: algorithms and heuristics against each other, on one puzzle or many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deepen._arguments import LIMITS, a_function, a_path, checked, optional, some_names
from deepen.comparing.file import run_file
from deepen.comparing.runner import Runner
from deepen.comparing.tasks import make_tasks, named_puzzles
from deepen.errors import Interrupted
from deepen.search.jobs import JOBS, job_count
from deepen.search.limits import Limits
from deepen.search.memory import default_limit
from deepen.search.options import A_WEIGHT
from deepen.search.subjects import a_puzzle, one_or_many

if TYPE_CHECKING:
    from deepen.comparing.comparison import Comparison
    from deepen.comparing.tasks import AnyPuzzle
    from deepen.progress import ComparisonProgress

TIME_LIMIT = 10.0
"""Seconds for each search, unless told otherwise: some combinations would never end."""
WEIGHT = Fraction(3, 2)


@checked(
    puzzles=one_or_many(a_puzzle),
    algorithms=optional(some_names),
    heuristics=optional(some_names),
    weight=A_WEIGHT,
    jobs=JOBS,
    out=optional(a_path),
    on_progress=optional(a_function),
    **LIMITS,
)
def compare(
    puzzles: AnyPuzzle | Iterable[AnyPuzzle] | Mapping[str, AnyPuzzle],
    *,
    algorithms: Sequence[str] | None = None,
    heuristics: Sequence[str] | None = None,
    weight: float | Fraction = WEIGHT,
    time_limit: float | None = TIME_LIMIT,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    jobs: int | None = None,
    out: str | None = None,
    on_progress: Callable[[ComparisonProgress], Any] | None = None,
) -> Comparison:
    """Solves each puzzle by each algorithm with each heuristic, side by side on all cores.

    Algorithms that use no heuristic run once. All limits hold for each search.

    Args:
        puzzles: one, several, or several by name; without names they are `1`, `2` and so on.
        algorithms: some of `deepen.ALGORITHMS`; by default all that make sense.
        heuristics: names, `zero` among them; by default all of each puzzle.
        weight: of `weighted-astar`.
        time_limit: in seconds; None for no limit.
        memory_limit: in bytes. Without one, the searches share what a single one would be allowed.
        node_limit: most states that may be expanded.
        jobs: how many searches at a time; by default one a core. With fewer jobs than cores, CPU
            times are steadier.
        out: a file for the results, `.csv` or `.jsonl`. Each run is there as soon as it is over,
            and what is there is not run again; delete a line to have it run anew.
        on_progress: called with a `ComparisonProgress` after each run.

    Raises:
        UsageError: an unknown algorithm or heuristic, or a file that is no comparison's.
        RuleError: a rule that cannot be compiled or that misbehaves.
        Interrupted: Ctrl-C; its `partial` is the comparison up to then.

    >>> from deepen.games import tiles
    >>> comparison = compare(tiles.parse("1 2 0 3 4 5 6 7 8"), algorithms=["astar", "idastar"])
    >>> [(run.algorithm, run.heuristic, run.cost) for run in comparison.runs]
    [('astar', 'manhattan', 2), ('idastar', 'manhattan', 2)]
    """
    named = named_puzzles(puzzles)
    tasks = make_tasks(named, algorithms, heuristics, weight)
    workers = job_count(jobs)
    memory = default_limit(workers) if memory_limit is None else memory_limit
    limits = Limits(time_limit, memory, node_limit)
    with run_file(out) if out is not None else nullcontext() as file:
        runner = Runner(tasks, limits, weight, file, on_progress)
        try:
            runner.work(workers)
        except KeyboardInterrupt:
            raise Interrupted(runner.comparison(named)) from None
        if file is not None:
            file.finish([task.key for task in tasks])
        return runner.comparison(named)
