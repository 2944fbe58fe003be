"""`deepen.check`: are these rules what a search takes them for?"""

from __future__ import annotations

from typing import Any

from deepen._arguments import a_truth, an_integer, anything, checked
from deepen.checking.game import GameCheck, ObjectGameCheck
from deepen.checking.puzzle import ObjectPuzzleCheck, PuzzleCheck
from deepen.checking.repetition import repetition_of
from deepen.checking.report import CheckReport, Notes
from deepen.checking.text import TextCheck
from deepen.game import Game, ObjectGame
from deepen.games import package_of
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.subjects import a_puzzle_or_game


@checked(
    puzzle=a_puzzle_or_game,
    walks=an_integer(1),
    seed=an_integer(),
    package=anything,
    wraps=a_truth,
)
def check(
    puzzle: Puzzle | ObjectPuzzle | Game | ObjectGame,
    *,
    walks: int = 20,
    seed: int = 0,
    package: Any = None,
    wraps: bool = False,
) -> CheckReport:
    """Looks for mistakes in the rules of a puzzle or a game, on random walks from its start.

    Rules must give legal values, the same every time, compiled and interpreted; states must fit
    their words; what is declared of heuristics must hold along the walks; `canonical` and `bounds`
    of a game must fit the exact values of small positions; text must be read back, and pictures
    drawn. It looks at some hundred states, so it finds blunders, and proves nothing: whether a
    heuristic is admissible is asked of `deepen.audit`. Of a game it also tells whether positions
    can repeat, which is no mistake.

    Args:
        puzzle: whose rules.
        walks: how many random walks to take, of at most 40 steps each.
        seed: chooses the walks; the same for the same seed.
        package: a module or object with `parse(text)`, `format(puzzle)` and `draw(puzzle, markup)`,
            as built-in games have it, or with some of these.
        wraps: True if words of your states overflow on purpose, as in a hash.

    Raises:
        UsageError: it is neither a puzzle nor a game.

    >>> from deepen.games import tiles
    >>> check(tiles.parse("1 2 0 3 4 5 6 7 8"), walks=2).ok
    True
    """
    notes = Notes()
    rules = _kind_of(puzzle)(puzzle, notes, wraps)
    rules.run(walks, seed)
    package = package if package is not None else package_of(puzzle)
    if package is not None:
        TextCheck(rules, package).run()
    return CheckReport(
        subject=type(puzzle).__name__,
        walks=len(rules.walked),
        states=len(rules.places),
        seed=seed,
        counts=dict(notes.counts),
        failures=notes.failures(),
        remarks=tuple(notes.remarks),
        repetition=repetition_of(rules) if isinstance(rules, GameCheck) else None,
    )


def _kind_of(puzzle: Any) -> type[Any]:
    match puzzle:
        case Puzzle():
            return PuzzleCheck
        case ObjectPuzzle():
            return ObjectPuzzleCheck
        case Game():
            return GameCheck
        case _:
            return ObjectGameCheck
