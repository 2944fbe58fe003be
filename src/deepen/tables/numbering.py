"""Positions of a game by their ranks: the number of the state, and who is to move."""

from __future__ import annotations

from typing import Any

from deepen import _core
from deepen.compiler import functions
from deepen.errors import RuleError
from deepen.interpreter.games import InterpretedGame
from deepen.packing.packed import ranks_of
from deepen.search.games import GameSearch
from deepen.search.limits import Limits
from deepen.tables.entries import Words

_LOOKS = 64
_OF_ITS_OWN = "Each state must have a number of its own."
_INVERSE = "unrank(board, rank(board, state)) must be that state."


def has_ranks(game: Any) -> bool:
    """Whether a game numbers its states."""
    return getattr(game, "ranks", None) is not None and ranks_of(game) is not None


class Numbering:
    """The ranks of the positions of a game that numbers its states.

    Attributes:
        places: how many ranks there are.
    """

    def __init__(self, search: GameSearch) -> None:
        assert isinstance(search.interpreter, InterpretedGame)
        self.search = search
        self.rules = search.interpreter
        ranks = ranks_of(self.rules.game)
        assert ranks is not None  # see has_ranks
        self._states = ranks
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
        return self.turn.put(self.rules.unrank(self._number(rank)), rank % 2)

    def ranks(self, states: Any) -> Any:
        """Of many positions, a row of words each.

        Raises:
            RuleError: two of them have the same, or one has none.
        """
        import numpy as np  # lazy: start-up

        words = np.ascontiguousarray(states)
        numbers = self._numbers(words)
        outside = ((numbers < 0) | (numbers >= self._states)).nonzero()[0]
        if len(outside):
            self.rules.rank(tuple(words[outside[0]].tolist()))  # which tells it at its line
        found = self._with_turn(words, numbers)
        ordered = np.sort(found)
        self.refuse(words, ordered[1:][ordered[1:] == ordered[:-1]])
        self._try_ways_back(words, found)
        return found

    def refuse(self, states: Any, twins: Any) -> None:
        """Raises `RuleError`, with two of these states, if any ranks are twins."""
        if not len(twins):
            return
        ranks = self._with_turn(states, self._numbers(states))
        same = (ranks == twins[0]).nonzero()[0][:2]
        one, other = (self.rules.shown_words(tuple(states[place].tolist())) for place in same)
        number = self._number(int(twins[0]))
        reason = f"gives the states {one!r} and {other!r} the same number, {number}"
        raise self.rules.wrong_rule("rank", reason, _OF_ITS_OWN)

    def _numbers(self, states: Any) -> Any:
        """What the rules say of many states, right or wrong."""
        import numpy as np  # lazy: start-up

        search, words = self.search, np.ascontiguousarray(states)
        found: Any = search.guarded(
            lambda: _core.ranks_of(
                self._space(), search.start, Limits().allowance(), words.reshape(-1)
            )
        )
        if found is None:
            raise KeyboardInterrupt("interrupted")
        return found

    def _with_turn(self, words: Any, numbers: Any) -> Any:
        import numpy as np  # lazy: start-up

        if self.turn is None:
            return numbers
        player = words[:, self.turn.word] >> np.uint64(self.turn.shift) & np.uint64(1)
        return 2 * numbers + player.astype(np.int64)

    def _number(self, rank: int) -> int:
        """Of the state alone."""
        return rank if self.turn is None else rank // 2

    def _try_ways_back(self, words: Any, ranks: Any) -> None:
        """A look at some of them: a table in which nothing is found would be worse than none."""
        for place in range(0, len(ranks), -(-len(ranks) // _LOOKS)):
            rank, position = int(ranks[place]), tuple(words[place].tolist())
            found = self.words(rank)
            if found != position:
                number, shown = self._number(rank), self.rules.shown_words
                reason = f"gives {shown(found)!r} of {number}, the number of {shown(position)!r}"
                raise self.rules.wrong_rule("unrank", reason, _INVERSE)

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


def _never(words: Words) -> bool:
    return False
