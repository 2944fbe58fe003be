"""Compiles rules with Numba. The only module, with `compiler.numba_support`, that imports it.

Around the user's rule goes a small function of ours that speaks the engine's language: it reads the
state, runs the rule, checks every value and stores the successors, never past the room it is given.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import replace
from types import CellType, FunctionType
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from llvmlite import binding
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

from deepen.compiler import abi
from deepen.compiler.cache import Code, target_machine
from deepen.compiler.fingerprint import is_library, names_in
from deepen.compiler.guards import ASKERS, RECURSIVE
from deepen.compiler.integers import as_signed, is_number, wrapping_arithmetic
from deepen.compiler.numba_promises import UNRESOLVED, check_entry, check_numba, check_symbols
from deepen.compiler.numba_support import (
    EMIT,
    NATIVE_HELPERS,
    BoardType,
    Place,
    RuleCompiler,
    board_maker,
    load,
    load_pointer,
    move_writer,
    new_sink,
    sink_of,
    state_copier,
    state_reader,
    state_writer,
    store,
    successor_writer,
    whole_state_maker,
)
from deepen.compiler.unit_costs import finds_unit_costs
from deepen.diagnosis.failures import compile_error, lines_returning, shape_error
from deepen.diagnosis.hints import return_hint, type_in_words, yield_hint
from deepen.diagnosis.numba_messages import YIELD_FAULT
from deepen.rules import DEAD, Heuristic, Rule

if TYPE_CHECKING:
    from deepen.packing.packed import Packed

_OPTIONS: dict[str, Any] = {
    "pipeline_class": RuleCompiler,
    "boundscheck": True,  # a wrong index is an error with a line, not a crash
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
_GOAL_FLAG, _AGAIN_FLAG, _NO_BUDGET = abi.GOAL_FLAG, abi.AGAIN_FLAG, abi.NO_BUDGET
_NO_ROOM, _OUT_OF_RANGE = abi.NO_ROOM, abi.OUT_OF_RANGE
_GAME_LIMIT, _VALUE_BITS = abi.GAME_LIMIT, abi.VALUE_BITS
_OUT, _ROOM, _COUNT = int(Place.OUT), int(Place.ROOM), int(Place.COUNT)
_FAULT, _ESTIMATE, _BUDGET = int(Place.FAULT), int(Place.ESTIMATE), int(Place.BUDGET)
_SKIPPED, _CUT, _EXCESS = int(Place.SKIPPED), int(Place.CUT), int(Place.EXCESS)
_STATES, _PREVIOUS = int(Place.STATES), abi.request_place("previous")
_GIVEN_ESTIMATE, _GIVEN_BUDGET = abi.request_place("estimate"), abi.request_place("budget")
_TOLD_SKIPPED, _TOLD_CUT = abi.request_place("skipped"), abi.request_place("cut")
_TOLD_EXCESS = abi.request_place("excess")


def _signature(kind: str) -> Any:
    """As the engine calls it, but for the places of the result and of an exception: see `abi`."""
    kinds = {"P": types.voidptr, "q": types.int64}
    return types.int64(*(kinds[code] for code in abi.arguments(kind)))


def build(kind: str, packed: type[Packed], rules: tuple[Rule | None, ...]) -> Code:
    """Compiles one of the functions that the engine calls.

    Raises:
        RuleError: the rule cannot be compiled, or yields values of the wrong shape.
    """
    code = _Builder(packed).build(kind, rules)
    if kind == "expand" and rules[0] is not None:
        return replace(code, unit_costs=finds_unit_costs(rules[0].function))
    return code


class _Builder:
    def __init__(self, packed: type[Packed]) -> None:
        self.packed = packed
        self.words = packed.state_words
        self.board = BoardType(numba.from_dtype(signed_dtype(packed.layout.dtype)))
        self.state = types.int64 if self.words == 1 else types.UniTuple(types.int64, self.words)
        self.make_board = board_maker(self.board)
        self.read_state = state_reader(self.words)
        self.whole_state = whole_state_maker(self.state)
        self.width = abi.width_of(self.words)
        self.native = _Native()

    def build(self, kind: str, rules: tuple[Rule | None, ...]) -> Code:
        assert rules[0] is not None
        check_numba()
        machine, signature = target_machine(binding), _signature(kind)
        with wrapping_arithmetic():
            compiled = numba.njit(**_OPTIONS)(getattr(self, f"_{kind}")(*rules))
            self._result_type(rules[0].function, compiled, signature.args)
        result = compiled.overloads[signature.args]
        assert result.signature == signature, "the engine would read another result"
        text = result.library.get_llvm_str()
        check_entry(text, result.fndesc.llvm_func_name)
        if _UNRESOLVED.search(text):
            text = _with_recursion(text, self.native.compiled_as)
        return _object_code(text, result.fndesc.llvm_func_name, machine)

    def _is_goal(self, rule: Rule) -> Callable[..., Any]:
        return self._question(self._checked(rule, (self.board, self.state), "is_goal"))

    def _estimate(self, rule: Rule) -> Callable[..., Any]:
        return self._question(self._checked(rule, (self.board, self.state), "a heuristic"))

    def _question(self, ask: Any) -> Callable[..., Any]:
        make_board, read_state = self.make_board, self.read_state

        def entry(board_at: Any, state_at: Any) -> int:
            return types.int64(ask(make_board(board_at, board_at), read_state(state_at, 0)))

        return entry

    def _expand(self, successors: Rule) -> Callable[..., Any]:
        return self._expander(successors, cost_of, self._wrong_successor)

    def _reach(self, moves: Rule) -> Callable[..., Any]:
        return self._expander(moves, _unit_cost, self._wrong_move)

    def _expander(
        self, rule: Rule, cost_of: Any, wrong_shape: Callable[[Any], str]
    ) -> Callable[..., Any]:
        make_board, read_state = self.make_board, self.read_state
        write, whole_state = successor_writer(self.words, self.width), self.whole_state

        @numba.njit(**_OPTIONS)
        def emit(board: Any, successor: Any) -> None:
            sink = sink_of(board)
            action, cost = types.int64(successor[0]), types.int64(cost_of(successor))
            check_range(sink, action | cost)
            child = whole_state(successor[1])
            write(load_pointer(sink, _OUT), next_place(sink), child, action, cost, 0)

        generate = self._generator(rule, emit, wrong_shape)

        def entry(board_at: Any, state_at: Any, out: Any, room: int, fault: Any) -> int:
            sink = new_sink()  # in this frame, so here and not in open_sink
            open_sink(sink, out, room, fault)
            generate(make_board(board_at, sink), read_state(state_at, 0))
            return load(sink, _COUNT)

        return entry

    def _expand_along(
        self, successors: Rule, heuristic: Heuristic | None, goal: Rule
    ) -> Callable[..., Any]:
        make_board, read_state = self.make_board, self.read_state
        write, whole_state = successor_writer(self.words, self.width), self.whole_state
        copy_state, before = state_copier(self.words), int(Place.STATES) + self.words
        estimate_child = self._child_estimate(heuristic)
        is_goal = self._checked(goal, (self.board, self.state), "is_goal")

        @numba.njit(**_OPTIONS)
        def emit(board: Any, successor: Any) -> None:
            sink = sink_of(board)
            action, cost = types.int64(successor[0]), types.int64(cost_of(successor))
            child = whole_state(successor[1])
            if child == read_state(sink, before):
                store(sink, _SKIPPED, load(sink, _SKIPPED) + 1)
                return
            state, estimate = read_state(sink, _STATES), load(sink, _ESTIMATE)
            h = estimate_child(board, state, estimate, action, child)
            check_range(sink, action | cost | h)
            if cost + h > load(sink, _BUDGET):
                store(sink, _CUT, load(sink, _CUT) + 1)
                if h != DEAD:
                    store(sink, _EXCESS, min(load(sink, _EXCESS), cost + h))
                return
            flag = _GOAL_FLAG if is_goal(board, child) else 0
            write(load_pointer(sink, _OUT), next_place(sink), child, action, cost, h | flag)

        generate = self._generator(successors, emit, self._wrong_successor)

        def entry(
            board_at: Any, state_at: Any, out: Any, room: int, fault: Any, request: Any
        ) -> int:
            sink = new_sink()  # in this frame, so here and not in open_sink
            open_sink(sink, out, room, fault)
            open_request(sink, request)
            copy_state(sink, _STATES, state_at)
            copy_state(sink, before, load_pointer(request, _PREVIOUS))
            generate(make_board(board_at, sink), read_state(state_at, 0))
            close_request(sink, request)
            return load(sink, _COUNT)

        return entry

    def _evaluate(self, rule: Rule) -> Callable[..., Any]:
        return self._question(self._checked(rule, (self.board, self.state), "evaluate"))

    def _canonical(self, rule: Rule) -> Callable[..., Any]:
        canonical = self.native(rule.function)
        result = self._result_type(rule.function, canonical, (self.board, self.state))
        if not self._is_state(result):
            found = _in_words(result)
            reason = f"canonical must return a state, this returns {found}"
            raise shape_error(rule.function, reason, return_hint("canonical", found))
        return self._answer(canonical, state_writer(self.words, self.width))

    def _bounds(self, rule: Rule) -> Callable[..., Any]:
        return self._answer(self._move_bounds(rule), state_writer(2, len(abi.BOUNDS.fields)))

    def _answer(self, ask: Any, write: Any) -> Callable[..., Any]:
        make_board, read_state = self.make_board, self.read_state

        def entry(board_at: Any, state_at: Any, out: Any) -> int:
            write(out, ask(make_board(board_at, board_at), read_state(state_at, 0)))
            return types.int64(0)

        return entry

    def _moves(self, moves: Rule, order: Rule | None, bounds: Rule | None) -> Callable[..., Any]:
        make_board, read_state = self.make_board, self.read_state
        copy_state, write = state_copier(self.words), move_writer(self.words, self.width)
        bounds_of, order_of = self._move_bounds(bounds), self._move_order(order)
        whole_state = self.whole_state

        @numba.njit(**_OPTIONS)
        def emit(board: Any, move: Any) -> None:
            sink = sink_of(board)
            action, child = types.int64(move[0]), whole_state(move[1])
            reward, again = reward_of(move), again_of(move)
            check_range(sink, action)
            check_game_value(sink, reward)
            low, high = bounds_of(board, child)
            check_bounds(sink, low, high)
            if not again:
                low, high = -high, -low
            order = order_of(board, read_state(sink, _STATES), action, child, reward)
            check_game_value(sink, order)
            write(
                load_pointer(sink, _OUT), next_place(sink), child, action, reward,
                shifted_bound(low, reward), shifted_bound(high, reward), order, again,
            )  # fmt: skip

        generate = self._generator(moves, emit, self._wrong_move)

        def entry(board_at: Any, state_at: Any, out: Any, room: int, fault: Any) -> int:
            sink = new_sink()  # in this frame, so here and not in open_sink
            open_sink(sink, out, room, fault)
            copy_state(sink, _STATES, state_at)
            generate(make_board(board_at, sink), read_state(state_at, 0))
            return load(sink, _COUNT)

        return entry

    def _move_bounds(self, bounds: Rule | None) -> Any:
        if bounds is None:
            return _no_bounds
        compiled = self.native(bounds.function)
        result = self._result_type(bounds.function, compiled, (self.board, self.state))
        is_pair = isinstance(result, types.BaseTuple) and len(result) == len(("low", "high"))
        if not is_pair or not all(map(is_number, result)):
            found = _in_words(result)
            reason = f"bounds must return (low, high), this returns {found}"
            raise shape_error(bounds.function, reason, return_hint("bounds", found))
        return compiled

    def _move_order(self, order: Rule | None) -> Any:
        if order is None:
            return _reward_first
        arguments = (self.board, self.state, types.int64, self.state, types.int64)
        return self._checked(order, arguments, "order")

    def _generator(self, rule: Rule, emit: Any, wrong_shape: Callable[[Any], str]) -> Any:
        """The rule as a function that emits what it yields."""
        if not inspect.isgeneratorfunction(rule.function):
            name = rule.function.__name__
            hint = yield_hint(self.packed, "", "")
            raise shape_error(rule.function, f"{name} must yield its {name}", hint)
        emit_checked = self._checking(emit, wrong_shape)
        generate = self.native(rule.function, emit_checked)
        self._result_type(rule.function, generate, (self.board, self.state))
        return generate

    def _checking(self, emit: Any, wrong_shape: Callable[[Any], str]) -> Any:
        """`emit`, refusing at the yield itself what has another shape."""

        def emit_if_right(board: Any, yielded: Any) -> None:
            raise NotImplementedError("exists only in compiled code")

        @overload(emit_if_right, strict=False, inline="never", jit_options=_OPTIONS)
        def _choose(board: Any, yielded: Any) -> Any:
            wrong = wrong_shape(yielded)
            if wrong:
                raise TypingError(f"{YIELD_FAULT}{wrong}{YIELD_FAULT}")

            def implementation(board: Any, yielded: Any) -> Any:
                return emit(board, yielded)

            return implementation

        return emit_if_right

    def _wrong_successor(self, yielded: Any) -> str:
        return self._wrong_shape(yielded, "(action, state[, cost])", ("action", "state", "cost"))

    def _wrong_move(self, yielded: Any) -> str:
        names = ("action", "state", "reward", "again")
        return self._wrong_shape(yielded, "(action, state[, reward[, again]])", names)

    def _wrong_shape(self, yielded: Any, shape: str, names: tuple[str, ...]) -> str:
        if not isinstance(yielded, types.BaseTuple) or not 2 <= len(yielded) <= len(names):
            return f"yields {_in_words(yielded)}, not {shape}"
        if not self._is_state(yielded[1]):
            wanted = "an integer" if self.words == 1 else f"a tuple of {self.words} integers"
            return f"yields {_in_words(yielded[1])} as the state, not {wanted}"
        for part, name in zip(yielded, names, strict=False):
            if name != "state" and not is_number(part):
                return f"yields {_in_words(part)} as the {name}, not an integer"
        return ""

    def _is_state(self, kind: Any) -> bool:
        if self.words == 1:
            return is_number(kind)
        return (
            isinstance(kind, types.BaseTuple)
            and len(kind) == self.words
            and all(map(is_number, kind))
        )

    def _child_estimate(self, heuristic: Heuristic | None) -> Any:
        if heuristic is None:
            return _zero_estimate
        if heuristic.step is not None:
            arguments = (self.board, self.state, types.int64, types.int64, self.state)
            return self._checked(Rule(heuristic.step), arguments, "a heuristic")
        whole = self._checked(heuristic, (self.board, self.state), "a heuristic")

        @numba.njit(**_OPTIONS)
        def of_child(board: Any, state: Any, estimate: int, action: int, child: Any) -> int:
            return types.int64(whole(board, child))

        return of_child

    def _checked(self, rule: Rule, arguments: tuple[Any, ...], role: str) -> Any:
        compiled = self.native(rule.function)
        result = self._result_type(rule.function, compiled, arguments)
        if not is_number(result):
            found = _in_words(result)
            wanted = "True or False" if role == "is_goal" else "an integer"
            reason = f"{role} must return {wanted}, this returns {found}"
            lines = lines_returning(compiled.overloads[arguments], found)
            raise shape_error(rule.function, reason, return_hint(role, found), lines)
        return compiled

    def _result_type(self, function: Any, compiled: Any, arguments: tuple[Any, ...]) -> Any:
        try:
            compiled.compile(arguments)
        except Exception as error:  # Numba raises others than its own where a feature is missing
            raise compile_error(function, error, self.packed) from None
        return compiled.overloads[arguments].signature.return_type


class _Native:
    """Compiled twins of Python functions: every plain function that a rule uses gets one too."""

    def __init__(self) -> None:
        self.made: dict[tuple[FunctionType, Any], Any] = {}

    def __call__(self, function: Any, emit: Any = None) -> Any:
        """The twin; with `emit`, of a generator whose yields become calls of it."""
        if (function, emit) not in self.made:
            cells = tuple(CellType() for _ in function.__closure__ or ())
            names = dict(function.__globals__)
            defaults = as_signed(function.__defaults__)
            twin = FunctionType(function.__code__, names, function.__name__, defaults, cells)
            twin.__qualname__ = function.__qualname__
            setattr(twin, RECURSIVE, _calls(function, function, set()))
            if emit is not None:
                setattr(twin, EMIT, emit)
            self.made[function, emit] = numba.njit(**_OPTIONS)(twin)
            # Only now, since functions may call each other, and themselves.
            for name in names_in(function.__code__) & names.keys():
                names[name] = self._replacement(names[name])
            for cell, original in zip(cells, function.__closure__ or (), strict=True):
                cell.cell_contents = self._replacement(original.cell_contents)
        return self.made[function, emit]

    def compiled_as(self, symbol: str) -> Any:
        """What was compiled under that name, but for the module in it, which Numba may not know."""
        wanted = _without_module(symbol)
        results = [result for twin in self.made.values() for result in twin.overloads.values()]
        names = [_without_module(result.fndesc.llvm_func_name) for result in results]
        return results[names.index(wanted)]

    def _replacement(self, value: Any) -> Any:
        if isinstance(value, Rule):
            value = value.function
        if not isinstance(value, FunctionType) or value in NATIVE_HELPERS or is_library(value):
            return value
        return self(value)


def _calls(function: FunctionType, wanted: FunctionType, seen: set[FunctionType]) -> bool:
    """Whether a function can come to call the wanted one."""
    names = function.__globals__
    used = [names[name] for name in names_in(function.__code__) & names.keys()]
    used += [cell.cell_contents for cell in function.__closure__ or ()]
    plain = (value.function if isinstance(value, Rule) else value for value in used)
    helpers = {value for value in plain if isinstance(value, FunctionType)} - seen
    seen |= helpers
    return wanted in helpers or any(_calls(helper, wanted, seen) for helper in helpers)


def _without_module(symbol: str) -> str:
    """A mangled name begins with the length of the module's name and that name."""
    found = re.match(r"_ZN(\d+)", symbol)
    assert found is not None, f"Numba names its functions otherwise: {symbol}"
    return symbol[found.end() + int(found[1]) :]


