"""Where the fields of a state lie in its words.

Every field is a number of items of equally many bits: a number is one item, a set of cells one bit
a cell. No item straddles two words, and bits that belong to nobody are always 0, so that equal
states have equal words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

WORD_BITS = 64


@dataclass(frozen=True)
class Items:
    """What one item may be: a whole number from `low` to `high`, or True and False."""

    low: int
    high: int
    is_truth: bool = False

    @cached_property
    def bits(self) -> int:
        """How many it takes; an item is kept as its distance from `low`."""
        return max(1, (self.high - self.low).bit_length())

    @cached_property
    def mask(self) -> int:
        return (1 << self.bits) - 1


@dataclass(frozen=True)
class SizedField:
    """A field with its sizes known, not yet placed.

    Attributes:
        kind: `number`, `array` or `set`.
        shape: how many items; () for a number.
    """

    name: str
    kind: str
    items: Items
    shape: tuple[int, ...] = ()

    @cached_property
    def count(self) -> int:
        return prod(self.shape)

    @cached_property
    def per_word(self) -> int:
        return WORD_BITS // self.items.bits

    @cached_property
    def is_full(self) -> bool:
        """Whether an item may have any bits."""
        return self.items.high - self.items.low == self.items.mask

    @cached_property
    def spans(self) -> int:
        """Over how many words."""
        return -(-self.count // self.per_word)

    @cached_property
    def last_bits(self) -> int:
        """Taken of the last of them."""
        return (self.count - (self.spans - 1) * self.per_word) * self.items.bits


@dataclass(frozen=True)
class Place(SizedField):
    """A field and where it lies: from bit `shift` of word `word` on; 0 if it spans several."""

    word: int = 0
    shift: int = 0

    def at(self, index: int) -> tuple[int, int]:
        """The word and the shift of an item."""
        word, place = divmod(index, self.per_word)
        return self.word + word, self.shift + place * self.items.bits

    def read(self, words: Sequence[int], index: int = 0) -> int:
        """An item, out of unsigned words."""
        word, shift = self.at(index)
        return (words[word] >> shift & self.items.mask) + self.items.low

    def write(self, words: list[int], value: int, index: int = 0) -> None:
        """Puts an item into unsigned words; it must fit."""
        word, shift = self.at(index)
        kept = words[word] & ~(self.items.mask << shift)
        words[word] = kept | (value - self.items.low) << shift

    def chunk_mask(self, number: int) -> int:
        """The bits of the field in the so-manieth of its words, at shift 0."""
        last = number == self.spans - 1
        return (1 << (self.last_bits if last else self.per_word * self.items.bits)) - 1

    def chunks(self, words: Sequence[int]) -> tuple[int, ...]:
        """Its bits, a word each."""
        return tuple(
            words[self.word + i] >> self.shift & self.chunk_mask(i) for i in range(self.spans)
        )

    def write_chunks(self, words: list[int], chunks: Sequence[int]) -> None:
        """The same backwards; nothing beyond the field may be set."""
        for i, chunk in enumerate(chunks):
            kept = words[self.word + i] & ~(self.chunk_mask(i) << self.shift)
            words[self.word + i] = kept | chunk << self.shift


@dataclass(frozen=True)
class PlayerBit:
    """Where the words of a position say who is to move: 0 or 1."""

    word: int
    shift: int

    def read(self, words: Sequence[int]) -> int:
        """Who is to move."""
        return words[self.word] >> self.shift & 1

    def put(self, words: Iterable[int], player: int) -> tuple[int, ...]:
        """The same position with that player to move."""
        found = list(words)
        found[self.word] = found[self.word] & ~(1 << self.shift) | player << self.shift
        return tuple(found)


_PLAYER = SizedField("", "number", Items(0, 1))  # no field has this name


class StateLayout:
    """The places of all fields of a state.

    Args:
        fields: those that are declared.
        with_player: whether a position is more than its fields: there is a bit for who moves.

    Attributes:
        places: by name, in the order of the declaration.
        player: where that bit is.
        words: how many words a state has.
    """

    def __init__(self, fields: Iterable[SizedField], with_player: bool = False) -> None:
        fields = list(fields)
        placed = _placed([*fields, _PLAYER] if with_player else fields)
        self.places = {field.name: placed[field.name] for field in fields}
        turn = placed.get(_PLAYER.name)
        self.player = PlayerBit(turn.word, turn.shift) if turn is not None else None
        self.words = max(1, *(place.word + place.spans for place in placed.values()))

    @cached_property
    def text(self) -> str:
        """Equal for equal layouts."""
        return repr([*self.places.values(), *([self.player] if self.player else [])])

    @property
    def bits(self) -> int:
        """How many the fields take together."""
        taken = sum(place.count * place.items.bits for place in self.places.values())
        return taken + (self.player is not None)


def _placed(fields: list[SizedField]) -> dict[str, Place]:
    """Large fields first, then each into the first word that has room for it."""
    room: list[int] = []  # what is left of each word
    placed = {}
    for field in sorted(fields, key=lambda field: -_size(field)):
        if field.spans > 1:
            word, shift = len(room), 0
            room += [0] * (field.spans - 1) + [WORD_BITS - field.last_bits]
        else:
            needed = field.last_bits
            word = next((i for i, left in enumerate(room) if left >= needed), len(room))
            room += [WORD_BITS] * (word == len(room))
            shift = WORD_BITS - room[word]
            room[word] -= needed
        placed[field.name] = Place(field.name, field.kind, field.items, field.shape, word, shift)
    return placed


def _size(field: SizedField) -> int:
    return (field.spans - 1) * WORD_BITS + field.last_bits
