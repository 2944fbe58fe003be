"""A state with fields as compiled rules see it: a pointer to its words. Imports Numba.

What a rule is given lies in the frame of its entry and is constant; `copy()` makes room in the
frame of the function that asks. A function that returns a state returns its words, for which its
caller makes room: so no state outlives the frame that it lies in. `compiler.kept_states` refuses
what would still go wrong.
"""

from __future__ import annotations

import operator
from functools import cache
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import DataModel
from numba.core.errors import TypingError
from numba.core.typeconv import Conversion
from numba.core.typing import signature
from numba.core.typing.templates import AttributeTemplate, bound_function, infer_getattr
from numba.extending import (
    intrinsic,
    lower_builtin,
    lower_cast,
    lower_getattr_generic,
    register_model,
    type_callable,
)

from deepen.compiler import array_type, set_operators, set_type
from deepen.compiler.board_type import BoardType
from deepen.compiler.field_code import (
    I64,
    WORDS,
    constant,
    load_item,
    load_words,
    new_words,
    store_item,
    store_words,
)
from deepen.compiler.field_types import (
    FieldType,
    assign_bits,
    assign_field,
    can_assign,
    check_number,
    fault,
    field_type,
    number_type,
)
from deepen.diagnosis.hints import type_in_words
from deepen.packing.field_errors import (
    NOT_FROM_BITS,
    STATE_IS_CONSTANT,
    no_field,
    no_values_for_copy,
    not_as_whole,
    of_uncalled,
)
from deepen.packing.machine_word import BOARD_IS_CONSTANT
from deepen.packing.state_layout import StateLayout

DECLARED = array_type, set_type, set_operators
"""What rules may do with the fields of a state is known once these are imported."""


class StateType(types.Type):
    """A state of a layout; what rules are given is constant, copies of it are not."""

    def __init__(self, layout: StateLayout, constant: bool) -> None:
        self.layout, self.constant = layout, constant
        kind = "constant" if constant else "copied"
        super().__init__(name=f"State({kind}, {layout.text})")

    def can_convert_to(self, context: Any, other: Any) -> Any:
        """A copy may stand where a constant state is expected."""
        if isinstance(other, StateType) and other.layout.text == self.layout.text:
            return Conversion.safe if other.constant else None
        return None

    def unify(self, context: Any, other: Any) -> Any:
        if isinstance(other, StateType) and other.layout.text == self.layout.text:
            return self if self.constant else other
        return None


@register_model(StateType)
class _StateModel(DataModel):
    """A pointer; by value where it is returned, or kept in a generator."""

    def __init__(self, manager: Any, state: StateType) -> None:
        super().__init__(manager, state)
        self._words = state.layout.words
        self._array = llvm.ArrayType(I64, self._words)

    def get_value_type(self) -> Any:
        return WORDS

    def get_argument_type(self) -> Any:
        return WORDS

    def get_data_type(self) -> Any:
        return self._array

    def get_return_type(self) -> Any:
        return self._array

    def as_argument(self, builder: Any, value: Any) -> Any:
        return value

    def from_argument(self, builder: Any, value: Any) -> Any:
        return value

    def as_return(self, builder: Any, value: Any) -> Any:
        return cgutils.pack_array(builder, load_words(builder, value, self._words))

    def from_return(self, builder: Any, value: Any) -> Any:
        slot = new_words(builder, self._words)
        words = [builder.extract_value(value, i) for i in range(self._words)]
        store_words(builder, slot, words)
        return slot

    def as_data(self, builder: Any, value: Any) -> Any:
        return self.as_return(builder, value)

    def load_from_data_pointer(self, builder: Any, pointer: Any, align: Any = None) -> Any:
        return builder.bitcast(pointer, WORDS)


