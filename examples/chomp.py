"""Chomp: try `deepen analyse chomp.py` and `deepen serve chomp.py`."""

import deepen


class Chomp(deepen.Game):
    """Bite off chocolate; who is left with the poisoned corner has lost.

    A bite takes a piece of the bar and all that lie below it, on its right, or both. The piece
    in the upper left corner is poisoned: who is left with nothing else has lost. The first
    player wins every bar but the smallest; only how is not known in general.
    """

    class State(deepen.State):
        left = deepen.CellSet("cells")

    look = deepen.Grid(
        layers={"left": deepen.Piece("chocolate", "o", "fill", "yellow")}, click="cell"
    )
    examples = {
        "three by four": "oooo/oooo/oooo",
        "square": "oooo/oooo/oooo/oooo",
        "bitten": "ooooo/oo.../o....",
    }

    @deepen.rule
    def moves(board, state):
        for bite in state.left:
            if bite > 0:
                child = state.copy()
                for cell in state.left:
                    below = cell // board.columns >= bite // board.columns
                    if below and cell % board.columns >= bite % board.columns:
                        child.left.remove(cell)
                yield bite, child

    @deepen.rule
    def outcome(board, state):
        return deepen.LOSS if len(state.left) == 1 else None


deepen.main(Chomp)
