"""The board of 4 ranks by 8 files as bits of a word: squares, pieces, states, distances.

Maps of distances are made for all 32 squares at once: 32 boards of 64 bits side by side in one long
integer, so that a single shift moves on every board. `rules` draws the numbers of the squares.
"""

from __future__ import annotations

from collections.abc import Callable

from deepen.rules import bit

FILES, RANKS = 8, 4
SQUARES = FILES * RANKS
BOARD = (1 << SQUARES) - 1
FILE_A = sum(1 << FILES * rank for rank in range(RANKS))
FILE_H = FILE_A << FILES - 1
DIRECTIONS = 4

EMPTY, DUCK = ".", "D"
KINDS = "KAERNP"
"""The black pieces that move. A kind's number is its place in here, counted from 1."""
REDS = "kaerncp"
CHARIOT = "R"
PREY = {"K": "kaernc", "A": "aerncp", "E": "erncp", "R": "rncp", "N": "ncp", "P": "pk"}
"""What each kind may capture."""


def name_of(square: int) -> str:
    """A1 for 0, H4 for 31."""
    return f"{'ABCDEFGH'[square % FILES]}{square // FILES + 1}"


def places(squares: str, letters: str) -> int:
    """The squares that hold one of these letters."""
    return sum(1 << square for square, letter in enumerate(squares) if letter in letters)


# States. The number of a piece's kind is spread over three planes: plane i holds the squares of
# those kinds whose number has bit i. So one state fits into two words, whatever the material.


def packed(squares: str) -> tuple[int, int]:
    """The state of a board given by its 32 letters: planes 0 and 1, plane 2 and the reds."""
    planes = [0, 0, 0]
    for number, kind in enumerate(KINDS, 1):
        if kind in squares:
            own = places(squares, kind)
            for i in range(3):
                if number >> i & 1:
                    planes[i] |= own
    return planes[0] | planes[1] << 32, planes[2] | places(squares, REDS) << 32


def reds_of(state: tuple[int, int]) -> int:
    """The squares of the reds that are left."""
    return state[1] >> 32


def blacks_of(state: tuple[int, int]) -> int:
    """The squares of all black pieces but ducks."""
    return (state[0] | state[0] >> 32 | state[1]) & BOARD


def of_kind(state: tuple[int, int], kind: int) -> int:
    """The squares of the black pieces of one kind."""
    plane0, plane1, plane2 = state[0], state[0] >> 32, state[1]
    # 0 where the bit is wanted set and -1, which inverts, where it is wanted clear.
    flip0, flip1, flip2 = (kind & 1) - 1, (kind >> 1 & 1) - 1, (kind >> 2 & 1) - 1
    return (plane0 ^ flip0) & (plane1 ^ flip1) & (plane2 ^ flip2) & BOARD


# Moves on one board


def neighbours(squares: int) -> int:
    """All squares beside these, and perhaps bits beyond the board."""
    east, west = (squares & ~FILE_H) << 1, (squares & ~FILE_A) >> 1
    return squares << FILES | squares >> FILES | east | west


def ahead(squares: int, direction: int) -> int:
    """The squares one step on, those that are on the board: north, south, east or west."""
    if direction == 0:
        return squares << FILES & BOARD
    if direction == 1:
        return squares >> FILES
    if direction == 2:
        return (squares & ~FILE_H) << 1
    return (squares & ~FILE_A) >> 1


def sight(square: int, free: int) -> int:
    """Every free square that a chariot can slide to, and the first that is not free each way."""
    found = 0
    for direction in range(DIRECTIONS):
        place = ahead(bit(square), direction)
        while place & free != 0:
            found |= place
            place = ahead(place, direction)
        found |= place
    return found


# Moves on many boards side by side


class Lanes:
    """Boards side by side in one long integer.

    Args:
        count: how many boards.
        width: bits from one board to the next, 32 or more.
    """

    def __init__(self, count: int, width: int) -> None:
        self.each = sum(1 << width * number for number in range(count))
        self.bytes = count * width // 8
        below, above = BOARD >> FILES, BOARD >> FILES << FILES
        # Each way a square lies on: how far to shift, what may go there, and how often at most.
        self.ways = [
            (FILES, self.spread(below), RANKS - 1),
            (-FILES, self.spread(above), RANKS - 1),
            (1, self.spread(BOARD & ~FILE_H), FILES - 1),
            (-1, self.spread(BOARD & ~FILE_A), FILES - 1),
        ]

    def spread(self, squares: int) -> int:
        """The same squares on each board."""
        return squares * self.each

    def stepped(self, squares: int, free: int) -> int:
        """The free squares beside these."""
        (north, up, _), (_, down, _), (_, right, _), (_, left, _) = self.ways
        vertical = (squares & up) << north | (squares & down) >> north
        return (vertical | (squares & right) << 1 | (squares & left) >> 1) & free

    def slid(self, squares: int, free: int) -> int:
        """The squares from which a chariot slides to one of these, over free squares.

        It may stand where it is not free, but not slide across.
        """
        found = 0
        for shift, movable, most in self.ways:
            there = squares
            for _ in range(most):
                there &= movable
                there = there << shift if shift > 0 else there >> -shift
                found |= there
                there &= free
        return found


LANE = 64
BOARDS = Lanes(SQUARES, LANE)
"""One board for each square."""
_OWN_SQUARE = sum(1 << (LANE + 1) * square for square in range(SQUARES))


def balls(ducks: int, moved: Callable[[int, int], int]) -> list[int]:
    """The squares within 0, 1, 2, ... moves of each square, as `BOARDS`, until nothing is new.

    Args:
        ducks: squares that no piece enters.
        moved: `BOARDS.stepped` or `BOARDS.slid`.
    """
    free = BOARDS.spread(BOARD & ~ducks)
    found = [_OWN_SQUARE]
    while (grown := found[-1] | moved(found[-1], free) & free) != found[-1]:
        found.append(grown)
    return found
