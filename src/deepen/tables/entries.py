"""Positions and what they are worth, at numbered places: in memory or in a file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

Words = tuple[int, ...]
"""A position as the engine has it."""


class Entries(Protocol):
    """What a table has at its places; a place may be empty where positions have ranks."""

    @property
    def places(self) -> int:
        """How many there are."""
        ...

    def place_of(self, words: Words) -> int | None:
        """Where a position is; None if it is not there."""
        ...

    def words_at(self, place: int) -> Words:
        """The position at a place that is not empty."""
        ...

    def code_at(self, place: int) -> int | None:
        """The number of its outcome; None of an empty place."""
        ...

    def counts(self) -> dict[int, int]:
        """How many positions have which number."""
        ...

    def places_of_codes(self, codes: Sequence[int], most: int) -> list[int]:
        """Where positions are that have one of these numbers; the first so many."""
        ...

    def verify(self) -> Iterator[None]:
        """Compares everything with its checksums, if it has any; a turn for each part.

        Raises:
            InputError: it is damaged.
        """
        ...


class SortedEntries:
    """Positions in memory, sorted by their words.

    Args:
        width: how many words a position has.
        states: the words of all.
        codes: the numbers of their outcomes, in the same order; None where a limit came first.
    """

    def __init__(self, width: int, states: Any, codes: Any) -> None:
        self.width = width
        self.states = memoryview(b"" if states is None else states)
        self.codes = memoryview(b"" if codes is None else codes)

    @property
    def places(self) -> int:
        return len(self.codes)

    def place_of(self, words: Words) -> int | None:
        place = bisect_left(range(self.places), words, key=self.words_at)
        return place if place < self.places and self.words_at(place) == words else None

    def words_at(self, place: int) -> Words:
        return tuple(self.states[place * self.width : (place + 1) * self.width])

    def code_at(self, place: int) -> int | None:
        return int(self.codes[place])

    def rows(self) -> Any:
        """All positions as an array of numpy's, a row each."""
        import numpy as np  # lazy: start-up

        return np.asarray(self.states).reshape(-1, self.width)

    def counts(self) -> dict[int, int]:
        return count(self.codes)

    def places_of_codes(self, codes: Sequence[int], most: int) -> list[int]:
        return places_of(self.codes, codes, most)

    def verify(self) -> Iterator[None]:
        return iter(())


def count(codes: Any) -> dict[int, int]:
    """How often each number is there."""
    import numpy as np  # lazy: start-up

    numbers, counts = np.unique(np.asarray(codes), return_counts=True)
    return dict(zip(numbers.tolist(), counts.tolist(), strict=True))


def places_of(codes: Any, wanted: Sequence[int], most: int) -> list[int]:
    """Where some numbers are; the first so many places."""
    import numpy as np  # lazy: start-up

    found: list[int] = np.isin(np.asarray(codes), wanted).nonzero()[0][:most].tolist()
    return found