@lower_cast(StateType, StateType)
def _cast(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return value


@infer_getattr
class _StateAttributes(AttributeTemplate):
    key = StateType

    @bound_function("State.copy")
    def resolve_copy(self, state: Any, arguments: Any, named: Any) -> Any:
        if arguments or named:
            raise TypingError(fault(no_values_for_copy(*list(named)[:1])))
        return signature(StateType(state.layout, constant=False), recvr=state)

    def generic_resolve(self, state: Any, name: str) -> Any:
        place = state.layout.places.get(name)
        if place is None:
            raise TypingError(fault(no_field(name, state.layout.places)))
        return field_type(place, state.constant)


@lower_builtin("State.copy", StateType)
def _copy(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    words = signature.args[0].layout.words
    slot = new_words(builder, words)
    store_words(builder, slot, load_words(builder, arguments[0], words))
    return slot


@lower_getattr_generic(StateType)
def _get_field(context: Any, builder: Any, state: Any, pointer: Any, name: str) -> Any:
    place = state.layout.places[name]
    return load_item(builder, pointer, place, constant(0)) if place.kind == "number" else pointer


# Assignment


@cache
def field_assignment(name: str) -> Any:
    """A function `(target, value)` for `target.name = value` in rules."""

    def assign(target: Any, value: Any) -> None:
        raise NotImplementedError("exists only in compiled code")

    @type_callable(assign)
    def _type(context: Any) -> Any:
        return lambda target, value: _assignment(name, target, value)

    @lower_builtin(assign, StateType, types.Any)
    def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        state, kind = signature.args
        place, (pointer, value) = state.layout.places[name], arguments
        if place.kind == "number":
            store_item(context, builder, pointer, place, constant(0), value)
        else:
            assign_field(context, builder, pointer, place, kind, value)
        return context.get_dummy_value()

    @lower_builtin(assign, FieldType, types.Any)
    def _lower_bits(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        assign_bits(context, builder, signature, arguments)
        return context.get_dummy_value()

    return assign


def _assignment(name: str, target: Any, value: Any) -> Any:
    """The signature of an assignment to a field."""
    if isinstance(target, BoardType):
        raise TypingError(BOARD_IS_CONSTANT)
    if isinstance(target, types.BoundFunction):
        raise TypingError(fault(of_uncalled(name)))
    if getattr(target, "constant", False):
        raise TypingError(fault(STATE_IS_CONSTANT))
    if isinstance(target, FieldType) and name == "bits":
        if not target.place.is_full:
            raise TypingError(fault(f"{target.place.name}{NOT_FROM_BITS}"))
        return signature(types.void, target, target.bits_type)
    if not isinstance(target, StateType):
        return None
    place = target.layout.places.get(name)
    if place is None:
        raise TypingError(fault(no_field(name, target.layout.places)))
    if place.kind == "number":
        check_number(place, value)
        return signature(types.void, target, number_type(place))
    if not can_assign(place, value):
        raise TypingError(fault(not_as_whole(place, type_in_words(str(value)))))
    return signature(types.void, target, value)


# Comparisons


def _declare_comparison(compare: Any, fold: Any) -> None:
    @type_callable(compare)
    def _type(context: Any) -> Any:
        def kind(a: Any, b: Any) -> Any:
            if isinstance(a, StateType) and isinstance(b, StateType):
                return types.boolean if a.layout.text == b.layout.text else None
            return None

        return kind

    @lower_builtin(compare, StateType, StateType)
    def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = signature.args[0].layout.words
        ours, theirs = (load_words(builder, state, words) for state in arguments)
        return fold(builder, list(zip(ours, theirs, strict=True)))


def _equal(builder: Any, pairs: list[Any]) -> Any:
    different: Any = constant(0)
    for ours, theirs in pairs:
        different = builder.or_(different, builder.xor(ours, theirs))
    return builder.icmp_unsigned("==", different, constant(0))


def _less(builder: Any, pairs: list[Any]) -> Any:
    found: Any = llvm.Constant(llvm.IntType(1), 0)
    for ours, theirs in reversed(pairs):
        is_less = builder.icmp_unsigned("<", ours, theirs)
        is_equal = builder.icmp_unsigned("==", ours, theirs)
        found = builder.select(is_equal, found, is_less)
    return found


_declare_comparison(operator.eq, _equal)
_declare_comparison(operator.ne, lambda builder, pairs: builder.not_(_equal(builder, pairs)))
_declare_comparison(operator.lt, _less)
_declare_comparison(operator.gt, lambda builder, pairs: _less(builder, [(b, a) for a, b in pairs]))


# The engine's side


def state_slot(layout: StateLayout) -> Any:
    """An intrinsic `(pointer, index) -> state`: one of the engine's, copied into this frame."""
    state = StateType(layout, constant=True)

    @intrinsic
    def read_state(context: Any, pointer: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            source = builder.gep(builder.bitcast(arguments[0], WORDS), [arguments[1]])
            slot = new_words(builder, layout.words)
            store_words(builder, slot, load_words(builder, source, layout.words))
            return slot

        return state(types.voidptr, types.int64), generate

    return read_state
