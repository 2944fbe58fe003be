"""Connect Four: drop stones into columns; who first has four in a row wins, the earlier the better.

The columns are numbered from 1, as players do. The bits of a word that are the squares of the usual
board, and above them the marks:

     0  7 14 21 28 35 42        marks
     1  8 15 22 29 36 43
     2  9 16 23 30 37 44
     3 10 17 24 31 38 45
     4 11 18 25 32 39 46
     5 12 19 26 33 40 47
     6 13 20 27 34 41 48

A state is one word: the stones of the player to move, and in each column one bit more, its head:
the square on which the next stone comes to rest, or the mark where the column is full. So the head
is the lowest bit of each column, and subtracting all the marks at once, a 1 from each column,
turns just the bits up to the heads over. That is how stones and squares are told apart: nothing in
a column above its head is taken, everything below is, by the mover where the bit is set.

The top bit of the word is set where the player to move can win at once. This repeats what the
stones say, but `moves` can tell it of all children at one look, and `bounds` need not look again.

One position in every encoding, after the columns 4 4 5 3 were played:

    picture   · · · · · · ·
              · · · · · · ·
              · · · · · · ·
              · · · · · · ·
              · · · ○ · · ·
              · · ○ ● ● · ·
              1 2 3 4 5 6 7
    text      "4453"
    Python    Connect4("4453")
    stones    of ●, to move: bits 27 and 34
    heads     bits 6, 13, 19, 25, 33, 41 and 48
    start     0x102060a082040

The state 0, without a head, is a game that is won. Its value is 0: the points went with the move.
A win is worth half the number of squares that were free before it, rounded up: 22 less the stones
that the winner has placed, on the usual board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Self

from deepen.errors import InputError
from deepen.game import Game, Move
from deepen.games.connect4 import heuristics
from deepen.games.connect4 import look as looks
from deepen.games.connect4.board import (
    COLUMNS,
    ROWS,
    WINS_AT_ONCE,
    Shape,
    fours,
    fourths,
    hanging,
    landing,
)
from deepen.puzzle import Words
from deepen.rules import popcount, rule

MOST_COLUMNS = 12
"""A board has four rows at least, so no more columns fit into a word."""

MOST_NODES = 50_000_000
"""Positions to look at for a picture of values: some ten seconds."""

Stones = tuple[int, int]
"""The squares of the first player and of the second."""


class Connect4(Game):
    """A position, given by the columns that were played from the empty board.

    Args:
        played: the columns, 1 to `columns`, as numbers or as a string of digits.
        columns, rows: of the board; columns times (rows + 1) may be 63 at most.
        setup: stones that were there before, of the first and of the second player.

    Attributes:
        shape: the size of the board.
        played, setup: as given.
        stones: those of the first player and of the second, as they lie now.

    Raises:
        InputError: there is no such board, or a move cannot be made.

    >>> game = Connect4("4453")
    >>> game.play("3").played
    (4, 4, 5, 3, 3)
    """

    board_fields: ClassVar = {
        "step": "i8",
        "marks": "u8",
        "squares": "u8",
        "odd_rows": "u8",
        "symmetric": "i8",  # whether the game to look at is its own mirror image
        "columns": "i8",
        "rows": "i8",
        "order": ("i8", MOST_COLUMNS),  # the columns, centre first
        "column": ("u8", MOST_COLUMNS),  # their squares
    }
    state_words = 1
    quick_wins_score_more = True

    def __init__(
        self,
        played: str | Iterable[int] = "",
        *,
        columns: int = COLUMNS,
        rows: int = ROWS,
        setup: Stones = (0, 0),
    ) -> None:
        self.shape = Shape(columns, rows).checked()
        self.setup = setup
        self.played = tuple(played) if not isinstance(played, str) else _digits(played, columns)
        _check_setup(setup, self.shape)
        self.stones = _replayed(setup, self.played, self.shape)
        taken = self.stones[0] | self.stones[1]
        winner = self.winner
        points = (self.shape.squares & ~taken).bit_count() + 2 >> 1  # before the last stone
        super().__init__(
            0 if winner is not None else packed(self.stones, self.shape),
            self.constants(),
            to_move=taken.bit_count() % 2,
            score=0 if winner is None else points if winner == 0 else -points,
        )

    @property
    def winner(self) -> int | None:
        """The player who has four in a row, 0 or 1."""
        return next((who for who in (0, 1) if fours(self.stones[who], self.shape)), None)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won or no square is free."""
        return self.winner is not None or not self.shape.squares & ~(
            self.stones[0] | self.stones[1]
        )

    def constants(self) -> dict[str, Any]:
        """What the rules read from the board."""
        shape = self.shape
        order = shape.centre_first
        return {
            "step": shape.step,
            "marks": shape.marks,
            "squares": shape.squares,
            "odd_rows": sum(shape.row(number) for number in range(1, shape.rows + 1, 2)),
            "symmetric": int(all(own == shape.mirrored(own) for own in self.stones)),
            "columns": shape.columns,
            "rows": shape.rows,
            "order": order,
            "column": [shape.column(column) for column in order],
        }

    @rule
    def moves(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        below = state - board.marks
        heads = state & ~below
        free = (state ^ below) & board.squares
        mine = state & below & board.squares
        theirs = board.squares ^ free ^ mine
        wins = fourths(mine, board.step)
        losses = fourths(theirs, board.step) & free
        for i in range(board.columns):
            place = heads & board.column[i]
            if place & wins != 0:
                yield board.order[i], 0, popcount(free) + 1 >> 1
            elif place != 0:
                # The stone is the other side's from now on: a 0, and the head goes one up.
                after = heads ^ place ^ place >> 1
                child = theirs | after
                yield board.order[i], child | WINS_AT_ONCE if after & losses != 0 else child, 0

    bounds = heuristics.bounds
    order = heuristics.order
    canonical = heuristics.canonical
    evaluate = heuristics.evaluate

    look = looks.LOOK
    contents = looks.contents
    marked = looks.marked
    title = looks.title
    scene = looks.scene

    def after(self, move: Move) -> Self:
        return type(self)(
            (*self.played, move.action),
            columns=self.shape.columns,
            rows=self.shape.rows,
            setup=self.setup,
        )

    def describe_action(self, state: Words, action: int, child: Words) -> str:
        return str(action)

    def explain_illegal(self, text: str) -> str:
        if not text.strip().isdecimal():
            return f"'{text}' is no move: a move is a column from 1 to {self.shape.columns}"
        problem = _obstacle(self.stones, int(text), self.shape)
        return f"column {int(text)} cannot be played: {problem}"

    def svg(self, what: str = "board") -> str:
        """A picture: `board`, or `values` with what each column is worth to the player to move."""
        if what != "values":
            return super().svg(what)
        import deepen  # lazy: start-up
        from deepen.looks.pictures import values  # lazy: start-up

        return values(self, deepen.analyse(self, node_limit=MOST_NODES))

    def stones_of(self, state: Words) -> Stones:
        """Those of the first player and of the second in a state, which is of this game: once it is
        won, states have none."""
        if state == 0 or state == self.start:
            return self.stones
        assert isinstance(state, int)
        mine, theirs = unpacked(state, self.shape)
        return (theirs, mine) if (mine | theirs).bit_count() % 2 else (mine, theirs)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Connect4):
            return NotImplemented
        return (self.shape, self.stones) == (other.shape, other.stones)

    def __hash__(self) -> int:
        return hash((self.shape, self.stones))

    def __repr__(self) -> str:
        own: tuple[int, ...] | str = self.played
        if all(column < 10 for column in self.played):
            own = "".join(map(str, self.played))
        more = [f"columns={self.shape.columns}, rows={self.shape.rows}"]
        more = [] if self.shape == Shape() else more
        more += [f"setup={self.setup}"] if any(self.setup) else []
        return f"{type(self).__name__}({', '.join([repr(own), *more])})"

    def __str__(self) -> str:
        from deepen.looks.terminal import board  # lazy: start-up

        return board(self)


