"""How to search: what can be chosen, with the defaults."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from deepen._arguments import (
    Kind,
    a_name,
    a_number,
    a_truth,
    an_integer,
    one_of,
    optional,
    unknown,
)
from deepen._quick_init import quick_init
from deepen.errors import UsageError
from deepen.search.jobs import THREADS
from deepen.search.subjects import a_heuristic, has_both_ends

ALGORITHMS = (
    "astar",
    "weighted-astar",
    "idastar",
    "breadth-first",
    "uniform-cost",
    "greedy",
    "depth-first",
    "bidirectional",
)
"""What `solve` may be told to use."""
USES_HEURISTIC = ("astar", "weighted-astar", "idastar", "greedy", "bidirectional")
GAME_ALGORITHMS = ("negamax", "alphabeta", "minimax", "proof-number")
"""What `analyse` may be told to use."""

_UNTOLD = (None,) * 6
_OPTION_OF = {"weight": ("weighted-astar",), "depth_limit": ("depth-first",)}
_WEIGHT_DIGITS = 10**6
A_WEIGHT = a_number(1, _WEIGHT_DIGITS)

# What the options of `solve` and `solve_many` must be.
SEARCH_ARGUMENTS: dict[str, Kind] = {
    "algorithm": optional(a_name),
    "heuristic": optional(a_heuristic),
    "weight": optional(A_WEIGHT),
    "depth_limit": optional(an_integer(0, (1 << 31) - 1)),
    "table": a_truth,
    "reorder": a_truth,
    "cycle_check": one_of("path", "parent"),
    "threads": THREADS,
    "symmetry": a_truth,
    "compiled": a_truth,
}


def options_of(algorithm: str) -> tuple[str, ...]:
    """The options of `solve` that an algorithm has and others have not: `heuristic`, `weight`,
    `depth_limit`.

    >>> options_of("weighted-astar")
    ('heuristic', 'weight')
    """
    of = {"heuristic": USES_HEURISTIC, **_OPTION_OF}
    return tuple(name for name, algorithms in of.items() if algorithm in algorithms)


def algorithms_of(puzzle: Any) -> tuple[str, ...]:
    """Those of `ALGORITHMS` that fit a puzzle, or a class of puzzles.

    >>> from deepen.games import chexers
    >>> "bidirectional" in algorithms_of(chexers.parse(chexers.EXAMPLES["race"]))
    False
    """
    return tuple(name for name in ALGORITHMS if name != "bidirectional" or has_both_ends(puzzle))


@quick_init
@dataclass(frozen=True)
class SearchOptions:
    """How to look for a solution; `deepen.solve` says what each of them means.

    An algorithm or a heuristic that is None is the puzzle's own choice.
    """

    algorithm: str | None = None
    heuristic: str | None = None
    weight: float | Fraction | None = None
    depth_limit: int | None = None
    table: bool = True
    reorder: bool = True
    cycle_check: str = "path"
    keep_expanded: bool = False
    compiled: bool = True
    threads: int = 1
    symmetry: bool = True

    @classmethod
    def checked(cls, **given: Any) -> SearchOptions:
        """From what somebody has typed, each looked at as the argument of `deepen.solve`."""
        return cls(**{name: SEARCH_ARGUMENTS[name](name, value) for name, value in given.items()})

    def algorithm_for(self, puzzle: Any) -> str:
        """The algorithm, or a sentence on what does not fit it."""
        algorithm = puzzle.default_algorithm if self.algorithm is None else self.algorithm
        if algorithm not in ALGORITHMS:
            raise unknown("algorithm", algorithm, algorithms_of(puzzle))
        for option, owners in _OPTION_OF.items():
            if getattr(self, option) is not None and algorithm not in owners:
                raise UsageError(f"{option} is for {owners[0]}, not for {algorithm}")
        if algorithm == "bidirectional" and not has_both_ends(puzzle):
            raise UsageError(
                f"bidirectional needs the goals of {type(puzzle).__name__} and a way back: "
                "`goals`, and `predecessors` or `reversible = True`"
            )
        if self.weight is None and algorithm == "weighted-astar":
            raise UsageError("weighted-astar needs a weight, 1 or more")
        if self.keep_expanded and algorithm == "idastar":
            raise UsageError("idastar does not store states, so it cannot keep the expanded ones")
        return str(algorithm)

    @property
    def exact_weight(self) -> Fraction:
        """The weight as the simple fraction that was meant, never more than was asked for."""
        weight = 1 if self.weight is None else self.weight
        meant = Fraction(weight).limit_denominator(_WEIGHT_DIGITS)
        if meant <= Fraction(weight) or float(meant) == weight:
            return meant
        return Fraction(int(weight * _WEIGHT_DIGITS), _WEIGHT_DIGITS)


@quick_init
@dataclass(frozen=True)
class AnalysisOptions:
    """How to analyse a game; `deepen.analyse` says what each of them means.

    A switch that is None is on with `negamax` and `proof-number`, off with the others. `repeats`:
    there are cycles, so a search to the end has none, and looks further step by step.
    """

    algorithm: str = "negamax"
    depth: int | None = None
    threads: int = 1
    values: str = "all"
    table: bool | None = None
    reorder: bool | None = None
    null_windows: bool | None = None
    bounds: bool | None = None
    symmetry: bool | None = None
    compiled: bool = True
    repeats: bool = False

    def is_on(self, switch: bool | None) -> bool:
        """Whether something is done about which nobody may have said anything."""
        return self.algorithm in ("negamax", "proof-number") if switch is None else switch

    @property
    def asks_for_the_end(self) -> bool:
        """Whether nothing is said of how to search, or how far: then a table will do."""
        told = self.depth, self.table, self.reorder, self.null_windows, self.bounds, self.symmetry
        return told == _UNTOLD and self.algorithm == "negamax"

    def check(self) -> None:
        """Raises a sentence on what does not fit."""
        if self.algorithm not in GAME_ALGORITHMS:
            raise unknown("algorithm", self.algorithm, GAME_ALGORITHMS, " for games")
        if self.threads != 1 and not self.is_on(self.table):
            raise UsageError("threads share a table, so they need one")
        if self.algorithm == "minimax" and (self.table or self.reorder):
            raise UsageError("minimax looks at everything in the rules' order; use alphabeta")
        if self.algorithm == "proof-number":
            self._check_proof_number()

    def _check_proof_number(self) -> None:
        if self.depth is not None:
            raise UsageError("proof-number proves how the game ends, so it has no depth")
        if self.threads != 1:
            raise UsageError("proof-number runs in one thread; negamax has several")
        if self.table is False or self.null_windows is not None:
            raise UsageError("proof-number always has a table, and no windows")
