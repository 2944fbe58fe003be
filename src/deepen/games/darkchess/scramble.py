"""Random positions, the same ones for the same seed."""

from __future__ import annotations

from random import Random

import deepen
from deepen.errors import UsageError
from deepen.games.darkchess.board import DUCK, EMPTY, KINDS, REDS, SQUARES
from deepen.games.darkchess.rules import Darkchess
from deepen.games.darkchess.solvable import is_solvable

MOST_SWAPS = 3_000
MOST_EXPANDED = 24_000
"""States that a search may expand, some thousand of them to choose its heuristic."""


def random(
    black: str = "KAP",
    red: str = "aknp",
    ducks: int = 8,
    *,
    seed: int | None = None,
    solvable: bool | None = True,
    at_least: int = 0,
) -> Darkchess:
    """A random position.

    Args:
        black, red: the pieces, as letters: `KAERNP` and `kaerncp`, each as often as you like.
        ducks: how many; all together at most 32.
        seed: the same seed gives the same position.
        solvable: whether it is; None if that does not matter, then every position is as likely.
        at_least: no solution is shorter, which a search proves; such a position is solvable.

    Raises:
        UsageError: there is no such position, or none was found.

    >>> random(seed=1) == random(seed=1)
    True
    """
    _check(black, red, ducks, solvable, at_least)
    chance = Random(seed)
    order = [*black, *red, *DUCK * ducks]
    order += EMPTY * (SQUARES - len(order))
    chance.shuffle(order)
    wanted = solvable if at_least == 0 else True
    best = _merit(order, wanted)
    for _ in range(MOST_SWAPS):
        if best >= max(at_least, 0):
            return Darkchess("".join(order))
        a, b = chance.sample(range(SQUARES), 2)
        order[a], order[b] = order[b], order[a]
        if (now := _merit(order, wanted)) >= best:
            best = now
        else:
            order[a], order[b] = order[b], order[a]
    raise UsageError(_not_found(black, red, ducks, solvable, at_least))


def _merit(order: list[str], solvable: bool | None) -> int:
    """The length of a shortest solution, as far as proven; -1 if it is not as wanted."""
    if solvable is None:
        return 0
    puzzle = Darkchess("".join(order))
    found = deepen.solve(puzzle, node_limit=MOST_EXPANDED)
    if found.status == "unsolvable":
        return -1 if solvable else 0
    if not solvable or (not found.solved and not is_solvable(puzzle)):
        return -1
    return found.lower_bound or 0


def _check(black: str, red: str, ducks: int, solvable: bool | None, at_least: int) -> None:
    for given, known, side in ((black, KINDS, "black"), (red, REDS, "red")):
        for letter in given:
            if letter not in known:
                raise UsageError(f"{letter!r} is no {side} piece; known: {known}")
    if ducks < 0 or len(black) + len(red) + ducks > SQUARES:
        raise UsageError(
            f"{len(black)} black pieces, {len(red)} red ones and {ducks} ducks do not fit: a board "
            f"has {SQUARES} squares"
        )
    if at_least > 0 and solvable is False:
        raise UsageError("a position that takes some moves is solvable")


def _not_found(black: str, red: str, ducks: int, solvable: bool | None, at_least: int) -> str:
    what = "is solvable" if solvable else "is unsolvable"
    if at_least > 0:
        what = f"takes {at_least} moves or more"
    pieces = f"{black or 'nobody'}, {red or 'nobody'} and {ducks} ducks"
    return f"no position of {pieces} was found that {what}"