# What the functions that emit successors share


def cost_of(successor: Any) -> Any:
    """The cost in a successor, 1 if it has none."""
    raise NotImplementedError("exists only in compiled code")


@overload(cost_of, jit_options=_OPTIONS)
def _cost_of(successor: Any) -> Any:
    def given(successor: Any) -> Any:
        return successor[2]

    def unit(successor: Any) -> Any:
        return 1

    return given if len(successor) == len(("action", "state", "cost")) else unit


@numba.njit(**_OPTIONS)
def _unit_cost(move: Any) -> int:
    return 1


def reward_of(move: Any) -> Any:
    """The reward in a move, 0 if it has none."""
    raise NotImplementedError("exists only in compiled code")


@overload(reward_of, jit_options=_OPTIONS)
def _reward_of(move: Any) -> Any:
    def given(move: Any) -> Any:
        return types.int64(move[2])

    def nothing(move: Any) -> Any:
        return 0

    return given if len(move) > len(("action", "state")) else nothing


def again_of(move: Any) -> Any:
    """The flag of a move whose mover goes on, else 0."""
    raise NotImplementedError("exists only in compiled code")


@overload(again_of, jit_options=_OPTIONS)
def _again_of(move: Any) -> Any:
    def given(move: Any) -> Any:
        return _AGAIN_FLAG if move[3] else 0

    def never(move: Any) -> Any:
        return 0

    return given if len(move) > len(("action", "state", "reward")) else never


