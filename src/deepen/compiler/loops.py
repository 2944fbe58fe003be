"""Loops that may not end, and functions that may call themselves too often. Imports Numba."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, ir, ir_utils
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import register_pass
from numba.extending import intrinsic

from deepen import rules
from deepen.compiler.field_types import CellsIteratorType
from deepen.compiler.guards import (
    HAS_STACK,
    MAY_GO_ON,
    RECURSIVE,
    Guard,
    Writer,
    ask,
    some_variable,
)
from deepen.compiler.index_loops import IndexIteratorType

_I64 = llvm.IntType(64)
_TURNS = 256  # of a loop, between two questions
_SHORT = 64  # a loop of so many turns that is known to end needs none
_DEEP = 4  # but not if so many are nested in each other


def _count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """One turn of a loop: how many are left until the next question."""
    left = cgutils.alloca_once(builder, _I64)
    builder.store(builder.sub(arguments[0], llvm.Constant(_I64, 1)), left)
    is_over = builder.icmp_signed("==", builder.load(left), llvm.Constant(_I64, 0))
    with cgutils.if_unlikely(builder, is_over):
        ask(context, builder, MAY_GO_ON, RuntimeError, "does not end")
        builder.store(llvm.Constant(_I64, _TURNS), left)
    return builder.load(left)


def _count_nothing(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return arguments[0]


@intrinsic
def turn(context: Any, left: Any) -> Any:
    """A turn of a `while`."""
    return types.int64(types.int64), _count


@intrinsic
def turn_over(context: Any, left: Any, iterator: Any) -> Any:
    """A turn of a loop over something: not counted if its type says that there is little of it."""
    generate = _count_nothing if _has_few_items(iterator) else _count
    return types.int64(types.int64, iterator), generate


def _has_few_items(iterator: Any) -> bool:
    if isinstance(iterator, types.EnumerateType):
        return _has_few_items(iterator.source_type)
    if isinstance(iterator, IndexIteratorType):
        return bool(iterator.source.length <= _SHORT)
    return isinstance(iterator, CellsIteratorType) and iterator.spans == 1


@intrinsic
def portion(context: Any, numbers: Any, rest: Any) -> Any:
    """Lets a long range end after some turns and asks; gives what is left to be taken up then."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers, before = arguments
        place = context.make_helper(builder, signature.args[0], value=numbers).count
        turns = builder.load(place)
        kind = turns.type  # of 32 bits or 64
        turns = builder.add(builder.sext(turns, _I64), before)
        rest = cgutils.alloca_once_value(builder, llvm.Constant(_I64, 0))
        builder.store(builder.trunc(turns, kind), place)
        builder.store(llvm.Constant(_I64, 0), rest)
        is_long = builder.icmp_unsigned(">", turns, llvm.Constant(_I64, _SHORT))
        with cgutils.if_unlikely(builder, is_long):
            ask(context, builder, MAY_GO_ON, RuntimeError, "does not end")
            most = llvm.Constant(_I64, _TURNS)
            with builder.if_then(builder.icmp_unsigned(">", turns, most)):
                builder.store(builder.trunc(most, kind), place)
                builder.store(builder.sub(turns, most), rest)
        return builder.load(rest)

    return types.int64(numbers, types.int64), generate