def packed(stones: Stones, shape: Shape) -> int:
    """The state of a game that nobody has won."""
    taken = stones[0] | stones[1]
    # A column's free squares and its mark are the lowest of its bits; the next one up is its head.
    free = shape.squares & ~taken | shape.marks
    heads = free & ~(free >> 1 & ~(shape.marks >> 1))
    mine = stones[taken.bit_count() % 2]
    can_win = fourths(mine, shape.step) & heads & shape.squares
    return mine | heads | (WINS_AT_ONCE if can_win else 0)


def unpacked(state: int, shape: Shape) -> Stones:
    """The stones of the player to move and of the other, in a game that nobody has won."""
    below = state - shape.marks
    mine = state & below & shape.squares
    return mine, shape.squares & ~(state ^ below) & ~mine


def _digits(text: str, columns: int) -> tuple[int, ...]:
    for number, sign in enumerate(text, 1):
        if sign not in "123456789"[:columns]:
            raise InputError(f"move {number} is {sign!r}, not a column from 1 to {min(columns, 9)}")
    return tuple(map(int, text))


def _replayed(setup: Stones, played: tuple[int, ...], shape: Shape) -> Stones:
    stones = setup
    for number, column in enumerate(played, 1):
        problem = _obstacle(stones, column, shape)
        if problem:
            raise InputError(f"move {number}, in column {column}, cannot be made: {problem}")
        stones = dropped(stones, column, shape)
    return stones


