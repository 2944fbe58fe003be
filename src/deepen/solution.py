"""What searches return."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from typing import Any

from deepen._quick_init import quick_init
from deepen.distances import Distances
from deepen.formatting.mixins import AnswerMixin
from deepen.notebook.mixins import SubjectMixin

__all__ = ["Exploration", "SearchRow", "Solution"]


@quick_init
@dataclass(frozen=True)
class SearchRow:
    """One stage of a search: an f-layer of A*, a threshold of IDA*, a depth of breadth-first.

    `seconds` is the time since the start of the search when the stage ended.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> solution = deepen.solve(tiles.parse("2x3: 1 2 0 3 4 5"), "idastar")
    >>> [row.bound for row in solution.rows]
    [2]
    """

    bound: int
    expanded: int
    generated: int
    seconds: float


@quick_init
@dataclass(frozen=True, repr=False)
class Solution(SubjectMixin):
    """The outcome of `deepen.solve`.

    Attributes:
        status: `solved`, `unsolvable`, or what ended the search first: `time-limit`,
            `memory-limit`, `node-limit`, `depth-limit`, `interrupted`.
        cost: of the solution, or None.
        actions: from the start to the goal.
        states: along the way, the start first and the goal last.
        lower_bound: no solution costs less; proven also when a limit ended the search. None means
            that there is no solution at all.
        optimal: whether it is proven that no solution is cheaper.
        algorithm, heuristic: what was used.
        expanded, generated, reopened, stored: counts of states; the start counts as generated.
        initial_h: the estimate of the start; None where it says that there is no solution.
        peak_bytes: memory of the search itself.
        seconds: of the search itself.
        rows: its stages.
        expanded_states: in order of arrival, if `keep_expanded` was asked for.
        default_limit: how large the memory limit was and where it came from, if it ended the search
            and nobody had set it.
        subject: the puzzle, to draw the solution on; None where it is not known, as in a pickle.

    `print` has some lines for people, `as_dict()` and `as_json()` are for programs.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> solution = deepen.solve(tiles.parse("1 2 0 3 4 5 6 7 8"))
    >>> solution.cost, solution.actions, solution.optimal
    (2, ['left', 'left'], True)
    >>> print(solution)  # doctest: +ELLIPSIS
    Solved in 2 moves, proven shortest.
      left left
    start: ...
     goal: ...
    A* with manhattan: 2 expanded, 6 generated
    """

    status: str
    cost: int | None
    actions: list[Any]
    states: list[Any]
    lower_bound: int | None
    optimal: bool
    algorithm: str
    heuristic: str
    expanded: int
    generated: int
    reopened: int
    stored: int
    initial_h: int | None
    peak_bytes: int
    seconds: float
    rows: list[SearchRow] = field(repr=False)
    expanded_states: list[Any] | None = field(default=None, repr=False)
    default_limit: str | None = field(default=None, repr=False)
    subject: InitVar[Any] = None

    @property
    def solved(self) -> bool:
        """Whether a solution was found."""
        return self.status == "solved"

    def __len__(self) -> int:
        return len(self.actions)

    def as_dict(self) -> dict[str, Any]:
        """All of it in numbers, texts, lists and dicts: the keys of `deepen solve --json`, and the
        states, those with fields as dicts of them."""
        from deepen.formatting.data import plain  # lazy: start-up
        from deepen.formatting.solution import as_dict  # lazy: start-up

        return {**as_dict(self), "states": plain(self.states)}

    def __str__(self) -> str:
        from deepen.formatting.solution import solution_in_lines  # lazy: start-up

        return solution_in_lines(self)

    def _repr_html_(self) -> str:
        from deepen.notebook.html import solution_html  # lazy: start-up

        return solution_html(self)


@dataclass(frozen=True, repr=False)
class Exploration(AnswerMixin):
    """What `deepen.explore` saw.

    Attributes:
        layers: how many states are first reached by 0, 1, 2, ... actions; only layers seen whole.
        states: how many were reached in all.
        generated: how many successors were looked at, the start included.
        complete: whether that is everything that can be reached.
        status: `complete`, or the limit that ended the exploration.
        seconds, peak_bytes: what it took.
        distances: with `keep="distances"`, how far each state is; see `Distances`.
        farthest: with `keep`, the states of the last layer.

    `print` has some lines for people, `as_dict()` and `as_json()` are for programs.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> seen = deepen.explore(tiles.parse("2x3: 0 1 2 3 4 5"))
    >>> seen.states, seen.depth, seen.complete
    (360, 21, True)
    >>> print(seen)
    360 states can be reached, and no more.
    By distance from the start, 0 to 21:
      1 2 3 5 6 7 10 12 12 16 23 25 28 39 44 40 29 21 18 12 6 1
    841 generated
    >>> seen.as_dict()["complete"]
    True
    """

    layers: list[int]
    states: int
    generated: int
    complete: bool
    status: str
    seconds: float
    peak_bytes: int
    # As data it would be the whole space.
    distances: Distances | None = field(
        default=None, repr=False, compare=False, metadata={"told": False}
    )
    farthest: list[Any] | None = field(default=None, repr=False, compare=False)

    @property
    def depth(self) -> int:
        """The number of the last layer."""
        return len(self.layers) - 1

    def __str__(self) -> str:
        from deepen.formatting.exploration import exploration_in_lines  # lazy: start-up

        return exploration_in_lines(self)
