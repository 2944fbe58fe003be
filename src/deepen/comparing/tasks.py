"""What a comparison runs: puzzles, algorithms and heuristics, put together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from deepen.comparing.comparison import Key
from deepen.errors import UsageError
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.options import USES_HEURISTIC, SearchOptions, algorithms_of
from deepen.search.puzzles import heuristics_of

AnyPuzzle = Puzzle | ObjectPuzzle


@dataclass(frozen=True)
class Task:
    """One search that is to be run."""

    instance: str
    puzzle: AnyPuzzle
    algorithm: str
    heuristic: str
    fingerprint: str

    @property
    def key(self) -> Key:
        """What tells runs apart."""
        return self.instance, self.algorithm, self.heuristic

    def options(self, weight: float | Fraction) -> SearchOptions:
        """How to search; `weight` is for the algorithm that has one."""
        own_weight = weight if self.algorithm == "weighted-astar" else None
        return SearchOptions(self.algorithm, self.heuristic, own_weight)


def make_tasks(
    puzzles: Mapping[str, AnyPuzzle],
    algorithms: Sequence[str] | None,
    heuristics: Sequence[str] | None,
    weight: float | Fraction,
) -> list[Task]:
    """All that makes sense.

    Raises:
        UsageError: what a run would raise, now.
    """
    tasks = [
        Task(name, puzzle, algorithm, heuristic, _fingerprint(puzzle))
        for name, puzzle in puzzles.items()
        for algorithm, heuristic in combinations(puzzle, algorithms, heuristics)
    ]
    _check_each(tasks, weight)
    return tasks


def named_puzzles(
    puzzles: AnyPuzzle | Iterable[AnyPuzzle] | Mapping[str, AnyPuzzle],
) -> dict[str, AnyPuzzle]:
    """Each with its name, or a number for a name."""
    if isinstance(puzzles, (Puzzle, ObjectPuzzle)):
        puzzles = [puzzles]
    if not isinstance(puzzles, Mapping):
        puzzles = {str(number): puzzle for number, puzzle in enumerate(puzzles, 1)}
    return {" ".join(name.split()): puzzle for name, puzzle in puzzles.items()}


def combinations(
    puzzle: AnyPuzzle, algorithms: Sequence[str] | None, heuristics: Sequence[str] | None
) -> list[tuple[str, str]]:
    """What makes sense for a puzzle: (algorithm, heuristic), blind algorithms once.

    Without any heuristic, best-first algorithms are uniform-cost in disguise: unless somebody asks
    for them, they are left out.
    """
    names = list(heuristics) if heuristics is not None else heuristics_of(puzzle)
    found: list[tuple[str, str]] = []
    for algorithm in algorithms if algorithms is not None else algorithms_of(puzzle):
        if algorithm not in USES_HEURISTIC:
            found.append((algorithm, "zero"))
        elif names:
            found += [(algorithm, name) for name in names]
        elif algorithms is not None or algorithm in ("idastar", "bidirectional"):
            found.append((algorithm, "zero"))
    return list(dict.fromkeys(found))


def _fingerprint(puzzle: AnyPuzzle) -> str:
    if isinstance(puzzle, ObjectPuzzle):
        return ""  # what makes two of them the same, only their author knows
    told = repr((type(puzzle).__name__, puzzle.start)).encode() + puzzle.board_bytes
    return hashlib.sha256(told).hexdigest()[:12]


def _check_each(tasks: Sequence[Task], weight: float | Fraction) -> None:
    """Raises now what a run would raise later."""
    if not tasks:
        raise UsageError("there is nothing to compare: no puzzle, algorithm or heuristic")
    seen = set()
    for task in tasks:
        task.options(weight).algorithm_for(task.puzzle)
        case = (type(task.puzzle), task.heuristic)
        if case in seen or isinstance(task.puzzle, ObjectPuzzle):
            continue
        seen.add(case)
        if task.heuristic not in task.puzzle.heuristics:
            task.puzzle.for_heuristic(task.heuristic).heuristic_named(task.heuristic)
