"""The search engine: it knows states of a few words and no game."""

from collections.abc import Callable, Sequence
import enum


class Rules:
    """The rules of one puzzle, as the engine calls them."""

    @property
    def width(self) -> int: ...

class CompiledRules(Rules):
    def __init__(self, width: int, board: bytes, expand: int, expand_along: int, is_goal: int, estimate: int) -> None:
        """Native functions by address; 0 where there is none."""

class PythonRules(Rules):
    def __init__(self, width: int, expand: Callable, is_goal: Callable, estimate: Callable | None) -> None:
        """Python callables over tuples of words."""

class ReplayMismatch(AssertionError):
    pass

class RuleFailure(Exception):
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

class Found:
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
    def costs(self) -> list: ...

    @property
    def states(self) -> list: ...

    @property
    def expanded_states(self) -> bytes: ...

class Cancel:
    """Ends searches from another thread."""

    def __init__(self) -> None: ...

    def set(self) -> None: ...

    def is_set(self) -> bool: ...

class Allowance:
    """The limits of a search and who listens to it."""

    def __init__(self, seconds: float | None, bytes: int | None, expansions: int | None, on_progress: Callable | None, cancel: Cancel | None) -> None: ...

def best_first(rules: Rules, start: Sequence[int], allowance: Allowance, per_cost: int, per_estimate: int, improve: bool, along: bool, keep_expanded: bool) -> Found:
    """
    Expands states by ascending per_cost * g + per_estimate * h; `along` takes the estimates of
    successors from their expansion.
    """

def breadth_first(rules: Rules, start: Sequence[int], allowance: Allowance, exhaust: bool, keep_expanded: bool) -> Found:
    """Expands states in order of arrival; with exhaust, all of them."""

def depth_first(rules: Rules, start: Sequence[int], allowance: Allowance, depth_limit: int | None, keep_expanded: bool) -> Found:
    """Follows the first successor first."""

def idastar(rules: Rules, start: Sequence[int], allowance: Allowance, table: bool, table_bytes: int, reorder: bool, whole_path: bool) -> Found:
    """Depth-first under rising thresholds on g + h."""

GOAL_FLAG: int = 2147483648

VALUE_LIMIT: int = 2147483647

SUCCESSOR_LIMIT: int = 65536