@numba.njit(**_OPTIONS)
def _no_bounds(board: Any, child: Any) -> Any:
    return -_GAME_LIMIT, _GAME_LIMIT


@numba.njit(**_OPTIONS)
def _reward_first(board: Any, state: Any, action: int, child: Any, reward: int) -> int:
    return reward


@numba.njit(**_OPTIONS)
def open_sink(sink: Any, out: Any, room: int, fault: Any) -> None:
    store(sink, _OUT, out)
    store(sink, _ROOM, room)
    store(sink, _FAULT, fault)
    store(sink, _COUNT, 0)


@numba.njit(**_OPTIONS)
def open_request(sink: Any, request: Any) -> None:
    store(sink, _ESTIMATE, load(request, _GIVEN_ESTIMATE))
    store(sink, _BUDGET, load(request, _GIVEN_BUDGET))
    store(sink, _SKIPPED, 0)
    store(sink, _CUT, 0)
    store(sink, _EXCESS, _NO_BUDGET)


@numba.njit(**_OPTIONS)
def close_request(sink: Any, request: Any) -> None:
    store(request, _TOLD_SKIPPED, load(sink, _SKIPPED))
    store(request, _TOLD_CUT, load(sink, _CUT))
    store(request, _TOLD_EXCESS, load(sink, _EXCESS))


