"""Random layouts of states, random programs over them, and what a plain-Python model makes of both.

The model knows nothing of words: a number is an int, an array a list, a set of cells a set.
Whatever a field cannot hold is a `ValueError` of its own.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import deepen
from deepen.state import Field

WORDS = 8


# Layouts


@dataclass(frozen=True)
class Drawn:
    """A field as it was drawn: `kind` is number, truth, array, grid or set."""

    name: str
    kind: str
    low: int
    high: int
    shape: tuple[int, ...] = ()

    def declared(self) -> Field:
        match self.kind:
            case "truth":
                return deepen.Boolean()
            case "set":
                return deepen.CellSet(self.shape[0])
            case "number" if self.low == 0 and self.name.endswith("1"):
                return deepen.Cell(self.high + 1)
            case "number":
                return deepen.Integer(min=self.low, max=self.high)
        items = deepen.Integer(min=self.low, max=self.high)
        shape: Any = self.shape if self.kind == "grid" else self.shape[0]
        return deepen.Array(shape, items)

    def random(self, chance: Random) -> Any:
        match self.kind:
            case "truth":
                return chance.random() < 0.5
            case "number":
                return self._item(chance)
            case "set":
                return {cell for cell in range(self.shape[0]) if chance.random() < 0.4}
            case "array":
                return [self._item(chance) for _ in range(self.shape[0])]
        return [[self._item(chance) for _ in range(self.shape[1])] for _ in range(self.shape[0])]

    def _item(self, chance: Random) -> int:
        return chance.choice([self.low, self.high, chance.randint(self.low, self.high)])


def draw_layout(chance: Random) -> list[Drawn]:
    """One to seven fields that fit into the words of a state."""
    while True:
        fields = [_draw_field(chance, i) for i in range(chance.randint(1, 7))]
        try:
            state_class(fields).sized("Random", {})
        except deepen.RuleError:  # too large
            continue
        return fields


def _draw_field(chance: Random, i: int) -> Drawn:
    kind = chance.choice(["number", "number", "truth", "array", "array", "grid", "set", "set"])
    low = chance.choice([0, 0, 0, -1, -7, 3, -(1 << 40), -(1 << 63)])
    span = chance.choice([0, 1, 2, 6, 7, 15, 20, 63, 255, 1 << 33, (1 << 63) - 1])
    high = min(low + span, (1 << 63) - 1)
    count = chance.choice([1, 2, 3, 5, 7, 16, 21])
    match kind:
        case "truth":
            return Drawn(f"f{i}", kind, 0, 1)
        case "number":
            return Drawn(f"f{i}", kind, low, high)
        case "set":
            return Drawn(f"f{i}", kind, 0, 1, (chance.choice([1, 5, 31, 63, 64, 65, 100, 130]),))
        case "array":
            return Drawn(f"f{i}", kind, low, high, (count,))
    return Drawn(f"f{i}", "grid", low, high, (chance.randint(1, 3), chance.randint(1, 4)))


def state_class(fields: list[Drawn]) -> type[deepen.State]:
    return type("State", (deepen.State,), {field.name: field.declared() for field in fields})


# The model


class ModelState:
    """A state of plain Python values."""

    _fields: list[Drawn]
    _constant: bool

    def __init__(self, fields: list[Drawn], values: dict[str, Any], constant: bool = True) -> None:
        self.__dict__.update(_fields=fields, _constant=False)
        for field in fields:
            self.__dict__[field.name] = _model_of(self, field, values[field.name])
        self.__dict__["_constant"] = constant

    def copy(self) -> ModelState:
        return ModelState(self._fields, self.values(), constant=False)

    def values(self) -> dict[str, Any]:
        return {field.name: _plain(self.__dict__[field.name]) for field in self._fields}

    def check(self) -> None:
        if self._constant:
            raise TypeError("constant")

    def __setattr__(self, name: str, value: Any) -> None:
        self.check()
        field = next(field for field in self._fields if field.name == name)
        if field.shape:
            self.__dict__[name].assign(value)
        else:
            self.__dict__[name] = _checked(field, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ModelState) and self.values() == other.values()

    __hash__ = None  # type: ignore[assignment]


def _checked(field: Drawn, value: Any) -> Any:
    if field.kind == "truth":
        return bool(value)
    if not field.low <= value <= field.high:
        raise ValueError(value)
    return int(value)


def _model_of(owner: ModelState, field: Drawn, value: Any) -> Any:
    match field.kind:
        case "set":
            return ModelSet(owner, field, value)
        case "array":
            return ModelArray(owner, field, value)
        case "grid":
            return ModelArray(owner, field, [item for row in value for item in row])
    return _checked(field, value)


def _plain(value: Any) -> Any:
    return value.plain() if isinstance(value, (ModelArray, ModelSet)) else value


class ModelArray:
    def __init__(self, owner: ModelState, field: Drawn, values: list[int]) -> None:
        self.owner, self.field = owner, field
        self.items = [_checked(field, value) for value in values]

    def _flat(self, index: Any) -> int:
        if self.field.kind == "array":
            return int(range(len(self.items))[index])
        rows, columns = self.field.shape
        return int(range(rows)[index[0]] * columns + range(columns)[index[1]])

    def __getitem__(self, index: Any) -> int:
        return int(self.items[self._flat(index)])

    def __setitem__(self, index: Any, value: int) -> None:
        self.owner.check()
        self.items[self._flat(index)] = _checked(self.field, value)

    def assign(self, values: Any) -> None:
        self.owner.check()
        items = values.items if isinstance(values, ModelArray) else list(values)
        assert len(items) == len(self.items)
        self.items = [_checked(self.field, value) for value in items]

    def index(self, value: int) -> Any:
        flat = self.items.index(value)
        return flat if self.field.kind == "array" else divmod(flat, self.field.shape[1])

    def count(self, value: int) -> int:
        return self.items.count(value)

    def __contains__(self, value: object) -> bool:
        return value in self.items

    def __len__(self) -> int:
        return self.field.shape[0]

    def __iter__(self) -> Iterator[int]:
        return (self.items[i] for i in range(len(self.items)))

    def plain(self) -> list[Any]:
        if self.field.kind == "array":
            return list(self.items)
        columns = self.field.shape[1]
        return [self.items[i : i + columns] for i in range(0, len(self.items), columns)]


class ModelSet:
    def __init__(self, owner: ModelState, field: Drawn, cells: Any) -> None:
        self.owner, self.field, self.cells = owner, field, set(cells)

    def _check(self, cell: int) -> None:
        self.owner.check()
        if not 0 <= cell < self.field.shape[0]:
            raise ValueError(cell)

    def add(self, cell: int) -> None:
        self._check(cell)
        self.cells.add(cell)

    def remove(self, cell: int) -> None:
        self.owner.check()
        self.cells.remove(cell)

    def discard(self, cell: int) -> None:
        self.owner.check()
        self.cells.discard(cell)

    def clear(self) -> None:
        self.owner.check()
        self.cells.clear()

    def assign(self, cells: Any) -> None:
        new = set(cells)
        for cell in new:
            self._check(cell)
        self.owner.check()
        self.cells = new

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self.cells))

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def __len__(self) -> int:
        return len(self.cells)

    def isdisjoint(self, other: Any) -> bool:
        return self.cells.isdisjoint(set(other))

    def plain(self) -> list[int]:
        return sorted(self.cells)


def _combined(name: str) -> Callable[[ModelSet, Any], FrozenModel]:
    return lambda ours, other: FrozenModel(getattr(set(ours), name)(set(other)))


def _combined_in_place(name: str) -> Callable[[ModelSet, Any], ModelSet]:
    def change(ours: ModelSet, other: Any) -> ModelSet:
        ours.assign(getattr(set(ours), name)(set(other)))
        return ours

    return change


class FrozenModel(frozenset[int]):
    """What operators make of sets, in order."""

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(frozenset.__iter__(self)))


for _name in ("or", "and", "xor", "sub"):
    setattr(ModelSet, f"__{_name}__", _combined(f"__{_name}__"))
    setattr(FrozenModel, f"__{_name}__", _combined(f"__{_name}__"))
    setattr(ModelSet, f"__i{_name}__", _combined_in_place(f"__{_name}__"))
for _name in ("le", "lt", "ge", "gt", "eq", "ne"):

    def _compared(name: str) -> Any:
        return lambda ours, other: getattr(set(ours), name)(set(other))

    setattr(ModelSet, f"__{_name}__", _compared(f"__{_name}__"))
    setattr(FrozenModel, f"__{_name}__", _compared(f"__{_name}__"))


# Programs


class Programmer:
    """Writes the body of a rule: copies, assignments, branches, loops, yields.

    Args:
        chance: decides.
        fields: of the states.
        suffix: of the names that it makes.
        keeps: whether copies may be kept from turn to turn.
        comprehends: whether it writes comprehensions and sets of Python's; then every index fits,
            since a value that cannot be read and is never used goes unseen in compiled functions
            that have them.
    """

    def __init__(
        self,
        chance: Random,
        fields: list[Drawn],
        suffix: str = "",
        keeps: bool = False,
        comprehends: bool = False,
    ) -> None:
        self.chance, self.fields, self.suffix, self.keeps = chance, fields, suffix, keeps
        self.comprehends = comprehends
        self.states, self.numbers, self.made, self.deep = ["state"], ["1"], 0, 0
        self.changeable: list[str] = []
        self.lines: list[str] = []

    def program(self, indent: int = 1) -> str:
        """Its lines, so far to the right."""
        self._copy(indent)
        for _ in range(self.chance.randint(2, 6)):
            self._statement(indent, depth=0)
        self._line(indent, f"yield 0, {self.chance.choice(self.changeable)}")
        return "\n".join(self.lines)

    def _line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def _new(self, prefix: str) -> str:
        self.made += 1
        return f"{prefix}{self.made}{self.suffix}"

    def _copy(self, indent: int) -> None:
        name = self._new("child")
        self._line(indent, f"{name} = {self.chance.choice(self.states)}.copy()")
        self.states.append(name)
        self.changeable.append(name)

    def _statement(self, indent: int, depth: int) -> None:
        kinds = ["assign"] * 6 + ["number", "number", "copy", "alias"]
        kinds += ["if", "for"] if depth < 2 else []
        kinds += ["each"] if depth == 0 else []
        kinds += ["yield"] if depth < 2 else []
        kind = self.chance.choice(kinds)
        match kind:
            case "assign":
                self._assign(indent)
            case "number":
                name = self._new("n")
                self._line(indent, f"{name} = {self._number()}")
                self.numbers.append(name)
            case "yield":
                self._line(indent, f"yield {self._small(7)}, {self.chance.choice(self.states)}")
            case "copy":
                self._copy(indent)
            case "alias":
                name = self._new("other")
                self._line(indent, f"{name} = {self.chance.choice(self.changeable)}")
                self.states.append(name)
                self.changeable.append(name)
            case _:
                self._block(indent, depth, kind)

    def _block(self, indent: int, depth: int, kind: str) -> None:
        """What is made inside is not known after it."""
        kept = list(self.states), list(self.numbers), list(self.changeable)
        match kind:
            case "if":
                self._line(indent, f"if {self._truth()}:")
            case "for":
                name = self._new("i")
                self._line(indent, f"for {name} in range({self.chance.randint(0, 3)}):")
                self.numbers.append(name)
            case "each":
                name = self._new("v")
                many = self._many()
                self._line(indent, f"for {name} in {many}:" if many else "if True:")
                self.numbers += [name] if many else []
        before = list(self.changeable)
        if self.keeps:
            self._copy(indent + 1)
        for _ in range(self.chance.randint(1, 3)):
            self._statement(indent + 1, depth + 1)
        if self.keeps and self.chance.random() < 0.5:
            self._line(indent + 1, f"{before[0]} = {self.changeable[-1]}")
        self.states, self.numbers, self.changeable = kept

    def _field(self, *kinds: str) -> Drawn | None:
        fitting = [field for field in self.fields if field.kind in kinds]
        return self.chance.choice(fitting) if fitting else None

    def _many(self) -> str:
        field = self._field("array", "set")
        if field is None:
            return ""
        return f"{self.chance.choice(self.states)}.{field.name}"

    def _assign(self, indent: int) -> None:
        state = self.chance.choice(self.changeable)
        field = self.chance.choice(self.fields)
        place = f"{state}.{field.name}"
        match field.kind:
            case "truth":
                self._line(indent, f"{place} = {self._truth()}")
            case "number":
                self._line(indent, f"{place} = {self._fitting(field)}")
            case "set":
                self._change_set(indent, place, field)
            case "array" if self.chance.random() < 0.15:
                source = self.chance.choice(self.states)
                self._line(indent, f"{place} = {source}.{field.name}")
            case _:
                place = f"{place}[{self._index(field)}]"
                if self.chance.random() < 0.1:
                    self._line(indent, f"{place} += {self.chance.choice(['1', '0', '-1'])}")
                else:
                    self._line(indent, f"{place} = {self._fitting(field)}")

    def _change_set(self, indent: int, place: str, field: Drawn) -> None:
        cell = self._small(field.shape[0])
        if self.chance.random() < 0.03:
            cell = f"{field.shape[0]} + {cell}"
        match self.chance.choice(["add", "add", "discard", "remove", "clear", "in place", "whole"]):
            case "in place":
                sign = self.chance.choice(["|", "&", "^", "-"])
                self._line(indent, f"{place} {sign}= {self._set(field)}")
            case "whole":
                self._line(indent, f"{place} = {self._set(field)}")
            case "clear":
                self._line(indent, f"{place}.clear()")
            case "remove":
                self._line(indent, f"if {cell} in {place}:")
                self._line(indent + 1, f"{place}.remove({cell})")
            case method:
                self._line(indent, f"{place}.{method}({cell})")

    def _set(self, like: Drawn) -> str:
        same = [f for f in self.fields if f.kind == "set" and f.shape[0] <= like.shape[0]]
        one, two = (
            f"{self.chance.choice(self.states)}.{self.chance.choice(same).name}" for _ in range(2)
        )
        sign = self.chance.choice(["|", "&", "^", "-"])
        if self.comprehends and self.chance.random() < 0.3:
            cells = ", ".join(self._small(like.shape[0]) for _ in range(2))
            two = self.chance.choice([f"{{{cells}}}", "set()", f"set([{cells}])"])
        return self.chance.choice([one, f"({one} {sign} {two})"])

    def _index(self, field: Drawn) -> str:
        sizes = [self._small(size) for size in field.shape]
        if self.chance.random() < 0.1:
            sizes[0] = f"{sizes[0]} - {field.shape[0]}"
        if self.chance.random() < 0.02 and not self.comprehends:
            sizes[0] = f"{sizes[0]} + {field.shape[0]}"
        return ", ".join(sizes)

    def _small(self, size: int) -> str:
        """A number from 0 to one less than that."""
        if self.chance.random() < 0.4:
            return str(self.chance.randrange(size))
        return f"{self._number()} % {size}"

    def _fitting(self, field: Drawn) -> str:
        """A number that the field can hold, mostly."""
        if self.chance.random() < 0.05:
            return self._number()
        span = field.high - field.low + 1
        if span >= 1 << 63 or self.chance.random() < 0.3:
            return str(self.chance.choice([field.low, field.high]))
        return f"({self._number()} % {span} + {field.low})"

    def _number(self) -> str:
        if self.deep > 2:
            return self.chance.choice(self.numbers)
        self.deep += 1
        found = self._any_number()
        self.deep -= 1
        return found

    def _any_number(self) -> str:
        state = self.chance.choice(self.states)
        options = [self.chance.choice(self.numbers), str(self.chance.randint(-3, 9))]
        number, array = self._field("number"), self._field("array")
        grid, cells = self._field("grid"), self._field("set")
        if number:
            options += [f"{state}.{number.name}"] * 2
        if array:
            many = f"{state}.{array.name}"
            options += [f"{many}[{self._index(array)}]", f"{many}.count({self._item(array)})"]
            folds = ["min", "max"] + ["sum"] * (max(-array.low, array.high) < 1 << 40)
            options += [f"{self.chance.choice(folds)}({many})"]
            options += [
                f"({many}.index({self._item(array)}) if {self._item(array)} in {many} else 7)"
            ]
        if grid:
            options += [f"{state}.{grid.name}[{self._index(grid)}]"]
        if cells:
            options += [f"len({state}.{cells.name})", f"len({self._set(cells)})"]
        if self.comprehends and array:
            options += [f"sum([x % 7 for x in {state}.{array.name}])"] * 2
        if self.comprehends and cells:
            options += [f"len([x for x in {state}.{cells.name} if x % 3 == 1])"] * 2
        found = self.chance.choice(options)
        if self.chance.random() < 0.2:
            found = f"({found} % 100 + {self.chance.choice(self.numbers)} % 50)"
        return found

    def _item(self, field: Drawn) -> str:
        return str(self.chance.choice([field.low, field.high]))

    def _truth(self) -> str:
        state, other = (self.chance.choice(self.states) for _ in range(2))
        options = [f"{state} == {other}", f"{self._number()} < {self._number()}"]
        truth, cells, array = self._field("truth"), self._field("set"), self._field("array")
        if truth:
            options += [f"{state}.{truth.name}", f"not {state}.{truth.name}"]
        if cells:
            one = f"{state}.{cells.name}"
            options += [f"{self._small(cells.shape[0])} in {one}", f"{one} <= {other}.{cells.name}"]
            options += [f"{one} == {self._set(cells)}", f"{one}.isdisjoint({other}.{cells.name})"]
        if array:
            options += [
                f"{self._item(array)} in {state}.{array.name}",
                f"any({state}.{array.name})",
            ]
        return self.chance.choice(options)


def run_model(function: Any, board: Any, fields: list[Drawn], values: dict[str, Any]) -> list[Any]:
    """What a program yields: each action with the fields of its state; an exception ends it."""
    found: list[Any] = []
    state = ModelState(fields, copy.deepcopy(values))
    try:
        for action, child in function(board, state):
            if action < 0:
                raise ValueError(action)
            found.append((action, child.values()))
    except (ValueError, IndexError, KeyError, TypeError):
        return ["an exception"]
    return found
