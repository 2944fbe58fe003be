"""Machine code for reading and writing the fields of a state. Imports Numba.

A state is a pointer to its words, and so is every field of it; where a field lies is known when the
code is made. Whatever a field cannot hold, and every index beyond its end, leaves the rule: the
interpreter then finds the words for it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils

from deepen.packing.state_layout import WORD_BITS, Place

I64 = llvm.IntType(64)
WORDS = I64.as_pointer()


def constant(value: int) -> Any:
    """A number of 64 bits."""
    return llvm.Constant(I64, value & (1 << WORD_BITS) - 1)


def refuse_if(context: Any, builder: Any, wrong: Any, error: type[Exception], why: str) -> None:
    """Leaves the rule if something is wrong."""
    with cgutils.if_unlikely(builder, wrong):
        context.call_conv.return_user_exc(builder, error, (why,))


def new_words(builder: Any, count: int) -> Any:
    """Room for a state in the frame of the function that is being made."""
    return cgutils.alloca_once(builder, I64, constant(count))


def word_at(builder: Any, pointer: Any, index: Any) -> Any:
    return builder.gep(pointer, [index])


def load_words(builder: Any, pointer: Any, count: int) -> list[Any]:
    return [builder.load(word_at(builder, pointer, constant(i))) for i in range(count)]


def store_words(builder: Any, pointer: Any, words: list[Any]) -> None:
    for i, word in enumerate(words):
        builder.store(word, word_at(builder, pointer, constant(i)))


def checked_index(context: Any, builder: Any, index: Any, size: int) -> Any:
    """An index as Python means it, counted from the end where it is negative."""
    if isinstance(index, llvm.Constant) and 0 <= index.constant < size:
        return index
    is_negative = builder.icmp_signed("<", index, constant(0))
    index = builder.select(is_negative, builder.add(index, constant(size)), index)
    is_beyond = builder.icmp_unsigned(">=", index, constant(size))
    refuse_if(context, builder, is_beyond, IndexError, "an index is out of range")
    return index


def _item_at(builder: Any, pointer: Any, place: Place, index: Any) -> tuple[Any, Any]:
    """The address of the word that holds an item, and the shift in it."""
    bits, per_word = place.items.bits, constant(place.per_word)
    if place.spans == 1:
        shift = builder.add(builder.mul(index, constant(bits)), constant(place.shift))
        return word_at(builder, pointer, constant(place.word)), shift
    word = builder.add(builder.udiv(index, per_word), constant(place.word))
    shift = builder.mul(builder.urem(index, per_word), constant(bits))
    return word_at(builder, pointer, word), shift


def load_item(builder: Any, pointer: Any, place: Place, index: Any) -> Any:
    """An item; the index is one of the field's."""
    address, shift = _item_at(builder, pointer, place, index)
    found = builder.and_(builder.lshr(builder.load(address), shift), constant(place.items.mask))
    if place.items.is_truth:
        return builder.trunc(found, llvm.IntType(1))
    return builder.add(found, constant(place.items.low)) if place.items.low else found


def store_item(
    context: Any, builder: Any, pointer: Any, place: Place, index: Any, value: Any
) -> None:
    """Puts an item into its place, if it fits."""
    items = place.items
    if items.is_truth:
        stored = builder.zext(value, I64)
    else:
        stored = builder.sub(value, constant(items.low)) if items.low else value
        most = constant(items.high - items.low)
        is_beyond = builder.icmp_unsigned(">", stored, most)
        refuse_if(context, builder, is_beyond, ValueError, "a field cannot hold this")
    address, shift = _item_at(builder, pointer, place, index)
    kept = builder.and_(
        builder.load(address), builder.not_(builder.shl(constant(items.mask), shift))
    )
    builder.store(builder.or_(kept, builder.shl(stored, shift)), address)


def load_chunk(builder: Any, pointer: Any, place: Place, number: int) -> Any:
    """The bits of a field in the so-manieth of its words."""
    word = builder.load(word_at(builder, pointer, constant(place.word + number)))
    shifted = builder.lshr(word, constant(place.shift)) if place.shift else word
    return builder.and_(shifted, constant(place.chunk_mask(number)))


def load_chunks(builder: Any, pointer: Any, place: Place) -> list[Any]:
    return [load_chunk(builder, pointer, place, i) for i in range(place.spans)]


def store_chunks(context: Any, builder: Any, pointer: Any, place: Place, chunks: list[Any]) -> None:
    """Puts bits into the words of a field, if it has none beyond them."""
    excess: Any = constant(0)
    for i, chunk in enumerate(chunks):
        mask = place.chunk_mask(i) if i < place.spans else 0
        if mask != (1 << WORD_BITS) - 1:
            excess = builder.or_(excess, builder.and_(chunk, constant(~mask)))
    is_beyond = builder.icmp_unsigned("!=", excess, constant(0))
    refuse_if(context, builder, is_beyond, ValueError, "a field has fewer bits")
    chunks = [*chunks, *[constant(0)] * (place.spans - len(chunks))]
    for i, chunk in enumerate(chunks[: place.spans]):
        address = word_at(builder, pointer, constant(place.word + i))
        mask = place.chunk_mask(i) << place.shift
        kept = builder.and_(builder.load(address), constant(~mask))
        builder.store(builder.or_(kept, builder.shl(chunk, constant(place.shift))), address)
