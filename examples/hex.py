"""Hex: try `deepen analyse hex.py` and `deepen serve hex.py`."""

import deepen
from deepen import bit, bits


class Hex(deepen.Game):
    """Join your two sides of the board by a chain of stones.

    Red and Blue lay a stone on a free cell by turns, Red first. Red joins the upper side with
    the lower one, Blue the left with the right. Somebody always does, and never both.
    """

    class State(deepen.State):
        red = deepen.CellSet("cells")
        blue = deepen.CellSet("cells")

    players = ("Red", "Blue")
    look = deepen.Hex(
        rows="rows",
        columns="columns",
        layers={
            "red": deepen.Piece("red stone", "r", "disc", "red"),
            "blue": deepen.Piece("blue stone", "b", "disc", "blue"),
        },
        click="cell",
    )
    examples = {
        "three by three": ".../.../...",
        "four by four": ("..../..../..../....", "won by four of the sixteen first moves"),
        "a ladder": "..../.r../b.../....",
    }

    def __init__(self, state, board, **turn):
        rows, columns = board["rows"], board["columns"]
        cells = range(rows * columns)
        sides = (cells[:columns], cells[-columns:], cells[::columns], cells[columns - 1 :: columns])
        upper, lower, left, right = (sum(map(bit, side)) for side in sides)
        super().__init__(state, {**board, "begin": [upper, left], "end": [lower, right]}, **turn)

    @deepen.rule
    def moves(board, state, player):
        for cell in range(board.cells):
            if cell not in state.red and cell not in state.blue:
                child = state.copy()
                if player == 0:
                    child.red.add(cell)
                else:
                    child.blue.add(cell)
                yield cell, child

    @deepen.rule
    def outcome(board, state, player):
        stones = state.blue.bits if player == 0 else state.red.bits  # of who has just moved
        chain = ahead = stones & board.begin[1 - player]
        while ahead:
            near = 0
            for cell in bits(ahead):
                for way in range(6):
                    to = board.next[cell, way]
                    near |= bit(to) if to >= 0 else 0
            ahead = near & stones & ~chain
            chain |= ahead
        return deepen.LOSS if chain & board.end[1 - player] else None


deepen.main(Hex)
