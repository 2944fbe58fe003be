"""What puzzles and games with packed states have in common: board constants and a start state."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from deepen import state as fields
from deepen._arguments import is_integer, shown
from deepen.errors import InputError, RuleError
from deepen.notebook.mixins import NotebookMixin
from deepen.packing.inference import inferred_fields
from deepen.packing.layout import FieldKind, Layout
from deepen.packing.machine_word import Board
from deepen.packing.packing import Packing
from deepen.packing.remembered import Remembered
from deepen.packing.state_layout import PlayerBit
from deepen.rules import Rule

if TYPE_CHECKING:
    from deepen.look import Look

Words = int | tuple[int, ...]
"""A state without fields, as users see it: a bare unsigned word, or a tuple of 2 to 8 of them."""

MOST_WORDS = 8
_WORD_LIMIT = 1 << 64


class Packed(NotebookMixin, Remembered):
    """Rules over states of a few words; the base of `Puzzle` and `Game`.

    Args:
        start: the start state: a dict with a value for each field of `State`; without a class
            `State`, one unsigned 64-bit word or a tuple of `state_words` of them.
        board: the constants that rules read, by name. Their types are taken from the values:
            integers, nested lists or arrays of them, sets of cells. Where `board_fields` declares
            them, arrays may be shorter than declared, the rest is 0.
    """

    board_fields: ClassVar[Mapping[str, FieldKind]] = {}
    State: ClassVar[type[fields.State] | None] = None
    state_words: int = 1
    actions: ClassVar[Sequence[Any] | None] = None
    kind_name: ClassVar[str]
    sees_player: ClassVar[bool] = False

    # The functions that a subclass must give, and those that it may.
    needed_rules: ClassVar[tuple[str, ...]] = ()
    optional_rules: ClassVar[tuple[str, ...]] = ()
    _declared: ClassVar[Layout]
    _packings: ClassVar[dict[tuple[str, ...], Packing]]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if type(cls.state_words) is not int or not 1 <= cls.state_words <= MOST_WORDS:
            raise RuleError(
                f"{cls.__name__}.state_words is {shown(cls.state_words)}; states have 1 to "
                f"{MOST_WORDS} words of 64 bits",
                hint=f"An Object{cls.kind_name} has states of any size.",
            )
        if cls.State is not None and not _declares_fields(cls.State):
            raise RuleError(
                f"{cls.__name__}.State is no class of fields",
                hint="Write `class State(deepen.State):` and a field on each line of it.",
            )
        if cls.actions is not None:
            fields.check_actions(cls.__name__, cls.actions)
        for name in (*cls.needed_rules, *cls.optional_rules):
            function = cls.__dict__.get(name)
            if isinstance(function, (FunctionType, staticmethod)):  # `rule` is easily forgotten
                setattr(cls, name, Rule(function))
        cls._declared = Layout(cls.__name__, cls.board_fields)
        cls._packings = {}

    def __init__(self, start: Any, board: Mapping[str, Any] | None = None) -> None:
        for name in self.needed_rules:
            if not hasattr(type(self), name):
                raise RuleError(
                    f"{type(self).__name__} has no rule '{name}'",
                    hint=f"A {self.kind_name} needs `def {name}(board, state):`.",
                )
        constants = {} if board is None else board
        if not isinstance(constants, Mapping):
            raise self._wrong_board(constants)
        if self.look is not None:
            constants = self._with_geometry(self.look, constants)
        self.packing = self._packing_of(constants)
        self.state_words = self.packing.rule_words
        self.start = self.checked_state(start)
        self.board_bytes = self.packing.board.pack(constants)

    def _wrong_board(self, board: Any) -> InputError:
        """For what is no dict: often the board of another one, as rules see it."""
        given, hint = shown(board), ""
        if isinstance(board, (Board, Packed)):
            given = "that of another" if isinstance(board, Board) else given
            hint = "; `other.at(state)` is the board of another with a state of your own"
        return InputError(
            f"the board of {type(self).__name__} is {given}; it must be a dict with a value for "
            f"each constant{hint}"
        )

    @classmethod
    def _with_geometry(cls, look: Look, constants: Any) -> Any:
        """The constants with those that the look's geometry knows, as far as they are declared."""
        whole = look.completed(constants)
        declared = cls.board_fields
        return {k: v for k, v in whole.items() if not declared or k in declared or k in constants}

    @classmethod
    def _packing_of(cls, constants: Mapping[str, Any]) -> Packing:
        """How a board with these constants is packed; one object for equal ones."""
        board = cls._declared
        given: Any = constants
        if not board.kinds and isinstance(given, Mapping) and constants:
            board = Layout(cls.__name__, inferred_fields(cls.__name__, constants))
        state = None
        if cls.State is not None:
            state = cls.State.sized(cls.__name__, constants, cls.sees_player)
        actions = fields.sized_actions(cls.__name__, cls.actions, constants)
        key = board.text, *(part.text if part is not None else "" for part in (state, actions))
        if key not in cls._packings:
            words, player = cls.state_words, None
            if state is not None:
                words, player = state.words, state.player
            elif cls.sees_player:
                words, player = words + 1, PlayerBit(words, 0)
            cls._packings[key] = Packing(cls, board, state, words, actions, player)
        return cls._packings[key]

    @cached_property
    def board(self) -> Board:
        """The constants as rules see them, for calling rules by hand."""
        return self.packing.board.unpack(self.board_bytes)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Any, ...]:
        """What tells positions apart: two with the same constants and state are one."""
        return self.start, self.board_bytes

    def at(self, state: Any) -> Self:
        """The same board with another start; override where a start is more than its state."""
        other = copy.copy(self)
        other.start = self.checked_state(state)
        return other

    def describe_action(self, state: Any, action: Any, child: Any) -> Any:
        """An action as people write it; `child` is where it leads.

        Override where `actions` cannot say it. `action` is a number, or a tuple where `actions`
        declares the parts of one.
        """
        declared = self.packing.actions
        return action if declared is None else declared.described(action)

    def checked_state(self, state: Any) -> Any:
        """A state as this has it, given as a start is.

        Raises:
            InputError: it is none.
        """
        if self.State is not None:
            return self._checked_fields(state)
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

    def _checked_fields(self, state: Any) -> fields.State:
        """The same of a state with fields: it may be given as a dict."""
        assert self.State is not None
        layout = self.packing.state
        assert layout is not None
        if isinstance(state, fields.State) and state.is_like(layout):
            return state
        if isinstance(state, fields.State):
            state = state.as_dict()
        if isinstance(state, Mapping):
            return self.State.of_values(layout, state)
        raise InputError(
            f"the start state is {shown(state)}; a state of {type(self).__name__} is a dict with "
            f"the fields {', '.join(layout.places)}"
        )