@numba.njit(**_OPTIONS)
def check_range(sink: Any, values: int) -> None:
    """Refuses a successor whose values, or-ed together, are too large or negative."""
    if values >> _VALUE_BITS != 0:
        store(load_pointer(sink, _FAULT), 0, _OUT_OF_RANGE)
        raise ValueError("out of range")


@numba.njit(**_OPTIONS)
def check_game_value(sink: Any, value: int) -> None:
    """Refuses a reward or an order that leaves the range of values."""
    if value <= -_GAME_LIMIT or value >= _GAME_LIMIT:
        store(load_pointer(sink, _FAULT), 0, _OUT_OF_RANGE)
        raise ValueError("out of range")


@numba.njit(**_OPTIONS)
def check_bounds(sink: Any, low: int, high: int) -> None:
    """Refuses bounds that no value can keep."""
    if low > high or low < -_GAME_LIMIT or high > _GAME_LIMIT:
        store(load_pointer(sink, _FAULT), 0, _OUT_OF_RANGE)
        raise ValueError("out of range")


@numba.njit(**_OPTIONS)
def shifted_bound(bound: int, reward: int) -> int:
    """A bound on the value of a state, as one of a move to it; none stays none."""
    if abs(bound) == _GAME_LIMIT:
        return bound
    return max(-_GAME_LIMIT, min(_GAME_LIMIT, bound + reward))


