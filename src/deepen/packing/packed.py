"""What puzzles and games with packed states have in common: board constants and a start state."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cached_property
from types import FunctionType
from typing import Any, ClassVar, Self

from deepen._arguments import is_integer, shown
from deepen.errors import InputError, RuleError
from deepen.notebook.mixins import NotebookMixin
from deepen.packing.layout import FieldKind, Layout
from deepen.packing.machine_word import Board
from deepen.rules import Rule

State = int | tuple[int, ...]
"""What users see of a state: a bare unsigned word, or a tuple of 2 to 8 of them."""

MOST_WORDS = 8
_WORD_LIMIT = 1 << 64


class Packed(NotebookMixin):
    """Rules over states of a few words; the base of `Puzzle` and `Game`.

    Args:
        start: the start state, one unsigned 64-bit word or a tuple of `state_words` of them.
        board: a value for each of `board_fields`; arrays may be shorter than declared, the rest is
            0.
    """

    board_fields: ClassVar[Mapping[str, FieldKind]] = {}
    state_words: ClassVar[int] = 1
    layout: ClassVar[Layout]
    kind_name: ClassVar[str]

    # The functions that a subclass must give, and those that it may.
    needed_rules: ClassVar[tuple[str, ...]] = ()
    optional_rules: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if type(cls.state_words) is not int or not 1 <= cls.state_words <= MOST_WORDS:
            raise RuleError(
                f"{cls.__name__}.state_words is {shown(cls.state_words)}; states have 1 to "
                f"{MOST_WORDS} words of 64 bits",
                hint=f"An Object{cls.kind_name} has states of any size.",
            )
        for name in (*cls.needed_rules, *cls.optional_rules):
            function = cls.__dict__.get(name)
            if isinstance(function, (FunctionType, staticmethod)):  # `rule` is easily forgotten
                setattr(cls, name, Rule(function))
        cls.layout = Layout(cls.__name__, cls.board_fields)

    def __init__(self, start: State, board: Mapping[str, Any] | None = None) -> None:
        for name in self.needed_rules:
            if not hasattr(type(self), name):
                raise RuleError(
                    f"{type(self).__name__} has no rule '{name}'",
                    hint=f"A {self.kind_name} needs `def {name}(board, state):`.",
                )
        self.start: State = self._checked_state(start)
        self.board_bytes = self.layout.pack({} if board is None else board)

    @cached_property
    def board(self) -> Board:
        """The constants as rules see them, for calling rules by hand."""
        return self.layout.unpack(self.board_bytes)

    def at(self, state: State) -> Self:
        """The same board with another start; override where a start is more than its state."""
        other = copy.copy(self)
        other.start = self._checked_state(state)
        return other

    def describe_action(self, state: State, action: int, child: State) -> Any:
        """An action as people write it; override to name actions. `child` is where it leads."""
        return action

    def _checked_state(self, state: State) -> State:
        words = tuple(state) if isinstance(state, (tuple, list)) else (state,)
        owner, count = type(self).__name__, self.state_words
        if len(words) != count:
            wanted = "an integer" if count == 1 else f"a tuple of {count} integers"
            raise InputError(
                f"the start state is {shown(state)}; with state_words = {count} a state of {owner} "
                f"is {wanted}"
            )
        for word in words:
            if not _is_word(word):
                raise InputError(
                    f"the start state has the word {shown(word)}; words are integers of 64 bits, "
                    f"from 0 to {_WORD_LIMIT - 1}" + _more_words(word, owner, count)
                )
        return int(words[0]) if self.state_words == 1 else tuple(int(word) for word in words)


def _more_words(word: Any, owner: str, count: int) -> str:
    """What to do about a number that is too large for a word."""
    if not is_integer(word) or word < _WORD_LIMIT:
        return ""
    bits = int(word).bit_length()
    return f". This one has {bits} bits: give {owner} more words, state_words = {count + 1}"


def _is_word(word: Any) -> bool:
    return is_integer(word) and 0 <= int(word) < _WORD_LIMIT
