"""Klotski: try `deepen solve klotski.py` and `deepen serve klotski.py`."""

import deepen
from deepen import bit, lowest

SIZES = [(0, 0), (1, 1), (2, 1), (1, 2), (2, 2)]  # no block, a small, tall, flat, large one
LARGE = 4
GOAL = 13  # where the upper left cell of the large block must be
KINDS = (("small", "yellow"), ("tall", "blue"), ("flat", "green"), ("large", "red"))


def cells_of(block, cell):
    """The cells of a block by its upper left one; all of the board if it does not fit there."""
    height, width = SIZES[block]
    if cell // 4 + height > 5 or cell % 4 + width > 4:
        return range(20)
    return [cell + 4 * y + x for y in range(height) for x in range(width)]


class Klotski(deepen.Puzzle):
    """Bring the large block to the middle of the lowest two rows.

    Ten blocks lie in a box of four by five. They slide to where there is room, and are never
    turned or lifted; any walk of one block is one move. A letter stands for each cell of a
    block, `.` for nothing. Blocks of one shape are alike: it does not matter which of them is
    where.
    """

    class State(deepen.State):
        block = deepen.Array(20, deepen.Integer(max=LARGE))  # by the block's upper left cell

    actions = (deepen.Cell(20), deepen.Cell(20))  # from one upper left cell to another
    pieces = [deepen.Piece(name, name[0], "fill", colour) for name, colour in KINDS]
    reversible = True
    look = deepen.Grid(5, 4, pieces=pieces)
    examples = {
        "the end": ("ABCD ABCD EEF. EEG. HIJJ", "10 moves"),
        "the classic": ("ABBC ABBC DEEF DGHF I..J", "81 moves, L'âne rouge"),
    }

    def __init__(self, rows: str):
        letters = "".join(rows.split())
        block = [0] * 20
        for letter in set(letters) - {"."}:
            cells = [cell for cell, sign in enumerate(letters) if sign == letter]
            size = (len({cell // 4 for cell in cells}), len({cell % 4 for cell in cells}))
            if size not in SIZES or cells != cells_of(SIZES.index(size), cells[0]):
                raise deepen.InputError(f"there is no block of the shape that {letter!r} has")
            block[cells[0]] = SIZES.index(size)
        mask = [[sum(map(bit, cells_of(kind, cell))) for cell in range(20)] for kind in range(5)]
        super().__init__({"block": block}, {"mask": mask})

    @deepen.rule
    def successors(board, state):
        taken = 0
        for cell, block in enumerate(state.block):
            taken |= board.mask[block, cell]
        for cell, block in enumerate(state.block):
            others = taken ^ board.mask[block, cell]
            seen = ahead = bit(cell) if block else 0
            while ahead:
                here = lowest(ahead)
                ahead ^= bit(here)
                for way in range(4):
                    to = board.next[here, way]
                    if to >= 0 and not seen & bit(to) and not others & board.mask[block, to]:
                        seen |= bit(to)
                        ahead |= bit(to)
                        child = state.copy()
                        child.block[cell] = 0
                        child.block[to] = block
                        yield (cell, to), child

    @deepen.rule
    def is_goal(board, state):
        return state.block[GOAL] == LARGE

    def contents(self, state):
        blocks = [(cell, block) for cell, block in enumerate(state.block) if block]
        # With a number each, so that two of a kind are not seen as one.
        return {each: (KINDS[b - 1][0], cell) for cell, b in blocks for each in cells_of(b, cell)}


deepen.main(Klotski)
