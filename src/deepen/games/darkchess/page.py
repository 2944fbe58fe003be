"""Dark chess on the page: its tools, and what a click does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deepen.drawing.scene import Tool
from deepen.errors import InputError
from deepen.games.darkchess.board import DUCK, EMPTY, KINDS, REDS, SQUARES, blacks_of, name_of
from deepen.games.darkchess.distances import maps
from deepen.games.darkchess.look import NAMES
from deepen.games.darkchess.rules import Darkchess
from deepen.looks.editing import cell_of
from deepen.looks.moves import moved
from deepen.looks.scene import scene
from deepen.puzzle import Words
from deepen.rules import bits

__all__ = ["LEVELS", "RULES", "TITLE", "TOOLS", "VISITED"]
__all__ += ["edit", "maps", "moved", "occupied", "scene"]

TITLE = "Dark chess"
RULES = (
    "Only Black moves, and captures every red piece in as few moves as possible. A piece steps to "
    "a square beside it; a chariot R slides along its row or column. In the order general K, "
    "advisor A, elephant E, chariot R, horse N, cannon C, soldier P each captures its equal and "
    "all after it; but a general never a soldier, and a soldier the general. Hatched squares are "
    "ducks and stand for ever."
)
TOOLS = (
    Tool("move", "Move", "m", cells=2),
    Tool("erase", "Erase", "x"),
    Tool(DUCK, "Duck", DUCK),
    *(Tool(k, NAMES[k].capitalize(), k, style="black", glyph=k) for k in KINDS),
    *(Tool(k, NAMES[k].capitalize(), k, style="white red", glyph=k) for k in REDS),
    Tool("clear", "Clear", cells=0),
)
LEVELS: Mapping[str, Mapping[str, Any]] = {
    "easy": {"black": "KA", "red": "aen", "ducks": 6},
    "medium": {"black": "KAP", "red": "aknp", "ducks": 10, "at_least": 14},
    "hard": {"black": "KARP", "red": "kaenpp", "ducks": 10, "at_least": 18},
}
VISITED = "how often a black piece stood there in the states that the search expanded"


def edit(puzzle: Darkchess, tool: str, cells: Sequence[str]) -> Darkchess:
    """The position after a click: what is there already is taken away."""
    if tool == "clear":
        return Darkchess(EMPTY * SQUARES)
    letters = list(puzzle.squares)
    squares = [cell_of(puzzle, cell) for cell in cells]
    if tool == "move":
        source, target = squares
        if letters[source] == EMPTY:
            raise InputError(f"there is nothing on {name_of(source)} to move")
        if source != target:
            letters[target], letters[source] = letters[source], EMPTY
    else:
        (square,) = squares
        is_there = tool in ("erase", letters[square])
        letters[square] = EMPTY if is_there else tool
    return Darkchess("".join(letters))


def occupied(puzzle: Darkchess, state: Words) -> list[str]:
    """The squares of the black pieces."""
    assert isinstance(state, tuple)
    return [str(square) for square in bits(blacks_of((state[0], state[1])))]
