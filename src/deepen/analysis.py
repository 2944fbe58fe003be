"""What an analysis of a two-player game returns."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from typing import Any

from deepen._quick_init import quick_init
from deepen.notebook.mixins import SubjectMixin

__all__ = ["Analysis", "AnalysisRow", "MoveValue"]

DRAW_NAME = "draw"
"""Stands for the name of a winner where nobody wins."""
REPEATS = "repeats"
"""The status of a search to the end of a game that did not come to one in 1,000 moves."""
OUTCOME_NAMES = {1: "win", 0: DRAW_NAME, -1: "loss"}
"""What a game that is won, drawn or lost is to the mover."""
TABLE_NAME = "table"
"""The algorithm that looks nothing up but what was found before."""
PATH_DEPENDENT = "path-dependent"
"""The status where the path of play decides: positions must not repeat, or moves are limited."""


@quick_init
@dataclass(frozen=True)
class MoveValue:
    """What is known of one move.

    Attributes:
        text: the move as people write it.
        action: as the rules number it.
        value: to the mover, at the depth of the analysis; None if only bounds are known.
        lower_bound, upper_bound: between which the true value is proven to lie; None for no bound.
        exact: whether `value` is proven.
        distance: in how many plies the move wins or loses if both play as well as can be, itself
            among them; None where that is not known, and of a draw.

    >>> import deepen
    >>> from deepen.games import connect4
    >>> found = deepen.analyse(connect4.parse("5554224333234511764415115"))
    >>> [(move.text, move.value) for move in found.moves if move.exact][:2]
    [('4', -8), ('3', -8)]
    """

    text: str
    action: Any
    value: int | None
    lower_bound: int | None
    upper_bound: int | None
    exact: bool
    distance: int | None = None

    @property
    def pace(self) -> tuple[int, ...]:
        """What to compare moves of one value by, where distances are known. A quick win is less
        than a slow one, and a slow loss less than a quick one."""
        if self.value is None or self.distance is None:
            return ()
        return (self.distance if self.value > 0 else -self.distance,)


@quick_init
@dataclass(frozen=True)
class AnalysisRow:
    """One finished depth of an analysis; positions and seconds count from its start.

    >>> import deepen
    >>> from deepen.games import connect4
    >>> found = deepen.analyse(connect4.parse("4455"), depth=2)
    >>> [(row.depth, row.value) for row in found.rows]
    [(2, 18)]
    """

    depth: int
    value: int
    nodes: int
    seconds: float


@quick_init
@dataclass(frozen=True, repr=False)
class Analysis(SubjectMixin):
    """The outcome of `deepen.analyse`, seen by the player to move.

    Attributes:
        status: `solved`, or what ended the search first: `depth-limit`, `time-limit`,
            `node-limit`, `interrupted`; `repeats` if it was to look to the end, and there are lines
            of 1,000 moves without one, since positions repeat or the game is so long;
            `path-dependent` where a rule on repetition or a limit of moves lets the value depend on
            the path of play.
        value: points that the mover will gain from here on with best play by both: proven if
            `exact`, else what a search of `depth` moves makes of it; None if not even the first
            depth was finished.
        exact: whether `value` is proven.
        lower_bound, upper_bound: between which the true value is proven to lie; None for no bound.
        depth: how many moves ahead the last finished search looked; None if to the end of the game.
        best_moves: all that reach `value`, in the order of the rules; where distances are known
            the quickest wins, or the slowest losses.
        moves: every legal move with its value or bounds.
        line: best play by both; of a draw by repetition, up to where it begins again.
        algorithm: what was used; `table` where the answer is read off one.
        nodes: positions that were looked at.
        table_hits: how many of these the table knew something about.
        peak_bytes, seconds: of the search itself.
        rows: its depths.
        winner: who wins with best play by both, by the name that the game has in `players`, or
            `draw`; None where neither is proven. Points that were scored before count.
        outcome: `win`, `draw` or `loss` for the mover; None where it is not proven, or where points
            are counted.
        distance: in how many plies that is in hand, moves of both players counted: 0 of a game
            that is over, None of a draw, and where it is not known.
        winner_moves: how many of these are the winner's own, along `line`.
        repeats: whether positions come again: at the end of `line`, or where nothing is proven, in
            a game whose search has no end, and of which `deepen.tabulate` knows more.
        subject: the game, to draw the values on; None where it is not known, as in a pickle.

    `print` has some lines for people, `as_dict()` and `as_json()` are for programs; their keys are
    those of `deepen analyse --json`.

    >>> import deepen
    >>> from deepen.games import connect4
    >>> found = deepen.analyse(connect4.parse("5554224333234511764415115"))
    >>> found.value, found.exact, found.best_moves
    (4, True, ['6'])
    >>> print(found)
    Proven win by 4 for player 2, who is to move.
      +4  proven  6
      -8  proven  4 3 2 1 7
    Best play: 6 6 3 3 4 1 6 6 6 2 2
    state: 0x8302d8d71426
    negamax: 76 positions, 35 known from the table
    """

    status: str
    value: int | None
    exact: bool
    lower_bound: int | None
    upper_bound: int | None
    depth: int | None
    best_moves: list[str]
    moves: list[MoveValue]
    line: list[str]
    algorithm: str
    nodes: int
    table_hits: int
    peak_bytes: int
    seconds: float
    rows: list[AnalysisRow] = field(repr=False)
    winner: str | None = None
    outcome: str | None = None
    distance: int | None = None
    winner_moves: int | None = None
    repeats: bool = False
    subject: InitVar[Any] = None

    @property
    def is_over(self) -> bool:
        """Whether there is no move left."""
        return not self.moves

    def __str__(self) -> str:
        from deepen.formatting.analysis import analysis_in_lines  # lazy: start-up

        return analysis_in_lines(self)

    def _repr_html_(self) -> str:
        from deepen.notebook.html import analysis_html  # lazy: start-up

        return analysis_html(self)
