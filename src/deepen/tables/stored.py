"""The positions of a file, as a table of the engine's width has them: stored, or by rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deepen.tables.entries import Words
from deepen.tables.file import TableFile
from deepen.tables.numbering import Numbering


class StoredEntries:
    """Those of a mapped file; it has no more words of each than rules use.

    Args:
        file: where they are.
        width: the words that a position has in the engine.
    """

    def __init__(self, file: TableFile, width: int) -> None:
        self.file = file
        self._words = file.header.width
        self._padding = (0,) * (width - self._words)

    @property
    def places(self) -> int:
        return self.file.places

    def place_of(self, words: Words) -> int | None:
        return self.file.place_of(words[: self._words])

    def words_at(self, place: int) -> Words:
        return self.file.words_at(place) + self._padding

    def code_at(self, place: int) -> int | None:
        return self.file.code_at(place)

    def counts(self) -> dict[int, int]:
        return self.file.counts()

    def places_of_codes(self, codes: Sequence[int], most: int) -> list[int]:
        return self.file.places_of_codes(codes, most)

    def verify(self) -> Iterator[None]:
        return self.file.verify()


class RankedEntries(StoredEntries):
    """Those of a file in which a position is found by its rank.

    Args:
        file: where their codes are.
        numbering: of the game.
    """

    def __init__(self, file: TableFile, numbering: Numbering) -> None:
        super().__init__(file, file.header.width)
        self._numbering = numbering

    def place_of(self, words: Words) -> int | None:
        rank = self._numbering.rank(words)
        return None if rank is None or self.code_at(rank) is None else rank

    def words_at(self, place: int) -> Words:
        return self._numbering.words(place)
