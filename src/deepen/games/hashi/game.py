"""The Hashi duel as a game object: a grid, the moves played on it, and the state to search from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from deepen.analysis import Analysis
from deepen.errors import InputError
from deepen.game import Game, Move
from deepen.games.hashi.board import Grid, name
from deepen.games.hashi.position import Bridge, Position, Step, read, shown
from deepen.puzzle import Words

LABEL_ACTIONS = 128
"""Actions below are bridges, by the number of their pair; from here on labels, two an island."""
TEMPO_ACTION = LABEL_ACTIONS - 1
"""In canonical states alone: one of the bridges that change nothing but whose turn it is."""


class Hashi(Game):
    """A board with the moves played on it so far; `duel` makes one of the kind that suits it.

    Args:
        rows: a string for each row, with a sign for each cell: `.` for water, `1` to `4` for an
            island with that label, `0` for one without.
        played: moves as people write them, `a1-c1` and `b2=3`. Player 0 made the first.

    Attributes:
        grid: the board without bridges.
        played: as given.
        position: the bridges and labels as they are now.
        last: the last move, None before the first.

    Raises:
        InputError: there is no such board, it is too large, or a move is not legal.

    """

    def __init__(self, rows: Sequence[str], played: Iterable[str] = ()) -> None:
        self.grid = Grid(tuple(rows))
        self.played = tuple(played)
        score, position = 0, Position.at_start(self.grid)
        self.last: Step | None = None
        for number, text in enumerate(self.played, 1):
            step = _legal(text, position, f"move {number}, {shown(text)}, cannot be made: ")
            points = position.points(step)
            score += points if number % 2 else -points
            position, self.last = position.after(step), step
        self.position = position
        super().__init__(
            self.packed(position),
            self.constants(self.grid),
            to_move=len(self.played) % 2,
            score=score,
        )

    @classmethod
    def fits(cls, grid: Grid) -> bool:
        """Whether states of this kind can hold the board."""
        raise NotImplementedError

    @classmethod
    def constants(cls, grid: Grid) -> dict[str, Any]:
        """What the rules read from the board."""
        raise NotImplementedError

    @classmethod
    def packed(cls, position: Position) -> Words:
        """What the rules know of a position."""
        raise NotImplementedError

    def play(self, move: Any) -> Self:
        """As in any game; but a text is read, not looked for among all legal moves, since a large
        board has many and a game many turns."""
        if not isinstance(move, str):
            return super().play(move)
        step = _legal(move, self.position, f"{shown(move)} cannot be played: ")
        state, action = self.packed(self.position.after(step)), _action(step)
        if self.describe_action(self.start, action, state) != move:
            raise InputError(self.explain_illegal(move))  # a way to write it that nobody has
        return self.after(Move(move, action, state, self.position.points(step), again=False))

    def after(self, move: Move) -> Self:
        game = super().after(move)
        step = _legal(move.text, self.position, "")
        game.played, game.last = (*self.played, move.text), step
        game.position = self.position.after(step)
        return game

    def explain_illegal(self, text: str) -> str:
        try:
            _legal(text, self.position, f"{shown(text)} cannot be played: ")
        except InputError as error:
            return str(error)
        return super().explain_illegal(text)

    def svg(self, what: str = "board") -> str:
        """A picture: `board`, or `values` with the value of each move.

        Raises:
            UsageError: there is no such picture.
        """
        from deepen.drawing.svg import drawn  # lazy: start-up
        from deepen.games.hashi.svg import PICTURES  # lazy: start-up

        return drawn(PICTURES, self, what)

    def svg_of(self, found: Analysis) -> str:
        """The board with what an analysis has proven of each move."""
        from deepen.games.hashi.svg import known  # lazy: start-up

        return known(self, found)

    def __repr__(self) -> str:
        played = f", {list(self.played)}" if self.played else ""
        return f"{type(self).__name__}({list(self.grid.rows)}{played})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashi) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)

    def describe_action(self, state: Words, action: int, child: Words) -> str:
        if action == TEMPO_ACTION and action >= len(self.grid.pairs):
            return "wait"
        if action < LABEL_ACTIONS:
            return self.grid.pair_name(action)
        island, more = divmod(action - LABEL_ACTIONS, 2)
        return f"{name(self.grid.islands[island])}={3 + more}"


def _action(step: Step) -> int:
    if isinstance(step, Bridge):
        return step.pair
    return LABEL_ACTIONS + 2 * step.island + step.label - 3


def _legal(text: str, position: Position, otherwise: str) -> Step:
    step = read(text, position.grid)
    problem = step if isinstance(step, str) else position.obstacle(step)
    if problem:
        raise InputError(otherwise + problem)
    assert not isinstance(step, str)
    return step
