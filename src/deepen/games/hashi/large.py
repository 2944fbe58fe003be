"""States of large boards: eight words, four for the pairs and four for the islands.

A pair has two bits, its room; an island four, its need (or GONE, or BLANK), and whether it was
given the label 3. Simple rather than fast: boards of this size are not solved to the end anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from deepen.games.hashi.board import Grid
from deepen.games.hashi.game import LABEL_ACTIONS, Hashi
from deepen.games.hashi.position import Position
from deepen.games.hashi.remaining import BLANK, GONE, remaining
from deepen.rules import rule

MOST_PAIRS, MOST_ISLANDS = 128, 64
PAIRS_A_WORD, ISLANDS_A_WORD = 32, 16
ISLAND_WORDS = MOST_PAIRS // PAIRS_A_WORD  # where they begin
NEED, GIVEN_THREE = 7, 8
MOST_NEIGHBOURS, MOST_CROSSINGS, NONE = 4, 64, -1

Words = tuple[int, int, int, int, int, int, int, int]


class LargeHashi(Hashi):
    """A board of up to 64 islands and 128 pairs of them, in eight words."""

    board_fields: ClassVar = {
        "pairs": "i8",
        "islands": "i8",
        "label": ("i8", MOST_ISLANDS),
        "ends": ("i8", (MOST_PAIRS, 2)),
        "around": ("i8", (MOST_ISLANDS, MOST_NEIGHBOURS)),
        "crossing": ("i8", (MOST_PAIRS, MOST_CROSSINGS)),
    }
    state_words = 8

    @classmethod
    def fits(cls, grid: Grid) -> bool:
        return (
            len(grid.islands) <= MOST_ISLANDS
            and len(grid.pairs) <= MOST_PAIRS
            and max(map(len, grid.crossings), default=0) < MOST_CROSSINGS
        )

    @classmethod
    def constants(cls, grid: Grid) -> dict[str, Any]:
        return {
            "pairs": len(grid.pairs),
            "islands": len(grid.islands),
            "label": list(grid.labels),
            "ends": [list(pair) for pair in grid.pairs] or [[0, 0]],
            "around": [_padded(pairs, MOST_NEIGHBOURS) for pairs in grid.pairs_at]
            or [[NONE] * MOST_NEIGHBOURS],
            "crossing": [_padded(pairs, MOST_CROSSINGS) for pairs in grid.crossings]
            or [[NONE] * MOST_CROSSINGS],
        }

    @classmethod
    def packed(cls, position: Position) -> Words:
        left = remaining(position)
        words = [0] * 8
        for pair, room in enumerate(left.rooms):
            words[pair // PAIRS_A_WORD] |= room << 2 * (pair % PAIRS_A_WORD)
        for island, need in enumerate(left.needs):
            given = position.grid.labels[island] == 0 and position.labels[island] == 3
            code = need | (GIVEN_THREE if given and need != GONE else 0)
            words[ISLAND_WORDS + island // ISLANDS_A_WORD] |= code << 4 * (island % ISLANDS_A_WORD)
        return tuple(words)  # type: ignore[return-value]

    @rule
    def moves(board: Any, state: Words) -> Iterator[tuple[int, Words, int]]:
        for pair in range(board.pairs):
            first, second = board.ends[pair, 0], board.ends[pair, 1]
            blank = need_of(state, first) == BLANK or need_of(state, second) == BLANK
            if room_of(state, pair) > 0 and not blank:
                reward = points(board, state, first) + points(board, state, second)
                yield pair, bridged(board, state, pair), reward
        for island in range(board.islands):
            if need_of(state, island) == BLANK:
                for label in range(3, 5):
                    action = LABEL_ACTIONS + 2 * island + label - 3
                    yield action, labelled(board, state, island, label), 0

    @rule
    def bounds(board: Any, state: Words) -> tuple[int, int]:
        """The mover may take the best island there is; what is left may go to either."""
        most = to_gain(board, state)
        return 2 * best_capture(board, state) - most, most

    @rule
    def order(board: Any, state: Words, action: int, child: Words, reward: int) -> int:
        """Points first; then what leaves least to play for."""
        return 5 * reward - to_gain(board, child)

    @rule
    def evaluate(board: Any, state: Words) -> int:
        """What the best move gains at once."""
        return best_capture(board, state)


def to_gain(board: Any, state: Words) -> int:
    """The labels of all islands that may still be completed; no label yet counts as the best."""
    most = 0
    for island in range(board.islands):
        if need_of(state, island) != GONE:
            most += worth(board, state, island)
    return most


def best_capture(board: Any, state: Words) -> int:
    """The most points that one bridge gains at once."""
    best = 0
    for pair in range(board.pairs):
        first, second = board.ends[pair, 0], board.ends[pair, 1]
        blank = need_of(state, first) == BLANK or need_of(state, second) == BLANK
        if room_of(state, pair) > 0 and not blank:
            best = max(best, points(board, state, first) + points(board, state, second))
    return best


def room_of(state: Words, pair: int) -> int:
    """How many bridges more a pair can take."""
    return state[pair // PAIRS_A_WORD] >> 2 * (pair % PAIRS_A_WORD) & 3


def need_of(state: Words, island: int) -> int:
    """How many bridges more complete an island; or GONE, or BLANK."""
    return code_of(state, island) & NEED


def code_of(state: Words, island: int) -> int:
    """All that a state says of an island."""
    return state[ISLAND_WORDS + island // ISLANDS_A_WORD] >> 4 * (island % ISLANDS_A_WORD) & 15


def worth(board: Any, state: Words, island: int) -> int:
    """The label of an island; that which it may still get at most."""
    if board.label[island] != 0:
        return board.label[island]
    return 3 if code_of(state, island) & GIVEN_THREE != 0 else 4


def points(board: Any, state: Words, island: int) -> int:
    """What one bridge more at an island gains."""
    return worth(board, state, island) if need_of(state, island) == 1 else 0


def with_word(state: Words, place: int, word: int) -> Words:
    """A state with another word in one place."""
    return (
        word if place == 0 else state[0],
        word if place == 1 else state[1],
        word if place == 2 else state[2],
        word if place == 3 else state[3],
        word if place == 4 else state[4],
        word if place == 5 else state[5],
        word if place == 6 else state[6],
        word if place == 7 else state[7],
    )


def with_room(state: Words, pair: int, room: int) -> Words:
    """A state with another room for a pair."""
    place, shift = pair // PAIRS_A_WORD, 2 * (pair % PAIRS_A_WORD)
    return with_word(state, place, state[place] & ~(3 << shift) | room << shift)


def with_code(state: Words, island: int, code: int) -> Words:
    """A state that says something else of an island."""
    place, shift = ISLAND_WORDS + island // ISLANDS_A_WORD, 4 * (island % ISLANDS_A_WORD)
    return with_word(state, place, state[place] & ~(15 << shift) | code << shift)


def bridged(board: Any, state: Words, pair: int) -> Words:
    """The state after a bridge."""
    state = with_room(state, pair, room_of(state, pair) - 1)
    for i in range(MOST_CROSSINGS):
        other = board.crossing[pair, i]
        if other == NONE:
            break
        state = with_room(state, other, 0)
    for side in range(2):
        island = board.ends[pair, side]
        if need_of(state, island) != GONE:
            code = code_of(state, island) - 1
            state = with_code(state, island, code if code & NEED != GONE else GONE)
            state = limited(board, state, island, code & NEED)
    return settled(board, state)


def labelled(board: Any, state: Words, island: int, label: int) -> Words:
    """The state after an island without a label got one."""
    state = with_code(state, island, label | (GIVEN_THREE if label == 3 else 0))
    return settled(board, limited(board, state, island, label))


def limited(board: Any, state: Words, island: int, most: int) -> Words:
    """Gives no pair of an island more room than the island has need."""
    for i in range(MOST_NEIGHBOURS):
        pair = board.around[island, i]
        if pair != NONE and room_of(state, pair) > most:
            state = with_room(state, pair, most)
    return state


def settled(board: Any, state: Words) -> Words:
    """Gives up the islands that need more than there is room for."""
    for island in range(board.islands):
        need = need_of(state, island)
        if need not in (GONE, BLANK):
            room = 0
            for i in range(MOST_NEIGHBOURS):
                pair = board.around[island, i]
                if pair != NONE:
                    room += room_of(state, pair)
            if need > room:
                state = with_code(state, island, GONE)
    return state


def _padded(numbers: tuple[int, ...], length: int) -> list[int]:
    return [*numbers, *[NONE] * (length - len(numbers))]
