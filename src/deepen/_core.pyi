"""The search engine: it knows states of a few words and no game."""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


class FieldLayout:
    """One number in a record."""

    @property
    def name(self) -> str: ...

    @property
    def offset(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def code(self) -> str:
        """Its type, as the module struct names it."""

class RecordLayout:
    """A record that crosses the border."""

    @property
    def size(self) -> int: ...

    @property
    def fields(self) -> list[FieldLayout]:
        """Without gaps, in the order of their offsets."""

    def field(self, name: str) -> FieldLayout: ...

    @property
    def format(self) -> str:
        """For the module struct."""

class abi:
    """What compiled rules and the engine have to agree on."""

    STATE_WIDTHS: tuple = (1, 2, 3, 4, 6, 8)

    SUCCESSOR_TAIL: RecordLayout = ...

    MOVE_TAIL: RecordLayout = ...

    EXPAND_REQUEST: RecordLayout = ...

    BOUNDS: RecordLayout = ...

    SIGNATURES: dict = ...

    GOAL_FLAG: int = 2147483648

    AGAIN_FLAG: int = 1

    NO_BUDGET: int = 9223372036854775807

    DEAD: int = 2147483647

    NO_ROOM: int = 1

    OUT_OF_RANGE: int = 2

class RuleFault(enum.Enum):
    """Why the rules could not answer."""

    raised = 1

    bad_value = 2

    too_many = 3

    cost_overflow = 4

    value_overflow = 5

    unfinished = 6

    asymmetric = 7

    paying_cycle = 8

    wrong_way_back = 9

    wrong_number = 10

class Rules:
    """Rules as the engine calls them."""

    @property
    def width(self) -> int: ...

class PuzzleRules(Rules):
    """The rules of one puzzle."""

class CompiledPuzzleRules(PuzzleRules):
    def __init__(self, width: int, board: bytes, expand: int, expand_along: int, is_goal: int, estimate: int, canonical: int = 0, predecessors: int = 0, rank: int = 0, unrank: int = 0) -> None:
        """Native functions by address; 0 where there is none."""

class PythonPuzzleRules(PuzzleRules):
    def __init__(self, width: int, expand: Callable, is_goal: Callable, estimate: Callable | None, canonical: Callable | None = None, predecessors: Callable | None = None, rank: Callable | None = None, unrank: Callable | None = None) -> None:
        """Python callables over tuples of words."""

class GameRules(Rules):
    """The rules of one two-player game."""

class CompiledGameRules(GameRules):
    def __init__(self, width: int, board: bytes, moves: int, evaluate: int, canonical: int, bounds: int) -> None:
        """Native functions by address; 0 where there is none."""

class PythonGameRules(GameRules):
    def __init__(self, width: int, moves: Callable, evaluate: Callable, canonical: Callable | None, bounds: Callable | None) -> None:
        """Python callables over tuples of words."""

GAME_LIMIT: int = 1073741824

class ReplayMismatch(AssertionError):
    pass

class NoThread(RuntimeError):
    pass

class RuleFailure(Exception):
    pass

class UnfinishedRule(BaseException):
    pass

class Status(enum.Enum):
    solved = 0

    unsolvable = 1

    time_limit = 2

    memory_limit = 3

    node_limit = 4

    depth_limit = 5

    interrupted = 6

class Row:
    """One f-layer, threshold or depth of a search."""

    @property
    def bound(self) -> int: ...

    @property
    def expanded(self) -> int: ...

    @property
    def generated(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class Progress:
    """Where a running search is."""

    @property
    def seconds(self) -> float: ...

    @property
    def expanded(self) -> int: ...

    @property
    def generated(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def lower_bound(self) -> int: ...

    @property
    def share(self) -> float: ...

class RawResult:
    """The raw result of a search."""

    @property
    def status(self) -> Status: ...

    @property
    def cost(self) -> int: ...

    @property
    def lower_bound(self) -> int: ...

    @property
    def initial_estimate(self) -> int: ...

    @property
    def expanded(self) -> int: ...

    @property
    def generated(self) -> int: ...

    @property
    def reopened(self) -> int: ...

    @property
    def stored(self) -> int: ...

    @property
    def peak_bytes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def rows(self) -> list[Row]: ...

    @property
    def actions(self) -> list: ...

    @property
    def states(self) -> list: ...

    @property
    def expanded_states(self) -> bytes: ...

class Cancel:
    """Ends searches from another thread."""

    def __init__(self) -> None: ...

    def set(self) -> None: ...

    def is_set(self) -> bool: ...

class SearchLimits:
    """The limits of a search and who listens to it."""

    def __init__(self, time_limit: float | None, memory_limit: int | None, node_limit: int | None, on_progress: Callable | None, cancel: Cancel | None) -> None: ...

def best_first(rules: PuzzleRules, start: Sequence[int], limits: SearchLimits, g_weight: int, h_weight: int, improve: bool, along: bool, keep_expanded: bool) -> RawResult:
    """
    Expands states by ascending g_weight * g + h_weight * h; `along` takes the estimates of
    successors from their expansion.
    """

def hash_distributed(rules: PuzzleRules, start: Sequence[int], limits: SearchLimits, g_weight: int, h_weight: int, along: bool, keep_expanded: bool, threads: int) -> RawResult:
    """
    The same on several threads; a cheaper path to a state is always taken.
    """

def breadth_first(rules: PuzzleRules, start: Sequence[int], limits: SearchLimits, exhaust: bool, keep_expanded: bool, threads: int) -> RawResult:
    """Expands states in order of arrival; with exhaust, all of them."""

def depth_first(rules: PuzzleRules, start: Sequence[int], limits: SearchLimits, depth_limit: int | None, keep_expanded: bool) -> RawResult:
    """Follows the first successor first."""

class CycleCheck(enum.Enum):
    """Which repeated states are skipped."""

    parent = 0

    path = 1

def idastar(rules: PuzzleRules, start: Sequence[int], limits: SearchLimits, table: bool, table_bytes: int, reorder: bool, cycle_check: CycleCheck, threads: int, share_every: int) -> RawResult:
    """Depth-first under rising thresholds on g + h."""

def bidirectional_breadth_first(rules: PuzzleRules, start: Sequence[int], goals: Sequence[Sequence[int]], limits: SearchLimits, keep_expanded: bool) -> RawResult:
    """Layers from both ends by turns, until they meet."""

def bidirectional(rules: PuzzleRules, start: Sequence[int], goals: Sequence[Sequence[int]], limits: SearchLimits, least_cost: int, along: bool, keep_expanded: bool) -> RawResult:
    """
    Expands pairs of states, one of each end, that a cheaper solution could lead through.
    """

def ranked_breadth_first(rules: PuzzleRules, start: Sequence[int], limits: SearchLimits, ranks: int, threads: int, keep_depths: bool) -> tuple:
    """
    Expands every state, in 2 bits a number; with keep_depths also an array of the depths.
    """

def ranks_of(rules: PuzzleRules, start: Sequence[int], limits: SearchLimits, states: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> object:
    """
    The numbers that the rules give to states, one after the other; None if a limit came first.
    """

class Bounds:
    """Between which numbers a value lies."""

    @property
    def lower_bound(self) -> int: ...

    @property
    def upper_bound(self) -> int: ...

class DepthRow:
    """One finished depth of an analysis."""

    @property
    def depth(self) -> int: ...

    @property
    def value(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class RawMove:
    """What is known of one move."""

    @property
    def action(self) -> int: ...

    @property
    def reward(self) -> int: ...

    @property
    def again(self) -> bool: ...

    @property
    def state(self) -> tuple: ...

    @property
    def at_depth(self) -> Bounds: ...

    @property
    def proven(self) -> Bounds: ...

class RawAnalysis:
    """The raw result of an analysis."""

    @property
    def status(self) -> Status: ...

    @property
    def depth(self) -> int: ...

    @property
    def value(self) -> Bounds: ...

    @property
    def proven(self) -> Bounds: ...

    @property
    def moves(self) -> list[RawMove]: ...

    @property
    def line(self) -> list[RawMove]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

    @property
    def peak_bytes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def rows(self) -> list[DepthRow]: ...

class AnalysisOptions:
    """What an analysis is to find out, and how."""

    def __init__(self, *, first_depth: int, last_depth: int, all_values: bool, quick_wins_score_more: bool, threads: int, alone: int, table: bool, reorder: bool, null_windows: bool) -> None: ...

def analyse(rules: GameRules, start: Sequence[int], limits: SearchLimits, options: AnalysisOptions, *, table_bytes: int, prune: bool) -> RawAnalysis:
    """The value of every move of a position."""

MOST_PLIES: int = 1000

class RawCycle:
    """Positions of a game that repeat, if any were found."""

    @property
    def status(self) -> Status: ...

    @property
    def states(self) -> list: ...

    @property
    def complete(self) -> bool: ...

    @property
    def positions(self) -> int: ...

def find_cycle(rules: GameRules, start: Sequence[int], limits: SearchLimits, *, most: int, shortest: bool) -> RawCycle:
    """
    A cycle among at most so many positions: the first one, or a shortest one.
    """

def proof_number(rules: GameRules, start: Sequence[int], limits: SearchLimits, *, table_bytes: int) -> RawAnalysis:
    """Whether a position is won, drawn or lost, by proof-number search."""

class RawAudit:
    """The raw result of an audit."""

    @property
    def status(self) -> Status: ...

    @property
    def states(self) -> int: ...

    @property
    def expanded(self) -> int: ...

    @property
    def edges(self) -> int: ...

    @property
    def goals(self) -> int: ...

    @property
    def steep_edges(self) -> int: ...

    @property
    def joint(self) -> list: ...

    @property
    def nearest(self) -> object: ...

    @property
    def worst(self) -> object: ...

    @property
    def steepest(self) -> object: ...

    @property
    def peak_bytes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

def audit(rules: PuzzleRules, starts: Sequence[Sequence[int]], limits: SearchLimits, threads: int) -> RawAudit:
    """
    Every reachable state, its true distance and what the heuristic says of it.
    """

class RawPromises:
    """Which optional rules keep their promises."""

    @property
    def status(self) -> Status: ...

    @property
    def states(self) -> int: ...

    @property
    def expanded(self) -> int: ...

    @property
    def edges(self) -> int: ...

    @property
    def broken(self) -> dict: ...

    @property
    def peak_bytes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

def test_promises(rules: PuzzleRules, start: Sequence[int], limits: SearchLimits, reversible: bool, goals: Sequence[Sequence[int]] | None, ranks: int | None) -> RawPromises:
    """Every reachable state, and what the optional rules promise of it."""

class TooFar(RuntimeError):
    pass

class RawTable:
    """All positions of a game with their values."""

    @property
    def status(self) -> Status: ...

    @property
    def positions(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def outcomes(self) -> list: ...

    @property
    def states(self) -> object: ...

    @property
    def codes(self) -> object: ...

    @property
    def paying_cycle(self) -> list: ...

    @property
    def peak_bytes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

def tabulate(rules: PuzzleRules, start: Sequence[int], limits: SearchLimits, *, threads: int, pays_at_ends: bool, worth_of_start: int, log: str | None = None, key: str = '', save_every: float = 10.0) -> RawTable:
    """
    The value of every position that a game can reach, and in how many moves.
    """

VALUE_LIMIT: int = 2147483647

SUCCESSOR_LIMIT: int = 65536

RULE_FUNCTIONS: dict = ...
