"""A search for solutions that is ready to run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from deepen import _core
from deepen._arguments import unknown
from deepen.compiler import abi, functions
from deepen.diagnosis.failures import FAULTS
from deepen.distances import RankedDistances, StoredDistances
from deepen.errors import RuleError
from deepen.interpreter.puzzles import InterpretedPuzzle, Objects
from deepen.packing.packed import ranks_of
from deepen.puzzle import ObjectPuzzle, Puzzle, QuickSearch
from deepen.rules import DEAD, Rule
from deepen.search.base import PreparedSearch, once, status_name
from deepen.search.faults import PathMismatch
from deepen.search.limits import Limits
from deepen.search.memory import DefaultLimit
from deepen.search.options import USES_HEURISTIC, SearchOptions
from deepen.solution import Exploration, SearchRow, Solution

# The table of IDA* when nobody sets a memory limit: fixed, so that counts are the same everywhere.
_TABLE_BYTES = 256 << 20
# After so many expansions a thread of IDA* leaves a part of its work to others.
_SHARE_EVERY = 4096
_MOST_BYTES = (1 << 64) - 1
# Of the memory, for an array of all states; the rest is for the search.
_MOST_OF_IT = 0.8
# How many times cost and estimate count in the order of expansion.
_PRIORITIES = {"astar": (1, 1), "uniform-cost": (1, 0), "greedy": (0, 1)}
# Their bounds hold for all solutions if their heuristic never says too much.
_PROVES_BOUNDS = ("astar", "weighted-astar", "idastar", "uniform-cost", "bidirectional")
# What else the rules must tell.
_MORE_RULES = {"bidirectional": ("predecessors",)}
_AUDIT_TELLS = "`deepen.check` and `deepen.audit` show how."
Found = TypeVar("Found")


class PuzzleSearch(PreparedSearch):
    """What the searches of a `Puzzle` and of an `ObjectPuzzle` share.

    Attributes:
        algorithm, heuristic_name: what is used.
        admissible, consistent: what is promised of the heuristic.
        along: whether the estimates of successors come with their expansion.
        more_rules: which of `predecessors`, `rank` and `unrank` the search calls.
    """

    interpreter: InterpretedPuzzle | Objects
    heuristic_name: str
    admissible: bool
    consistent: bool
    along: bool = False
    options: SearchOptions
    more_rules: tuple[str, ...] = ()

    def __init__(self, puzzle: Puzzle | ObjectPuzzle, options: SearchOptions) -> None:
        self.subject = puzzle
        self.options = options
        self.algorithm = options.algorithm_for(puzzle)
        self.more_rules = _MORE_RULES.get(self.algorithm, ())

    @once
    def rules(self) -> _core.PuzzleRules:
        """For the engine."""
        return self.interpreter.rules(self.options.symmetry)

    @property
    def space(self) -> _core.PuzzleRules:
        return self.rules

    def compile(self) -> None:
        self.rules  # noqa: B018

    def retrace(self, words: tuple[int, ...]) -> None:
        self.interpreter.retrace(words)

    @property
    def unit_costs(self) -> bool:
        """Whether every action costs 1, which breadth-first search relies on."""
        raise NotImplementedError

    @property
    def proves_bounds(self) -> bool:
        """Whether no solution can cost less than the bounds that the search reports."""
        if self.algorithm == "breadth-first":
            return self.unit_costs
        return self.admissible and self.algorithm in _PROVES_BOUNDS

    # What can be asked

    def solve(self, limits: Limits) -> Solution:
        """Searches, and turns the raw result into a `Solution`."""
        default = limits.default_memory()
        allowance = limits.allowance(default)
        table_bytes = _TABLE_BYTES if limits.chosen_memory is None else _MOST_BYTES
        found = self.guarded(lambda: self._search(allowance, table_bytes))
        return self._solution(found, default)

    def explore(self, limits: Limits, keep: str | None = None, ranked: bool = True) -> Exploration:
        """Sees every state that can be reached; `keep` says what of them to keep."""
        found = self.reached(limits, keep_expanded=keep is not None)
        layers = [row.expanded for row in found.rows]
        distances = StoredDistances(self, found.expanded_states, layers) if keep else None
        return kept(self.exploration(found, distances), keep)

    def audit(self, limits: Limits, more_starts: Sequence[Any] = ()) -> _core.RawAudit:
        """Compares estimate and distance of all states that can be reached from the starts."""
        starts = [self.start, *map(self.words_of, more_starts)]
        rules, allowance = self.rules, limits.allowance()
        return self.guarded(lambda: _core.audit(rules, starts, allowance, self.threads))

    def test_promises(
        self, limits: Limits, reversible: bool, goals: list[Sequence[int]] | None, ranks: int | None
    ) -> _core.RawPromises:
        """Holds the optional rules against all states that can be reached."""
        rules, allowance = self.rules, limits.allowance()
        return self.guarded(
            lambda: _core.test_promises(rules, self.start, allowance, reversible, goals, ranks)
        )

    # States that users give

    def given_words(self, state: Any) -> tuple[int, ...]:
        """A state that a user gives, as it is shown or as a start is, as the engine has it."""
        found = tuple(self.words_of(self.subject.at(state).start))
        return self.interpreter.canonical(found) if self.uses_symmetry else found

    @property
    def uses_symmetry(self) -> bool:
        """Whether images of a state are one."""
        has_rule = getattr(self.subject, "canonical", None) is not None
        return self.options.symmetry and has_rule

    def estimate(self) -> int | None:
        """What the heuristic says of the start; None if that there is no way."""
        if self.heuristic_name == "zero":
            return 0
        found = self.interpreter.estimate(tuple(self.start))
        return None if found == DEAD else found

    def action_between(self, start: Sequence[int], end: Sequence[int], cost: int) -> Any:
        """The first action of that cost from one state to the other, as users see it."""
        wanted = tuple(end), cost
        successors = self.interpreter.expand(tuple(start), 0, along=False)
        number = next(action for action, *child, _ in successors if tuple(child) == wanted)
        return self.interpreter.shown_action(self.state_of(start), number, self.state_of(end))

    def _search(self, allowance: _core.SearchLimits, table_bytes: int) -> _core.RawResult:
        options, rules, start = self.options, self.rules, self.start
        match self.algorithm:
            case "breadth-first":
                return _core.breadth_first(
                    rules,
                    start,
                    allowance,
                    exhaust=False,
                    keep_expanded=options.keep_expanded,
                    threads=self.threads,
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
                    table_bytes=table_bytes,
                    reorder=options.reorder,
                    cycle_check=_core.CycleCheck[options.cycle_check],
                    threads=self.threads,
                    share_every=_SHARE_EVERY,
                )
            case "bidirectional":
                return self._search_from_both_ends(allowance)
            case _:
                return self._search_best_first(allowance)

    def _search_best_first(self, allowance: _core.SearchLimits) -> _core.RawResult:
        rules, start, keep_expanded = self.rules, self.start, self.options.keep_expanded
        g_weight, h_weight = self._priority()
        # Greedy search keeps the first path to each state: with threads, whichever it is.
        improve = self.algorithm != "greedy"
        if improve and self.threads > 1:
            return _core.hash_distributed(
                rules, start, allowance, g_weight, h_weight, self.along, keep_expanded, self.threads
            )
        return _core.best_first(
            rules, start, allowance, g_weight, h_weight, improve, self.along, keep_expanded
        )

    def _search_from_both_ends(self, allowance: _core.SearchLimits) -> _core.RawResult:
        rules, start, goals = self.rules, self.start, self.interpreter.goals()
        keep_expanded = self.options.keep_expanded
        if self.unit_costs and self.heuristic_name == "zero":
            return _core.bidirectional_breadth_first(rules, start, goals, allowance, keep_expanded)
        least_cost = 1 if self.unit_costs else 0
        return _core.bidirectional(
            rules, start, goals, allowance, least_cost, self.along, keep_expanded
        )

    def _priority(self) -> tuple[int, int]:
        if self.algorithm == "weighted-astar":
            weight = self.options.exact_weight
            return weight.denominator, weight.numerator
        return _PRIORITIES[self.algorithm]

    def _solution(self, found: _core.RawResult, default: DefaultLimit | None) -> Solution:
        status = status_name(found.status)
        solved = status == "solved"
        states = [self.state_of(words) for words in (self.start, *found.states)] if solved else []
        bound = self._lower_bound(found, status)
        keep_expanded = self.options.keep_expanded
        return Solution(
            status=status,
            cost=found.cost if solved else None,
            actions=self._actions(states, found.actions) if solved else [],
            states=states,
            lower_bound=bound,
            optimal=status == "unsolvable" or (solved and bound == found.cost),
            algorithm=self.algorithm,
            heuristic=self.heuristic_name,
            expanded=found.expanded,
            generated=found.generated,
            reopened=found.reopened,
            stored=found.stored,
            initial_h=None if found.initial_estimate == DEAD else found.initial_estimate,
            peak_bytes=found.peak_bytes,
            seconds=found.seconds,
            rows=[SearchRow(r.bound, r.expanded, r.generated, r.seconds) for r in found.rows],
            expanded_states=self.states_in(found.expanded_states) if keep_expanded else None,
            default_limit=str(default) if default and status == "memory-limit" else None,
            subject=self.subject,
        )

    def _actions(self, states: list[Any], numbers: list[int]) -> list[Any]:
        shown = self.interpreter.shown_action
        steps = zip(states, numbers, states[1:], strict=False)
        return [shown(state, number, child) for state, number, child in steps]

    def _lower_bound(self, found: _core.RawResult, status: str) -> int | None:
        """What the search has proven, given what is declared of the heuristic."""
        if status == "unsolvable":
            return None
        if not self.proves_bounds or (status == "solved" and found.cost == 0):
            return 0
        if status != "solved":
            return found.lower_bound
        is_nearest = self.algorithm == "breadth-first"
        return found.cost if is_nearest else min(found.lower_bound, found.cost)


class PreparedPuzzle(PuzzleSearch):
    """A search of a `Puzzle`, its rules compiled or not."""

    interpreter: InterpretedPuzzle

    def __init__(
        self, puzzle: Puzzle, options: SearchOptions, search: QuickSearch | None = None
    ) -> None:
        super().__init__(puzzle, options)
        self.heuristic_name, self.heuristic = "zero", None
        if self.algorithm in USES_HEURISTIC:
            if options.heuristic is None and search is not None:
                puzzle = puzzle.with_default_heuristic(search)
            else:
                puzzle = puzzle.for_heuristic(options.heuristic)
            self.heuristic_name, self.heuristic = puzzle.heuristic_named(options.heuristic)
        self.puzzle = puzzle
        self.admissible = self.heuristic is None or self.heuristic.admissible
        self.consistent = self.heuristic is None or self.heuristic.consistent
        self.along = self.heuristic is not None and self.heuristic.step is not None
        self.is_compiled = options.compiled
        width = abi.width_of(puzzle.state_words)
        self.interpreter = InterpretedPuzzle(puzzle, self.heuristic, width)
        self.start = self.interpreter.start_words()

    @once
    def rules(self) -> _core.PuzzleRules:
        if not self.is_compiled:
            return self.interpreter.rules(self.options.symmetry)
        packing, along = self.puzzle.packing, self.along or self.algorithm == "idastar"
        found = functions.puzzle_functions(packing, self.heuristic, along, self._optional_rules())
        if "predecessors" in self.more_rules and packing.owner.reversible:
            found = {**found, "predecessors": found["expand"]}
        return _core.CompiledPuzzleRules(self.interpreter.width, self.puzzle.board_bytes, **found)

    def _optional_rules(self) -> dict[str, Rule]:
        """Those that the search asks for, as far as the puzzle has them."""
        kind = type(self.puzzle)
        wanted = ("canonical", *self.more_rules) if self.options.symmetry else self.more_rules
        named = ((name, getattr(kind, name)) for name in wanted)
        return {name: rule for name, rule in named if rule is not None}

    def explore(self, limits: Limits, keep: str | None = None, ranked: bool = True) -> Exploration:
        kind = type(self.puzzle)
        ranks = ranks_of(self.puzzle) if ranked and kind.rank is not None else None
        if ranks is not None and self._has_room(ranks, limits, keep):
            return self._explore_by_rank(ranks, limits, keep)
        return super().explore(limits, keep)

    def _has_room(self, ranks: int, limits: Limits, keep: str | None) -> bool:
        """Whether an array with a place for every number fits."""
        default = limits.default_memory()
        memory = limits.chosen_memory if default is None else default.bytes
        return memory is None or ranks // (1 if keep else 4) < memory * _MOST_OF_IT

    def _explore_by_rank(self, ranks: int, limits: Limits, keep: str | None) -> Exploration:
        self.more_rules = ("rank", "unrank")
        rules, allowance = self.rules, limits.allowance()
        found, by_rank = self.guarded(
            lambda: _core.ranked_breadth_first(
                rules, self.start, allowance, ranks, self.threads, keep_depths=keep is not None
            )
        )
        distances = None if by_rank is None else RankedDistances(self, by_rank, found.stored)
        return kept(self.exploration(found, distances), keep)

    def guarded(self, search: Callable[[], Found]) -> Found:
        try:
            return super().guarded(search)
        except PathMismatch as error:
            kind, used = type(self.puzzle), self.options.symmetry
            believed = ["canonical"] if used and kind.canonical is not None else []
            believed += ["goals"] if self.algorithm == "bidirectional" else []
            if not believed:
                raise
            names = " or ".join(f"`{rule}`" for rule in believed)
            reason = str(error).partition(". ")[0]
            raise RuleError(f"{reason}; {names} may be wrong", hint=_AUDIT_TELLS) from None

    @property
    def unit_costs(self) -> bool:
        return functions.yields_unit_costs(self.puzzle.packing, self.is_compiled)

    def unexplained(self, fault: _core.RuleFault, words: tuple[int, ...]) -> RuleError:
        kind, faults, hint = type(self.puzzle), _core.RuleFault, ""
        match fault:
            case faults.cost_overflow:
                rule, reason = kind.successors, f"{FAULTS[fault]}, by way of the state"
            case faults.asymmetric:
                rule, reason = kind.canonical, f"{FAULTS[fault]} than the state"
                hint = _AUDIT_TELLS
            case faults.wrong_number:
                rule, reason = kind.unrank, f"{FAULTS[fault]} to the state"
                hint = _AUDIT_TELLS
            case _:
                return super().unexplained(fault, words)
        code = rule.function.__code__
        reason = f"{reason} {self.state_of(words)!r}"
        return RuleError(reason, filename=code.co_filename, line=code.co_firstlineno, hint=hint)


def kept(exploration: Exploration, keep: str | None) -> Exploration:
    """With what is to be kept of it, and no more."""
    distances = exploration.distances
    if distances is None or not exploration.layers:
        return replace(exploration, distances=None)
    farthest = distances.at(exploration.depth)
    return replace(
        exploration,
        farthest=farthest,
        distances=distances if keep == "distances" else None,
    )


class PreparedObjectPuzzle(PuzzleSearch):
    """A search of an `ObjectPuzzle`."""

    interpreter: Objects
    is_compiled = False

    def __init__(self, puzzle: ObjectPuzzle, options: SearchOptions) -> None:
        super().__init__(puzzle, options)
        if options.heuristic not in (None, "heuristic", "zero"):
            raise unknown("heuristic", options.heuristic, ("heuristic", "zero"), " here")
        is_asked = self.algorithm in USES_HEURISTIC and options.heuristic != "zero"
        estimates = is_asked and has_heuristic(puzzle)
        self.heuristic_name = "heuristic" if estimates else "zero"
        self.admissible = not estimates or puzzle.admissible or puzzle.consistent
        self.consistent = not estimates or puzzle.consistent
        self.interpreter = Objects(puzzle, estimates)
        self.start = self.interpreter.start_words()

    @property
    def unit_costs(self) -> bool:
        return type(self.interpreter.puzzle).cost is ObjectPuzzle.cost


def has_heuristic(puzzle: ObjectPuzzle) -> bool:
    """Whether its class says how to estimate."""
    return type(puzzle).heuristic is not ObjectPuzzle.heuristic


def heuristics_of(puzzle: Puzzle | ObjectPuzzle) -> list[str]:
    """The names of a puzzle's heuristics, also of the one that is used if nobody chooses."""
    if isinstance(puzzle, ObjectPuzzle):
        return ["heuristic"] if has_heuristic(puzzle) else []
    default, _ = puzzle.for_heuristic(None).heuristic_named(None)
    return [*puzzle.heuristics, *({default} - {"zero", *puzzle.heuristics})]
