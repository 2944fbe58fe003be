"""The fields of a state that have several items, as compiled rules see them. Imports Numba.

A field is the pointer to the words of its state; where in them it lies is part of its type.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import OpaqueModel
from numba.core.errors import TypingError
from numba.core.typeconv import Conversion
from numba.extending import register_model

from deepen.compiler.field_code import WORDS, constant, load_chunks, load_item, store_chunks
from deepen.compiler.index_loops import IndexIteratorType
from deepen.compiler.integers import is_number
from deepen.compiler.lookups import LookupType
from deepen.diagnosis.hints import type_in_words
from deepen.diagnosis.numba_messages import FIELD_FAULT
from deepen.packing.field_errors import TWO_INDICES
from deepen.packing.state_layout import Place


class FieldType(types.IterableType):
    """A field of a state; constant if the state is."""

    kind_name = "Field"

    def __init__(self, place: Place, constant: bool) -> None:
        self.place, self.constant = place, constant
        kind = "constant" if constant else "copied"
        super().__init__(name=f"{self.kind_name}({kind}, {place})")

    @property
    def bits_type(self) -> Any:
        """Of its bits: an integer, or a tuple of words."""
        spans = self.place.spans
        return types.int64 if spans == 1 else types.UniTuple(types.int64, spans)


class ArrayType(FieldType):
    """An array of numbers in a state."""

    kind_name = "Array"

    @property
    def iterator_type(self) -> Any:
        if len(self.place.shape) > 1:
            raise TypingError(fault(f"the field '{self.place.name}' {TWO_INDICES}"))
        return IndexIteratorType(self, number_type(self.place))

    @property
    def length(self) -> int:
        return self.place.shape[0]

    def load(self, builder: Any, pointer: Any, index: Any) -> Any:
        return load_item(builder, pointer, self.place, index)


class SetType(FieldType):
    """A set of cells in a state."""

    kind_name = "CellSet"

    @property
    def iterator_type(self) -> Any:
        return CellsIteratorType(self.place.spans)

    def unify(self, context: Any, other: Any) -> Any:
        """A set of a state that cannot change may stand beside another that cannot."""
        if isinstance(other, SetType) and other.constant:
            other = CellsType(other.place.spans)
        spans = getattr(other, "spans", None)
        return CellsType(max(self.place.spans, spans)) if spans and self.constant else None


@register_model(ArrayType)
@register_model(SetType)
class _FieldModel(OpaqueModel):
    def get_value_type(self) -> Any:
        return WORDS

    get_data_type = get_argument_type = get_return_type = get_value_type


def is_plain_set(kind: Any) -> bool:
    """Whether it is a set of numbers that a rule has made, or a global one."""
    if isinstance(kind, types.Set):
        return is_number(kind.dtype)
    return isinstance(kind, LookupType) and kind.width == 0 and "values" not in kind.members


class CellsType(types.IterableType):
    """A set of cells that never changes: the words themselves."""

    def __init__(self, spans: int) -> None:
        self.spans = spans
        super().__init__(name=f"Cells({spans})")

    @property
    def iterator_type(self) -> Any:
        return CellsIteratorType(self.spans)

    @property
    def bits_type(self) -> Any:
        return types.int64 if self.spans == 1 else types.UniTuple(types.int64, self.spans)

    def can_convert_from(self, context: Any, other: Any) -> Any:
        return Conversion.unsafe if is_plain_set(other) else None

    def unify(self, context: Any, other: Any) -> Any:
        if isinstance(other, CellsType):
            return CellsType(max(self.spans, other.spans))
        return other.unify(context, self) if isinstance(other, SetType) else None


class CellsIteratorType(types.SimpleIteratorType):
    """A loop over the cells that a set had when the loop began."""

    def __init__(self, spans: int) -> None:
        self.spans = spans
        super().__init__(f"iter(Cells({spans}))", types.int64)


def number_type(place: Place) -> Any:
    """Of an item."""
    return types.boolean if place.items.is_truth else types.int64


def field_type(place: Place, constant: bool) -> Any:
    """The type of a field as rules read it."""
    if place.kind == "number":
        return number_type(place)
    return (ArrayType if place.kind == "array" else SetType)(place, constant)


def check_number(place: Place, value: Any) -> None:
    """Refuses a type of value that a field of numbers or cells would have to cut."""
    if not is_number(value):
        what = "cells" if place.kind == "set" else "integers"
        raise TypingError(
            fault(f"the field '{place.name}' holds {what}, not {type_in_words(str(value))}")
        )


def fault(words: str) -> str:
    """A sentence of ours inside a message of Numba's."""
    return f"{FIELD_FAULT}{words}{FIELD_FAULT}"


