"""Positions of a game by their ranks: the number of the state, and who is to move."""

from __future__ import annotations

from typing import Any

from deepen import _core
from deepen.compiler import functions
from deepen.errors import RuleError
from deepen.interpreter.games import InterpretedGame
from deepen.search.games import GameSearch
from deepen.search.limits import Limits
from deepen.tables.entries import Words

_LOOKS = 64


def has_ranks(game: Any) -> bool:
    """Whether a game numbers its states."""
    return getattr(game, "ranks", None) is not None


class Numbering:
    """The ranks of the positions of a game that numbers its states.

    Attributes:
        places: how many ranks there are.
    """

    def __init__(self, search: GameSearch) -> None:
        assert isinstance(search.interpreter, InterpretedGame)
        self.search = search
        self.rules = search.interpreter
        self._states = int(self.rules.game.ranks)
        self.turn = search.interpreter.turn
        self.places = self._states * (1 if self.turn is None else 2)

    def rank(self, words: Words) -> int | None:
        """Of a position; None if it has none, or that of another."""
        try:
            number = self.rules.rank(words)
            rank = number if self.turn is None else 2 * number + self.turn.read(words)
            return rank if self.words(rank) == words else None
        except RuleError:  # the rules number what can be reached, and this may be anything
            return None

    def words(self, rank: int) -> Words:
        """The position of a rank."""
        if self.turn is None:
            return self.rules.unrank(rank)
        return self.turn.put(self.rules.unrank(rank // 2), rank % 2)

    def ranks(self, states: Any) -> Any:
        """Of many positions, a row of words each.

        Raises:
            RuleError: two of them have the same, or one has none.
        """
        import numpy as np  # lazy: start-up

        search, words = self.search, np.ascontiguousarray(states)
        found: Any = search.guarded(
            lambda: _core.ranks_of(
                self._space(), search.start, Limits().allowance(), words.reshape(-1)
            )
        )
        outside = ((found < 0) | (found >= self._states)).nonzero()[0]
        if len(outside):
            self.rules.rank(tuple(words[outside[0]].tolist()))  # which tells it at its line
        if self.turn is not None:
            player = words[:, self.turn.word] >> np.uint64(self.turn.shift) & np.uint64(1)
            found = 2 * found + player.astype(np.int64)
        self._refuse_twins(found)
        self._try_ways_back(words, found)
        return found

    def _try_ways_back(self, words: Any, ranks: Any) -> None:
        """A look at some of them: a table in which nothing is found would be worse than none."""
        for place in range(0, len(ranks), -(-len(ranks) // _LOOKS)):
            rank, position = int(ranks[place]), tuple(words[place].tolist())
            if self.words(rank) != position:
                number = self.rules.rank(position)
                name = type(self.search.subject).__name__
                raise RuleError(f"unrank of {name} does not lead back from the number {number}")

    def _space(self) -> _core.PuzzleRules:
        width, rank = len(self.search.start), self.rules.rank
        if not self.search.is_compiled:
            return _core.PythonPuzzleRules(width, self.rules.pay, _never, None, rank=rank)
        game = self.rules.game
        return _core.CompiledPuzzleRules(
            width,
            game.board_bytes,
            expand=0,
            expand_along=0,
            is_goal=0,
            estimate=0,
            rank=functions.optional_function(game.packing, "rank"),
        )

    def _refuse_twins(self, ranks: Any) -> None:
        import numpy as np  # lazy: start-up

        ordered = np.sort(ranks)
        self.refuse(ordered[1:][ordered[1:] == ordered[:-1]])

    def refuse(self, twins: Any) -> None:
        """Raises `RuleError` if there are any: ranks that two states have."""
        if len(twins):
            number = int(twins[0]) // (1 if self.turn is None else 2)
            name = type(self.search.subject).__name__
            raise RuleError(f"rank of {name} gives two states the number {number}")


def _never(words: Words) -> bool:
    return False
