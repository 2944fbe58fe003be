"""The one way to a search: from a puzzle or a game, of either kind, and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from deepen.game import Game, ObjectGame
from deepen.puzzle import ObjectPuzzle, Puzzle, QuickSearch
from deepen.search.base import PreparedSearch
from deepen.search.options import AnalysisOptions, SearchOptions
from deepen.search.puzzles import PreparedObjectPuzzle, PreparedPuzzle, PuzzleSearch

if TYPE_CHECKING:
    from deepen.search.games import GameSearch


@overload
def prepare(
    subject: Puzzle | ObjectPuzzle, options: SearchOptions, search: QuickSearch | None = None
) -> PuzzleSearch: ...
@overload
def prepare(subject: Game | ObjectGame, options: AnalysisOptions) -> GameSearch: ...
def prepare(
    subject: Puzzle | ObjectPuzzle | Game | ObjectGame,
    options: SearchOptions | AnalysisOptions,
    search: QuickSearch | None = None,
) -> PuzzleSearch | GameSearch:
    """A search that is ready to run; its rules are compiled when they are first needed.

    With a `search` at hand, a puzzle may look before it chooses a heuristic that nobody has named.

    Raises:
        UsageError: an unknown algorithm or heuristic, or options that do not fit.
    """
    if isinstance(subject, Puzzle):
        assert isinstance(options, SearchOptions)
        return PreparedPuzzle(subject, options, search)
    if isinstance(subject, ObjectPuzzle):
        assert isinstance(options, SearchOptions)
        return PreparedObjectPuzzle(subject, options)
    # Here, since `deepen solve` starts a hundredth of a second sooner without it.
    from deepen.search.games import PreparedGame, PreparedObjectGame  # lazy: start-up

    assert isinstance(options, AnalysisOptions)
    if isinstance(subject, Game):
        return PreparedGame(subject, options)
    return PreparedObjectGame(subject, options)


def prepare_space(
    subject: Puzzle | ObjectPuzzle | Game | ObjectGame,
    compiled: bool,
    threads: int = 1,
    symmetry: bool = False,
) -> PreparedSearch:
    """The same for searches that ask only which states there are; of a puzzle up to symmetry."""
    if isinstance(subject, (Puzzle, ObjectPuzzle)):
        return prepare(
            subject,
            SearchOptions("breadth-first", compiled=compiled, threads=threads, symmetry=symmetry),
        )
    options = AnalysisOptions(
        threads=threads, reorder=False, bounds=False, symmetry=False, compiled=compiled
    )
    return prepare(subject, options)
