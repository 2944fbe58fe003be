"""How far states are from where an exploration began."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from deepen.search.puzzles import PreparedPuzzle, PuzzleSearch

__all__ = ["Distances"]


class Distances(Mapping[Any, int]):
    """How many actions the states are away from the start: a mapping, from states to numbers.

    What `deepen.explore` returns with `keep="distances"`. A state is given as it is shown, or as a
    start is. Where the rules have symmetries, images are the same state.

    Attributes:
        by_rank: where states have numbers, an array with the distance of each by number; all bits
            are set (255, 65535, 4294967295) for a number that no state has that can be reached.
            Else None.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> distances = deepen.explore(tiles.parse("2x3: 0 1 2 3 4 5"), keep="distances").distances
    >>> len(distances), max(distances.values())
    (360, 21)
    """

    by_rank: np.ndarray[Any, Any] | None = None

    def __init__(self, search: PuzzleSearch) -> None:
        self._search = search

    def at(self, distance: int) -> list[Any]:
        """The states that are so far away."""
        raise NotImplementedError

    def _words(self, state: Any) -> tuple[int, ...]:
        return self._search.given_words(state)

    def _shown(self, words: Sequence[int]) -> Any:
        return self._search.state_of(words)

    def __repr__(self) -> str:
        return f"<distances of {len(self):,} states>"


class StoredDistances(Distances):
    """Of states in the order in which they were met.

    Args:
        search: how states are shown.
        words: of all states, one after the other.
        layers: how many are at distance 0, 1, 2, ...
    """

    def __init__(self, search: PuzzleSearch, words: bytes, layers: list[int]) -> None:
        super().__init__(search)
        self._all = array("Q", words)
        self._width = len(search.start)
        self._ends = [*accumulate(layers)]

    def at(self, distance: int) -> list[Any]:
        begin = self._ends[distance - 1] if distance > 0 else 0
        return [self._shown(self._words_at(i)) for i in range(begin, self._ends[distance])]

    def __getitem__(self, state: Any) -> int:
        found = self._by_words.get(self._words(state))
        if found is None:
            raise KeyError(state)
        return found

    def __iter__(self) -> Iterator[Any]:
        return (self._shown(self._words_at(i)) for i in range(len(self)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def _words_at(self, i: int) -> tuple[int, ...]:
        return tuple(self._all[i * self._width : (i + 1) * self._width])

    @cached_property
    def _by_words(self) -> dict[tuple[int, ...], int]:
        found: dict[tuple[int, ...], int] = {}
        begin = 0
        for distance, end in enumerate(self._ends):
            found.update((self._words_at(i), distance) for i in range(begin, end))
            begin = end
        return found


class RankedDistances(Distances):
    """Of states that have numbers.

    Args:
        search: how states are numbered and shown.
        by_rank: the distances.
        states: how many have one.
    """

    by_rank: np.ndarray[Any, Any]

    def __init__(self, search: PreparedPuzzle, by_rank: Any, states: int) -> None:
        super().__init__(search)
        self._rules = search.interpreter
        self.by_rank = by_rank
        self._states = states
        self._unknown = (1 << 8 * by_rank.itemsize) - 1

    def at(self, distance: int) -> list[Any]:
        return [self._state(int(rank)) for rank in (self.by_rank == distance).nonzero()[0]]

    def __getitem__(self, state: Any) -> int:
        found = int(self.by_rank[self._rules.rank(self._words(state))])
        if found == self._unknown:
            raise KeyError(state)
        return found

    def __iter__(self) -> Iterator[Any]:
        known = (self.by_rank != self._unknown).nonzero()[0]
        return (self._state(int(rank)) for rank in known)

    def __len__(self) -> int:
        return self._states

    def _state(self, rank: int) -> Any:
        return self._shown(self._rules.unrank(rank))
