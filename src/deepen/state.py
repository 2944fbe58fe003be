"""What a state is made of: named fields, which deepen packs into words.

A class of rules says it once, in a class `State` of its own. Rules then read and write the fields
as Python would; compiled, that is shifts and masks on machine words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, overload

from deepen._arguments import is_integer, shown
from deepen.errors import InputError, RuleError
from deepen.packing.actions import MOST_ACTIONS, ActionLayout, NamedActions, TupleActions
from deepen.packing.field_errors import (
    ANSWER_IS_CONSTANT,
    OF_FIELDS,
    STATE_IS_CONSTANT,
    STATE_IS_COPIED,
    FieldTypeError,
    no_field,
    number,
)
from deepen.packing.state_layout import Items, Place, SizedField, StateLayout
from deepen.packing.views import ArrayView, Item, Rows, SetView, View

__all__ = ["Array", "Boolean", "Cell", "CellSet", "Integer", "State"]

Size = int | str
"""A number, or the name of a constant of the board."""

_WORDS = 8
_LOWEST, _HIGHEST = -(1 << 63), (1 << 63) - 1


class Field:
    """A field of a state, as it is declared."""

    name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @property
    def where(self) -> str:
        """Where it is declared: a field that has no name is a part of an action."""
        return f"State.{self.name}" if self.name else "actions"

    def items(self, sizes: Sizes) -> Items:
        """What one item of it may be."""
        raise NotImplementedError

    def sized(self, sizes: Sizes) -> SizedField:
        """The field with its sizes known."""
        return SizedField(self.name, "number", self.items(sizes))

    def __set__(self, state: State, value: Any) -> None:
        state._assign(self.name, value)


class _NumberField(Field, Generic[Item]):
    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type) -> Item: ...
    def __get__(self, state: State | None, owner: type) -> Any:
        return self if state is None else state._shown(state._layout.places[self.name])

    def __set__(self, state: State, value: Item) -> None:
        state._assign(self.name, value)


class Integer(_NumberField[int]):
    """A whole number from `min` to `max`.

    Args:
        max, min: numbers, or names of constants of the board.

    >>> import deepen
    >>> class Jugs(deepen.Puzzle):
    ...     class State(deepen.State):
    ...         small = deepen.Integer(max=3)
    ...         large = deepen.Integer(max=5)
    ...     def successors(board, state):
    ...         filled = state.copy()
    ...         filled.large = 5
    ...         yield 0, filled
    ...     def is_goal(board, state):
    ...         return state.large == 5
    >>> deepen.solve(Jugs({"small": 0, "large": 0})).states[-1]
    State(small=0, large=5)
    """

    def __new__(cls, *given: Any, **named: Any) -> Self:
        """Says what is missing where there is one number: is it the largest, or how many?"""
        if given or "max" not in named:
            size = shown(given[0]) if given else 5
            raise RuleError(
                "an Integer needs its largest value by name",
                hint=f"Write `deepen.Integer(max={size})`; from 0 to one less is "
                f"`deepen.Cell({size})`.",
            )
        return super().__new__(cls)

    def __init__(self, *, max: Size, min: Size = 0) -> None:
        self.max, self.min = max, min

    def items(self, sizes: Sizes) -> Items:
        """What one item of it may be."""
        low, high = sizes.number(self, self.min), sizes.number(self, self.max)
        if not _LOWEST <= low <= high <= _HIGHEST:
            raise sizes.wrong(self, f"has the range {low} to {high}")
        return Items(low, high)


class Cell(_NumberField[int]):
    """A cell: a whole number from 0 to one less than `size`.

    >>> import deepen
    >>> class Walk(deepen.Puzzle):
    ...     class State(deepen.State):
    ...         man = deepen.Cell("cells")
    ...     def successors(board, state):
    ...         if state.man + 1 < board.cells:
    ...             child = state.copy()
    ...             child.man += 1
    ...             yield 0, child
    ...     def is_goal(board, state):
    ...         return state.man == board.cells - 1
    >>> deepen.solve(Walk({"man": 0}, {"cells": 4})).cost
    3
    """

    def __init__(self, size: Size) -> None:
        self.size = size

    def items(self, sizes: Sizes) -> Items:
        """What one item of it may be."""
        return Items(0, sizes.size(self, self.size) - 1)


class Boolean(_NumberField[bool]):
    """True or False.

    >>> import deepen
    >>> class Switch(deepen.Puzzle):
    ...     class State(deepen.State):
    ...         on = deepen.Boolean()
    ...     def successors(board, state):
    ...         child = state.copy()
    ...         child.on = not state.on
    ...         yield 0, child
    ...     def is_goal(board, state):
    ...         return state.on
    >>> deepen.solve(Switch({"on": False})).states
    [State(on=False), State(on=True)]
    """

    def items(self, sizes: Sizes) -> Items:
        """What one item of it may be."""
        return Items(0, 1, is_truth=True)


class CellSet(Field):
    """A set of cells, each a whole number from 0 to one less than `size`.

    >>> import deepen
    >>> class Coins(deepen.Puzzle):
    ...     class State(deepen.State):
    ...         heads = deepen.CellSet(3)
    ...     def successors(board, state):
    ...         for coin in range(3):
    ...             if coin not in state.heads:
    ...                 child = state.copy()
    ...                 child.heads.add(coin)
    ...                 yield coin, child
    ...     def is_goal(board, state):
    ...         return len(state.heads) == 3
    >>> deepen.solve(Coins({"heads": {1}})).states[-1]
    State(heads={0, 1, 2})
    """

    def __init__(self, size: Size) -> None:
        self.size = size

    def sized(self, sizes: Sizes) -> SizedField:
        """The field with its sizes known."""
        return SizedField(self.name, "set", Items(0, 1), (sizes.size(self, self.size),))

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type) -> SetView: ...
    def __get__(self, state: State | None, owner: type) -> Any:
        return self if state is None else SetView(state, state._layout.places[self.name])

    def __set__(self, state: State, value: Iterable[int]) -> None:
        state._assign(self.name, value)


class Array(Field, Generic[Item]):
    """Numbers, cells or truth values by one index or by two.

    Args:
        shape: how many, or (rows, columns).
        items: an `Integer`, a `Cell` or a `Boolean`.

    >>> import deepen
    >>> class Swap(deepen.Puzzle):
    ...     class State(deepen.State):
    ...         tokens = deepen.Array(3, deepen.Integer(max=2))
    ...     def successors(board, state):
    ...         for i in range(2):
    ...             child = state.copy()
    ...             child.tokens[i] = state.tokens[i + 1]
    ...             child.tokens[i + 1] = state.tokens[i]
    ...             yield i, child
    ...     def is_goal(board, state):
    ...         return state.tokens[0] <= state.tokens[1] <= state.tokens[2]
    >>> deepen.solve(Swap({"tokens": [2, 1, 0]})).states[-1]
    State(tokens=[0, 1, 2])
    """

    def __init__(self, shape: Size | tuple[Size, Size], items: _NumberField[Item]) -> None:
        self.shape = shape if isinstance(shape, tuple) else (shape,)
        self.of: _NumberField[Item] = items
        given: Any = items
        if not isinstance(given, _NumberField) or len(self.shape) > 2:
            raise RuleError(
                "an Array has one or two sizes, and its items are an Integer, a Cell or a Boolean",
                hint="Such as `deepen.Array(16, deepen.Integer(max=15))`.",
            )

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.of.name = name

    def sized(self, sizes: Sizes) -> SizedField:
        """The field with its sizes known."""
        shape = tuple(sizes.size(self, size) for size in self.shape)
        return SizedField(self.name, "array", self.of.items(sizes), shape)

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type) -> ArrayView[Item]: ...
    def __get__(self, state: State | None, owner: type) -> Any:
        return self if state is None else ArrayView(state, state._layout.places[self.name])

    def __set__(self, state: State, value: Rows[Item]) -> None:
        state._assign(self.name, value)


class Sizes:
    """The constants of a board, where fields look up their sizes."""

    def __init__(self, owner: str, constants: Mapping[str, Any]) -> None:
        self.owner, self.constants = owner, constants

    def number(self, field: Field, size: Size) -> int:
        """A number that is given or named."""
        value = size
        if isinstance(size, str):
            if size not in self.constants:
                raise InputError(
                    f"the board of {self.owner} has no constant {size!r}, which {field.where} needs"
                )
            value = self.constants[size]
        if not is_integer(value):
            raise self.wrong(field, f"needs an integer, not {shown(value)}")
        return int(value)

    def size(self, field: Field, size: Size) -> int:
        """A number of cells or items: 1 or more."""
        found = self.number(field, size)
        if found < 1:
            raise self.wrong(field, f"has the size {found}")
        return found

    def wrong(self, field: Field, what: str) -> RuleError:
        return RuleError(f"{self.owner}.{field.where} {what}")


def sized_actions(
    owner: str, declared: Sequence[Any] | None, constants: Mapping[str, Any]
) -> ActionLayout | None:
    """What a class declares of its actions, on a board with these constants."""
    if declared is None:
        return None
    if isinstance(declared[0], str):
        return NamedActions(tuple(declared))
    sizes = Sizes(owner, constants)
    layout = TupleActions(tuple(part.items(sizes) for part in declared))
    if layout.count > MOST_ACTIONS:
        raise RuleError(
            f"{owner}.actions are {layout.count:,} different ones; there can be {MOST_ACTIONS:,}"
        )
    return layout


def check_actions(owner: str, declared: Any) -> None:
    """Raises a sentence where `actions` declares nothing that could be."""
    if isinstance(declared, (tuple, list)) and declared:
        if all(isinstance(name, str) for name in declared):
            if len(set(declared)) == len(declared):
                return
            raise RuleError(f"{owner}.actions names an action twice")
        if all(isinstance(part, _NumberField) for part in declared):
            return
    raise RuleError(
        f"{owner}.actions is {shown(declared)}",
        hint='Names, `actions = ("up", "down")`, or the parts of an action, '
        "`actions = (deepen.Cell(64), deepen.Cell(64))`.",
    )


class State:
    """The base of what a class of rules declares as `class State`: fields by name.

    States that users see are of this class: the start of a puzzle, `solution.states`.

    >>> import deepen
    >>> class Lamp(deepen.Puzzle):
    ...     class State(deepen.State):
    ...         lit = deepen.CellSet(4)
    ...     def successors(board, state):
    ...         yield 0, state
    ...     def is_goal(board, state):
    ...         return len(state.lit) == 4
    >>> lamp = Lamp({"lit": {0, 3}})
    >>> lamp.start, 3 in lamp.start.lit, lamp.start.as_dict()
    (State(lit={0, 3}), True, {'lit': [0, 3]})
    """

    fields: ClassVar[Mapping[str, Field]] = {}
    _words: list[int]
    _layout: StateLayout
    _number: Callable[[int], Any]
    _truth: Callable[[int], Any]
    _constant: bool

    __slots__ = ("_constant", "_layout", "_number", "_truth", "_words")

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name in own:
            if name.startswith("_") or hasattr(State, name):
                raise RuleError(f"a field of a state cannot be called {name!r}")
        for name, value in vars(cls).items():
            if not name.startswith("_") and _is_plain(value):
                raise RuleError(
                    f"{_named(cls)}.{name} is {shown(value)}, and no field",
                    hint="Write what it can be, such as `deepen.Integer(max=9)`, and its value "
                    "into the start; a constant belongs onto the board, or above the class.",
                )
        cls.fields = {**cls.fields, **own}

    if not TYPE_CHECKING:  # to type checkers, a state takes no arguments

        def __init__(self, *given: Any, **named: Any) -> None:
            raise FieldTypeError(STATE_IS_COPIED)

    @classmethod
    def of_words(
        cls,
        layout: StateLayout,
        words: Iterable[int],
        numbers: Any = (int, bool),
        *,
        constant: bool = True,
    ) -> Self:
        """A state of these unsigned words; `numbers` makes what is read of it."""
        state, put = object.__new__(cls), object.__setattr__  # our own names need no check
        put(state, "_layout", layout)
        put(state, "_words", list(words))
        put(state, "_constant", constant)
        put(state, "_number", numbers[0])
        put(state, "_truth", numbers[1])
        return state

    @classmethod
    def sized(
        cls, owner: str, constants: Mapping[str, Any], with_player: bool = False
    ) -> StateLayout:
        """Where the fields lie, on a board with these constants."""
        sizes = Sizes(owner, constants)
        layout = StateLayout((field.sized(sizes) for field in cls.fields.values()), with_player)
        if layout.words > _WORDS:
            raise RuleError(
                f"the fields of {owner}.State take {layout.words} words of 64 bits; states have at "
                f"most {_WORDS}"
            )
        return layout

    @classmethod
    def of_values(cls, layout: StateLayout, values: Mapping[str, Any]) -> Self:
        """A state with a value for each field."""
        state = cls.of_words(layout, [0] * layout.words, constant=False)
        for name in layout.places:
            if name not in values:
                raise InputError(f"the start state has no value for '{name}'")
        for name, value in values.items():
            if name not in layout.places:
                known = ", ".join(layout.places)
                raise InputError(f"the start state has '{name}', and State declares {known}")
            try:
                state._assign(name, value)
            except OF_FIELDS as error:
                raise InputError(f"in the start state, {error}") from None
            except TypeError:
                raise InputError(
                    f"in the start state, the field '{name}' cannot be set to {shown(value)}"
                ) from None
        state._constant = True
        return state

    @property
    def words(self) -> tuple[int, ...]:
        """As the engine has it, unsigned words of 64 bits."""
        return tuple(self._words)

    def is_like(self, layout: StateLayout) -> bool:
        """Whether its fields lie where this layout says."""
        return self._layout is layout or self._layout.text == layout.text

    def with_player(self, player: int) -> Self:
        """The same fields with that player to move, if the rules see who moves."""
        turn = self._layout.player
        words = self._words if turn is None else turn.put(self._words, player)
        return self.of_words(self._layout, words, (self._number, self._truth))

    def copy(self) -> Self:
        """A state with the same fields, to be changed."""
        numbers = self._number, self._truth
        return self.of_words(self._layout, self._words, numbers, constant=False)

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain numbers and lists, such as JSON takes."""
        return {name: self._plain(name) for name in self._layout.places}

    if not TYPE_CHECKING:  # to type checkers, a name that is no field is none

        def __setattr__(self, name: str, value: Any) -> None:
            if name not in type(self).fields and name not in State.__slots__:
                raise AttributeError(no_field(name, type(self).fields))
            super().__setattr__(name, value)

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(no_field(name, type(self).fields))

    def __eq__(self, other: object) -> bool:
        return self._compared(other, lambda a, b: a == b)

    def __lt__(self, other: object) -> bool:
        return self._compared(other, lambda a, b: a < b)

    def __hash__(self) -> int:
        return hash(tuple(self._words))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._layout.places)
        return f"State({fields})"

    def _compared(self, other: object, compare: Callable[[list[int], list[int]], bool]) -> bool:
        if not isinstance(other, State) or other._layout.text != self._layout.text:
            return NotImplemented  # type: ignore[no-any-return]
        found: bool = self._truth(compare(self._words, other._words))
        return found

    def _shown(self, place: Place, index: int = 0) -> Any:
        make = self._truth if place.items.is_truth else self._number
        return make(place.read(self._words, index))

    def _plain(self, name: str) -> Any:
        value = getattr(self, name)
        if isinstance(value, SetView):
            return [int(cell) for cell in value]
        return value.tolist() if isinstance(value, ArrayView) else value

    def _writable(self) -> list[int]:
        if self._constant:
            is_in_rule = self._number is not int
            raise TypeError(STATE_IS_CONSTANT if is_in_rule else ANSWER_IS_CONSTANT)
        return self._words

    def _assign(self, name: str, value: Any) -> None:
        place = self._layout.places[name]
        if place.kind == "number":
            found = number(value, place)
            place.write(self._writable(), found)
        else:
            view = getattr(self, name)
            assert isinstance(view, View)
            view._assign(value)  # type: ignore[attr-defined]


def _is_plain(value: Any) -> bool:
    """Whether it is meant as a field: a value or a type, no method and no class of one's own."""
    if isinstance(value, type):
        return issubclass(value, Field) or value.__module__ == "builtins"
    return not callable(value) and not hasattr(value, "__get__")


def _named(cls: type) -> str:
    """A class in a class as users name it: `Sokoban.State`."""
    return cls.__qualname__.rpartition("<locals>.")[2]