def dropped(stones: Stones, column: int, shape: Shape) -> Stones:
    """The stones after a move that can be made."""
    first, second = stones
    place = landing(first | second, column, shape)
    if (first | second).bit_count() % 2:
        return first, second | place
    return first | place, second


def _obstacle(stones: Stones, column: int, shape: Shape) -> str:
    """Why a column cannot be played; nothing where it can."""
    if type(column) is not int or not 1 <= column <= shape.columns:
        return f"the columns are 1 to {shape.columns}"
    for who, name in enumerate(("first", "second")):
        if fours(stones[who], shape):
            return f"the {name} player has four in a row and has won"
    if not landing(stones[0] | stones[1], column, shape):
        return "the column is full"
    return ""


def _check_setup(stones: Stones, shape: Shape) -> None:
    """Nothing hangs in the air, turns were taken, and the last stone decided the game if any."""
    first, second = stones
    if first & second or (first | second) & ~shape.squares:
        raise InputError("the stones of the setup are not on squares of the board, one on each")
    loose = hanging(first | second, shape)
    if loose:
        raise InputError(
            f"the stone in column {loose[0]}, row {loose[1]} from below, hangs in the air"
        )
    ahead = first.bit_count() - second.bit_count()
    if ahead not in (0, 1):
        raise InputError(
            f"the first player has {first.bit_count()} stones and the second {second.bit_count()}: "
            "they take turns, so the first has as many or one more"
        )
    _check_win(stones, "second" if ahead == 0 else "first", shape)


def _check_win(stones: Stones, last: str, shape: Shape) -> None:
    names = ("first", "second")
    own, other = stones[names.index(last)], stones[1 - names.index(last)]
    if fours(other, shape):
        raise InputError(f"there are four in a row, and yet the {last} player has moved after that")
    if fours(own, shape) and all(
        fours(own & ~top, shape) for top in _tops(own, own | other, shape)
    ):
        raise InputError(f"no last move of the {last} player can have made all fours in a row")


def _tops(own: int, taken: int, shape: Shape) -> list[int]:
    """The stones on top of their columns that are among `own`."""
    tops = [
        landing(taken, column, shape) << 1 or shape.square(column, shape.rows)
        for column in range(1, shape.columns + 1)
    ]
    return [top for top in tops if top & own]
