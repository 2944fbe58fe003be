"""Tic-tac-toe: try `deepen analyse tic_tac_toe.py` and `deepen serve tic_tac_toe.py`."""

import deepen

ROWS = [{i, i + 1, i + 2} for i in (0, 3, 6)]
COLUMNS = [{i, i + 3, i + 6} for i in (0, 1, 2)]
LINES = [*ROWS, *COLUMNS, {0, 4, 8}, {2, 4, 6}]


class TicTacToe(deepen.Game):
    """Get three in a row, a column or a diagonal.

    Crosses and Noughts mark a free cell by turns, Crosses first. A full board without three in
    a line is a draw.
    """

    class State(deepen.State):
        crosses = deepen.CellSet(9)
        noughts = deepen.CellSet(9)

    players = ("Crosses", "Noughts")
    look = deepen.Grid(
        3,
        3,
        layers={
            "crosses": deepen.Piece("cross", "X", "text", "blue", text="×"),
            "noughts": deepen.Piece("nought", "O", "ring", "red"),
        },
        click="cell",
    )
    examples = {
        "empty": (".../.../...", "a draw"),
        "a mistake": ("XO./.../...\nto move: Crosses", "Noughts are lost"),
        "a fork": ("X../.O./..X\nto move: Noughts", "not the corners"),
    }

    def __init__(self, state, board, **turn):
        super().__init__(state, {**board, "lines": LINES}, **turn)

    @deepen.rule
    def moves(board, state, player):
        for cell in range(9):
            if cell not in state.crosses and cell not in state.noughts:
                child = state.copy()
                if player == 0:
                    child.crosses.add(cell)
                else:
                    child.noughts.add(cell)
                yield cell, child

    @deepen.rule
    def outcome(board, state, player):
        theirs = state.noughts if player == 0 else state.crosses
        for line in board.lines:
            if line <= theirs:
                return deepen.LOSS  # the last move has won
        return None


deepen.main(TicTacToe)
