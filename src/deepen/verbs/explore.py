"""`deepen.explore`: the whole space that a puzzle or a game can reach, layer by layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deepen import _core
from deepen._arguments import LIMITS, a_function, a_truth, checked, optional
from deepen.compiler import functions
from deepen.errors import Interrupted, RuleError
from deepen.game import Game, ObjectGame
from deepen.interpreter.games import GameObjects, InterpretedGame
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.search.prepared import checked_options, guarded, make_allowance, prepare
from deepen.search.subjects import a_puzzle_or_game
from deepen.solution import Exploration


@checked(puzzle=a_puzzle_or_game, on_progress=optional(a_function), compiled=a_truth, **LIMITS)
def explore(
    puzzle: Puzzle | ObjectPuzzle | Game | ObjectGame,
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[_core.Progress], Any] | None = None,
    compiled: bool = True,
) -> Exploration:
    """Counts every state that can be reached from the start, ignoring goals.

    The limits are those of `deepen.solve`.

    >>> from deepen.games import tiles
    >>> explore(tiles.parse("2x3: 0 1 2 3 4 5")).layers[:8]
    [1, 2, 3, 5, 6, 7, 10, 12]
    """
    allowance = make_allowance(time_limit, memory_limit, node_limit, on_progress, None)
    space = _space(puzzle, memory_limit, compiled)
    found = guarded(
        lambda: _core.breadth_first(
            space.rules, space.start, allowance, exhaust=True, keep_expanded=False
        ),
        space.explain,
    )
    complete = found.status == _core.Status.unsolvable
    exploration = Exploration(
        layers=[row.expanded for row in found.rows],
        states=found.stored,
        generated=found.generated,
        complete=complete,
        status="complete" if complete else found.status.name.replace("_", "-"),
        seconds=found.seconds,
        peak_bytes=found.peak_bytes,
    )
    if exploration.status == "interrupted":
        raise Interrupted(exploration)
    return exploration


def _space(puzzle: Any, memory_limit: int | None, compiled: bool) -> Any:
    if isinstance(puzzle, (Game, ObjectGame)):
        return _GameSpace(puzzle, compiled)
    options = checked_options(puzzle, "breadth-first", None, None, True, True, "path", memory_limit)
    return prepare(puzzle, None, options, compiled)


class _GameSpace:
    """The positions of a game, which to a search that ignores goals are those of a puzzle."""

    def __init__(self, game: Game | ObjectGame, compiled: bool) -> None:
        self.rules: _core.PuzzleRules
        if isinstance(game, ObjectGame):
            objects = GameObjects(game, order=False, bounds=False)
            self.start = [objects.start()]
            self.reach = objects.reach
            self.rules = _core.PythonPuzzleRules(1, self.reach, _never, None)
            return
        width = functions.width_of(game.state_words)
        self.interpreted = InterpretedGame(game, width)
        self.start = list(self.interpreted.words(game.start))
        self.reach = self.interpreted.reach
        if compiled:
            reach = functions.reach_function(type(game))
            self.rules = _core.CompiledPuzzleRules(
                width, game.board_bytes, expand=reach, expand_along=0, is_goal=0, estimate=0
            )
        else:
            self.rules = _core.PythonPuzzleRules(width, self.reach, _never, None)

    def explain(self, fault: _core.RuleFault, words: tuple[int, ...]) -> Exception:
        """What a failure of compiled rules on a state means: the interpreter knows the line."""
        try:
            self.reach(words, 0, along=False)
        except RuleError as error:
            return error
        return RuleError("a rule failed in compiled code only")


def _never(words: tuple[int, ...]) -> bool:
    return False
