"""The two base classes of puzzles: `Puzzle` for packed states and compiled rules, `ObjectPuzzle`
for states that are any hashable Python objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from deepen._arguments import unknown
from deepen.errors import RuleError, UsageError
from deepen.packing.packed import Packed, Words, check_ranks
from deepen.packing.unpacked import Unpacked
from deepen.rules import Declared, Heuristic, Rule

if TYPE_CHECKING:
    from deepen.solution import Solution

__all__ = ["ObjectPuzzle", "Puzzle", "Step", "Words"]


@dataclass(frozen=True)
class Step:
    """One thing that can be done at the start of a puzzle.

    Attributes:
        text: the action as people write it.
        action: as the rules number it, or a tuple; in an `ObjectPuzzle` any object.
        state: where it leads.
        cost: what it costs.

    >>> from deepen.games import tiles
    >>> [step.text for step in tiles.parse("1 2 0 3 4 5 6 7 8").legal_moves()]
    ['left', 'down']
    """

    text: str
    action: Any
    state: Any
    cost: int = 1


class Puzzle(Packed):
    """A one-player puzzle: what a state is made of, and rules.

    A subclass declares the fields of its states in a class `State`, and gives the rules as
    functions without `self`: they see the board's constants and a state, nothing else. Marking
    them `deepen.rule` is optional.

    >>> import deepen
    >>> class LightsOut(deepen.Puzzle):
    ...     class State(deepen.State):
    ...         lit = deepen.CellSet("lamps")
    ...
    ...     @deepen.rule
    ...     def successors(board, state):
    ...         for lamp in range(board.lamps):
    ...             child = state.copy()
    ...             child.lit ^= board.near[lamp]
    ...             yield lamp, child
    ...
    ...     @deepen.rule
    ...     def is_goal(board, state):
    ...         return not state.lit
    >>> near = [{0, 1}, {0, 1, 2}, {1, 2}]
    >>> row = LightsOut({"lit": {0, 1, 2}}, {"lamps": 3, "near": near})
    >>> deepen.solve(row).actions
    [1]

    `successors` yields (action, state) or (action, state, cost): action and cost are integers from
    0 to 2147483647, a missing cost is 1. Any number of functions marked `deepen.heuristic` may
    follow. Without a class `State`, a state is one unsigned 64-bit word, or a tuple of
    `state_words` of them.

    These may follow too, each a rule that lets a search do less, none changes what an answer costs:

    - `canonical(board, state)`: a state with the same way to a goal, the same for as many as can
      be told: of two mirror images the smaller one. Searches then see one of them.
    - `predecessors(board, state)` yields (action, state) or (action, state, cost): from where one
      action leads to this state, and at what cost. Where every action can be undone at its own
      cost, `reversible = True` says all of that.
    - `goals(board)` yields every goal, each as `start` is given; it is never compiled.
    - `rank(board, state)`: a number for each state, from 0 to below `ranks`, which may be a
      property; and `unrank(board, number)`, the state of a number. If states have fields,
      `unrank(board, number, state)` is given one with nothing in it, to copy.

    Args:
        start: the start state: a dict with a value for each field, or the words.
        board: the constants that rules read, by name: integers, nested lists of integers, sets of
            cells. Where `board_fields` declares their types, arrays may be shorter than declared.

    Attributes:
        actions: names for actions, or the fields that one consists of; without, actions are
            integers.
        default_algorithm, default_heuristic: what `deepen.solve` uses unless told otherwise.
            Without a default heuristic it is the first one declared admissible.
        more_heuristics: names for which `for_heuristic` gives a puzzle that has them.
        reversible: whether each action has one of the same cost that leads straight back.
        ranks: how many numbers `rank` may give; None for a board that has no numbers.
    """

    kind_name = "Puzzle"
    needed_rules = ("successors", "is_goal")
    optional_rules = ("canonical", "predecessors", "goals", "rank", "unrank")
    default_algorithm: ClassVar[str] = "astar"
    default_heuristic: ClassVar[str | None] = None
    more_heuristics: ClassVar[tuple[str, ...]] = ()

    successors: ClassVar[Declared]
    is_goal: ClassVar[Declared]
    canonical: ClassVar[Declared] = None
    predecessors: ClassVar[Declared] = None
    goals: ClassVar[Declared] = None
    rank: ClassVar[Declared] = None
    unrank: ClassVar[Declared] = None
    reversible: ClassVar[bool] = False
    ranks: Any = None
    heuristics: ClassVar[Mapping[str, Heuristic]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        _check_ways(cls)
        own = {name: value for name, value in cls.__dict__.items() if isinstance(value, Heuristic)}
        cls.heuristics = {**cls.heuristics, **own}

    @classmethod
    def heuristic_named(cls, name: str | None) -> tuple[str, Heuristic | None]:
        """The heuristic of that name, or the default one; ("zero", None) where there is none."""
        if name is None:
            name = cls.default_heuristic or next(
                (key for key, value in cls.heuristics.items() if value.admissible), "zero"
            )
        if name == "zero" and "zero" not in cls.heuristics:
            return "zero", None
        if name not in cls.heuristics:
            if isinstance(getattr(cls, name, None), (Rule, FunctionType)):
                raise UsageError(
                    f"{cls.__name__}.{name} is not marked as a heuristic: write "
                    "`@deepen.heuristic(admissible=True)` above it if it never says too much, "
                    "else `@deepen.heuristic()`"
                )
            known = sorted({*cls.heuristics, *cls.more_heuristics, "zero"})
            raise unknown("heuristic", name, known, " here")
        return name, cls.heuristics[name]

    def legal_moves(self) -> list[Step]:
        """What can be done at the start, in the order of the rules."""
        from deepen.interpreter.puzzles import InterpretedPuzzle  # lazy: a cycle

        return InterpretedPuzzle(self, None, self.packing.words).legal_moves()

    def for_heuristic(self, name: str | None) -> Puzzle:
        """The same puzzle with the constants that a heuristic needs; override where one needs more.

        A table that only one heuristic reads need not burden the board of all others.
        """
        return self

    def with_default_heuristic(self, search: QuickSearch) -> Puzzle:
        """The same puzzle, ready for a search of which nobody has named the heuristic.

        Override where the choice takes a look at the puzzle. `search` makes one out of what the
        search itself may take: `search(puzzle, algorithm, heuristic, node_limit)`.
        """
        return self.for_heuristic(None)


def _check_ways(puzzle: type[Puzzle]) -> None:
    """Refuses rules that need each other, or contradict each other."""
    name = puzzle.__name__
    if puzzle.reversible and puzzle.predecessors is not None:
        raise RuleError(
            f"{name} is reversible, so its predecessors are its successors",
            hint="Leave out one of the two.",
        )
    check_ranks(puzzle)


class QuickSearch(Protocol):
    """Searches by which a puzzle chooses its heuristic, out of the limits of the search to come:
    what they take is no longer there for it. Each may take a quarter of what is left."""

    def __call__(
        self, puzzle: Puzzle, algorithm: str, heuristic: str, node_limit: int, /
    ) -> Solution:
        """What is found within so many states, and within that quarter."""

    def may_expand(self, states: int, /) -> bool:
        """Whether that many are within it."""


class ObjectPuzzle(Unpacked):
    """A puzzle whose states are any hashable Python objects; for rules that do not fit into words.

    The methods are those of the textbooks. They run in the interpreter on the same engine: the same
    verbs and the same answers as `Puzzle`, only slower. `canonical(state)`, `predecessors(state)`,
    which yields (action, state), and `goals()` may be added, with the meaning that they have there.

        class Countdown(deepen.ObjectPuzzle):
            def actions(self, number):
                return [1, 2, 3]

            def result(self, number, action):
                return number - action

            def is_goal(self, number):
                return number == 0

    Args:
        start: the start state, as for `Puzzle`: `Countdown(10)`. Left out where the class itself
            says `start = ...`.

    Attributes:
        start: the start state.
        admissible, consistent: what you promise of `heuristic`.
        reversible: as for `Puzzle`.

    >>> import deepen
    >>> class Doubling(deepen.ObjectPuzzle):
    ...     def actions(self, n): return ["double", "add one"]
    ...     def result(self, n, action): return 2 * n if action == "double" else n + 1
    ...     def is_goal(self, n): return n == 10
    >>> deepen.solve(Doubling(1)).actions
    ['double', 'double', 'add one', 'double']
    """

    admissible: ClassVar[bool] = False
    consistent: ClassVar[bool] = False
    reversible: ClassVar[bool] = False
    default_algorithm: ClassVar[str] = "astar"

    def cost(self, state: Any, action: Any, result: Any) -> int:
        """The cost of an action, a non-negative integer."""
        return 1

    def is_goal(self, state: Any) -> bool:
        """Whether the puzzle is solved."""
        raise NotImplementedError(f"{type(self).__name__} needs a method is_goal(state)")

    def heuristic(self, state: Any) -> int:
        """An estimate of the distance to the goal."""
        return 0

    def legal_moves(self) -> list[Step]:
        """What can be done at the start, in the order of `actions`."""
        from deepen.interpreter.puzzles import Objects  # lazy: a cycle

        return Objects(self).legal_moves()
