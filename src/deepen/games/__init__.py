"""The built-in games, written with the same API that everyone has.

A game is a package of four rooms (rules, notation, drawing and, where they are many, heuristics)
that exposes:

    NAME                       what people type: "tiles"
    SUMMARY                    one line on what the game is
    EXAMPLES                   name -> `Example`: a text that `parse` accepts, and what to say
                               about it; the first one is small
    parse(text)                text -> puzzle; raises `deepen.InputError`, one sentence that names
                               the place
    format(puzzle)             puzzle -> text, so that `parse(format(puzzle)) == puzzle`
    draw(puzzle, markup=False) a picture, at most 80 columns wide; with `markup` it is coloured in
                               rich's markup
    plain(puzzle, solution)    a solution in the format of the game's own origin, for its judges
    random(..., seed)          a random puzzle; the same one for the same arguments

Of a game of two players, `plain(game, analysis)` gives the value and the best moves.

Where they apply:

    ONE_A_LINE                 True if a puzzle is one line of text: a file may hold many of them
    PLAIN_TIME_LIMIT           seconds that the judges allow; `plain` then also says what a search
                               that found nothing is worth to them
    PLAYERS                    the two players of a game as its pictures show them
    family(size, seed)         a random instance to audit a heuristic on: sizes from 1, which may
                               stop growing where not all of an instance could be looked at
    smaller(puzzle)            puzzles with one thing less, pieces first, to shrink a counterexample

Games import nothing from the verbs, and each is imported only when somebody asks for it.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from deepen.errors import UsageError

GAMES = {
    "tiles": "deepen.games.tiles",
    "chexers": "deepen.games.chexers",
    "darkchess": "deepen.games.darkchess",
    "connect4": "deepen.games.connect4",
    "hashi": "deepen.games.hashi",
}
"""Where each game lives."""


def load(name: str) -> ModuleType:
    """The package of the game of that name.

    Raises:
        UsageError: there is no such game.
    """
    if name not in GAMES:
        raise UsageError(f"there is no game '{name}'; known: {', '.join(GAMES)}")
    return import_module(GAMES[name])
