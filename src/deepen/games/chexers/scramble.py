"""Random boards, the same ones for the same seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from deepen.errors import UsageError
from deepen.games.chexers.board import EXITS, HEXES, Hex, flood, mask
from deepen.games.chexers.rules import Chexers

MOST_SWAPS = 20_000


def random(
    pieces: int = 4,
    blocks: int = 6,
    *,
    colour: str | None = None,
    seed: int | None = None,
    solvable: bool = True,
    at_least: int = 0,
) -> Chexers:
    """A random board.

    Args:
        pieces, blocks: how many of each, together at most 37.
        colour: of the pieces; any of the three without it.
        seed: the same seed gives the same board.
        solvable: whether it must be. If not, every board is equally likely.
        at_least: every solution shall take so many actions or more, which the heuristic `relaxed`
            proves; such a board is solvable.

    Raises:
        UsageError: there is no such board, or none was found.

    >>> random(seed=1) == random(seed=1)
    True
    """
    _check(pieces, blocks, colour)
    chance = Random(seed)
    colour = colour or chance.choice(list(EXITS))
    order = chance.sample(HEXES, len(HEXES))  # pieces first, then blocks, then what stays free

    def merit() -> tuple[int, int]:
        own, walls = order[:pieces], order[pieces : pieces + blocks]
        return _merit(mask(own), mask(walls), EXITS[colour])

    wanted = (0, at_least) if solvable or at_least > 0 else (-pieces, 0)
    if not _improve(order, merit, wanted, chance):
        raise UsageError(
            f"no board with {pieces} pieces and {blocks} blocks was found that takes {at_least} "
            "actions or more"
        )
    return Chexers(colour, order[:pieces], order[pieces : pieces + blocks])


def _improve(
    order: list[Hex], merit: Callable[[], tuple[int, int]], wanted: tuple[int, int], chance: Random
) -> bool:
    """Lets hexes change places as long as that makes it no worse; mostly nothing is to do."""
    best = merit()
    for _ in range(MOST_SWAPS):
        if best >= wanted:
            return True
        a, b = chance.sample(range(len(order)), 2)
        order[a], order[b] = order[b], order[a]
        if (now := merit()) >= best:
            best = now
        else:
            order[a], order[b] = order[b], order[a]
    return False


def _merit(pieces: int, blocks: int, exits: int) -> tuple[int, int]:
    """The fewer pieces are lost the better, then the higher the sum of their levels."""
    total = 0
    for level, places in enumerate(flood(blocks, exits, reach=2), 1):
        total += level * (pieces & places).bit_count()
        pieces &= ~places
    return -pieces.bit_count(), total


def _check(pieces: int, blocks: int, colour: str | None) -> None:
    if pieces < 0 or blocks < 0 or pieces + blocks > len(HEXES):
        raise UsageError(
            f"{pieces} pieces and {blocks} blocks do not fit: a board has {len(HEXES)} hexes"
        )
    if colour is not None and colour not in EXITS:
        raise UsageError(f"the colour is {colour!r}, not one of {', '.join(EXITS)}")
