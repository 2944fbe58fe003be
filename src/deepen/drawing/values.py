"""What moves are worth, written on a picture of a game.

A sign goes with each number, so that no colour is needed to tell a win from a loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from deepen.analysis import MoveValue
from deepen.drawing.scene import MoveTarget, Point

WIN, TIE, LOSS = "#23763f", "#6b6660", "#b8322a"

Range = tuple[int | None, int | None]
"""Between which values that of a move lies, as far as is known; the same twice if it is exact."""


def proven(move: MoveValue) -> Range:
    """What an analysis has proven of a move."""
    return move.lower_bound, move.upper_bound


def best_of(values: Iterable[Range]) -> int | None:
    """The most that some move is sure to be worth."""
    return max((low for low, _ in values if low is not None), default=None)


def colour(low: int | None, high: int | None) -> str:
    """Of a win, a loss, or what is neither or not known."""
    if low is not None and low > 0:
        return WIN
    return LOSS if high is not None and high < 0 else TIE


def written(low: int | None, high: int | None) -> str:
    """The value or, where it is only known who wins, a bound of it."""
    if low is not None and low == high:
        return f"{low:+d}" if low else "0"
    if low is not None and low > 0:
        return f"≥ +{low}"
    return f"≤ {high}" if high is not None and high < 0 else "?"


@dataclass(frozen=True)
class Badge:
    """What a move is worth, written on the board.

    Attributes:
        spot: the middle of it.
        text: the value.
        colour: of a win, a loss, or neither.
        is_best: no move is worth more.
        name: written before it, where the spot does not tell which move is meant.
        size: of the writing; 0 for the usual one.
    """

    spot: Point
    text: str
    colour: str = TIE
    is_best: bool = False
    name: str = ""
    size: float = 0


def badges(targets: Iterable[MoveTarget], values: Mapping[str, Range]) -> list[Badge]:
    """A badge for each move whose value is known, by its text."""
    best = best_of(values.values())
    places = {target.move: target for target in targets}
    return [
        Badge(
            places[move].spot,
            written(*known),
            colour(*known),
            best is not None and known == (best, best),
            places[move].name,
            places[move].size,
        )
        for move, known in values.items()
        if move in places
    ]
