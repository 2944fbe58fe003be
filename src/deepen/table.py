"""A table of a whole game: what every position is worth that can be reached."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deepen.analysis import MoveValue
from deepen.errors import InputError
from deepen.game import Game, ObjectGame
from deepen.rules import DRAW

if TYPE_CHECKING:
    from deepen.search.games import GameSearch

__all__ = ["Table", "TableEntry"]


@dataclass(frozen=True)
class TableEntry:
    """What a table knows of a position.

    Attributes:
        value: to the player to move.
        distance: in how many moves of both that is in hand, if the winner hurries and the loser
            does not; None where the value is 0.

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
        status: `solved`, or the limit that came first: then there are no values.
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
    """

    def __init__(
        self,
        search: GameSearch,
        *,
        status: str,
        positions: int,
        moves_seen: int,
        counts: list[tuple[int, int | None, int]],
        states: Any,
        codes: Any,
        seconds: float = 0.0,
        peak_bytes: int = 0,
    ) -> None:
        self._search = search
        self._width = len(search.start)
        self._states = memoryview(states) if states is not None else memoryview(b"").cast("Q")
        self._codes = memoryview(codes) if codes is not None else memoryview(b"")
        self._entries = [TableEntry(value, distance) for value, distance, _ in counts]
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
        """Of all positions that are won, the most moves that one takes; 0 if none is."""
        return max((distance or 0 for value, distance, _ in self.counts if value > DRAW), default=0)

    def slowest(self, most: int = 10) -> list[Any]:
        """States that are won, and take longest; at most so many."""
        wanted = {
            code
            for code, entry in enumerate(self._entries)
            if entry.value > DRAW and entry.distance == self.longest
        }
        found: list[Any] = []
        for i, code in enumerate(self._codes):
            if code in wanted:
                found.append(self._search.state_of(self._words_at(i)))
            if len(found) >= most:
                break
        return found

    # Positions

    def entry(self, words: tuple[int, ...]) -> TableEntry | None:
        """Of a position as the engine has it, in its canonical form; None if it is not there."""
        count = len(self._codes)
        place = bisect_left(range(count), words, key=self._words_at)
        if place == count or self._words_at(place) != words:
            return None
        return self._entries[self._codes[place]]

    def get(self, game: Game | ObjectGame) -> TableEntry | None:
        """What is known of a position; None if it is not in the table."""
        return self._get(self._search.words_of_position(game))

    def value(self, game: Game | ObjectGame) -> int:
        """What a position is worth to the player to move.

        Raises:
            InputError: it is not in the table.
        """
        return self._there(game).value

    def distance(self, game: Game | ObjectGame) -> int | None:
        """In how many moves its value is in hand; None where that is 0.

        Raises:
            InputError: it is not in the table.
        """
        return self._there(game).distance

    def moves(self, game: Game | ObjectGame) -> list[MoveValue]:
        """Every legal move of a position with its value."""
        found = []
        state = self._search.state_of(self._search.words_of_position(game))
        for action, child, value in self._choices(self._search.words_of_position(game)):
            shown = self._search.interpreter.shown_action(
                state, action, self._search.state_of(child)
            )
            number = self._search.interpreter.action(action)
            found.append(MoveValue(str(shown), number, value, value, value, True))
        return found

    def _there(self, game: Game | ObjectGame) -> TableEntry:
        found = self.get(game)
        if found is None:
            raise InputError(
                f"the position {game.start!r} is not in the table: it cannot be reached from "
                f"{self.subject.start!r}"
            )
        return found

    def _choices(self, words: tuple[int, ...]) -> list[tuple[int, tuple[int, ...], int]]:
        """Of each move its number, where it leads, and what it is worth."""
        found = []
        for action, child, reward, again in self._search.moves_of(words):
            entry = self._get(child)
            assert entry is not None, "a table has all positions that can be reached"
            found.append((action, child, reward + (entry.value if again else -entry.value)))
        return found

    def _get(self, words: tuple[int, ...]) -> TableEntry | None:
        return self.entry(self._search.canonical_words(words))

    def _words_at(self, i: int) -> tuple[int, ...]:
        return tuple(self._states[i * self._width : (i + 1) * self._width])

    def __repr__(self) -> str:
        return f"<table of {self.positions:,} positions of {type(self.subject).__name__}>"
