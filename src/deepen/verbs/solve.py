"""`deepen.solve`: one puzzle, one answer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from deepen._arguments import LIMITS, a_function, a_truth, checked, optional
from deepen.errors import Interrupted
from deepen.progress import Progress, of_search
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.budget import Budget
from deepen.search.limits import Limits
from deepen.search.options import SEARCH_ARGUMENTS, SearchOptions
from deepen.search.prepared import prepare
from deepen.search.subjects import a_puzzle
from deepen.solution import Solution


@checked(
    puzzle=a_puzzle,
    on_progress=optional(a_function),
    keep_expanded=a_truth,
    **SEARCH_ARGUMENTS,
    **LIMITS,
)
def solve(
    puzzle: Puzzle | ObjectPuzzle,
    algorithm: str | None = None,
    heuristic: str | None = None,
    *,
    weight: float | Fraction | None = None,
    depth_limit: int | None = None,
    table: bool = True,
    reorder: bool = True,
    cycle_check: str = "path",
    symmetry: bool = True,
    threads: int = 1,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], Any] | None = None,
    compiled: bool = True,
    keep_expanded: bool = False,
) -> Solution:
    """Finds a solution, or proves that there is none.

    Args:
        puzzle: what to solve.
        algorithm: one of `astar`, `weighted-astar`, `idastar`, `breadth-first`, `uniform-cost`,
            `greedy`, `depth-first`, `bidirectional` (for puzzles that tell their goals and the way
            back); by default the puzzle's own choice, mostly `astar`.
        heuristic: the name of one of the puzzle's heuristics, or `zero`.
        weight: of the heuristic in `weighted-astar`; the answer costs at most so many times the
            optimum.
        depth_limit: most actions that `depth-first` may take.
        table: `idastar` remembers refuted states.
        reorder: `idastar` visits promising successors first.
        cycle_check: `path` skips states already on the path in `idastar`; `parent` skips only a
            step straight back.
        symmetry: use the rule `canonical`, where there is one.
        threads: how many work on the search together; 0 for one a core. More find an answer of the
            same cost sooner. `greedy`, `depth-first`, `bidirectional` and rules in the interpreter
            use one.
        time_limit: in seconds.
        memory_limit: in bytes, of the search itself. Without one, a search may take nine tenths
            of what is available, on the machine and within its control groups (containers).
        node_limit: most states that may be expanded.
        on_progress: called about ten times a second with a `Progress`.
        compiled: False runs the rules in the interpreter, for a debugger: the same answer, slower.
        keep_expanded: return the states that were expanded too, to look at; canonical ones, where
            symmetry is used. Not for `idastar`.

    Returns:
        A `Solution`. Its `optimal` is True only where the algorithm and the declared properties of
        the heuristic guarantee it: not for `greedy` and `depth-first`, nor with a heuristic that is
        not declared admissible.

    Raises:
        UsageError: an unknown algorithm or heuristic, or options that do not fit.
        RuleError: a rule that cannot be compiled or that misbehaves.
        Interrupted: Ctrl-C; its `partial` holds what was proven up to then.

    >>> from deepen.games import tiles
    >>> solution = solve(tiles.parse("1 2 0 3 4 5 6 7 8"))
    >>> solution.cost, solution.optimal
    (2, True)
    """
    options = SearchOptions(
        algorithm,
        heuristic,
        weight,
        depth_limit,
        table,
        reorder,
        cycle_check,
        keep_expanded,
        compiled,
        threads,
        symmetry,
    )
    limits = Limits(time_limit, memory_limit, node_limit, of_search(on_progress))
    budget = Budget(limits)
    solution = prepare(puzzle, options, budget).solve(budget.limits)
    if solution.status == "interrupted":
        raise Interrupted(solution)
    return solution
