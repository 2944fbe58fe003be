"""The 2x2x2 cube: try `deepen solve cube.py` and `deepen serve cube.py`."""

import deepen

COLOURS = {"white": "w", "green": "g", "red": "r", "blue": "b", "black": "k", "yellow": "y"}
FACES = [  # where each is on the net, row and column; and in space: outwards, right, down
    (0, 2, (0, 1, 0), (1, 0, 0), (0, 0, 1)),
    (2, 2, (0, 0, 1), (1, 0, 0), (0, -1, 0)),
    (2, 4, (1, 0, 0), (0, 0, -1), (0, -1, 0)),
    (2, 6, (0, 0, -1), (-1, 0, 0), (0, -1, 0)),
    (2, 0, (-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    (4, 2, (0, -1, 0), (1, 0, 0), (0, 0, -1)),
]
NET, STICKERS = [], []  # of each sticker the cell of the net, and where in space it is and points
for row, column, out, right, down in FACES:
    for y, x in ((0, 0), (0, 1), (1, 0), (1, 1)):
        NET.append(8 * (row + y) + column + x)
        corner = (out[i] + (2 * x - 1) * right[i] + (2 * y - 1) * down[i] for i in range(3))
        STICKERS.append((tuple(corner), out))
QUARTER_TURNS = {
    "R": (0, lambda x, y, z: (x, z, -y)),
    "U": (1, lambda x, y, z: (-z, y, x)),
    "F": (2, lambda x, y, z: (y, -x, z)),
}


def turned_once(axis, quarter):
    """For each sticker the one that comes to its place by a quarter turn."""
    sources = list(range(24))
    for sticker, (place, out) in enumerate(STICKERS):
        if place[axis] == 1:
            sources[STICKERS.index((quarter(*place), quarter(*out)))] = sticker
    return sources


class Cube(deepen.Puzzle):
    """Turn the faces of the 2x2x2 cube until each has one colour.

    The right, the upper and the front face turn: `R` by a quarter with the clock, `R'` against
    it, `R2` by a half, each being one move. The corner that none of them touches stays where it
    is, so nothing is lost by leaving the other three faces alone. A cube is given by the turns
    that scramble it: `R U2 F'`.
    """

    class State(deepen.State):
        colour = deepen.Array(24, deepen.Integer(max=5))  # of each sticker

    actions = ("R", "R2", "R'", "U", "U2", "U'", "F", "F2", "F'")
    reversible = True
    look = deepen.Grid(6, 8, pieces=[deepen.Piece(c, s, "fill", c) for c, s in COLOURS.items()])
    examples = {"four turns": "R U2 F' R2", "eleven turns": "R' F R F' U2 F' R' F R2 U' R'"}

    def __init__(self, scramble: str = ""):
        turned = {}
        for face, (axis, quarter) in QUARTER_TURNS.items():
            once = turned_once(axis, quarter)
            twice, thrice = [once[i] for i in once], [once[once[i]] for i in once]
            turned |= {face: once, f"{face}2": twice, f"{face}'": thrice}
        solved = colour = [sticker // 4 for sticker in range(24)]
        for turn in scramble.split():
            if turn not in turned:
                raise deepen.InputError(f"{turn!r} is no turn; there are: {', '.join(turned)}")
            colour = [colour[i] for i in turned[turn]]
        super().__init__({"colour": colour}, {"turned": [*turned.values()], "solved": solved})

    def successors(board, state):
        for turn in range(9):
            child = state.copy()
            for sticker in range(24):
                child.colour[sticker] = state.colour[board.turned[turn, sticker]]
            yield turn, child

    def is_goal(board, state):
        return state.colour == board.solved

    def goals(board):
        yield {"colour": board.solved}

    def contents(self, state):
        return {cell: list(COLOURS)[c] for cell, c in zip(NET, state.colour, strict=True)}


deepen.main(Cube)