@numba.njit(**_OPTIONS)
def next_place(sink: Any) -> int:
    """Where the next successor goes."""
    count = load(sink, _COUNT)
    if count == load(sink, _ROOM):
        store(load_pointer(sink, _FAULT), 0, _NO_ROOM)
        raise ValueError("no room")
    store(sink, _COUNT, count + 1)
    return count


@numba.njit(**_OPTIONS)
def _zero_estimate(board: Any, state: Any, estimate: int, action: int, child: Any) -> int:
    return 0


def signed_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The board's dtype with every 64-bit field signed: rules know one kind of integer."""
    assert dtype.names is not None
    assert dtype.fields is not None
    formats = []
    for name in dtype.names:
        field = dtype.fields[name][0]
        base = np.dtype(np.int64) if field.base == np.dtype(np.uint64) else field.base
        formats.append((base, field.shape) if field.shape else base)
    offsets = [dtype.fields[name][1] for name in dtype.names]
    return np.dtype(
        {
            "names": list(dtype.names),
            "formats": formats,
            "offsets": offsets,
            "itemsize": dtype.itemsize,
            "aligned": True,
        }
    )


# A call of a function that is still being compiled goes through a pointer of this name.
_UNRESOLVED = re.compile(
    rf'^@"?({re.escape(UNRESOLVED)}([^"\s]+))"? = external [a-z_ ]*global ptr.*$', re.MULTILINE
)