@intrinsic
def descend(context: Any) -> Any:
    """One call of a function that can come to call itself."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        ask(context, builder, HAS_STACK, RecursionError, "the stack is used up")
        return context.get_dummy_value()

    return types.void(), generate


@register_pass(mutates_CFG=True, analysis_only=False)
class Loops(Guard):
    """Lets loops ask whether to go on, and functions that call themselves whether they may.

    A loop over a range asks when it turns out to be long, and then after every few hundred turns;
    other loops count every turn. Nothing is added to those that end soon by their form: over a
    short range of literals, a tuple, `bits`; and `while` a word is not 0 that loses its lowest bit
    in every turn. Nor is anything left, once types are known, of those over a small field.
    """

    _name = "deepen_loops"

    def change(self, function: Any, source: Any) -> bool:
        if getattr(source, "__module__", "") == rules.__name__:
            return False
        first = function.blocks[min(function.blocks)]
        writer = Writer(some_variable(function))
        added = []
        if getattr(source, RECURSIVE, False):
            added += writer.call(writer.variable("nothing"), descend)
        loops = [loop for loop in _loops(function) if not loop.ends_soon()]
        if loops:
            left = writer.variable("turns_left")
            added.append(writer.constant(left, _TURNS))
            for loop in loops:
                loop.count(left)
        after = 1 + max((i for i, line in enumerate(first.body) if _is_argument(line)), default=-1)
        first.body[after:after] = added
        return bool(added)


def _loops(function: Any) -> list[_Loop]:
    graph = compute_cfg_from_blocks(function.blocks)
    return [_Loop(function, graph, loop) for loop in graph.loops().values()]


class _Loop:
    """One loop of a function in Numba's form."""

    def __init__(self, function: Any, graph: Any, loop: Any) -> None:
        self.function, self.graph, self.loop = function, graph, loop
        self.header = function.blocks[loop.header]
        self.is_deep = _height(graph, loop) >= _DEEP

    def ends_soon(self) -> bool:
        """Whether its form says that it has few turns."""
        if self.is_deep:
            return False
        iterator = self._iterator()
        if iterator is not None:
            return self._is_short(iterator.value)
        return self._clears_bits()

    def count(self, left: Any) -> None:
        """Adds what asks now and then whether to go on."""
        iterator = self._iterator()
        writer = Writer(left)
        if self.is_deep:  # a turn may take long
            last = writer.variable("last_turn")
            asked = [writer.constant(last, 1), *writer.call(last, turn, last)]
            self.header.body[:0] = asked
        elif iterator is not None and self._range(iterator.value) is not None:
            self._take_in_portions(iterator)
        elif iterator is not None:
            self.header.body[:0] = writer.call(left, turn_over, left, self._taken().value)
        else:
            self.header.body[:0] = writer.call(left, turn, left)

    def _iterator(self) -> Any:
        """The `getiter` of a loop over something."""
        taken = self._taken()
        if taken is not None:
            iterator = self._meaning(taken.value)
            while isinstance(iterator, ir.Var):
                iterator = self._meaning(iterator)
            if getattr(iterator, "op", "") == "getiter":
                return iterator
        return None

    def _taken(self) -> Any:
        """Where it takes the next item."""
        return next(iter(self.header.find_exprs("iternext")), None)

    def _is_short(self, variable: Any) -> bool:
        values = self._meaning(variable)
        if isinstance(values, (ir.Const, ir.Global, ir.FreeVar)):
            return isinstance(values.value, tuple)
        if getattr(values, "op", "") == "build_tuple":
            return True
        if getattr(values, "op", "") != "call":
            return False
        called = self._constant(values.func)
        if getattr(getattr(called, "py_func", called), "__code__", None) is rules.bits.__code__:
            return True
        limits = self._range(variable)
        if limits is None or not all(isinstance(limit, int) for limit in limits):
            return False
        return 0 not in limits[2:] and len(range(*limits)) <= _SHORT

    def _range(self, variable: Any) -> list[Any] | None:
        """The limits of a range, None for those that are not literals; None if it is no range."""
        values = self._meaning(variable)
        if getattr(values, "op", "") != "call" or self._constant(values.func) is not range:
            return None
        return [self._constant(limit) for limit in values.args]

    def _take_in_portions(self, iterator: Any) -> None:
        """Where a part of the range ends goes on with the next: so nothing is done in a turn."""
        blocks = self.function.blocks
        source, place = next(
            (block, i)
            for block in blocks.values()
            for i, line in enumerate(block.body)
            if isinstance(line, ir.Assign) and line.value is iterator
        )
        numbers = source.body[place].target
        writer = Writer(numbers)
        rest, is_more = map(writer.variable, ("rest", "is_more"))
        source.body[place + 1 : place + 1] = [
            writer.constant(rest, 0),
            *writer.call(rest, portion, numbers, rest),
        ]
        at_end, go_on = max(blocks) + 1, max(blocks) + 2
        branch = self.header.body[-1]
        blocks[at_end] = writer.block(
            *writer.call(is_more, bool, rest),
            ir.Branch(is_more, go_on, branch.falsebr, writer.place),
        )
        blocks[go_on] = writer.block(
            *writer.call(rest, portion, numbers, rest),
            ir.Jump(self.loop.header, writer.place),
        )
        branch.falsebr = at_end

    def _clears_bits(self) -> bool:
        """Whether each turn takes the lowest bit of a word, and the loop ends when it is 0."""
        always = [
            label
            for label in self.loop.body
            if all(label in self.graph.dominators()[latch] for latch in self._latches())
        ]
        words = {word for label in always for word in self._watched(label)}
        return any(self._only_loses_bits(word, always) for word in words)

    def _latches(self) -> list[int]:
        came_from = (source for source, _ in self.graph.predecessors(self.loop.header))
        return [source for source in came_from if source in self.loop.body]

    def _watched(self, label: int) -> Iterator[str]:
        """The word that a block compares with 0, to leave the loop if it is."""
        end = self.function.blocks[label].body[-1]
        if not isinstance(end, ir.Branch) or end.falsebr in self.loop.body:
            return
        truth = self._meaning(end.cond)
        if getattr(truth, "op", "") != "call":  # of bool
            return
        compared = self._meaning(truth.args[0])
        if not self._is_operator(compared, "ne"):
            yield truth.args[0].name
        elif self._constant(compared.rhs) == 0:
            yield compared.lhs.name

    def _only_loses_bits(self, word: str, always: list[int]) -> bool:
        loses = {
            label: [
                self._loses_lowest(line)
                for line in self.function.blocks[label].body
                if isinstance(line, ir.Assign) and line.target.name == word
            ]
            for label in self.loop.body
        }
        return all(map(all, loses.values())) and any(loses[label] for label in always)

    def _loses_lowest(self, line: Any) -> bool:
        """Whether a line comes from `word &= word - 1`."""
        both = self._meaning(line.value) if isinstance(line.value, ir.Var) else line.value
        if not self._is_operator(both, "iand", "and_") or both.lhs.name != line.target.name:
            return False
        less = self._meaning(both.rhs)
        is_less = self._is_operator(less, "sub") and less.lhs.name == line.target.name
        is_now = both.rhs.name.startswith("$")  # no variable: computed in the same expression
        return is_less and is_now and self._constant(less.rhs) == 1

    def _is_operator(self, value: Any, *names: str) -> bool:
        is_one = getattr(value, "op", "") in ("binop", "inplace_binop")
        return is_one and value.fn.__name__ in names

    def _meaning(self, variable: Any) -> Any:
        return ir_utils.guard(ir_utils.get_definition, self.function, variable)

    def _constant(self, variable: Any) -> Any:
        return ir_utils.guard(ir_utils.find_const, self.function, variable)


def _height(graph: Any, loop: Any) -> int:
    """How many loops are nested in each other, this one the outermost."""
    inner = [
        other
        for other in graph.loops().values()
        if other.header in loop.body and other.header != loop.header
    ]
    return 1 + max((_height(graph, other) for other in inner), default=0)


def _is_argument(line: Any) -> bool:
    return isinstance(line, ir.Assign) and isinstance(line.value, ir.Arg)
