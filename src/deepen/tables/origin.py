"""What a table was made from: it answers for games of the same rules on the same board alone."""

from __future__ import annotations

from deepen.game import Game
from deepen.tables.fingerprint import digests

Origin = dict[str, str]
"""A digest of each rule that the values follow from, of the board and of how states are packed."""


def origin_of(game: Game, symmetry: bool, by_rank: bool = False, back: bool = False) -> Origin:
    """Of a table that is made now; `by_rank`: also of where a file has what, `back`: also of how
    it comes to be."""
    used = {"canonical": symmetry, "rank": by_rank, "unrank": by_rank, "predecessors": back}
    return {part: digest for part, digest in digests(game).items() if used.get(part, True)}


def changes(origin: Origin, game: Game) -> list[str]:
    """The parts in which a game differs from what a table was made from."""
    now = origin_of(game, "canonical" in origin, "rank" in origin)
    return [part for part in {**now, **origin} if origin.get(part) != now.get(part)]


def in_words(changed: list[str], game: Game) -> str:
    """What such a table is."""
    name = type(game).__name__
    if changed == ["board"]:
        return f"is of another board of {name}"
    reasons = [_CHANGES.get(part, f"`{part}` of {name} has changed") for part in changed]
    return f"was made from other rules: {', and '.join(reasons)}"


_CHANGES = {"board": "the board is another one", "state": "states are packed another way"}
