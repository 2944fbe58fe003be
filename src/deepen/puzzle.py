"""The two base classes of puzzles: `Puzzle` for packed states and compiled rules, `ObjectPuzzle`
for states that are any hashable Python objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar

from deepen._words import Board
from deepen.errors import InputError, RuleError, UsageError
from deepen.rules import Heuristic, Rule

if TYPE_CHECKING:
    import numpy as np

State = int | tuple[int, ...]
"""What users see of a state: a bare unsigned word, or a tuple of 2 to 8 of them."""

MOST_WORDS = 8
_WORD_LIMIT = 1 << 64


class Puzzle:
    """A one-player puzzle with packed states.

    A subclass declares the constants of its board and the size of its states, and gives the rules
    as functions without `self`: they see the board's constants and a state, nothing else.

        class LightsOut(deepen.Puzzle):
            board_fields = {"size": "i8", "toggles": ("u8", 25)}
            state_words = 1

            @deepen.rule
            def successors(board, lamps):
                for i in range(board.size):
                    yield i, lamps ^ board.toggles[i]

            @deepen.rule
            def is_goal(board, lamps):
                return lamps == 0

    `successors` yields (action, state) or (action, state, cost): action and cost are integers from
    0 to 2147483647, a missing cost is 1. A state of one word is a bare integer, one of several
    words a tuple. Any number of functions marked `deepen.heuristic` may follow.

    Args:
        start: the start state, one unsigned 64-bit word or a tuple of `state_words` of them.
        board: a value for each of `board_fields`; arrays may be shorter than declared, the rest is
            0.

    Attributes:
        default_algorithm, default_heuristic: what `deepen.solve` uses unless told otherwise.
            Without a default heuristic it is the first one declared admissible.
    """

    board_fields: ClassVar[Mapping[str, str | tuple[str, int | tuple[int, ...]]]] = {}
    state_words: ClassVar[int] = 1
    default_algorithm: ClassVar[str] = "astar"
    default_heuristic: ClassVar[str | None] = None

    successors: ClassVar[Rule]
    is_goal: ClassVar[Rule]
    heuristics: ClassVar[Mapping[str, Heuristic]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if not 1 <= cls.state_words <= MOST_WORDS:
            raise RuleError(
                f"{cls.__name__}.state_words is {cls.state_words}; states have 1 to 8 words"
            )
        for name in ("successors", "is_goal"):
            function = cls.__dict__.get(name)
            if isinstance(function, (FunctionType, staticmethod)):  # `rule` is easily forgotten
                setattr(cls, name, Rule(function))
        own = {name: value for name, value in cls.__dict__.items() if isinstance(value, Heuristic)}
        cls.heuristics = {**cls.heuristics, **own}

    def __init__(self, start: State, board: Mapping[str, Any] | None = None) -> None:
        for name in ("successors", "is_goal"):
            if not hasattr(type(self), name):
                raise RuleError(f"{type(self).__name__} has no rule '{name}'")
        self.start: State = self._checked_state(start)
        self.board_bytes = self._pack(board or {})

    @classmethod
    def board_dtype(cls) -> np.dtype[Any]:
        """The board's constants as a numpy record, as they are stored."""
        import numpy as np

        fields: list[Any] = []
        for name, kind in cls.board_fields.items():
            _, *shape = (kind,) if isinstance(kind, str) else kind
            fields.append((name, _stored(cls._declared(name)), *shape))
        return np.dtype(fields or [("unused", "i8")], align=True)

    @classmethod
    def _declared(cls, name: str) -> np.dtype[Any]:
        import numpy as np

        kind = cls.board_fields[name]
        base = kind if isinstance(kind, str) else kind[0]
        declared = np.dtype(base).newbyteorder("=")
        if declared.kind not in "iubf":
            raise RuleError(
                f"{cls.__name__}.board_fields: '{name}' has type {base!r}, which is no number"
            )
        return declared

    @cached_property
    def board(self) -> Board:
        """The constants as rules see them, for calling rules by hand."""
        import numpy as np

        record = np.frombuffer(self.board_bytes, self.board_dtype())[0]
        return Board({name: record[name].tolist() for name in self.board_fields})

    @classmethod
    def heuristic_named(cls, name: str | None) -> tuple[str, Heuristic | None]:
        """The heuristic of that name, or the default one; ("zero", None) where there is none."""
        if name is None:
            name = cls.default_heuristic or next(
                (key for key, value in cls.heuristics.items() if value.admissible), "zero"
            )
        if name == "zero" and "zero" not in cls.heuristics:
            return "zero", None
        if name not in cls.heuristics:
            known = ", ".join(sorted({*cls.heuristics, "zero"}))
            raise UsageError(f"there is no heuristic '{name}' here; known: {known}")
        return name, cls.heuristics[name]

    def for_heuristic(self, name: str | None) -> Puzzle:
        """The same puzzle with the constants that a heuristic needs; override where one needs more.

        A table that only one heuristic reads need not burden the board of all others.
        """
        return self

    def describe_action(self, state: State, action: int, child: State) -> Any:
        """An action as people write it; override to name actions. `child` is where it leads."""
        return action

    def _checked_state(self, state: State) -> State:
        words = tuple(state) if isinstance(state, (tuple, list)) else (state,)
        if len(words) != self.state_words:
            raise InputError(
                f"the start state has {len(words)} words, {type(self).__name__} has "
                f"{self.state_words}"
            )
        for word in words:
            if not _is_word(word):
                raise InputError(f"the start state has the word {word!r}, not one of 64 bits")
        return int(words[0]) if self.state_words == 1 else tuple(int(word) for word in words)

    def _pack(self, values: Mapping[str, Any]) -> bytes:
        import numpy as np

        unknown = sorted(set(values) - set(self.board_fields))
        missing = sorted(set(self.board_fields) - set(values))
        if unknown or missing:
            what = f"unknown field '{unknown[0]}'" if unknown else f"no field '{missing[0]}'"
            raise InputError(f"the board of {type(self).__name__} has {what}")
        record = np.zeros(1, self.board_dtype())
        for name, value in values.items():
            try:
                _fill(record[name][0:1], value, self._declared(name))
            except (ValueError, TypeError, OverflowError) as error:
                raise InputError(
                    f"the board's field '{name}' cannot hold {value!r}: {error}"
                ) from None
        return record.tobytes()


