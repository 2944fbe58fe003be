"""A table of a whole game: what every position is worth that can be reached."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from deepen.analysis import MoveValue
from deepen.errors import InputError
from deepen.game import Game, ObjectGame, board_of
from deepen.rules import DRAW

if TYPE_CHECKING:
    from deepen.search.games import GameSearch
    from deepen.tables.entries import Entries
    from deepen.tables.origin import Origin

__all__ = ["Table", "TableEntry"]


@dataclass(frozen=True)
class TableEntry:
    """What a table knows of a position.

    Attributes:
        value: to the player to move.
        distance: in how many plies that is in hand, if the winner hurries and the loser does not;
            None where the value is 0.

    >>> import deepen
    >>> class Nim(deepen.Game):
    ...     def moves(board, matches):
    ...         for n in range(1, min(matches, 3) + 1):
    ...             yield n, matches - n, matches == n
    >>> deepen.tabulate(Nim(10)).get(Nim(8))
    TableEntry(value=-1, distance=4)
    """

    value: int
    distance: int | None


class Table:
    """What `deepen.tabulate` returns: a value for every position that can be reached.

    Attributes:
        subject: the game, in the position from which all others are reached.
        status: `solved`, or the limit that came first; then nothing is known of any position.
        positions: how many were met; those that are images of each other count once, where the
            game has the rule `canonical`.
        moves_seen: how many moves lead from one to another.
        counts: (value, distance, how many positions), the worst for the mover first.
        seconds, peak_bytes: of the search.

    >>> import deepen
    >>> class Nim(deepen.Game):
    ...     def moves(board, matches):
    ...         for n in range(1, min(matches, 3) + 1):
    ...             yield n, matches - n, matches == n
    >>> table = deepen.tabulate(Nim(10))
    >>> table.positions, table.won, table.drawn, table.lost
    (11, 8, 1, 2)
    >>> table.value(Nim(7)), [move.text for move in table.moves(Nim(7)) if move.value == 1]
    (1, ['3'])
    >>> table.line(Nim(7)), table.longest, table.slowest_positions(1)
    (['3', '1', '3'], 5, [Nim(start=9)])
    """

    def __init__(
        self,
        search: GameSearch,
        *,
        status: str,
        positions: int,
        moves_seen: int,
        counts: list[tuple[int, int | None, int]],
        entries: Entries,
        origin: Origin | None,
        seconds: float = 0.0,
        peak_bytes: int = 0,
    ) -> None:
        self.search = search
        self.entries = entries
        self.origin = origin  # None: states are objects
        self._asked = board_of(search.subject)  # what was asked about last
        self._outcomes = [TableEntry(value, distance) for value, distance, _ in counts]
        self.subject: Any = search.subject
        self.status = status
        self.positions = positions
        self.moves_seen = moves_seen
        self.counts = counts
        self.seconds = seconds
        self.peak_bytes = peak_bytes

    # Counts

    @property
    def won(self) -> int:
        """Positions that are worth more than nothing to the player to move."""
        return sum(count for value, _, count in self.counts if value > DRAW)

    @property
    def drawn(self) -> int:
        """Positions that are worth nothing to either."""
        return sum(count for value, _, count in self.counts if value == DRAW)

    @property
    def lost(self) -> int:
        """Positions that are worth less than nothing to the player to move."""
        return sum(count for value, _, count in self.counts if value < DRAW)

    @property
    def longest(self) -> int:
        """The largest distance of a position that is won, in plies; 0 if none is."""
        return max((distance or 0 for value, distance, _ in self.counts if value > DRAW), default=0)

    def slowest(self, most: int = 10) -> list[Any]:
        """States that are won, and take longest; at most so many."""
        return [self.search.state_of(words) for words in self._slowest(most)]

    def slowest_positions(self, most: int = 10) -> list[Any]:
        """The same as games, which know who is to move."""
        return [self.search.interpreter.position(words) for words in self._slowest(most)]

    def _slowest(self, most: int) -> list[tuple[int, ...]]:
        longest = self.longest
        wanted = [
            code
            for code, entry in enumerate(self._outcomes)
            if entry.value > DRAW and entry.distance == longest
        ]
        places = self.entries.places_of_codes(wanted, most)
        return [self.entries.words_at(place) for place in places]

    # Positions

    def entry(self, words: tuple[int, ...]) -> TableEntry | None:
        """Of a position as the engine has it, in its canonical form; None if it is not there."""
        place = self.entries.place_of(words)
        code = None if place is None else self.entries.code_at(place)
        return None if code is None else self._outcomes[code]

    def get(self, game: Game | ObjectGame) -> TableEntry | None:
        """What is known of a position; None if it is not in the table.

        Raises:
            InputError: it is of another game, or of another board. What an `ObjectGame` has besides
                its state may be a cache or a counter, so there only the class is compared.
        """
        if (asked := board_of(game)) != self._asked:
            self.refuse_others(game)
            self._asked = asked
        return self._get(self.search.words_of_position(game))

    def value(self, game: Game | ObjectGame) -> int:
        """What a position is worth to the player to move.

        Raises:
            InputError: it is not in the table.
        """
        return self._there(game).value

    def distance(self, game: Game | ObjectGame) -> int | None:
        """In how many plies its value is in hand; None where that is 0.

        Raises:
            InputError: it is not in the table.
        """
        return self._there(game).distance

    def moves(self, game: Game | ObjectGame) -> list[MoveValue]:
        """Every legal move of a position with its value and its distance.

        Raises:
            InputError: the position is not in the table.
        """
        from deepen.search.tabulated import TableReader  # lazy: start-up

        self.refuse_others(game)
        self._there(game)
        return TableReader(self, game).moves()

    def line(self, game: Game | ObjectGame) -> list[str]:
        """Best play by both: to the end, or of a draw up to where it begins again.

        Raises:
            InputError: the position is not in the table.
        """
        from deepen.search.tabulated import TableReader, Worth  # lazy: start-up

        self.refuse_others(game)
        found = self._there(game)
        return TableReader(self, game).line(Worth(found.value, found.distance)).moves

    # On disk

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a file, which `open` takes back.

        What is there stays as it was until the new file is whole.

        Raises:
            UsageError: it cannot be written; or there are no values, or states are objects.
            InputError: the rules have changed since it was made.
        """
        from deepen.tables.store import save  # lazy: start-up

        save(self, path)

    @classmethod
    def open(cls, path: str | os.PathLike[str], game: Game | ObjectGame) -> Self:
        """The table in a file. It is mapped, not read, and each part is verified when it is used.

        Args:
            path: where it is.
            game: of the same rules on the same board, in whatever position.

        Raises:
            InputError: it is no table, damaged, of a newer version or made from other rules.

        >>> import deepen, os, tempfile
        >>> class Nim(deepen.Game):
        ...     def moves(board, matches):
        ...         for n in range(1, min(matches, 3) + 1):
        ...             yield n, matches - n, matches == n
        >>> path = os.path.join(tempfile.mkdtemp(), "nim.table")
        >>> deepen.tabulate(Nim(10)).save(path)
        >>> deepen.Table.open(path, Nim(10)).value(Nim(8))
        -1
        """
        from deepen.tables.store import opened  # lazy: start-up

        return opened(cls, path, game)

    def refuse_others(self, game: Any) -> None:
        """Of packed games rules and boards are compared, so a class may be defined once more.

        Raises:
            InputError: the table is not of this game, or its rules have changed since.
        """
        from deepen.tables.origin import changes, in_words  # lazy: start-up

        own, other = type(self.subject), type(game)
        if self.origin is not None and isinstance(game, Game):
            changed = changes(self.origin, game)
            if not changed:
                return
            told = in_words(changed, game)
        elif own is other:
            return
        else:
            told = (
                f"is of another class {own.__name__}: this one was defined later, and rules about "
                "objects cannot be compared, so make the table anew"
            )
        if own.__name__ != other.__name__:
            told = f"is of {own.__name__}, and says nothing of {other.__name__}"
        raise InputError(f"the table {told}")

    def _there(self, game: Game | ObjectGame) -> TableEntry:
        found = self.get(game)
        if found is None:
            why = f"it cannot be reached from {self.subject.start!r}"
            if self.status != "solved":
                why = f"it has no values, since the {self.status} came first"
            raise InputError(f"the position {game.start!r} is not in the table: {why}")
        return found

    def _get(self, words: tuple[int, ...]) -> TableEntry | None:
        return self.entry(self.search.canonical_words(words))

    def __repr__(self) -> str:
        from deepen.formatting.numbers import counted  # lazy: start-up

        return f"<table of {counted(self.positions, 'position')} of {type(self.subject).__name__}>"
