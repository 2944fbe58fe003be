"""Dark chess on the page: the scene, the tools, how far each kind of piece reaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deepen.drawing.scene import Cell, Map, Point, Scene, Shape, Tool
from deepen.errors import InputError
from deepen.games.darkchess.board import (
    DUCK,
    EMPTY,
    FILES,
    KINDS,
    RANKS,
    REDS,
    SQUARES,
    blacks_of,
    name_of,
)
from deepen.games.darkchess.rules import Darkchess
from deepen.puzzle import Words
from deepen.rules import bits

TITLE = "Dark chess"
RULES = (
    "Only Black moves, and captures every red piece in as few moves as possible. A piece steps to "
    "a square beside it; a chariot R slides along its row or column. In the order general K, "
    "advisor A, elephant E, chariot R, horse N, cannon C, soldier P each captures its equal and "
    "all after it; but a general never a soldier, and a soldier the general. Hatched squares are "
    "ducks and stand for ever."
)
WORDS = {
    "k": "general",
    "a": "advisor",
    "e": "elephant",
    "r": "chariot",
    "n": "horse",
    "c": "cannon",
    "p": "soldier",
}
TOOLS = (
    Tool("move", "Move", "m", cells=2),
    Tool("erase", "Erase", "x"),
    Tool(DUCK, "Duck", DUCK),
    *(Tool(k, f"Black {WORDS[k.lower()]}", k, style="black", glyph=k) for k in KINDS),
    *(Tool(k, f"Red {WORDS[k]}", k, style="white red", glyph=k.upper()) for k in REDS),
    Tool("clear", "Clear", cells=0),
)
LEVELS: Mapping[str, Mapping[str, Any]] = {
    "easy": {"black": "KA", "red": "aen", "ducks": 6},
    "medium": {"black": "KAP", "red": "aknp", "ducks": 10, "at_least": 14},
    "hard": {"black": "KARP", "red": "kaenpp", "ducks": 10, "at_least": 18},
}
VISITED = "how often a black piece stood there in the states that the search expanded"

SIZE = 64.0
MARGIN = 30.0
DISC = SIZE * 0.37


def scene(puzzle: Darkchess) -> Scene:
    """The squares with their pieces, files and ranks named beside them."""
    reds = sum(letter in REDS for letter in puzzle.squares)
    return Scene(
        view=(-MARGIN, -MARGIN, FILES * SIZE + 1.5 * MARGIN, RANKS * SIZE + 1.5 * MARGIN),
        title=f"{reds} red piece{'s' * (reds != 1)} to capture",
        cells=tuple(_cell(square, letter) for square, letter in enumerate(puzzle.squares)),
        behind=tuple(_names()),
    )


def _names() -> list[Shape]:
    files = [
        Shape("text", (_centre(file)[0], -MARGIN / 2, 15), "note", name_of(file)[0])
        for file in range(FILES)
    ]
    ranks = [
        Shape("text", (-MARGIN / 2, _centre(FILES * rank)[1], 15), "note", str(rank + 1))
        for rank in range(RANKS)
    ]
    return files + ranks


def _cell(square: int, letter: str) -> Cell:
    x, y = _centre(square)
    return Cell(
        name_of(square),
        f"{name_of(square)}: {_content(letter)}",
        square // FILES,
        square % FILES,
        Shape(
            "rect",
            (x - SIZE / 2, y - SIZE / 2, SIZE, SIZE, 0),
            "field wall" if letter == DUCK else "field",
        ),
        _piece(x, y, letter),
    )


def _content(letter: str) -> str:
    if letter in (EMPTY, DUCK):
        return "empty" if letter == EMPTY else "duck"
    return f"{'black' if letter in KINDS else 'red'} {WORDS[letter.lower()]}"


def _piece(x: float, y: float, letter: str) -> tuple[Shape, ...]:
    """Black pieces are full discs, red ones light discs with a rim: so without colour too."""
    if letter in (EMPTY, DUCK):
        return ()
    style = "black" if letter in KINDS else "white red"
    return (
        Shape("circle", (x, y, DISC), f"piece {style}"),
        Shape("text", (x, y, DISC * 1.05), f"glyph {style}", letter.upper()),
    )


def _centre(square: int) -> Point:
    return (square % FILES + 0.5) * SIZE, (square // FILES + 0.5) * SIZE


def moved(before: Darkchess, after: Darkchess) -> tuple[Shape, ...]:
    """An arrow along the move."""
    left = [s for s in range(SQUARES) if before.squares[s] != EMPTY == after.squares[s]]
    entered = [
        s for s in range(SQUARES) if after.squares[s] not in (EMPTY, before.squares[s])
    ]  # fmt: skip
    if not left or not entered:
        return ()
    return (Shape("arrow", (*_centre(left[0]), *_centre(entered[0]))),)


def edit(puzzle: Darkchess, tool: str, cells: Sequence[str]) -> Darkchess:
    """The position after a click: what is there already is taken away."""
    if tool == "clear":
        return Darkchess(EMPTY * SQUARES)
    letters = list(puzzle.squares)
    squares = [_square(cell) for cell in cells]
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


def _square(cell: str) -> int:
    names = {name_of(square): square for square in range(SQUARES)}
    if cell not in names:
        raise InputError(f"there is no square '{cell}' on the board")
    return names[cell]


def maps(puzzle: Darkchess) -> dict[str, Map]:
    """For each kind of black piece, how many moves every square is away."""
    from deepen.games.darkchess.svg import distance_map

    free = [square for square in range(SQUARES) if puzzle.squares[square] != DUCK]
    found: dict[str, Map] = {}
    for kind in KINDS:
        if kind in puzzle.squares:
            far = distance_map(puzzle, kind)
            piece = f"{kind}, the {WORDS[kind.lower()]}"
            name = f"moves of {piece}: how many to each square, with only ducks in the way"
            found[name] = {name_of(square): far.get(square) for square in free}
    return found


def occupied(puzzle: Darkchess, state: Words) -> list[str]:
    """The squares of the black pieces."""
    assert isinstance(state, tuple)
    return [name_of(square) for square in bits(blacks_of((state[0], state[1])))]
