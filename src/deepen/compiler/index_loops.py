"""`len` of what has items by index, and loops over them. Imports Numba.

For arrays of states and for tables of sets: such a type has a `length`, and a method `load` that
makes the code for the item at an index that exists.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.extending import lower_builtin, models, register_model, type_callable

from deepen.compiler.field_code import constant


class IndexIteratorType(types.SimpleIteratorType):
    """A loop over all items, which are of the type `item`."""

    def __init__(self, source: Any, item: Any) -> None:
        self.source = source
        super().__init__(f"iter({source.name})", item)


@register_model(IndexIteratorType)
class _IteratorModel(models.StructModel):
    def __init__(self, manager: Any, iterator: IndexIteratorType) -> None:
        members = [("source", iterator.source), ("index", types.EphemeralPointer(types.int64))]
        super().__init__(manager, iterator, members)


@lower_builtin("iternext", IndexIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    index = builder.load(iterator.index)
    is_valid = builder.icmp_unsigned("<", index, constant(kind.source.length))
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        result.yield_(kind.source.load(builder, iterator.source, index))
        builder.store(builder.add(index, constant(1)), iterator.index)


def declare_indexed(kind: type) -> None:
    """Lets rules loop over values of a type, and ask for their length."""

    @lower_builtin("getiter", kind)
    def _get_iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        iterator = context.make_helper(builder, signature.return_type)
        iterator.source = arguments[0]
        iterator.index = cgutils.alloca_once_value(builder, constant(0))
        return iterator._getvalue()

    @type_callable(len)
    def _type_len(context: Any) -> Any:
        return lambda values: types.int64 if isinstance(values, kind) else None

    @lower_builtin(len, kind)
    def _len(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return constant(signature.args[0].length)
