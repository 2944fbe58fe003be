"""A search, from a puzzle and options to a raw result and back: what the verbs share."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from deepen import _core
from deepen._arguments import (
    LIMITS,
    Kind,
    a_name,
    a_number,
    a_truth,
    an_integer,
    one_of,
    optional,
    unknown,
)
from deepen._core import RuleFault
from deepen.compiler import functions
from deepen.diagnosis.failures import unfinished_error
from deepen.errors import EngineError, RuleError, UsageError
from deepen.interpreter.puzzles import InterpretedPuzzle, Objects
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.rules import DEAD, Heuristic
from deepen.search.memory import DefaultLimit, default_bytes
from deepen.search.subjects import a_heuristic
from deepen.solution import Row, Solution

ALGORITHMS = (
    "astar",
    "weighted-astar",
    "idastar",
    "breadth-first",
    "uniform-cost",
    "greedy",
    "depth-first",
)
"""What `solve` may be told to use."""

USES_HEURISTIC = ("astar", "weighted-astar", "idastar", "greedy")
_OPTION_OF = {"weight": ("weighted-astar",), "depth_limit": ("depth-first",)}


def options_of(algorithm: str) -> tuple[str, ...]:
    """The options of `solve` that an algorithm has and others have not: `heuristic`, `weight`,
    `depth_limit`.

    >>> options_of("weighted-astar")
    ('heuristic', 'weight')
    """
    of = {"heuristic": USES_HEURISTIC, **_OPTION_OF}
    return tuple(name for name, algorithms in of.items() if algorithm in algorithms)


# The table of IDA* when nobody sets a memory limit: fixed, so that counts are the same everywhere.
_TABLE_BYTES = 256 << 20
_MOST_BYTES = (1 << 64) - 1
_WEIGHT_DIGITS = 10**6
A_WEIGHT = a_number(1, _WEIGHT_DIGITS)

# What the arguments of `solve` and `solve_many` must be.
SEARCH_ARGUMENTS: dict[str, Kind] = {
    **LIMITS,
    "algorithm": optional(a_name),
    "heuristic": optional(a_heuristic),
    "weight": optional(A_WEIGHT),
    "depth_limit": optional(an_integer(0, (1 << 31) - 1)),
    "table": a_truth,
    "reorder": a_truth,
    "cycle_check": one_of("path", "parent"),
    "compiled": a_truth,
}


@dataclass(frozen=True)
class Options:
    """How to search; the arguments of `solve` that do not concern limits."""

    algorithm: str
    weight: Fraction
    depth_limit: int | None
    table: bool
    reorder: bool
    cycle_check: str
    table_bytes: int
    keep_expanded: bool


def make_allowance(
    time_limit: float | None,
    memory_limit: int | None,
    node_limit: int | None,
    on_progress: Callable[[_core.Progress], Any] | None,
    cancel: _core.Cancel | None,
) -> _core.SearchLimits:
    """The limits of a search."""
    if memory_limit is None:
        memory_limit = default_bytes()
    return _core.SearchLimits(time_limit, memory_limit, node_limit, on_progress, cancel)


def checked_options(
    puzzle: Puzzle | ObjectPuzzle,
    algorithm: str | None,
    weight: float | Fraction | None,
    depth_limit: int | None,
    table: bool,
    reorder: bool,
    cycle_check: str,
    memory_limit: int | None,
    keep_expanded: bool = False,
) -> Options:
    """The options of a search, or a sentence on what does not fit."""
    algorithm = puzzle.default_algorithm if algorithm is None else algorithm
    if algorithm not in ALGORITHMS:
        raise unknown("algorithm", algorithm, ALGORITHMS)
    for name, given in (("weight", weight), ("depth_limit", depth_limit)):
        if given is not None and algorithm not in _OPTION_OF[name]:
            raise UsageError(f"{name} is for {_OPTION_OF[name][0]}, not for {algorithm}")
    if algorithm == "weighted-astar" and weight is None:
        raise UsageError("weighted-astar needs a weight, 1 or more")
    if keep_expanded and algorithm == "idastar":
        raise UsageError("idastar does not store states, so it cannot keep the expanded ones")
    exact_weight = _as_fraction(weight if weight is not None else 1)
    table_bytes = _TABLE_BYTES if memory_limit is None else _MOST_BYTES
    return Options(
        algorithm,
        exact_weight,
        depth_limit,
        table,
        reorder,
        cycle_check,
        table_bytes,
        keep_expanded,
    )


def _as_fraction(weight: float | Fraction) -> Fraction:
    """The weight as the simple fraction that was meant, never more than was asked for."""
    meant = Fraction(weight).limit_denominator(_WEIGHT_DIGITS)
    if meant <= Fraction(weight) or float(meant) == weight:
        return meant
    return Fraction(int(weight * _WEIGHT_DIGITS), _WEIGHT_DIGITS)


def prepare(
    puzzle: Puzzle | ObjectPuzzle, heuristic: str | None, options: Options, compiled: bool
) -> Prepared:
    """Compiles what the search needs."""
    if isinstance(puzzle, ObjectPuzzle):
        return PreparedObjects(puzzle, heuristic, options)
    if options.algorithm in USES_HEURISTIC:
        puzzle = puzzle.for_heuristic(heuristic)
    return PreparedPuzzle(puzzle, heuristic, options, compiled)


Found = TypeVar("Found")


def guarded(
    search: Callable[[], Found], explain: Callable[..., Exception], is_pure: bool = True
) -> Found:
    """Runs a search; a failure of the rules becomes what `explain` makes of it.

    `is_pure`: compiled rules answer the same every time, those in the interpreter ought to.
    """
    try:
        return search()
    except _core.RuleFailure as failure:
        fault, words, interrupted = failure.args
        if fault != RuleFault.unfinished:
            raise explain(fault, words) from None
        error = unfinished_error(lambda: explain(fault, words))
        if interrupted:
            raise KeyboardInterrupt("interrupted") from error
        raise error from None
    except _core.ReplayMismatch as mismatch:
        if not is_pure:
            raise RuleError(
                f"the rules do not answer the same every time: walked again, {mismatch}",
                hint="A rule may depend on its arguments alone, not on time, chance or what it has "
                "changed before.",
            ) from None
        raise EngineError(
            f"{mismatch}. This is a defect of deepen: please report it with the puzzle."
        ) from None


class Prepared:
    """A search that is ready to run."""

    options: Options
    heuristic_name: str
    admissible: bool
    rules: _core.PuzzleRules
    start: list[int]
    along: bool = False

    @property
    def unit_costs(self) -> bool:
        """Whether every action costs 1, which breadth-first search relies on."""
        raise NotImplementedError

    def run(self, allowance: _core.SearchLimits, default: DefaultLimit | None = None) -> Solution:
        """Searches, and turns the raw result into a `Solution`.

        Args:
            allowance: what the search may take.
            default: where its memory limit comes from, if nobody has set one.
        """
        is_pure = isinstance(self.rules, _core.CompiledPuzzleRules)
        found = guarded(lambda: self._search(allowance), self.explain, is_pure)
        return self._solution(found, default)

    def explain(self, fault: RuleFault, words: tuple[int, ...]) -> Exception:
        """What a failure of compiled rules on a state means."""
        return RuleError(_FAULTS[fault])

    def actions(self, found: _core.RawResult, states: list[Any]) -> list[Any]:
        """The actions along the solution, as users see them."""
        raise NotImplementedError

    def expanded_states(self, found: _core.RawResult) -> list[Any]:
        """The states that the search expanded, as users see them."""
        words = array("Q", found.expanded_states).tolist()
        width = len(self.start)
        return [self.state_of(words[i : i + width]) for i in range(0, len(words), width)]

    def state_of(self, words: Sequence[int]) -> Any:
        """A state of the engine as users see it."""
        raise NotImplementedError

    def states(self, found: _core.RawResult) -> list[Any]:
        """The states along the solution, as users see them."""
        return [self.state_of(words) for words in (self.start, *found.states)]

    def _search(self, allowance: _core.SearchLimits) -> _core.RawResult:
        options, rules, start = self.options, self.rules, self.start
        match options.algorithm:
            case "breadth-first":
                return _core.breadth_first(
                    rules, start, allowance, exhaust=False, keep_expanded=options.keep_expanded
                )
            case "depth-first":
                return _core.depth_first(
                    rules, start, allowance, options.depth_limit, options.keep_expanded
                )
            case "idastar":
                return _core.idastar(
                    rules,
                    start,
                    allowance,
                    table=options.table,
                    table_bytes=options.table_bytes,
                    reorder=options.reorder,
                    cycle_check=_core.CycleCheck[options.cycle_check],
                )
            case _:
                g_weight, h_weight = _priority(options)
                return _core.best_first(
                    rules,
                    start,
                    allowance,
                    g_weight=g_weight,
                    h_weight=h_weight,
                    improve=options.algorithm != "greedy",
                    along=self.along,
                    keep_expanded=options.keep_expanded,
                )

    def _solution(self, found: _core.RawResult, default: DefaultLimit | None) -> Solution:
        status = found.status.name.replace("_", "-")
        solved = status == "solved"
        states = self.states(found) if solved else []
        bound = self._lower_bound(found, status)
        return Solution(
            status=status,
            cost=found.cost if solved else None,
            actions=self.actions(found, states) if solved else [],
            states=states,
            lower_bound=bound,
            optimal=status == "unsolvable" or (solved and bound == found.cost),
            algorithm=self.options.algorithm,
            heuristic=self.heuristic_name,
            expanded=found.expanded,
            generated=found.generated,
            reopened=found.reopened,
            stored=found.stored,
            initial_h=None if found.initial_estimate == DEAD else found.initial_estimate,
            peak_bytes=found.peak_bytes,
            seconds=found.seconds,
            rows=[Row(r.bound, r.expanded, r.generated, r.seconds) for r in found.rows],
            expanded_states=self.expanded_states(found) if self.options.keep_expanded else None,
            default_limit=str(default) if default and status == "memory-limit" else None,
        )

    def _lower_bound(self, found: _core.RawResult, status: str) -> int | None:
        """What the search has proven, given what is declared of the heuristic."""
        if status == "unsolvable":
            return None
        if status == "solved" and found.cost == 0:
            return 0
        algorithm = self.options.algorithm
        if algorithm == "breadth-first" and self.unit_costs:
            return found.cost if status == "solved" else found.lower_bound
        if not self.admissible or algorithm not in (
            "astar",
            "weighted-astar",
            "idastar",
            "uniform-cost",
        ):
            return 0
        bound = found.lower_bound
        return min(bound, found.cost) if status == "solved" else bound


def _priority(options: Options) -> tuple[int, int]:
    return {
        "astar": (1, 1),
        "uniform-cost": (1, 0),
        "greedy": (0, 1),
        "weighted-astar": (options.weight.denominator, options.weight.numerator),
    }[options.algorithm]


_FAULTS = {
    RuleFault.raised: "a rule raised an exception in compiled code only",
    RuleFault.bad_value: "a rule gave an action, cost or estimate out of range in compiled code "
    "only",
    RuleFault.too_many: "a state has too many successors in compiled code only",
    RuleFault.cost_overflow: "a path costs more than 2147483647",
    RuleFault.unfinished: "a rule did not return in time",
}


class PreparedPuzzle(Prepared):
    """A `Puzzle`, its rules compiled or not."""

    def __init__(
        self, puzzle: Puzzle, heuristic: str | None, options: Options, compiled: bool
    ) -> None:
        self.puzzle = puzzle
        self.options = options
        self.heuristic_name, function = (
            puzzle.heuristic_named(heuristic)
            if options.algorithm in USES_HEURISTIC
            else ("zero", None)
        )
        self.admissible = function is None or function.admissible
        self.width = functions.width_of(puzzle.state_words)
        self.along = function is not None and function.step is not None
        self.compiled = compiled
        self.interpreted = InterpretedPuzzle(puzzle, function, self.width)
        self.rules = self._compiled(function) if compiled else self.interpreted.rules()
        start = (puzzle.start,) if isinstance(puzzle.start, int) else puzzle.start
        self.start = [*start, *(0,) * (self.width - len(start))]

    @property
    def unit_costs(self) -> bool:
        return functions.yields_unit_costs(type(self.puzzle), self.compiled)

    def _compiled(self, heuristic: Heuristic | None) -> _core.PuzzleRules:
        kind = type(self.puzzle)
        along = self.along or self.options.algorithm == "idastar"
        return _core.CompiledPuzzleRules(
            self.width,
            self.puzzle.board_bytes,
            expand=functions.expand_function(kind),
            expand_along=functions.expand_along_function(kind, heuristic) if along else 0,
            is_goal=functions.is_goal_function(kind),
            estimate=functions.estimate_function(kind, heuristic),
        )

    def explain(self, fault: RuleFault, words: tuple[int, ...]) -> Exception:
        # The interpreter knows the line: run the rules there, on the same state.
        try:
            self.interpreted.is_goal(words)
            estimate = self.interpreted.estimate(words) if self.interpreted.heuristic else 0
            for successor in self.interpreted.expand(words, estimate, along=True):
                self.interpreted.is_goal(successor[1])
        except RuleError as error:
            return error
        if fault == RuleFault.cost_overflow:
            code = type(self.puzzle).successors.function.__code__
            reason = f"{_FAULTS[fault]}, by way of the state {self.state_of(words)!r}"
            return RuleError(reason, filename=code.co_filename, line=code.co_firstlineno)
        return super().explain(fault, words)

    def state_of(self, words: Sequence[int]) -> Any:
        return self.interpreted.shown_words(words)

    def actions(self, found: _core.RawResult, states: list[Any]) -> list[Any]:
        describe = self.puzzle.describe_action
        return [
            describe(state, action, child)
            for state, action, child in zip(states, found.actions, states[1:], strict=False)
        ]


class PreparedObjects(Prepared):
    """An `ObjectPuzzle`."""

    def __init__(self, puzzle: ObjectPuzzle, heuristic: str | None, options: Options) -> None:
        if heuristic not in (None, "heuristic", "zero"):
            raise unknown("heuristic", heuristic, ("heuristic", "zero"), " here")
        self.options = options
        self.objects = Objects(puzzle)
        uses = options.algorithm in USES_HEURISTIC and heuristic != "zero"
        uses = uses and type(puzzle).heuristic is not ObjectPuzzle.heuristic
        self.heuristic_name = "heuristic" if uses else "zero"
        self.admissible = not uses or puzzle.admissible or puzzle.consistent
        self.rules = self.objects.rules(uses)
        self.start = [self.objects.start()]

    def explain(self, fault: RuleFault, words: tuple[int, ...]) -> Exception:
        self.objects.is_goal(words)
        self.objects.expand(words, 0, along=True)
        return super().explain(fault, words)

    @property
    def unit_costs(self) -> bool:
        return type(self.objects.puzzle).cost is ObjectPuzzle.cost

    def state_of(self, words: Sequence[int]) -> Any:
        return self.objects.states[words[0]]

    def actions(self, found: _core.RawResult, states: list[Any]) -> list[Any]:
        return [self.objects.actions[number] for number in found.actions]


def heuristics_of(puzzle: Puzzle | ObjectPuzzle) -> list[str]:
    """The names of a puzzle's heuristics, also of the one that is used if nobody chooses."""
    if isinstance(puzzle, ObjectPuzzle):
        is_own = type(puzzle).heuristic is not ObjectPuzzle.heuristic
        return ["heuristic"] if is_own else []
    default, _ = puzzle.for_heuristic(None).heuristic_named(None)
    return [*puzzle.heuristics, *({default} - {"zero", *puzzle.heuristics})]
