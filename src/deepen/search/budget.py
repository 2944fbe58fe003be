"""The limits of a search, and the quick searches before it that are paid out of them."""

from __future__ import annotations

from dataclasses import replace

from deepen.errors import Interrupted
from deepen.puzzle import Puzzle
from deepen.search.limits import Limits
from deepen.search.options import SearchOptions
from deepen.search.puzzles import PreparedPuzzle
from deepen.solution import Solution

# What is left of the limits, divided by this, is for one search that chooses the heuristic: most of
# them must remain for the search itself.
_QUICK = 4


class Budget:
    """What is left of the limits of one search; see `deepen.puzzle.QuickSearch`.

    Attributes:
        limits: what is left.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def may_expand(self, states: int, /) -> bool:
        nodes = self.limits.nodes
        return nodes is None or nodes // _QUICK >= states

    def __call__(
        self, puzzle: Puzzle, algorithm: str, heuristic: str, node_limit: int, /
    ) -> Solution:
        """Searches, and takes what that costs; raises `Interrupted` as the search itself would."""
        found = PreparedPuzzle(puzzle, SearchOptions(algorithm, heuristic)).solve(
            self._part(node_limit)
        )
        self._pay(found)
        if found.status == "interrupted":
            raise Interrupted(found)
        return found

    def _part(self, most_nodes: int) -> Limits:
        time, nodes = self.limits.time, self.limits.nodes
        return replace(
            self.limits,
            time=None if time is None else time / _QUICK,
            nodes=most_nodes if nodes is None else min(most_nodes, nodes // _QUICK),
            on_progress=None,
        )

    def _pay(self, found: Solution) -> None:
        time, nodes = self.limits.time, self.limits.nodes
        self.limits = replace(
            self.limits,
            time=None if time is None else max(0.0, time - found.seconds),
            nodes=None if nodes is None else nodes - found.expanded,
        )