def _is_word(word: Any) -> bool:
    return hasattr(word, "__index__") and type(word) is not bool and 0 <= word < _WORD_LIMIT


def _stored(declared: np.dtype[Any]) -> np.dtype[Any]:
    """How a field is kept: rules know signed integers alone.

    A small unsigned field takes a signed one of twice the size: compiled code would else compute
    with it as unsigned, and 1 - 2 would not be below 0.
    """
    import numpy as np

    if declared.kind == "b":
        return np.dtype(np.int8)
    if declared.kind == "u" and declared.itemsize < 8:
        return np.dtype(f"i{2 * declared.itemsize}")
    return declared


def _fill(place: Any, value: Any, declared: np.dtype[Any]) -> None:
    """Copies a scalar, or an array into the low corner of a larger one."""
    import numpy as np

    array = np.asarray(value)
    if array.size == 0:
        return
    if array.dtype.kind == "f" and place.dtype.kind != "f":
        # Or numpy has made floats of words, of which some have their top bit set.
        array = np.array(value, dtype=object)
        if not all(isinstance(item, (int, np.integer)) for item in array.flat):
            raise TypeError("it is not an integer")
    if array.ndim != place.ndim - 1:
        raise ValueError(f"it has {array.ndim} dimensions, not {place.ndim - 1}")
    if any(have > room for have, room in zip(array.shape, place.shape[1:], strict=True)):
        raise ValueError(f"its shape {array.shape} does not fit {place.shape[1:]}")
    if declared.kind in "iu":
        bounds = np.iinfo(declared)
        if int(array.min()) < bounds.min or int(array.max()) > bounds.max:
            raise OverflowError(f"outside {bounds.min} to {bounds.max}")
    place[(0, *(slice(0, n) for n in array.shape))] = array.astype(place.dtype)


class ObjectPuzzle:
    """A puzzle whose states are any hashable Python objects; for rules that do not fit into words.

    The methods are those of the textbooks. They run in the interpreter on the same engine: the same
    verbs and the same answers as `Puzzle`, only slower.

    Attributes:
        admissible, consistent: what you promise of `heuristic`.
    """

    admissible: ClassVar[bool] = False
    consistent: ClassVar[bool] = False
    default_algorithm: ClassVar[str] = "astar"

    def start(self) -> Any:
        """The start state."""
        raise NotImplementedError(f"{type(self).__name__} needs a method start()")

    def actions(self, state: Any) -> Iterable[Any]:
        """The actions that are possible in a state."""
        raise NotImplementedError(f"{type(self).__name__} needs a method actions(state)")

    def result(self, state: Any, action: Any) -> Any:
        """The state that an action leads to."""
        raise NotImplementedError(f"{type(self).__name__} needs a method result(state, action)")

    def cost(self, state: Any, action: Any, result: Any) -> int:
        """The cost of an action, a non-negative integer."""
        return 1

    def is_goal(self, state: Any) -> bool:
        """Whether the puzzle is solved."""
        raise NotImplementedError(f"{type(self).__name__} needs a method is_goal(state)")

    def heuristic(self, state: Any) -> int:
        """An estimate of the distance to the goal."""
        return 0