def is_set(kind: Any) -> bool:
    """Whether a type is one of ours for sets of cells."""
    return isinstance(kind, (SetType, CellsType))


def chunks_of(builder: Any, kind: Any, value: Any) -> list[Any]:
    """The words of a set or an array."""
    if isinstance(kind, FieldType):
        return load_chunks(builder, value, kind.place)
    return [builder.extract_value(value, i) for i in range(kind.spans)]


def packed_chunks(builder: Any, kind: Any, chunks: list[Any]) -> Any:
    """Words as `bits` gives them."""
    return chunks[0] if kind.bits_type == types.int64 else cgutils.pack_array(builder, chunks)


def can_assign(place: Place, value: Any) -> bool:
    """Whether a field can be set to a value of that type."""
    if place.kind == "set":
        return is_set(value) or _is_row(value) or isinstance(value, types.Set)
    if isinstance(value, ArrayType):
        is_same = value.place.items == place.items
        return value.place.shape == place.shape and (is_same or len(place.shape) == 1)
    return _is_row(value) if len(place.shape) == 1 else _are_rows(value)


def _is_row(value: Any) -> bool:
    """Whether it is a list, a tuple or an array of numbers."""
    if isinstance(value, types.BaseTuple):
        return all(isinstance(item, types.Integer) for item in value)
    is_row = isinstance(value, types.List) or (isinstance(value, types.Array) and value.ndim == 1)
    return is_row and isinstance(value.dtype, (types.Integer, types.Boolean))


def _are_rows(value: Any) -> bool:
    """Whether it is a list, a tuple or an array of such rows."""
    if isinstance(value, types.Array):
        return value.ndim == 2 and isinstance(value.dtype, (types.Integer, types.Boolean))
    return isinstance(value, (types.List, types.UniTuple)) and _is_row(value.dtype)


def assign_field(
    context: Any, builder: Any, pointer: Any, place: Place, kind: Any, value: Any
) -> None:
    """Copies a set or an array into a field."""
    is_same = isinstance(kind, ArrayType) and kind.place.items == place.items
    if is_set(kind) or is_same:
        store_chunks(context, builder, pointer, place, chunks_of(builder, kind, value))
        return
    target = field_type(place, constant=False)
    if len(place.shape) > 1:
        expected = types.none(target, kind, types.int64)
        columns = constant(place.shape[1])
        context.compile_internal(builder, _copy_rows, expected, (pointer, value, columns))
        return
    copy = _copy_cells if place.kind == "set" else _copy_items
    context.compile_internal(builder, copy, types.none(target, kind), (pointer, value))


def _copy_items(target: Any, values: Any) -> None:
    if len(values) != len(target):
        raise ValueError("as many values as places")
    for i in range(len(target)):
        target[i] = values[i]


def _copy_rows(target: Any, rows: Any, columns: int) -> None:
    if len(rows) != len(target):
        raise ValueError("as many rows as there are")
    for i in range(len(target)):
        row = rows[i]
        if len(row) != columns:
            raise ValueError("as many values as places")
        for j in range(columns):
            target[i, j] = row[j]


def _copy_cells(target: Any, values: Any) -> None:
    target.clear()
    for cell in values:
        target.add(cell)


def assign_bits(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
    """`state.boxes.bits = word`."""
    field, kind = signature.args
    pointer, bits = arguments
    chunks = (
        [bits]
        if kind == types.int64
        else [builder.extract_value(bits, i) for i in range(len(kind))]
    )
    store_chunks(context, builder, pointer, field.place, chunks)
