"""The board as compiled rules see it: a pointer, with the fields as attributes. Imports Numba."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, lower_getattr_generic, models, register_model

from deepen.compiler.field_code import WORDS, constant, load_words
from deepen.compiler.set_tables import sets_type
from deepen.packing.layout import Layout
from deepen.packing.machine_word import no_constant


class BoardType(types.Type):
    """The board as rules see it: a pointer to a record, with the record's fields as attributes.

    Numba's own record is a value, which every call would copy. Beside it travels, unseen by rules,
    a pointer to the sink that takes the successors.
    """

    def __init__(
        self, record: Any, sets: Mapping[str, tuple[int, ...]], names: Iterable[str]
    ) -> None:
        self.record, self.sets, self.names = record, sets, tuple(names)
        super().__init__(name=f"Board({abs(hash((record.name, *sets, self.names))):x})")


@register_model(BoardType)
class _BoardModel(models.StructModel):
    def __init__(self, manager: Any, board: BoardType) -> None:
        super().__init__(manager, board, [("record", types.voidptr), ("sink", types.voidptr)])


@infer_getattr
class _BoardAttributes(AttributeTemplate):
    key = BoardType

    def generic_resolve(self, board: Any, name: str) -> Any:
        if name not in board.names:
            raise TypingError(no_constant(name, board.names))
        if name in board.sets:
            return sets_type(board.sets[name])
        field = self.context.resolve_getattr(board.record, name)
        if isinstance(field, types.NestedArray):  # the same to the machine, but not to be written
            return types.Array(field.dtype, field.ndim, "C", readonly=True)
        return field


@lower_getattr_generic(BoardType)
def _lower_board_attribute(context: Any, builder: Any, board: Any, value: Any, name: str) -> Any:
    address = builder.extract_value(value, 0)
    if name in board.sets:
        place = builder.gep(address, [constant(board.record.offset(name))])
        pointer, shape = builder.bitcast(place, WORDS), board.sets[name]
        if len(shape) > 1:
            return pointer
        return cgutils.pack_array(builder, load_words(builder, pointer, shape[0]))
    pointer = builder.bitcast(address, context.get_value_type(board.record))
    load = context.get_getattr(board.record, name)
    return load(context, builder, board.record, pointer, name)


def board_maker(board: BoardType) -> Any:
    """An intrinsic `(pointer, sink) -> board`."""

    @intrinsic
    def make_board(context: Any, pointer: Any, sink: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = cgutils.create_struct_proxy(board)(context, builder)
            made.record, made.sink = arguments
            return made._getvalue()

        return board(types.voidptr, types.voidptr), generate

    return make_board


@intrinsic
def sink_of(context: Any, board: Any) -> Any:
    """The sink that travels with a board."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.extract_value(arguments[0], 1)

    return types.voidptr(board), generate


def board_type(layout: Layout) -> BoardType:
    """The type of boards with these fields."""
    record = numba.from_dtype(_signed(layout.dtype))
    sets = {name: layout.dtype[name].shape for name in layout.kinds if layout.is_set(name)}
    return BoardType(record, sets, layout.kinds)


def _signed(dtype: np.dtype[Any]) -> np.dtype[Any]:
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