def _with_recursion(text: str, compiled: Callable[[str], Any]) -> str:
    """The same module with all functions that call themselves or each other.

    Numba would find them at run time, through pointers, in modules of their own.
    """
    module = binding.parse_assembly(text)
    found: dict[str, str] = {}
    while missing := {name for _, name in _UNRESOLVED.findall(str(module))} - found.keys():
        wanted = min(missing)
        result = compiled(wanted)
        found[wanted] = result.fndesc.llvm_func_name
        defined = {function.name for function in module.functions if not function.is_declaration}
        if found[wanted] not in defined:
            module.link_in(binding.parse_assembly(result.library.get_llvm_str()))
    return _UNRESOLVED.sub(
        lambda pointer: f'@"{pointer[1]}" = internal constant ptr @"{found[pointer[2]]}"',
        str(module),
    )


def _object_code(text: str, symbol: str, machine: Any) -> Code:
    module = binding.parse_assembly(text)
    declared = re.findall(r"^declare [^@]*@([\w.$]+)\(", text, re.MULTILINE)
    needs_numba = any(name.startswith(("NRT_", "numba_", "Py")) for name in declared)
    for function in module.functions:
        stays = function.is_declaration or function.name in (symbol, *ASKERS.values())
        if not stays:
            function.add_function_attribute("alwaysinline")
    _optimise(module, machine)
    check_symbols(module)
    return Code(
        symbol=symbol,
        needs_numba=needs_numba,
        object_file=machine.emit_object(module),
    )


def _optimise(module: Any, machine: Any) -> None:
    """Once more, now that the rule is unrolled into our loop: what both compute, one can."""
    tuning = binding.create_pipeline_tuning_options(speed_level=3)
    passes = binding.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)


def _in_words(kind: Any) -> str:
    if isinstance(kind, types.BaseTuple):
        return f"({', '.join(_in_words(part) for part in kind)})"
    return type_in_words(str(kind))
