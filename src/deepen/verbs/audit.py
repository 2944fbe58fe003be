"""`deepen.audit`: a heuristic on trial."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from types import ModuleType
from typing import Any, Literal, TypedDict, Unpack, overload

from deepen._arguments import LIMITS, a_function, a_truth, an_integer, checked, optional
from deepen.auditing.deadline import Deadline
from deepen.auditing.family import family_of
from deepen.auditing.game_promises import game_promise_report, is_game_promise
from deepen.auditing.game_report import GameAuditReport
from deepen.auditing.games import AnyGame, game_report
from deepen.auditing.heuristics import heuristic_report
from deepen.auditing.probe import AnyPuzzle, HeuristicProbe
from deepen.auditing.promise_report import PromiseReport
from deepen.auditing.promises import is_promise, promise_report
from deepen.auditing.report import AuditReport
from deepen.auditing.table_report import TableReport
from deepen.auditing.tables import table_report
from deepen.auditing.task import AuditTask
from deepen.errors import UsageError
from deepen.game import Game, ObjectGame
from deepen.progress import AuditProgress
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.jobs import JOBS, THREADS, job_count
from deepen.search.subjects import a_heuristic, a_puzzle_game_or_family
from deepen.table import Table

FAMILY_SECONDS = 10.0
"""For a family, if nothing else ends it."""


def _refuse_with_table(**options: Any) -> None:
    for name, value in options.items():
        if value is not None:
            raise UsageError(f"{name} is for heuristics and rules, and this is a table")


def _at_most(count: int | None) -> int | None:
    return None if count is None else min(count, sys.maxsize)


class _Options(TypedDict, total=False):
    instances: int | None
    seed: int
    smaller: Callable[[Any], Iterable[Any]] | None
    time_limit: float | None
    memory_limit: int | None
    jobs: int | None
    threads: int
    on_progress: Callable[[AuditProgress], Any] | None
    compiled: bool


@overload
def audit(
    puzzle: Table,
    *,
    sample: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    on_progress: Callable[[AuditProgress], Any] | None = None,
) -> TableReport: ...
@overload
def audit(  # type: ignore[overload-overlap]
    puzzle: AnyPuzzle | Callable[..., AnyPuzzle],
    heuristic: Literal["rules", "canonical", "predecessors", "reversible", "goals", "rank"],
    **options: Unpack[_Options],
) -> PromiseReport: ...
@overload
def audit(
    puzzle: AnyPuzzle | Callable[..., AnyPuzzle],
    heuristic: str | None = None,
    **options: Unpack[_Options],
) -> AuditReport: ...
@overload
def audit(  # type: ignore[overload-overlap]
    puzzle: AnyGame | Callable[..., AnyGame],
    heuristic: Literal["rules", "predecessors", "rank"],
    **options: Unpack[_Options],
) -> PromiseReport: ...
@overload
def audit(
    puzzle: AnyGame | Callable[..., AnyGame],
    heuristic: str | None = None,
    **options: Unpack[_Options],
) -> GameAuditReport: ...
@overload
def audit(puzzle: ModuleType, heuristic: str | None = None, **options: Unpack[_Options]) -> Any: ...
@checked(
    puzzle=a_puzzle_game_or_family,
    heuristic=optional(a_heuristic),
    instances=optional(an_integer(1)),
    seed=an_integer(),
    smaller=optional(a_function),
    sample=optional(an_integer(1)),
    time_limit=LIMITS["time_limit"],
    memory_limit=LIMITS["memory_limit"],
    jobs=JOBS,
    threads=THREADS,
    on_progress=optional(a_function),
    compiled=a_truth,
)
def audit(
    puzzle: AnyPuzzle | Game | ObjectGame | Table | ModuleType | Callable[..., Any],
    heuristic: str | None = None,
    *,
    instances: int | None = None,
    seed: int = 0,
    smaller: Callable[[Any], Iterable[Any]] | None = None,
    sample: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    jobs: int | None = None,
    threads: int = 1,
    on_progress: Callable[[AuditProgress], Any] | None = None,
    compiled: bool = True,
) -> AuditReport | GameAuditReport | PromiseReport | TableReport:
    """Puts a heuristic on trial: refutes it with a counterexample, or says how far it holds.

    On one puzzle, every state that can be reached is compared with its true distance to a goal, and
    every action with the fall of the heuristic along it. A puzzle with a method `every_state()` is
    checked on all the states that it lists. What then holds is proven, on this instance.

    On a family, random instances are checked one after the other, small ones first, until one
    refutes the heuristic or a limit is reached. A counterexample is made as small as possible; and
    if one can be found, there is a puzzle that A* with this heuristic answers wrongly.

    On a table, what it says of each position is compared with what it says of those that the moves
    lead to, by the rules alone: if that is right everywhere, all values and distances are. What the
    rule `canonical` says is believed, which is put on trial by itself.

    Args:
        puzzle: a puzzle; or a family, which is one of `deepen.games` or a function that makes a
            puzzle of a seed, `seed -> puzzle` or `size, seed -> puzzle` with sizes from 1. Or a
            table that `deepen.tabulate` has made or `deepen.Table.open` has opened.
        heuristic: its name; by default the puzzle's default. Or optional rules of the puzzle:
            `canonical`, `predecessors`, `reversible`, `goals`, `rank`, or `rules` for all that it
            has. Of a two-player game: `evaluate`, `bounds` or `canonical`, by default all that
            there are; or `predecessors`, `rank`, or `rules` for both.
        instances: how many of a family, at most.
        seed: of the first instance; the next one has the next.
        smaller: makes of a puzzle some with a little less, to shrink a counterexample. The built-in
            games have their own.
        sample: of a table, how many positions to look at, drawn by lot; without, all of them, and
            whether they are all that can be reached.
        time_limit: in seconds. A family without this and without `instances` has 10.
        memory_limit: in bytes, of one instance.
        jobs: how many instances at a time; by default one a core.
        threads: how many work on one instance of a puzzle together; 0 for one a core.
        on_progress: called now and then with an `AuditProgress`.
        compiled: False runs the rules in the interpreter, for a debugger: the same answer, slower.

    Returns:
        An `AuditReport`; for optional rules a `PromiseReport`, for a two-player game a
        `GameAuditReport`, for a table a `TableReport`. Print it, or call its `raise_if_refuted()`
        in a test.

    Raises:
        UsageError: an unknown heuristic, or options that do not fit.
        RuleError: a rule that cannot be compiled or that misbehaves.
        Interrupted: Ctrl-C; its `partial` is the report up to then.

    >>> from deepen.games import chexers
    >>> report = audit(chexers.parse(chexers.EXAMPLES["race"]), "relaxed")
    >>> report.verdict, report.states
    ('proven', 74519)
    """
    if isinstance(puzzle, Table):
        _refuse_with_table(heuristic=heuristic, instances=instances, smaller=smaller)
        return table_report(puzzle, sample, seed, Deadline(time_limit), on_progress)
    if sample is not None:
        raise UsageError("a sample is of a table, and this is none")
    family = family_of(puzzle, smaller)
    if family is None and instances is not None:
        raise UsageError("instances are for a family, and this is a single puzzle")
    if family is not None and instances is None and time_limit is None:
        time_limit = FAMILY_SECONDS
    deadline = Deadline(time_limit)
    everything: Iterator[Any] = iter([puzzle])
    if family is not None:
        everything = islice(family.instances(seed), _at_most(instances))
    first = next(everything)
    task = AuditTask(
        first=first,
        instances=chain([first], everything),
        family=family,
        seed=seed,
        smaller=smaller if family is None else family.smaller,
        deadline=deadline,
        memory_limit=memory_limit,
        jobs=job_count(jobs),
        on_progress=on_progress,
    )
    if isinstance(first, (Game, ObjectGame)):
        if heuristic is not None and is_game_promise(heuristic):
            return game_promise_report(task, heuristic, compiled)
        return game_report(task, heuristic, compiled)
    if not isinstance(first, (Puzzle, ObjectPuzzle)):
        raise UsageError(f"the family made {first!r}, which is neither a puzzle nor a game")
    if heuristic is not None and is_promise(first, heuristic):
        return promise_report(task, heuristic, compiled)
    return heuristic_report(task, HeuristicProbe(heuristic, compiled, threads))