def check_ranks(kind: Any) -> None:
    """Refuses numbers for states that are not told whole."""
    numbers = {each: getattr(kind, each) for each in ("rank", "unrank", "ranks")}
    missing = [each for each, value in numbers.items() if value is None]
    if missing and len(missing) < len(numbers):
        raise RuleError(
            f"{kind.__name__} has no {missing[0]}",
            hint="Numbers for states need all of `rank`, `unrank` and `ranks`, how many there are.",
        )


def ranks_of(packed: Any) -> int | None:
    """How many numbers its states may have; None if they have none.

    Raises:
        RuleError: `ranks` is not that.
    """
    ranks = packed.ranks
    if ranks is None:
        return None
    if not isinstance(ranks, int) or not 1 <= ranks < 1 << 63:
        raise RuleError(
            f"{type(packed).__name__}.ranks is {shown(ranks)}, not how many numbers there are",
            hint="It is a number from 1 on; None for a board whose states have no numbers.",
        )
    return ranks


def _declares_fields(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, fields.State) and bool(kind.fields)


def _more_words(word: Any, owner: str, count: int) -> str:
    """What to do about a number that is too large for a word."""
    if not is_integer(word) or word < _WORD_LIMIT:
        return ""
    bits = int(word).bit_length()
    return f". This one has {bits} bits: give {owner} more words, state_words = {count + 1}"


def _is_word(word: Any) -> bool:
    return is_integer(word) and 0 <= int(word) < _WORD_LIMIT
