"""What the entry points of puzzles and games share. Imports Numba.

Around the user's rule goes a small function of ours that speaks the engine's language: it reads the
state, runs the rule, checks every value and stores the successors, never past the room it is given.
What a rule returns or yields must have the right type; the error for one that has not is made here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numba
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

from deepen.compiler import abi, actions, state_type
from deepen.compiler.board_type import board_maker, board_type, sink_of
from deepen.compiler.integers import is_number
from deepen.compiler.memory import (
    load,
    load_pointer,
    state_reader,
    state_writer,
    successor_writer,
    whole_state_maker,
)
from deepen.compiler.pipeline import OPTIONS
from deepen.compiler.sink import COUNT, OUT, check_range, new_sink, next_place, open_sink
from deepen.compiler.twins import NativeTwins
from deepen.compiler.word_tuples import is_word_list
from deepen.diagnosis.failures import compile_error, lines_returning, shape_error
from deepen.diagnosis.hints import return_hint, state_in_words, type_in_words, yield_hint
from deepen.diagnosis.numba_messages import YIELD_FAULT
from deepen.packing.actions import NamedActions
from deepen.rules import Rule

if TYPE_CHECKING:
    from deepen.packing.packing import Packing


class EntryPoints:
    """Functions that the engine calls, made of the rules of one class.

    Args:
        packing: whose rules, and how large everything is.

    Attributes:
        has_costs: whether the first number that a rule may yield is a cost.
        left_out: the two numbers after action and state, where a rule does not yield them.
    """

    has_costs = False
    left_out = (0, 0)

    def __init__(self, packing: Packing) -> None:
        self.packed = packing.owner
        self.words = packing.rule_words
        self.board = board_type(packing.board)
        self.state: Any = (
            types.int64 if self.words == 1 else types.UniTuple(types.int64, self.words)
        )
        self.make_board = board_maker(self.board)
        self.read_state = state_reader(self.words)
        if packing.state is not None:
            self.state = state_type.StateType(packing.state, constant=True)
            self.read_state = state_type.state_slot(packing.state)
        self.whole_state = whole_state_maker(self.state)
        self.width = abi.width_of(packing.words)
        self.actions = packing.actions
        self.action = actions.action_type(packing.actions)
        self.given_action = actions.given_maker(packing.actions)
        self.action_number = actions.number_maker(packing.actions)
        self.native = NativeTwins()

    def question(self, ask: Any) -> Callable[..., Any]:
        """An entry that answers with what `ask` returns for a state, one number."""
        make_board, read_state = self.make_board, self.read_state

        def entry(board_at: Any, state_at: Any) -> int:
            return types.int64(ask(make_board(board_at, board_at), read_state(state_at, 0)))

        return entry

    def answer(self, ask: Any, write: Any) -> Callable[..., Any]:
        """An entry that writes what `ask` returns for a state, where that is several numbers."""
        make_board, read_state = self.make_board, self.read_state

        def entry(board_at: Any, state_at: Any, out: Any) -> int:
            write(out, ask(make_board(board_at, board_at), read_state(state_at, 0)))
            return types.int64(0)

        return entry

    def canonical(self, rule: Rule) -> Callable[..., Any]:
        canonical = self.returning_state(rule, "canonical", (self.board, self.state))
        whole_state = self.whole_state

        @numba.njit(**OPTIONS)
        def whole_canonical(board: Any, state: Any) -> Any:
            return whole_state(canonical(board, state))

        return self.answer(whole_canonical, state_writer(self.words, self.width))

    def rank(self, rule: Rule) -> Callable[..., Any]:
        return self.question(self.checked(rule, (self.board, self.state), "rank"))

    def expander(self, rule: Rule, wrong_shape: Callable[[Any], str]) -> Callable[..., Any]:
        """An entry that writes what a rule yields: where it leads, and at what cost."""
        write, action_number = successor_writer(self.words, self.width), self.action_number
        has_costs = self.has_costs

        @numba.njit(**OPTIONS)
        def emit(board: Any, given: Any, child: Any, first: int, second: int) -> None:
            sink = sink_of(board)
            action, cost = action_number(given), first if has_costs else 1
            check_range(sink, action | cost)
            write(load_pointer(sink, OUT), next_place(sink), child, action, cost, 0)

        return self.emitting(rule, emit, wrong_shape)

    def emitting(
        self, rule: Rule, emit: Any, wrong_shape: Callable[[Any], str]
    ) -> Callable[..., Any]:
        """An entry that writes what `emit` makes of what a rule yields."""
        make_board, read_state = self.make_board, self.read_state
        generate = self.generator(rule, emit, wrong_shape)

        def entry(board_at: Any, state_at: Any, out: Any, room: int, fault: Any) -> int:
            sink = new_sink()  # in this frame, so here and not in open_sink
            open_sink(sink, out, room, fault)
            generate(make_board(board_at, sink), read_state(state_at, 0))
            return load(sink, COUNT)

        return entry

    def generator(
        self, rule: Rule, emit: Any, wrong_shape: Callable[[Any], str], *more: Any
    ) -> Any:
        """The rule as a function that emits what it yields; `more` are types of arguments."""
        if not inspect.isgeneratorfunction(rule.function):
            name = rule.function.__name__
            hint = yield_hint(self.packed, "", "")
            raise shape_error(rule.function, f"{name} must yield its {name}", hint)
        emit_checked = self._checking(emit, wrong_shape)
        if isinstance(self.actions, NamedActions):
            setattr(emit_checked, actions.NAMES, self.actions.names)
        generate = self.native(rule.function, emit_checked)
        self.result_type(rule.function, generate, (self.board, self.state, *more))
        return generate

    def _checking(self, emit: Any, wrong_shape: Callable[[Any], str]) -> Any:
        """`emit`, refusing at the yield itself what has another shape.

        It is given the parts of a yield, all in the same types, so that it is compiled once: an
        action and a state as rules are given them, and the numbers, also those left out.
        """
        given, whole = self.given_action, self.whole_state
        number, (a, b) = types.int64, self.left_out
        emit_of = {
            2: lambda board, y: emit(board, given(y[0]), whole(y[1]), number(a), number(b)),
            3: lambda board, y: emit(board, given(y[0]), whole(y[1]), number(y[2]), number(b)),
            4: lambda board, y: emit(board, given(y[0]), whole(y[1]), number(y[2]), number(y[3])),
        }

        def emit_if_right(board: Any, yielded: Any) -> None:
            raise NotImplementedError("exists only in compiled code")

        @overload(emit_if_right, strict=False, inline="never", jit_options=OPTIONS)
        def _choose(board: Any, yielded: Any) -> Any:
            wrong = wrong_shape(yielded)
            if wrong:
                raise TypingError(f"{YIELD_FAULT}{wrong}{YIELD_FAULT}")

            return emit_of[len(yielded)]

        return emit_if_right

    def wrong_shape(self, yielded: Any, shape: str, names: tuple[str, ...]) -> str:
        """What is wrong with what a rule yields; nothing, mostly."""
        if not isinstance(yielded, types.BaseTuple) or not 2 <= len(yielded) <= len(names):
            return f"yields {in_words(yielded)}, not {shape}"
        if not self.is_state(yielded[1]):
            wanted = state_in_words(self.packed)
            return f"yields {in_words(yielded[1])} as the state, not {wanted}"
        for part, name in zip(yielded, names, strict=False):
            if name == "action" and actions.wrong_action(self.actions, part):
                return f"yields {in_words(part)} as the action, not {self._action_in_words()}"
            if name not in ("action", "state") and not is_number(part):
                return f"yields {in_words(part)} as the {name}, not an integer"
        return ""

    def _action_in_words(self) -> str:
        return "an integer" if self.actions is None else self.actions.in_words

    def is_state(self, kind: Any) -> bool:
        """Whether a rule may give this as a state."""
        if isinstance(self.state, state_type.StateType):
            is_fields = isinstance(kind, state_type.StateType)
            return is_fields and kind.layout.text == self.state.layout.text
        if self.words == 1:
            return is_number(kind)
        return is_word_list(kind) or (
            isinstance(kind, types.BaseTuple)
            and len(kind) == self.words
            and all(map(is_number, kind))
        )

    def checked(self, rule: Rule, arguments: tuple[Any, ...], role: str) -> Any:
        """A rule compiled, which returns a number."""
        compiled = self.native(rule.function)
        result = self.result_type(rule.function, compiled, arguments)
        if not is_number(result):
            found = in_words(result)
            wanted = "True or False" if role == "is_goal" else "an integer"
            reason = f"{role} must return {wanted}, this returns {found}"
            lines = lines_returning(compiled.overloads[arguments], found)
            raise shape_error(rule.function, reason, return_hint(role, found), lines)
        return compiled

    def returning_state(self, rule: Rule, role: str, arguments: tuple[Any, ...]) -> Any:
        """A rule compiled, which returns a state."""
        compiled = self.native(rule.function)
        result = self.result_type(rule.function, compiled, arguments)
        if not self.is_state(result):
            found = in_words(result)
            reason = f"{role} must return a state, this returns {found}"
            raise shape_error(rule.function, reason, return_hint(role, found))
        return compiled

    def result_type(self, function: Any, compiled: Any, arguments: tuple[Any, ...]) -> Any:
        """What a function returns for arguments of these types."""
        try:
            compiled.compile(arguments)
        except Exception as error:  # Numba raises others than its own where a feature is missing
            raise compile_error(function, error, self.packed) from None
        return compiled.overloads[arguments].signature.return_type


def in_words(kind: Any) -> str:
    if isinstance(kind, types.BaseTuple):
        return f"({', '.join(in_words(part) for part in kind)})"
    return type_in_words(str(kind))
