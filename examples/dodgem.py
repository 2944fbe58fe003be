"""Dodgem: try `deepen analyse dodgem.py` and `deepen serve dodgem.py`."""

import deepen
from deepen import bit

UP, LEFT, RIGHT, DOWN = range(4)
WAYS = ((RIGHT, UP, DOWN), (UP, LEFT, RIGHT))  # of each player; the first leads off the board


def target(board, state, player, source, way):
    """Where a car comes to: a free cell, the same if it leaves the board, -1 if it cannot go."""
    to = board.next[source, way]
    if to < 0:
        return source if way == WAYS[player][0] else -1
    return -1 if to in state.blue or to in state.red else to


class Dodgem(deepen.Game):
    """Drive all your cars off the board at the far side.

    Blue's cars go right, Red's go up; each goes one cell at a time, forwards or to a side but
    never back, to a cell that is free. Blue's leave on the right, Red's above: `c1 c1` is to
    leave from c1. Who has none left has won. One may block the other, but must leave him a
    move: who cannot move has won, too.
    """

    class State(deepen.State):
        blue = deepen.CellSet("cells")
        red = deepen.CellSet("cells")

    players = ("Blue", "Red")
    actions = (deepen.Cell("cells"), deepen.Cell("cells"))  # from, to; the same where it leaves
    look = deepen.Grid(
        layers={
            "blue": deepen.Piece("blue car", "b", "square", "blue", text="▸"),
            "red": deepen.Piece("red car", "r", "square", "red", text="▴"),
        },
    )
    examples = {
        "three by three": ("b../b../.rr", "Blue wins in 19"),
        "four by four": ("b.../b.../b.../.rrr", "a draw"),
        "the end": ("..b/rb./.r.", "Blue wins in 5"),
    }

    @deepen.rule
    def moves(board, state, player):
        mine = state.blue if player == 0 else state.red
        for source in mine:
            for way in WAYS[player]:
                to = target(board, state, player, source, way)
                if to >= 0:
                    child = state.copy()
                    if player == 0:
                        child.blue.bits ^= bit(source) | bit(to)
                    else:
                        child.red.bits ^= bit(source) | bit(to)
                    yield (source, to), child

    @deepen.rule
    def outcome(board, state, player):
        mine = state.blue if player == 0 else state.red
        theirs = state.red if player == 0 else state.blue
        if not theirs:
            return deepen.LOSS
        for source in mine:
            for way in WAYS[player]:
                if target(board, state, player, source, way) >= 0:
                    return None
        return deepen.WIN


deepen.main(Dodgem)
